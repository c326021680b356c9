//! What the programs of one command share: a profile, the arm they are written in, the runtime and its limits.

use std::{
    cell::Cell,
    future::Future,
    path::{Path, PathBuf},
    sync::Arc,
    time::Instant,
};

use gg_agent::Equipment;
use gg_engine::{
    TableOperation as _,
    arm::Arm,
    record::Turn,
    sandbox::{Runtime, System},
};
use gg_host::{
    Host, Profile,
    operations::OperationId,
    profile::{Machine, Position},
    submission::{Budget, Submitted, submit},
};
use gg_models::Model;

use crate::{
    Refused,
    arguments::{self, Check},
    files::Files,
    launch::{self, Entered},
    output,
    report::visible,
    style,
};

/// A session of programs.
pub(crate) struct Session {
    profile: Profile,
    /// The machine its agent has entered, if that is how it began.
    machine: Option<Arc<Machine>>,
    arm: Arc<dyn Arm>,
    runtime: Arc<Runtime<Host>>,
    /// What checks its programs, by name.
    checker: Option<&'static str>,
    root: PathBuf,
    /// The folder of its profile.
    folder: PathBuf,
    /// The id of its agent.
    agent: String,
    /// Whether programs would be checked, had somebody installed a checker.
    unchecked: bool,
    /// Whether its operator was told of calls without documentation.
    warned: Cell<bool>,
    /// When the run's time is spent.
    deadline: Option<Instant>,
    /// One thread, on which programs run and wait for what they call, and which a warm type checker belongs to.
    tokio: tokio::runtime::Runtime,
}

impl Session {
    /// Sets one up, with the host of its agent. `program` is the file of its program, if it has one.
    pub(crate) fn begin(arguments: &arguments::Session, program: Option<&Path>) -> Result<(Self, Host), Refused> {
        let profile = launch::profile(&arguments.whose, program)?;
        Self::of(arguments, Entered { profile, machine: None })
    }

    /// Sets that of an agent up, which may enter a machine.
    pub(crate) fn begin_agent(arguments: &arguments::Session, files: &Files) -> Result<(Self, Host), Refused> {
        Self::of(arguments, launch::entered(&arguments.whose, None, None, files)?)
    }

    fn of(arguments: &arguments::Session, entered: Entered) -> Result<(Self, Host), Refused> {
        let session = Self::new(arguments, entered)?;
        let host = session.host()?;
        // Once nothing is in its way.
        if session.unchecked {
            let line = "no TypeScript compiler is installed; the program runs unchecked (--check=off says nothing)";
            output::tell(style::dim(&format!("gg: {line}")));
        }
        Ok((session, host))
    }

    /// Sets one up that was recorded, with the host of its agent. The profiles of a machine's states are files seen from a folder.
    pub(crate) fn again(arguments: &arguments::Session, folder: &Path, files: &Files) -> Result<(Self, Host), Refused> {
        let session = Self::new(arguments, launch::entered(&arguments.whose, None, Some(folder), files)?)?;
        let host = launch::host_of_replay(&session.profile, &session.root, &session.agent)?;
        let host = host.with_arm(session.arm.clone());
        Ok((session, host))
    }

    fn new(arguments: &arguments::Session, entered: Entered) -> Result<Self, Refused> {
        let arguments::Session { whose, agent, workspace, check, .. } = arguments;
        let Entered { profile, machine } = entered;
        let id = OperationId::TABLE.arm_id(profile.arm);
        let types = if id == "typescript" { launch::checker(*check)? } else { None };
        let checker = launch::checked_by(id, types.is_some());
        let unchecked = id == "typescript" && types.is_none() && *check == Check::Auto;
        let runtime = Arc::new(launch::runtime(types)?);
        let Some(arm) = runtime.arms().find(id).cloned() else {
            let arms: Vec<&str> = runtime.arms().iter().map(|arm| arm.id()).collect();
            return Err(Refused::new(format!("programs in `{id}` cannot be run yet; there are {}", arms.join(", "))));
        };
        let missing = arm.installation().is_some_and(|installation| !installation.is_installed());
        if missing && runtime.is_built(arm.as_ref()) != Some(true) {
            return Err(Refused::new(format!("programs in `{id}` need what is not installed: gg arms install {id}")));
        }
        let deadline = profile.run.max_runtime.map(|time| Instant::now() + time);
        let tokio = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let tokio = tokio.map_err(|error| Refused::new(format!("the sandbox cannot be set up: {error}")))?;
        let root = workspace.clone().unwrap_or_else(|| PathBuf::from("."));
        let folder = whose.profile.as_deref().and_then(Path::parent).map(Path::to_owned).unwrap_or_default();
        Ok(Self {
            profile,
            machine,
            arm,
            runtime,
            checker,
            root,
            folder,
            agent: agent.clone(),
            unchecked,
            warned: Cell::default(),
            deadline,
            tokio,
        })
    }

