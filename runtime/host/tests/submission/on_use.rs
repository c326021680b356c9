//! On-use scripts. They come with memories here, whose code is loaded as they are written. spec: runtime, 11

use gg_engine::sandbox::{Limits, Outcome};
use gg_host::{
    Ending,
    submission::{Budget, Submitted, submit},
};

use crate::{
    agent::{ARM, HEAD, RUNTIME, begun, budget, json, notices, run},
    arm::{SLOW, WHILE},
};

/// A call that writes a memory with a module and a script.
fn write(name: &str, module: &str, script: &str) -> String {
    let (module, script) = (json(module), json(&format!("{HEAD}{script}")));
    format!("memories.writeMemory({{ name: '{name}', description: 'd', body: 'b', code: {module}, onUse: {script} }});")
}

/// The lines that were printed.
fn lines(ran: &Submitted) -> Vec<&str> {
    ran.report.total.logs.lines.iter().map(String::as_str).collect()
}

#[tokio::test]
async fn a_script_runs_after_the_chain_and_reaches_its_module() {
    let script = "import { one } from 'lib:notes'; console.log('script', one); views.openText('a', '');";
    let first = write("notes", "export const one = 1;", script);
    let next = format!("{HEAD}import {{ one }} from 'lib:notes'; console.log('second', one);");
    let ran = run(&format!("{first} console.log('first'); programs.rerun({});", json(&next))).await;
    assert_eq!(ran.report.total.outcome, Outcome::Completed);
    assert_eq!(lines(&ran), ["first", "second 1", "script 1"]);
    assert_eq!((ran.report.programs, ran.report.scripts.len()), (2, 1));
    // What it does is charged to the turn.
    assert_eq!(ran.report.total.counters.api_calls, 3);
    assert_eq!(
        ran.turn.rosters.calls.kept.last().map(|call| (call.number, call.operation.id)),
        Some((2, "views.open_text"))
    );
    let views: Vec<&str> = ran.host.views().current().map(|view| view.key.selector()).collect();
    assert_eq!(views, ["lib.notes", "a"]);
    assert_eq!(notices(&ran), [""; 0]);
}

#[tokio::test]
async fn it_runs_on_every_use() {
    let written = write("notes", "", "console.log('ran');");
    let again = written.replace("writeMemory", "updateMemory");
    let ran = run(&format!("{written} {again} {again}")).await;
    assert_eq!(lines(&ran), ["ran", "ran", "ran"]);
}

#[tokio::test]
async fn it_is_prepared_once_and_so_is_its_module() {
    let (module, script) = ("/* a module of its own */ export const one = 1;", "/* a script of its own */ 1;");
    let written = write("notes", module, script);
    let again = written.replace("writeMemory", "updateMemory");
    let (turn, host, _folder) = begun();
    let ran = submit(&RUNTIME, turn, host, &format!("{HEAD}{written} {again}"), &budget()).await;
    let mut host = ran.host;
    host.begin_turn();
    let next = submit(&RUNTIME, begun().0, host, &format!("{HEAD}{again}"), &budget()).await;
    assert_eq!((ran.report.scripts.len(), next.report.scripts.len()), (2, 1));
    // The two programs that write it contain both, and are prepared as well.
    assert_eq!((ARM.count("/* a script of its own */"), ARM.count("/* a module of its own */")), (3, 3));
    // What it says now is prepared anew.
    let revised = again.replace("/* a script of its own */ 1;", "/* a script of its own */ 2;");
    let mut host = next.host;
    host.begin_turn();
    submit(&RUNTIME, begun().0, host, &format!("{HEAD}{revised}"), &budget()).await;
    assert_eq!((ARM.count("/* a script of its own */"), ARM.count("/* a module of its own */")), (5, 4));
}

#[tokio::test]
async fn what_it_takes_to_prepare_it_is_charged() {
    let ran = run(&write("notes", "", "1;")).await;
    assert_eq!(ran.report.total.timings.compile, None);
    // The program says it in another way, so as not to be slow itself.
    let script = SLOW.replace('l', "\\x6c");
    let ran = run(&write("notes", "", &script).replace("\\\\x6c", "\\x6c")).await;
    assert_eq!(ran.report.scripts.len(), 1);
    let compile = ran.report.total.timings.compile;
    assert!(compile.is_some_and(|time| time >= WHILE), "{compile:?}");
}

#[tokio::test]
async fn it_may_do_what_the_program_may() {
    let tries = "import { files } from 'gg'; views.openText('a', ''); \
                 try { files.writeFile('a', 'b'); } catch (error) { console.log(error.code); } \
                 try { files.readFile('a'); } catch (error) { console.log(error.code); }";
    let ran = run(&write("notes", "", tries)).await;
    assert_eq!(lines(&ran), ["unavailable", "not-found"]);
    assert_eq!(ran.host.views().current().count(), 1);
}

