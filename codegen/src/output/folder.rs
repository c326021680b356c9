//! An output folder on disk: compared with a [`FileSet`], or made to hold exactly it.
//!
//! A file that is neither listed in the folder's manifest nor carries our header is a stranger's and is never touched.

use std::{
    collections::BTreeSet,
    fmt, fs, io,
    path::{Component, Path, PathBuf},
};

use super::{
    Changed, Comparison, FileSet, MANIFEST,
    compare::same,
    manifest::{has_header, paths},
};

/// Folders that tools leave behind where they use an output. They are not looked into, nor are names with a dot in front.
const PASSED_OVER: &[&str] = &["node_modules", "target", "__pycache__"];

/// A folder that holds an output. It need not exist.
#[derive(Debug, Clone)]
pub struct Folder {
    root: PathBuf,
}

/// What a write did. All paths are relative, `/` between their parts, and sorted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Written {
    /// Files that were written.
    pub written: Vec<String>,
    /// Files that were removed, because they are ours and no longer listed.
    pub removed: Vec<String>,
    /// Files that somebody else put there; they are still there.
    pub foreign: Vec<String>,
}

/// Why a folder could not be read or written.
#[derive(Debug)]
pub struct FolderError {
    /// Which file or folder.
    pub path: PathBuf,
    /// What was to be done and what stood in the way.
    pub problem: String,
}

impl fmt::Display for FolderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.problem)
    }
}

impl std::error::Error for FolderError {}

