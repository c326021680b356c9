// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! Plan epics and issues on the board all agents of the run share, and wait for them.
//!
//! An issue is work for one agent. As soon as all its blockers are done it is given to its agent,
//! which works in a git worktree of its own; its reviewers then read the work one after the other,
//! and it is merged when all approve.
//!
//! No call reads the board: the unfinished issues stand in the window, with status, agent and
//! blockers, refreshed between turns.
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
    Recorded, StoreData, serve,
};
use serde::{Deserialize, Serialize};
use super::OperationId;
use super::core::TextEdit;
use wasmtime::component::{ComponentType, Lift, Linker, Lower};

/// Where an issue stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[serde(rename_all = "snake_case")]
#[component(enum)]
#[repr(u8)]
pub enum IssueStatus {
    /// Waiting for its blockers or its agent.
    #[component(name = "open")]
    Open,
    /// Its agent is at work.
    #[component(name = "in-progress")]
    InProgress,
    /// Its reviewers are at work; set by the board only.
    #[component(name = "in-review")]
    InReview,
    /// Finished and merged, or declared so.
    #[component(name = "done")]
    Done,
    /// Given up; set by the board only. What it blocks stays blocked.
    #[component(name = "failed")]
    Failed,
}

impl Recorded for IssueStatus {
    fn record(&self, json: &mut String) {
        json.push_str(
            match self {
                Self::Open => "\"open\"",
                Self::InProgress => "\"in_progress\"",
                Self::InReview => "\"in_review\"",
                Self::Done => "\"done\"",
                Self::Failed => "\"failed\"",
            },
        );
    }
}

/// An epic to open.
#[derive(Clone, Debug, PartialEq, Eq)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[component(record)]
pub struct EpicInput {
    /// 3 to 6 letters, kept in upper case: the epic's id, and the prefix of the ids of its issues.
    pub prefix: String,
    /// What it is, in a line.
    pub title: String,
    /// More about it; required.
    pub description: String,
}

impl Recorded for EpicInput {
    fn record(&self, json: &mut String) {
        Object::open(json)
            .member("prefix", &self.prefix)
            .member("title", &self.title)
            .member("description", &self.description)
            .close();
    }
}

/// An issue to open. Its agent reads these texts and nothing else, so they must stand on their own.
#[derive(Clone, Debug, PartialEq, Eq)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[component(record)]
pub struct IssueInput {
    /// What is to be done, in a line.
    pub title: String,
    /// More about it.
    pub description: Option<String>,
    /// What belongs to the work.
    #[component(name = "in-scope")]
    pub in_scope: String,
    /// What does not belong to it.
    #[component(name = "out-of-scope")]
    pub out_of_scope: String,
    /// How to tell that it is finished.
    #[component(name = "completion-criteria")]
    pub completion_criteria: String,
    /// Ids of issues that must be done first.
    #[component(name = "blocked-by")]
    pub blocked_by: Vec<String>,
    /// Id of the epic it belongs to; outside any epic when left out.
    #[component(name = "epic-id")]
    pub epic_id: Option<String>,
    /// Id of the agent that does the work: one of the implementers the system prompt lists.
    pub agent: String,
    /// Ids of the agents that review it, in order: reviewers the system prompt lists. Some runs
    /// require one.
    pub reviewers: Vec<String>,
}

impl Recorded for IssueInput {
    fn record(&self, json: &mut String) {
        Object::open(json)
            .member("title", &self.title)
            .member("description", &self.description)
            .member("in_scope", &self.in_scope)
            .member("out_of_scope", &self.out_of_scope)
            .member("completion_criteria", &self.completion_criteria)
            .member("blocked_by", &self.blocked_by)
            .member("epic_id", &self.epic_id)
            .member("agent", &self.agent)
            .member("reviewers", &self.reviewers)
            .close();
    }
}

/// A change to the epic an issue belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[serde(rename_all = "snake_case")]
#[component(variant)]
pub enum EpicAssignment {
    /// Leave it where it is.
    #[component(name = "keep")]
    Keep,
    /// Take it out of its epic.
    #[component(name = "ungroup")]
    Ungroup,
    /// Put it into the epic with this id.
    #[component(name = "set")]
    Set(String),
}

impl Recorded for EpicAssignment {
    fn record(&self, json: &mut String) {
        match self {
            Self::Keep | Self::Ungroup => json.push_str("null"),
            Self::Set(value) => Recorded::record(value, json),
        }
    }

    fn is_left_out(&self) -> bool {
        matches!(self, Self::Keep)
    }
}

