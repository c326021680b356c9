// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! Start children, write to them and wait for them; hand over to another agent.
//!
//! A child works beside this agent, in the same workspace:
//! [`delegation.spawn_subagent`](super::delegation::Operations::spawn_subagent) starts another
//! agent, [`delegation.fork`](super::delegation::Operations::fork) a copy of this one. A successor
//! takes this agent's place when the turn closes:
//! [`delegation.exec`](super::delegation::Operations::exec) names an agent,
//! [`delegation.transition_state`](super::delegation::Operations::transition_state) the next state
//! of a machine.
#![allow(
    clippy::doc_markdown,
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    clippy::struct_excessive_bools,
    clippy::struct_field_names,
    clippy::too_many_arguments,
    clippy::type_complexity,
    clippy::wrong_self_convention,
    missing_docs,
    unreachable_pub,
    reason = "names, shapes and prose are the table's"
)]

use gg_engine::{
    Answers, Binding, Call, CallError, DuringCompaction, Member, Mode, Object, Operation,
    Recorded, StoreData, record_case, serve,
};
use serde::{Deserialize, Serialize};
use super::OperationId;
use wasmtime::component::{ComponentType, Lift, Linker, Lower};

/// What a child is to do: a prompt, or an issue of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[serde(rename_all = "snake_case")]
#[component(variant)]
pub enum SubagentBrief {
    /// This prompt. The child knows nothing else of the caller's conversation.
    #[component(name = "prompt")]
    Prompt(String),
    /// The issue of the board with this id, whose texts become the prompt.
    #[component(name = "issue")]
    Issue(String),
}

impl Recorded for SubagentBrief {
    fn record(&self, json: &mut String) {
        match self {
            Self::Prompt(value) => record_case("prompt", value, json),
            Self::Issue(value) => record_case("issue", value, json),
        }
    }
}

/// A child to start.
#[derive(Clone, Debug, PartialEq, Eq)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[component(record)]
pub struct SpawnRequest {
    /// Id of the agent to start: one of those the system prompt lists.
    pub agent: String,
    /// What it is to do.
    pub task: SubagentBrief,
}

impl Recorded for SpawnRequest {
    fn record(&self, json: &mut String) {
        Object::open(json)
            .member("agent", &self.agent)
            .member("task", &self.task)
            .close();
    }
}

/// A child that was started, or will be when the turn closes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[component(record)]
pub struct SubagentHandle {
    /// Its id, to wait for it or to write to it.
    pub id: String,
    /// The kind of agent it runs as.
    pub slot: String,
    /// The model it runs on.
    #[component(name = "model-id")]
    pub model_id: String,
}

/// How a child ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[serde(rename_all = "snake_case")]
#[component(enum)]
#[repr(u8)]
pub enum AgentStatus {
    /// It ended its session itself.
    #[component(name = "completed")]
    Completed,
    /// It used up its turns.
    #[component(name = "exhausted")]
    Exhausted,
    /// The run's time was up.
    #[component(name = "timed-out")]
    TimedOut,
    /// Its model could not answer.
    #[component(name = "model-error")]
    ModelError,
    /// Its model's provider refused the credential.
    #[component(name = "auth-error")]
    AuthError,
    /// It met an error or cost ceiling.
    #[component(name = "limit-exceeded")]
    LimitExceeded,
}

/// What a child left behind.
#[derive(Clone, Debug, PartialEq, Eq)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[component(record)]
pub struct SubagentResult {
    /// Its id.
    pub id: String,
    /// How it ended; absent when it was collected before, or ended in another way.
    pub status: Option<AgentStatus>,
    /// Its ending text, or a line about its status; empty when it was collected before.
    pub summary: String,
}

