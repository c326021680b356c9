//! `gg agent`: a task, and a model that does it program by program.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
};

use gg_agent::{Agent, Ended, Journal, Record, Resuming, Run, Session as Read, Team, Told};
use gg_host::{Host, Profile, Store};
use gg_models::{Address, Limits, Model, Options, Scripted};
use serde_json::json;

use crate::{
    Refused, arguments,
    files::Files,
    interrupt,
    live::Live,
    output,
    session::Session,
    sessions::{self, Found, Recording, pack},
    team::{self, Profiles},
};

/// Gives an agent its task and shows what it does; or goes on with a session that was interrupted.
pub(crate) fn run(arguments: &arguments::Agent) -> Result<ExitCode, Refused> {
    match &arguments.resume {
        None => begin(arguments),
        Some(id) => resume(arguments, id),
    }
}

fn begin(arguments: &arguments::Agent) -> Result<ExitCode, Refused> {
    let task = arguments.task.clone().unwrap_or_default();
    if task.trim().is_empty() {
        return Err(Refused::new("the task is blank: say what is to be done"));
    }
    let files = Files::default();
    let (session, host) = Session::begin_agent(&arguments.session, &files)?;
    let address = address(arguments)?;
    let address = address.as_ref().or(session.profile().model.address.as_ref()).ok_or_else(|| {
        Refused::new("no model is named: give one by --model PROVIDER:NAME, or by `address` in [model] of the profile")
    })?;
    let model = open(session.profile(), address)?;
    let profiles = Profiles::read(&session, session.folder(), &files)?;
    let recording = Recording::begin(&session, &task, &model, &files);
    let live = Live::new(arguments.json, arguments.session.calls);
    let means = Means { model, profiles, record: recording.record(), replayed_store: None };
    let worked = work(&session, host, &task, means, move |told| live.tell(told));
    let worked = worked.inspect_err(|_| recording.withdraw(&session))?;
    told(arguments.json, &worked)?;
    recording.end();
    Ok(worked.status())
}

fn resume(arguments: &arguments::Agent, id: &str) -> Result<ExitCode, Refused> {
    let own = &arguments.session;
    let found = Found::open(own.workspace.as_deref(), id, own.calls)?;
    let session = &found.session;
    let ended = || Refused::new(format!("the session {id} has ended; `gg sessions {id}` shows how"));
    let mut store = Store::of(session.root()).ok();
    let carried_out = |agent: &str, turn: u32| {
        let store = store.as_mut()?;
        // One that cannot be used has been told of when the session was set up.
        session.block_on(store.carried_out(agent, turn)).ok()
    };
    let number = sessions::copies(&found.read.folder).count() + 1;
    let number = u32::try_from(number).unwrap_or(u32::MAX);
    let interrupted = found.read.interrupted(number, carried_out).ok_or_else(ended)?;
    if let Some(full) = &found.read.full {
        let why = "what was done after its record ended would be done again";
        return Err(Refused::new(format!("the session {id} cannot go on, for {why}: {}", full.text)));
    }
    let address = address(arguments)?.unwrap_or_else(|| found.address.clone());
    let model: Arc<dyn Model> = match &address {
        Address::Scripted { file } => {
            let script =
                Scripted::open(file, options(session.profile())).map_err(|error| Refused::new(error.to_string()))?;
            for log in &found.read.logs {
                script.pass(&log.agent, log.replies());
                script.pass(&format!("{}.summary", log.agent), log.summaries());
            }
            Arc::new(script)
        }
        Address::Served(_) => open(session.profile(), &address)?,
    };
    let journal = Journal::resume(&found.read.folder, session.profile().run.replay_max_bytes);
    let journal =
        journal.map_err(|error| Refused::new(format!("the record of {id} cannot be gone on with: {error}")))?;
    let copy = found.read.folder.join(gg_agent::resumed(number));
    let copied = sessions::copy_store(session.root(), &copy);
    copied.map_err(|error| Refused::new(format!("no copy of the store can be made: {error}")))?;
    let resuming = Resuming::new(interrupted, journal.clone());
    let live = Live::new(arguments.json, own.calls);
    let (watched, task) = (resuming.clone(), found.task.clone());
    // What was shown when it happened is not shown again.
    let watch = move |told: &Told<'_>| {
        if watched.is_live(told.agent) {
            live.tell(told);
        }
    };
    let (record, store) = (resuming.clone(), found.store().to_owned());
    let means = Means { model, profiles: found.profiles, record: Some(record), replayed_store: Some(store) };
    let worked = work(session, found.host, &task, means, watch)?;
    if let Some(divergence) = resuming.divergence() {
        if !resuming.has_live() {
            // Nothing was kept since. What cannot be removed is a copy.
            let _ = fs::remove_dir_all(copy);
        }
        let what = format!("the session {id} cannot go on from its record, and is left as it was");
        return Err(Refused::new(format!("{what}: {}", sessions::diverged(&divergence))));
    }
    told(arguments.json, &worked)?;
    if Read::read(&found.read.folder).is_ok_and(|read| read.end().is_some()) {
        pack(&journal);
    }
    Ok(worked.status())
}

