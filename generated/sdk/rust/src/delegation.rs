// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! Start children, write to them and wait for them; hand over to another agent.
//!
//! A child works beside this agent, in the same workspace:
//! [`delegation::spawn_subagent`](crate::delegation::spawn_subagent) starts another agent,
//! [`delegation::fork`](crate::delegation::fork) a copy of this one. A successor takes this agent's
//! place when the turn closes: [`delegation::exec`](crate::delegation::exec) names an agent,
//! [`delegation::transition_state`](crate::delegation::transition_state) the next state of a
//! machine.

use crate::core::ApiError;

/// What a child is to do: a prompt, or an issue of the board.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SubagentBrief {
    /// This prompt. The child knows nothing else of the caller's conversation.
    Prompt(String),
    /// The issue of the board with this id, whose texts become the prompt.
    Issue(String),
}

/// A child to start.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SpawnRequest {
    /// Id of the agent to start: one of those the system prompt lists.
    pub agent: String,
    /// What it is to do.
    pub task: SubagentBrief,
}

/// A child that was started, or will be when the turn closes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct SubagentHandle {
    /// Its id, to wait for it or to write to it.
    pub id: String,
    /// The kind of agent it runs as.
    pub slot: String,
    /// The model it runs on.
    pub model_id: String,
}

/// How a child ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AgentStatus {
    /// It ended its session itself.
    Completed,
    /// It used up its turns.
    Exhausted,
    /// The run's time was up.
    TimedOut,
    /// Its model could not answer.
    ModelError,
    /// Its model's provider refused the credential.
    AuthError,
    /// It met an error or cost ceiling.
    LimitExceeded,
}

impl AgentStatus {
    /// The word, as every language has it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Completed => "completed",
            Self::Exhausted => "exhausted",
            Self::TimedOut => "timed-out",
            Self::ModelError => "model-error",
            Self::AuthError => "auth-error",
            Self::LimitExceeded => "limit-exceeded",
        }
    }
}

impl ::core::fmt::Display for AgentStatus {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        f.pad(self.as_str())
    }
}

impl ::core::str::FromStr for AgentStatus {
    type Err = crate::program::UnknownWord;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        match word {
            "completed" => Ok(Self::Completed),
            "exhausted" => Ok(Self::Exhausted),
            "timed-out" => Ok(Self::TimedOut),
            "model-error" => Ok(Self::ModelError),
            "auth-error" => Ok(Self::AuthError),
            "limit-exceeded" => Ok(Self::LimitExceeded),
            _ => {
                Err(crate::program::UnknownWord {
                    found: word.to_owned(),
                    expected: &[
                        "completed",
                        "exhausted",
                        "timed-out",
                        "model-error",
                        "auth-error",
                        "limit-exceeded",
                    ],
                })
            }
        }
    }
}

/// What a child left behind.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct SubagentResult {
    /// Its id.
    pub id: String,
    /// How it ended; absent when it was collected before, or ended in another way.
    pub status: Option<AgentStatus>,
    /// Its ending text, or a line about its status; empty when it was collected before.
    pub summary: String,
}

/// Starts another agent as a child, in the same workspace.
///
/// The child starts at once, or as soon as there is room for one more agent, and works while this
/// agent goes on. Its result comes from
/// [`delegation::wait_for_subagents`](crate::delegation::wait_for_subagents).
///
/// For an issue, the prompt is made from its title, description, scopes and completion criteria;
/// the issue itself is neither assigned nor moved.
///
/// # Parameters
///
/// - `request`: Which agent to start, and what it is to do.
///
/// # Returns
///
/// The child, by the id it is waited for and written to.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The prompt or the id of the issue is blank, or the agent is not
///   one this agent may start; the message lists the ids.
/// - `ErrorCode::NotFound`: There is no such issue.
/// - `ErrorCode::Unavailable`: No agents can be started in this run, or an issue was named and
///   there is no board.
/// - `ErrorCode::LimitExceeded`: Agents are nested as deep as they may be; the work must be done
///   here.
/// - `ErrorCode::IoError`: The child's credential was refused, or gg has a defect.
///
/// # Examples
///
/// ```no_run
/// use gg::delegation;
///
/// delegation::spawn_subagent(
///     delegation::SpawnRequest {
///         agent: "tester".into(),
///         task: delegation::SubagentBrief::Prompt(
///             "Run the tests of src/parser and report every failure with its cause.".into()
///         ),
///     },
/// )?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// Start it on an issue of the board.
///
/// ```no_run
/// use gg::delegation;
///
/// delegation::spawn_subagent(
///     delegation::SpawnRequest {
///         agent: "tester".into(),
///         task: delegation::SubagentBrief::Issue("AUTH-2".into()),
///     },
/// )?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn spawn_subagent(request: SpawnRequest) -> Result<SubagentHandle, ApiError> {
    crate::membrane::calls::delegation::spawn_subagent(request)
}

/// Waits for children to end and returns their results.
///
/// The call blocks until all of them have ended. When there is nothing to wait for it returns an
/// empty list.
///
/// A copy made by [`delegation::fork`](crate::delegation::fork) in this turn has not started yet
/// and cannot be waited for before the next turn.
///
/// # Parameters
///
/// - `ids`: Ids of children; every child not collected yet when left out.
///
/// # Returns
///
/// A result per child, in the order asked for. A child collected before has no status and an empty
/// summary.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: An id is blank.
/// - `ErrorCode::NotFound`: An id is not of a child of this agent, or is of a copy made in this
///   turn; nothing was waited for.
/// - `ErrorCode::Unavailable`: No agents can be started in this run.
///
/// # Examples
///
/// Wait for every child.
///
/// ```no_run
/// use gg::delegation;
///
/// delegation::wait_for_subagents(None)?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// ```no_run
/// use gg::delegation;
///
/// delegation::wait_for_subagents(Some(&["tester-1", "tester-2"]))?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn wait_for_subagents(ids: Option<&[&str]>) -> Result<Vec<SubagentResult>, ApiError> {
    crate::membrane::calls::delegation::wait_for_subagents(ids)
}

