//! Layouts of the database: a list of steps, each from one version to the next, applied in one transaction.

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::error::Found;

/// What marks a database as a store of gg, "ggdb".
pub(crate) const APPLICATION: u32 = u32::from_be_bytes(*b"ggdb");

/// The steps to the newest layout: the first makes layout 1 in an empty database.
pub(crate) const STEPS: &[&str] = &[include_str!("schema.sql")];

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