/// Changes to an issue. What is left out stays as it is; at least one change is needed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[component(record)]
pub struct IssuePatch {
    /// A new title.
    pub title: Option<String>,
    /// A change to the description: keep it, clear it, or set it.
    pub description: TextEdit,
    /// What belongs to the work now.
    #[component(name = "in-scope")]
    pub in_scope: Option<String>,
    /// What does not belong to it now.
    #[component(name = "out-of-scope")]
    pub out_of_scope: Option<String>,
    /// How to tell now that it is finished.
    #[component(name = "completion-criteria")]
    pub completion_criteria: Option<String>,
    /// A new status: `open`, `in-progress` or `done`. The others are set by the board only.
    pub status: Option<IssueStatus>,
    /// A change to its epic: keep it, take it out, or put it into another.
    pub epic: EpicAssignment,
}

impl Recorded for IssuePatch {
    fn record(&self, json: &mut String) {
        Object::open(json)
            .member("title", &self.title)
            .member("description", &self.description)
            .member("in_scope", &self.in_scope)
            .member("out_of_scope", &self.out_of_scope)
            .member("completion_criteria", &self.completion_criteria)
            .member("status", &self.status)
            .member("epic", &self.epic)
            .close();
    }
}

/// How full the board is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[component(record)]
pub struct BoardUsage {
    /// Epics held.
    pub epics: u32,
    /// Most epics allowed.
    #[component(name = "max-epics")]
    pub max_epics: u32,
    /// Issues held.
    pub issues: u32,
    /// Most issues allowed.
    #[component(name = "max-issues")]
    pub max_issues: u32,
}

/// An epic that was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[component(record)]
pub struct EpicCreated {
    /// Its id: the prefix in upper case.
    pub id: String,
    /// How full the board is now.
    pub board: BoardUsage,
}

/// An issue that was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[component(record)]
pub struct IssueCreated {
    /// Its id, such as `AUTH-2` in the epic `AUTH` or `ISSUE-7` outside any.
    pub id: String,
    /// How full the board is now.
    pub board: BoardUsage,
}

/// The operations of the module `board`.
pub trait Operations: Send {
    /// Opens an epic, a group of issues with a prefix of its own.
    ///
    /// The prefix is the epic's id, and its issues are numbered with it, as in `AUTH-1`.
    ///
    /// # Arguments
    ///
    /// - `epic`: The epic; all its texts are required.
    ///
    /// # Returns
    ///
    /// Its id, and how full the board is.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: A text is empty, or the prefix is not 3 to 6 letters.
    /// - `conflict`: The prefix is taken.
    /// - `limit-exceeded`: There are as many epics as allowed.
    fn create_epic(
        &mut self,
        call: &Call,
        epic: EpicInput,
    ) -> impl Future<Output = Result<EpicCreated, CallError>> + Send;

    /// Opens an issue, which its agent starts on as soon as nothing blocks it.
    ///
    /// An issue without an unfinished blocker is given to its agent at once, in a git worktree of
    /// its own; the others follow when all their blockers are done. When the agent finishes, the
    /// reviewers read the work in order, and it is merged once all approve, or at once if there are
    /// none.
    ///
    /// [`board.wait_for_issue`](super::board::Operations::wait_for_issue) tells how it ended.
    ///
    /// # Arguments
    ///
    /// - `issue`: The issue. Title, both scopes and completion criteria must not be empty.
    ///
    /// # Returns
    ///
    /// Its id, made by the board, and how full the board is.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: A required text is empty, the agent is not an implementer or a
    ///   reviewer not a reviewer this agent may name (the message lists the ids), or reviewers are
    ///   required and missing.
    /// - `not-found`: The epic or a blocker does not exist.
    /// - `conflict`: The issue would block itself, directly or in a circle.
    /// - `limit-exceeded`: There are as many issues as allowed.
    fn create_issue(
        &mut self,
        call: &Call,
        issue: IssueInput,
    ) -> impl Future<Output = Result<IssueCreated, CallError>> + Send;

    /// Changes an issue's texts, status or epic.
    ///
    /// What blocks it is changed by
    /// [`board.set_issue_blocked_by`](super::board::Operations::set_issue_blocked_by).
    ///
    /// # Arguments
    ///
    /// - `id`: Id of the issue.
    /// - `patch`: What to change; what is left out stays as it is.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The id is blank, a text is empty, nothing is to be changed, or the
    ///   status is not one of `open`, `in-progress` and `done`.
    /// - `not-found`: The issue or the epic does not exist.
    fn update_issue(
        &mut self,
        call: &Call,
        id: String,
        patch: IssuePatch,
    ) -> impl Future<Output = Result<(), CallError>> + Send;

