//! The library of an agent's programs: the most recent ones, and every id that was ever given (spec: runtime, 16).

use std::fmt;

use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::{StoreError, count};
use crate::operations::programs::ProgramSummary;

/// A submission that has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Program<'a> {
    /// The turn it ran in.
    pub turn: u32,
    /// The source that ran last in its chain.
    pub source: &'a str,
    /// What it failed with; none when it did not.
    pub error: Option<&'a str>,
}

/// How often an id is made until one is new.
pub(crate) const TRIES: u32 = 16;

/// Why a program was not kept.
#[derive(Debug)]
pub enum RecordError {
    /// No id was new: the random source repeats itself, or ids are too short for so many programs. A fatal fault.
    NoId,
    /// The store cannot be used.
    Store(StoreError),
}

impl From<StoreError> for RecordError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoId => {
                write!(f, "no new id for a program was found in {TRIES} tries; a greater `idLength` gives more of them")
            }
            Self::Store(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RecordError {}

/// Keeps a program under a new id, and drops the oldest beyond `keep`, if that is not 0. None when no id was new.
pub(crate) fn add(
    connection: &Connection,
    agent: &str,
    program: Program<'_>,
    keep: u32,
    mut id: impl FnMut() -> String,
) -> rusqlite::Result<Option<String>> {
    let mut taken = connection.prepare_cached("SELECT 1 FROM program WHERE agent = ?1 AND id = ?2")?;
    let mut new = None;
    for _ in 0..TRIES {
        let id = id();
        if !taken.exists(params![agent, id])? {
            new = Some(id);
            break;
        }
    }
    let Some(id) = new else { return Ok(None) };
    let Program { turn, source, error } = program;
    connection
        .prepare_cached(
            "INSERT INTO program (agent, id, turn, source, lines, chars, ok, error) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?
        .execute(params![
            agent,
            id,
            turn,
            source,
            count(source.lines().count()),
            count(source.chars().count()),
            error.is_none(),
            error
        ])?;
    if keep > 0 {
        connection
            .prepare_cached(
                "UPDATE program SET source = NULL, error = NULL WHERE source IS NOT NULL AND agent = ?1 AND number <=
                 (SELECT number FROM program WHERE source IS NOT NULL AND agent = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)",
            )?
            .execute(params![agent, keep])?;
    }
    Ok(Some(id))
}

/// The shapes of the programs that are held, oldest first.
pub(crate) fn list(connection: &Connection, agent: &str) -> rusqlite::Result<Vec<ProgramSummary>> {
    let shape = |row: &Row<'_>| {
        Ok(ProgramSummary {
            id: row.get(0)?,
            turn: row.get(1)?,
            lines: row.get(2)?,
            chars: row.get(3)?,
            ok: row.get(4)?,
            error: row.get(5)?,
        })
    };
    connection
        .prepare_cached(
            "SELECT id, turn, lines, chars, ok, error FROM program WHERE source IS NOT NULL AND agent = ?1 ORDER BY number",
        )?
        .query_map([agent], shape)?
        .collect()
}

/// The last turn of which a program was kept; 0 when there is none.
pub(crate) fn last_turn(connection: &Connection, agent: &str) -> rusqlite::Result<u32> {
    let mut last = connection.prepare_cached("SELECT coalesce(max(turn), 0) FROM program WHERE agent = ?1")?;
    last.query_row([agent], |row| row.get(0))
}

/// What becomes of a question for a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Found {
    /// Its source.
    Held(String),
    /// It was dropped.
    Dropped,
    /// There was none of that id.
    Never,
}

/// The program of an id.
pub(crate) fn get(connection: &Connection, agent: &str, id: &str) -> rusqlite::Result<Found> {
    let mut source = connection.prepare_cached("SELECT source FROM program WHERE agent = ?1 AND id = ?2")?;
    let source = source.query_row([agent, id], |row| row.get::<_, Option<String>>(0)).optional()?;
    Ok(match source {
        Some(Some(source)) => Found::Held(source),
        Some(None) => Found::Dropped,
        None => Found::Never,
    })
}
