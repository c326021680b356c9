//! The store of a workspace: one SQLite database, `.gg/gg.db`, in which agents keep tasks, memories,
//! programs and the board.
//!
//! Several processes may have it open; each call is one transaction. It is made at the first write.

pub mod board;
pub(crate) mod carried_out;
pub(crate) mod changes;
mod error;
pub(crate) mod fold;
mod inspect;
pub(crate) mod left_open;
pub(crate) mod lineage;
mod log;
mod look;
pub mod memories;
pub(crate) mod migrations;
pub(crate) mod place;
pub(crate) mod programs;
pub(crate) mod search;
pub mod tasks;
pub(crate) mod way;

use std::{
    io,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use gg_engine::CallError;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior, config::DbConfig};
use tokio::runtime::Handle;

use crate::failure;
use carried_out::CallKey;
use error::Found;
use log::Log;

pub use changes::{Change, MemoryNotice};
pub use error::StoreError;
pub use look::Kept;
pub use programs::{Program, RecordError};

/// How long a call waits for other processes to let it write.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long of that it waits on the spot.
const ON_THE_SPOT: Duration = Duration::from_millis(2);
/// Bytes of a database up to which it is read through when it is opened, to see whether it is whole.
const CHECKED: u64 = 262_144;
/// What the database keeps of its pages, in KiB (negative, as SQLite has it).
const CACHE_KIB: i32 = -16_384;

/// The store of a workspace, as one agent has it open.
#[derive(Debug)]
pub struct Store {
    /// The workspace's folder, without links.
    root: PathBuf,
    opened: Option<Opened>,
    /// The call that changes something next, which is kept with it.
    call: Option<CallKey>,
}

#[derive(Debug)]
struct Opened {
    /// A mutex only so that references to the host may be shared; it is never locked.
    connection: Mutex<Connection>,
    log: Log,
    path: PathBuf,
    /// The file's device and number: what is deleted and made anew is another one.
    file: (u64, u64),
}

/// Why the work of a transaction stopped. Nothing of it stands.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The call fails.
    Call(CallError),
    /// The database does.
    Database(rusqlite::Error),
}

impl From<CallError> for Stop {
    fn from(error: CallError) -> Self {
        Self::Call(error)
    }
}

impl From<rusqlite::Error> for Stop {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error)
    }
}

/// What a call makes of a store that cannot be used.
impl From<StoreError> for CallError {
    fn from(error: StoreError) -> Self {
        failure::io(error.cause())
    }
}

impl Store {
    /// The store of the workspace at a folder, whose path is without links. Nothing is touched.
    pub(crate) fn new(root: &Path) -> Self {
        Self { root: root.to_owned(), opened: None, call: None }
    }

    /// Opens the store if it is there, and brings it to the newest layout; whether it is there. One that is refused is left
    /// as it is.
    ///
    /// # Errors
    ///
    /// It is damaged, another application's, or of a layout that is not known; or it cannot be opened.
    pub fn open(&mut self) -> Result<bool, StoreError> {
        Ok(self.opened()?.is_some())
    }

    /// A call begins. If it changes something, it is kept with that; a call is one transaction.
    pub(crate) fn begin_call(&mut self, key: Option<CallKey>) {
        self.call = key;
    }

