//! Which calls count as made without their documentation. spec: runtime, 17.5

use gg_engine::record::Turn;
use gg_host::{
    Host,
    submission::{Submitted, submit},
};

use crate::agent::{RUNTIME, begun, begun_in, budget};

const HEAD: &str = "import { files, session, shell, skills, views } from \"gg\";\n";
const SKILLS: &str = "language = \"javascript\"\n[capability.read-file]\n[capability.skills]\n";

/// Runs a submission in a turn of which this is measured.
async fn measured(mut turn: Turn, host: Host, text: &str) -> Submitted {
    turn.documented = Some(host.documented(&turn.agent));
    submit(&RUNTIME, turn, host, &format!("{HEAD}{text}"), &budget()).await
}

/// The operations that were called without their documentation.
fn undocumented(ran: &Submitted) -> Vec<&'static str> {
    ran.report.total.counters.undocumented_by_operation.keys().copied().collect()
}

#[tokio::test]
async fn a_call_is_documented_if_its_view_stood_when_the_turn_began() {
    let (turn, host, _folder) = begun();
    let text = "views.openDocsView('views.openText'); views.openText('a', ''); session.finish('a');";
    let ran = measured(turn, host, text).await;
    assert_eq!(
        ran.report.total.counters.undocumented_calls,
        Some(2),
        "one opened by the program itself does not count, an ending is exempt"
    );
    assert_eq!(undocumented(&ran), ["views.open_docs_view", "views.open_text"]);
    let ran = measured(begun().0, ran.host, text).await;
    assert_eq!(undocumented(&ran), ["views.open_docs_view"]);
}

#[tokio::test]
async fn what_has_no_page_for_the_agent_is_exempt() {
    let (turn, host, _folder) = begun();
    let ran = measured(turn, host, "try { shell.shell('true'); } catch { views.openText('a', ''); }").await;
    assert_eq!(ran.report.total.counters.refusals, 1);
    assert_eq!(undocumented(&ran), ["views.open_text"]);
}

#[tokio::test]
async fn a_script_finds_no_ending_and_a_program_after_it_does() {
    let asks = "console.log(docs.search({ query: 'finish' }).hits.map((hit) => hit.key).join());";
    let on_use = format!("import {{ docs }} from 'gg'; {asks}");
    let skill = "---\nname: own\ndescription: Our own.\n---\n";
    let files = [(".gg/skills/own/skill.md", skill), (".gg/skills/own/on-use.js", &on_use)];
    let (turn, host, _folder) = begun_in(SKILLS, &files);
    let agent = turn.agent.clone();
    let ran = measured(turn, host, "skills.readSkill('own');").await;
    assert_eq!(Vec::from(ran.report.total.logs.lines.clone()), [""], "it may not end the session");
    let ran = measured(Turn::new(agent), ran.host, &format!("import {{ docs }} from 'gg'; {asks}")).await;
    assert_eq!(Vec::from(ran.report.total.logs.lines.clone()), ["gg.session.finish"]);
}

#[tokio::test]
async fn programs_of_gg_are_exempt_and_those_of_an_author_are_not() {
    let on_use = "import { files } from 'gg'; files.readFile('.gg/skills/own/skill.md');";
    let skill = "---\nname: own\ndescription: Our own.\n---\n";
    let files = [(".gg/skills/own/skill.md", skill), (".gg/skills/own/on-use.js", on_use)];
    let (turn, host, _folder) = begun_in(SKILLS, &files);
    let text = "skills.readSkill('gg-filesystem'); skills.readSkill('own'); skills.readSkill('gg-views');";
    let ran = measured(turn, host, text).await;
    let failed: Vec<_> = ran.report.scripts.iter().filter(|script| script.failure.is_some()).collect();
    assert_eq!((ran.report.scripts.len(), failed), (3, Vec::new()));
    assert_eq!(undocumented(&ran), ["files.read_file", "skills.read_skill"], "the scripts of gg open documentation");
    assert_eq!(ran.host.views().current().count(), 2);
}
