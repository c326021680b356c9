//! Calls that keep something, and a workspace that is full.

use std::{path::Path, sync::LazyLock};

use gg_host::Profile;
use rusqlite::{Connection, TransactionBehavior};
use tempfile::TempDir;

use crate::{
    figures::{Figure, time, times},
    sandbox::{Agency, here},
};

/// Calls of a program.
const BATCH: u32 = 1_000;
/// Tasks, and as many memories, of a full workspace.
const FULL: u32 = 10_000;

const PROFILE: &str = "language = \"javascript\"\n[capability.tasks]\nmaxTasks = 1000000\n\
                       [capability.memories]\nstrategy = \"keyword-search\"\n";

fn agency(folder: &Path) -> Agency {
    Agency::of(&Profile::read("store", PROFILE).expect("a good profile"), folder)
}

/// What one of a batch costs, each time in a new workspace that a first program has prepared.
fn batch(first: &str, program: &str) -> Figure {
    let threads = here();
    times(10, || {
        let folder = tempfile::tempdir().expect("a folder");
        let mut agency = agency(folder.path());
        threads.block_on(agency.run(first));
        time(|| drop(threads.block_on(agency.run(program))))
    })
    .each(BATCH)
}

/// A program that adds so many tasks, each waiting for the one before.
fn tasks(count: u32) -> String {
    format!(
        "import {{ tasks }} from \"gg\";\n\
         for (let i = 0; i < {count}; i++)\n\
         \x20 tasks.addTask({{ id: `t${{i}}`, title: `Task ${{i}} of many`, blockedBy: i ? [`t${{i - 1}}`] : [] }});\n"
    )
}

/// A program that creates so many memories of about 600 characters, of words that follow from their number.
fn memories(count: u32) -> String {
    format!(
        "import {{ memories }} from \"gg\";\n\
         const words = `{WORDS}`.split(' ');\n\
         let state = 1;\n\
         const word = () => words[(state = (state * 48271) % 2147483647) % words.length];\n\
         for (let i = 0; i < {count}; i++) {{\n\
         \x20 const body = `Memory ${{i}}: ` + Array.from({{ length: 80 }}, word).join(' ') + (i % 100 ? '.' : ' Lantern.');\n\
         \x20 memories.createMemory({{ name: `m${{i}}`, description: `${{word()}} ${{word()}}`, body }});\n\
         }}\n"
    )
}

const WORDS: &str = "anchor berth buoy cable captain cargo chart compass crane crew current deck dock draught ferry fog gale \
                     hatch hawser helm hold hull jetty keel knot ladder lock log mast mooring oar pier pilot quay rope \
                     rudder sail signal stern tide tug watch wharf winch";

/// A task added.
pub(crate) fn task_added() -> Figure {
    batch("", &tasks(BATCH))
}

/// The same in SQLite by itself: a row in a table without more, each in a transaction that is on the disk when it ends.
pub(crate) fn row_added() -> Figure {
    times(10, || {
        let folder = tempfile::tempdir().expect("a folder");
        let mut database = Connection::open(folder.path().join("a.db")).expect("a database");
        database.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(())).expect("it has a log");
        database.pragma_update(None, "synchronous", "FULL").expect("it syncs");
        database.execute_batch("CREATE TABLE task (id TEXT, title TEXT)").expect("a table");
        time(|| {
            for number in 0..BATCH {
                let behavior = TransactionBehavior::Immediate;
                let transaction = database.transaction_with_behavior(behavior).expect("it may write");
                let mut add = transaction.prepare_cached("INSERT INTO task VALUES (?1, ?2)").expect("a statement");
                add.execute([format!("t{number}"), format!("Task {number} of many")]).expect("it is added");
                drop(add);
                transaction.commit().expect("it is on the disk");
            }
        })
    })
    .each(BATCH)
}

/// A memory created.
pub(crate) fn memory_created() -> Figure {
    batch("", &memories(BATCH))
}

/// A memory read.
pub(crate) fn memory_read() -> Figure {
    let read = format!(
        "import {{ memories }} from \"gg\";\nfor (let i = 0; i < {BATCH}; i++) memories.readMemory(`m${{i}}`);\n"
    );
    batch(&memories(BATCH), &read)
}

/// A workspace with a lot in it.
static FILLED: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    let (threads, mut agency) = (here(), agency(folder.path()));
    for program in [tasks(FULL), memories(FULL)] {
        threads.block_on(agency.run(&program));
    }
    folder
});

/// A search in it, among many of one program.
pub(crate) fn search(words: &[&str]) -> Figure {
    const SEARCHES: u32 = 20;
    let (threads, mut agency) = (here(), agency(FILLED.path()));
    let program = format!(
        "import {{ memories }} from \"gg\";\n\
         for (let i = 0; i < {SEARCHES}; i++)\n\
         \x20 if (memories.searchMemories({words:?}).length !== 25) throw new Error(\"found too few\");\n"
    );
    times(10, || time(|| drop(threads.block_on(agency.run(&program))))).each(SEARCHES)
}

/// All that is done before its first program.
pub(crate) fn opened() -> Figure {
    let profile = Profile::read("store", PROFILE).expect("a good profile");
    let folder = FILLED.path();
    let threads = here();
    times(40, || {
        let mut agency = None;
        let taken = time(|| {
            let mut opened = Agency::of(&profile, folder);
            let host = opened.host.as_mut().expect("a host");
            threads.block_on(host.resume()).expect("it is in order");
            agency = Some(opened);
        });
        drop(agency);
        taken
    })
}
