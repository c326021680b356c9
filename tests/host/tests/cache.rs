//! Components on disk: built once, never trusted when they are not what was written, and shared by processes.

use std::{
    collections::BTreeSet,
    env, fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex},
    time::{Duration, SystemTime},
};

use gg_engine::{
    arm::{Arms, Stage},
    record::Turn,
    sandbox::{Cache, Limits, Outcome, Runtime, Sandbox, Submission},
};
use gg_tests_host::{
    Double, agent,
    automaton::Automaton,
    tables::least::host::{OperationId, add_to_linker},
};
use serde_json::Value;

const BUILT: [Stage; 3] = [Stage::Building("joining"), Stage::Compiling, Stage::Ready];
const FOUND: [Stage; 1] = [Stage::Ready];

/// Runs a program in a process of its own, as far as the engine can tell; the stages its guest went through.
async fn stages(folder: &Path, version: &str) -> Vec<Stage> {
    let cache = Cache::at(folder).expect("a folder of our own");
    let arms = Arms::new(vec![Arc::new(Automaton { version: version.to_owned() })]);
    let seen = Arc::new(Mutex::new(Vec::new()));
    let watch = seen.clone();
    let watch = move |guest: &str, stage| {
        assert_eq!(guest, "automaton");
        watch.lock().expect("no panic").push(stage);
    };
    let sandbox = Arc::new(Sandbox::new().expect("an engine"));
    let runtime = Runtime::new(sandbox, add_to_linker, arms, Some(cache), watch).expect("a runtime");
    let turn = Turn::new(agent::<OperationId>("javascript"));
    let limits = Limits { memory: 32 << 20, ..Limits::default() };
    let submission = Submission { limits, ..Submission::new("lc") };
    let ran = runtime.run(turn, Double::<OperationId>::returning(Value::Null), submission).await;
    assert_eq!(ran.report.outcome, Outcome::Completed);
    assert_eq!(ran.report.logs.lines, ["lc"]);
    seen.lock().expect("no panic").clone()
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path());
    let mut files: Vec<_> = files.filter(|file| file.extension().is_some_and(|found| found == extension)).collect();
    files.sort();
    files
}

fn entry(folder: &Path) -> PathBuf {
    let [entry] = &files(folder, "component")[..] else { panic!("not one entry: {:?}", files(folder, "component")) };
    entry.clone()
}

#[tokio::test]
async fn a_guest_is_built_once() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(stages(folder.path(), "").await, BUILT);
    assert_eq!(stages(folder.path(), "").await, FOUND);
    assert_eq!(stages(folder.path(), "another").await, BUILT, "what it is made from has changed");
    assert_eq!(stages(folder.path(), "").await, FOUND);
    assert_eq!(files(folder.path(), "component").len(), 2);
    assert!(files(folder.path(), "unfinished").is_empty());
}

#[tokio::test]
async fn what_is_not_as_it_was_written_is_built_again() {
    let folder = tempfile::tempdir().expect("a folder");
    stages(folder.path(), "").await;
    let entry = entry(folder.path());
    let whole = fs::read(&entry).expect("reads");
    let mut flipped = whole.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 1;
    for spoilt in [&whole[..whole.len() / 2], &flipped, b"", b"foreign"] {
        fs::write(&entry, spoilt).expect("writes");
        assert_eq!(stages(folder.path(), "").await, BUILT);
        assert_eq!(fs::read(&entry).expect("reads").len(), whole.len());
        assert_eq!(stages(folder.path(), "").await, FOUND);
    }
    // Another guest's entry under this name.
    stages(folder.path(), "another").await;
    let other = files(folder.path(), "component").into_iter().find(|file| *file != entry).expect("two entries");
    fs::copy(other, &entry).expect("copies");
    assert_eq!(stages(folder.path(), "").await, BUILT);
}

#[tokio::test]
async fn a_cache_that_cannot_be_written_costs_time_only() {
    let folder = tempfile::tempdir().expect("a folder");
    stages(folder.path(), "").await;
    let entry = entry(folder.path());
    // Neither read nor replaced.
    fs::remove_file(&entry).expect("removes");
    fs::create_dir_all(entry.join("occupied")).expect("a folder in its place");
    assert_eq!(stages(folder.path(), "").await, BUILT);
    assert_eq!(stages(folder.path(), "").await, BUILT);
}

#[cfg(unix)]
#[test]
fn a_folder_others_can_write_in_is_not_used() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
    let folder = tempfile::tempdir().expect("a folder");
    let own = folder.path().join("a/b");
    Cache::at(&own).expect("it is made");
    assert_eq!(fs::metadata(&own).expect("a folder").mode() & 0o777, 0o700);
    fs::set_permissions(&own, fs::Permissions::from_mode(0o720)).expect("ours to change");
    let refused = Cache::at(&own).expect_err("others may write in it").to_string();
    assert!(refused.contains(own.to_str().expect("a name")) && refused.contains("others may write"), "{refused}");
}