/// A session in which all agents have ended.
struct Worked {
    run: Arc<Run>,
    /// How the first did.
    ended: Ended,
}

impl Worked {
    fn status(&self) -> ExitCode {
        ExitCode::from(self.run.exit_code(self.ended.status))
    }
}

/// What an agent works with besides its session.
struct Means {
    model: Arc<dyn Model>,
    /// The profiles of the agents of the run.
    profiles: Profiles,
    record: Option<Arc<dyn Record>>,
    /// The workspace in whose store things are kept as long as the session is replayed.
    replayed_store: Option<PathBuf>,
}

/// Has an agent work until its session ends.
fn work(
    session: &Session,
    host: Host,
    task: &str,
    means: Means,
    watch: impl Fn(&Told<'_>) + Send + Sync + 'static,
) -> Result<Worked, Refused> {
    let profile = session.profile();
    let Means { model, profiles, record, replayed_store } = means;
    let summarizer = match &profile.model.summarizer {
        None => model.clone(),
        Some(address) => open(profile, address)?,
    };
    let (deadline, most) = (session.deadline(), profile.run.max_cost);
    let equipment = session.equipment(model.clone(), summarizer);
    let run = Run::new(session.runtime().clone(), session.root(), deadline, most, watch)
        .with_parallel(profile.run.max_parallel)
        .with_depth(profile.run.max_depth)
        .with_agents(team::agents(session, &equipment, &model, profiles, open)?)
        .with_board(host.board().cloned());
    let run = match record {
        None => run,
        Some(record) => run.with_record(record),
    };
    let run = match replayed_store {
        None => {
            let run = Arc::new(run);
            run.judge().map_err(|(id, error)| Refused::new(format!("the agent `{id}`: {error}")))?;
            run
        }
        // It was judged when it began.
        Some(store) => Arc::new(run.with_replayed_store(&store)),
    };
    let team = Team::of(run.clone(), host.workspace());
    let made = Agent::new(run.clone(), session.agent(), equipment, host, "standard");
    let (agent, host) = made.map_err(|error| Refused::new(format!("the system prompt: {error}")))?;
    let interrupted = interrupt::watch(interrupt::ALL)?;
    let ended = session.block_on(async {
        let mut done = Box::pin(team.session(agent, host, task));
        tokio::select! {
            ended = &mut done => ended,
            Ok(_) = interrupted => {
                run.cancel();
                done.await
            }
        }
    });
    Ok(Worked { run, ended })
}

/// Prints what the whole run came to.
fn told(json: bool, Worked { run, ended }: &Worked) -> Result<(), Refused> {
    let spending = run.spending();
    if json {
        let summary = json!({
            "event": "run_summary",
            "status": ended.status,
            "text": ended.text,
            "summary": run.summary(),
            "spending": spending,
        });
        return output::data(summary);
    }
    output::print(crate::live::summary(ended, &spending))
}

/// The model the command line names, if it names one.
fn address(arguments: &arguments::Agent) -> Result<Option<Address>, Refused> {
    let given = arguments.model.as_deref();
    given.map(|text| text.parse().map_err(|error: gg_models::AddressError| Refused::new(error.to_string()))).transpose()
}

pub(crate) fn open(profile: &Profile, address: &Address) -> Result<Arc<dyn Model>, Refused> {
    let environment = |name: &str| env::var(name).ok();
    let opened = gg_models::open(address, options(profile), Path::new("."), &environment);
    opened.map_err(|error| Refused::new(error.to_string()))
}

/// How a profile has its model asked.
fn options(profile: &Profile) -> Options {
    let run = &profile.run;
    let limits = Limits {
        call_timeout: run.model_call_timeout,
        stream_idle: run.model_stream_idle,
        max_retries: run.max_model_retries,
        retry_max_delay: run.model_retry_max_delay,
    };
    let settings = &profile.model;
    Options { limits, price: settings.price, max_output: settings.max_output, ..Options::default() }
}