/// The operations of the module `delegation`.
pub trait Operations: Send {
    /// Starts another agent as a child, in the same workspace.
    ///
    /// The child starts at once, or as soon as there is room for one more agent, and works while
    /// this agent goes on. Its result comes from
    /// [`delegation.wait_for_subagents`](super::delegation::Operations::wait_for_subagents).
    ///
    /// For an issue, the prompt is made from its title, description, scopes and completion
    /// criteria; the issue itself is neither assigned nor moved.
    ///
    /// # Arguments
    ///
    /// - `request`: Which agent to start, and what it is to do.
    ///
    /// # Returns
    ///
    /// The child, by the id it is waited for and written to.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The prompt or the id of the issue is blank, or the agent is not one
    ///   this agent may start; the message lists the ids.
    /// - `not-found`: There is no such issue.
    /// - `unavailable`: No agents can be started in this run, or an issue was named and there is no
    ///   board.
    /// - `limit-exceeded`: Agents are nested as deep as they may be; the work must be done here.
    /// - `io-error`: The child's credential was refused, or gg has a defect.
    fn spawn_subagent(
        &mut self,
        call: &Call,
        request: SpawnRequest,
    ) -> impl Future<Output = Result<SubagentHandle, CallError>> + Send;

    /// Waits for children to end and returns their results.
    ///
    /// The call blocks until all of them have ended. When there is nothing to wait for it returns
    /// an empty list.
    ///
    /// A copy made by [`delegation.fork`](super::delegation::Operations::fork) in this turn has not
    /// started yet and cannot be waited for before the next turn.
    ///
    /// # Arguments
    ///
    /// - `ids`: Ids of children; every child not collected yet when left out.
    ///
    /// # Returns
    ///
    /// A result per child, in the order asked for. A child collected before has no status and an
    /// empty summary.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: An id is blank.
    /// - `not-found`: An id is not of a child of this agent, or is of a copy made in this turn;
    ///   nothing was waited for.
    /// - `unavailable`: No agents can be started in this run.
    fn wait_for_subagents(
        &mut self,
        call: &Call,
        ids: Option<Vec<String>>,
    ) -> impl Future<Output = Result<Vec<SubagentResult>, CallError>> + Send;

    /// Leaves a message for a child.
    ///
    /// The child reads it before its next turn. There is no answer but its result.
    ///
    /// # Arguments
    ///
    /// - `agent_id`: Id of the child, from its handle.
    /// - `message`: What to tell it.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The id or the message is blank.
    /// - `not-found`: It is not a child of this agent.
    /// - `conflict`: The child has ended already.
    /// - `unavailable`: No agents can be started in this run.
    fn send_message(
        &mut self,
        call: &Call,
        agent_id: String,
        message: String,
    ) -> impl Future<Output = Result<(), CallError>> + Send;

    /// Moves the machine on to another state when the turn closes.
    ///
    /// Deferred: the program runs on, and the state's agent takes this one's place afterwards. A
    /// turn has one successor, by this call or by
    /// [`delegation.exec`](super::delegation::Operations::exec): the first stands, even if the
    /// program fails later. An ending of the session in the same turn drops it.
    ///
    /// To others the successor is the same agent, with its id, children and assigned issue. What it
    /// inherits of the conversation and the stores is set by the machine; its first message says
    /// which.
    ///
    /// # Arguments
    ///
    /// - `state`: The state to move to: one of those the present state leads to.
    /// - `note`: What to tell the successor; blank counts as left out.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The state is blank, or is not one the present state leads to; the
    ///   message lists those.
    /// - `refused`: This turn has its successor already.
    /// - `unavailable`: This agent does not stand in a machine.
    fn transition_state(
        &mut self,
        call: &Call,
        state: String,
        note: Option<String>,
    ) -> impl Future<Output = Result<(), CallError>> + Send;

    /// Hands over to another agent, which takes this one's place when the turn closes.
    ///
    /// Deferred: the program runs on. A turn has one successor, by this call or by
    /// [`delegation.transition_state`](super::delegation::Operations::transition_state): the first
    /// stands, even if the program fails later. An ending of the session in the same turn drops it.
    ///
    /// To others the successor is the same agent, with its id, children and assigned issue. It
    /// inherits the conversation, memories, tasks and whatever else both can have; its first
    /// message says what was carried over. Naming the agent's own id starts it afresh. An agent
    /// that is a machine starts at its first state.
    ///
    /// # Arguments
    ///
    /// - `agent`: Id of the agent: one of those the system prompt lists.
    /// - `prompt`: What to tell the successor; blank counts as left out.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The agent is blank or not one this agent may name; the message lists
    ///   the ids.
    /// - `refused`: This turn has its successor already.
    /// - `unavailable`: This agent is a state of a machine; the message names the call that moves
    ///   on.
    fn exec(
        &mut self,
        call: &Call,
        agent: String,
        prompt: Option<String>,
    ) -> impl Future<Output = Result<(), CallError>> + Send;

