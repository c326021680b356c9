//! Profiles: what they say, and every mistake at its place.

use std::{path::Path, time::Duration};

use gg_engine::docs::DocViewTypes;

use crate::{
    Action, Offload, Profile, ReadPolicy,
    operations::{OperationId, TABLE},
    profile::{Board, CompactionStrategy, DEFAULT, LaunchError, RosterScope, Scope, Strategy, board_of},
};

fn read(text: &str) -> Profile {
    Profile::read("profile.toml", text).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

/// The mistakes of a profile, each as `line:column message`, with its help in brackets.
fn mistakes(text: &str) -> Vec<String> {
    let mistakes = Profile::read("profile.toml", text).expect_err("mistakes");
    let line = |mistake: &crate::profile::Mistake| {
        let (line, column) = mistakes.place(mistake.span.start);
        let help = mistake.help.as_ref().map(|help| format!(" [{help}]")).unwrap_or_default();
        format!("{line}:{column} {}{help}", mistake.message)
    };
    mistakes.mistakes.iter().map(line).collect()
}

#[test]
fn the_default_profile_has_no_mistake() {
    let profile = read(DEFAULT);
    assert_eq!(profile.arm, TABLE.arm("typescript").expect("an arm"));
    let files = ["shell", "read-file", "write-file", "edit-file", "list-dir", "search"];
    let kept = ["skills", "memories", "tasks", "agent-managed-context", "docview-close", "program-library"];
    let held = [&files[..], &kept].concat();
    assert_eq!(profile.capabilities.ids().collect::<Vec<_>>(), held);
}

#[test]
fn defaults_are_the_specifications() {
    let profile = read("language = \"rust\"");
    let run = &profile.run;
    assert_eq!((run.max_parallel, run.max_depth, run.max_turns, run.max_runtime), (16, 3, None, None));
    assert_eq!((run.max_consecutive_errors, run.error_rate_window, run.max_cost), (5, 50, None));
    assert!((run.max_error_rate - 0.2).abs() < f64::EPSILON);
    assert_eq!((run.model_call_timeout.as_secs(), run.model_stream_idle.as_secs()), (900, 60));
    assert_eq!((run.max_model_retries, run.model_retry_max_delay.as_secs()), (10, 60));
    assert_eq!(run.replay_max_bytes, 268_435_456);
    assert_eq!(profile.program.timeout, Duration::from_secs(30));
    assert_eq!(profile.program.max_memory_bytes, 268_435_456);
    assert_eq!(profile.doc_view_types, DocViewTypes::all(true));
    assert_eq!((profile.opening_turn.modules.join(" "), profile.opening_turn.tree), ("files shell".to_owned(), None));
    assert_eq!(profile.allowlist, None);
}

#[test]
fn defaults_of_what_is_kept_are_the_specifications() {
    let memories = |strategy: &str| {
        let profile = read(&format!("language = \"rust\"\n[capability.memories]\nstrategy = \"{strategy}\"\n"));
        let memories = profile.capabilities.memories.expect("memories");
        assert_eq!((memories.scope, memories.max_len_description), (Scope::Isolated, 256));
        assert_eq!((memories.max_total_len, memories.max_len_index, memories.max_results), (0, 16_384, 25));
        (memories.max_count, memories.max_len_per_memory)
    };
    assert_eq!(["scratchpad", "markdown", "keyword-search"].map(memories), [(64, 4_096), (0, 8_192), (0, 8_192)]);
    let kept = read("language = \"rust\"\n[capability.tasks]\n[capability.program-library]\n").capabilities;
    assert_eq!(kept.tasks, Some(200));
    assert_eq!(kept.programs.map(|programs| (programs.keep, programs.id_length)), Some((20, 8)));
    for (length, is_good) in [(1, false), (2, true), (32, true), (33, false)] {
        let text = format!("language = \"rust\"\n[capability.program-library]\nidLength = {length}\nkeep = 0\n");
        assert_eq!(Profile::read("profile.toml", &text).is_ok(), is_good, "{length}");
    }
}

#[test]
fn everything_can_be_said() {
    let profile = read(
        r#"
        language = "python"
        allowlist = ["files.read_file", "shell.shell"]
        extraRoots = ["/tmp"]
        timeoutSecs = 2.25
        maxMemoryBytes = 0x1000_0000
        maxRuntimeSecs = 60
        docViewTypes = { return = true, parameters = false, errors = false }
        [openingTurn]
        modules = ["docs"]
        functions = ["docs.search"]
        tree.depth = 3
        [[autoload]]
        path = "README.md"
        lock = true
        [[hook]]
        event = "before-command"
        command = "true"
        [capability.shell]
        policy = "offload"
        maxLines = 10
        maxChars = 100
        [capability.read-file]
        mode = "default-cap"
        lineCap = 200
        [capability.memories]
        strategy = "scratchpad"
        scope = "shared"
        [capability.compaction]
        strategy = "handoff-compaction"
        summaryHeadroom = 0.2
        [[roster]]
        id = "coder"
        name = "Coder"
        description = "Writes code."
        scopes = ["implementer", "subagent"]
        "#,
    );
    assert_eq!(profile.allowlist, Some(vec![OperationId::FilesReadFile, OperationId::ShellShell]));
    assert_eq!(profile.program.timeout, Duration::from_millis(2250));
    assert_eq!(profile.program.max_memory_bytes, 1 << 28);
    assert_eq!(profile.run.max_runtime, Some(Duration::from_mins(1)));
    assert_eq!(profile.doc_view_types, DocViewTypes { returns: true, parameters: false, errors: false });
    assert_eq!(profile.opening_turn.functions, Some(vec![OperationId::DocsSearch]));
    assert_eq!(profile.opening_turn.tree, Some(3));
    assert!(profile.autoload[0].lock);
    let Action::Command(line, timeout) = &profile.hooks[0].action else { panic!("{:?}", profile.hooks) };
    assert_eq!((line.as_str(), *timeout), ("true", Duration::from_mins(1)));
    assert_eq!(profile.capabilities.shell, Some(Some(Offload { max_lines: 10, max_chars: 100 })));
    assert_eq!(profile.capabilities.read_file, Some(ReadPolicy::DefaultCap(200)));
    let [coder] = &profile.roster[..] else { panic!("{:?}", profile.roster) };
    let said = (coder.id.as_str(), coder.name.as_str(), coder.description.as_str());
    assert_eq!(said, ("coder", "Coder", "Writes code."));
    assert_eq!(coder.scopes, [RosterScope::Implementer, RosterScope::Subagent]);
    let memories = profile.capabilities.memories.as_ref().expect("memories");
    assert_eq!((memories.strategy, memories.scope, memories.max_count), (Strategy::Scratchpad, Scope::Shared, 64));
    let compaction = profile.capabilities.compaction.as_ref().expect("compaction");
    assert_eq!(compaction.strategy, CompactionStrategy::HandoffCompaction);
}

#[test]
fn every_mistake_is_named_at_its_place() {
    let text = r#"langauge = "rust"
allowlist = ["files.read_file", "files.readfile", 3]
timeoutSecs = 0
maxTurns = "many"
maxErrorRate = 1.5
docViewTypes = { return = true, parameters = 1 }
[openingTurn]
modules = ["filez"]
functions = ["session.finish", "nope.nope", "delegation.transition_state"]
tree.depth = 11
[[hook]]
event = "after-read"
[capability.shel]
[capability.shell]
policy = "offload"
maxLines = 0
[capability.read-file]
mode = "default-cap"
[capability.compaction]
strategy = "none"
"#;
    let expected = [
        "1:1 the profile has no `language`",
        "1:1 a profile has no key `langauge` [did you mean `language`?]",
        "2:33 entry 2 of the allowlist is no operation: `files.readfile` [did you mean `files.read_file`?]",
        "2:51 `allowlist` is 3; it has to be a string that is not blank",
        "3:15 `timeoutSecs` is 0; it has to be a number from 0.001 to 3200000000",
        "4:12 `maxTurns` is \"many\"; it has to be an integer from 1 to 4294967295",
        "5:16 `maxErrorRate` is 1.5; it has to be a number from 0 to 1",
        "6:16 [docViewTypes] has no `errors`",
        "6:46 `parameters` is 1; it has to be true or false",
        "8:12 there is no module `filez` [did you mean `files`?]",
        "9:14 a profile cannot promise `session.finish`, which it does not grant",
        "9:32 an entry of `functions` is no operation: `nope.nope`",
        "9:45 a profile cannot promise `delegation.transition_state`, which it does not grant",
        "10:14 `depth` is 11; it has to be an integer from 1 to 10",
        "11:1 [hook] has no `command`, nor `script` or `builtIn`",
        "12:9 `event` is \"after-read\"; it has to be \"before-write\" or \"after-write\" or \"before-command\" or \
         \"after-command\" or \"before-compaction\" or \"after-compaction\" or \"agent-start\" or \"agent-stop\" or \
         \"session-start\" or \"session-end\"",
        "13:13 [capability] has no key `shel` [did you mean `shell`?]",
        "14:1 [capability.shell] has no `maxChars`, which the policy \"offload\" needs",
        "16:12 `maxLines` is 0; it has to be an integer from 1 to 4294967295",
        "17:1 [capability.read-file] has no `lineCap`, which the mode \"default-cap\" needs",
        "19:1 [capability.compaction] has no `summaryHeadroom`",
        "20:12 `strategy` is \"none\"; it has to be \"self-summarization\" or \"self-compaction\" or \"memory-compaction\" or \
         \"handoff-summarization\" or \"handoff-compaction\"",
    ];
    assert_eq!(mistakes(text), expected);
}

#[test]
fn every_mistake_of_a_roster_is_named_at_its_place() {
    let text = r#"language = "rust"
[[roster]]
id = "coder"
name = ""
description = "Writes code."
scopes = ["implementor", "reviewer"]
[[roster]]
id = "reader"
name = "Reader"
description = "Reads."
scopes = []
[[roster]]
name = "Nobody"
scope = ["reviewer"]
[[roster]]
id = "reader"
name = "Reader"
description = "Reads again."
scopes = ["reviewer"]
[capability.exec]
"#;
    let expected = [
        "4:8 `name` is \"\"; it has to be a string that is not blank",
        "6:11 there is no scope `implementor` [did you mean `implementer`?]",
        "7:1 an entry of the roster without a scope can be named as nothing",
        "12:1 [roster] has no `id`",
        "12:1 [roster] has no `description`",
        "12:1 [roster] has no `scopes`",
        "14:1 [roster] has no key `scope` [did you mean `scopes`?]",
        "16:6 the roster has an entry `reader` already",
        "20:1 [capability.exec] needs somebody to become: the roster has no entry of scope \"subagent\"",
    ];
    assert_eq!(mistakes(text), expected);
}

#[test]
fn parameters_of_the_board_are_the_specifications() {
    let board = |parameters: &str| format!("language = \"rust\"\n[capability.project-management]\n{parameters}\n");
    let read = |parameters: &str| read(&board(parameters)).capabilities.board.expect("a board");
    let expected = Board {
        issue_creation: true,
        revise_board: true,
        reviewers_required: false,
        max_epics: 50,
        max_issues: 2000,
        max_retries: 0,
        merge_agent_id: "m".to_owned(),
    };
    assert_eq!(read("maxRetries = 0\nmergeAgentId = \"m\""), expected);
    let all = "maxRetries = 3\nmergeAgentId = \"m\"\nissueCreation = false\nreviseBoard = false\nreviewersRequired = true\n\
               maxEpics = 1\nmaxIssues = 1";
    let expected = Board {
        issue_creation: false,
        revise_board: false,
        reviewers_required: true,
        max_epics: 1,
        max_issues: 1,
        max_retries: 3,
        ..expected
    };
    assert_eq!(read(all), expected);
    let wrong = "maxRetries = -1\nmergeAgentId = \" \"\nissueCreation = 1\nmaxEpics = 0\nmaxIssues = 0\nmaxIssue = 1";
    let said = [
        "3:14 `maxRetries` is -1; it has to be an integer from 0 to 4294967295",
        "4:16 `mergeAgentId` is \" \"; it has to be a string that is not blank",
        "5:17 `issueCreation` is 1; it has to be true or false",
        "6:12 `maxEpics` is 0; it has to be an integer from 1 to 4294967295",
        "7:13 `maxIssues` is 0; it has to be an integer from 1 to 4294967295",
        "8:1 [capability.project-management] has no key `maxIssue` [did you mean `maxIssues`?]",
    ];
    assert_eq!(mistakes(&board(wrong)), said);
    let none = [
        "2:1 [capability.project-management] has no `maxRetries`",
        "2:1 [capability.project-management] has no `mergeAgentId`",
    ];
    let mut said = mistakes(&board(""));
    said.sort();
    assert_eq!(said, none);
}

/// Profiles that enable the board, as launch checks read them.
#[test]
fn a_run_has_one_board_and_an_agent_that_merges() {
    let profile = |name: &str, text: &str| {
        let text = format!("language = \"rust\"\n{text}");
        Profile::read(name, &text).unwrap_or_else(|mistakes| panic!("{mistakes}"))
    };
    let board =
        |more: &str| format!("[capability.project-management]\nmaxRetries = 0\nmergeAgentId = \"merger\"\n{more}");
    let told = |agents: &[(&str, &Profile)]| match board_of(agents) {
        Err(LaunchError::Profile(mistakes)) => {
            let line = |mistake: &crate::profile::Mistake| {
                let (line, column) = mistakes.place(mistake.span.start);
                format!("{}:{line}:{column} {} {:?}", mistakes.name, mistake.message, mistake.help)
            };
            mistakes.mistakes.iter().map(line).collect::<Vec<_>>()
        }
        other => panic!("{other:?}"),
    };
    let (main, plain) = (profile("main.toml", &board("maxEpics = 3\n")), profile("plain.toml", ""));
    let merger = profile("merger.toml", "[capability.shell]\n");
    assert_eq!(board_of(&[("main", &plain), ("merger", &merger)]).expect("no board"), None);
    let of_run =
        board_of(&[("coder", &plain), ("main", &main), ("merger", &merger)]).expect("a board").expect("a board");
    assert_eq!(Some(of_run), main.capabilities.board);

    let missing = "main.toml:4:16 no agent of the run is called `merger` Some(\"there is `main`, `coder`\")";
    assert_eq!(told(&[("main", &main), ("coder", &plain)]), [missing]);
    let without =
        "main.toml:4:16 the agent `merger`, which merges, does not hold `shell.shell` Some(\"its profile is NAME\")";
    assert_eq!(told(&[("main", &main), ("merger", &plain)]), [without.replace("NAME", "plain.toml")]);
    let narrowed = profile("narrowed.toml", "allowlist = [\"files.read_file\"]\n[capability.shell]\n");
    assert_eq!(told(&[("main", &main), ("merger", &narrowed)]), [without.replace("NAME", "narrowed.toml")]);

    // What the first profile says of retries and of who merges holds; the ceilings have to be the same.
    let other = board("maxEpics = 3\n").replace("\"merger\"", "\"nobody\"").replace("= 0", "= 7");
    let other = profile("other.toml", &other);
    let agents = [("main", &main), ("other", &other), ("merger", &merger)];
    assert_eq!(board_of(&agents).expect("a board"), main.capabilities.board);
    let other = profile("other.toml", &board("maxIssues = 7\n"));
    let expected = [
        "other.toml:2:1 `maxEpics` is 50 here and 3 in main.toml; a run has one board None",
        "other.toml:5:13 `maxIssues` is 7 here and 2000 in main.toml; a run has one board None",
    ];
    assert_eq!(told(&[("main", &main), ("other", &other), ("merger", &merger)]), expected);
}

/// They come with agents that are started by another.
#[test]
fn memories_of_a_spawner_are_refused_to_an_agent_that_has_none() {
    let of = |scope: &str| {
        read(&format!("language = \"rust\"\n[capability.memories]\nstrategy = \"markdown\"\nscope = \"{scope}\"\n"))
    };
    for scope in ["inherited", "read-only"] {
        let refused = of(scope).may_be_first().expect_err("it is refused").to_string();
        let expected = format!(
            "profile.toml:4:9: memories of the scope \"{scope}\" are those of whoever starts the agent, and nobody starts the \
             first\n"
        );
        assert!(refused.starts_with(&expected), "{refused}");
    }
    for scope in ["isolated", "shared"] {
        assert!(of(scope).may_be_first().is_ok());
    }
}

#[test]
fn a_compaction_by_memory_needs_memories_that_may_be_changed() {
    let compaction =
        "language = \"rust\"\n[capability.compaction]\nstrategy = \"memory-compaction\"\nsummaryHeadroom = 0.2\n";
    let refused = ["3:12 \"memory-compaction\" needs [capability.memories] that the agent may change"];
    assert_eq!(mistakes(compaction), refused);
    let memories =
        |scope: &str| format!("{compaction}[capability.memories]\nstrategy = \"markdown\"\nscope = \"{scope}\"\n");
    assert_eq!(mistakes(&memories("read-only")), refused);
    read(&memories("inherited"));
}

#[test]
fn a_text_that_is_no_toml_is_said_to_be_none() {
    let mistakes = mistakes("language = rust\nx = \n");
    assert!(mistakes.len() >= 2 && mistakes[0].starts_with("1:12 ") && mistakes[1].starts_with("2:"), "{mistakes:?}");
}

#[test]
fn mistakes_are_drawn() {
    let mistakes = Profile::read("profile.toml", "language = \"rust\"\n\tmaxTruns = 1\n").expect_err("mistakes");
    let drawn =
        "profile.toml:2:2: a profile has no key `maxTruns`\n  \tmaxTruns = 1\n  \t^^^^^^^^\n  did you mean `maxTurns`?";
    assert_eq!(mistakes.to_string(), drawn);
}

#[test]
fn an_extra_root_that_is_not_there_is_a_mistake_of_the_profile() {
    let profile = read("language = \"rust\"\nextraRoots = [\"/tmp\", \"/no/such/folder\"]");
    let error = profile.workspace(Path::new("/tmp")).expect_err("a mistake");
    let LaunchError::Profile(mistakes) = &error else { panic!("{error}") };
    assert_eq!(mistakes.place(mistakes.mistakes[0].span.start), (2, 23));
    let error = read("language = \"rust\"").workspace(Path::new("/no/such/folder")).expect_err("an error");
    assert!(matches!(error, LaunchError::Workspace(..)), "{error}");
}

/// The example with every key of its comments in force: a line of `#` and a key, or of `#` and a table.
fn whole_example() -> String {
    let key = |line: &str| line.starts_with(|first: char| first.is_ascii_lowercase() || first == '[');
    let lines = EXAMPLE.lines().map(|line| line.strip_prefix('#').filter(|rest| key(rest)).unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n")
}

const EXAMPLE: &str = include_str!("../../../../examples/profile.toml");

#[test]
fn the_example_says_every_key() {
    const NONE: &str = "zzzzzzzzzzzz";
    let whole = whole_example();
    read(&whole);
    let bogus = format!("{NONE} = 0\n");
    let (mut text, mut tables) = (bogus.clone(), 1);
    for line in whole.lines() {
        text.extend([line, "\n"]);
        if line.starts_with('[') {
            text.push_str(&bogus);
            tables += 1;
        }
    }
    let wrong = Profile::read("profile.toml", &text).expect_err("keys there are not").mistakes;
    assert_eq!(wrong.len(), tables, "{wrong:?}");
    // The help of each names the keys there are in that table.
    let keys: Vec<&str> = wrong
        .iter()
        .filter_map(|mistake| mistake.help.as_deref())
        .flat_map(|help| help.split('`').skip(1).step_by(2))
        .collect();
    assert!(keys.len() > 60, "{keys:?}");
    let missing: Vec<&&str> = keys
        .iter()
        .filter(|key| !["{} =", "{}]", "{}."].iter().any(|shape| whole.contains(&shape.replace("{}", key))))
        .collect();
    assert!(missing.is_empty(), "examples/profile.toml lacks {missing:?}");
}

#[test]
fn the_example_says_what_holds_without_it() {
    // What has no default, and the tables.
    let said = ["language", "strategy", "mergeAgentId", "maxRetries", "summaryHeadroom", "["];
    let said = [&said[..], &["id =", "name =", "description =", "scopes ="]].concat();
    let lines: Vec<&str> = EXAMPLE.lines().filter(|line| said.iter().any(|start| line.starts_with(start))).collect();
    let bare = read(&lines.join("\n"));
    let example = read(EXAMPLE);
    assert_eq!(example.capabilities, bare.capabilities);
    assert_eq!((&example.run, example.program), (&bare.run, bare.program));
    assert_eq!((example.doc_view_types, &example.opening_turn), (bare.doc_view_types, &bare.opening_turn));
    let all: Vec<&str> = example.capabilities.ids().collect();
    assert_eq!(all.len(), TABLE.capabilities.len(), "{all:?}");
}

#[test]
fn a_model_is_named_and_priced() {
    let text = "language = \"javascript\"\ninstructions = \"Be brief.\"\n[model]\naddress = \"anthropic:x\"\nform = \"wrapped\"\n\
                contextWindow = 1000\nprice = { input = 3.0, output = 15.0 }\n";
    let profile = Profile::read("test", text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let price = profile.model.price.expect("a price");
    assert_eq!(
        (price.cached_input, price.cache_write),
        (price.input, price.input),
        "what is not said costs like any input"
    );
    assert_eq!(profile.model.address.map(|address| address.to_string()).as_deref(), Some("anthropic:x"));
    assert_eq!((profile.model.context_window, profile.instructions.as_deref()), (1000, Some("Be brief.")));
    let wrong = "language = \"javascript\"\n[model]\naddress = \"mistral:x\"\nprice = { input = -1 }\n";
    let found = mistakes(wrong);
    assert!(found.iter().any(|mistake| mistake.starts_with("3:11 `mistral:x` names no model")), "{found:?}");
    assert!(found.iter().any(|mistake| mistake.contains("has no `output`")), "{found:?}");
    assert!(found.iter().any(|mistake| mistake.contains("`input` is -1")), "{found:?}");
}