    /// Reads in one transaction; none when there is no store.
    ///
    /// # Errors
    ///
    /// The store cannot be used.
    pub(crate) async fn read<T>(
        &mut self,
        mut work: impl FnMut(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, StoreError> {
        if self.opened()?.is_none() {
            return Ok(None);
        }
        let read = self.transact(TransactionBehavior::Deferred, |transaction| Ok(work(transaction)?)).await;
        read.map(Result::ok)
    }

    /// Changes the store in one transaction, and makes it first if it is not there. What fails changes nothing, and makes
    /// nothing. The work may be done again when it was not its turn.
    ///
    /// # Errors
    ///
    /// The work's own, or the store cannot be used.
    pub(crate) async fn write<T>(
        &mut self,
        mut work: impl FnMut(&Transaction<'_>) -> Result<T, Stop>,
    ) -> Result<Result<T, CallError>, StoreError> {
        if self.opened()?.is_none() {
            // Only what succeeds makes a store: it is tried on one that is forgotten.
            if let Err(error) = self.try_out(&mut work)? {
                return Ok(Err(error));
            }
            let folder = place::make_folder(&self.root)?;
            place::create(&folder, migrations::STEPS)
                .map_err(|found| StoreError::new(folder.join(place::NAME), found))?;
        }
        self.transact(TransactionBehavior::Immediate, work).await
    }

    /// Does the work of a transaction on the spot: what a call does is shorter than the way to another thread. Only the
    /// wait for other processes is none of the runtime's threads.
    async fn transact<T>(
        &mut self,
        behavior: TransactionBehavior,
        mut work: impl FnMut(&Transaction<'_>) -> Result<T, Stop>,
    ) -> Result<Result<T, CallError>, StoreError> {
        let start = Instant::now();
        let changes = matches!(behavior, TransactionBehavior::Immediate);
        let call = if changes { self.call.take() } else { None };
        loop {
            let Some(opened) = self.opened()? else {
                return Err(self.error(io::Error::from(io::ErrorKind::NotFound)));
            };
            let Opened { connection, log, .. } = opened;
            let connection = connection.get_mut().unwrap_or_else(PoisonError::into_inner);
            let done = transaction(connection, behavior, &mut |transaction| {
                if changes {
                    log.make_room();
                }
                let done = work(transaction)?;
                if let Some(key) = &call {
                    carried_out::note(transaction, key)?;
                }
                Ok(done)
            });
            let error = match done {
                Ok(value) => return Ok(Ok(value)),
                Err(Stop::Call(error)) => return Ok(Err(error)),
                Err(Stop::Database(error)) => Found::from(error),
            };
            if !matches!(error, Found::Busy) || start.elapsed() > PATIENCE {
                return Err(self.error(error));
            }
            pause(ON_THE_SPOT).await;
        }
    }

    fn try_out<T>(
        &self,
        work: &mut impl FnMut(&Transaction<'_>) -> Result<T, Stop>,
    ) -> Result<Result<T, CallError>, StoreError> {
        let mut attempt = || {
            let mut connection = Connection::open_in_memory()?;
            connection.pragma_update(None, "foreign_keys", true)?;
            migrations::create(&mut connection, migrations::STEPS)?;
            transaction(&mut connection, TransactionBehavior::Deferred, work)
        };
        match attempt() {
            Ok(value) => Ok(Ok(value)),
            Err(Stop::Call(error)) => Ok(Err(error)),
            Err(Stop::Database(error)) => Err(self.error(error)),
        }
    }

    /// The database, opened now if it was not; none when it is not there.
    fn opened(&mut self) -> Result<Option<&mut Opened>, StoreError> {
        if self.opened.as_ref().is_some_and(|opened| !opened.is_there())
            && let Some(gone) = self.opened.take()
        {
            gone.abandon();
        }
        if self.opened.is_none() {
            let Some(folder) = place::folder(&self.root)? else { return Ok(None) };
            let path = folder.join(place::NAME);
            if !path.exists() && !path.is_symlink() {
                return Ok(None);
            }
            let opened = Opened::open(path.clone(), migrations::STEPS);
            self.opened = Some(opened.map_err(|found| StoreError::new(path, found))?);
        }
        Ok(self.opened.as_mut())
    }

    /// Where its database is, or would be.
    pub fn file(&self) -> PathBuf {
        self.root.join(crate::workspace::OWN).join(place::NAME)
    }

    fn error(&self, found: impl Into<Found>) -> StoreError {
        StoreError::new(self.file(), found)
    }
}

impl Opened {
    fn open(path: PathBuf, steps: &[&str]) -> Result<Self, Found> {
        inspect::inspect(&path, steps)?;
        let log = Log::of(&path);
        let had_log = log.holds_something();
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NOFOLLOW;
        let file = path.metadata()?;
        let mut connection = Connection::open_with_flags(&path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        // Until it is known to be ours, closing it must not write what its log holds.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, had_log)?;
        connection.busy_timeout(PATIENCE)?;
        migrations::check(&connection, steps)?;
        if file.len() <= CHECKED {
            whole(&connection)?;
        }
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
        connection.pragma_update(None, "foreign_keys", true)?;
        // A commit is on the disk when its call is answered, whatever becomes of the machine.
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "cache_size", CACHE_KIB)?;
        connection.set_prepared_statement_cache_capacity(64);
        migrations::migrate(&mut connection, steps)?;
        connection.busy_timeout(ON_THE_SPOT)?;
        Ok(Self { connection: Mutex::new(connection), log, path, file: (file.dev(), file.ino()) })
    }

    /// Opens one that may not be written. It has to be of the newest layout.
    fn open_to_read(path: PathBuf, steps: &[&str]) -> Result<Self, Found> {
        inspect::inspect(&path, steps)?;
        let log = Log::of(&path);
        let flags =
            OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NOFOLLOW | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let file = path.metadata()?;
        let mut connection = if log.holds_something() {
            Connection::open_with_flags(&path, flags)?
        } else {
            // To be read by itself, for without a log SQLite would want to make one.
            Connection::open_with_flags(inspect::unchanging(&path), flags | OpenFlags::SQLITE_OPEN_URI)?
        };
        connection.busy_timeout(ON_THE_SPOT)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
        migrations::migrate(&mut connection, steps)?;
        Ok(Self { connection: Mutex::new(connection), log, path, file: (file.dev(), file.ino()) })
    }

    /// Whether the file that was opened is still the store.
    fn is_there(&self) -> bool {
        self.path.metadata().is_ok_and(|file| (file.dev(), file.ino()) == self.file)
    }

    /// Closes a database whose file was deleted: what lies at its path is another's.
    fn abandon(self) {
        let connection = self.connection.into_inner().unwrap_or_else(PoisonError::into_inner);
        let _ = connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true);
    }
}

/// Whether every page of a database is what it has to be.
fn whole(connection: &Connection) -> Result<(), Found> {
    let said: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if said == "ok" { Ok(()) } else { Err(Found::Damaged(said)) }
}

fn transaction<T>(
    connection: &mut Connection,
    behavior: TransactionBehavior,
    work: &mut impl FnMut(&Transaction<'_>) -> Result<T, Stop>,
) -> Result<T, Stop> {
    let transaction = connection.transaction_with_behavior(behavior)?;
    let value = work(&transaction)?;
    transaction.commit()?;
    Ok(value)
}

/// A count as the database has it.
fn count(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

async fn pause(time: Duration) {
    if Handle::try_current().is_ok() {
        tokio::time::sleep(time).await;
    } else {
        std::thread::sleep(time);
    }
}