    /// The profile of its agent.
    pub(crate) fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The machine its agent has entered, if that is how it began.
    pub(crate) fn machine(&self) -> Option<&Arc<Machine>> {
        self.machine.as_ref()
    }

    /// Where its agent stands in it.
    fn position(&self) -> Option<Position> {
        let machine = self.machine.clone()?;
        Some(Position { state: machine.entry.clone(), machine })
    }

    /// What its agent is made of, with these models.
    pub(crate) fn equipment(&self, model: Arc<dyn Model>, summarizer: Arc<dyn Model>) -> Equipment {
        Equipment {
            named: self.agent.clone(),
            position: self.position(),
            profile: Arc::new(self.profile.clone()),
            arm: self.arm.clone(),
            model,
            summarizer,
            checker: self.checker.map(str::to_owned),
        }
    }

    /// The text of the profile it began with.
    pub(crate) fn text(&self) -> &str {
        self.machine.as_ref().map_or_else(|| self.profile.text(), |machine| machine.text())
    }

    /// What programs run in.
    pub(crate) fn runtime(&self) -> &Arc<Runtime<Host>> {
        &self.runtime
    }

    /// What checks its programs before they run, by name.
    pub(crate) fn checker(&self) -> Option<&'static str> {
        self.checker
    }

    /// The folder they work in.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// The folder of its profile, from which those of others on its roster are found.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The id of its agent.
    pub(crate) fn agent(&self) -> &str {
        &self.agent
    }

    /// When the run's time is spent.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// The arm its programs are written in.
    pub(crate) fn arm(&self) -> &Arc<dyn Arm> {
        &self.arm
    }

    /// The host of its agent, on which nothing has happened. A store that is there is in order, or cannot be used, which is
    /// told, and which calls that keep something fail with.
    pub(crate) fn host(&self) -> Result<Host, Refused> {
        self.profile.may_be_first().map_err(|error| Refused::new(error.to_string()))?;
        let host = launch::host(&self.profile, &self.root, &self.agent, self.deadline)?;
        let mut host = host.with_arm(self.arm.clone());
        match self.block_on(host.resume()) {
            Err(error) if error.is_of_the_system() => {
                output::tell(style::dim(&format!("gg: {error}; programs run all the same, and keep nothing")));
            }
            resumed => resumed.map_err(|error| Refused::new(error.to_string()))?,
        }
        Ok(host)
    }

    /// Loads the code that a scratchpad of its agent keeps.
    pub(crate) fn load(&self, host: &mut Host) -> Result<(), Refused> {
        let agent = self.profile.agent("standard", host);
        match self.block_on(host.load_memories(&agent)) {
            // That has been told.
            Err(error) if error.is_of_the_system() => {}
            Err(error) => return Err(Refused::new(error.to_string())),
            Ok(failed) => {
                for (memory, why) in failed {
                    output::tell(style::dim(&format!("gg: the memory `{memory}`: {why}")));
                }
            }
        }
        Ok(())
    }

    /// Does what programs wait for.
    pub(crate) fn block_on<T>(&self, work: impl Future<Output = T>) -> T {
        self.tokio.block_on(work)
    }

    /// Runs a submission as a turn of its own.
    pub(crate) async fn run(&self, mut host: Host, text: &str) -> Submitted {
        host.begin_turn();
        let mut turn = Turn::new(self.profile.agent("standard", &host));
        turn.deadline = self.deadline;
        // With nothing in the window yet no call is documented, which says nothing of the program.
        let has_window = host.views().current().next().is_some();
        turn.documented = has_window.then(|| host.documented(&turn.agent));
        let budget = Budget { limits: self.profile.program.of_sandbox(), sources: Arc::new(System) };
        let mut ran = submit(&self.runtime, turn, host, text, &budget).await;
        self.warn(&ran);
        for text in ran.host.take_hook_texts() {
            output::tell(style::dim(&format!("gg: a hook says: {}", visible(&text))));
        }
        if let Some(broken) = ran.host.broken_hook() {
            output::tell(style::dim(&format!("gg: {}", visible(&broken.to_string()))));
        }
        ran
    }

    /// Tells the operator, once, which calls were made without their documentation (spec: runtime, 17.5).
    fn warn(&self, ran: &Submitted) {
        let undocumented = &ran.report.total.counters.undocumented_by_operation;
        if undocumented.is_empty() || self.warned.replace(true) {
            return;
        }
        let names: Vec<&str> = undocumented.keys().copied().collect();
        let line = format!("called without documentation in the window when the turn began: {}", names.join(", "));
        output::tell(style::dim(&format!("gg: {line} (told once a run)")));
    }
}