/// Leaves a message for a child.
///
/// The child reads it before its next turn. There is no answer but its result.
///
/// # Parameters
///
/// - `agent_id`: Id of the child, from its handle.
/// - `message`: What to tell it.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The id or the message is blank.
/// - `ErrorCode::NotFound`: It is not a child of this agent.
/// - `ErrorCode::Conflict`: The child has ended already.
/// - `ErrorCode::Unavailable`: No agents can be started in this run.
///
/// # Examples
///
/// ```no_run
/// use gg::delegation;
///
/// delegation::send_message("tester-1", "Leave the slow tests out for now.")?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn send_message(agent_id: &str, message: &str) -> Result<(), ApiError> {
    crate::membrane::calls::delegation::send_message(agent_id, message)
}

/// Moves the machine on to another state when the turn closes.
///
/// Deferred: the program runs on, and the state's agent takes this one's place afterwards. A turn
/// has one successor, by this call or by [`delegation::exec`](crate::delegation::exec): the first
/// stands, even if the program fails later. An ending of the session in the same turn drops it.
///
/// To others the successor is the same agent, with its id, children and assigned issue. What it
/// inherits of the conversation and the stores is set by the machine; its first message says which.
///
/// # Parameters
///
/// - `state`: The state to move to: one of those the present state leads to.
/// - `note`: What to tell the successor; blank counts as left out.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The state is blank, or is not one the present state leads to;
///   the message lists those.
/// - `ErrorCode::Refused`: This turn has its successor already.
/// - `ErrorCode::Unavailable`: This agent does not stand in a machine.
///
/// # Examples
///
/// ```no_run
/// use gg::delegation;
///
/// delegation::transition_state("review", None)?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// ```no_run
/// use gg::delegation;
///
/// delegation::transition_state("fix", Some("Two tests of the lexer fail, both about quotes."))?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn transition_state(state: &str, note: Option<&str>) -> Result<(), ApiError> {
    crate::membrane::calls::delegation::transition_state(state, note)
}

/// Hands over to another agent, which takes this one's place when the turn closes.
///
/// Deferred: the program runs on. A turn has one successor, by this call or by
/// [`delegation::transition_state`](crate::delegation::transition_state): the first stands, even if
/// the program fails later. An ending of the session in the same turn drops it.
///
/// To others the successor is the same agent, with its id, children and assigned issue. It inherits
/// the conversation, memories, tasks and whatever else both can have; its first message says what
/// was carried over. Naming the agent's own id starts it afresh. An agent that is a machine starts
/// at its first state.
///
/// # Parameters
///
/// - `agent`: Id of the agent: one of those the system prompt lists.
/// - `prompt`: What to tell the successor; blank counts as left out.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The agent is blank or not one this agent may name; the message
///   lists the ids.
/// - `ErrorCode::Refused`: This turn has its successor already.
/// - `ErrorCode::Unavailable`: This agent is a state of a machine; the message names the call that
///   moves on.
///
/// # Examples
///
/// ```no_run
/// use gg::delegation;
///
/// delegation::exec("writer", None)?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// ```no_run
/// use gg::delegation;
///
/// delegation::exec("writer", Some("The design is agreed. Write it up in docs/design.md."))?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn exec(agent: &str, prompt: Option<&str>) -> Result<(), ApiError> {
    crate::membrane::calls::delegation::exec(agent, prompt)
}

/// Makes a copy of this agent, which starts when the turn closes.
///
/// Deferred: the id is made and returned now. The copy has the conversation and the state of this
/// agent but no loaded code, and goes on with the prompt; a note tells it whose copy it is. Several
/// forks of a turn add up, stand even if the program fails later, and start even if the session
/// ends with this turn.
///
/// The copy is a child of this agent, and can be waited for from the next turn on.
///
/// # Parameters
///
/// - `prompt`: What the copy is to do.
///
/// # Returns
///
/// The copy, by the id it will have.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The prompt is blank.
/// - `ErrorCode::Unavailable`: No agents can be started in this run.
/// - `ErrorCode::LimitExceeded`: Agents are nested as deep as they may be; the work must be done
///   here.
/// - `ErrorCode::IoError`: gg has a defect, which kept the copy from being made.
///
/// # Examples
///
/// ```no_run
/// use gg::delegation;
///
/// delegation::fork("Try it with a lookup table, on a branch of its own, and measure.")?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn fork(prompt: &str) -> Result<SubagentHandle, ApiError> {
    crate::membrane::calls::delegation::fork(prompt)
}

impl SubagentHandle {
    /// Leaves a message for a child.
    ///
    /// This is [`delegation::send_message`](crate::delegation::send_message) with this value's
    /// `agent_id`.
    ///
    /// # Errors
    ///
    /// Those of that function.
    #[track_caller]
    pub fn send_message(&self, message: &str) -> Result<(), ApiError> {
        crate::delegation::send_message(&self.id, message)
    }
}
