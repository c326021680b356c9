// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

/**
 * Make room in the window, and find again what was moved out.
 *
 * @packageDocumentation
 */

/** What was taken out of the window. */
export interface ReclaimReport {
  /** Number of items taken out. */
  readonly items: number;
  /** Estimated tokens made free. */
  readonly reclaimedTokens: number;
  /** Paths of the file views among them. */
  readonly paths: string[];
  /** The same in a sentence. */
  readonly detail: string;
}

/** Who an archived item came from. */
export type MessageRole = "system" | "user" | "assistant" | "tool";

export declare const MessageRole: {
  /** The system prompt. */
  readonly system: "system";
  /** gg or a person. */
  readonly user: "user";
  /** The model. */
  readonly assistant: "assistant";
  /** The answer to a submitted program. */
  readonly tool: "tool";
};

/** An archived item a search found. */
export interface ArchiveHit {
  /** Its position in the archive; a later item has a greater one. */
  readonly seq: number;
  /** Who it came from. */
  readonly role: MessageRole;
  /** Its text. */
  readonly text: string;
}

/** A run of turns, both ends included. */
export interface TurnRange {
  /** The first turn. */
  start: number;
  /** The last turn; not before the first. */
  end: number;
}

/** What a search of the archive found. */
export interface ArchiveSearch {
  /** Whether nothing has been archived yet, which is not the same as no match. */
  readonly archiveEmpty: boolean;
  /** What matched, most recent first; at most 8. */
  readonly hits: ArchiveHit[];
}

/**
 * Takes file views out of the window: all of one file, or of every file.
 *
 * File views the run has locked stay. Text views, searches and documentation are not touched.
 *
 * @param path - The file, all of whose views are taken out; every file when left out.
 * @returns What was taken out; nothing to take out is a success.
 * @throws `invalid-argument`: The path is blank.
 * @example
 * ```ts
 * context.evictFileView("logs/build.log");
 * ```
 * @example
 * Take out every file view.
 * ```ts
 * context.evictFileView();
 * ```
 */
export function evictFileView(path?: string | null): ReclaimReport;

/**
 * Moves the results of whole turns out of the window into the archive.
 *
 * The numbers of the turns head the results in the window. What is pinned and documentation stay.
 * {@link searchArchive} finds what was moved out.
 *
 * @param ranges - 1 to 32 runs of turns; they may overlap.
 * @returns What was taken out; nothing to take out is a success.
 * @throws `invalid-argument`: There is no range or more than 32, or a range ends before it starts.
 * @example
 * ```ts
 * context.archiveThread([{ start: 3, end: 5 }]);
 * ```
 * @example
 * Two runs.
 * ```ts
 * context.archiveThread([{ start: 1, end: 1 }, { start: 8, end: 12 }]);
 * ```
 */
export function archiveThread(ranges: readonly TurnRange[]): ReclaimReport;

/**
 * Finds archived items that contain a text.
 *
 * Upper and lower case are the same. At most 8 items are returned, the most recent; when 8 come
 * back there may be more. They go to the program and are not shown in the window.
 *
 * @param query - The text to look for, taken as it stands.
 * @returns What matched, and whether anything was archived at all.
 * @throws `invalid-argument`: The query is blank.
 * @example
 * ```ts
 * context.searchArchive("connection refused");
 * ```
 */
export function searchArchive(query: string): ArchiveSearch;

/** What may be left out in {@link compact}. */
export interface CompactOptions {
  /**
   * Paths of files to open again as views; none when left out. Blanks and repeats are dropped. The
   * first 12 are kept, and the compacted window names the others.
   */
  files?: readonly string[];
}

/**
 * Compacts the window to a summary when the turn closes.
 *
 * Deferred: the program runs on. Afterwards the window holds the system prompt, the summary, the
 * named files read again, what is pinned, and documentation. Everything else is gone, so the
 * summary must carry what the work still needs.
 *
 * The last call of a turn stands, even if the program fails later. An ending of the session in the
 * same turn drops it.
 *
 * @param summary - What the model is to know afterwards.
 * @param options - What may be left out.
 * @throws `invalid-argument`: The summary is blank.
 * @example
 * ```ts
 * context.compact(
 *   "The parser is done and tested. Next: error messages in src/errors.rs, see task `errors`.",
 *   { files: ["src/errors.rs", "src/parser.rs"] },
 * );
 * ```
 * @example
 * Keep no file.
 * ```ts
 * context.compact("All tests pass. What is left is the changelog.");
 * ```
 */
export function compact(summary: string, options?: CompactOptions): void;
