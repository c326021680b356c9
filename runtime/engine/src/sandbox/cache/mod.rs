//! Compiled components on disk, so that a guest is built once and not by every process.
//!
//! An entry is named by a hash over all it was made from. It is written whole or not at all, and read only if its own hash
//! says that it is as it was written; anything else is built anew. Processes that need the same entry at once leave the work
//! to one of them.

mod entry;
mod folder;

use std::{
    io,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use entry::{Key, open, write};
use folder::{Lock, make_private};
use wasmtime::{Engine, component::Component};

/// The extension of an entry.
const ENTRY: &str = "component";
/// How long an entry stays that nobody uses.
const UNUSED: Duration = Duration::from_hours(30 * 24);

/// A folder of compiled components that belongs to one user.
#[derive(Debug, Clone)]
pub struct Cache {
    folder: PathBuf,
}

/// An entry, as it is listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The guest it holds.
    pub guest: String,
    /// The hash over what it was made from, in hexadecimal.
    pub key: String,
    /// Its size, in bytes.
    pub bytes: u64,
    /// When it was last used.
    pub used: SystemTime,
}

impl Cache {
    /// The cache in a folder, which is made if it is not there and kept from other users.
    ///
    /// # Errors
    ///
    /// The folder cannot be made, or is another user's, or others may write in it: what it holds cannot be trusted.
    pub fn at(folder: impl Into<PathBuf>) -> io::Result<Self> {
        let folder = folder.into();
        make_private(&folder)?;
        Ok(Self { folder })
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Its entries, the one used last first.
    ///
    /// # Errors
    ///
    /// The folder cannot be read.
    pub fn entries(&self) -> io::Result<Vec<Entry>> {
        let mut entries = Vec::new();
        for file in self.files()? {
            let Some((guest, key)) = name_of(&file) else { continue };
            // One that went away meanwhile is none.
            let Ok(metadata) = file.metadata() else { continue };
            entries.push(Entry { guest, key, bytes: metadata.len(), used: metadata.modified()? });
        }
        entries.sort_by(|a, b| b.used.cmp(&a.used).then_with(|| (&a.guest, &a.key).cmp(&(&b.guest, &b.key))));
        Ok(entries)
    }

    /// Removes every entry, and gives how many bytes they had. A process that is building one finishes and keeps it.
    ///
    /// # Errors
    ///
    /// An entry cannot be removed.
    pub fn clear(&self) -> io::Result<u64> {
        self.remove(|_| true)
    }

    /// Removes what nobody has used for a month and what interrupted processes left behind, and gives how many bytes that
    /// was.
    ///
    /// # Errors
    ///
    /// An entry cannot be removed.
    pub fn prune(&self) -> io::Result<u64> {
        let now = SystemTime::now();
        self.remove(|used| now.duration_since(used).is_ok_and(|age| age > UNUSED))
    }

    /// Whether there is an entry for a guest with this key. Whether it is as it was written shows when it is opened.
    pub(super) fn has(&self, engine: &Engine, guest: &str, key: &str) -> bool {
        self.path(guest, &Key::new(engine, key)).is_file()
    }

    /// The component of a guest with this key: from the cache, or built and then kept. `waiting` is told that another
    /// process builds it.
    ///
    /// # Errors
    ///
    /// What building gives. That an entry cannot be kept is no error: the component is there.
    pub(super) async fn obtain<E>(
        &self,
        engine: &Engine,
        guest: &str,
        key: &str,
        waiting: impl Fn() + Send + Sync,
        build: impl Future<Output = Result<Component, E>> + Send,
    ) -> Result<Component, E> {
        let key = Key::new(engine, key);
        let path = self.path(guest, &key);
        if let Some(component) = open(engine, &path, &key) {
            return Ok(component);
        }
        let lock = Lock::take(path.with_extension(folder::LOCK), waiting).await;
        // Whoever had the lock may have built it.
        if let Some(component) = open(engine, &path, &key) {
            return Ok(component);
        }
        let component = build.await?;
        if let Ok(code) = component.serialize()
            && write(&path, &key, &code).is_ok()
        {
            // What is old is looked for when something new has come; failing that, it stays.
            let _ = self.prune();
        }
        drop(lock);
        Ok(component)
    }

    fn path(&self, guest: &str, key: &Key) -> PathBuf {
        self.folder.join(format!("{guest}-{}.{ENTRY}", key.name()))
    }

    fn files(&self) -> io::Result<Vec<PathBuf>> {
        std::fs::read_dir(&self.folder)?.map(|file| file.map(|file| file.path())).collect()
    }

    /// Removes the entries whose last use meets the condition, and files that belong to no entry and to no living process.
    fn remove(&self, condition: impl Fn(SystemTime) -> bool) -> io::Result<u64> {
        let mut freed = 0;
        // Entries come before locks, which stay as long as their entry.
        let mut files = self.files()?;
        files.sort_by(|one, other| one.extension().cmp(&other.extension()));
        for file in files {
            let Ok(metadata) = file.metadata() else { continue };
            let goes = match file.extension().and_then(|extension| extension.to_str()) {
                Some(ENTRY) => condition(metadata.modified()?),
                Some(folder::LOCK) => !file.with_extension(ENTRY).exists() && Lock::is_free(&file),
                Some(entry::UNFINISHED) => !Lock::is_held(&file.with_extension("").with_extension(folder::LOCK)),
                _ => false,
            };
            if goes {
                match std::fs::remove_file(&file) {
                    Ok(()) => freed += metadata.len(),
                    Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(freed)
    }
}

/// The guest and the key in a file's name.
fn name_of(file: &Path) -> Option<(String, String)> {
    let stem = file.extension().is_some_and(|found| found == ENTRY).then(|| file.file_stem())??;
    let (guest, key) = stem.to_str()?.rsplit_once('-')?;
    Some((guest.to_owned(), key.to_owned()))
}
