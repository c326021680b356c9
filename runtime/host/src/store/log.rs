//! The write-ahead log beside the database. It is given room before it needs it: a commit that overwrites what is there is on
//! the disk in half the time of one that makes the file longer.

use std::{
    ffi::OsString,
    fs::{self, OpenOptions},
    io::{self, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
};

/// Bytes of the least room.
const LEAST: u64 = 65_536;
/// Bytes of the most: about what SQLite fills before it begins at the start again.
const MOST: u64 = 4_194_304;

/// The log of a database.
#[derive(Debug)]
pub(crate) struct Log {
    path: PathBuf,
    /// How long it was when it was last looked at; what is longer has grown since.
    room: u64,
}

impl Log {
    /// The log of the database at a path.
    pub(crate) fn of(database: &Path) -> Self {
        let mut path = OsString::from(database);
        path.push("-wal");
        Self { path: path.into(), room: 0 }
    }

    /// Whether it holds something.
    pub(crate) fn holds_something(&self) -> bool {
        self.len() > 0
    }

    /// Makes it twice as long once it is full. To be called while the right to write to the database is held, for then nobody
    /// else writes to the log; zeros behind what it holds mean nothing to SQLite. Where there is no room, the commit says so.
    pub(crate) fn make_room(&mut self) {
        if self.room < MOST {
            let len = self.len();
            let is_full = if self.room == 0 { len < LEAST } else { len > self.room };
            self.room = if is_full { len.saturating_mul(2).clamp(LEAST, MOST) } else { len };
            let _ = self.fill(len);
        }
    }

    fn fill(&self, from: u64) -> io::Result<()> {
        let more = usize::try_from(self.room.saturating_sub(from)).unwrap_or_default();
        if more > 0 {
            let mut log = OpenOptions::new().write(true).open(&self.path)?;
            log.seek(SeekFrom::Start(from))?;
            log.write_all(&vec![0; more])?;
        }
        Ok(())
    }

    fn len(&self) -> u64 {
        fs::metadata(&self.path).map_or(0, |log| log.len())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use rusqlite::Connection;
    use tempfile::TempDir;

    use super::{LEAST, Log, MOST};

    #[test]
    fn room_is_made_once_the_log_is_full() {
        let folder = TempDir::new().expect("a folder");
        let mut log = Log::of(&folder.path().join("a.db"));
        fs::write(&log.path, "").expect("a file");
        let room = |log: &mut Log, more: usize| {
            let mut held = fs::read(&log.path).expect("a file");
            held.extend(vec![1; more]);
            fs::write(&log.path, &held).expect("a file");
            log.make_room();
            let made = fs::read(&log.path).expect("a file");
            assert!(made.starts_with(&held), "what it held is still there");
            made.len() as u64
        };
        assert_eq!(room(&mut log, 0), LEAST);
        assert_eq!(room(&mut log, 0), LEAST, "nothing was added to it");
        assert_eq!(room(&mut log, 1), 2 * (LEAST + 1));
        assert_eq!(room(&mut log, 3 << 20), MOST, "it is cut at the most");
        assert_eq!(room(&mut log, 5), MOST + 5, "and then grows by itself");
    }

    #[test]
    fn a_log_with_room_is_read_back_as_far_as_it_was_written() {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("a.db");
        let written = Connection::open(&path).expect("a database");
        written.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(())).expect("it has a log");
        let mut log = Log::of(&path);
        written.execute_batch("CREATE TABLE note (text TEXT); BEGIN IMMEDIATE").expect("it may write");
        log.make_room();
        written.execute_batch("INSERT INTO note VALUES ('kept'); COMMIT").expect("it is written");
        // What a process that is killed leaves.
        let left = folder.path().join("left.db");
        fs::copy(&path, &left).expect("a copy");
        fs::copy(&log.path, &Log::of(&left).path).expect("a copy");
        let read = Connection::open(&left).expect("a database");
        assert_eq!(read.query_row("SELECT text FROM note", [], |row| row.get(0)), Ok("kept".to_owned()));
        read.execute_batch("INSERT INTO note VALUES ('more')").expect("it goes on");
    }
}
