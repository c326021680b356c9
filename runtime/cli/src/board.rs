//! `gg board`: the epics and issues of a workspace.

use std::{fmt::Write as _, path::Path, process::ExitCode};

use gg_host::board::{self, Board, Epic, Issue};
use serde_json::json;

use crate::{Refused, arguments, kept, output, style};

/// Shows the board, or one epic or issue of it.
pub(crate) fn show(arguments: &arguments::Board) -> Result<ExitCode, Refused> {
    let folder = arguments.workspace.as_deref().unwrap_or(Path::new("."));
    let board = kept::read(folder, async |store| store.board().await)?;
    let (text, data) = match &arguments.id {
        None => {
            let none = || format!("no issues are kept in {}\n", folder.display());
            (board.whole().unwrap_or_else(none), json!(board))
        }
        Some(id) => {
            let epic = board.epics.iter().find(|epic| epic.id == *id).map(|epic| (of_epic(&board, epic), json!(epic)));
            let found = epic.or_else(|| board.issue(id).map(|issue| (of_issue(&board, issue), json!(issue))));
            found.ok_or_else(|| {
                Refused::new(format!("no issue and no epic is called `{id}`; without an id the whole board is shown"))
            })?
        }
    };
    if arguments.json {
        output::data(format_args!("{data:#}"))?;
    } else {
        output::print(text)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn of_epic(board: &Board, epic: &Epic) -> String {
    let mut text = format!("{}: {}\n\n{}\n", style::heading(&epic.id), epic.title, epic.description.trim_end());
    let mut issues = board.issues.iter().filter(|issue| issue.epic.as_ref() == Some(&epic.id)).peekable();
    if issues.peek().is_some() {
        text.push('\n');
    }
    for issue in issues {
        let _ = writeln!(text, "- {} ({}): {}", issue.id, board::status(issue.status), issue.title);
    }
    text
}

fn of_issue(board: &Board, issue: &Issue) -> String {
    let mut text =
        format!("{}\nstatus: {}\nagent: {}\n", style::heading(&issue.id), board::status(issue.status), issue.agent);
    if !issue.reviewers.is_empty() {
        let _ = writeln!(text, "reviewers: {}", issue.reviewers.join(", "));
    }
    if let Some(epic) = &issue.epic {
        let _ = writeln!(text, "epic: {epic}");
    }
    for id in &issue.blocked_by {
        let status = board.issue(id).map_or("removed", |blocker| board::status(blocker.status));
        let _ = writeln!(text, "waits for: {id} ({status})");
    }
    text + "\n" + &issue.brief()
}
