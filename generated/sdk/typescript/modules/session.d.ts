// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

/**
 * End the session.
 *
 * An ending is a declaration: the program runs on, and the session ends when the turn closes. The
 * last one of a turn stands. A failure that ends the program takes its ending back.
 *
 * @packageDocumentation
 */

/**
 * Ends the session, with a summary of what was done.
 *
 * Deferred: the program runs on, and the session ends when the turn closes. The last call of a turn
 * stands. If the program fails, the ending is taken back and the session goes on. An ending that
 * stands drops a compaction, a successor and waits for issues declared in the same turn.
 *
 * @param summary - What was done, for whoever gave the work.
 * @throws `invalid-argument`: The summary is blank.
 * @throws `unavailable`: This session ends by other calls; the message names them.
 * @example
 * ```ts
 * session.finish("Logout revokes the session; three new tests cover it. All tests pass.");
 * ```
 */
export function finish(summary: string): void;

/**
 * Ends the review with approval.
 *
 * Deferred: the program runs on, and the session ends when the turn closes. The last ending of a
 * turn stands, this one or {@link requestChanges}. If the program fails, it is taken back and the
 * session goes on.
 *
 * @throws `unavailable`: This session ends by another call; the message names it.
 * @example
 * ```ts
 * session.approve();
 * ```
 */
export function approve(): void;

/**
 * Ends the review with the changes it asks for.
 *
 * Deferred: the program runs on, and the session ends when the turn closes. The last ending of a
 * turn stands, this one or {@link approve}. If the program fails, it is taken back and the session
 * goes on.
 *
 * @param items - One change an item; blank ones are dropped. The agent under review works through
 * them.
 * @throws `invalid-argument`: No item is left.
 * @throws `unavailable`: This session ends by another call; the message names it.
 * @example
 * ```ts
 * session.requestChanges([
 *   "Logging out twice fails with 500 instead of doing nothing.",
 *   "The new handler has no test for an expired session.",
 * ]);
 * ```
 */
export function requestChanges(items: readonly string[]): void;
