//! An agent's graph of tasks (spec: runtime, 12).

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension as _, Row, params, types::Type};
use serde::Serialize;

use crate::{
    operations::tasks::TaskStatus,
    store::way,
    text::{counted, indent, visible},
};

/// A task as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Task {
    /// Its id.
    pub id: String,
    /// What is to be done.
    pub title: String,
    /// More about it.
    pub description: Option<String>,
    /// How far it is.
    pub status: TaskStatus,
    /// What has to be done first, in the order in which it was added; what is done is still listed.
    pub blocked_by: Vec<Blocker>,
}

/// A task that blocks another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Blocker {
    /// Its id.
    pub id: String,
    /// Whether it is done.
    pub done: bool,
}

impl Task {
    /// Whether something has to be done before it.
    pub fn is_blocked(&self) -> bool {
        self.blocked_by.iter().any(|blocker| !blocker.done)
    }
}

/// The text of the tasks that are not done, for the window: ready ones apart from blocked ones, in the order in which they
/// were added. None when there are no tasks.
pub fn block(tasks: &[Task]) -> Option<String> {
    let (done, open): (Vec<&Task>, Vec<&Task>) = tasks.iter().partition(|task| task.status == TaskStatus::Done);
    let (blocked, ready): (Vec<&Task>, Vec<&Task>) = open.into_iter().partition(|task| task.is_blocked());
    if tasks.is_empty() {
        return None;
    }
    let mut text = String::new();
    for (heading, tasks) in [("Ready", ready), ("Blocked", blocked)].into_iter().filter(|(_, tasks)| !tasks.is_empty())
    {
        text.push_str(heading);
        text.push('\n');
        tasks.into_iter().for_each(|task| item(&mut text, task));
    }
    text.push_str(&format!("{} done\n", counted(done.len() as u64, "task")));
    Some(text)
}

/// A task as an item of a list: its title, what it waits for, and below it its description.
fn item(text: &mut String, task: &Task) {
    text.push_str(&format!("- {}: {}", visible(&task.id), visible(&task.title)));
    if task.status == TaskStatus::InProgress {
        text.push_str(" (in progress)");
    }
    let waits: Vec<String> =
        task.blocked_by.iter().filter(|blocker| !blocker.done).map(|blocker| visible(&blocker.id)).collect();
    if !waits.is_empty() {
        text.push_str(&format!(" (waits for {})", waits.join(", ")));
    }
    text.push('\n');
    indent(task.description.as_deref().unwrap_or_default(), text);
}

/// How far a task is, as the database has it.
fn word(status: TaskStatus) -> &'static str {
    match status {
        TaskStatus::Pending => "pending",
        TaskStatus::InProgress => "in_progress",
        TaskStatus::Done => "done",
    }
}

fn status(row: &Row<'_>, at: usize) -> rusqlite::Result<TaskStatus> {
    let found: String = row.get(at)?;
    let all = [TaskStatus::Pending, TaskStatus::InProgress, TaskStatus::Done];
    let unknown = || rusqlite::Error::InvalidColumnType(at, format!("no status is `{found}`"), Type::Text);
    all.into_iter().find(|status| word(*status) == found).ok_or_else(unknown)
}

/// The number under which the database has a task.
pub(crate) fn number(connection: &Connection, agent: &str, id: &str) -> rusqlite::Result<Option<i64>> {
    let mut find = connection.prepare_cached("SELECT number FROM task WHERE agent = ?1 AND id = ?2")?;
    find.query_row([agent, id], |row| row.get(0)).optional()
}

/// How many there are.
pub(crate) fn count(connection: &Connection, agent: &str) -> rusqlite::Result<u32> {
    connection.prepare_cached("SELECT count(*) FROM task WHERE agent = ?1")?.query_row([agent], |row| row.get(0))
}

/// Adds a task that is pending and blocked by nothing. Its id is not taken.
pub(crate) fn add(
    connection: &Connection,
    agent: &str,
    id: &str,
    title: &str,
    description: Option<&str>,
) -> rusqlite::Result<i64> {
    connection
        .prepare_cached("INSERT INTO task (agent, id, title, description, status) VALUES (?1, ?2, ?3, ?4, 'pending')")?
        .insert(params![agent, id, title, description])
}

