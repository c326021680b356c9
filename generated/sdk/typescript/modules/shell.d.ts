// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

/**
 * Run a command line in the workspace.
 *
 * @packageDocumentation
 */

/** What a command left behind. */
export interface ShellOutput {
  /** The exit status; absent when a signal ended the process. */
  readonly exitCode?: number;
  /**
   * Standard output, then standard error, joined by a newline when both exist; the tail when too
   * long.
   */
  readonly output: string;
  /** Whether `output` is only the tail. */
  readonly truncated: boolean;
}

/** What may be left out in {@link shell}. */
export interface ShellOptions {
  /**
   * How many seconds it may run, above 0; 120 when left out. More than 86400, or more than the run
   * has left, is lowered to that.
   */
  timeoutSecs?: number | null;
}

/**
 * Runs one command line and waits for it.
 *
 * It runs in the workspace. A process that ran is a success whatever its exit status, so check
 * `ShellOutput.exitCode`. At the timeout the command is ended with everything it started.
 *
 * Only the tail of a long output is kept, at most 16384 bytes, and `ShellOutput.truncated` is set.
 * The text may then name two files that hold all of standard output and of standard error; they can
 * be read like files of the workspace.
 *
 * The output is not shown in the window; `views.openText` shows what matters of it.
 *
 * @param command - A line for `sh -c`.
 * @param options - What may be left out.
 * @returns The exit status and the output.
 * @throws `invalid-argument`: The command is blank, or the timeout is not a positive, finite
 * number.
 * @throws `refused`: The command was blocked; the message says why.
 * @throws `limit-exceeded`: The command was ended at its timeout: allow it more, or have it do
 * less.
 * @throws `io-error`: The command could not be started or waited for.
 * @example
 * ```ts
 * shell.shell("git status --short");
 * ```
 * @example
 * Allow ten minutes.
 * ```ts
 * shell.shell("make test 2>&1", { timeoutSecs: 600 });
 * ```
 */
export function shell(command: string, options?: ShellOptions): ShellOutput;
