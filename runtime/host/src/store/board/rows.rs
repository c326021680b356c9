//! The rows of the board.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension as _, Row, params, types::Type};

use super::{Board, Epic, Issue};
use crate::{
    operations::board::{EpicInput, IssueInput, IssueStatus},
    store::{count as as_kept, way},
};

const STATUSES: [IssueStatus; 5] =
    [IssueStatus::Open, IssueStatus::InProgress, IssueStatus::InReview, IssueStatus::Done, IssueStatus::Failed];

/// Where an issue stands, as the database has it.
fn word(status: IssueStatus) -> &'static str {
    match status {
        IssueStatus::Open => "open",
        IssueStatus::InProgress => "in_progress",
        IssueStatus::InReview => "in_review",
        IssueStatus::Done => "done",
        IssueStatus::Failed => "failed",
    }
}

fn status(row: &Row<'_>, at: usize) -> rusqlite::Result<IssueStatus> {
    let found: String = row.get(at)?;
    let unknown = || rusqlite::Error::InvalidColumnType(at, format!("no status is `{found}`"), Type::Text);
    STATUSES.into_iter().find(|status| word(*status) == found).ok_or_else(unknown)
}

/// The number under which the database has an epic.
pub(crate) fn epic(connection: &Connection, id: &str) -> rusqlite::Result<Option<i64>> {
    connection.prepare_cached("SELECT number FROM epic WHERE id = ?1")?.query_row([id], |row| row.get(0)).optional()
}

/// The number under which the database has an issue.
pub(crate) fn issue(connection: &Connection, id: &str) -> rusqlite::Result<Option<i64>> {
    connection.prepare_cached("SELECT number FROM issue WHERE id = ?1")?.query_row([id], |row| row.get(0)).optional()
}

/// The same, with where it stands.
pub(crate) fn issue_status(connection: &Connection, id: &str) -> rusqlite::Result<Option<(i64, IssueStatus)>> {
    let mut read = connection.prepare_cached("SELECT number, status FROM issue WHERE id = ?1")?;
    read.query_row([id], |row| Ok((row.get(0)?, status(row, 1)?))).optional()
}

/// Counts an issue as dispatched anew: none of its attempts has stopped.
pub(crate) fn forget_stops(connection: &Connection, id: &str) -> rusqlite::Result<()> {
    connection.prepare_cached("UPDATE issue SET stops = 0 WHERE id = ?1")?.execute([id]).map(drop)
}

/// Begins an attempt at an issue that is in progress, and says its number, from 0; none when it is not.
pub(crate) fn begin_attempt(connection: &Connection, id: &str) -> rusqlite::Result<Option<u32>> {
    let mut begin = connection.prepare_cached(
        "UPDATE issue SET attempts = attempts + 1 WHERE id = ?1 AND status = 'in_progress' RETURNING attempts - 1",
    )?;
    begin.query_row([id], |row| row.get(0)).optional()
}

/// The number of the last attempt at an issue that is in review; none when it is not.
pub(crate) fn reviewed_attempt(connection: &Connection, id: &str) -> rusqlite::Result<Option<u32>> {
    let mut read =
        connection.prepare_cached("SELECT max(attempts - 1, 0) FROM issue WHERE id = ?1 AND status = 'in_review'")?;
    read.query_row([id], |row| row.get(0)).optional()
}

/// Counts an attempt that stopped at an issue that is in progress, and says how many have; none when it is not.
pub(crate) fn count_stop(connection: &Connection, id: &str) -> rusqlite::Result<Option<u32>> {
    let mut count = connection.prepare_cached(
        "UPDATE issue SET stops = stops + 1 WHERE id = ?1 AND status = 'in_progress' RETURNING stops",
    )?;
    count.query_row([id], |row| row.get(0)).optional()
}

