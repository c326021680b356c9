//! An agent in a workspace of its own, whose model replies from a script.

#![allow(dead_code, reason = "each suite uses what it needs")]

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

use gg_agent::{Agent, Ended, Equipment, Named, Run, Team};
use gg_engine::{
    arm::{Arm, Arms, javascript::JavaScript},
    sandbox::{Runtime, Sandbox},
};
use gg_host::{
    Host, Profile, RunBoard,
    operations::{self, PACKAGE},
    profile::Machine,
};
use gg_models::{Address, Asking, Message, Model, Options, Part, Request, Scripted, Watch};
use serde_json::Value;
use tempfile::TempDir;

/// What most programs begin with.
pub(crate) const HEAD: &str = "import { context, files, session, views } from \"gg\";\n";
const PROFILE: &str = "language = \"javascript\"\n";

static RUNTIME: LazyLock<Arc<Runtime<Host>>> = LazyLock::new(|| {
    let sandbox = Arc::new(Sandbox::new().expect("an engine"));
    let arms = Arms::new(vec![Arc::new(JavaScript::new(&PACKAGE))]);
    Arc::new(Runtime::new(sandbox, operations::add_to_linker, arms, None, |_, _| {}).expect("a runtime"))
});

/// A script of programs, which all begin alike, each with who is asked for it and what has to be seen by then.
pub(crate) fn script(head: &str, replies: &[(&str, &[&str], &str)]) -> String {
    let reply = |(caller, sees, program): &(&str, &[&str], &str)| {
        format!("[[reply]]\ncaller = \"{caller}\"\nsees = {sees:?}\ntext = '''{head}{program}'''\n")
    };
    replies.iter().map(reply).collect()
}

/// A workspace, and the profile of an agent that works in it.
pub(crate) struct Bench {
    profile: Profile,
    /// Those on the roster that have profiles of their own, by their ids.
    others: BTreeMap<String, Profile>,
    /// Machines on the roster, with the profiles of their states.
    machines: BTreeMap<String, (Machine, BTreeMap<String, Profile>)>,
    folder: TempDir,
}

