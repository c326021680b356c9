//! Turns of an agent whose window is full of items, recorded as `gg agent` does.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
    time::Instant,
};

use gg_agent::{Agent, Equipment, Event, Journal, Record, Run, Sessions, Told};
use gg_engine::{
    arm::{Arms, javascript::JavaScript},
    sandbox::{Cache, Runtime, Sandbox},
};
use gg_host::{
    Profile,
    operations::{self, PACKAGE},
};
use gg_models::{Address, Answer, Asking, Model, Reply, Request, Spent, Stop, Watch};

use crate::{
    figures::Figure,
    sandbox::{cache_folder, here},
};

/// Items a window has at least when it is measured.
const ITEMS: u32 = 500;
/// Turns that are measured.
const TURNS: u32 = 100;
/// A turn brings two items: what was replied, and a view.
const ALL: u32 = ITEMS / 2 + TURNS;

/// What a turn takes beyond its model and its program, in a window of many items.
pub(crate) fn overhead() -> Figure {
    let folder = tempfile::tempdir().expect("a folder");
    let profile =
        Profile::read("turns", "language = \"javascript\"\n[capability.program-library]\n[capability.tasks]\n");
    let profile = Arc::new(profile.expect("a good profile"));
    let sandbox = Arc::new(Sandbox::new().expect("an engine"));
    let arms = Arms::new(vec![Arc::new(JavaScript::new(&PACKAGE))]);
    let cache = Cache::at(cache_folder()).expect("a folder of our own");
    let runtime = Runtime::new(sandbox, operations::add_to_linker, arms, Some(cache), |_, _| {}).expect("a runtime");
    let runtime = Arc::new(runtime);
    let arm = runtime.arms().find("javascript").expect("an arm").clone();

    let session = Sessions::of(folder.path()).folder("1");
    let journal: Arc<dyn Record> = Journal::begin(&session, profile.run.replay_max_bytes).expect("a journal");
    let clock = Arc::new(Mutex::new(Clock::default()));
    let heard = clock.clone();
    let watch = move |told: &Told<'_>| heard.lock().unwrap_or_else(PoisonError::into_inner).hear(&told.event);
    let run = Run::new(runtime, folder.path(), None, None, watch).with_record(journal);
    let host = profile.host(folder.path(), profile.settings(None)).expect("a host");
    let model: Arc<dyn Model> = Arc::new(Writer::default());
    let equipment = Equipment {
        named: "main".to_owned(),
        position: None,
        profile,
        arm,
        model: model.clone(),
        summarizer: model,
        checker: None,
    };
    let (agent, host) = Agent::new(Arc::new(run), "main", equipment, host, "standard").expect("an agent");
    let ended = here().block_on(agent.run(host, "Open views."));
    assert_eq!(ended.summary.errors, 0, "{}", ended.text);
    let clock = clock.lock().unwrap_or_else(PoisonError::into_inner);
    assert!(clock.turns.len() >= TURNS as usize);
    Figure::of(clock.turns.clone())
}

/// What each turn took, in seconds.
#[derive(Default)]
struct Clock {
    began: Option<Instant>,
    programs: f64,
    turns: Vec<f64>,
}

impl Clock {
    fn hear(&mut self, event: &Event<'_>) {
        match event {
            Event::TurnStart { items, .. } => {
                if let Some(began) = self.began.take() {
                    self.turns.push(began.elapsed().as_secs_f64() - self.programs);
                }
                self.began = (*items >= ITEMS as usize).then(Instant::now);
                self.programs = 0.0;
            }
            Event::CodeExecution(ran) => self.programs += ran.duration_ms / 1e3,
            _ => {}
        }
    }
}

/// A model that replies at once: each time a program that opens a view, and at last one that ends the session.
#[derive(Debug)]
struct Writer {
    address: Address,
    replies: AtomicU32,
}

impl Default for Writer {
    fn default() -> Self {
        Self { address: "scripted:turns".parse().expect("an address"), replies: AtomicU32::new(0) }
    }
}

impl Model for Writer {
    fn address(&self) -> &Address {
        &self.address
    }

    fn ask<'a>(&'a self, _: &'a Request, _: Watch<'a>) -> Asking<'a> {
        let number = self.replies.fetch_add(1, Ordering::Relaxed);
        let last = number == ALL;
        let call = if last { "session.finish(\"done\")".to_owned() } else { view(number) };
        let text = format!("import {{ session, views }} from \"gg\";\n{call};\n");
        let answer = Answer { text, ..Answer::default() };
        let reply = Reply { answer, stop: Stop::End, usage: None, spent: Spent::default(), tries: 1 };
        Box::pin(async move { Ok(reply) })
    }
}

fn view(number: u32) -> String {
    let body = format!("Line of the view {number}. ").repeat(40);
    format!("views.openText(\"view {number}\", \"{body}\")")
}
