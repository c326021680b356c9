//! A journal that is written, an entry at a time, in as many bytes as it may have.

use std::{
    collections::HashSet,
    fs::{self, File, TryLockError},
    io::{self, Write as _},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use super::{Entry, INLINE, JOURNAL, Kind, Line, Record, hash, pack};

/// A journal that is written.
#[derive(Debug)]
pub struct Journal {
    folder: PathBuf,
    writing: Mutex<Writing>,
}

#[derive(Debug)]
struct Writing {
    file: File,
    pooled: HashSet<String>,
    /// Bytes it may have.
    most: u64,
    /// Bytes it may still take.
    room: u64,
    failed: Option<String>,
}

impl Journal {
    /// Begins the journal of a session in its folder, of so many bytes at most.
    ///
    /// # Errors
    ///
    /// The file cannot be made, or is there already.
    pub fn begin(folder: &Path, room: u64) -> io::Result<Arc<Self>> {
        fs::create_dir_all(folder)?;
        let file = File::options().append(true).create_new(true).open(folder.join(JOURNAL))?;
        lock(&file)?;
        let writing = Writing { file, pooled: HashSet::new(), most: room, room, failed: None };
        Ok(Arc::new(Self { folder: folder.to_owned(), writing: Mutex::new(writing) }))
    }

    /// Goes on with the journal of a session that was interrupted, after its last whole line.
    ///
    /// # Errors
    ///
    /// The file cannot be read or written, or another process goes on with it.
    pub fn resume(folder: &Path, room: u64) -> io::Result<Arc<Self>> {
        let path = folder.join(JOURNAL);
        let file = File::options().append(true).open(&path)?;
        lock(&file)?;
        let text = fs::read(&path)?;
        let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1) as u64;
        file.set_len(whole)?;
        let left = room.saturating_sub(whole);
        let writing = Mutex::new(Writing { file, pooled: HashSet::new(), most: room, room: left, failed: None });
        Ok(Arc::new(Self { folder: folder.to_owned(), writing }))
    }

    /// Packs it, once its session has ended.
    ///
    /// # Errors
    ///
    /// It cannot be; then it stays as it is.
    pub fn pack(&self) -> io::Result<()> {
        // Nobody writes meanwhile.
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        pack::pack(&self.folder)
    }

    /// Why not all was recorded, if it was not.
    pub fn failed(&self) -> Option<String> {
        self.writing.lock().unwrap_or_else(PoisonError::into_inner).failed.clone()
    }
}

/// Keeps a journal to one process, until that ends.
fn lock(file: &File) -> io::Result<()> {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => io::Error::new(io::ErrorKind::WouldBlock, "the session goes on in another process"),
        TryLockError::Error(error) => error,
    })
}

impl Writing {
    fn write(&mut self, entry: Entry) -> io::Result<()> {
        let Entry { kind, agent, turn, key, text } = entry;
        let says = hash(&text);
        let inline = (text.len() <= INLINE).then(|| text.clone());
        let mut lines = Vec::new();
        if inline.is_none() && !self.pooled.contains(&says) {
            serde_json::to_writer(&mut lines, &Line::Text { hash: says.clone(), text })?;
            lines.push(b'\n');
        }
        serde_json::to_writer(&mut lines, &Line::Entry { kind, agent, turn, key, says: says.clone(), text: inline })?;
        lines.push(b'\n');
        let size = lines.len() as u64;
        if size > self.room {
            let most = self.most;
            let why =
                format!("the record has all the {most} bytes it may have; `replayMaxBytes` in a profile gives it more");
            return Err(io::Error::other(why));
        }
        self.room -= size;
        self.file.write_all(&lines)?;
        self.pooled.insert(says);
        Ok(())
    }
}

impl Record for Journal {
    fn note(&self, entry: Entry) {
        let mut writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        if writing.failed.is_some() {
            return;
        }
        let (agent, turn) = (entry.agent.clone(), entry.turn);
        if let Err(error) = writing.write(entry) {
            writing.room = u64::MAX;
            let closing = Entry::new(Kind::Full, &agent, turn, String::new(), &error.to_string());
            // Where not even that can be written, the operator is told all the same.
            let _ = writing.write(closing);
            writing.failed = Some(error.to_string());
        }
    }

    fn sync(&self) {
        let writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        // What cannot be synced was written, and a later write tells.
        let _ = writing.file.sync_data();
    }
}
