// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

/**
 * List, read and run again the agent's earlier programs.
 *
 * @packageDocumentation
 */

/** The shape of an earlier program, without its source. */
export interface ProgramSummary {
  /** Its id, by which its source is read. */
  readonly id: string;
  /** The turn it ran in. */
  readonly turn: number;
  /** Its number of lines. */
  readonly lines: number;
  /** Its number of characters. */
  readonly chars: number;
  /** Whether it ended without failing. */
  readonly ok: boolean;
  /** What it failed with; absent when it did not. */
  readonly error?: string;
  /**
   * Returns the source of an earlier program.
   *
   * Another way to call {@link get}.
   */
  get(): string;
}

/**
 * Lists the agent's earlier programs, oldest first.
 *
 * Only the most recent ones are held, failed ones and ones that did not compile among them. The
 * list has their shape; {@link get} returns a source.
 *
 * @returns The programs still held.
 * @example
 * ```ts
 * programs.history();
 * ```
 */
export function history(): ProgramSummary[];

/**
 * Returns the source of an earlier program.
 *
 * Where a program handed over, it is the source that ran last. It goes to the program and is not
 * shown in the window.
 *
 * @param id - Id of the program, from gg's answer to it or from `programs.history`.
 * @returns Its whole source.
 * @throws `invalid-argument`: The id is blank.
 * @throws `not-found`: No program of that id is held, or no longer; the message names those that
 * are.
 * @example
 * ```ts
 * programs.get("k3x9m2qa");
 * ```
 */
export function get(id: string): string;

/**
 * Runs another program in this turn, after this one has ended.
 *
 * Deferred: this program runs on to its end. If it fails, or declares an ending of the session, the
 * other program does not run. What this program did stands; the turn's outcome is that of the last
 * program. At most 4 programs run one after the other, this one included, and each can hand over
 * once.
 *
 * The usual source is that of {@link get}, changed.
 *
 * @param source - A whole program in the language of this one.
 * @throws `invalid-argument`: The source is blank.
 * @throws `refused`: This program has handed over already.
 * @example
 * The source is shortened here.
 * ```ts
 * programs.rerun("...a whole program...");
 * ```
 */
export function rerun(source: string): void;
