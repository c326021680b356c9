//! The agent's hand on its window, and how it is compacted (spec: runtime, 9).

mod common;

use common::{Bench, HEAD};
use gg_agent::Status;
use gg_models::{Message, Part};

/// The text of a request.
fn text(messages: &[Message]) -> String {
    let parts = messages.iter().flat_map(|message| match message {
        Message::Told { parts, .. } => parts
            .iter()
            .filter_map(|part| match part {
                Part::Text(text) | Part::Acknowledged { text, .. } => Some(text.clone()),
                Part::Picture(_) => None,
            })
            .collect::<Vec<_>>(),
        Message::Replied(answer) => vec![answer.text.clone()],
    });
    parts.collect::<Vec<_>>().join("\n\n")
}

fn reply(program: &str) -> String {
    format!("[[reply]]\ntext = '''{HEAD}{program}'''\n")
}

const CONTEXT: &str = "[capability.agent-managed-context]\nsignalThresholdPercent = 100\n";

#[tokio::test]
async fn an_evicted_file_is_gone_with_its_history() {
    let bench = Bench::new(CONTEXT, &[("a.txt", "alpha\n"), ("b.txt", "beta\n")]);
    let script = [
        reply("views.openFile(\"a.txt\"); views.openFile(\"b.txt\");"),
        reply("files.readFile(\"a.txt\"); views.openFile(\"a.txt\");"),
        reply(
            "const r = context.evictFileView(\"a.txt\"); views.openText(\"r\", `${r.items} ${r.paths} ${r.reclaimedTokens > 0}`);",
        ),
        reply("session.finish(\"done\");"),
    ];
    let ran = bench.run(&script.concat()).await;
    assert_eq!(ran.ended.status, Status::Completed, "{:?}", ran.ended);
    let (before, after) = (text(&ran.asked[2]), text(&ran.asked[3]));
    assert_eq!(before.matches("alpha\n").count(), 2, "the older copy stays as history");
    assert!(!after.contains("alpha\n") && after.contains("beta\n"), "{after}");
    assert!(after.contains("View: r\n---\n2 a.txt true"), "{after}");
    assert_eq!(ran.of("reclaim").len(), 1);
}

#[tokio::test]
async fn archived_turns_leave_the_window_and_are_found_again() {
    let bench = Bench::new(CONTEXT, &[]);
    let script = [
        reply("views.openText(\"a\", \"The needle is here.\");"),
        reply("views.openText(\"b\", \"hay\");"),
        reply(
            "const r = context.archiveThread([{ start: 1, end: 1 }, { start: 1, end: 1 }]); views.openText(\"r\", String(r.items));",
        ),
        reply(
            "const f = context.searchArchive(\"NEEDLE\"); views.openText(\"f\", `${f.archiveEmpty} ${f.hits.length} ${f.hits[0].role}`);",
        ),
        reply(
            "const f = context.searchArchive(\"nowhere\"); views.openText(\"g\", `${f.archiveEmpty} ${f.hits.length} none`);",
        ),
        reply(
            "views.openText(\"v\", views.current().map((v) => v.selector).filter((s) => s === \"a\" || s === \"b\").join());",
        ),
        reply("session.finish(\"done\");"),
    ];
    let ran = bench.run(&script.concat()).await;
    assert_eq!(ran.ended.status, Status::Completed, "{:?}", ran.ended);
    let after = text(&ran.asked[3]);
    assert!(text(&ran.asked[1]).contains("Turn 1"), "turns are numbered for one who can archive them");
    assert!(!after.contains("View: a\n") && after.contains("View: b\n") && after.contains("in the archive"), "{after}");
    assert!(after.contains("View: r\n---\n1"), "{after}");
    assert!(text(&ran.asked[4]).contains("View: f\n---\nfalse 1 tool"), "{}", text(&ran.asked[4]));
    assert!(text(&ran.asked[5]).contains("false 0 none"));
    assert!(text(&ran.asked[6]).contains("View: v\n---\nb"), "what is archived is not open");
}

#[tokio::test]
async fn a_window_that_is_filled_is_signalled_with_calls_the_agent_holds() {
    let profile = "[model]\ncontextWindow = 100\n[capability.agent-managed-context]\nevictFileViews = false\n";
    let bench = Bench::new(profile, &[("a.txt", "alpha\n")]);
    let script = [reply("views.openFile(\"a.txt\");"), reply("session.finish(\"done\");")];
    let ran = bench.run(&script.concat()).await;
    let asked = text(&ran.asked[1]);
    assert!(asked.contains("The window is filled to"), "{asked}");
    assert!(asked.contains("- a.txt: about") && asked.contains("`context.archiveThread`"), "{asked}");
    assert!(!asked.contains("evictFileView`"), "{asked}");
}

/// A profile under which a compaction is due at once.
fn due(strategy: &str, more: &str) -> String {
    format!(
        "[model]\ncontextWindow = 100\n[capability.compaction]\nstrategy = \"{strategy}\"\nsummaryHeadroom = 0.5\n{more}"
    )
}