impl Folder {
    /// The folder at a path.
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self { root: path.into() }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.root
    }

    /// How it differs from the files it should hold.
    ///
    /// # Errors
    ///
    /// A file cannot be read, or something else stands where a file belongs.
    pub fn compare(&self, files: &FileSet) -> Result<Comparison, FolderError> {
        let mut comparison = self.extra(files)?;
        for (path, expected) in files.iter() {
            match self.read(path)? {
                None => comparison.missing.push(path.to_owned()),
                Some(found) if same(&found, expected) => {}
                Some(found) => {
                    comparison.changed.push(Changed { path: path.to_owned(), found, expected: expected.to_owned() });
                }
            }
        }
        Ok(comparison)
    }

    /// Makes it hold the files: writes what is missing or changed, each file at once or not at all, and removes what is
    /// ours and no longer listed.
    ///
    /// # Errors
    ///
    /// A file cannot be read, written or removed, or something else stands where a file belongs.
    pub fn write(&self, files: &FileSet) -> Result<Written, FolderError> {
        let extra = self.extra(files)?;
        // Removal comes first: on a disk that ignores case, a file renamed by case alone would else remove its successor.
        for path in &extra.stale {
            self.remove(path)?;
        }
        let mut written = Written { removed: extra.stale, foreign: extra.foreign, ..Written::default() };
        // The manifest comes last, so that an interrupted run leaves the one that says which of the old files are ours.
        let (manifest, others): (Vec<_>, Vec<_>) = files.iter().partition(|(path, _)| *path == MANIFEST);
        for (path, contents) in others.into_iter().chain(manifest) {
            if self.read(path)?.is_some_and(|found| same(&found, contents)) {
                continue;
            }
            self.replace(path, contents)?;
            written.written.push(path.to_owned());
        }
        written.written.sort();
        Ok(written)
    }

    /// Files that are there and not listed, ours and others.
    fn extra(&self, files: &FileSet) -> Result<Comparison, FolderError> {
        let mut found = Vec::new();
        self.walk("", &mut found)?;
        let listed: BTreeSet<String> =
            self.read(MANIFEST)?.map(|text| paths(&text)).unwrap_or_default().into_iter().collect();
        let mut extra = Comparison::default();
        for (path, is_file) in found.into_iter().filter(|(path, _)| !files.contains(path)) {
            let ours = is_file && (listed.contains(&path) || self.read(&path)?.is_some_and(|text| has_header(&text)));
            if ours { extra.stale.push(path) } else { extra.foreign.push(path) }
        }
        extra.stale.sort();
        extra.foreign.sort();
        Ok(extra)
    }

    /// Every path below a folder that is no folder, with whether it is a file.
    fn walk(&self, below: &str, found: &mut Vec<(String, bool)>) -> Result<(), FolderError> {
        let folder = self.place(below);
        let failed = |e: &io::Error| FolderError { path: folder.clone(), problem: format!("cannot be listed: {e}") };
        let entries = match fs::read_dir(&folder) {
            Err(e) if e.kind() == io::ErrorKind::NotFound && below.is_empty() => return Ok(()),
            Err(e) if e.kind() == io::ErrorKind::NotADirectory => return Err(self.wrong(below, "a file", "a folder")),
            entries => entries.map_err(|e| failed(&e))?,
        };
        for entry in entries {
            let entry = entry.map_err(|e| failed(&e))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with('.') || PASSED_OVER.contains(&name.as_str()) {
                continue;
            }
            let path = if below.is_empty() { name } else { format!("{below}/{name}") };
            let kind = entry.file_type().map_err(|e| failed(&e))?;
            if kind.is_dir() {
                self.walk(&path, found)?;
            } else {
                found.push((path, kind.is_file()));
            }
        }
        Ok(())
    }

    /// The contents of a file; none where there is none.
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, FolderError> {
        let place = self.place(path);
        match fs::symlink_metadata(&place) {
            Ok(metadata) if metadata.is_symlink() => return Err(self.wrong(path, "a symbolic link", "a file")),
            Ok(metadata) if metadata.is_dir() => return Err(self.wrong(path, "a folder", "a file")),
            Ok(_) => {}
            Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => return Ok(None),
            Err(e) => return Err(FolderError { path: place, problem: format!("cannot be read: {e}") }),
        }
        fs::read(&place).map(Some).map_err(|e| FolderError { path: place, problem: format!("cannot be read: {e}") })
    }

    /// Writes a file beside its place and moves it there, so that nobody ever sees half of it.
    fn replace(&self, path: &str, contents: &[u8]) -> Result<(), FolderError> {
        self.make_parents(path)?;
        let place = self.place(path);
        let beside = place.with_file_name(format!(
            ".{}.{}.new",
            place.file_name().unwrap_or_default().to_string_lossy(),
            std::process::id()
        ));
        let done = fs::write(&beside, contents).and_then(|()| fs::rename(&beside, &place));
        done.map_err(|e| {
            let _ = fs::remove_file(&beside);
            FolderError { path: place, problem: format!("cannot be written: {e}") }
        })
    }

    /// Makes the folders above a file; a link or a file in their place is an error, so nothing is written elsewhere.
    fn make_parents(&self, path: &str) -> Result<(), FolderError> {
        let failed =
            |path: &Path, e: &io::Error| FolderError { path: path.into(), problem: format!("cannot be made: {e}") };
        fs::create_dir_all(&self.root).map_err(|e| failed(&self.root, &e))?;
        for (at, _) in path.match_indices('/') {
            let parent = &path[..at];
            let place = self.place(parent);
            match fs::symlink_metadata(&place) {
                Ok(metadata) if metadata.is_symlink() => return Err(self.wrong(parent, "a symbolic link", "a folder")),
                Ok(metadata) if metadata.is_dir() => {}
                Ok(_) => return Err(self.wrong(parent, "a file", "a folder")),
                Err(_) => fs::create_dir(&place).map_err(|e| failed(&place, &e))?,
            }
        }
        Ok(())
    }

    /// Removes a file, and the folders that are empty then.
    fn remove(&self, path: &str) -> Result<(), FolderError> {
        let place = self.place(path);
        fs::remove_file(&place)
            .map_err(|e| FolderError { path: place.clone(), problem: format!("cannot be removed: {e}") })?;
        let above = place.ancestors().skip(1).take_while(|folder| *folder != self.root);
        // A folder that still holds something stays; that is no failure.
        let _ = above.into_iter().try_for_each(fs::remove_dir);
        Ok(())
    }

    fn wrong(&self, path: &str, found: &str, belongs: &str) -> FolderError {
        FolderError {
            path: self.place(path),
            problem: format!("{found} stands where {belongs} belongs; move it away and generate again"),
        }
    }

    /// Where a path of the output is. Only plain names lead anywhere, so nothing outside the folder is reached.
    fn place(&self, path: &str) -> PathBuf {
        let plain = Path::new(path).components().filter(|part| matches!(part, Component::Normal(_)));
        plain.fold(self.root.clone(), |place, part| place.join(part))
    }
}
