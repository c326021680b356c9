// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

/**
 * Read, write, walk and search the workspace.
 *
 * A path is relative to the workspace root; an absolute one must lie inside the workspace. `.` and
 * `..` are resolved first. A path that ends up outside, by `..` or through a symbolic link, is
 * `invalid-argument`, and so is one into `.gg`, which is gg's own.
 *
 * What these calls return goes to the program and is not shown in the window. `views.openFile`
 * reads a file and shows it as well.
 *
 * @packageDocumentation
 */

/**
 * A text file, or the lines of it that were asked for.
 *
 * There is more to read when the last line is below the total, or when the text was cut.
 */
export interface TextRead {
  /** The text of these lines. */
  readonly contents: string;
  /** The first of them, 1-based; 1 for an empty file. */
  readonly firstLine: number;
  /** The last of them, included; 0 for an empty file. */
  readonly lastLine: number;
  /** Number of lines in the whole file. */
  readonly totalLines: number;
  /** Whether the text was longer than 262144 bytes and was cut there. */
  readonly byteTruncated: boolean;
}

/** A picture, described. */
export interface ImageRead {
  /** Its media type, such as `image/png`. */
  readonly mediaType: string;
  /** Its format by name, such as `PNG`. */
  readonly label: string;
  /** Its size in bytes. */
  readonly bytes: number;
  /** Whether the model gets to see it, with its next turn. */
  readonly shown: boolean;
  /** Why it is not shown; absent when it is. */
  readonly notShownReason?: string;
}

/** What a read found: a text or a picture. */
export type FileRead =
  | {
      /** The file is text. */
      readonly kind: "text";
    } & TextRead
  | {
      /** The file is a PNG, JPEG, GIF or WebP picture, by its content. */
      readonly kind: "image";
    } & ImageRead;

/** What a directory entry is. */
export type EntryKind = "file" | "directory" | "other";

export declare const EntryKind: {
  /** A regular file. */
  readonly file: "file";
  /** A directory. */
  readonly directory: "directory";
  /** Anything else, symbolic links included. */
  readonly other: "other";
};

/** One entry of a directory. */
export interface DirEntry {
  /** Its name, without the path. */
  readonly name: string;
  /** What it is. */
  readonly kind: EntryKind;
}

/** One line a search matched. */
export interface SearchMatch {
  /** The file, relative to the workspace root. */
  readonly path: string;
  /** The line's number, 1-based. */
  readonly line: number;
  /** The whole line; one above 200 characters is clipped there and says how many were dropped. */
  readonly text: string;
}

/** What may be left out in {@link readFile}. */
export interface ReadFileOptions {
  /** First line, 1-based; 1 when left out, and 0 means 1. */
  offset?: number | null;
  /**
   * Number of lines. Left out, the file is read to its end, or as far as this run reads by default.
   */
  limit?: number | null;
}

/**
 * Reads a text file, or describes a picture.
 *
 * The file goes to the program and is not shown in the window; `views.openFile` reads it and shows
 * it as well.
 *
 * - There is more to read when `TextRead.lastLine` is below `TextRead.totalLines`. A text above
 *   262144 bytes is cut there, and `TextRead.byteTruncated` is set.
 * - Bytes that are not UTF-8 are decoded with replacement characters.
 * - A picture is recognised by its content. It is described whatever the lines asked for, and never
 *   shown by this call.
 *
 * @param path - The file: relative to the workspace root, or absolute inside it.
 * @param options - What may be left out.
 * @returns The text and its place in the file, or what the picture is.
 * @throws `invalid-argument`: The path is blank or not inside the workspace, or the offset is past
 * the end; the message gives the number of lines.
 * @throws `not-found`: There is no such file.
 * @throws `unavailable`: No files can be read in this run.
 * @throws `io-error`: The file could not be read; it is a directory, for one.
 * @example
 * ```ts
 * files.readFile("src/main.rs");
 * ```
 * @example
 * 200 lines from line 401 on.
 * ```ts
 * files.readFile("logs/build.log", { offset: 401, limit: 200 });
 * ```
 */
export function readFile(path: string, options?: ReadFileOptions): FileRead;

/** What may be left out in {@link readTextFile}. */
export interface ReadTextFileOptions {
  /** First line, 1-based; 1 when left out, and 0 means 1. */
  offset?: number | null;
  /** Number of lines; to the end of the file when left out. */
  limit?: number | null;
}

/**
 * Reads a text file and returns only its text.
 *
 * The text goes to the program and is not shown in the window. It is never cut: what would have to
 * be cut fails instead. {@link readFile} returns a part and says which.
 *
 * Bytes that are not UTF-8 are decoded with replacement characters.
 *
 * @param path - The file: relative to the workspace root, or absolute inside it.
 * @param options - What may be left out.
 * @returns The text of the lines asked for; empty for an empty file.
 * @throws `invalid-argument`: The path is blank or not inside the workspace, the offset is past the
 * end (the message gives the number of lines), or the file is a picture.
 * @throws `not-found`: There is no such file.
 * @throws `unavailable`: No files can be read in this run.
 * @throws `limit-exceeded`: The text is above 262144 bytes, or the file has more lines than this
 * run reads by default and no limit was given. The message gives size and bound: ask for fewer
 * lines at a time.
 * @throws `io-error`: The file could not be read; it is a directory, for one.
 * @example
 * ```ts
 * files.readTextFile("package.json");
 * ```
 * @example
 * The first 20 lines.
 * ```ts
 * files.readTextFile("data/orders.csv", { limit: 20 });
 * ```
 * @example
 * Ten lines from line 91 on.
 * ```ts
 * files.readTextFile("src/lib.rs", { offset: 91, limit: 10 });
 * ```
 */
