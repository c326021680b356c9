//! Methods that an SDK adds to what a call returns: on the real host each is its operation, and is recorded as it.

use std::sync::Arc;

use gg_engine::{
    arm::{Arms, javascript::JavaScript},
    docs::Index,
    record::Turn,
    sandbox::{Limits, Outcome, Runtime, Sandbox, System},
};
use gg_host::{
    Host, Profile,
    operations::{self, PACKAGE},
    submission::{Budget, submit},
};

const PROFILE: &str = "language = \"javascript\"\n[capability.program-library]\n[capability.agent-managed-context]\n\
                       [capability.memories]\nstrategy = \"keyword-search\"\n";

/// Runs programs, a turn each, on one host; the ids of the calls that the last one made, with what it printed.
async fn last_of(programs: &[&str]) -> (Vec<&'static str>, Vec<String>) {
    let sandbox = Arc::new(Sandbox::new().expect("an engine"));
    let arms = Arms::new(vec![Arc::new(JavaScript::new(&PACKAGE))]);
    let runtime = Runtime::new(sandbox, operations::add_to_linker, arms, None, |_, _| {}).expect("a runtime");
    let profile = Profile::read("profile.toml", PROFILE).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let folder = tempfile::tempdir().expect("a folder");
    let workspace = profile.workspace(folder.path()).unwrap_or_else(|error| panic!("{error}"));
    let mut host = Host::new(workspace, Arc::new(Index::new(PACKAGE.index)), profile.settings(None));
    let budget = Budget { limits: Limits::default(), sources: Arc::new(System) };
    let mut last = (Vec::new(), Vec::new());
    for program in programs {
        host.begin_turn();
        let turn = Turn::new(profile.agent("standard", &host));
        let ran = submit(&runtime, turn, host, program, &budget).await;
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
