//! The cache's folder: its owner's alone, and with a lock for every entry.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io,
    path::{Path, PathBuf},
};

/// The extension of a lock.
pub(super) const LOCK: &str = "lock";

/// Makes the folder, and makes sure that nobody else can put something in it.
pub(super) fn make_private(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let metadata = fs::metadata(folder)?;
        let ours = metadata.uid() == rustix::process::geteuid().as_raw();
        if !ours || metadata.mode() & 0o022 != 0 {
            let why = if ours { "others may write in it" } else { "it belongs to another user" };
            let text = format!("{} cannot be used as a cache: {why}", folder.display());
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, text));
        }
    }
    Ok(())
}

/// The right to build an entry, among processes. It ends with its holder, however that ends.
///
/// Nothing but work depends on it: without a lock two processes build the same entry, and the second to finish replaces what
/// the first wrote.
#[derive(Debug)]
pub(super) struct Lock {
    file: Option<File>,
}

impl Lock {
    /// Waits for the lock in a thread of its own. Where there is none to be had, goes on without.
    pub(super) async fn take(path: PathBuf, waiting: impl Fn() + Send + Sync) -> Self {
        let Ok(file) = OpenOptions::new().create(true).append(true).open(&path) else { return Self { file: None } };
        match file.try_lock() {
            Ok(()) => Self { file: Some(file) },
            Err(TryLockError::Error(_)) => Self { file: None },
            Err(TryLockError::WouldBlock) => {
                waiting();
                let locked = tokio::task::spawn_blocking(move || file.lock().map(|()| file).ok());
                Self { file: locked.await.ok().flatten() }
            }
        }
    }

    /// Whether nobody holds the lock in a file.
    pub(super) fn is_free(path: &Path) -> bool {
        File::open(path).is_ok_and(|file| file.try_lock().is_ok())
    }

    /// Whether somebody does.
    pub(super) fn is_held(path: &Path) -> bool {
        File::open(path).is_ok_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if let Some(file) = self.file.take() {
            // Closing the file does the same.
            let _ = file.unlock();
        }
    }
}
