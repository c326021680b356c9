//! Layouts of the database: a list of steps, each from one version to the next, applied in one transaction.

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::error::Found;

/// What marks a database as a store of gg, "ggdb".
pub(crate) const APPLICATION: u32 = u32::from_be_bytes(*b"ggdb");

/// The steps to the newest layout: the first makes layout 1 in an empty database. A step that was published stays as it is.
pub(crate) const STEPS: &[&str] = &[
    include_str!("schema.sql"),
    include_str!("layout_2.sql"),
    include_str!("layout_3.sql"),
    include_str!("layout_4.sql"),
    include_str!("layout_5.sql"),
    include_str!("layout_6.sql"),
    include_str!("layout_7.sql"),
];

/// The number of the newest layout of these steps.
pub(crate) fn newest(steps: &[&str]) -> u32 {
    u32::try_from(steps.len()).unwrap_or(u32::MAX)
}

/// Brings a database to the newest layout.
///
/// # Errors
///
/// It is another application's, has a layout that is not known, or cannot be changed; nothing was.
pub(crate) fn migrate(connection: &mut Connection, steps: &[&str]) -> Result<(), Found> {
    if check(connection, steps)? == newest(steps) {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another process may have been here in the meantime.
    let at = check(&transaction, steps)?;
    apply(&transaction, at, steps)?;
    transaction.commit()?;
    // So that the file itself says its layout to whoever looks at it before opening it. A failure harms nothing.
    let _ = connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
    Ok(())
}

/// Makes the newest layout in an empty database.
///
/// # Errors
///
/// It cannot be written.
pub(crate) fn create(connection: &mut Connection, steps: &[&str]) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    apply(&transaction, 0, steps)?;
    transaction.commit()
}

fn apply(transaction: &Transaction<'_>, at: u32, steps: &[&str]) -> rusqlite::Result<()> {
    for step in steps.iter().skip(at as usize) {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "user_version", newest(steps))
}

/// The layout of a database.
///
/// # Errors
///
/// It is none of gg's, or not known.
pub(crate) fn check(connection: &Connection, steps: &[&str]) -> Result<u32, Found> {
    let number = |pragma| connection.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0));
    let application = number("application_id")?;
    if application != i64::from(APPLICATION) {
        return Err(Found::Foreign(application));
    }
    let newest = newest(steps);
    match number("user_version")? {
        version if version > i64::from(newest) => Err(Found::Newer(version, newest)),
        version => match u32::try_from(version) {
            Ok(version @ 1..) => Ok(version),
            _ => Err(Found::Damaged(format!("its layout is {version}"))),
        },
    }
}

/// Steps made for the purpose; how stores of published layouts come here is in `tests/migration.rs`.
#[cfg(test)]
mod tests {
    use std::{fs, path::PathBuf};

    use rusqlite::Connection;
    use tempfile::TempDir;

    use super::{STEPS, newest};
    use crate::store::{Opened, error::Found, place};

    const ONE: &str = "CREATE TABLE note (text TEXT NOT NULL) STRICT;";
    const TWO: &str = "ALTER TABLE note ADD COLUMN length INTEGER; UPDATE note SET length = length(text);";
    const THREE: &str = "CREATE INDEX note_length ON note (length);";

    /// A database of the first layout, with a note.
    fn old() -> (TempDir, PathBuf) {
        let folder = TempDir::new().expect("a folder");
        let root = folder.path().canonicalize().expect("a folder");
        place::create(&root, &[ONE]).expect("a database");
        let path = root.join(place::NAME);
        let database = Connection::open(&path).expect("a database");
        database.execute("INSERT INTO note VALUES ('four')", []).expect("a note");
        (folder, path)
    }

    fn version(path: &PathBuf) -> u32 {
        let database = Connection::open(path).expect("a database");
        database.pragma_query_value(None, "user_version", |row| row.get(0)).expect("a number")
    }

    #[test]
    fn an_older_layout_becomes_the_newest_by_all_steps_between() {
        let (_folder, path) = old();
        let opened = Opened::open(path.clone(), &[ONE, TWO, THREE]).expect("it is brought there");
        let connection = opened.connection.into_inner().expect("nobody panicked");
        let read = connection.query_row("SELECT text, length FROM note", [], |row| Ok((row.get(0)?, row.get(1)?)));
        assert_eq!(read, Ok(("four".to_owned(), 4)));
        drop(connection);
        assert_eq!(version(&path), 3);
        // Once there it is opened as it is, and by what is older no more.
        Opened::open(path.clone(), &[ONE, TWO, THREE]).expect("it is there");
        let error = Opened::open(path, &[ONE, TWO]).expect_err("it is newer");
        assert!(matches!(error, Found::Newer(3, 2)), "{error}");
    }

    #[test]
    fn a_step_that_fails_takes_the_ones_before_it_back() {
        let (_folder, path) = old();
        let before = fs::read(&path).expect("a database");
        let error = Opened::open(path.clone(), &[ONE, TWO, "CREATE TABLE note (text TEXT);"]).err();
        assert!(matches!(error, Some(Found::Database(_))), "{error:?}");
        assert_eq!(version(&path), 1);
        assert!(fs::read(&path).expect("a database") == before);
        Opened::open(path, &[ONE]).expect("it is as it was");
    }

    #[test]
    fn the_steps_that_are_published_make_a_database() {
        let mut connection = Connection::open_in_memory().expect("a database");
        super::create(&mut connection, STEPS).expect("they run");
        assert_eq!(super::check(&connection, STEPS).expect("it is gg's"), newest(STEPS));
    }
}