#[tokio::test]
async fn an_agent_compacts_its_window_and_is_served_nothing_else_until_it_does() {
    let bench = Bench::new(&due("self-summarization", CONTEXT), &[("a.txt", "alpha\n")]);
    let script = [
        reply("views.openText(\"t\", \"gone\");"),
        reply(
            "try { files.readFile(\"a.txt\"); } catch (e) { views.close(e.message.includes(\"context.compact\") ? \"t\" : \"x\"); } throw new Error(\"not yet\");",
        ),
        reply("context.compact(\"We know all.\", { files: [\"a.txt\", \"missing.txt\"] }); throw new Error(\"late\");"),
        reply("session.finish(\"done\");"),
    ];
    let ran = bench.run(&script.concat()).await;
    assert_eq!(ran.ended.status, Status::Completed, "{:?}", ran.ended);
    assert!(text(&ran.asked[1]).contains("The window is full. Call `context.compact`"), "{}", text(&ran.asked[1]));
    assert!(
        !text(&ran.asked[2]).contains("View: t\n"),
        "the refusal named the call, and closing was served: {}",
        text(&ran.asked[2])
    );
    assert!(text(&ran.asked[2]).matches("The window is full").count() == 2, "it is restated");
    let after = text(&ran.asked[3]);
    assert!(after.starts_with("Summary of the window before\n---\nWe know all."), "{after}");
    assert!(after.contains("not read again: missing.txt") && after.contains("alpha\n"), "{after}");
    assert!(after.contains("Documentation: gg.docs.search") && !after.contains("Do it."), "{after}");
    assert!(!after.contains("late"), "what was there before is gone, the error of the turn too: {after}");
}

#[tokio::test]
async fn a_compaction_that_is_never_delivered_ends_the_agent() {
    let bench = Bench::new(&due("self-compaction", "maxRetries = 1\n"), &[]);
    let script = reply("1;").repeat(4);
    let ran = bench.run(&script).await;
    assert_eq!((ran.ended.status, ran.ended.summary.turns), (Status::CompactionFailed, 3), "{:?}", ran.ended);
    assert_eq!(ran.ended.summary.by_type.get("missing_completion_compaction"), Some(&2));
    assert_eq!(ran.ended.text, "The compaction of the window was asked for 2 times and not delivered.");
    let ran = Bench::new(&due("self-compaction", "maxRetries = 0\n"), &[]).run(&script).await;
    assert_eq!(ran.ended.text, "The compaction of the window was asked for once and not delivered.");
}

#[tokio::test]
async fn an_ending_beats_a_compaction_and_says_so() {
    let profile = "[capability.compaction]\nstrategy = \"self-compaction\"\nsummaryHeadroom = 0.1\n";
    let script = reply("context.compact(\"x\", { files: [] }); session.finish(\"done\");");
    let ran = Bench::new(profile, &[]).run(&script).await;
    assert_eq!(ran.ended.status, Status::Completed);
    let told = ran.of("feedback");
    assert!(
        told.iter().any(|event| event["text"].as_str().is_some_and(|text| text.contains("was dropped"))),
        "{told:?}"
    );
    assert!(ran.of("compaction").is_empty());
}

#[tokio::test]
async fn a_change_of_memories_delivers_a_compaction_by_memory() {
    let memories = "[capability.memories]\nstrategy = \"scratchpad\"\n";
    let bench = Bench::new(&due("memory-compaction", memories), &[]);
    let head = "import { memories, session, views } from \"gg\";\n";
    let script = [
        reply("views.openText(\"t\", \"gone\");"),
        format!(
            "[[reply]]\ntext = '''{head}try {{ memories.deleteMemory(\"none\"); }} catch {{}} memories.writeMemory({{ name: \"a\", description: \"A\", body: \"kept\" }});'''\n"
        ),
        format!(
            "[[reply]]\ntext = '''{head}memories.writeMemory({{ name: \"b\", description: \"B\", body: \"kept too\" }});'''\n"
        ),
        reply("session.finish(\"done\");"),
    ];
    let ran = bench.run(&script.concat()).await;
    assert_eq!(ran.ended.status, Status::Completed, "{:?}", ran.ended);
    assert!(text(&ran.asked[2]).contains("View: t\n"), "a change that failed keeps it pending");
    let after = text(&ran.asked[3]);
    assert!(!after.contains("View: t\n") && after.contains("kept too"), "{after}");
}

#[tokio::test]
async fn a_second_model_writes_the_summary_and_names_the_files() {
    let bench = Bench::new(&due("handoff-compaction", ""), &[("a.txt", "alpha\n")]);
    let script = [
        reply("views.openText(\"t\", \"gone\");"),
        "[[reply]]\ncaller = \"main.summary\"\nsees = [\"Do it.\", \"View: t\"]\ntext = \"All is known.\\nFiles:\\n- a.txt\\n\"\n".to_owned(),
        reply("session.finish(\"done\");"),
    ];
    let ran = bench.run(&script.concat()).await;
    assert_eq!(ran.ended.status, Status::Completed, "{:?}", ran.ended);
    let after = text(&ran.asked[1]);
    assert!(after.starts_with("Summary of the window before\n---\nAll is known."), "{after}");
    assert!(after.contains("alpha\n") && !after.contains("View: t\n"), "{after}");
}
