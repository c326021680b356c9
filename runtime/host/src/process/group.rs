//! A command's processes: its process group, and whatever has left the group but carries the command's mark.

use std::{
    io,
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::{process::Child, time};

/// The environment variable that marks every process a command starts, however it detaches itself.
pub(super) const MARK: &str = "GG_COMMAND";
/// How long a group has between being asked to end and being ended.
const GRACE: Duration = Duration::from_millis(500);

/// A mark no other command has.
pub(super) fn mark() -> String {
    static COMMANDS: AtomicU64 = AtomicU64::new(0);
    format!("{}-{}", std::process::id(), COMMANDS.fetch_add(1, Ordering::Relaxed))
}

/// The processes of a command. They are ended when this is dropped before [`Group::leave`], as when a call is given up.
#[derive(Debug)]
pub(super) struct Group {
    leader: Option<Pid>,
    mark: String,
    left: bool,
}

impl Group {
    /// The group of a process that leads one.
    pub(super) fn new(leader: Option<u32>, mark: String) -> Self {
        let leader = leader.and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
        Self { leader, mark, left: false }
    }

    /// Asks everything to end, and ends what has not after a grace.
    ///
    /// # Errors
    ///
    /// The shell cannot be waited for.
    pub(super) async fn end(&self, child: &mut Child) -> io::Result<()> {
        self.signal(Signal::TERM);
        // The shell may go and leave others behind; they have the whole grace, and no more.
        let grace = time::sleep(GRACE);
        let _ = time::timeout(GRACE, child.wait()).await;
        if self.is_alive() {
            grace.await;
        }
        self.signal(Signal::KILL);
        child.wait().await.map(drop)
    }

    /// Lets the processes be.
    pub(super) fn leave(mut self) {
        self.left = true;
    }

    /// Whether any process is left.
    fn is_alive(&self) -> bool {
        let group = self.leader.is_some_and(|leader| rustix::process::test_kill_process_group(leader).is_ok());
        group || !marked(&self.mark).is_empty()
    }

    fn signal(&self, signal: Signal) {
        // A process that is gone by now needs no signal.
        if let Some(leader) = self.leader {
            let _ = kill_process_group(leader, signal);
        }
        for process in marked(&self.mark) {
            let _ = rustix::process::kill_process(process, signal);
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if !self.left {
            self.signal(Signal::KILL);
        }
    }
}

/// The processes that carry a mark in their environment. Where there is no `/proc`, none is found.
fn marked(mark: &str) -> Vec<Pid> {
    let wanted = format!("{MARK}={mark}");
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let marked = processes.filter_map(|entry| {
        let id: i32 = entry.file_name().to_str()?.parse().ok()?;
        let environment = std::fs::read(entry.path().join("environ")).ok()?;
        environment.split(|byte| *byte == 0).any(|variable| variable == wanted.as_bytes()).then_some(id)
    });
    marked.filter_map(Pid::from_raw).collect()
}
