//! What agents keep, as it passes from one to another: a copy has what the one had that it is of, and what a successor does
//! not carry on is set aside, where an operator finds it. spec: runtime, 14.3 and 14.4

use rusqlite::{Connection, params};

use super::{memories, tasks};

/// What an agent keeps of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keeping {
    /// Its tasks.
    Tasks,
    /// Its memories.
    Memories,
    /// Its programs.
    Programs,
}

impl Keeping {
    /// All of it.
    pub(crate) const ALL: [Self; 3] = [Self::Tasks, Self::Memories, Self::Programs];

    /// The table of it, and the column that says whose it is.
    fn table(self) -> (&'static str, &'static str) {
        match self {
            Self::Tasks => ("task", "agent"),
            Self::Memories => ("memory", "owner"),
            Self::Programs => ("program", "agent"),
        }
    }

    /// Whether an agent has any.
    pub(crate) fn has_some(self, connection: &Connection, agent: &str) -> rusqlite::Result<bool> {
        let (table, column) = self.table();
        connection.prepare_cached(&format!("SELECT 1 FROM {table} WHERE {column} = ?1"))?.exists([agent])
    }

    /// Sets what an agent has aside, under the first name `agent~1`, `agent~2` and so on that has none.
    pub(crate) fn set_aside(self, connection: &Connection, agent: &str) -> rusqlite::Result<()> {
        let mut number = 1;
        let aside = loop {
            let aside = format!("{agent}~{number}");
            if !self.has_some(connection, &aside)? {
                break aside;
            }
            number += 1;
        };
        let (table, column) = self.table();
        let change = |table: &str| {
            connection
                .prepare_cached(&format!("UPDATE {table} SET {column} = ?2 WHERE {column} = ?1"))?
                .execute([agent, &aside])
        };
        change(table)?;
        if self == Self::Memories {
            change("memory_text")?;
        }
        Ok(())
    }

    /// Copies what an agent has to another, which has none.
    pub(crate) fn copy(self, connection: &Connection, from: &str, to: &str) -> rusqlite::Result<()> {
        match self {
            Self::Tasks => copy_tasks(connection, from, to),
            Self::Memories => {
                let all = memories::list(connection, from)?;
                all.iter().try_for_each(|memory| memories::put(connection, to, None, memory))
            }
            Self::Programs => connection
                .prepare_cached(
                    "INSERT INTO program (agent, id, turn, source, lines, chars, ok, error)
                     SELECT ?2, id, turn, source, lines, chars, ok, error FROM program WHERE agent = ?1 ORDER BY number",
                )?
                .execute(params![from, to])
                .map(|_| ()),
        }
    }
}

fn copy_tasks(connection: &Connection, from: &str, to: &str) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO task (agent, id, title, description, status)
             SELECT ?2, id, title, description, status FROM task WHERE agent = ?1 ORDER BY number",
        )?
        .execute(params![from, to])?;
    let number = |id: &str| tasks::number(connection, to, id).map(Option::unwrap_or_default);
    for task in tasks::list(connection, from)? {
        let blockers =
            task.blocked_by.iter().map(|blocker| number(&blocker.id)).collect::<rusqlite::Result<Vec<_>>>()?;
        tasks::set_blockers(connection, number(&task.id)?, &blockers)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{memories::Memory, operations::tasks::TaskStatus, store::migrations};

    fn store() -> Connection {
        let mut connection = Connection::open_in_memory().expect("a database");
        migrations::create(&mut connection, migrations::STEPS).expect("the newest layout");
        connection
    }

    fn memory(name: &str) -> Memory {
        let (description, body) = ("what it is".to_owned(), format!("the body of {name}"));
        Memory { name: name.to_owned(), description, body, code: Some("1".to_owned()), on_use: None }
    }

    #[test]
    fn a_copy_of_tasks_waits_for_copies() -> rusqlite::Result<()> {
        let store = store();
        let first = tasks::add(&store, "main", "first", "First", Some("of two"))?;
        let second = tasks::add(&store, "main", "second", "Second", None)?;
        tasks::set_blockers(&store, second, &[first])?;
        tasks::change(&store, first, None, None, Some(TaskStatus::Done))?;
        Keeping::Tasks.copy(&store, "main", "main.1")?;
        assert_eq!(tasks::list(&store, "main.1")?, tasks::list(&store, "main")?);
        // What is changed of one is not of the other.
        tasks::remove(&store, first)?;
        assert_eq!(tasks::list(&store, "main.1")?[1].blocked_by.len(), 1);
        Ok(())
    }

    #[test]
    fn copied_memories_are_found_by_their_words() -> rusqlite::Result<()> {
        let store = store();
        memories::put(&store, "main", None, &memory("tides"))?;
        Keeping::Memories.copy(&store, "main", "main.1")?;
        let found: u32 =
            store.query_row("SELECT count(*) FROM memory_text WHERE owner = 'main.1'", [], |row| row.get(0))?;
        assert_eq!((found, memories::list(&store, "main.1")?), (1, memories::list(&store, "main")?));
        Ok(())
    }

    #[test]
    fn what_is_set_aside_takes_no_name_that_is_taken() -> rusqlite::Result<()> {
        let store = store();
        for round in ["a", "b"] {
            memories::put(&store, "main", None, &memory(round))?;
            assert!(Keeping::Memories.has_some(&store, "main")?);
            Keeping::Memories.set_aside(&store, "main")?;
            assert!(!Keeping::Memories.has_some(&store, "main")?);
        }
        assert_eq!(memories::owners(&store)?, ["main~1", "main~2"]);
        let texts: Vec<String> = store
            .prepare("SELECT DISTINCT owner FROM memory_text ORDER BY owner")?
            .query_map([], |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        assert_eq!(texts, ["main~1", "main~2"]);
        Ok(())
    }
}
