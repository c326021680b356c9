//! What the agents that work on an issue are told.

use crate::store::board::Issue;

/// For the implementer: the issue, and the changes that a reviewer asks for.
pub(super) fn implement(issue: &Issue, changes: Option<&str>) -> String {
    let mut text = issue.brief();
    if let Some(items) = changes {
        text.push_str(&format!(
            "\n## Changes requested\n\nThe work was reviewed, and stands in the workspace as it was. The reviewer asks for:\n\n\
             {}\n",
            items.trim()
        ));
    }
    text
}

/// For a reviewer: the issue, and what was done.
pub(super) fn review(issue: &Issue, diff: &str) -> String {
    let shown = if diff.is_empty() { "Nothing was changed.".to_owned() } else { fenced(diff) };
    format!("{}\n## The work to review\n\n{shown}\n", issue.brief())
}

/// For the agent that merges: the issue, and the files in conflict.
pub(super) fn resolve(issue: &Issue, files: &[String]) -> String {
    let files = files.iter().fold(String::new(), |text, file| text + "- " + file + "\n");
    format!(
        "{}\n## The conflict\n\nThe issue is done. A merge of what has changed meanwhile has begun in this git worktree, and stopped \
         at conflicts in these files:\n\n{files}\nResolve them so that both sides keep what they meant, and take the marks out. \
         What is resolved is committed when the session ends.\n",
        issue.brief()
    )
}

/// A diff between fences that do not occur in it.
fn fenced(diff: &str) -> String {
    let longest = diff.split(|letter| letter != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}diff\n{diff}\n{fence}")
}
