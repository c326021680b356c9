//! The calls that changed the store, kept in the transaction of what each changed (spec: decisions, 101).

use rusqlite::{Connection, params};

/// A call that is about to change the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CallKey {
    /// The agent.
    pub(crate) agent: String,
    /// The turn.
    pub(crate) turn: u32,
    /// The id of the call within it.
    pub(crate) call: String,
}

/// Keeps that a call was carried out. Those of the agent's earlier turns have been answered.
pub(crate) fn note(connection: &Connection, key: &CallKey) -> rusqlite::Result<()> {
    let CallKey { agent, turn, call } = key;
    connection
        .prepare_cached("DELETE FROM carried_out WHERE agent = ?1 AND turn <> ?2")?
        .execute(params![agent, turn])?;
    connection
        .prepare_cached("INSERT OR IGNORE INTO carried_out (agent, turn, call) VALUES (?1, ?2, ?3)")?
        .execute(params![agent, turn, call])
        .map(|_| ())
}

/// The ids of an agent's calls of a turn that were carried out.
pub(crate) fn of_turn(connection: &Connection, agent: &str, turn: u32) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare_cached("SELECT call FROM carried_out WHERE agent = ?1 AND turn = ?2")?
        .query_map(params![agent, turn], |row| row.get(0))?
        .collect()
}