#[tokio::test]
async fn it_sees_no_module_but_its_own() {
    let one = write("one", "export const a = 1;", "console.log('one');");
    let two = write("two", "export const b = 2;", "import { a } from 'lib:one';");
    let ran = run(&format!("{one} {two}")).await;
    assert_eq!(ran.report.total.outcome, Outcome::Completed, "it is never the turn's error");
    assert_eq!(lines(&ran), ["one"]);
    let [notice] = notices(&ran).try_into().expect("one notice");
    assert!(
        notice.starts_with("The on-use script of the memory `two` failed: ") && notice.contains("lib:one"),
        "{notice}"
    );
    assert!(notice.ends_with(", at on-use.js:2:19.") && !notice.contains('\n'), "{notice}");
}

#[tokio::test]
async fn it_has_no_ending_and_none_is_offered() {
    let tries = "try { session.finish('mine'); } catch (error) { console.log(`${error}`); }";
    let ran = run(&format!("{} session.finish('done');", write("notes", "", tries))).await;
    assert_eq!(lines(&ran), ["session.finish failed (unavailable): `session.finish` is not available."]);
    assert_eq!(ran.host.declarations().ending().map(Ending::text).as_deref(), Some("done"));
    assert!(ran.turn.agent.holds("session.finish").is_some(), "the next program has its endings again");
}

#[tokio::test]
async fn a_failure_takes_nothing_of_the_program_back() {
    let ran = run(&format!("{} session.finish('done');", write("notes", "", "throw new Error('no\\nmore');"))).await;
    assert_eq!(ran.report.total.outcome, Outcome::Completed);
    assert_eq!(ran.host.declarations().ending().map(Ending::text).as_deref(), Some("done"));
    assert_eq!(notices(&ran), ["The on-use script of the memory `notes` failed: Error: no, at on-use.js:2:11."]);
}

#[tokio::test]
async fn it_runs_though_the_program_failed() {
    let ran = run(&format!("{} throw new Error('program');", write("notes", "", "console.log('ran');"))).await;
    assert!(matches!(ran.report.total.outcome, Outcome::Failed(_)));
    assert_eq!(lines(&ran), ["ran"]);
}

#[tokio::test]
async fn what_it_queues_waits_for_the_next_turn() {
    let inner = write("inner", "", "console.log('inner');");
    let ran = run(&write("outer", "", &format!("console.log('outer'); {inner}"))).await;
    assert_eq!(lines(&ran), ["outer"]);
    let (turn, mut host, _folder) = (begun().0, ran.host, ());
    host.begin_turn();
    let next = submit(&RUNTIME, turn, host, "console.log('next');", &budget()).await;
    assert_eq!(lines(&next), ["next", "inner"]);
}

#[tokio::test]
async fn it_hands_over_to_nothing() {
    let tries = "try { programs.rerun('1'); } catch (error) { console.log(`${error}`); }";
    let ran = run(&write("notes", "", tries)).await;
    let refused =
        "programs.rerun failed (refused): `programs.rerun` did not run: an on-use script hands over to nothing.";
    assert_eq!(lines(&ran), [refused]);
    assert_eq!((ran.report.programs, ran.report.not_handed_over), (1, None));
}

#[tokio::test]
async fn it_has_a_budget_of_its_own() {
    let busy = "const end = Date.now() + 700; while (Date.now() < end);";
    let (turn, host, _folder) = begun();
    let limits = Limits { time: std::time::Duration::from_secs(1), ..Limits::default() };
    let text = format!("{HEAD}{} {busy}", write("notes", "", busy));
    let ran = submit(&RUNTIME, turn, host, &text, &Budget { limits, ..budget() }).await;
    assert_eq!((&ran.report.total.outcome, ran.report.scripts[0].failure.is_none()), (&Outcome::Completed, true));
    assert!(ran.report.total.timings.guest > limits.time, "both took their time: {:?}", ran.report.total.timings);
}

#[tokio::test]
async fn code_that_does_not_compile_is_not_stored() {
    let bad = "memories.writeMemory({ name: 'bad', description: 'd', body: 'b', code: 'const a = ;' })";
    let ran =
        run(&format!("try {{ {bad}; }} catch (error) {{ console.log(`${{error}}`); }} memories.deleteMemory('bad');"))
            .await;
    let Outcome::Failed(failure) = &ran.report.total.outcome else { panic!("{:?}", ran.report) };
    assert_eq!(failure.text, "memories.deleteMemory failed (not-found): no such memory: bad");
    assert_eq!(
        lines(&ran),
        [
            "memories.writeMemory failed (invalid-argument): `memory.code` does not compile:",
            "lib:bad:1:11: Unexpected token"
        ]
    );
}
