//! Methods that an SDK adds to what a call returns: on the real host each is its operation, and is recorded as it.

use gg_engine::{record::Turn, sandbox::Outcome};
use gg_host::submission::submit;

use crate::agent::{RUNTIME, begun_by, budget};

const PROFILE: &str = "language = \"javascript\"\n[capability.program-library]\n[capability.agent-managed-context]\n\
                       [capability.memories]\nstrategy = \"keyword-search\"\n";

/// Runs programs, a turn each, on one host; the ids of the calls that the last one made, with what it printed.
async fn last_of(programs: &[&str]) -> (Vec<&'static str>, Vec<String>) {
    let (turn, mut host, _folder) = begun_by(PROFILE);
    let mut last = (Vec::new(), Vec::new());
    for program in programs {
        host.begin_turn();
        let turn = Turn::new(turn.agent.clone());
        let ran = submit(&RUNTIME, turn, host, program, &budget()).await;
        assert_eq!(ran.report.total.outcome, Outcome::Completed, "{program}");
        let calls = ran.turn.rosters.calls.kept.iter().map(|call| call.operation.id);
        last = (calls.collect(), ran.report.total.logs.lines.into());
        host = ran.host;
    }
    last
}

#[tokio::test]
async fn a_view_closes_itself() {
    let program = "import { views } from \"gg\";\nviews.openText('a', 'text');\nviews.openText('b', 'text');\n\
                   const [first] = views.current();\nconsole.log(first.selector, first.close());\n\
                   console.log(views.current().map((view) => view.selector).join());\n";
    let (calls, printed) = last_of(&[program]).await;
    let expected = ["views.open_text", "views.open_text", "views.current", "views.close", "views.current"];
    assert_eq!(calls, expected);
    assert_eq!(printed, ["a 1", "b"]);
}

#[tokio::test]
async fn a_summary_of_a_program_gets_its_source() {
    let first = "console.log('kept');";
    let second =
        "import { programs } from \"gg\";\nconst [summary] = programs.history();\nconsole.log(summary.get());\n";
    let (calls, printed) = last_of(&[first, second]).await;
    assert_eq!(calls, ["programs.history", "programs.get"]);
    assert_eq!(printed, [first]);
}

#[tokio::test]
async fn a_hit_reads_its_memory() {
    let program = "import { memories } from \"gg\";\n\
                   memories.createMemory({ name: 'a', description: '', body: 'the whole text' });\n\
                   const [hit] = memories.searchMemories(['whole']);\nconsole.log(hit.read());\n";
    let (calls, printed) = last_of(&[program]).await;
    assert_eq!(calls, ["memories.create_memory", "memories.search_memories", "memories.read_memory"]);
    assert_eq!(printed, ["the whole text"]);
}
