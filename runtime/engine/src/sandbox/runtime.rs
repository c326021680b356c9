//! Running a program, from its source to what is known of it afterwards.

use std::{pin::pin, sync::Arc, time::Instant};

use wasmtime::{Store, component::Linker};

use super::{
    cache::Cache,
    classify::{Ended, fatal},
    clock::Metered,
    engine::Sandbox,
    feedback::CodeModule,
    guests::{Guests, Ready},
    limits::Limits,
    program::Program,
    report::{Failure, Outcome, Report, Timings},
    sources::{Sources, System},
};
use crate::{
    arm::{Arm, Arms, Guest, Module, Origins, Prepared, Rejection, Source, Stage},
    bracket::Answers,
    call::Agent,
    guard::guard,
    record::{Recorder, Turn},
    table::{Table, TableOperation},
    turn_error::TurnError,
};

/// Runs programs of a table's agents against hosts of one kind.
pub struct Runtime<H: Answers + 'static> {
    sandbox: Arc<Sandbox>,
    arms: Arms,
    guests: Guests<H>,
}

/// A program to run.
pub struct Submission<'a> {
    /// Its text, as the model wrote it.
    pub text: &'a str,
    /// The same, if it has been prepared before.
    pub prepared: Option<Arc<Prepared>>,
    /// The `lib` modules that are loaded.
    pub modules: &'a [Arc<Module>],
    /// What it may use.
    pub limits: Limits,
    /// Its clock and its randomness.
    pub sources: Arc<dyn Sources>,
}

impl<'a> Submission<'a> {
    /// A program with the limits of the specification, on the machine's own clock, without modules.
    pub fn new(text: &'a str) -> Self {
        Self { text, prepared: None, modules: &[], limits: Limits::default(), sources: Arc::new(System) }
    }
}

/// A program that has run, with what was lent to it.
pub struct Ran<H> {
    /// What is known of it.
    pub report: Report,
    /// The turn, with its rosters.
    pub turn: Turn,
    /// The host.
    pub host: H,
    /// What became of the text, if it could be prepared: it can be run again.
    pub prepared: Option<Arc<Prepared>>,
}

impl<H: Answers + 'static> Runtime<H> {
    /// A runtime for a table, whose generated `add_to_linker` is given. Without a cache every process builds its guests
    /// anew; `watch` is told how far one is.
    ///
    /// # Errors
    ///
    /// The membrane cannot be set up.
    pub fn new(
        sandbox: Arc<Sandbox>,
        add_to_linker: impl Fn(&mut Linker<Program<H>>) -> wasmtime::Result<()>,
        arms: Arms,
        cache: Option<Cache>,
        watch: impl Fn(&'static str, Stage) + Send + Sync + 'static,
    ) -> wasmtime::Result<Self> {
        let guests = Guests::new(sandbox.engine(), Self::table(), add_to_linker, cache, Arc::new(watch))?;
        Ok(Self { sandbox, arms, guests })
    }

    /// The arms it has.
    pub fn arms(&self) -> &Arms {
        &self.arms
    }

    /// The sandbox they run in.
    pub fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    /// Whether what an arm's programs share has been built and is in the cache; none when they share nothing.
    pub fn is_built(&self, arm: &dyn Arm) -> Option<bool> {
        match arm.guest() {
            Guest::Shared(guest) => Some(self.guests.is_kept(guest)),
            Guest::PerProgram => None,
        }
    }

    /// The names that the component shared by an arm's programs imports.
    ///
    /// # Errors
    ///
    /// The guest cannot be had.
    pub async fn imports(&self, arm: &dyn Arm) -> Result<Vec<String>, Rejection> {
        match arm.guest() {
            Guest::Shared(guest) => self.guests.imports(guest).await,
            Guest::PerProgram => Ok(Vec::new()),
        }
    }

    /// Runs the next program of a turn, and gives back what it was lent.
    pub async fn run(&self, turn: Turn, host: H, submission: Submission<'_>) -> Ran<H> {
        let start = Instant::now();
        let mut run = Run { runtime: self, submission, timings: Timings::default(), prepared: None };
        let arm_id = turn.agent.table.arm_id(turn.agent.arm);
        let (program, outcome) = match self.arms.find(arm_id) {
            None => (Program::unstarted(turn, host), fatal(format!("there is no arm `{arm_id}`"))),
            Some(arm) => run.with(arm.as_ref(), turn, host).await,
        };
        run.timings.total = start.elapsed();
        let (report, turn, host) = report(arm_id, program, outcome, run.timings);
        Ran { report, turn, host, prepared: run.prepared }
    }

    fn table() -> &'static Table {
        <H::Operation as TableOperation>::TABLE
    }
}

