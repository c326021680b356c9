// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

/// <reference path="./specifiers.d.ts" />

/**
 * What a program can do: work in the workspace, keep notes, show itself things, direct other
 * agents.
 *
 * A program is one reply of the model. It calls operations, and each call either returns a value or
 * fails.
 *
 * - **Values stay in the program.** The model sees only views, which arrive in its window with the
 *   next turn: files by `views.openFile`, texts a program composed by `views.openText`,
 *   documentation by `views.openDocsView`.
 * - **A failed call is an ordinary failure.** A program may catch it and go on. It carries a code
 *   to branch on and a message which says what was wrong.
 * - **A call that landed has landed.** Nothing is undone when the program fails later, except an
 *   ending of the session and a hand-over to another program.
 * - **A deferred call** checks and registers what it was asked for; it happens after the program
 *   has ended.
 *
 * @packageDocumentation
 */

/** Read, write, walk and search the workspace. */
export * as files from "./modules/files.js";

/** Run a command line in the workspace. */
export * as shell from "./modules/shell.js";

/** Plan epics and issues on the board all agents of the run share, and wait for them. */
export * as board from "./modules/board.js";

/** Keep the agent's own graph of tasks. */
export * as tasks from "./modules/tasks.js";

/** Keep what should outlive the window: notes and code, by name. */
export * as memories from "./modules/memories.js";

/** Find out what can be called, and put documentation away. */
export * as docs from "./modules/docs.js";

/** Put things into the window, see what is open, and close it. */
export * as views from "./modules/views.js";

/** Make room in the window, and find again what was moved out. */
export * as context from "./modules/context.js";

/** Start children, write to them and wait for them; hand over to another agent. */
export * as delegation from "./modules/delegation.js";

/** Read a skill, and load the code it brings. */
export * as skills from "./modules/skills.js";

/** List, read and run again the agent's earlier programs. */
export * as programs from "./modules/programs.js";

/** End the session. */
export * as session from "./modules/session.js";

/** The failure of a call, and types that several modules share. */
export * as core from "./modules/core.js";

/** @internal Which membrane this SDK was made for. */
export declare const $fingerprint: string;
