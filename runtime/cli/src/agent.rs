//! `gg agent`: a task, and a model that does it program by program.

use std::{env, path::Path, process::ExitCode, sync::Arc};

use gg_agent::{Agent, Ended, Equipment, Run};
use gg_host::Profile;
use gg_models::{Address, Limits, Model, Options};
use serde_json::json;

use crate::{Refused, arguments, interrupt, live::Live, output, session::Session, sessions::Recording};

/// Gives an agent its task and shows what it does.
pub(crate) fn run(arguments: &arguments::Agent) -> Result<ExitCode, Refused> {
    let (session, host) = Session::begin(&arguments.session, None)?;
    let profile = session.profile();
    let model = model(profile, arguments.model.as_deref(), profile.model.address.as_ref())?;
    let summarizer = match &profile.model.summarizer {
        None => model.clone(),
        Some(address) => open(profile, address)?,
    };
    let recording = Recording::begin(&session, &arguments.task, &model);
    let live = Live::new(arguments.json, arguments.session.calls);
    let (deadline, most) = (session.deadline(), profile.run.max_cost);
    let run = Run::new(session.runtime().clone(), session.root(), deadline, most, move |told| live.tell(told));
    let (run, sources) = recording.records(run, session.agent());
    let run = Arc::new(run);
    let equipment = Equipment {
        run: run.clone(),
        profile: Arc::new(profile.clone()),
        arm: session.arm().clone(),
        model: model.clone(),
        summarizer,
        checker: session.checker().map(str::to_owned),
        sources,
    };
    let made = Agent::new(session.agent(), equipment, host, "standard");
    let (agent, host) = made.map_err(|error| Refused::new(format!("the system prompt: {error}")))?;
    let interrupted = interrupt::watch(interrupt::ALL)?;
    let ended = session.block_on(async {
        tokio::pin! { let done = agent.run(host, &arguments.task); }
        tokio::select! {
            ended = &mut done => ended,
            Ok(_) = interrupted => {
                run.cancel();
                done.await
            }
        }
    });
    told(arguments.json, &run, &ended)?;
    recording.told();
    Ok(ExitCode::from(ended.status.exit_code()))
}

/// Prints what the whole run came to.
fn told(json: bool, run: &Run, ended: &Ended) -> Result<(), Refused> {
    let spending = run.spending();
    if json {
        let summary = json!({
            "event": "run_summary",
            "status": ended.status,
            "text": ended.text,
            "summary": ended.summary,
            "spending": spending,
        });
        return output::data(summary);
    }
    output::print(crate::live::summary(ended, &spending))
}

/// The model of the command line, or else that of the profile.
fn model(profile: &Profile, given: Option<&str>, own: Option<&Address>) -> Result<Arc<dyn Model>, Refused> {
    let given =
        given.map(|text| text.parse::<Address>().map_err(|error| Refused::new(error.to_string()))).transpose()?;
    match given.as_ref().or(own) {
        Some(address) => open(profile, address),
        None => Err(Refused::new(
            "no model is named: give one by --model PROVIDER:NAME, or by `address` in [model] of the profile",
        )),
    }
}

fn open(profile: &Profile, address: &Address) -> Result<Arc<dyn Model>, Refused> {
    let run = &profile.run;
    let limits = Limits {
        call_timeout: run.model_call_timeout,
        stream_idle: run.model_stream_idle,
        max_retries: run.max_model_retries,
        retry_max_delay: run.model_retry_max_delay,
    };
    let settings = &profile.model;
    let options = Options { limits, price: settings.price, max_output: settings.max_output, ..Options::default() };
    let environment = |name: &str| env::var(name).ok();
    gg_models::open(address, options, Path::new("."), &environment).map_err(|error| Refused::new(error.to_string()))
}
