//! The component in gg's own sandbox: what `CPython` links against is answered with nothing behind it, and the arm it makes
//! is one like any other.

use std::{
    fs,
    path::PathBuf,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use gg_engine::{
    TurnError,
    arm::{
        Arm, Case, Guest, Inputs, Module, ModuleSource, Naming, Prepared, Progress, Rejection, SharedGuest, Source,
        Work, Written,
    },
    record::Turn,
    sandbox::{Cache, Limits, Outcome, Ran, Runtime, Sources, Submission},
};
use gg_tests_host::{
    Double, agent, runtime,
    tables::echo::host::{OperationId, add_to_linker},
};
use serde_json::Value;

use super::{emitted::Emitted, guest::component};

/// Python, as far as the suite's own component goes.
struct Python {
    component: PathBuf,
}

impl Arm for Python {
    fn id(&self) -> &'static str {
        "python"
    }

    fn program_name(&self) -> &'static str {
        "program.py"
    }

    fn prepare<'a>(&'a self, program: Source<'a>) -> Work<'a, Result<Prepared, Rejection>> {
        Box::pin(std::future::ready(Ok(Prepared::text(program.text))))
    }

    fn prepare_module<'a>(&'a self, _: ModuleSource<'a>) -> Work<'a, Result<Module, Rejection>> {
        Box::pin(std::future::ready(Err(Rejection::Defect("modules are not tested here".to_owned()))))
    }

    fn naming(&self) -> Naming {
        Naming { case: Case::Snake, reserved: Vec::new(), separator: ".", import: str::to_owned }
    }

    fn write(&self, _: &[Written]) -> String {
        String::new()
    }

    fn guest(&self) -> Guest<'_> {
        Guest::Shared(self)
    }

    fn says_out_of_memory(&self, message: &str) -> bool {
        message.trim_end().ends_with("MemoryError")
    }
}

impl SharedGuest for Python {
    fn name(&self) -> &'static str {
        "python"
    }

    fn inputs(&self, inputs: &mut Inputs) {
        inputs.add("component", self.component.as_os_str().as_encoded_bytes());
    }

    fn build<'a>(&'a self, _: Progress<'a>) -> Work<'a, Result<Vec<u8>, Rejection>> {
        Box::pin(async { fs::read(&self.component).map_err(|error| Rejection::Defect(error.to_string())) })
    }
}

/// A clock that stands at one moment, and numbers that count up.
#[derive(Default)]
struct Still(AtomicU64);

impl Sources for Still {
    fn now(&self) -> u64 {
        1_000_000_000_000_000
    }

    fn random(&self) -> u64 {
        self.0.fetch_add(1, Ordering::Relaxed)
    }
}

struct Sandboxed(Runtime<Double<OperationId>>);

/// One for all tests, for its component is built once.
fn sandboxed() -> &'static Sandboxed {
    static SANDBOXED: OnceLock<Sandboxed> = OnceLock::new();
    SANDBOXED.get_or_init(Sandboxed::new)
}

impl Sandboxed {
    fn new() -> Self {
        let arm = Python { component: component(&Emitted::table("echo", "closed")) };
        let cache = Cache::at(gg_tests::target().join("python/cache")).expect("a folder of our own");
        Self(runtime(add_to_linker, arm, Some(cache)))
    }

    async fn run(&self, program: &str) -> Ran<Double<OperationId>> {
        let turn = Turn::new(agent::<OperationId>("python"));
        let limits = Limits { time: Duration::from_secs(5), ..Limits::default() };
        let submission = Submission { limits, sources: Arc::new(Still::default()), ..Submission::new(program) };
        self.0.run(turn, Double::returning(Value::Null), submission).await
    }

    /// What a program prints that runs to its end.
    async fn printed(&self, program: &str) -> Vec<String> {
        let ran = self.run(program).await;
        assert_eq!(ran.report.outcome, Outcome::Completed);
        ran.report.logs.lines.into()
    }

    async fn fails(&self, program: &str) -> (TurnError, String) {
        match self.run(program).await.report.outcome {
            Outcome::Failed(failure) => (failure.kind, failure.text),
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn there_is_nothing_behind_wasi() {
    let sandbox = sandboxed();
    // The clock and the randomness are the host's, and a second run has the same.
    let program = "import time, os, sys\nprint(time.time(), list(os.urandom(4)), dict(os.environ), sys.argv)";
    let first = sandbox.printed(program).await;
    assert!(first[0].starts_with("1000000000.0 [") && first[0].ends_with("] {} []"), "{first:?}");
    assert_eq!(sandbox.printed(program).await, first);
    // What is not there fails as it does where it is not.
    for program in
        ["open('/etc/passwd')", "import os\nos.listdir('/')", "open('a', 'w')", "import sys\nsys.stdin.read(1) or 1/0"]
    {
        let (kind, text) = sandbox.fails(program).await;
        assert_eq!(kind, TurnError::ProgramThrow, "{program}: {text}");
    }
    // Both streams lead to the operator.
    let ran = sandbox.run("import os\nos.write(1, b'one\\ntwo')\nos.write(2, b'three\\n')").await;
    assert_eq!(ran.report.outcome, Outcome::Completed);
    assert_eq!(ran.report.logs.lines, ["one", "two"]);
    assert_eq!(ran.report.stderr, "three\n");
}

#[tokio::test]
async fn time_has_an_end_for_an_engine_that_does_not_ask() {
    let (kind, text) = sandboxed().fails("while True:\n    pass").await;
    assert_eq!(kind, TurnError::SandboxTimeout, "{text}");
}

#[tokio::test]
async fn waiting_on_the_clock_is_the_programs_own_time() {
    let (kind, text) = sandboxed().fails("import time\ntime.sleep(3600)").await;
    assert_eq!(kind, TurnError::SandboxTimeout, "{text}");
    assert_eq!(sandboxed().printed("print(1)").await, ["1"]);
}

#[tokio::test]
async fn memory_has_an_end() {
    let (kind, text) = sandboxed().fails("a = []\nwhile True:\n    a.append(bytearray(1 << 20))").await;
    assert_eq!(kind, TurnError::SandboxOutOfMemory, "{text}");
}

#[tokio::test]
async fn what_went_to_standard_error_stands_before_a_trap() {
    let (kind, text) = sandboxed().fails("import os\nos.write(2, b'last words\\n')\nos.abort()").await;
    assert_eq!(kind, TurnError::SandboxTrap, "{text}");
    assert!(text.starts_with("last words\n"), "{text}");
}
