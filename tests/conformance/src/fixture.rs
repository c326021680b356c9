//! A workspace as a case wants it, with its host and its agent.

use std::{
    fs,
    path::PathBuf,
    process::Command,
    sync::{Arc, Mutex},
    time::Instant,
};

use gg_engine::{
    Call,
    arm::Arm,
    docs::Index,
    record::{Closed, Journal, Turn},
    sandbox::Sources,
};
use gg_host::{
    Host, Profile, Program, RunBoard, Settings,
    operations::{PACKAGE, TABLE},
    profile::{DEFAULT, Scope},
};
use tempfile::TempDir;

use crate::{Case, agents::Running, unfinished::Unfinished};

/// A host on the board of its run, if its profile enables one.
fn on_board(host: Host, profile: &Profile) -> Host {
    match &profile.capabilities.board {
        Some(board) => host.with_board(Arc::new(RunBoard::new(board.clone()))),
        None => host,
    }
}

/// What the journal was told of a call.
#[derive(Debug, Clone, PartialEq)]
pub struct Told {
    /// The operation's id.
    pub operation: &'static str,
    /// The recorded request.
    pub request: serde_json::Value,
    /// The code it failed with.
    pub code: Option<&'static str>,
    /// Whether its method ran.
    pub performed: bool,
}

/// A workspace, and what was done to it.
pub struct Fixture {
    /// What the journal was told, in order.
    pub told: Arc<Mutex<Vec<Told>>>,
    /// The other agents of its run.
    pub(crate) running: Option<Running>,
    folder: TempDir,
}

impl Fixture {
    /// The fixture of a case: the workspace, the host that works in it, and the turn of an agent that writes in an arm.
    ///
    /// # Panics
    ///
    /// The case is not as it should be, or there is no arm.
    pub async fn new(case: &Case, arm: Arc<dyn Arm>) -> (Self, Host, Turn) {
        let folder = TempDir::new().unwrap_or_else(|error| panic!("{error}"));
        let root = folder.path().join("workspace");
        fs::create_dir(&root).unwrap_or_else(|error| panic!("{error}"));
        for (name, contents) in &case.files {
            let path = root.join(name);
            path.parent().map(fs::create_dir_all);
            fs::write(&path, contents).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        if let Some(line) = &case.prepare {
            let status = Command::new("sh").arg("-ec").arg(line).current_dir(&root).status();
            assert!(status.is_ok_and(|status| status.success()), "{line}");
        }
        let text = case.profile.as_deref().unwrap_or(DEFAULT);
        let mut profile = Profile::read(&case.name, text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        profile.arm = TABLE.arm(arm.id()).unwrap_or_else(|| panic!("no arm {}", arm.id()));
        let workspace = profile.workspace(&root).unwrap_or_else(|error| panic!("{error}"));
        let mut settings = profile.settings(None);
        settings.offload_folder = folder.path().join("gg-shell");
        let skills = profile.skills(&workspace).unwrap_or_else(|error| panic!("{error}"));
        let arm: Arc<dyn Arm> = if case.compiler_fails { Arc::new(Unfinished(arm)) } else { arm };
        let host = |settings: &Settings| {
            let host = Host::new(workspace.clone(), Arc::new(Index::new(PACKAGE.index)), settings.clone());
            on_board(host.with_skills(skills.clone()), &profile).with_arm(arm.clone()).with_window()
        };
        let (mut running, mut served) = (None, host(&settings));
        if let Some(agents) = &case.agents {
            let (beside, with_hand) = Running::beside(&settings.agent, agents, served).await;
            (running, served) = (Some(beside), with_hand);
        }
        for (turn, kept) in (1..).zip(&case.kept) {
            let program = Program { turn, source: &kept.source, error: kept.error.as_deref() };
            let kept = served.record_program(program, &Letter(turn)).await;
            assert!(kept.is_ok_and(|id| id.is_some()), "{}: nothing is kept", case.name);
        }
        let ending = case.ending.as_deref().unwrap_or("standard");
        let mut turn = Turn::new(profile.agent(ending, &served));
        if case.reads_only {
            settings.memories.iter_mut().for_each(|memories| memories.scope = Scope::ReadOnly);
            served = host(&settings);
        }
        turn.deadline = case.time_is_spent.then(Instant::now);
        let (told, journal) = journal();
        turn.journal = Some(journal);
        (Self { told, running, folder }, served, turn)
    }

    /// A path in the workspace.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("workspace").join(name)
    }
}

/// A random source of which ids are made of one letter: the first, the second, and so on.
struct Letter(u32);

impl Sources for Letter {
    fn now(&self) -> u64 {
        0
    }

    fn random(&self) -> u64 {
        u64::from(self.0 - 1) << 59
    }
}

/// A journal, and what it is told, in order.
pub fn journal() -> (Arc<Mutex<Vec<Told>>>, Box<dyn Journal>) {
    let told = Arc::new(Mutex::new(Vec::new()));
    (told.clone(), Box::new(Record(told)))
}

struct Record(Arc<Mutex<Vec<Told>>>);

impl Journal for Record {
    fn opened(&mut self, _: &Call) {}

    fn closed(&mut self, call: &Call, closed: &Closed<'_>) {
        let told = Told {
            operation: call.operation().id,
            request: serde_json::from_str(call.request()).unwrap_or_default(),
            code: closed.result.as_ref().err().map(|error| error.code.word()),
            performed: closed.performed,
        };
        if let Ok(mut record) = self.0.lock() {
            record.push(told);
        }
    }
}
