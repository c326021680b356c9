//! The module `delegation` (spec: operations, 8, cards 33 to 38; runtime, 14).

use gg_engine::{Call, CallError, ErrorCode};

use crate::{
    declarations::{Fork, Succession},
    delegation::{Child, Hand, NoChild, NotStarted, Started, TooDeep, Waiter},
    failure::{are_named, conflict, invalid, io, limit, not_found, refused, required},
    host::{Host, Settings},
    operations::{
        OperationId,
        delegation::{Operations, SpawnRequest, SubagentBrief, SubagentHandle, SubagentResult},
    },
    profile::RosterScope,
    text::is_blank,
};

impl Operations for Host {
    async fn spawn_subagent(&mut self, call: &Call, request: SpawnRequest) -> Result<SubagentHandle, CallError> {
        let SpawnRequest { agent, task } = request;
        // What holds the prompt or the issue has no name in a program.
        match &task {
            SubagentBrief::Prompt(prompt) if is_blank(prompt) => return Err(invalid("the prompt is blank")),
            SubagentBrief::Issue(issue) if is_blank(issue) => return Err(invalid("the id of the issue is blank")),
            SubagentBrief::Prompt(_) | SubagentBrief::Issue(_) => {}
        }
        self.is_on_roster(call, "request.agent", &agent, RosterScope::Subagent)?;
        let Hand { delegation, starter } = self.reach(call)?;
        let prompt = match task {
            SubagentBrief::Prompt(prompt) => prompt,
            SubagentBrief::Issue(issue) => self.brief_of(call, &issue).await?,
        };
        let id = delegation.add(&self.settings.agent).map_err(|deep| too_deep(call, deep))?;
        let folder = self.workspace.root().to_owned();
        let memories = self.memories_to_inherit().to_owned();
        let child = Child { id: id.clone(), agent: agent.clone(), prompt, folder, turn: self.turn, memories };
        match starter.start(child) {
            Ok(Started { slot, model_id }) => Ok(SubagentHandle { id, slot, model_id }),
            Err(why) => {
                delegation.withdraw(&id);
                Err(not_started(call, &agent, why))
            }
        }
    }

    async fn wait_for_subagents(
        &mut self,
        call: &Call,
        ids: Option<Vec<String>>,
    ) -> Result<Vec<SubagentResult>, CallError> {
        if let Some(ids) = &ids {
            are_named(call, "ids", ids)?;
        }
        let delegation = self.reach(call)?.delegation;
        let own = &self.settings.agent;
        let ids = match ids {
            None => delegation.outstanding(own),
            Some(ids) => {
                for id in &ids {
                    delegation.may_wait(own, id).map_err(|why| no_child(id, &why))?;
                }
                ids
            }
        };
        if !delegation.have_returned(&ids) {
            let children = ids.iter().cloned().map(Waiter::Agent).collect();
            let _wait = delegation.waits().begin(Waiter::Agent(own.clone()), children);
            // Another agent, its child perhaps, works in the slot meanwhile.
            match self.give_up_slot() {
                None => delegation.until_returned(&ids).await,
                Some(slots) => {
                    let (others, awaited) = (delegation.clone(), ids.clone());
                    let have_returned = move || others.have_returned(&awaited);
                    self.set_slot(slots.resume_when(have_returned, delegation.until_returned(&ids)).await);
                }
            }
        }
        Ok(delegation.collect(ids))
    }

    async fn send_message(&mut self, call: &Call, agent_id: String, message: String) -> Result<(), CallError> {
        required(call, "agent-id", &agent_id)?;
        required(call, "message", &message)?;
        let delegation = self.reach(call)?.delegation;
        delegation.leave(&self.settings.agent, &agent_id, message).map_err(|why| no_child(&agent_id, &why))
    }

    async fn transition_state(&mut self, call: &Call, state: String, note: Option<String>) -> Result<(), CallError> {
        required(call, "state", &state)?;
        let position = self.settings.position.as_ref().ok_or_else(|| call.missing())?;
        let targets: Vec<&str> = position.edges().map(|edge| edge.to.as_str()).collect();
        if !targets.contains(&state.as_str()) {
            let there = if targets.is_empty() {
                "there is none".to_owned()
            } else {
                format!("there is {}", targets.join(", "))
            };
            return Err(invalid(format!("`{}` names no state to move to: {state}; {there}", call.param("state"))));
        }
        self.succeed(call, Succession::Transition { state, note })
    }

