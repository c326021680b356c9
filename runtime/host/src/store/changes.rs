//! What was done to memories, for the others who hold them (spec: runtime, 10).

use std::fmt;

use rusqlite::{Connection, params};

/// How many changes are remembered. Who asks less often than they are made misses the older ones.
const REMEMBERED: i64 = 1_000;

/// What was done to a memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// It is new.
    Added,
    /// It has another text.
    Revised,
    /// It is gone.
    Removed,
}

impl Change {
    /// Every change.
    const ALL: [Self; 3] = [Self::Added, Self::Revised, Self::Removed];

    /// The word for it, as in "was added".
    pub fn word(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Revised => "revised",
            Self::Removed => "removed",
        }
    }
}

/// What another holder did to a memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemoryNotice {
    /// Who did it.
    pub agent: String,
    /// The memory's name.
    pub name: String,
    /// What was done.
    pub change: Change,
}

impl fmt::Display for MemoryNotice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { agent, name, change } = self;
        write!(f, "the shared memory `{name}` was {} by {agent}", change.word())
    }
}

/// Notes a change of an owner's memory, made by a holder, which is an agent.
pub(crate) fn note(
    connection: &Connection,
    owner: &str,
    (writer, agent): (i64, &str),
    name: &str,
    change: Change,
) -> rusqlite::Result<()> {
    let number = connection
        .prepare_cached("INSERT INTO memory_change (owner, writer, agent, name, kind) VALUES (?1, ?2, ?3, ?4, ?5)")?
        .insert(params![owner, writer, agent, name, change.word()])?;
    connection
        .prepare_cached("DELETE FROM memory_change WHERE number <= ?1")?
        .execute([number - REMEMBERED])
        .map(|_| ())
}

/// The number of the last change.
pub(crate) fn last(connection: &Connection) -> rusqlite::Result<i64> {
    connection.prepare_cached("SELECT coalesce(max(number), 0) FROM memory_change")?.query_row([], |row| row.get(0))
}

/// The changes of an owner's memories after one that others than this writer made, in order.
pub(crate) fn since(
    connection: &Connection,
    owner: &str,
    number: i64,
    writer: i64,
) -> rusqlite::Result<Vec<MemoryNotice>> {
    let mut read = connection.prepare_cached(
        "SELECT agent, name, kind FROM memory_change WHERE number > ?1 AND writer <> ?2 AND owner = ?3 ORDER BY number",
    )?;
    let mut rows = read.query(params![number, writer, owner])?;
    let mut notices = Vec::new();
    while let Some(row) = rows.next()? {
        let kind = row.get_ref(2)?.as_str()?;
        if let Some(change) = Change::ALL.into_iter().find(|change| change.word() == kind) {
            notices.push(MemoryNotice { agent: row.get(0)?, name: row.get(1)?, change });
        }
    }
    Ok(notices)
}
