//! Memories: of one agent, or of all agents of the workspace (spec: runtime, 10).

use rusqlite::{Connection, OptionalExtension as _, Row, params};
use serde::{Deserialize, Serialize};

use super::search;
use crate::text::{indent, is_blank, visible};

/// The owner of the memories all agents of the workspace share. An agent's id is not empty.
pub(crate) const SHARED: &str = "";

/// A memory as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Memory {
    /// Its name.
    pub name: String,
    /// What it is about.
    pub description: String,
    /// The memory itself.
    pub body: String,
    /// A module.
    pub code: Option<String>,
    /// A script to run after each use.
    pub on_use: Option<String>,
}

/// How full a store of memories is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Usage {
    /// Memories.
    pub(crate) count: u32,
    /// Characters of all bodies.
    pub(crate) total_chars: u32,
    /// Characters of the index.
    pub(crate) index_chars: u32,
}

impl Usage {
    /// What a memory adds to it.
    pub(crate) fn of(name: &str, description: &str, body: &str) -> Self {
        Self { count: 1, total_chars: characters(body), index_chars: characters(&index_line(name, description)) }
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            count: self.count.saturating_add(other.count),
            total_chars: self.total_chars.saturating_add(other.total_chars),
            index_chars: self.index_chars.saturating_add(other.index_chars),
        }
    }

    pub(crate) fn minus(self, other: Self) -> Self {
        Self {
            count: self.count.saturating_sub(other.count),
            total_chars: self.total_chars.saturating_sub(other.total_chars),
            index_chars: self.index_chars.saturating_sub(other.index_chars),
        }
    }
}

/// The characters of a text.
pub(crate) fn characters(text: &str) -> u32 {
    u32::try_from(text.chars().count()).unwrap_or(u32::MAX)
}

/// The line of a memory in the index, with its end.
pub(crate) fn index_line(name: &str, description: &str) -> String {
    if is_blank(description) { format!("- {name}\n") } else { format!("- {name}: {}\n", visible(description)) }
}

/// A memory with its whole body, for the window.
pub(crate) fn whole(memory: &Memory) -> String {
    let mut text = index_line(&memory.name, &memory.description);
    indent(&memory.body, &mut text);
    text
}

/// How full an owner's store is.
pub(crate) fn usage(connection: &Connection, owner: &str) -> rusqlite::Result<Usage> {
    connection
        .prepare_cached("SELECT count(*), total(body_chars), total(index_chars) FROM memory WHERE owner = ?1")?
        .query_row([owner], |row| {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "it saturates, and is not negative"
            )]
            let number = |at| row.get::<_, f64>(at).map(|number| number as u32);
            Ok(Usage { count: row.get(0)?, total_chars: number(1)?, index_chars: number(2)? })
        })
}

/// What one memory adds to it.
pub(crate) fn usage_of(connection: &Connection, number: i64) -> rusqlite::Result<Usage> {
    connection
        .prepare_cached("SELECT body_chars, index_chars FROM memory WHERE number = ?1")?
        .query_row([number], |row| Ok(Usage { count: 1, total_chars: row.get(0)?, index_chars: row.get(1)? }))
}

/// The number under which the database has a memory.
pub(crate) fn number(connection: &Connection, owner: &str, name: &str) -> rusqlite::Result<Option<i64>> {
    let mut find = connection.prepare_cached("SELECT number FROM memory WHERE owner = ?1 AND name = ?2")?;
    find.query_row([owner, name], |row| row.get(0)).optional()
}

/// A memory by its name.
pub(crate) fn get(connection: &Connection, owner: &str, name: &str) -> rusqlite::Result<Option<Memory>> {
    connection
        .prepare_cached("SELECT name, description, body, code, on_use FROM memory WHERE owner = ?1 AND name = ?2")?
        .query_row([owner, name], memory)
        .optional()
}

/// An owner's memories, by name.
pub(crate) fn list(connection: &Connection, owner: &str) -> rusqlite::Result<Vec<Memory>> {
    connection
        .prepare_cached("SELECT name, description, body, code, on_use FROM memory WHERE owner = ?1 ORDER BY name")?
        .query_map([owner], memory)?
        .collect()
}

/// The lines of an owner's index, by name.
pub(crate) fn index(connection: &Connection, owner: &str) -> rusqlite::Result<String> {
    let mut read = connection.prepare_cached("SELECT name, description FROM memory WHERE owner = ?1 ORDER BY name")?;
    let line = |row: &Row<'_>| Ok(index_line(row.get_ref(0)?.as_str()?, row.get_ref(1)?.as_str()?));
    read.query_map([owner], line)?.collect()
}

fn memory(row: &Row<'_>) -> rusqlite::Result<Memory> {
    Ok(Memory {
        name: row.get(0)?,
        description: row.get(1)?,
        body: row.get(2)?,
        code: row.get(3)?,
        on_use: row.get(4)?,
    })
}

/// Keeps a memory, in the place of the one with this number or as a new one.
pub(crate) fn put(connection: &Connection, owner: &str, number: Option<i64>, memory: &Memory) -> rusqlite::Result<()> {
    let Memory { name, description, body, code, on_use } = memory;
    let Usage { total_chars, index_chars, .. } = Usage::of(name, description, body);
    let number = match number {
        None => connection
            .prepare_cached(
                "INSERT INTO memory (owner, name, description, body, code, on_use, body_chars, index_chars)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            )?
            .insert(params![owner, name, description, body, code, on_use, total_chars, index_chars])?,
        Some(number) => {
            connection
                .prepare_cached(
                    "UPDATE memory SET description = ?2, body = ?3, code = ?4, on_use = ?5, body_chars = ?6, index_chars = ?7
                     WHERE number = ?1",
                )?
                .execute(params![number, description, body, code, on_use, total_chars, index_chars])?;
            connection.prepare_cached("DELETE FROM memory_text WHERE number = ?1")?.execute([number])?;
            number
        }
    };
    connection
        .prepare_cached("INSERT INTO memory_text (number, owner, name, folded) VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![number, owner, name, search::searched(memory)])
        .map(|_| ())
}

/// Removes a memory.
pub(crate) fn remove(connection: &Connection, number: i64) -> rusqlite::Result<()> {
    connection.prepare_cached("DELETE FROM memory WHERE number = ?1")?.execute([number]).map(|_| ())
}

/// The owners of memories.
pub(crate) fn owners(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut read = connection.prepare_cached("SELECT DISTINCT owner FROM memory ORDER BY owner")?;
    read.query_map([], |row| row.get(0))?.collect()
}