    /// Makes a copy of this agent, which starts when the turn closes.
    ///
    /// Deferred: the id is made and returned now. The copy has the conversation and the state of
    /// this agent but no loaded code, and goes on with the prompt; a note tells it whose copy it
    /// is. Several forks of a turn add up, stand even if the program fails later, and start even if
    /// the session ends with this turn.
    ///
    /// The copy is a child of this agent, and can be waited for from the next turn on.
    ///
    /// # Arguments
    ///
    /// - `prompt`: What the copy is to do.
    ///
    /// # Returns
    ///
    /// The copy, by the id it will have.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The prompt is blank.
    /// - `unavailable`: No agents can be started in this run.
    /// - `limit-exceeded`: Agents are nested as deep as they may be; the work must be done here.
    /// - `io-error`: gg has a defect, which kept the copy from being made.
    fn fork(
        &mut self,
        call: &Call,
        prompt: String,
    ) -> impl Future<Output = Result<SubagentHandle, CallError>> + Send;
}

/// The rows of the module `delegation`.
pub(super) static ROWS: [Operation; 6] = [
    Operation {
        index: OperationId::DelegationSpawnSubagent.index(),
        id: "delegation.spawn_subagent",
        key: "spawn_subagent",
        module: 8,
        binding: Binding::Capability(12),
        mode: Mode::Immediate,
        deadline: true,
        during_compaction: DuringCompaction::Refused,
        instead: &[OperationId::DelegationFork.index()],
        condition: Some("the roster has an entry of scope subagent"),
        effect: "agents",
        spellings: &[
            "delegation.spawnSubagent",
            "delegation.spawnSubagent",
            "gg.delegation.spawn_subagent",
            "delegation::spawn_subagent",
        ],
        params: &[
            Member {
                name: "request",
                spellings: &["request", "request", "request", "request"],
                record: Some(8),
            },
        ],
    },
    Operation {
        index: OperationId::DelegationWaitForSubagents.index(),
        id: "delegation.wait_for_subagents",
        key: "wait_for_subagents",
        module: 8,
        binding: Binding::Capability(12),
        mode: Mode::Blocking,
        deadline: true,
        during_compaction: DuringCompaction::Refused,
        instead: &[],
        condition: Some("the agent can spawn or fork"),
        effect: "agents",
        spellings: &[
            "delegation.waitForSubagents",
            "delegation.waitForSubagents",
            "gg.delegation.wait_for_subagents",
            "delegation::wait_for_subagents",
        ],
        params: &[Member { name: "ids", spellings: &["ids", "ids", "ids", "ids"], record: None }],
    },
    Operation {
        index: OperationId::DelegationSendMessage.index(),
        id: "delegation.send_message",
        key: "send_message",
        module: 8,
        binding: Binding::Capability(12),
        mode: Mode::Immediate,
        deadline: true,
        during_compaction: DuringCompaction::Refused,
        instead: &[],
        condition: Some("the agent can spawn or fork; switch `messaging` on"),
        effect: "agents",
        spellings: &[
            "delegation.sendMessage",
            "delegation.sendMessage",
            "gg.delegation.send_message",
            "delegation::send_message",
        ],
        params: &[
            Member {
                name: "agent-id",
                spellings: &["agentId", "agentId", "agent_id", "agent_id"],
                record: None,
            },
            Member {
                name: "message",
                spellings: &["message", "message", "message", "message"],
                record: None,
            },
        ],
    },
    Operation {
        index: OperationId::DelegationTransitionState.index(),
        id: "delegation.transition_state",
        key: "transition_state",
        module: 8,
        binding: Binding::Machine,
        mode: Mode::Deferred,
        deadline: true,
        during_compaction: DuringCompaction::Refused,
        instead: &[OperationId::DelegationExec.index()],
        condition: Some("the agent stands in a machine state with an outgoing edge"),
        effect: "declaration",
        spellings: &[
            "delegation.transitionState",
            "delegation.transitionState",
            "gg.delegation.transition_state",
            "delegation::transition_state",
        ],
        params: &[
            Member {
                name: "state",
                spellings: &["state", "state", "state", "state"],
                record: None,
            },
            Member { name: "note", spellings: &["note", "note", "note", "note"], record: None },
        ],
    },
    Operation {
        index: OperationId::DelegationExec.index(),
        id: "delegation.exec",
        key: "exec",
        module: 8,
        binding: Binding::Capability(13),
        mode: Mode::Deferred,
        deadline: true,
        during_compaction: DuringCompaction::Refused,
        instead: &[OperationId::DelegationTransitionState.index()],
        condition: Some("the roster has an entry of scope subagent; the agent stands in no machine state"),
        effect: "declaration",
        spellings: &[
            "delegation.exec",
            "delegation.exec",
            "gg.delegation.exec",
            "delegation::exec",
        ],
        params: &[
            Member {
                name: "agent",
                spellings: &["agent", "agent", "agent", "agent"],
                record: None,
            },
            Member {
                name: "prompt",
                spellings: &["prompt", "prompt", "prompt", "prompt"],
                record: None,
            },
        ],
    },
    Operation {
        index: OperationId::DelegationFork.index(),
        id: "delegation.fork",
        key: "fork",
        module: 8,
        binding: Binding::Capability(14),
        mode: Mode::Deferred,
        deadline: true,
        during_compaction: DuringCompaction::Refused,
        instead: &[OperationId::DelegationSpawnSubagent.index()],
        condition: None,
        effect: "declaration",
        spellings: &[
            "delegation.fork",
            "delegation.fork",
            "gg.delegation.fork",
            "delegation::fork",
        ],
        params: &[
            Member {
                name: "prompt",
                spellings: &["prompt", "prompt", "prompt", "prompt"],
                record: None,
            },
        ],
    },
];

