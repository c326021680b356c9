//! Sessions that are killed at random instants, and gone on with until they end.

use std::{
    hash::{BuildHasher as _, RandomState},
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use super::{gg, used};

/// How often a session is killed; then it is left alone.
const MOST: u32 = 5;
/// How long one may take that is left alone.
const PATIENCE: Duration = Duration::from_mins(1);

/// Starts a command, and kills it once one of its programs has written the file `log`, after which it waits.
pub(super) fn kill_once_it_waits(at: &Path, command: &mut Command) {
    let mut child = command.stderr(Stdio::null()).spawn().expect("it starts");
    until_it_waits(at, &mut child);
    child.kill().expect("it is killed");
    child.wait().expect("it ends");
}

/// Waits until one of the programs of a session has written the file `log`.
pub(super) fn until_it_waits(at: &Path, child: &mut Child) {
    while !at.join("log").exists() {
        assert!(child.try_wait().expect("a child").is_none(), "it ended by itself");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The instants of kills, from a seed that is printed.
pub(super) struct Kills {
    pub(super) seed: u64,
    state: u64,
}

impl Kills {
    pub(super) fn new() -> Self {
        let seed = RandomState::new().hash_one(0);
        println!("seed {seed}");
        Self { seed, state: seed }
    }

    /// An instant, of so many milliseconds after the first 100.
    fn next(&mut self, spread: u64) -> Duration {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Duration::from_millis(100 + (self.state >> 33) % spread)
    }

    /// Begins the session `Work.` by these arguments, kills it, and goes on with it until it has ended; how often it was killed.
    /// `at` says where a test is.
    pub(super) fn until_ended(&mut self, folder: &Path, begins: &[&str], spread: u64, at: &str) -> u32 {
        let mut id: Option<String> = None;
        let mut kills = 0;
        loop {
            let at = format!("seed {}, {at}, {kills} kills", self.seed);
            let mut command = gg(folder);
            match &id {
                None => command.args(begins),
                Some(id) => command.args(["agent", "--resume", id.as_str()]),
            };
            let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
            let until = if kills < MOST { self.next(spread) } else { PATIENCE };
            let begun = Instant::now();
            let status = loop {
                match child.try_wait().expect("a child") {
                    Some(status) => break Some(status),
                    None if begun.elapsed() > until => break None,
                    None => std::thread::sleep(Duration::from_millis(2)),
                }
            };
            if let Some(status) = status {
                let shown = || used(gg(folder).args(["sessions", id.as_deref().unwrap_or_default()])).stdout;
                assert!(status.success(), "{at}: {status}: {}", shown());
                return kills;
            }
            child.kill().expect("it is killed");
            child.wait().expect("it ends");
            assert!(kills < MOST, "{at}: it does not end");
            kills += 1;
            let listed = used(gg(folder).arg("sessions")).stdout;
            // It may have ended just before.
            if listed.contains("completed") {
                return kills;
            }
            let line = listed.lines().rfind(|line| line.contains("Work."));
            id = line.and_then(|line| line.split(' ').next()).map(str::to_owned);
        }
    }

    /// Replays the session that has ended.
    pub(super) fn replays(&self, folder: &Path, at: &str) {
        let listed = used(gg(folder).arg("sessions")).stdout;
        let id = listed.lines().rfind(|line| line.contains("completed")).and_then(|line| line.split(' ').next());
        let replayed = used(gg(folder).args(["replay", id.expect("a session")]));
        assert_eq!(replayed.code, Some(0), "seed {}, {at}: {}{}", self.seed, replayed.stdout, replayed.stderr);
    }
}
