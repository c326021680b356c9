//! The database of a workspace: when it is made, and what is refused and left alone.

use std::{fs, os::unix::fs::symlink, path::Path};

use gg_engine::{ErrorCode::IoError, sandbox::System};
use rusqlite::Connection;

use super::bench::{Bench, call, fails};
use crate::{
    Program, StoreError,
    operations::tasks::TaskInput,
    store::{
        Store,
        carried_out::CallKey,
        migrations::{APPLICATION, STEPS, newest},
    },
};

const LIBRARY: &str = "[capability.program-library]";

/// A workspace with a store that holds a program, closed again.
async fn kept() -> Bench {
    let mut bench = Bench::with(LIBRARY, |_| {});
    keep(&mut bench).await.expect("a store");
    reopened(&mut bench);
    bench
}

async fn keep(bench: &mut Bench) -> Result<Option<String>, crate::RecordError> {
    bench.host.record_program(Program { turn: 1, source: "a", error: None }, &System).await
}

/// The store as another process finds it.
fn reopened(bench: &mut Bench) {
    bench.host.store = Store::new(bench.host.workspace.root());
}

fn open(bench: &mut Bench) -> Result<bool, String> {
    reopened(bench);
    let root = bench.host.workspace.root().display().to_string();
    bench.host.store.open().map_err(|error| error.to_string().replace(&root, "ROOT"))
}

/// Everything in the folder of the store.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let mut contents: Vec<_> = entries
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).unwrap_or_default()))
        .collect();
    contents.sort();
    contents
}

/// A store that is refused with these words, by a launch and by a call, and not touched.
#[track_caller]
fn refused(bench: &mut Bench, words: &str) {
    let folder = bench.path(".gg");
    let before = contents(&folder);
    let error = open(bench).expect_err("it is refused");
    assert!(error.starts_with("ROOT/.gg") && error.contains(words), "{error}");
    assert_eq!(contents(&folder).len(), before.len(), "{words}: files were left");
    assert!(contents(&folder) == before, "{words}: it was touched");
}

#[tokio::test]
async fn a_store_is_made_by_the_first_write() {
    let mut bench = Bench::with(LIBRARY, |_| {});
    assert_eq!(open(&mut bench), Ok(false));
    assert!(!bench.path(".gg").exists());
    keep(&mut bench).await.expect("a store");
    assert_eq!(fs::read_to_string(bench.path(".gg/.gitignore")).expect("it is there"), "/.gitignore\ngg.db*\n");
    assert_eq!(open(&mut bench), Ok(true));
    reopened(&mut bench);
    let names: Vec<String> = contents(&bench.path(".gg")).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, [".gitignore", "gg.db"], "nothing else is left once it is closed");
    let database = Connection::open(bench.path(".gg/gg.db")).expect("a database");
    let number = |pragma| database.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0)).expect("a number");
    assert_eq!((number("application_id"), number("user_version")), (i64::from(APPLICATION), i64::from(newest(STEPS))));
}

#[tokio::test]
async fn an_ignore_file_of_the_users_stays() {
    let mut bench = Bench::with(LIBRARY, |_| {});
    bench.put(".gg/.gitignore", "*\n");
    keep(&mut bench).await.expect("a store");
    assert_eq!(bench.get(".gg/.gitignore"), "*\n");
}

#[tokio::test]
async fn what_is_no_store_is_refused_and_left_alone() {
    let mut bench = kept().await;
    let whole = fs::read(bench.path(".gg/gg.db")).expect("a database");
    let cases: [(&str, Vec<u8>); 5] = [
        ("is damaged", Vec::new()),
        ("is damaged", b"not a database at all".repeat(300)),
        ("is damaged", whole[..whole.len() - 4096].to_vec()),
        ("is damaged", whole[..60].to_vec()),
        // A page of a table is overwritten in the middle of the file.
        ("is damaged", [&whole[..4096], &[0xa5; 4096], &whole[8192..]].concat()),
    ];
    for (words, bytes) in cases {
        fs::write(bench.path(".gg/gg.db"), bytes).expect("writes");
        refused(&mut bench, words);
        let error = keep(&mut bench).await.expect_err("a call fails as well").to_string();
        assert!(error.contains("put a copy in its place"), "{error}");
    }
    fs::write(bench.path(".gg/gg.db"), &whole).expect("writes");
    assert_eq!(open(&mut bench), Ok(true));
}

