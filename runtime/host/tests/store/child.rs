//! A process that adds tasks and shared memories, and says which of them were answered for.

use std::{
    collections::BTreeSet,
    env,
    io::{Read as _, Write as _},
    path::Path,
    process::{Child, Command, Stdio},
    sync::Arc,
};

use gg_engine::{Agent, Call, docs::Index};
use gg_host::{
    Host, Profile, Store,
    operations::{
        OperationId, PACKAGE,
        memories::{MemoryInput, Operations as _},
        tasks::{Operations as _, TaskInput},
    },
};
use rusqlite::Connection;

/// The folder a child works in.
const FOLDER: &str = "GG_TEST_STORE_FOLDER";
/// What its tasks and memories are called, before their number.
const NAME: &str = "GG_TEST_STORE_NAME";
/// How many it adds.
const COUNT: &str = "GG_TEST_STORE_COUNT";

const PROFILE: &str = "language = \"javascript\"\n[capability.tasks]\nmaxTasks = 1000000\n\
                       [capability.memories]\nstrategy = \"keyword-search\"\nscope = \"shared\"\n";

/// An agent of the workspace at a folder.
struct Worker {
    host: Host,
    agent: Arc<Agent>,
}

impl Worker {
    fn new(folder: &Path) -> Self {
        let profile = Profile::read("worker", PROFILE).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        let workspace = profile.workspace(folder).unwrap_or_else(|error| panic!("{error}"));
        let host = Host::new(workspace, Arc::new(Index::new(PACKAGE.index)), profile.settings(None));
        let agent = profile.agent("standard", &host);
        Self { host, agent }
    }

    fn call(&self, operation: OperationId) -> Call {
        Call::new(self.agent.clone(), operation.row(), 0, "{}".to_owned())
    }

    /// Adds a task that waits for the one before it, and a memory; says which it was when both are answered for.
    async fn add(&mut self, name: &str, number: u32) {
        let call = self.call(OperationId::TasksAddTask);
        let blocked_by = number.checked_sub(1).map(|before| format!("{name}-{before}")).into_iter().collect();
        let id = format!("{name}-{number}");
        let task = TaskInput { id: id.clone(), title: "One of many".to_owned(), description: None, blocked_by };
        self.host.add_task(&call, task).await.unwrap_or_else(|error| panic!("{id}: {error}"));
        let call = self.call(OperationId::MemoriesCreateMemory);
        let body = format!("The memory {id} of many.");
        let memory = MemoryInput { name: id.clone(), description: String::new(), body, code: None, on_use: None };
        self.host.create_memory(&call, memory).await.unwrap_or_else(|error| panic!("{id}: {error}"));
        // Not by `println!`, which tests keep to themselves.
        let mut out = std::io::stdout().lock();
        out.write_all(format!("answered {id}\n").as_bytes()).and_then(|()| out.flush()).expect("somebody listens");
    }
}

/// Starts a child that adds so many.
pub(crate) fn start(folder: &Path, name: &str, count: u32) -> Child {
    let program = env::current_exe().expect("this program");
    Command::new(program)
        .args(["child::works", "--exact", "--nocapture"])
        .env(FOLDER, folder)
        .env(NAME, name)
        .env(COUNT, count.to_string())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts")
}

/// What a child said was answered for, until it ends. What it was about to say when it was killed has no end of line.
pub(crate) fn answered(child: &mut Child) -> BTreeSet<String> {
    let mut said = Vec::new();
    child.stdout.take().expect("it is asked once").read_to_end(&mut said).expect("it can be heard");
    said.truncate(said.iter().rposition(|byte| *byte == b'\n').unwrap_or(0));
    let said = String::from_utf8_lossy(&said);
    said.lines().filter_map(|line| Some(line.split_once("answered ")?.1.to_owned())).collect()
}

/// What is kept in the workspace at a folder: ids of tasks and names of memories.
pub(crate) async fn kept(folder: &Path) -> (BTreeSet<String>, BTreeSet<String>) {
    let mut store = Store::of(folder).expect("a folder");
    let tasks = store.tasks().await.expect("tasks").into_iter().flat_map(|kept| kept.items);
    let memories = store.memories().await.expect("memories").into_iter().flat_map(|kept| kept.items);
    (tasks.map(|task| task.id).collect(), memories.map(|memory| memory.name).collect())
}

/// Looks through the whole database, its index of texts included.
pub(crate) fn is_sound(folder: &Path) {
    let database = Connection::open(folder.join(".gg/gg.db")).expect("a database");
    let said: String = database.query_row("PRAGMA integrity_check", [], |row| row.get(0)).expect("an answer");
    assert_eq!(said, "ok");
    let check = "INSERT INTO memory_trigram (memory_trigram, rank) VALUES ('integrity-check', 1)";
    database.execute(check, []).expect("the index is that of its texts");
    let dangling = "SELECT count(*) FROM pragma_foreign_key_check";
    assert_eq!(database.query_row(dangling, [], |row| row.get::<_, u32>(0)), Ok(0));
}

/// The work of a child; without an order there is none.
#[tokio::test]
async fn works() {
    let Some(folder) = env::var_os(FOLDER) else { return };
    let text = |name| env::var(name).expect("an order is whole");
    let count: u32 = text(COUNT).parse().expect("a number");
    let mut worker = Worker::new(Path::new(&folder));
    for number in 0..count {
        worker.add(&text(NAME), number).await;
    }
}
