// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

/**
 * The failure of a call, and types that several modules share.
 *
 * Besides the failures its own documentation lists, any call can fail with:
 *
 * - `unavailable`: this agent does not have the call, or what stands behind it is missing in this
 *   run;
 * - `limit-exceeded`: the time for the run is used up; only documentation, views other than of
 *   files, earlier programs and endings are served then;
 * - `refused`: not now, for one while the window waits to be compacted; the message names the call
 *   that is wanted;
 * - `invalid-argument`: an argument has the wrong shape or value; a required text must not be
 *   blank;
 * - `io-error`: reading, writing or starting something failed, or gg has a defect, which the
 *   message then says;
 * - `other`: none of these.
 *
 * @packageDocumentation
 */

/** What class of failure it was; a program branches on it. */
export type ErrorCode =
  | "invalid-argument"
  | "not-found"
  | "conflict"
  | "refused"
  | "unavailable"
  | "limit-exceeded"
  | "io-error"
  | "other";

export declare const ErrorCode: {
  /** The request is wrong as it stands; change the arguments. */
  readonly "invalid-argument": "invalid-argument";
  /** Something the request names does not exist. */
  readonly "not-found": "not-found";
  /**
   * Well formed, but it clashes with how things stand (taken, not unique, a cycle, already
   * returned).
   */
  readonly conflict: "conflict";
  /** The host declines now, or for this holder. */
  readonly refused: "refused";
  /** This agent does not have the call. */
  readonly unavailable: "unavailable";
  /** A ceiling of size, count, depth or time was met. */
  readonly "limit-exceeded": "limit-exceeded";
  /** The world or gg failed, not the request. */
  readonly "io-error": "io-error";
  /** None of the others. */
  readonly other: "other";
};

/**
 * A change to an optional text: leave it, remove it, or replace it.
 *
 * - left out: Leave it as it is.
 * - `null`: Make it absent.
 * - a value: Make it this text.
 */
export type TextEdit = string | null;

/** The failure of a call. */
export declare class ApiError extends Error {
  /** The class of the failure. */
  readonly code: ErrorCode;
  /** The operation's key: its id without the module. */
  readonly operation: string;
  /** The operation's full id. */
  readonly id: string;
  /** What went wrong, for whoever wrote the program. */
  readonly message: string;

  /** @param failure - What the failure carries, and the call as a program writes it. */
  constructor(failure: {
    code: ErrorCode;
    operation: string;
    id: string;
    message: string;
    call?: string;
  });

  /** The failure as plain data. */
  toJSON(): { code: ErrorCode; operation: string; id: string; message: string };

  /** The failure in a line: the call, the code and what was wrong. */
  toString(): string;

  /** Tells a failed call from every other error, also where it was made elsewhere. */
  readonly [Symbol.toStringTag]: "ApiError";

  static [Symbol.hasInstance](value: unknown): value is ApiError;
}
