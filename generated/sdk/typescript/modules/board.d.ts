// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

/**
 * Plan epics and issues on the board all agents of the run share, and wait for them.
 *
 * An issue is work for one agent. As soon as all its blockers are done it is given to its agent,
 * which works in a git worktree of its own; its reviewers then read the work one after the other,
 * and it is merged when all approve.
 *
 * No call reads the board: the unfinished issues stand in the window, with status, agent and
 * blockers, refreshed between turns.
 *
 * @packageDocumentation
 */

import type { TextEdit } from "./core.js";

/** Where an issue stands. */
export type IssueStatus = "open" | "in-progress" | "in-review" | "done" | "failed";

export declare const IssueStatus: {
  /** Waiting for its blockers or its agent. */
  readonly open: "open";
  /** Its agent is at work. */
  readonly "in-progress": "in-progress";
  /** Its reviewers are at work; set by the board only. */
  readonly "in-review": "in-review";
  /** Finished and merged, or declared so. */
  readonly done: "done";
  /** Given up; set by the board only. What it blocks stays blocked. */
  readonly failed: "failed";
};

/** An epic to open. */
export interface EpicInput {
  /** 3 to 6 letters, kept in upper case: the epic's id, and the prefix of the ids of its issues. */
  prefix: string;
  /** What it is, in a line. */
  title: string;
  /** More about it; required. */
  description: string;
}

/**
 * An issue to open. Its agent reads these texts and nothing else, so they must stand on their own.
 */
export interface IssueInput {
  /** What is to be done, in a line. */
  title: string;
  /** More about it. */
  description?: string | null;
  /** What belongs to the work. */
  inScope: string;
  /** What does not belong to it. */
  outOfScope: string;
  /** How to tell that it is finished. */
  completionCriteria: string;
  /** Ids of issues that must be done first. */
  blockedBy?: readonly string[];
  /** Id of the epic it belongs to; outside any epic when left out. */
  epicId?: string | null;
  /** Id of the agent that does the work: one of the implementers the system prompt lists. */
  agent: string;
  /**
   * Ids of the agents that review it, in order: reviewers the system prompt lists. Some runs
   * require one.
   */
  reviewers?: readonly string[];
}

/**
 * A change to the epic an issue belongs to.
 *
 * - left out: Leave it where it is.
 * - `null`: Take it out of its epic.
 * - a value: Put it into the epic with this id.
 */
export type EpicAssignment = string | null;

/** Changes to an issue. What is left out stays as it is; at least one change is needed. */
export interface IssuePatch {
  /** A new title. */
  title?: string | null;
  /** A change to the description: keep it, clear it, or set it. */
  description?: TextEdit;
  /** What belongs to the work now. */
  inScope?: string | null;
  /** What does not belong to it now. */
  outOfScope?: string | null;
  /** How to tell now that it is finished. */
  completionCriteria?: string | null;
  /** A new status: `open`, `in-progress` or `done`. The others are set by the board only. */
  status?: IssueStatus | null;
  /** A change to its epic: keep it, take it out, or put it into another. */
  epic?: EpicAssignment;
}

/** How full the board is. */
export interface BoardUsage {
  /** Epics held. */
  readonly epics: number;
  /** Most epics allowed. */
  readonly maxEpics: number;
  /** Issues held. */
  readonly issues: number;
  /** Most issues allowed. */
  readonly maxIssues: number;
}

/** An epic that was opened. */
export interface EpicCreated {
  /** Its id: the prefix in upper case. */
  readonly id: string;
  /** How full the board is now. */
  readonly board: BoardUsage;
}

/** An issue that was opened. */
export interface IssueCreated {
  /** Its id, such as `AUTH-2` in the epic `AUTH` or `ISSUE-7` outside any. */
  readonly id: string;
  /** How full the board is now. */
  readonly board: BoardUsage;
  /**
   * Waits for an issue after the program has ended.
   *
   * Another way to call {@link waitForIssue}.
   */
  wait(): string;
}

/**
 * Opens an epic, a group of issues with a prefix of its own.
 *
 * The prefix is the epic's id, and its issues are numbered with it, as in `AUTH-1`.
 *
 * @param epic - The epic; all its texts are required.
 * @returns Its id, and how full the board is.
 * @throws `invalid-argument`: A text is empty, or the prefix is not 3 to 6 letters.
 * @throws `conflict`: The prefix is taken.
 * @throws `limit-exceeded`: There are as many epics as allowed.
 * @example
 * ```ts
 * board.createEpic({
 *   prefix: "AUTH",
 *   title: "Sessions on the server",
 *   description: "Replace tokens by sessions that can be revoked.",
 * });
 * ```
 */
export function createEpic(epic: EpicInput): EpicCreated;

