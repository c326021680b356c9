//! Programs of the arms on gg's own host, each in a fresh sandbox.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, LazyLock},
    time::Instant,
};

use gg_engine::{
    Agent, TableOperation as _,
    arm::{
        Arm, Arms, Module, ModuleSource, javascript::JavaScript, python::Python, rust::Rust, typescript::TypeScript,
    },
    docs::Index,
    record::Turn,
    sandbox::{Cache, Outcome, Ran, Runtime, Sandbox, Submission},
};
use gg_host::{
    Host, Profile,
    operations::{self, OperationId, PACKAGE},
    profile,
};
use gg_tests::tools;
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime as Threads};

use crate::{
    CALLS,
    figures::{Figure, time, times},
};

/// A program of one call, which does next to nothing.
pub(crate) const ONE_CALL: &str = r#"import { views } from "gg";
views.close("nothing");
"#;

/// The same in Python.
pub(crate) const ONE_CALL_IN_PYTHON: &str = "import gg\ngg.views.close(\"nothing\")\n";

/// The same in Rust.
pub(crate) const ONE_CALL_IN_RUST: &str =
    "fn main() -> Result<(), gg::Failure> {\n    gg::views::close(\"nothing\")?;\n    Ok(())\n}\n";

/// Three views and seven more calls.
pub(crate) const VIEWS_AND_CALLS: &str = r#"import { views } from "gg";
for (const name of ["one", "two", "three"]) views.openText(name, `# ${name}\n\nA view.`);
let closed = 0;
for (let i = 0; i < 7; i++) closed += views.close("nothing");
console.log(`${closed} were closed`);
"#;

/// The same, but the calls are reads.
pub(crate) const VIEWS_AND_READS: &str = r#"import { files, views } from "gg";
for (const name of ["one", "two", "three"]) views.openText(name, `# ${name}\n\nA view.`);
let bytes = 0;
for (let i = 0; i < 7; i++) bytes += files.readTextFile("a.txt").length;
console.log(`${bytes} were read`);
"#;

/// The module of the skill that the examples have.
const CSV: &str = include_str!("../../../../examples/expenses/.gg/skills/csv/skill.ts");

static RUNTIME: LazyLock<Runtime<Host>> = LazyLock::new(|| {
    let sandbox = Arc::new(Sandbox::new().expect("an engine"));
    let python = Python::new(&PACKAGE, tools::python_environment().expect("it can be installed"));
    let arms = [Arc::new(TypeScript::new(&PACKAGE, None)) as Arc<dyn Arm>, Arc::new(JavaScript::new(&PACKAGE))];
    let installation = tools::rust_installation().expect("it can be installed");
    let rust = Rust::new(&PACKAGE, installation, Some(cache_folder().join("rust")));
    let arms = arms.into_iter().chain([Arc::new(python) as Arc<dyn Arm>, Arc::new(rust)]);
    let arms = Arms::new(arms.collect());
    let cache = Cache::at(cache_folder()).expect("a folder of our own");
    Runtime::new(sandbox, operations::add_to_linker, arms, Some(cache), |_, _| {}).expect("a runtime")
});

static WORKSPACE: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.txt"), "text\n").expect("writes");
    folder
});

/// Where the bench keeps the compiled engine between runs.
pub(crate) fn cache_folder() -> PathBuf {
    gg_tests::target().join("bench-cache")
}

/// The folder its programs work in.
pub(crate) fn workspace() -> PathBuf {
    WORKSPACE.path().to_owned()
}

/// An agent with the default profile, and its host.
pub(crate) struct Agency {
    agent: Arc<Agent>,
    pub(crate) host: Option<Host>,
}

impl Agency {
    pub(crate) fn new(arm: &str) -> Self {
        let mut profile = Profile::read("default", profile::DEFAULT).expect("a good profile");
        profile.arm = OperationId::TABLE.arm(arm).expect("an arm");
        Self::of(&profile, WORKSPACE.path())
    }

    /// An agent of a profile, and its host in a folder.
    pub(crate) fn of(profile: &Profile, folder: &Path) -> Self {
        let opened = profile.workspace(folder).expect("a workspace");
        let host = Host::new(opened, Arc::new(Index::new(PACKAGE.index)), profile.settings(None));
        Self { agent: profile.agent("standard", &host), host: Some(host) }
    }

    /// Runs a program in a turn of its own; it must end well.
    pub(crate) async fn run(&mut self, program: &str) -> Ran<()> {
        self.run_with(program, &[]).await
    }

    /// The same with loaded modules.
    async fn run_with(&mut self, program: &str, modules: &[Arc<Module>]) -> Ran<()> {
        let ran = self.submit(Submission { modules, ..Submission::new(program) }).await;
        assert_eq!(ran.report.outcome, Outcome::Completed);
        ran
    }

    /// The same, however it ends.
    pub(crate) async fn submit(&mut self, submission: Submission<'_>) -> Ran<()> {
        let mut host = self.host.take().expect("the host of the last program");
        host.begin_turn();
        let turn = Turn::new(self.agent.clone());
        let Ran { report, turn, host, prepared } = RUNTIME.run(turn, host, submission).await;
        self.host = Some(host);
        Ran { report, turn, host: (), prepared }
    }
}

pub(crate) fn here() -> Threads {
    Builder::new_current_thread().enable_all().build().expect("a thread")
}

/// A program of the JavaScript arm, from its text to its report.
pub(crate) fn program(program: &str) -> Figure {
    measured("javascript", program, 2_000)
}

/// The same of the TypeScript arm, without a checker.
pub(crate) fn typescript(program: &str) -> Figure {
    measured("typescript", program, 2_000)
}

