//! A rustc that has the standard library for the sandbox, and how it is run: in a folder, without an environment, and not
//! beyond its bounds.

use std::{
    io,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};

use rustix::process::{Pid, Signal, kill_process_group};
use serde::{Deserialize, Serialize};
use tokio::{
    io::AsyncReadExt,
    process::{Child, Command},
    time,
};

use crate::arm::{Rejection, Toolchain};

/// The target of components.
pub(super) const TARGET: &str = "wasm32-unknown-unknown";
/// How much of what a compiler says is read, in bytes. It goes on for as long as there are mistakes.
const SAID: u64 = 4 << 20;
/// How large a file may get that a compiler writes, in bytes.
#[cfg(target_os = "linux")]
const WRITTEN: u64 = 1 << 30;

/// A compiler.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Compiler {
    /// The compiler itself, and nothing that stands for several.
    pub(super) executable: PathBuf,
    /// What it says it is.
    pub(super) version: String,
    /// The root below which the standard library for the sandbox is, where it is not the compiler's own.
    pub(super) sysroot: Option<PathBuf>,
    /// The linker, where the compiler does not find one by itself.
    pub(super) linker: Option<PathBuf>,
}

/// What a compilation may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// How long it may go on. spec: arms, 7.4
    pub time: Duration,
    /// How much memory each of its processes may map, in bytes; kept where the system can (Linux).
    pub memory: u64,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { time: Duration::from_mins(1), memory: 4 << 30 }
    }
}

/// A compilation that came to an end.
#[derive(Debug)]
pub(super) struct Compiled {
    /// Whether it made what it was asked for.
    pub(super) success: bool,
    /// What the compiler said, a message a line.
    pub(super) said: String,
}

impl Compiler {
    /// What it is told, whatever it compiles: where the standard library and the linker are.
    pub(super) fn own_arguments(&self) -> Vec<String> {
        let sysroot = self.sysroot.as_ref().map(|folder| format!("--sysroot={}", folder.display()));
        let linker = self.linker.as_ref().map(|file| format!("-Clinker={}", file.display()));
        sysroot.into_iter().chain(linker).collect()
    }

    /// Runs it in a folder, without an environment: nothing of the machine's gets into what it makes.
    ///
    /// # Errors
    ///
    /// It cannot be started, is ended by a signal, or reaches a bound. That it finds mistakes is no error of this.
    pub(super) async fn run(&self, folder: &Path, arguments: &[String], bounds: Bounds) -> Result<Compiled, Rejection> {
        let mut command = Command::new(&self.executable);
        // Its files for the time being stay in the folder, whose name a program must not learn.
        command.current_dir(folder).env_clear().env("TMPDIR", ".").env("RUST_BACKTRACE", "0");
        command.args(["--edition=2024", "--target", TARGET, "-Copt-level=s", "-Cpanic=abort", "-Ccodegen-units=1"]);
        command.args(["-Awarnings", "--error-format=json"]).args(arguments).args(self.own_arguments());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).process_group(0);
        let missing = |error: io::Error| Rejection::Toolchain {
            how: Toolchain::Missing,
            detail: format!("{} cannot be started: {error}", self.executable.display()),
        };
        let mut child = command.spawn().map_err(missing)?;
        let mut tree = Tree::of(&child, bounds);
        match time::timeout(bounds.time, finish(&mut child)).await {
            Ok(Ok(Ended::Silent)) => Ok(Compiled { success: true, said: String::new() }),
            Ok(Ok(Ended::Mistaken(said))) => Ok(Compiled { success: false, said }),
            Ok(Ok(Ended::Crashed(said))) => Err(Rejection::Toolchain {
                how: Toolchain::Crash,
                detail: format!("rustc did not come to an end: {}", said.trim()),
            }),
            Ok(Err(error)) => Err(Rejection::Toolchain {
                how: Toolchain::Crash,
                detail: format!("rustc cannot be waited for: {error}"),
            }),
            Err(_) => {
                tree.end();
                let detail = format!("rustc did not finish within {} s", bounds.time.as_secs_f64());
                Err(Rejection::Toolchain { how: Toolchain::Timeout, detail })
            }
        }
        .inspect(|_| tree.is_gone())
    }
}

/// How a compiler ended.
enum Ended {
    /// It made what it was asked for.
    Silent,
    /// It found mistakes, and says which.
    Mistaken(String),
    /// It did not finish.
    Crashed(String),
}

async fn finish(child: &mut Child) -> io::Result<Ended> {
    let mut said = Vec::new();
    if let Some(stderr) = child.stderr.take() {
        // Who says more than this is not listened to, and so ends.
        stderr.take(SAID).read_to_end(&mut said).await?;
    }
    let cut = said.len() as u64 == SAID;
    let status = child.wait().await?;
    let said = String::from_utf8_lossy(&said).into_owned();
    // A mistake is told by the status 1; a crash of rustc is anything else.
    Ok(match status.code() {
        Some(0) => Ended::Silent,
        Some(1) => Ended::Mistaken(said),
        _ if cut => Ended::Mistaken(said),
        _ => Ended::Crashed(format!("{status}: {said}")),
    })
}

/// The processes of a compilation. They are ended when this is dropped, unless the compiler is gone by itself.
struct Tree(Option<Pid>);

impl Tree {
    fn of(child: &Child, bounds: Bounds) -> Self {
        let leader = child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
        // It has not begun to work by now; what it starts later is bounded like itself.
        #[cfg(target_os = "linux")]
        {
            use rustix::process::{Resource, Rlimit, prlimit};
            let most = |most| Rlimit { current: Some(most), maximum: Some(most) };
            for (resource, most) in
                [(Resource::As, most(bounds.memory)), (Resource::Fsize, most(WRITTEN)), (Resource::Core, most(0))]
            {
                // Should it be gone already, its end says why.
                let _ = leader.map(|leader| prlimit(Some(leader), resource, most));
            }
        }
        #[cfg(not(target_os = "linux"))]
        let _ = bounds;
        Self(leader)
    }

    fn is_gone(&mut self) {
        self.0 = None;
    }

    fn end(&mut self) {
        if let Some(leader) = self.0.take() {
            // What is gone by now needs no signal.
            let _ = kill_process_group(leader, Signal::KILL);
        }
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        self.end();
    }
}