export function readTextFile(path: string, options?: ReadTextFileOptions): string;

/**
 * Writes a file, replacing what was there.
 *
 * Missing folders above the file are created. To change a part of a file, {@link editFile} is
 * safer.
 *
 * @param path - The file: relative to the workspace root, or absolute inside it.
 * @param contents - The whole new text; may be empty.
 * @returns Number of bytes written.
 * @throws `invalid-argument`: The path is blank or not inside the workspace.
 * @throws `not-found`: The system reports that the path does not exist.
 * @throws `refused`: The write was blocked; the message says why.
 * @throws `io-error`: The file could not be written; it is a directory, for one.
 * @example
 * ```ts
 * files.writeFile("docs/notes/today.md", "# Today\n\n- read the parser\n");
 * ```
 * @example
 * Make an empty file.
 * ```ts
 * files.writeFile("src/generated/.keep", "");
 * ```
 */
export function writeFile(path: string, contents: string): number;

/**
 * Replaces the one place where a text occurs in a file.
 *
 * The text is compared exactly, white space and line ends included. Take enough of the lines around
 * the place for the text to occur only there.
 *
 * @param path - The file: relative to the workspace root, or absolute inside it.
 * @param oldString - The text to find, exactly once; not empty.
 * @param newString - What takes its place; may be empty, and must differ.
 * @throws `invalid-argument`: The path is blank or not inside the workspace, the old text is empty,
 * or the two texts are the same.
 * @throws `not-found`: There is no such file, or the old text does not occur in it.
 * @throws `conflict`: The old text occurs more than once; the message gives the count. Take more of
 * what stands around the place.
 * @throws `refused`: The write was blocked; the message says why.
 * @throws `io-error`: The file could not be read or written, or is not UTF-8.
 * @example
 * ```ts
 * files.editFile("src/config.py", "TIMEOUT = 30\n", "TIMEOUT = 60\n");
 * ```
 * @example
 * Take a line out.
 * ```ts
 * files.editFile("README.md", "This section is out of date.\n", "");
 * ```
 */
export function editFile(path: string, oldString: string, newString: string): void;

/**
 * Lists one directory, sorted by name.
 *
 * Ignore rules play no part here, unlike in {@link tree} and {@link search}. An empty directory is
 * an empty list.
 *
 * @param path - The directory: relative to the workspace root, or absolute inside it. The root
 * itself when left out.
 * @returns The entries, by name without path.
 * @throws `invalid-argument`: The path is blank or not inside the workspace.
 * @throws `not-found`: There is no such directory.
 * @throws `io-error`: The directory could not be read; it is a file, for one.
 * @example
 * List the workspace root.
 * ```ts
 * files.listDir();
 * ```
 * @example
 * ```ts
 * files.listDir("src/parser");
 * ```
 */
export function listDir(path?: string | null): DirEntry[];

/** What may be left out in {@link tree}. */
export interface TreeOptions {
  /**
   * The directory: relative to the workspace root, or absolute inside it. The root itself when left
   * out.
   */
  path?: string | null;
  /** Number of levels, at least 1; 2 when left out. More than 10 is lowered to 10. */
  depth?: number | null;
}

/**
 * Draws a directory as an indented text.
 *
 * One entry a line, two spaces a level, directories ending in `/`, sorted by path; the root itself
 * is not drawn. A directory at the last level says how many entries it hides, as in
 * `src/ (12 entries)`. An empty root is `(empty)`.
 *
 * Hidden entries are drawn. What ignore files such as `.gitignore` exclude is not, nor are `.git`
 * and `.gg`; symbolic links are not followed. At most 1000 lines and 16384 bytes are drawn, and a
 * last line says when only the first entries are shown.
 *
 * @param options - What may be left out.
 * @returns The drawing.
 * @throws `invalid-argument`: The path is blank, not inside the workspace or not a directory, or
 * the depth is 0.
 * @throws `not-found`: There is no such directory.
 * @throws `io-error`: The directory could not be read.
 * @example
 * Draw two levels of the workspace.
 * ```ts
 * files.tree();
 * ```
 * @example
 * ```ts
 * files.tree({ path: "src", depth: 4 });
 * ```
 */
export function tree(options?: TreeOptions): string;

/** What may be left out in {@link search}. */
export interface SearchOptions {
  /**
   * A directory to walk, or one file: relative to the workspace root, or absolute inside it. The
   * root itself when left out.
   */
  path?: string | null;
  /** Most matches to return, at least 1; 50 when left out. More than 200 is lowered to 200. */
  limit?: number | null;
}

/**
 * Finds the lines a regular expression matches.
 *
 * Matches come in the order of paths, then of lines. When as many as the limit come back there may
 * be more: narrow the query or the path, or raise the limit.
 *
 * A directory is walked with its hidden files. Skipped are `.git`, `.gg`, what ignore files such as
 * `.gitignore` exclude, binary files, what cannot be read, and whatever lies behind a symbolic
 * link.
 *
 * @param query - A regular expression in the syntax of Rust's `regex` (no look-around, no
 * back-references), matched line by line. Case counts unless it starts with `(?i)`.
 * @param options - What may be left out.
 * @returns The matching lines; empty when there are none.
 * @throws `invalid-argument`: The query is blank or not a regular expression, the limit is 0, or
 * the path is blank or not inside the workspace.
 * @throws `not-found`: There is no such path.
 * @throws `io-error`: The search could not be carried out.
 * @example
 * ```ts
 * files.search("fn parse_\\w+");
 * ```
 * @example
 * One folder, any case.
 * ```ts
 * files.search("(?i)todo|fixme", { path: "src", limit: 200 });
 * ```
 */
export function search(query: string, options?: SearchOptions): SearchMatch[];
