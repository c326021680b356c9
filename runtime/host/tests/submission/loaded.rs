//! Loaded code beside programs: what an unknown name is answered with, and what lasts how long. spec: runtime, 6 and 18

use std::sync::Arc;

use gg_engine::{
    arm::{
        Arm, Arms,
        typescript::{Checker, Compiler, TypeScript},
    },
    record::Turn,
    sandbox::{Failure, Outcome, Runtime, Sandbox},
};
use gg_host::{
    Host,
    operations::{self, PACKAGE},
    submission::{Submitted, submit},
};
use gg_tests::tools::tools;

use crate::agent::{HEAD, RUNTIME, begun, begun_in, budget, json, notices, run};

/// A skill with a module, in both languages.
const SKILL: [(&str, &str); 3] = [
    (".gg/skills/one/skill.md", "---\nname: one\ndescription: One.\n---\n"),
    (".gg/skills/one/skill.ts", "export const one: number = 1;\n"),
    (".gg/skills/one/skill.js", "export const one = 1;\n"),
];
/// What an agent of the profile below reaches.
const MODULES: [&str; 5] = ["gg.files", "gg.docs", "gg.views", "gg.skills", "gg.session"];

fn profile(language: &str) -> String {
    format!("language = \"{language}\"\n[capability.read-file]\n[capability.skills]\nbuiltIns = []\n")
}

/// A runtime of the TypeScript arm, and the arm.
fn typescript(checker: Option<Arc<Checker>>) -> (Runtime<Host>, Arc<dyn Arm>) {
    let arm: Arc<dyn Arm> = Arc::new(TypeScript::new(&PACKAGE, checker));
    let sandbox = Arc::new(Sandbox::new().expect("an engine"));
    let runtime = Runtime::new(sandbox, operations::add_to_linker, Arms::new(vec![arm.clone()]), None, |_, _| {});
    (runtime.expect("a runtime"), arm)
}

fn failure(ran: &Submitted) -> &Failure {
    match &ran.report.total.outcome {
        Outcome::Failed(failure) => failure,
        other => panic!("{other:?}"),
    }
}

/// Asks for names that are not there before code is loaded, in the program that loads it, and afterwards.
async fn unknown_names(runtime: &Runtime<Host>, (turn, mut host): (Turn, Host), asked: &str) {
    let agent = turn.agent.clone();
    let reads = "import { skills } from \"gg\";\nskills.readSkill(\"one\");\n";
    let with_lib: Vec<&str> = MODULES.into_iter().chain(["lib"]).collect();
    let cases = [
        (asked.to_owned(), MODULES.to_vec()),
        // What a program loads is there for every later one.
        (format!("{reads}globalThis.eval?.(\"nothing\");"), MODULES.to_vec()),
        (reads.to_owned(), Vec::new()),
        (asked.to_owned(), with_lib),
    ];
    for (text, expected) in cases {
        host.begin_turn();
        let ran = submit(runtime, Turn::new(agent.clone()), host, &text, &budget()).await;
        if expected.is_empty() {
            assert_eq!(ran.report.total.outcome, Outcome::Completed);
        } else {
            let failure = failure(&ran);
            assert_eq!(failure.modules, expected, "{text}: {failure:?}");
            let bands = ran.report.bands();
            let told = bands.last().expect("an error").text();
            assert!(told.ends_with(&format!("\nModules: {}", expected.join(", "))), "{told}");
        }
        host = ran.host;
    }
}

#[tokio::test]
async fn an_unknown_name_is_answered_with_lib_when_code_is_loaded() {
    let (turn, host, _folder) = begun_in(&profile("javascript"), &SKILL);
    unknown_names(&RUNTIME, (turn, host), "nothing;").await;
    let (runtime, arm) = typescript(None);
    let (turn, host, _folder) = begun_in(&profile("typescript"), &SKILL);
    unknown_names(&runtime, (turn, host.with_arm(arm)), "nothing;").await;
}

#[tokio::test]
async fn a_checker_that_finds_an_unknown_name_is_answered_alike() {
    let node = tools().node();
    for package in ["typescript", "typescript-native"] {
        let compiler = Compiler::at(&tools().node_package(package), Some(&node)).expect("a compiler");
        let checker = Checker::new(PACKAGE.root, PACKAGE.javascript.declarations, compiler);
        let (runtime, arm) = typescript(Some(checker));
        for asked in ["nothing;", "export const a = { nothing };", "let a: nothing.Type;"] {
            let (turn, host, _folder) = begun_in(&profile("typescript"), &SKILL);
            unknown_names(&runtime, (turn, host.with_arm(arm.clone())), asked).await;
        }
    }
}

/// A call that writes a memory with a module.
fn write(name: &str, module: &str) -> String {
    let module = json(module);
    format!("memories.writeMemory({{ name: '{name}', description: 'd', body: 'b', code: {module} }});")
}

#[tokio::test]
async fn nothing_carries_over_from_program_to_program() {
    let module = "export const state = { uses: 0 };\nexport const use = () => ++state.uses;\nglobalThis.seen = true;\n\
                  Array.prototype.last = function () { return this.at(-1); };\n";
    let looks = "console.log(use(), [typeof seen, typeof [].last]);";
    let next = format!("{HEAD}import {{ use }} from 'lib:counter'; use(); {looks}");
    let last = format!("{HEAD}console.log([typeof seen, typeof [].last]);");
    let changes = format!(
        "{HEAD}import {{ use }} from 'lib:counter'; use(); use(); Object.prototype.stays = 1; delete globalThis.Map; \
         programs.rerun({});",
        json(&format!("{next} console.log(typeof Map, 'stays' in {{}}); programs.rerun({});", json(&last)))
    );
    let written = run(&write("counter", module)).await;
    let mut host = written.host;
    for _ in 0..2 {
        host.begin_turn();
        let ran = submit(&RUNTIME, begun().0, host, &changes, &budget()).await;
        assert_eq!(ran.report.total.outcome, Outcome::Completed);
        let printed = Vec::from(ran.report.total.logs.lines.clone());
        assert_eq!(
            printed,
            ["2 [ \"boolean\", \"function\" ]", "function false", "[ \"undefined\", \"undefined\" ]"],
            "a program that imports no module runs none"
        );
        host = ran.host;
    }
}

#[tokio::test]
async fn a_module_error_is_told_once_over_a_chain() {
    let next = format!("{HEAD}import * as bad from 'lib:bad'; console.log(Object.keys(bad).length);");
    let written = run(&write("bad", "export const a = 1;\nthrow new Error('no');")).await;
    let text = format!("{next} programs.rerun({});", json(&next));
    let ran = submit(&RUNTIME, begun().0, written.host, &text, &budget()).await;
    assert_eq!((&ran.report.total.outcome, ran.report.programs), (&Outcome::Completed, 2));
    assert_eq!(Vec::from(ran.report.total.logs.lines.clone()), ["0", "0"]);
    assert_eq!(notices(&ran), ["Code modules that failed to load:\n- bad: Error: no\n  at lib:bad:2:11"]);
}