    /// Replaces the list of what blocks an issue.
    ///
    /// An open issue left without an unfinished blocker is given to its agent at once.
    ///
    /// # Arguments
    ///
    /// - `id`: Id of the issue.
    /// - `blocked_by`: Ids of all issues that must be done before it; an empty list clears it.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The id is blank.
    /// - `not-found`: The issue or a blocker does not exist.
    /// - `conflict`: The issue would block itself, directly or in a circle.
    fn set_issue_blocked_by(
        &mut self,
        call: &Call,
        id: String,
        blocked_by: Vec<String>,
    ) -> impl Future<Output = Result<(), CallError>> + Send;

    /// Removes an epic; its issues stay, outside any epic.
    ///
    /// # Arguments
    ///
    /// - `id`: Id of the epic, its prefix.
    ///
    /// # Returns
    ///
    /// How full the board is now.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The id is blank.
    /// - `not-found`: There is no such epic.
    fn remove_epic(
        &mut self,
        call: &Call,
        id: String,
    ) -> impl Future<Output = Result<BoardUsage, CallError>> + Send;

    /// Removes an issue.
    ///
    /// What it blocked stays blocked by it and can no longer finish, until
    /// [`board.set_issue_blocked_by`](super::board::Operations::set_issue_blocked_by) takes it off
    /// those lists.
    ///
    /// # Arguments
    ///
    /// - `id`: Id of the issue.
    ///
    /// # Returns
    ///
    /// How full the board is now.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The id is blank.
    /// - `not-found`: There is no such issue.
    fn remove_issue(
        &mut self,
        call: &Call,
        id: String,
    ) -> impl Future<Output = Result<BoardUsage, CallError>> + Send;

    /// Waits for an issue after the program has ended.
    ///
    /// Deferred: the call returns at once and the program runs on. Several waits of a turn add up;
    /// the issues are waited for in the order of the calls, each once.
    ///
    /// All outcomes arrive as one message before the next turn. Each is in words: done; failed;
    /// removed; never to finish, behind an issue that failed or is missing; or live again. They are
    /// not failures a program could catch. An ending of the session in the same turn drops the
    /// waits.
    ///
    /// # Arguments
    ///
    /// - `id`: Id of the issue.
    ///
    /// # Returns
    ///
    /// A sentence saying that the wait is noted; not the outcome.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The id is blank, or is the issue this agent itself works on.
    /// - `not-found`: There is no such issue.
    /// - `unavailable`: There is no board in this run.
    fn wait_for_issue(
        &mut self,
        call: &Call,
        id: String,
    ) -> impl Future<Output = Result<String, CallError>> + Send;
}

