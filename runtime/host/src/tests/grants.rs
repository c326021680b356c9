//! From a profile to grants: capabilities, allowlist, switches.

use crate::{
    Profile,
    operations::OperationId::{self, *},
};

fn held(profile: &str, ending: &str) -> Vec<OperationId> {
    let profile = Profile::read("profile", profile).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let grants = profile.grants(ending, |_| true);
    OperationId::ALL.into_iter().filter(|operation| grants.permits(operation.row())).collect()
}

const ALWAYS: [OperationId; 3] = [DocsSearch, ViewsOpenText, ViewsOpenDocsView];

#[test]
fn an_absent_allowlist_keeps_all_and_an_empty_one_none() {
    let read = "language = \"rust\"\n[capability.read-file]\n";
    let bought = [FilesReadFile, FilesReadTextFile, DocsSearch, ViewsOpenFile, ViewsOpenText, ViewsOpenDocsView];
    assert_eq!(held(read, "standard"), [&bought[..], &[SessionFinish]].concat());
    let listed = format!("allowlist = []\n{read}");
    assert_eq!(held(&listed, "standard"), [&ALWAYS[..], &[SessionFinish]].concat());
    // An id that nothing buys is inert.
    let listed = format!("allowlist = [\"files.read_file\", \"shell.shell\"]\n{read}");
    let endings = [SessionApprove, SessionRequestChanges];
    assert_eq!(held(&listed, "review"), [&[FilesReadFile], &ALWAYS[..], &endings[..]].concat());
}

#[test]
fn switches_withhold_and_are_on() {
    let cases: [(&str, &[&str], &[OperationId]); 5] = [
        (
            "memories",
            &["strategy = \"markdown\"", "revise = false"],
            &[MemoriesUpdateMemory, MemoriesEditMemory, MemoriesDeleteMemory],
        ),
        (
            "project-management",
            &["maxRetries = 1\nmergeAgentId = \"m\"", "issueCreation = false\nreviseBoard = false"],
            &[BoardCreateEpic, BoardCreateIssue, BoardUpdateIssue, BoardRemoveEpic, BoardRemoveIssue],
        ),
        ("agent-managed-context", &["", "evictFileViews = false"], &[ContextEvictFileView]),
        ("agent-managed-context", &["", "archiveAndSearch = false"], &[ContextArchiveThread, ContextSearchArchive]),
        ("subagents", &["", "messaging = false"], &[DelegationSendMessage]),
    ];
    for (capability, parameters, withheld) in cases {
        let profile = |parameters: &[&str]| {
            format!("language = \"python\"\n[capability.{capability}]\n{}\n", parameters.join("\n"))
        };
        let (on, off) = (held(&profile(&parameters[..1]), "standard"), held(&profile(parameters), "standard"));
        let gone: Vec<OperationId> = on.iter().copied().filter(|operation| !off.contains(operation)).collect();
        assert_eq!(gone, withheld, "{capability}");
        assert!(off.iter().all(|operation| on.contains(operation)));
    }
}

#[test]
fn every_capability_of_the_table_has_its_parameters() {
    let ids: Vec<&str> = crate::operations::TABLE.capabilities.iter().map(|capability| capability.id).collect();
    for id in ids {
        let needed = match id {
            "memories" => "strategy = \"scratchpad\"",
            "project-management" => "maxRetries = 0\nmergeAgentId = \"m\"",
            "compaction" => "strategy = \"self-compaction\"\nsummaryHeadroom = 0",
            _ => "",
        };
        let roster = "[[roster]]\nid = \"h\"\nname = \"H\"\ndescription = \"Helps.\"\nscopes = [\"subagent\"]\n";
        let text = format!("language = \"rust\"\n{roster}[capability.{id}]\n{needed}\n");
        let profile = Profile::read("profile", &text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        assert_eq!(profile.capabilities.ids().collect::<Vec<_>>(), [id]);
    }
}
