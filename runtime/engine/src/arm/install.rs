//! What gg installs for an arm when it is asked to: tools that are too large to be brought along.

use std::{fmt, fs, io, path::Path, process::Command};

/// Something that is installed for an arm, once, below a folder of the user's.
pub trait Install: Send + Sync {
    /// Whether it is there.
    fn is_installed(&self) -> bool;

    /// Puts it there, unless it is. Says before each step what is done.
    ///
    /// # Errors
    ///
    /// Something it stands on is missing, the folder cannot be written, or a tool that is asked fails. What was begun does
    /// not count as installed, and the next attempt begins anew.
    fn install(&self, tell: &dyn Fn(&str)) -> Result<(), InstallError>;
}

/// Why something could not be installed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InstallError {
    /// What was tried.
    pub step: String,
    /// What came of it.
    pub cause: String,
}

impl fmt::Display for InstallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.step, self.cause)
    }
}

impl std::error::Error for InstallError {}

/// Fills a folder, unless `is_there` says that it has been; others that do the same are waited for.
///
/// # Errors
///
/// It cannot be written, or `fill` fails. What was begun stays, and the next attempt begins anew.
pub(super) fn once(
    folder: &Path,
    tell: &dyn Fn(&str),
    is_there: impl Fn() -> bool,
    fill: impl FnOnce() -> Result<(), InstallError>,
) -> Result<(), InstallError> {
    if is_there() {
        return Ok(());
    }
    let base = folder.parent().unwrap_or(folder);
    fs::create_dir_all(base).map_err(at(base))?;
    let lock_path = base.join("lock");
    let lock = fs::File::create(&lock_path).map_err(at(&lock_path))?;
    if lock.try_lock().is_err() {
        tell("waiting for others that install");
        lock.lock().map_err(at(&lock_path))?;
    }
    if is_there() {
        return Ok(());
    }
    // What an interrupted installation left behind.
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(at(folder))?;
    }
    fill()
}

/// What became of a file or a folder.
pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> InstallError {
    move |error| InstallError { step: path.display().to_string(), cause: error.to_string() }
}

/// Runs a command to its end; both its streams are in the error, with what is to be looked at.
///
/// # Errors
///
/// It cannot be started, or fails.
pub(super) fn finish(command: &mut Command, hint: &str) -> Result<(), InstallError> {
    let step = format!("{command:?}");
    match command.output() {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => {
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
            let (out, err) = (text(&output.stdout), text(&output.stderr));
            Err(InstallError { step, cause: format!("{}; {hint}\n{out}\n{err}", output.status) })
        }
        Err(error) => Err(InstallError { step, cause: format!("{error}; {hint}") }),
    }
}

#[cfg(test)]
mod tests {
    use std::{cell::RefCell, fs};

    use super::once;

    #[test]
    fn others_are_waited_for_and_only_then_is_it_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let told = RefCell::new(Vec::new());
        let lock = fs::File::create(folder.path().join("lock")).expect("a file");
        let installed = |name: &str| {
            let tell = |text: &str| {
                told.borrow_mut().push(text.to_owned());
                lock.unlock().expect("it is ours");
            };
            let fill = || {
                assert!(
                    fs::File::open(folder.path().join("lock")).expect("a file").try_lock().is_err(),
                    "nobody else fills"
                );
                Ok(())
            };
            once(&folder.path().join(name), &tell, || false, fill).expect("it is filled");
        };
        installed("one");
        assert_eq!(*told.borrow(), Vec::<String>::new(), "nobody was waited for");
        lock.lock().expect("it is free");
        installed("two");
        assert_eq!(*told.borrow(), ["waiting for others that install"]);
    }
}