    async fn exec(&mut self, call: &Call, agent: String, prompt: Option<String>) -> Result<(), CallError> {
        required(call, "agent", &agent)?;
        self.is_on_roster(call, "agent", &agent, RosterScope::Subagent)?;
        self.succeed(call, Succession::Exec { agent, prompt })
    }

    async fn fork(&mut self, call: &Call, prompt: String) -> Result<SubagentHandle, CallError> {
        required(call, "prompt", &prompt)?;
        let Hand { delegation, starter } = self.reach(call)?;
        let own = &self.settings.agent;
        let id = delegation.declare(own).map_err(|deep| too_deep(call, deep))?;
        match starter.copy(&id, self.workspace.root(), self.memories_to_inherit()) {
            Ok(Started { slot, model_id }) => {
                self.declarations.fork(Fork { id: id.clone(), prompt });
                Ok(SubagentHandle { id, slot, model_id })
            }
            Err(why) => {
                delegation.withdraw(&id);
                Err(not_started(call, own, why))
            }
        }
    }
}

impl Host {
    fn reach(&self, call: &Call) -> Result<Hand, CallError> {
        self.hand.clone().ok_or_else(|| call.missing())
    }

    /// What a child is told that is started on an issue (spec: runtime, 13.1).
    async fn brief_of(&mut self, call: &Call, issue: &str) -> Result<String, CallError> {
        if self.board.is_none() {
            return Err(CallError::new(ErrorCode::Unavailable, call.did_not_run("there is no board.")));
        }
        let board = self.store.board().await?;
        let unknown = || not_found(format!("no such issue: {issue}"));
        board.issue(issue).map(crate::board::Issue::brief).ok_or_else(unknown)
    }

    /// Declares who takes the place of its agent when the turn closes.
    fn succeed(&mut self, call: &Call, succession: Succession) -> Result<(), CallError> {
        let taken = |_| refused(call.did_not_run("this turn already has a successor."));
        self.declarations.succeed(succession).map_err(taken)
    }

    /// Whether anything stands behind an operation of the module (spec: operations, 4).
    pub(crate) fn holds_delegation(&self, operation: OperationId) -> bool {
        use OperationId as Id;
        let Settings { spawns, forks, roster, position, .. } = &self.settings;
        let is_held = match operation {
            Id::DelegationSpawnSubagent => *spawns,
            Id::DelegationWaitForSubagents | Id::DelegationSendMessage => *spawns || *forks,
            Id::DelegationTransitionState => {
                position.as_ref().is_some_and(|position| position.edges().next().is_some())
            }
            Id::DelegationExec => position.is_none() && RosterScope::Subagent.of(roster).next().is_some(),
            Id::DelegationFork => true,
            _ => false,
        };
        self.hand.is_some() && is_held
    }
}

/// Why an agent was not started.
fn not_started(call: &Call, agent: &str, why: NotStarted) -> CallError {
    match why {
        NotStarted::Credential(why) => io(format!("the model of {agent} cannot be asked: {why}")),
        NotStarted::Defect => call.defect(),
    }
}

fn too_deep(call: &Call, TooDeep { depth, most }: TooDeep) -> CallError {
    limit(call.did_not_run(&format!("this agent is at depth {depth}; the most is {most}.")))
}

/// Why a child is not waited for or written to.
fn no_child(id: &str, why: &NoChild) -> CallError {
    match why {
        NoChild::Unknown(children) if children.is_empty() => {
            not_found(format!("no such child: {id}; this agent has none"))
        }
        NoChild::Unknown(children) => not_found(format!("no such child: {id}; there is {}", children.join(", "))),
        NoChild::NotStarted => not_found(format!("the copy {id} starts when the turn closes")),
        NoChild::Returned => conflict(format!("the child has ended: {id}")),
    }
}