/// One program on its way.
struct Run<'a, H: Answers + 'static> {
    runtime: &'a Runtime<H>,
    submission: Submission<'a>,
    timings: Timings,
    prepared: Option<Arc<Prepared>>,
}

impl<H: Answers + 'static> Run<'_, H> {
    async fn with(&mut self, arm: &dyn Arm, turn: Turn, host: H) -> (Program<H>, Outcome) {
        let prepared = match self.prepare(arm).await {
            Ok(prepared) => self.prepared.insert(prepared).clone(),
            Err(rejection) => {
                let outcome = self.rejected(&turn.agent, rejection);
                return (Program::unstarted(turn, host), outcome);
            }
        };
        let waited = Instant::now();
        let ready = match self.ready(arm, prepared.component.as_deref()).await {
            Ok(ready) => ready,
            Err(rejection) => {
                let outcome = self.rejected(&turn.agent, rejection);
                return (Program::unstarted(turn, host), outcome);
            }
        };
        let room = self.runtime.sandbox.room().await;
        self.timings.wait = waited.elapsed();
        let Submission { limits, ref sources, .. } = self.submission;
        let mut store = Program::store(&self.runtime.sandbox, turn, host, limits, sources.clone());
        let ran = self.execute(&mut store, &ready, arm, &prepared.text).await;
        // The next program may start once this one's memory is given back, and not before.
        let mut program = store.into_data();
        drop(room);
        let mut outcome = self.outcome(&mut program, arm, ran);
        if let Outcome::Failed(failure) = &mut outcome {
            failure.location = failure.location.take().map(|place| self.written(arm, prepared.origins.as_ref(), place));
        }
        (program, outcome)
    }

    /// A location as the authors of the program and of its modules count.
    fn written(&self, arm: &dyn Arm, program: Option<&Origins>, location: String) -> String {
        let modules = self.submission.modules.iter();
        let mut texts = modules.map(|module| (format!("lib:{}", module.key), module.origins.as_ref()));
        let program = (arm.program_name().to_owned(), program);
        let named = |name: &str| location.strip_prefix(name).is_some_and(|rest| rest.starts_with(':'));
        match std::iter::once(program).chain(&mut texts).find(|(name, _)| named(name)) {
            Some((name, Some(origins))) => origins.located(&name, location),
            _ => location,
        }
    }

    async fn prepare(&mut self, arm: &dyn Arm) -> Result<Arc<Prepared>, Rejection> {
        if let Some(prepared) = self.submission.prepared.take() {
            return Ok(prepared);
        }
        let began = Instant::now();
        let source = Source { text: self.submission.text, modules: self.submission.modules };
        let prepared = guard(pin!(async { arm.prepare(source).await })).await;
        let prepared = prepared.unwrap_or_else(|panic| Err(Rejection::Defect(format!("preparing panicked: {panic}"))));
        let compiled = match &prepared {
            Ok(prepared) => prepared.compiled,
            Err(_) => true,
        };
        self.timings.compile = compiled.then(|| began.elapsed());
        prepared.map(Arc::new)
    }

    async fn ready(&self, arm: &dyn Arm, own: Option<&[u8]>) -> Result<Arc<Ready<H>>, Rejection> {
        let guests = &self.runtime.guests;
        match (own, arm.guest()) {
            (Some(component), _) => guests.own(component).await,
            (None, Guest::Shared(guest)) => guests.shared(guest).await,
            (None, Guest::PerProgram) => Err(Rejection::Defect("the arm made no component of the program".to_owned())),
        }
    }

