// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

/**
 * Keep what should outlive the window: notes and code, by name.
 *
 * A memory has a name, a description, a body and, if wanted, code. Names are 1 to 64 letters,
 * digits, `-`, `_` or `.`.
 *
 * There are two ways to keep them, and an agent has one of them. Either every body stands in the
 * window ({@link writeMemory}, {@link updateMemory}), or bodies are kept outside and read when
 * needed ({@link createMemory}, {@link readMemory}, {@link editMemory}). What stands in the window
 * is refreshed from time to time, not after each change.
 *
 * @packageDocumentation
 */

/** A memory to add, or to put in the place of one. */
export interface MemoryInput {
  /** Its name: 1 to 64 letters, digits, `-`, `_` or `.`. */
  name: string;
  /** What it is about, in a line; at most 256 characters unless the run sets another bound. */
  description: string;
  /** The memory itself; not empty. */
  body: string;
  /**
   * A module in the language of the programs, for later programs to use; at most 32768 characters.
   * Blank counts as left out.
   */
  code?: string | null;
  /**
   * A script in the language of the programs that runs after each use, when the program has ended;
   * at most 32768 characters. Blank counts as left out.
   */
  onUse?: string | null;
}

/** How full the store is. A maximum that is absent is no limit. */
export interface MemoryUsage {
  /** Memories held. */
  readonly count: number;
  /** Most memories allowed. */
  readonly maxCount?: number;
  /** Characters of all bodies together. */
  readonly totalChars: number;
  /** Most characters of all bodies together. */
  readonly maxTotalChars?: number;
  /** Characters of the index, the lines of names and descriptions. */
  readonly indexChars: number;
  /** Most characters of the index. */
  readonly maxIndexChars?: number;
}

/** One exact replacement in a memory's body. */
export interface MemoryEdit {
  /** Name of the memory. */
  name: string;
  /** The text to find, exactly once in the body; white space counts. */
  search: string;
  /** What takes its place; may be empty, as long as the body does not become so. */
  replace: string;
}

/** A memory a search found. */
export interface MemoryHit {
  /** Its name. */
  readonly name: string;
  /** Its description. */
  readonly description: string;
  /** How many of the keywords it contains. */
  readonly matched: number;
  /** How often it contains any of them. */
  readonly occurrences: number;
  /** A piece of the body around a match. */
  readonly excerpt: string;
  /**
   * Reads a memory and puts it to use.
   *
   * Another way to call {@link readMemory}.
   */
  read(): string;
}

/**
 * Adds a memory whose body stands in the window.
 *
 * The body is shown, pinned, when the memories in the window are next refreshed; that is not after
 * each write. A body has at most 4096 characters unless the run sets another bound.
 *
 * Code is compiled at once and loaded for later programs, and documentation of what it declares is
 * opened as views. If it does not compile, nothing is stored.
 *
 * @param memory - The memory; name, description and body must not be empty.
 * @returns How full the store is now.
 * @throws `invalid-argument`: A required text is empty, the name has other characters or more than
 * 64, or the code does not compile; the message then has the diagnostic. Nothing is stored.
 * @throws `conflict`: The name is taken; `memories.updateMemory` replaces a memory.
 * @throws `refused`: This agent may only read these memories.
 * @throws `limit-exceeded`: A bound on length or count is met; the message gives size and bound.
 * @throws `io-error`: The compiler could not finish; nothing is stored, and the call may be tried
 * again.
 * @example
 * ```ts
 * memories.writeMemory({
 *   name: "build-command",
 *   description: "How this repository is built and tested.",
 *   body: "Run `make test`. The integration tests need `make services` first.",
 * });
 * ```
 * @example
 * Keep a module of code with it, and a script to run after each use (sources shortened here).
 * ```ts
 * memories.writeMemory({
 *   name: "csv",
 *   description: "Reading the order files.",
 *   body: "The order files are separated by semicolons. The module parses a line.",
 *   code: "...the source of the module...",
 *   onUse: "...the source of the script...",
 * });
 * ```
 */
export function writeMemory(memory: MemoryInput): MemoryUsage;

/**
 * Replaces a memory whose body stands in the window.
 *
 * The whole memory is replaced. Code or a script that is left out is cleared, so pass again what
 * shall stay. Code is compiled at once and loaded for later programs, and documentation of what it
 * declares is opened as views. If it does not compile, the memory stays as it was.
 *
 * The window shows the change when its memories are next refreshed.
 *
 * @param memory - The memory as it shall be; its name says which is replaced.
 * @returns How full the store is now.
 * @throws `invalid-argument`: A required text is empty, the name has other characters or more than
 * 64, or the code does not compile; the message then has the diagnostic. Nothing is changed.
 * @throws `not-found`: There is no memory of that name; `memories.writeMemory` adds one.
 * @throws `refused`: This agent may only read these memories.
 * @throws `limit-exceeded`: A bound on length is met; the message gives size and bound.
 * @throws `io-error`: The compiler could not finish; nothing is changed, and the call may be tried
 * again.
 * @example
 * ```ts
 * memories.updateMemory({
 *   name: "build-command",
 *   description: "How this repository is built and tested.",
 *   body: "Run `just test`; make is gone. The integration tests need `just services` first.",
 * });
 * ```
 * @example
 * Replace its module and its script, too (sources shortened here).
 * ```ts
 * memories.updateMemory({
 *   name: "csv",
 *   description: "Reading the order files.",
 *   body: "The order files are separated by commas now. The module parses a line.",
 *   code: "...the source of the module...",
 *   onUse: "...the source of the script...",
 * });
 * ```
 */
