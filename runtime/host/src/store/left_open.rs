//! The files an instance of a persistent agent left open, for the next one (spec: decisions, 99).

use rusqlite::{Connection, params};

/// A file that was open: its path, and the lines shown, first and count; none for a whole file.
pub(crate) type OpenFile = (String, Option<(u32, u32)>);

/// Keeps which files an agent left open, in the place of those before.
pub(crate) fn put(connection: &Connection, agent: &str, files: &[OpenFile]) -> rusqlite::Result<()> {
    connection.prepare_cached("DELETE FROM left_open WHERE agent = ?1")?.execute([agent])?;
    let mut add = connection
        .prepare_cached("INSERT INTO left_open (agent, position, path, first, lines) VALUES (?1, ?2, ?3, ?4, ?5)")?;
    for (position, (path, region)) in (0_u32..).zip(files) {
        let (first, lines) = region.unzip();
        add.execute(params![agent, position, path, first, lines])?;
    }
    Ok(())
}

/// The files an agent left open, in the order of its window.
pub(crate) fn list(connection: &Connection, agent: &str) -> rusqlite::Result<Vec<OpenFile>> {
    connection
        .prepare_cached("SELECT path, first, lines FROM left_open WHERE agent = ?1 ORDER BY position")?
        .query_map([agent], |row| {
            let (first, lines): (Option<u32>, Option<u32>) = (row.get(1)?, row.get(2)?);
            Ok((row.get(0)?, first.zip(lines)))
        })?
        .collect()
}
