// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

/**
 * Start children, write to them and wait for them; hand over to another agent.
 *
 * A child works beside this agent, in the same workspace: {@link spawnSubagent} starts another
 * agent, {@link fork} a copy of this one. A successor takes this agent's place when the turn
 * closes: {@link exec} names an agent, {@link transitionState} the next state of a machine.
 *
 * @packageDocumentation
 */

/** What a child is to do: a prompt, or an issue of the board. */
export type SubagentBrief =
  | {
      /** This prompt. The child knows nothing else of the caller's conversation. */
      prompt: string;
      issueId?: never;
    }
  | {
      prompt?: never;
      /** The issue of the board with this id, whose texts become the prompt. */
      issueId: string;
    };

/** A child to start. */
export type SpawnRequest = {
  /** Id of the agent to start: one of those the system prompt lists. */
  agent: string;
} & SubagentBrief;

/** A child that was started, or will be when the turn closes. */
export interface SubagentHandle {
  /** Its id, to wait for it or to write to it. */
  readonly id: string;
  /** The kind of agent it runs as. */
  readonly slot: string;
  /** The model it runs on. */
  readonly modelId: string;
  /**
   * Leaves a message for a child.
   *
   * Another way to call {@link sendMessage}.
   */
  send(message: string): void;
}

/** How a child ended. */
export type AgentStatus =
  | "completed"
  | "exhausted"
  | "timed-out"
  | "model-error"
  | "auth-error"
  | "limit-exceeded";

export declare const AgentStatus: {
  /** It ended its session itself. */
  readonly completed: "completed";
  /** It used up its turns. */
  readonly exhausted: "exhausted";
  /** The run's time was up. */
  readonly "timed-out": "timed-out";
  /** Its model could not answer. */
  readonly "model-error": "model-error";
  /** Its model's provider refused the credential. */
  readonly "auth-error": "auth-error";
  /** It met an error or cost ceiling. */
  readonly "limit-exceeded": "limit-exceeded";
};

/** What a child left behind. */
export interface SubagentResult {
  /** Its id. */
  readonly id: string;
  /** How it ended; absent when it was collected before, or ended in another way. */
  readonly status?: AgentStatus;
  /** Its ending text, or a line about its status; empty when it was collected before. */
  readonly summary: string;
}

/**
 * Starts another agent as a child, in the same workspace.
 *
 * The child starts at once, or as soon as there is room for one more agent, and works while this
 * agent goes on. Its result comes from {@link waitForSubagents}.
 *
 * For an issue, the prompt is made from its title, description, scopes and completion criteria; the
 * issue itself is neither assigned nor moved.
 *
 * @param request - Which agent to start, and what it is to do.
 * @returns The child, by the id it is waited for and written to.
 * @throws `invalid-argument`: The prompt or the id of the issue is blank, or the agent is not one
 * this agent may start; the message lists the ids.
 * @throws `not-found`: There is no such issue.
 * @throws `unavailable`: No agents can be started in this run, or an issue was named and there is
 * no board.
 * @throws `limit-exceeded`: Agents are nested as deep as they may be; the work must be done here.
 * @throws `io-error`: The child's credential was refused, or gg has a defect.
 * @example
 * ```ts
 * delegation.spawnSubagent({
 *   agent: "tester",
 *   prompt: "Run the tests of src/parser and report every failure with its cause.",
 * });
 * ```
 * @example
 * Start it on an issue of the board.
 * ```ts
 * delegation.spawnSubagent({ agent: "tester", issueId: "AUTH-2" });
 * ```
 */
export function spawnSubagent(request: SpawnRequest): SubagentHandle;

/**
 * Waits for children to end and returns their results.
 *
 * The call blocks until all of them have ended. When there is nothing to wait for it returns an
 * empty list.
 *
 * A copy made by {@link fork} in this turn has not started yet and cannot be waited for before the
 * next turn.
 *
 * @param ids - Ids of children; every child not collected yet when left out.
 * @returns A result per child, in the order asked for. A child collected before has no status and
 * an empty summary.
 * @throws `invalid-argument`: An id is blank.
 * @throws `not-found`: An id is not of a child of this agent, or is of a copy made in this turn;
 * nothing was waited for.
 * @throws `unavailable`: No agents can be started in this run.
 * @example
 * Wait for every child.
 * ```ts
 * delegation.waitForSubagents();
 * ```
 * @example
 * ```ts
 * delegation.waitForSubagents(["tester-1", "tester-2"]);
 * ```
 */