/// The rows of the module `board`.
pub(super) static ROWS: [Operation; 7] = [
    Operation {
        index: OperationId::BoardCreateEpic.index(),
        id: "board.create_epic",
        key: "create_epic",
        module: 2,
        binding: Binding::Capability(9),
        mode: Mode::Immediate,
        deadline: true,
        during_compaction: DuringCompaction::Refused,
        instead: &[],
        condition: Some("the run's board is bound; switch `issueCreation` on"),
        effect: "board",
        spellings: &[
            "board.createEpic",
            "board.createEpic",
            "gg.board.create_epic",
            "board::create_epic",
        ],
        params: &[
            Member { name: "epic", spellings: &["epic", "epic", "epic", "epic"], record: Some(0) },
        ],
    },
    Operation {
        index: OperationId::BoardCreateIssue.index(),
        id: "board.create_issue",
        key: "create_issue",
        module: 2,
        binding: Binding::Capability(9),
        mode: Mode::Immediate,
        deadline: true,
        during_compaction: DuringCompaction::Refused,
        instead: &[],
        condition: Some("the run's board is bound; switch `issueCreation` on"),
        effect: "board",
        spellings: &[
            "board.createIssue",
            "board.createIssue",
            "gg.board.create_issue",
            "board::create_issue",
        ],
        params: &[
            Member {
                name: "issue",
                spellings: &["issue", "issue", "issue", "issue"],
                record: Some(1),
            },
        ],
    },
    Operation {
        index: OperationId::BoardUpdateIssue.index(),
        id: "board.update_issue",
        key: "update_issue",
        module: 2,
        binding: Binding::Capability(9),
        mode: Mode::Immediate,
        deadline: true,
        during_compaction: DuringCompaction::Refused,
        instead: &[],
        condition: Some("the run's board is bound; switch `reviseBoard` on"),
        effect: "board",
        spellings: &[
            "board.updateIssue",
            "board.updateIssue",
            "gg.board.update_issue",
            "board::update_issue",
        ],
        params: &[
            Member { name: "id", spellings: &["id", "id", "id", "id"], record: None },
            Member {
                name: "patch",
                spellings: &["patch", "patch", "patch", "patch"],
                record: Some(2),
            },
        ],
    },
    Operation {
        index: OperationId::BoardSetIssueBlockedBy.index(),
        id: "board.set_issue_blocked_by",
        key: "set_issue_blocked_by",
        module: 2,
        binding: Binding::Capability(9),
        mode: Mode::Immediate,
        deadline: true,
        during_compaction: DuringCompaction::Refused,
        instead: &[],
        condition: Some("the run's board is bound"),
        effect: "board",
        spellings: &[
            "board.setIssueBlockedBy",
            "board.setIssueBlockedBy",
            "gg.board.set_issue_blocked_by",
            "board::set_issue_blocked_by",
        ],
        params: &[
            Member { name: "id", spellings: &["id", "id", "id", "id"], record: None },
            Member {
                name: "blocked-by",
                spellings: &["blockedBy", "blockedBy", "blocked_by", "blocked_by"],
                record: None,
            },
        ],
    },
    Operation {
        index: OperationId::BoardRemoveEpic.index(),
        id: "board.remove_epic",
        key: "remove_epic",
        module: 2,
        binding: Binding::Capability(9),
        mode: Mode::Immediate,
        deadline: true,
        during_compaction: DuringCompaction::Refused,
        instead: &[],
        condition: Some("the run's board is bound; switch `reviseBoard` on"),
        effect: "board",
        spellings: &[
            "board.removeEpic",
            "board.removeEpic",
            "gg.board.remove_epic",
            "board::remove_epic",
        ],
        params: &[Member { name: "id", spellings: &["id", "id", "id", "id"], record: None }],
    },
    Operation {
        index: OperationId::BoardRemoveIssue.index(),
        id: "board.remove_issue",
        key: "remove_issue",
        module: 2,
        binding: Binding::Capability(9),
        mode: Mode::Immediate,
        deadline: true,
        during_compaction: DuringCompaction::Refused,
        instead: &[],
        condition: Some("the run's board is bound; switch `reviseBoard` on"),
        effect: "board",
        spellings: &[
            "board.removeIssue",
            "board.removeIssue",
            "gg.board.remove_issue",
            "board::remove_issue",
        ],
        params: &[Member { name: "id", spellings: &["id", "id", "id", "id"], record: None }],
    },
    Operation {
        index: OperationId::BoardWaitForIssue.index(),
        id: "board.wait_for_issue",
        key: "wait_for_issue",
        module: 2,
        binding: Binding::Capability(9),
        mode: Mode::Deferred,
        deadline: true,
        during_compaction: DuringCompaction::Refused,
        instead: &[],
        condition: Some("the run's board is bound"),
        effect: "declaration",
        spellings: &[
            "board.waitForIssue",
            "board.waitForIssue",
            "gg.board.wait_for_issue",
            "board::wait_for_issue",
        ],
        params: &[Member { name: "id", spellings: &["id", "id", "id", "id"], record: None }],
    },
];

/// Adds the calls of the module `board`, each inside its bracket.
pub(super) fn add_to_linker<Data>(linker: &mut Linker<Data>) -> ::wasmtime::Result<()>
where
    Data: StoreData,
    Data::Host: Operations + Answers<Operation = OperationId>,
{
    let mut instance = linker.instance("gg:sandbox/board")?;
    instance.func_wrap_async("create-epic", |mut store, params: (EpicInput,)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::BoardCreateEpic,
                params,
                |params, request| request.member("epic", &params.0),
                async |host, call, params| Operations::create_epic(host, call, params.0).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("create-issue", |mut store, params: (IssueInput,)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::BoardCreateIssue,
                params,
                |params, request| request.member("issue", &params.0),
                async |host, call, params| Operations::create_issue(host, call, params.0).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("update-issue", |mut store, params: (String, IssuePatch)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::BoardUpdateIssue,
                params,
                |params, request| request.member("id", &params.0).member("patch", &params.1),
                async |host, call, params| {
                    Operations::update_issue(host, call, params.0, params.1).await
                },
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("set-issue-blocked-by", |mut store, params: (String, Vec<String>)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::BoardSetIssueBlockedBy,
                params,
                |params, request| request.member("id", &params.0).member("blocked_by", &params.1),
                async |host, call, params| {
                    Operations::set_issue_blocked_by(host, call, params.0, params.1).await
                },
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("remove-epic", |mut store, params: (String,)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::BoardRemoveEpic,
                params,
                |params, request| request.member("id", &params.0),
                async |host, call, params| Operations::remove_epic(host, call, params.0).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("remove-issue", |mut store, params: (String,)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::BoardRemoveIssue,
                params,
                |params, request| request.member("id", &params.0),
                async |host, call, params| Operations::remove_issue(host, call, params.0).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("wait-for-issue", |mut store, params: (String,)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::BoardWaitForIssue,
                params,
                |params, request| request.member("id", &params.0),
                async |host, call, params| Operations::wait_for_issue(host, call, params.0).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    Ok(())
}
