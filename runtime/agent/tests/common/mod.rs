//! An agent in a workspace of its own, whose model replies from a script.

#![allow(dead_code, reason = "each suite uses what it needs")]

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

use gg_agent::{Agent, Ended, Equipment, Run, Team};
use gg_engine::{
    arm::{Arm, Arms, javascript::JavaScript},
    sandbox::{Runtime, Sandbox},
};
use gg_host::{
    Host, Profile, RunBoard,
    operations::{self, PACKAGE},
};
use gg_models::{Address, Asking, Message, Model, Options, Request, Scripted, Watch};
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
    folder: TempDir,
}

/// What came of a session.
pub(crate) struct Ran {
    pub(crate) ended: Ended,
    pub(crate) events: Vec<Value>,
    /// What the model was sent, request by request.
    pub(crate) asked: Vec<Vec<Message>>,
}

impl Ran {
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
        let split = profile.find('[').unwrap_or(profile.len());
        let (keys, tables) = profile.split_at(split);
        let text = format!("{PROFILE}{keys}\n[capability.read-file]\n{tables}");
        let profile = Profile::read("profile.toml", &text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        let folder = tempfile::tempdir().expect("a folder");
        for (name, contents) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
            fs::write(path, contents).expect("a file");
        }
        Self { profile, folder }
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
            profile: Arc::new(self.profile.clone()),
            arm,
            model: model.clone(),
            summarizer: model.clone(),
            checker: None,
        };
        let board = self.profile.capabilities.board.clone().map(|board| Arc::new(RunBoard::new(board)));
        // Everybody has the same profile.
        let ids = self.profile.roster.iter().map(|entry| entry.id.clone());
        let agents: BTreeMap<String, Equipment> = ids.map(|id| (id, equipment.clone())).collect();
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
        let ended = Box::pin(team.beside(agent.run(host, "Do it."))).await;
        let events = std::mem::take(&mut *events.lock().unwrap_or_else(PoisonError::into_inner));
        let asked = std::mem::take(&mut *model.asked.lock().unwrap_or_else(PoisonError::into_inner));
        Ran { ended, events, asked }
    }
}

/// A script that keeps what it is asked, without the marks of what is cached.
#[derive(Debug)]
struct Listening {
    script: Scripted,
    asked: Mutex<Vec<Vec<Message>>>,
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
        }
        self.script.ask(request, watch)
    }
}