    /// Runs the program in a fresh instance. The outer error is a defect: a panic, or an instance that cannot be had.
    async fn execute(
        &self,
        store: &mut Store<Program<H>>,
        ready: &Ready<H>,
        arm: &dyn Arm,
        text: &str,
    ) -> Result<wasmtime::Result<()>, String> {
        let (clock, limits) = (store.data().clock.clone(), store.data().limits);
        let modules = self.submission.modules.iter();
        let modules: Vec<_> = modules.map(|module| CodeModule { name: &module.key, source: &module.text }).collect();
        let program = async {
            let instance = match ready.instance.instantiate_async(&mut *store).await {
                Ok(instance) => instance,
                // Its memory does not even hold its guest: the program's ceiling, not a defect.
                Err(error) if store.data().limiter.denied.is_some() => return Ok(Err(error)),
                Err(error) => return Err(format!("no instance of the guest: {error:#}")),
            };
            let run = instance.get_typed_func::<(&str, &str, &[CodeModule<'_>]), ()>(&mut *store, ready.run);
            let run = run.map_err(|error| format!("the guest's `run` is another: {error:#}"))?;
            Ok(run.call_async(&mut *store, (arm.program_name(), text, &modules)).await)
        };
        match guard(pin!(Metered::new(clock, limits.time, program))).await {
            Ok(Ok(ran)) => ran,
            Ok(Err(time_is_up)) => Ok(Err(time_is_up.into())),
            Err(panic) => Err(format!("the sandbox panicked: {panic}")),
        }
    }

    fn outcome(
        &mut self,
        program: &mut Program<H>,
        arm: &dyn Arm,
        ran: Result<wasmtime::Result<()>, String>,
    ) -> Outcome {
        self.timings.guest = program.clock.spent();
        self.timings.calls = program.recorder.in_calls;
        program.take_streams();
        let result = match ran {
            Ok(result) => result,
            Err(defect) => return fatal(defect),
        };
        let agent = &program.recorder.turn.agent;
        let ended = Ended {
            result,
            feedback: &program.feedback,
            limiter: &program.limiter,
            limits: &program.limits,
            arm,
            modules: &|| self.modules(agent),
            stderr: &program.stderr,
        };
        let outcome = ended.outcome();
        // A failure that came with a defect of the host is not the program's.
        match (&outcome, program.recorder.faults.first()) {
            (Outcome::Failed(_), Some(fault)) => Outcome::Fatal(fault.clone()),
            _ => outcome,
        }
    }

    /// The modules an agent can call something of, qualified, and `lib` when code is loaded.
    fn modules(&self, agent: &Agent) -> Vec<&'static str> {
        let mut keys: Vec<_> = agent.modules().map(|module| module.spelling(agent.arm)).collect();
        if !self.submission.modules.is_empty() {
            keys.push("lib");
        }
        keys
    }

    fn rejected(&self, agent: &Agent, rejection: Rejection) -> Outcome {
        match rejection {
            Rejection::Diagnosed { how, diagnostics } if !diagnostics.is_empty() => {
                let unknown = diagnostics.iter().any(|diagnostic| diagnostic.unknown_name);
                let text = diagnostics.first().map(|first| first.text.clone()).unwrap_or_default();
                let location = diagnostics.first().and_then(|first| first.location.as_ref());
                Outcome::Failed(Failure {
                    location: location.map(ToString::to_string),
                    modules: if unknown { self.modules(agent) } else { Vec::new() },
                    diagnostics,
                    ..Failure::new(how.into(), text)
                })
            }
            Rejection::Diagnosed { .. } => fatal("the compiler rejects the program and does not say why"),
            Rejection::Toolchain { how, detail } => {
                let kind = TurnError::from(how);
                let text = "A compiler could not finish. The program did not run, through no fault of its own.";
                Outcome::Failed(Failure { detail: Some(detail), ..Failure::new(kind, text) })
            }
            Rejection::Defect(text) => fatal(text),
        }
    }
}

/// Takes apart what a program's store held.
fn report<H>(arm: &'static str, program: Program<H>, outcome: Outcome, timings: Timings) -> (Report, Turn, H) {
    let Program { recorder, host, feedback, limiter, stderr, .. } = program;
    let Recorder { turn, counters, faults, .. } = recorder;
    let report = Report {
        arm,
        outcome,
        faults,
        module_errors: feedback.module_errors,
        returned: feedback.returned,
        deferred: feedback.deferred,
        counters,
        logs: feedback.logs,
        stderr,
        timings,
        memory: limiter.peak,
    };
    (report, turn, host)
}