/// How many epics and how many issues there are.
pub(crate) fn counts(connection: &Connection) -> rusqlite::Result<(u32, u32)> {
    connection
        .prepare_cached("SELECT (SELECT count(*) FROM epic), (SELECT count(*) FROM issue)")?
        .query_row([], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// Opens an epic. Its id is not taken.
pub(crate) fn add_epic(connection: &Connection, id: &str, epic: &EpicInput) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT INTO epic (id, title, description) VALUES (?1, ?2, ?3)")?
        .execute([id, &epic.title, &epic.description])
        .map(|_| ())
}

/// Removes an epic. Its issues are outside any epic from then on.
pub(crate) fn remove_epic(connection: &Connection, number: i64) -> rusqlite::Result<()> {
    connection.prepare_cached("DELETE FROM epic WHERE number = ?1")?.execute([number]).map(|_| ())
}

/// The id that the next issue with a prefix gets.
pub(crate) fn next_id(connection: &Connection, prefix: &str) -> rusqlite::Result<String> {
    let mut last = connection.prepare_cached("SELECT last FROM issue_number WHERE prefix = ?1")?;
    let last: i64 = last.query_row([prefix], |row| row.get(0)).optional()?.unwrap_or_default();
    Ok(format!("{prefix}-{}", last + 1))
}

/// Opens an issue under the next id of its prefix, blocked by nothing yet.
pub(crate) fn add_issue(
    connection: &Connection,
    prefix: &str,
    epic: Option<i64>,
    issue: &IssueInput,
    description: Option<&str>,
) -> rusqlite::Result<i64> {
    let id = next_id(connection, prefix)?;
    connection
        .prepare_cached(
            "INSERT INTO issue_number (prefix, last) VALUES (?1, 1) ON CONFLICT (prefix) DO UPDATE SET last = last + 1",
        )?
        .execute([prefix])?;
    let IssueInput { title, in_scope, out_of_scope, completion_criteria, agent, reviewers, .. } = issue;
    let number = connection
        .prepare_cached(
            "INSERT INTO issue (id, epic, title, description, in_scope, out_of_scope, completion_criteria, agent, status)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 'open')",
        )?
        .insert(params![id, epic, title, description, in_scope, out_of_scope, completion_criteria, agent])?;
    let mut add =
        connection.prepare_cached("INSERT INTO issue_reviewer (issue, position, reviewer) VALUES (?1, ?2, ?3)")?;
    for (position, reviewer) in reviewers.iter().enumerate() {
        add.execute(params![number, as_kept(position), reviewer])?;
    }
    Ok(number)
}

/// Changes to an issue; what is none stays.
#[derive(Debug, Clone, Copy, Default)]
#[expect(clippy::option_option, reason = "to keep something and to clear it are two things")]
pub(crate) struct Change<'a> {
    /// The title.
    pub(crate) title: Option<&'a str>,
    /// The description.
    pub(crate) description: Option<Option<&'a str>>,
    /// What belongs to it.
    pub(crate) in_scope: Option<&'a str>,
    /// What does not.
    pub(crate) out_of_scope: Option<&'a str>,
    /// When it counts as finished.
    pub(crate) completion_criteria: Option<&'a str>,
    /// Where it stands.
    pub(crate) status: Option<IssueStatus>,
    /// The number of its epic.
    pub(crate) epic: Option<Option<i64>>,
}

/// Changes an issue.
pub(crate) fn change_issue(connection: &Connection, number: i64, change: &Change<'_>) -> rusqlite::Result<()> {
    let Change { title, description, in_scope, out_of_scope, completion_criteria, status, epic } = change;
    connection
        .prepare_cached(
            "UPDATE issue SET title = coalesce(?2, title), in_scope = coalesce(?3, in_scope),
                out_of_scope = coalesce(?4, out_of_scope), completion_criteria = coalesce(?5, completion_criteria),
                status = coalesce(?6, status), description = CASE WHEN ?7 THEN ?8 ELSE description END,
                epic = CASE WHEN ?9 THEN ?10 ELSE epic END
             WHERE number = ?1",
        )?
        .execute(params![
            number,
            title,
            in_scope,
            out_of_scope,
            completion_criteria,
            status.map(word),
            description.is_some(),
            description.flatten(),
            epic.is_some(),
            epic.flatten(),
        ])
        .map(|_| ())
}

