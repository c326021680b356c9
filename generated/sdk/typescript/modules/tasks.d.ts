// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

/**
 * Keep the agent's own graph of tasks.
 *
 * The tasks are this agent's own. They stand in the window, ready ones apart from blocked ones; no
 * call reads them.
 *
 * @packageDocumentation
 */

import type { TextEdit } from "./core.js";

/** How far a task is. */
export type TaskStatus = "pending" | "in-progress" | "done";

export declare const TaskStatus: {
  /** Not begun. */
  readonly pending: "pending";
  /** Being worked on. */
  readonly "in-progress": "in-progress";
  /** Finished. */
  readonly done: "done";
};

/** A task to add. */
export interface TaskInput {
  /** Its id, chosen by the program and not taken yet. */
  id: string;
  /** What is to be done, in a line. */
  title: string;
  /** More about it. */
  description?: string | null;
  /** Ids of tasks that must be done first. */
  blockedBy?: readonly string[];
}

/** Changes to a task. What is left out stays as it is; at least one change is needed. */
export interface TaskPatch {
  /** A new title. */
  title?: string | null;
  /** A change to the description: keep it, clear it, or set it. */
  description?: TextEdit;
  /** A new status. */
  status?: TaskStatus | null;
}

/** How full the task graph is. */
export interface TaskUsage {
  /** Tasks held. */
  readonly count: number;
  /** Most tasks allowed. */
  readonly maxTasks: number;
}

/**
 * Adds a task, with status `pending`.
 *
 * Blockers must have been added before. At most 200 tasks are held unless the run sets another
 * bound.
 *
 * @param task - The task; id and title must not be empty.
 * @returns How full the task graph is now.
 * @throws `invalid-argument`: The id or the title is empty.
 * @throws `not-found`: A blocker does not exist.
 * @throws `conflict`: The id is taken, or the task would block itself, directly or in a circle.
 * @throws `limit-exceeded`: There are as many tasks as allowed; remove some.
 * @example
 * ```ts
 * tasks.addTask({ id: "parser", title: "Write the parser" });
 * ```
 * @example
 * Add a task that waits for another.
 * ```ts
 * tasks.addTask({
 *   id: "parser-tests",
 *   title: "Test the parser",
 *   description: "Empty input, unclosed quotes, very long lines.",
 *   blockedBy: ["parser"],
 * });
 * ```
 */
export function addTask(task: TaskInput): TaskUsage;

/**
 * Changes a task's title, description or status.
 *
 * @param id - Id of the task.
 * @param patch - What to change; what is left out stays as it is.
 * @throws `invalid-argument`: The id is blank, the title is empty, or nothing is to be changed.
 * @throws `not-found`: There is no such task.
 * @example
 * Begin a task; the description stays.
 * ```ts
 * tasks.updateTask("parser", { status: "in-progress" });
 * ```
 * @example
 * Give it another title and description, and put it off.
 * ```ts
 * tasks.updateTask("parser", {
 *   title: "Write the parser and its errors",
 *   description: "Every error carries a line and a column.",
 *   status: "pending",
 * });
 * ```
 * @example
 * Take its description away.
 * ```ts
 * tasks.updateTask("parser", { description: null });
 * ```
 */
export function updateTask(id: string, patch: TaskPatch): void;

/**
 * Replaces the list of what blocks a task.
 *
 * @param id - Id of the task.
 * @param blockedBy - Ids of all tasks that must be done before it; an empty list clears it.
 * @throws `invalid-argument`: The id is blank.
 * @throws `not-found`: The task or a blocker does not exist.
 * @throws `conflict`: The task would block itself, directly or in a circle.
 * @example
 * ```ts
 * tasks.setBlockedBy("release", ["parser-tests", "changelog"]);
 * ```
 * @example
 * Let nothing block it.
 * ```ts
 * tasks.setBlockedBy("release", []);
 * ```
 */
export function setBlockedBy(id: string, blockedBy: readonly string[]): void;

/**
 * Sets a task's status to `done`.
 *
 * @param id - Id of the task.
 * @throws `invalid-argument`: The id is blank.
 * @throws `not-found`: There is no such task.
 * @example
 * ```ts
 * tasks.completeTask("parser");
 * ```
 */
export function completeTask(id: string): void;

/**
 * Removes a task; it blocks nothing any more.
 *
 * @param id - Id of the task.
 * @returns How full the task graph is now.
 * @throws `invalid-argument`: The id is blank.
 * @throws `not-found`: There is no such task.
 * @example
 * ```ts
 * tasks.removeTask("parser-tests");
 * ```
 */
export function removeTask(id: string): TaskUsage;