#[tokio::test]
async fn another_applications_database_and_a_newer_one_are_refused() {
    let mut bench = kept().await;
    let change = |bench: &Bench, pragma: &str, value: i64| {
        let database = Connection::open(bench.path(".gg/gg.db")).expect("a database");
        database.pragma_update(None, pragma, value).expect("it is set");
    };
    change(&bench, "user_version", 8);
    let known = newest(STEPS);
    refused(&mut bench, &format!("the store has layout 8, and this gg knows layouts up to {known}"));
    change(&bench, "user_version", 0);
    refused(&mut bench, "is damaged: its layout is 0");
    change(&bench, "user_version", i64::from(known));
    change(&bench, "application_id", 0);
    refused(&mut bench, "the database of another application (its id is 0x00000000)");
    change(&bench, "application_id", i64::from(APPLICATION));
    assert_eq!(open(&mut bench), Ok(true));
}

/// The layout stands in the log only, as a crash can leave it.
#[tokio::test]
async fn a_newer_layout_in_the_log_is_seen() {
    let mut bench = kept().await;
    let (path, log) = (bench.path(".gg/gg.db"), bench.path(".gg/gg.db-wal"));
    let database = Connection::open(&path).expect("a database");
    database.pragma_update(None, "user_version", 8).expect("it is set");
    let copied = (fs::read(&path).expect("a database"), fs::read(&log).expect("a log"));
    drop(database);
    fs::write(&path, &copied.0).expect("writes");
    fs::write(&log, &copied.1).expect("writes");
    let error = open(&mut bench).expect_err("it is newer");
    assert!(error.contains("the store has layout 8"), "{error}");
    reopened(&mut bench);
    assert!(fs::read(&path).expect("a database") == copied.0 && fs::read(&log).expect("a log") == copied.1);
}

#[tokio::test]
async fn what_is_no_file_is_refused() {
    let mut bench = Bench::with(LIBRARY, |_| {});
    fs::create_dir_all(bench.path(".gg/gg.db")).expect("a folder");
    refused(&mut bench, "it is no file");
    fs::remove_dir(bench.path(".gg/gg.db")).expect("it goes");
    symlink(bench.outside("other.db"), bench.path(".gg/gg.db")).expect("a link");
    refused(&mut bench, "it is no file but a folder, a link or the like");
    assert!(keep(&mut bench).await.is_err());
    assert!(!bench.outside("other.db").exists());
}

#[tokio::test]
async fn a_folder_that_leads_outside_is_not_followed() {
    let mut bench = Bench::with(LIBRARY, |_| {});
    fs::create_dir(bench.outside("elsewhere")).expect("a folder");
    bench.link(".gg", bench.outside("elsewhere"));
    assert_eq!(open(&mut bench), Err("ROOT/.gg: it leads out of the workspace; gg keeps its store inside".to_owned()));
    assert!(keep(&mut bench).await.is_err());
    assert_eq!(contents(&bench.outside("elsewhere")), []);
    fs::remove_dir(bench.outside("elsewhere")).expect("it goes");
    assert!(open(&mut bench).is_err() && keep(&mut bench).await.is_err(), "a link into the void");
}

