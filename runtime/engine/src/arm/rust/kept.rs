//! What was compiled before, components of programs and libraries of modules: in memory for this process, on disk for the
//! next.

use std::{
    collections::HashMap,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    time::{Duration, SystemTime},
};

use sha2::{Digest, Sha256};

/// How many are held in memory.
const MOST: usize = 64;
/// How long one stays on disk that nobody uses.
const UNUSED: Duration = Duration::from_hours(30 * 24);
const HASH: usize = 32;

/// What was made, by everything it was made from.
#[derive(Debug, Default)]
pub(super) struct Kept(Mutex<HashMap<String, Vec<u8>>>);

impl Kept {
    /// What has a key, held or on disk.
    pub(super) fn find(&self, folder: &Path, key: &str) -> Option<Vec<u8>> {
        let held = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned();
        held.or_else(|| {
            let component = read(&place(folder, key))?;
            self.hold(key, &component);
            Some(component)
        })
    }

    /// Keeps what was made. That it cannot be written is no error: the next process compiles it again.
    pub(super) fn keep(&self, folder: &Path, key: &str, component: &[u8]) {
        self.hold(key, component);
        let _ = write(&place(folder, key), component).and_then(|()| prune(&programs(folder)));
    }

    fn hold(&self, key: &str, component: &[u8]) {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Which goes does not matter: what is missed is read from disk.
        if held.len() >= MOST {
            held.clear();
        }
        held.insert(key.to_owned(), component.to_owned());
    }
}

fn programs(folder: &Path) -> PathBuf {
    folder.join("programs")
}

fn place(folder: &Path, key: &str) -> PathBuf {
    programs(folder).join(format!("{key}.wasm"))
}

/// What a file holds, if it is as it was written: its hash stands before it.
fn read(path: &Path) -> Option<Vec<u8>> {
    let mut bytes = fs::read(path).ok()?;
    let (hash, component) = bytes.split_at_checked(HASH)?;
    if hash != Sha256::digest(component).as_slice() {
        return None;
    }
    // The time of use is for pruning only.
    let _ = File::open(path).and_then(|file| file.set_modified(SystemTime::now()));
    bytes.drain(..HASH);
    Some(bytes)
}

/// Writes a file, whole or not at all.
fn write(path: &Path, component: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    io::Write::write_all(&mut file, &Sha256::digest(component))?;
    io::Write::write_all(&mut file, component)?;
    file.persist(path).map(drop).map_err(|error| error.error)
}

/// Removes what nobody has used for long.
fn prune(folder: &Path) -> io::Result<()> {
    let now = SystemTime::now();
    for file in fs::read_dir(folder)? {
        let file = file?;
        let used = file.metadata().and_then(|metadata| metadata.modified());
        if used.is_ok_and(|used| now.duration_since(used).is_ok_and(|age| age > UNUSED)) {
            // Another process may have removed it.
            let _ = fs::remove_file(file.path());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_as_it_was_written_is_not_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        Kept::default().keep(folder, "key", b"component");
        assert_eq!(Kept::default().find(folder, "key").as_deref(), Some(b"component".as_slice()));
        assert_eq!(Kept::default().find(folder, "other"), None);
        let path = place(folder, "key");
        let whole = fs::read(&path).expect("it is read");
        for length in [0, HASH - 1, HASH, whole.len() - 1] {
            fs::write(&path, &whole[..length]).expect("it is written");
            let expected = None;
            assert_eq!(Kept::default().find(folder, "key"), expected, "{length} bytes");
        }
    }

    #[test]
    fn what_nobody_uses_goes_when_something_new_comes() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        let kept = Kept::default();
        kept.keep(folder, "old", b"1");
        let old = File::open(place(folder, "old")).expect("it is there");
        old.set_modified(SystemTime::now() - UNUSED - Duration::from_mins(1)).expect("it ages");
        kept.keep(folder, "new", b"2");
        let there = |key| place(folder, key).exists();
        assert_eq!((there("old"), there("new")), (false, true));
    }
}