export function updateMemory(memory: MemoryInput): MemoryUsage;

/**
 * Adds a memory which is read when it is needed.
 *
 * The body stays outside the window; {@link readMemory} returns it. A body has at most 8192
 * characters unless the run sets another bound.
 *
 * Where the window lists the names and descriptions of memories, the description is required. Where
 * memories are found by {@link searchMemories}, it may be empty.
 *
 * Code is stored as it is, and compiled and loaded when the memory is read.
 *
 * @param memory - The memory; name and body must not be empty.
 * @returns How full the store is now.
 * @throws `invalid-argument`: A required text is empty, or the name has other characters or more
 * than 64.
 * @throws `conflict`: The name is taken; `memories.editMemory` changes a memory.
 * @throws `refused`: This agent may only read these memories.
 * @throws `limit-exceeded`: A bound on length or count is met; the message gives size and bound.
 * @example
 * ```ts
 * memories.createMemory({
 *   name: "auth-design",
 *   description: "Why sessions are kept on the server.",
 *   body: "Tokens could not be revoked, so sessions moved into the database. See docs/auth.md.",
 * });
 * ```
 * @example
 * Keep a module of code with it, and a script to run after each use (sources shortened here).
 * ```ts
 * memories.createMemory({
 *   name: "csv",
 *   description: "Reading the order files.",
 *   body: "The order files are separated by semicolons. The module parses a line.",
 *   code: "...the source of the module...",
 *   onUse: "...the source of the script...",
 * });
 * ```
 */
export function createMemory(memory: MemoryInput): MemoryUsage;

/**
 * Reads a memory and puts it to use.
 *
 * The body goes to the program and is not shown in the window; `views.openText` shows it.
 *
 * If the memory has code, the code is loaded for every later program, the documentation of what it
 * declares is opened as views, and its script, if it has one, runs after this program has ended.
 * The script runs on every read.
 *
 * Code that does not compile does not fail the read: the diagnostic follows the text, and the code
 * is not loaded.
 *
 * @param name - Name of the memory.
 * @returns Its body; what was wrong with its code, if anything, follows.
 * @throws `invalid-argument`: The name is blank.
 * @throws `not-found`: There is no memory of that name.
 * @example
 * ```ts
 * memories.readMemory("auth-design");
 * ```
 */
export function readMemory(name: string): string;

/**
 * Replaces the one place where a text occurs in a memory's body.
 *
 * The text is compared exactly, white space included. Name, description and code stay as they are.
 *
 * @param edit - The memory, the text to find and what takes its place.
 * @returns How full the store is now.
 * @throws `invalid-argument`: The name or the text to find is empty, or the body would become
 * empty.
 * @throws `not-found`: There is no memory of that name, or the text does not occur in its body.
 * @throws `conflict`: The text occurs more than once; take more of what stands around the place.
 * @throws `refused`: This agent may only read these memories.
 * @throws `limit-exceeded`: A bound on length is met; the message gives size and bound.
 * @example
 * ```ts
 * memories.editMemory({
 *   name: "auth-design",
 *   search: "See docs/auth.md.",
 *   replace: "See docs/auth.md, and the migration in db/0042.sql.",
 * });
 * ```
 */
export function editMemory(edit: MemoryEdit): MemoryUsage;

/**
 * Finds the memories that contain keywords.
 *
 * Upper and lower case are the same. Memories with most of the keywords come first, then those in
 * which they occur most often, then by name. At most 25 are returned unless the run sets another
 * bound; when as many come back there may be more.
 *
 * @param keywords - Words or phrases to look for; blank ones are dropped.
 * @returns What was found, best first; empty when nothing was.
 * @throws `invalid-argument`: No keyword is left.
 * @example
 * ```ts
 * memories.searchMemories(["session", "token"]);
 * ```
 */
export function searchMemories(keywords: readonly string[]): MemoryHit[];

/**
 * Removes a memory.
 *
 * @param name - Name of the memory.
 * @returns How full the store is now.
 * @throws `invalid-argument`: The name is blank.
 * @throws `not-found`: There is no memory of that name.
 * @throws `refused`: This agent may only read these memories.
 * @example
 * ```ts
 * memories.deleteMemory("build-command");
 * ```
 */
export function deleteMemory(name: string): MemoryUsage;