export function waitForSubagents(ids?: readonly string[] | null): SubagentResult[];

/**
 * Leaves a message for a child.
 *
 * The child reads it before its next turn. There is no answer but its result.
 *
 * @param agentId - Id of the child, from its handle.
 * @param message - What to tell it.
 * @throws `invalid-argument`: The id or the message is blank.
 * @throws `not-found`: It is not a child of this agent.
 * @throws `conflict`: The child has ended already.
 * @throws `unavailable`: No agents can be started in this run.
 * @example
 * ```ts
 * delegation.sendMessage("tester-1", "Leave the slow tests out for now.");
 * ```
 */
export function sendMessage(agentId: string, message: string): void;

/** What may be left out in {@link transitionState}. */
export interface TransitionStateOptions {
  /** What to tell the successor; blank counts as left out. */
  note?: string | null;
}

/**
 * Moves the machine on to another state when the turn closes.
 *
 * Deferred: the program runs on, and the state's agent takes this one's place afterwards. A turn
 * has one successor, by this call or by {@link exec}: the first stands, even if the program fails
 * later. An ending of the session in the same turn drops it.
 *
 * To others the successor is the same agent, with its id, children and assigned issue. What it
 * inherits of the conversation and the stores is set by the machine; its first message says which.
 *
 * @param state - The state to move to: one of those the present state leads to.
 * @param options - What may be left out.
 * @throws `invalid-argument`: The state is blank, or is not one the present state leads to; the
 * message lists those.
 * @throws `refused`: This turn has its successor already.
 * @throws `unavailable`: This agent does not stand in a machine.
 * @example
 * ```ts
 * delegation.transitionState("review");
 * ```
 * @example
 * ```ts
 * delegation.transitionState("fix", { note: "Two tests of the lexer fail, both about quotes." });
 * ```
 */
export function transitionState(state: string, options?: TransitionStateOptions): void;

/** What may be left out in {@link exec}. */
export interface ExecOptions {
  /** What to tell the successor; blank counts as left out. */
  prompt?: string | null;
}

/**
 * Hands over to another agent, which takes this one's place when the turn closes.
 *
 * Deferred: the program runs on. A turn has one successor, by this call or by
 * {@link transitionState}: the first stands, even if the program fails later. An ending of the
 * session in the same turn drops it.
 *
 * To others the successor is the same agent, with its id, children and assigned issue. It inherits
 * the conversation, memories, tasks and whatever else both can have; its first message says what
 * was carried over. Naming the agent's own id starts it afresh. An agent that is a machine starts
 * at its first state.
 *
 * @param agent - Id of the agent: one of those the system prompt lists.
 * @param options - What may be left out.
 * @throws `invalid-argument`: The agent is blank or not one this agent may name; the message lists
 * the ids.
 * @throws `refused`: This turn has its successor already.
 * @throws `unavailable`: This agent is a state of a machine; the message names the call that moves
 * on.
 * @example
 * ```ts
 * delegation.exec("writer");
 * ```
 * @example
 * ```ts
 * delegation.exec("writer", { prompt: "The design is agreed. Write it up in docs/design.md." });
 * ```
 */
export function exec(agent: string, options?: ExecOptions): void;

/**
 * Makes a copy of this agent, which starts when the turn closes.
 *
 * Deferred: the id is made and returned now. The copy has the conversation and the state of this
 * agent but no loaded code, and goes on with the prompt; a note tells it whose copy it is. Several
 * forks of a turn add up, stand even if the program fails later, and start even if the session ends
 * with this turn.
 *
 * The copy is a child of this agent, and can be waited for from the next turn on.
 *
 * @param prompt - What the copy is to do.
 * @returns The copy, by the id it will have.
 * @throws `invalid-argument`: The prompt is blank.
 * @throws `unavailable`: No agents can be started in this run.
 * @throws `limit-exceeded`: Agents are nested as deep as they may be; the work must be done here.
 * @throws `io-error`: gg has a defect, which kept the copy from being made.
 * @example
 * ```ts
 * delegation.fork("Try it with a lookup table, on a branch of its own, and measure.");
 * ```
 */
export function fork(prompt: string): SubagentHandle;