/// Adds the calls of the module `delegation`, each inside its bracket.
pub(super) fn add_to_linker<Data>(linker: &mut Linker<Data>) -> ::wasmtime::Result<()>
where
    Data: StoreData,
    Data::Host: Operations + Answers<Operation = OperationId>,
{
    let mut instance = linker.instance("gg:sandbox/delegation")?;
    instance.func_wrap_async("spawn-subagent", |mut store, params: (SpawnRequest,)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::DelegationSpawnSubagent,
                params,
                |params, request| request.member("request", &params.0),
                async |host, call, params| Operations::spawn_subagent(host, call, params.0).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("wait-for-subagents", |mut store, params: (Option<Vec<String>>,)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::DelegationWaitForSubagents,
                params,
                |params, request| request.member("ids", &params.0),
                async |host, call, params| {
                    Operations::wait_for_subagents(host, call, params.0).await
                },
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("send-message", |mut store, params: (String, String)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::DelegationSendMessage,
                params,
                |params, request| {
                    request.member("agent_id", &params.0).member("message", &params.1)
                },
                async |host, call, params| {
                    Operations::send_message(host, call, params.0, params.1).await
                },
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("transition-state", |mut store, params: (String, Option<String>)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::DelegationTransitionState,
                params,
                |params, request| request.member("state", &params.0).member("note", &params.1),
                async |host, call, params| {
                    Operations::transition_state(host, call, params.0, params.1).await
                },
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("exec", |mut store, params: (String, Option<String>)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::DelegationExec,
                params,
                |params, request| request.member("agent", &params.0).member("prompt", &params.1),
                async |host, call, params| Operations::exec(host, call, params.0, params.1).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("fork", |mut store, params: (String,)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::DelegationFork,
                params,
                |params, request| request.member("prompt", &params.0),
                async |host, call, params| Operations::fork(host, call, params.0).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    Ok(())
}