/**
 * Opens an issue, which its agent starts on as soon as nothing blocks it.
 *
 * An issue without an unfinished blocker is given to its agent at once, in a git worktree of its
 * own; the others follow when all their blockers are done. When the agent finishes, the reviewers
 * read the work in order, and it is merged once all approve, or at once if there are none.
 *
 * {@link waitForIssue} tells how it ended.
 *
 * @param issue - The issue. Title, both scopes and completion criteria must not be empty.
 * @returns Its id, made by the board, and how full the board is.
 * @throws `invalid-argument`: A required text is empty, the agent is not an implementer or a
 * reviewer not a reviewer this agent may name (the message lists the ids), or reviewers are
 * required and missing.
 * @throws `not-found`: The epic or a blocker does not exist.
 * @throws `conflict`: The issue would block itself, directly or in a circle.
 * @throws `limit-exceeded`: There are as many issues as allowed.
 * @example
 * Open an issue outside any epic, without blockers or reviewers.
 * ```ts
 * board.createIssue({
 *   title: "Update the changelog",
 *   inScope: "CHANGELOG.md, the section of the next release.",
 *   outOfScope: "Older sections.",
 *   completionCriteria: "Every merged change since the last tag has a line.",
 *   agent: "implementer",
 * });
 * ```
 * @example
 * Open one in an epic, behind another, with two reviewers.
 * ```ts
 * board.createIssue({
 *   title: "Revoke sessions on logout",
 *   description: "Logging out deletes the session in the database and clears the cookie.",
 *   inScope: "The logout handler and its tests.",
 *   outOfScope: "Expiry of old sessions.",
 *   completionCriteria: "A request with the old cookie gets 401, and a test shows it.",
 *   blockedBy: ["AUTH-1"],
 *   epicId: "AUTH",
 *   agent: "implementer",
 *   reviewers: ["security-reviewer", "reviewer"],
 * });
 * ```
 */
export function createIssue(issue: IssueInput): IssueCreated;

/**
 * Changes an issue's texts, status or epic.
 *
 * What blocks it is changed by {@link setIssueBlockedBy}.
 *
 * @param id - Id of the issue.
 * @param patch - What to change; what is left out stays as it is.
 * @throws `invalid-argument`: The id is blank, a text is empty, nothing is to be changed, or the
 * status is not one of `open`, `in-progress` and `done`.
 * @throws `not-found`: The issue or the epic does not exist.
 * @example
 * Declare an issue done.
 * ```ts
 * board.updateIssue("AUTH-2", { status: "done" });
 * ```
 * @example
 * Describe it anew, open it and move it to another epic.
 * ```ts
 * board.updateIssue("ISSUE-7", {
 *   title: "Log out everywhere",
 *   description: "Delete all sessions of the user, not only the current one.",
 *   inScope: "The logout handler, the settings page and their tests.",
 *   outOfScope: "Sessions of other users.",
 *   completionCriteria: "No cookie issued before the logout is accepted.",
 *   status: "open",
 *   epic: "AUTH",
 * });
 * ```
 * @example
 * Take its description away, and take it out of its epic.
 * ```ts
 * board.updateIssue("AUTH-3", { description: null, epic: null });
 * ```
 */
export function updateIssue(id: string, patch: IssuePatch): void;

/**
 * Replaces the list of what blocks an issue.
 *
 * An open issue left without an unfinished blocker is given to its agent at once.
 *
 * @param id - Id of the issue.
 * @param blockedBy - Ids of all issues that must be done before it; an empty list clears it.
 * @throws `invalid-argument`: The id is blank.
 * @throws `not-found`: The issue or a blocker does not exist.
 * @throws `conflict`: The issue would block itself, directly or in a circle.
 * @example
 * ```ts
 * board.setIssueBlockedBy("AUTH-3", ["AUTH-1", "ISSUE-7"]);
 * ```
 * @example
 * Let nothing block it.
 * ```ts
 * board.setIssueBlockedBy("AUTH-3", []);
 * ```
 */
export function setIssueBlockedBy(id: string, blockedBy: readonly string[]): void;

/**
 * Removes an epic; its issues stay, outside any epic.
 *
 * @param id - Id of the epic, its prefix.
 * @returns How full the board is now.
 * @throws `invalid-argument`: The id is blank.
 * @throws `not-found`: There is no such epic.
 * @example
 * ```ts
 * board.removeEpic("AUTH");
 * ```
 */
export function removeEpic(id: string): BoardUsage;

/**
 * Removes an issue.
 *
 * What it blocked stays blocked by it and can no longer finish, until {@link setIssueBlockedBy}
 * takes it off those lists.
 *
 * @param id - Id of the issue.
 * @returns How full the board is now.
 * @throws `invalid-argument`: The id is blank.
 * @throws `not-found`: There is no such issue.
 * @example
 * ```ts
 * board.removeIssue("ISSUE-7");
 * ```
 */
export function removeIssue(id: string): BoardUsage;

/**
 * Waits for an issue after the program has ended.
 *
 * Deferred: the call returns at once and the program runs on. Several waits of a turn add up; the
 * issues are waited for in the order of the calls, each once.
 *
 * All outcomes arrive as one message before the next turn. Each is in words: done; failed; removed;
 * never to finish, behind an issue that failed or is missing; or live again. They are not failures
 * a program could catch. An ending of the session in the same turn drops the waits.
 *
 * @param id - Id of the issue.
 * @returns A sentence saying that the wait is noted; not the outcome.
 * @throws `invalid-argument`: The id is blank, or is the issue this agent itself works on.
 * @throws `not-found`: There is no such issue.
 * @throws `unavailable`: There is no board in this run.
 * @example
 * ```ts
 * board.waitForIssue("AUTH-2");
 * ```
 */
export function waitForIssue(id: string): string;
