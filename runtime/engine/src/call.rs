//! One call, and what its method may ask: names as the program writes them, and what the agent holds.

use std::{borrow::Cow, sync::Arc};

use crate::{
    failure::{CallError, ErrorCode},
    grants::Grants,
    refusal,
    sentences::fill,
    table::{ArmId, Member, Module, Operation, Table},
};

/// Whose program is running.
#[derive(Debug)]
pub struct Agent {
    /// The table its calls are rows of.
    pub table: &'static Table,
    /// The arm its programs are written in.
    pub arm: ArmId,
    /// What it may do.
    pub grants: Grants,
}

impl Agent {
    /// The operation with an id, if the agent may call it.
    pub fn holds(&self, id: &str) -> Option<&'static Operation> {
        self.table.operation(id).filter(|operation| self.grants.permits(operation))
    }

    /// The modules in which it may call something, in presentation order.
    pub fn modules(&self) -> impl Iterator<Item = &'static Module> {
        let callable = |at: u32| {
            let mut operations = self.table.operations.iter();
            operations.any(|operation| operation.module == at && self.grants.permits(operation))
        };
        (0u32..).zip(self.table.modules).filter(move |(at, _)| callable(*at)).map(|(_, module)| module)
    }
}

/// A call that has arrived at the membrane.
#[derive(Debug)]
pub struct Call {
    agent: Arc<Agent>,
    operation: &'static Operation,
    number: u32,
    request: String,
}

/// The id of a call within its turn, `program:{number}:{operation id}`.
pub(crate) fn call_id(number: u32, operation: &Operation) -> String {
    format!("program:{number}:{}", operation.id)
}

impl Call {
    /// A call: `number` counts the calls of the turn from 0, `request` is the recorded request.
    pub fn new(agent: Arc<Agent>, operation: &'static Operation, number: u32, request: String) -> Self {
        Self { agent, operation, number, request }
    }

    /// The row.
    pub fn operation(&self) -> &'static Operation {
        self.operation
    }

    /// Whose program it is.
    pub fn agent(&self) -> &Arc<Agent> {
        &self.agent
    }

    /// How many calls of the turn came before it.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// The call's id within its turn, `program:{number}:{operation id}`.
    pub fn id(&self) -> String {
        call_id(self.number, self.operation)
    }

    /// The recorded request, one JSON object.
    pub fn request(&self) -> &str {
        &self.request
    }

    /// The text of the request, to be filled again.
    pub fn into_request(self) -> String {
        self.request
    }

    /// How the program writes a call.
    pub fn spell(&self, operation: impl Into<&'static Operation>) -> &'static str {
        operation.into().spelling(self.agent.arm)
    }

    /// The same, if the agent holds the call: a message names no other.
    pub fn held(&self, operation: impl Into<&'static Operation>) -> Option<&'static str> {
        let operation = operation.into();
        self.agent.grants.permits(operation).then(|| operation.spelling(self.agent.arm))
    }

    /// How the program writes a parameter of this call, or a field of a record it holds: `path`, `patch.in-scope`.
    /// A name the table does not know stays as it is.
    pub fn param<'a>(&self, path: &'a str) -> Cow<'a, str> {
        let mut members = self.operation.params;
        let mut spelled = String::with_capacity(path.len());
        for name in path.split('.') {
            let Some(member) = members.iter().find(|member| member.name == name) else {
                return Cow::Borrowed(path);
            };
            if !spelled.is_empty() {
                spelled.push('.');
            }
            spelled.push_str(member.spelling(self.agent.arm));
            members = self.fields(member);
        }
        Cow::Owned(spelled)
    }

    /// The sentence for a call that was refused for the moment: it names the call and says why.
    pub fn did_not_run(&self, why: &str) -> String {
        fill(self.agent.table.sentences.did_not_run, &[("call", self.spell(self.operation)), ("why", why)])
    }

    /// The failure of a call behind which something is missing in this run, so that no other call would do instead.
    pub fn missing(&self) -> CallError {
        let sentence = self.agent.table.sentences.unavailable;
        CallError::new(ErrorCode::Unavailable, fill(sentence, &[("call", self.spell(self.operation))]))
    }

    /// The failure of a call that met a defect of the host.
    pub fn defect(&self) -> CallError {
        CallError::new(ErrorCode::IoError, refusal::defect(self.agent.table))
    }

    fn fields(&self, member: &Member) -> &'static [Member] {
        let record = member.record.and_then(|at| self.agent.table.records.get(at as usize));
        record.copied().unwrap_or_default()
    }
}