/// Replaces what blocks an issue; what is named again counts once.
pub(crate) fn set_blockers(connection: &Connection, number: i64, blockers: &[String]) -> rusqlite::Result<()> {
    connection.prepare_cached("DELETE FROM issue_blocker WHERE issue = ?1")?.execute([number])?;
    let mut add =
        connection.prepare_cached("INSERT INTO issue_blocker (issue, position, blocker) VALUES (?1, ?2, ?3)")?;
    for (position, blocker) in blockers.iter().enumerate().filter(|(at, id)| !blockers[..*at].contains(id)) {
        add.execute(params![number, as_kept(position), blocker])?;
    }
    Ok(())
}

/// Removes an issue with what blocks it. The edges to it stay.
pub(crate) fn remove_issue(connection: &Connection, number: i64) -> rusqlite::Result<()> {
    connection.prepare_cached("DELETE FROM issue WHERE number = ?1")?.execute([number]).map(|_| ())
}

/// The ids on a way along which an issue waits for another, both ends included. None when there is no such way.
pub(crate) fn way(connection: &Connection, from: &str, to: &str) -> rusqlite::Result<Option<Vec<String>>> {
    let mut blockers = connection.prepare_cached(
        "SELECT blocker FROM issue_blocker JOIN issue ON issue.number = issue_blocker.issue WHERE issue.id = ?1
         ORDER BY position",
    )?;
    way::way(&from.to_owned(), &to.to_owned(), |id| blockers.query_map([id], |row| row.get(0))?.collect())
}

/// The whole board.
pub(crate) fn board(connection: &Connection) -> rusqlite::Result<Board> {
    let mut read = connection.prepare_cached("SELECT id, title, description FROM epic ORDER BY number")?;
    let epic = |row: &Row<'_>| Ok(Epic { id: row.get(0)?, title: row.get(1)?, description: row.get(2)? });
    let epics = read.query_map([], epic)?.collect::<Result<_, _>>()?;

    let (mut issues, mut at) = (Vec::new(), HashMap::new());
    let mut read = connection.prepare_cached(
        "SELECT issue.number, issue.id, epic.id, issue.title, issue.description, in_scope, out_of_scope, completion_criteria,
            agent, status
         FROM issue LEFT JOIN epic ON epic.number = issue.epic ORDER BY issue.number",
    )?;
    let mut rows = read.query([])?;
    while let Some(row) = rows.next()? {
        at.insert(row.get::<_, i64>(0)?, issues.len());
        issues.push(Issue {
            id: row.get(1)?,
            epic: row.get(2)?,
            title: row.get(3)?,
            description: row.get(4)?,
            in_scope: row.get(5)?,
            out_of_scope: row.get(6)?,
            completion_criteria: row.get(7)?,
            agent: row.get(8)?,
            status: status(row, 9)?,
            reviewers: Vec::new(),
            blocked_by: Vec::new(),
        });
    }
    for (of_whom, sql) in [
        (false, "SELECT issue, blocker FROM issue_blocker ORDER BY issue, position"),
        (true, "SELECT issue, reviewer FROM issue_reviewer ORDER BY issue, position"),
    ] {
        let mut read = connection.prepare_cached(sql)?;
        let mut rows = read.query([])?;
        while let Some(row) = rows.next()? {
            if let Some(at) = at.get(&row.get::<_, i64>(0)?) {
                let issue: &mut Issue = &mut issues[*at];
                let list = if of_whom { &mut issue.reviewers } else { &mut issue.blocked_by };
                list.push(row.get(1)?);
            }
        }
    }
    Ok(Board { epics, issues })
}