#[tokio::test]
async fn entries_are_listed_and_removed() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = Cache::at(folder.path()).expect("a folder of our own");
    stages(folder.path(), "old").await;
    let old = entry(folder.path());
    stages(folder.path(), "new").await;
    let long_ago = SystemTime::now() - Duration::from_hours(40 * 24);
    fs::File::open(&old).and_then(|file| file.set_modified(long_ago)).expect("a time");
    let left_behind = old.with_extension("1.unfinished");
    fs::write(&left_behind, "half").expect("writes");
    fs::write(folder.path().join("README"), "not ours to remove").expect("writes");

    let entries = cache.entries().expect("reads");
    let lengths: Vec<u64> = entries.iter().map(|entry| entry.bytes).collect();
    assert_eq!(entries.len(), 2);
    assert!(entries.iter().all(|entry| entry.guest == "automaton"));
    assert!(old.to_str().expect("a name").contains(&entries[1].key), "the one used last comes first");
    assert_eq!(cache.prune().expect("removes"), lengths[1] + 4);
    assert!(!old.exists() && !left_behind.exists());
    assert_eq!(stages(folder.path(), "new").await, FOUND);
    assert_eq!(cache.clear().expect("removes"), lengths[0]);
    assert_eq!(cache.entries().expect("reads"), []);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
}

/// What a child process is told by.
const FOLDER: &str = "GG_TEST_CACHE";

/// Starts this test program again, for `child` alone.
fn start(folder: &Path, limit: Option<u64>) -> Child {
    let program = env::current_exe().expect("a program");
    let child = ["--exact", "child", "--ignored", "--nocapture"];
    let mut command = match limit {
        None => Command::new(program),
        Some(kibibytes) => {
            let mut shell = Command::new("sh");
            shell.arg("-c").arg(format!("ulimit -v {kibibytes}; exec \"$0\" \"$@\"")).arg(program);
            shell
        }
    };
    command.args(child).env(FOLDER, folder).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("a process")
}

/// What a child went through.
fn ended(child: Child) -> String {
    let output = child.wait_with_output().expect("a process");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    let stages = said.lines().find_map(|line| line.split_once("stages: ")).expect("its stages");
    stages.1.to_owned()
}

#[tokio::test]
#[ignore = "started by the tests below, in a process of its own"]
async fn child() {
    let folder = env::var_os(FOLDER).expect("a folder");
    println!("stages: {:?}", stages(Path::new(&folder), "").await);
}

#[test]
fn of_many_processes_one_builds() {
    let folder = tempfile::tempdir().expect("a folder");
    let children: Vec<Child> = (0..8).map(|_| start(folder.path(), None)).collect();
    let stages: Vec<String> = children.into_iter().map(ended).collect();
    let built = stages.iter().filter(|stages| stages.contains("Compiling")).count();
    assert_eq!(built, 1, "{stages:#?}");
    let known: BTreeSet<&str> = ["[Building(\"joining\"), Compiling, Ready]", "[Waiting, Ready]", "[Ready]"].into();
    assert!(stages.iter().all(|stages| known.contains(stages.as_str())), "{stages:#?}");
    assert_eq!(files(folder.path(), "component").len(), 1);
}

#[test]
fn a_process_that_dies_while_it_builds_holds_nobody_up() {
    let folder = tempfile::tempdir().expect("a folder");
    for _ in 0..5 {
        let mut child = start(folder.path(), None);
        // Wherever it is.
        std::thread::sleep(Duration::from_millis(30));
        child.kill().expect("a process of ours");
        child.wait().expect("it ends");
    }
    let stages = ended(start(folder.path(), None));
    assert!(stages.ends_with("Ready]") && !stages.contains("Waiting"), "{stages}");
}

#[cfg(unix)]
#[test]
fn a_process_with_little_address_space_runs_programs() {
    let folder = tempfile::tempdir().expect("a folder");
    let stages = ended(start(folder.path(), Some(3 << 20)));
    assert!(stages.ends_with("Compiling, Ready]"), "{stages}");
    // The code for it is another, and both are kept.
    let stages = ended(start(folder.path(), None));
    assert!(stages.ends_with("Compiling, Ready]"), "{stages}");
    assert_eq!(ended(start(folder.path(), Some(3 << 20))), "[Ready]");
    assert_eq!(files(folder.path(), "component").len(), 2);
}
