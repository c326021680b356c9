// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

/**
 * Put things into the window, see what is open, and close it.
 *
 * A view is the only way into the window. It arrives with the next turn, as a message of its own.
 * Opened again in the same turn it is replaced; opened again in a later turn, the old copy stays as
 * history and the new one comes at the end. Opened and closed in one program, it never arrives.
 *
 * @packageDocumentation
 */

import type { FileRead } from "./files.js";

/** What a view shows. */
export type ViewKind = "file" | "text" | "docs" | "search";

export declare const ViewKind: {
  /** A file or a region of it. */
  readonly file: "file";
  /** A text a program composed. */
  readonly text: "text";
  /** Documentation. */
  readonly docs: "docs";
  /** The last search of the documentation. */
  readonly search: "search";
};

/** The part of a file that a view shows. */
export interface ViewRegion {
  /** Its first line, 1-based. */
  readonly offset: number;
  /** Its number of lines. */
  readonly limit: number;
}

/** A view that is open. */
export interface OpenView {
  /** What it shows. */
  readonly kind: ViewKind;
  /**
   * What names it: the path of a file, the label of a text, `search results`, or the key of
   * documentation, which `docs.close` closes.
   */
  readonly selector: string;
  /** Estimated tokens it takes. */
  readonly tokens: number;
  /** The part of the file; absent for a whole file and for other kinds. */
  readonly region?: ViewRegion;
  /**
   * Closes views by path, by label or by the name `search results`.
   *
   * Another way to call {@link close}.
   */
  close(): number;
}

/** What may be left out in {@link openFile}. */
export interface OpenFileOptions {
  /** First line, 1-based; 1 when left out, and 0 means 1. */
  offset?: number | null;
  /**
   * Number of lines. Left out, the file is read to its end, or as far as this run reads by default.
   */
  limit?: number | null;
  /**
   * Characters after which a line is cut in the view, which then says how many were dropped; 1 to
   * 65536\. The returned text is whole. Left out, no line is cut.
   */
  maxLineChars?: number | null;
}

/**
 * Reads a file and opens a view of it.
 *
 * The view arrives with the next turn; the program gets the same text now. Views of different
 * regions of a file stand side by side.
 *
 * - The view holds at most 65536 bytes: ask for fewer lines of a bigger file, or cut long ones.
 * - There is more to read when `TextRead.lastLine` is below `TextRead.totalLines`. A text above
 *   262144 bytes is cut there, and `TextRead.byteTruncated` is set.
 * - Bytes that are not UTF-8 are decoded with replacement characters.
 * - A picture is shown, whatever the lines asked for, if it has at most 8 MiB and the model takes
 *   pictures; otherwise `ImageRead.notShownReason` says which of the two it was.
 *
 * @param path - The file: relative to the workspace root, or absolute inside it.
 * @param options - What may be left out.
 * @returns The text and its place in the file, or what the picture is.
 * @throws `invalid-argument`: The path is blank or not inside the workspace, the offset is past the
 * end (the message gives the number of lines), or the line length is not 1 to 65536.
 * @throws `not-found`: There is no such file.
 * @throws `unavailable`: No files can be read in this run.
 * @throws `limit-exceeded`: The text for the view is above 65536 bytes; nothing is opened, and the
 * message gives size and bound. Ask for fewer lines, or cut long ones.
 * @throws `io-error`: The file could not be read; it is a directory, for one.
 * @example
 * ```ts
 * views.openFile("src/parser.rs");
 * ```
 * @example
 * 80 lines from line 120 on.
 * ```ts
 * views.openFile("src/parser.rs", { offset: 120, limit: 80 });
 * ```
 * @example
 * Very long lines.
 * ```ts
 * views.openFile("data/events.jsonl", { offset: 1000, limit: 50, maxLineChars: 300 });
 * ```
 * @example
 * Look at a picture.
 * ```ts
 * views.openFile("docs/layout.png");
 * ```
 */
export function openFile(path: string, options?: OpenFileOptions): FileRead;

/**
 * Opens a view of a text the program composed.
 *
 * The view arrives with the next turn. It replaces an open one with the same label.
 *
 * @param label - Its name in the window; at most 200 bytes.
 * @param body - The text, at most 65536 bytes; may be empty.
 * @throws `invalid-argument`: The label is blank.
 * @throws `limit-exceeded`: The label is above 200 bytes, the body above 65536, or all bodies of
 * the turn together above 8 MiB, replaced ones counted too. Nothing is opened.
 * @example
 * ```ts
 * views.openText("failing tests", "parser::unclosed_quote\nparser::lone_backslash\n");
 * ```
 */
export function openText(label: string, body: string): void;

/**
 * Opens the documentation of a function, type or module.
 *
 * The view arrives with the next turn, and views of types the function takes, returns or fails with
 * may come with it. Opening one that is open already does nothing.
 *
 * @param name - Its name, alone or fully qualified, as `docs.search` gives it.
 * @throws `invalid-argument`: It is not a name.
 * @throws `not-found`: Nothing this agent may call has that name; the message gives up to 3 names
 * that are near.
 * @example
 * A function.
 * ```ts
 * views.openDocsView("tree");
 * ```
 * @example
 * A type.
 * ```ts
 * views.openDocsView("FileRead");
 * ```
 * @example
 * A module.
 * ```ts
 * views.openDocsView("views");
 * ```
 */
export function openDocsView(name: string): void;

/**
 * Closes views by path, by label or by the name `search results`.
 *
 * A path closes all views of the file, a label the text view, `search results` the last search.
 * Documentation is never closed by this call, and file views the run has locked stay. Nothing to
 * close is a success.
 *
 * @param selector - The path of a file, the label of a text, or `search results`.
 * @returns How many views were closed.
 * @throws `invalid-argument`: The selector is blank.
 * @example
 * ```ts
 * views.close("src/parser.rs");
 * ```
 * @example
 * Close a text view.
 * ```ts
 * views.close("failing tests");
 * ```
 * @example
 * Close the last search.
 * ```ts
 * views.close("search results");
 * ```
 */
export function close(selector: string): number;

/**
 * Lists every open view, as things stand after the calls so far.
 *
 * The list goes to the program and is not shown in the window.
 *
 * @returns Each view with what closes it and how many tokens it takes.
 * @example
 * ```ts
 * views.current();
 * ```
 */
export function current(): OpenView[];