#[tokio::test]
async fn what_lies_in_place_of_the_folder_is_told() {
    let mut bench = Bench::with(LIBRARY, |_| {});
    let file =
        "the store cannot be used: `.gg` is a file, and gg keeps its store in a folder of that name; move it away";
    let link = "the store cannot be used: `.gg` is a link that leads to nothing, and gg keeps its store in a folder of that \
                name; remove the link";
    for told in [file, link] {
        if told == file {
            bench.put(".gg", "a note");
        } else {
            fs::remove_file(bench.path(".gg")).expect("it goes");
            bench.link(".gg", "nowhere");
        }
        assert_eq!(open(&mut bench), Err(format!("ROOT/.gg: {told}")));
        fails(call!(bench, ProgramsHistory, programs::history()), IoError, told);
        assert!(keep(&mut bench).await.is_err());
        assert!(!reopened_error(&mut bench).is_of_the_system(), "it is to be put in order first");
    }
    assert!(!bench.path("nowhere").exists());
}

fn reopened_error(bench: &mut Bench) -> StoreError {
    reopened(bench);
    bench.host.store.open().expect_err("it is refused")
}

#[tokio::test]
async fn a_log_without_its_database_is_not_taken_for_anothers() {
    let mut bench = Bench::with(LIBRARY, |_| {});
    bench.put(".gg/gg.db-wal", "what is left of one");
    let error = keep(&mut bench).await.expect_err("it is refused").to_string();
    assert!(error.contains("its log (`-wal`) lies there without it"), "{error}");
    assert_eq!(contents(&bench.path(".gg")).len(), 1);
}

/// A program may delete what it likes with a command.
#[tokio::test]
async fn a_store_that_is_deleted_is_made_anew() {
    let mut bench = Bench::with(LIBRARY, |_| {});
    keep(&mut bench).await.expect("a store");
    fs::remove_dir_all(bench.path(".gg")).expect("it goes");
    assert_eq!(call!(bench, ProgramsHistory, programs::history()), Ok(vec![]));
    keep(&mut bench).await.expect("a store");
    assert_eq!(call!(bench, ProgramsHistory, programs::history()).expect("a list").len(), 1);
    reopened(&mut bench);
    assert_eq!(call!(bench, ProgramsHistory, programs::history()).expect("a list").len(), 1);
}

/// While one writes the others wait, and give up with words.
#[tokio::test]
async fn a_call_waits_for_its_turn() {
    let mut bench = kept().await;
    let other = Connection::open(bench.path(".gg/gg.db")).expect("a database");
    other.execute_batch("BEGIN IMMEDIATE").expect("its turn");
    let done = async {
        // The runtime's thread is free meanwhile.
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        other.execute_batch("COMMIT").expect("it ends");
    };
    let (kept, ()) = tokio::join!(keep(&mut bench), done);
    assert!(kept.is_ok_and(|id| id.is_some()));
    other.execute_batch("BEGIN IMMEDIATE").expect("its turn");
    assert_eq!(call!(bench, ProgramsHistory, programs::history()).expect("reading never waits").len(), 2);
}

#[tokio::test]
async fn a_call_that_changed_something_is_kept_with_it_and_one_that_failed_is_not() {
    let mut bench = Bench::with("[capability.tasks]", |_| {});
    let mut add = async |turn: u32, number: u32, id: &str| {
        let call = format!("program:{number}:tasks.add_task");
        bench.host.store.begin_call(Some(CallKey { agent: "main".to_owned(), turn, call }));
        let task = TaskInput { id: id.to_owned(), title: "It.".to_owned(), description: None, blocked_by: Vec::new() };
        let added = call!(bench, TasksAddTask, tasks::add_task(task)).is_ok();
        let mut kept = bench.host.store.carried_out("main", turn).await.expect("a store");
        kept.sort_unstable();
        (added, kept)
    };
    let calls = |numbers: &[u32]| numbers.iter().map(|number| format!("program:{number}:tasks.add_task")).collect();
    assert_eq!(add(1, 0, "a").await, (true, calls(&[0])));
    assert_eq!(add(1, 1, "a").await, (false, calls(&[0])));
    assert_eq!(add(1, 2, "b").await, (true, calls(&[0, 2])));
    assert_eq!(add(2, 0, "c").await, (true, calls(&[0])));
    let long_ago = bench.host.store.carried_out("main", 1).await.expect("a store");
    assert!(long_ago.is_empty(), "it was answered: {long_ago:?}");
}