/// A profile of an agent that writes JavaScript.
pub(crate) fn profile(text: &str) -> Profile {
    let split = text.find('[').unwrap_or(text.len());
    let (keys, tables) = text.split_at(split);
    let text = format!("{PROFILE}{keys}\n[capability.read-file]\n{tables}");
    Profile::read("profile.toml", &text).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

/// What came of a session.
pub(crate) struct Ran {
    pub(crate) ended: Ended,
    pub(crate) events: Vec<Value>,
    /// What the model was sent, request by request.
    pub(crate) asked: Vec<Vec<Message>>,
    /// The agents that it was sent for, request by request.
    pub(crate) callers: Vec<String>,
}

impl Ran {
    /// What the model was sent for an agent in its request of a number, from 0: all texts, one after the other.
    pub(crate) fn window(&self, caller: &str, number: usize) -> String {
        let own = self.asked.iter().zip(&self.callers).filter(|(_, asked)| *asked == caller);
        let messages = own.map(|(messages, _)| messages).nth(number).expect("it was asked so often");
        let texts = messages.iter().flat_map(|message| match message {
            Message::Told { parts, .. } => parts
                .iter()
                .filter_map(|part| match part {
                    Part::Text(text) => Some(text.clone()),
                    _ => None,
                })
                .collect::<Vec<_>>(),
            Message::Replied(answer) => vec![answer.text.clone()],
        });
        texts.collect::<Vec<_>>().join("\n")
    }

    /// The names of the events, in order.
    pub(crate) fn names(&self) -> Vec<String> {
        self.events.iter().filter_map(|event| event["event"].as_str().map(str::to_owned)).collect()
    }

    /// The events of a name.
    pub(crate) fn of(&self, name: &str) -> Vec<&Value> {
        self.events.iter().filter(|event| event["event"] == name).collect()
    }
}

impl Bench {
    /// A workspace with files; keys of a profile come before its tables.
    pub(crate) fn new(profile: &str, files: &[(&str, &str)]) -> Self {
        let profile = self::profile(profile);
        let folder = tempfile::tempdir().expect("a folder");
        for (name, contents) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
            fs::write(path, contents).expect("a file");
        }
        Self { profile, others: BTreeMap::new(), machines: BTreeMap::new(), folder }
    }

    /// The same, in which an agent of the roster has a profile of its own.
    #[must_use]
    pub(crate) fn with_agent(mut self, id: &str, profile: &str) -> Self {
        self.others.insert(id.to_owned(), self::profile(profile));
        self
    }

    /// The same, in which an id of the roster is a machine.
    #[must_use]
    pub(crate) fn with_machine(mut self, id: &str, machine: &str, states: &[(&str, &str)]) -> Self {
        let machine = Machine::read("machine.toml", machine).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        let states = states.iter().map(|(state, profile)| ((*state).to_owned(), self::profile(profile)));
        self.machines.insert(id.to_owned(), (machine.expect("a machine"), states.collect()));
        self
    }

    /// The folder.
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Runs a session on a script.
    pub(crate) async fn run(&self, script: &str) -> Ran {
        let script = Scripted::read(Path::new("script.toml"), script, Options::default());
        let model = Arc::new(Listening {
            script: script.unwrap_or_else(|mistakes| panic!("{mistakes}")),
            asked: Mutex::default(),
            callers: Mutex::default(),
        });
        let events = Arc::new(Mutex::new(Vec::new()));
        let heard = events.clone();
        let watch = move |told: &gg_agent::Told<'_>| {
            let event = serde_json::to_value(told).expect("an event is JSON");
            heard.lock().unwrap_or_else(PoisonError::into_inner).push(event);
        };
        let host =
            self.profile.host(self.path(), self.profile.settings(None)).unwrap_or_else(|error| panic!("{error}"));
        let workspace = self.profile.workspace(self.path()).unwrap_or_else(|error| panic!("{error}"));
        let arm: Arc<dyn Arm> = RUNTIME.arms().find("javascript").expect("an arm").clone();
        let equipment = Equipment {
            named: "main".to_owned(),
            position: None,
            profile: Arc::new(self.profile.clone()),
            arm,
            model: model.clone(),
            summarizer: model.clone(),
            checker: None,
        };
        let board = self.profile.capabilities.board.clone().map(|board| Arc::new(RunBoard::new(board)));
        // Who has no profile of its own has that of the first.
        let made = |id: &str, profile: Option<&Profile>| {
            let profile = profile.map_or_else(|| equipment.profile.clone(), |profile| Arc::new(profile.clone()));
            Equipment { named: id.to_owned(), profile, ..equipment.clone() }
        };
        let named = |id: &str| match self.machines.get(id) {
            None => Named::from(made(id, self.others.get(id))),
            Some((machine, states)) => {
                let states = states.iter().map(|(state, profile)| (state.clone(), made(id, Some(profile))));
                Named::Machine { machine: Arc::new(machine.clone()), states: states.collect() }
            }
        };
        let ids = self.profile.roster.iter().map(|entry| entry.id.as_str());
        let agents: BTreeMap<String, Named> = ids.map(|id| (id.to_owned(), named(id))).collect();
        let run = Run::new(RUNTIME.clone(), self.path(), None, None, watch);
        let (parallel, depth) = (self.profile.run.max_parallel, self.profile.run.max_depth);
        let run = run.with_parallel(parallel).with_depth(depth);
        let run = Arc::new(run.with_agents(agents).with_board(board.clone()));
        let team = Team::of(run.clone(), &workspace);
        let host = match board {
            Some(board) => host.with_board(board),
            None => host,
        };
        let (agent, host) =
            Agent::new(run, "main", equipment, host, "standard").unwrap_or_else(|error| panic!("{error}"));
        let ended = Box::pin(team.session(agent, host, "Do it.")).await;
        let events = std::mem::take(&mut *events.lock().unwrap_or_else(PoisonError::into_inner));
        let asked = std::mem::take(&mut *model.asked.lock().unwrap_or_else(PoisonError::into_inner));
        let callers = std::mem::take(&mut *model.callers.lock().unwrap_or_else(PoisonError::into_inner));
        Ran { ended, events, asked, callers }
    }
}

/// A script that keeps what it is asked, without the marks of what is cached.
#[derive(Debug)]
struct Listening {
    script: Scripted,
    asked: Mutex<Vec<Vec<Message>>>,
    callers: Mutex<Vec<String>>,
}

impl Model for Listening {
    fn address(&self) -> &Address {
        self.script.address()
    }

    fn ask<'a>(&'a self, request: &'a Request, watch: Watch<'a>) -> Asking<'a> {
        if !request.caller.ends_with(".summary") {
            let unmarked = |message: &Arc<Message>| match &**message {
                Message::Told { parts, .. } => Message::Told { parts: parts.clone(), cache: false },
                replied @ Message::Replied(_) => replied.clone(),
            };
            let messages = request.messages.iter().map(unmarked).collect();
            self.asked.lock().unwrap_or_else(PoisonError::into_inner).push(messages);
            self.callers.lock().unwrap_or_else(PoisonError::into_inner).push(request.caller.clone());
        }
        self.script.ask(request, watch)
    }
}