/// The same of the Python arm.
pub(crate) fn python(program: &str) -> Figure {
    measured("python", program, 500)
}

/// The same of the Rust arm, which has seen it.
pub(crate) fn rust(program: &str) -> Figure {
    measured("rust", program, 2_000)
}

/// A program of fifty lines that the Rust arm has not seen, from its text to its report.
pub(crate) fn new_in_rust() -> Figure {
    let (threads, mut agency) = (here(), Agency::new("rust"));
    threads.block_on(agency.run(ONE_CALL_IN_RUST));
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let runs = (0..12).map(|run| {
        let program = fifty_lines(&format!("{} {run}", now.as_nanos()));
        time(|| drop(threads.block_on(agency.run(&program)))).as_secs_f64()
    });
    Figure::of(runs.collect())
}

/// A program of fifty lines in Rust, which differs by a word from every other.
fn fifty_lines(word: &str) -> String {
    let mut text = format!("//! {word}\nuse gg::views;\n");
    for part in 0..5 {
        text += &format!(
            "\n#[derive(Debug, Clone)]\nstruct Part{part} {{ name: String, weight: Option<f64> }}\n\n\
             fn total{part}(parts: &[Part{part}], scale: f64) -> f64 {{\n    \
             let weights = parts.iter().map(|part| part.weight.unwrap_or(part.name.len() as f64));\n    \
             scale * weights.sum::<f64>()\n}}\n"
        );
    }
    text += "\nfn main() -> Result<(), gg::Failure> {\n";
    for part in 0..5 {
        text += &format!(
            "    gg::log(total{part}(&[Part{part} {{ name: \"a\".into(), weight: Some({part}.5) }}], 2.0));\n"
        );
    }
    text += "    views::close(\"nothing\")?;\n    Ok(())\n}\n";
    assert_eq!(text.lines().count(), 52);
    text
}

fn measured(arm: &str, program: &str, runs: usize) -> Figure {
    let (threads, mut agency) = (here(), Agency::new(arm));
    threads.block_on(agency.run(program));
    times(runs, || {
        let start = Instant::now();
        threads.block_on(agency.run(program));
        start.elapsed()
    })
}

/// What a program takes longer that imports a module which is loaded already: measured in turns with the same program that
/// imports none.
pub(crate) fn loaded_module() -> Figure {
    let (threads, mut agency) = (here(), Agency::new("typescript"));
    let source = ModuleSource { name: "csv", key: "csv", text: CSV, modules: &[] };
    let module = threads.block_on(TypeScript::new(&PACKAGE, None).prepare_module(source)).expect("a module");
    let module = Arc::new(module);
    let importing = format!("import * as csv from \"lib:csv\";\n{ONE_CALL}csv.parse(\"\");\n");
    let mut program =
        |text: &str, modules: &[Arc<Module>]| time(|| drop(threads.block_on(agency.run_with(text, modules))));
    let mut more = Vec::new();
    for round in 0..2_200 {
        let without = program(ONE_CALL, &[]).as_secs_f64();
        let with = program(&importing, std::slice::from_ref(&module)).as_secs_f64();
        if round >= 200 {
            more.push(with - without);
        }
    }
    Figure::of(more)
}

/// A call that does next to nothing, among many of one program; what the program itself takes is part of it.
pub(crate) fn granted_call() -> Figure {
    let program = format!(
        "import {{ views }} from \"gg\";\n\
         for (let i = 0; i < {CALLS}; i++) views.close(\"nothing\");\n"
    );
    measured("javascript", &program, 40).each(CALLS)
}

/// The same in Python.
pub(crate) fn granted_call_in_python() -> Figure {
    let program = format!("import gg\nfor _ in range({CALLS}): gg.views.close(\"nothing\")\n");
    measured("python", &program, 40).each(CALLS)
}

/// The same in Rust.
pub(crate) fn granted_call_in_rust() -> Figure {
    let body = format!("    for _ in 0..{CALLS} {{ gg::views::close(\"nothing\")?; }}\n    Ok(())");
    let program = format!("fn main() -> Result<(), gg::Failure> {{\n{body}\n}}\n");
    measured("rust", &program, 40).each(CALLS)
}

/// A call the agent does not hold, whose failure the program catches.
pub(crate) fn refused_call() -> Figure {
    let program = format!(
        "import {{ board }} from \"gg\";\n\
         let refused = 0;\n\
         for (let i = 0; i < {CALLS}; i++) try {{ board.removeIssue(\"nothing\"); }} catch {{ refused++; }}\n\
         if (refused !== {CALLS}) throw new Error(\"one was granted\");\n"
    );
    measured("javascript", &program, 40).each(CALLS)
}

/// A program of a hundred lines with types on most of them.
pub(crate) fn hundred_lines() -> String {
    let mut text = String::from("import { views } from \"gg\";\n");
    for part in 0..12 {
        text += &format!(
            "\n/** Part {part}. */\n\
             interface Part{part} {{ name: string; weight?: number; tags: readonly string[] }}\n\
             function total{part}(parts: readonly Part{part}[], scale: number = 1): number {{\n\
             \x20 const weights: number[] = parts.map((part: Part{part}): number => part.weight ?? 0);\n\
             \x20 return scale * weights.reduce((sum: number, weight: number) => sum + weight, 0);\n\
             }}\n\
             const sum{part} = total{part}([{{ name: \"a\", weight: {part}, tags: [] }}] as const satisfies readonly Part{part}[]);\n"
        );
    }
    text += "const parts: number = 12;\nconst closed: number = views.close(\"nothing\");\nconsole.log(parts + sum0 + closed);\n";
    assert_eq!(text.lines().count(), 100);
    text
}