/// Changes a task; what is none stays.
#[expect(clippy::option_option, reason = "to keep a description and to clear it are two things")]
pub(crate) fn change(
    connection: &Connection,
    number: i64,
    title: Option<&str>,
    description: Option<Option<&str>>,
    status: Option<TaskStatus>,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "UPDATE task SET title = coalesce(?2, title), status = coalesce(?3, status),
                description = CASE WHEN ?4 THEN ?5 ELSE description END WHERE number = ?1",
        )?
        .execute(params![number, title, status.map(word), description.is_some(), description.flatten()])?;
    Ok(())
}

/// Replaces what blocks a task.
pub(crate) fn set_blockers(connection: &Connection, number: i64, blockers: &[i64]) -> rusqlite::Result<()> {
    connection.prepare_cached("DELETE FROM task_blocker WHERE task = ?1")?.execute([number])?;
    let mut add = connection.prepare_cached("INSERT OR IGNORE INTO task_blocker (task, blocker) VALUES (?1, ?2)")?;
    for blocker in blockers {
        add.execute([number, *blocker])?;
    }
    Ok(())
}

/// Removes a task, and every edge to it and from it.
pub(crate) fn remove(connection: &Connection, number: i64) -> rusqlite::Result<()> {
    connection.prepare_cached("DELETE FROM task WHERE number = ?1")?.execute([number]).map(|_| ())
}

/// The ids on a way along which a task waits for another, both ends included: what closes a circle when the second is made
/// to wait for the first. None when there is no such way.
pub(crate) fn way(connection: &Connection, from: i64, to: i64) -> rusqlite::Result<Option<Vec<String>>> {
    let mut blockers = connection.prepare_cached("SELECT blocker FROM task_blocker WHERE task = ?1")?;
    let way = way::way(&from, &to, |task| blockers.query_map([task], |row| row.get(0))?.collect())?;
    let mut id = connection.prepare_cached("SELECT id FROM task WHERE number = ?1")?;
    way.map(|way| way.iter().map(|task| id.query_row([task], |row| row.get(0))).collect()).transpose()
}

/// An agent's tasks in the order in which they were added.
pub(crate) fn list(connection: &Connection, agent: &str) -> rusqlite::Result<Vec<Task>> {
    let mut tasks = Vec::new();
    let mut at = HashMap::new();
    let mut read = connection
        .prepare_cached("SELECT number, id, title, description, status FROM task WHERE agent = ?1 ORDER BY number")?;
    let mut rows = read.query([agent])?;
    while let Some(row) = rows.next()? {
        at.insert(row.get::<_, i64>(0)?, tasks.len());
        tasks.push(Task {
            id: row.get(1)?,
            title: row.get(2)?,
            description: row.get(3)?,
            status: status(row, 4)?,
            blocked_by: Vec::new(),
        });
    }
    let mut read = connection.prepare_cached(
        "SELECT edge.task, edge.blocker FROM task_blocker edge JOIN task ON task.number = edge.task WHERE task.agent = ?1
         ORDER BY edge.task, edge.blocker",
    )?;
    let mut rows = read.query([agent])?;
    while let Some(row) = rows.next()? {
        let (task, blocker): (i64, i64) = (row.get(0)?, row.get(1)?);
        if let (Some(task), Some(blocker)) = (at.get(&task), at.get(&blocker)) {
            let Task { id, status, .. } = &tasks[*blocker];
            let blocker = Blocker { id: id.clone(), done: *status == TaskStatus::Done };
            tasks[*task].blocked_by.push(blocker);
        }
    }
    Ok(tasks)
}

/// The agents that have tasks.
pub(crate) fn agents(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut read = connection.prepare_cached("SELECT DISTINCT agent FROM task ORDER BY agent")?;
    read.query_map([], |row| row.get(0))?.collect()
}
