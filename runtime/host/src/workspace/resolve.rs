//! Paths: `.` and `..` resolved by the text alone, then links as they stand on disk.

use std::{
    collections::VecDeque,
    ffi::OsString,
    fs, io,
    path::{Component, Path, PathBuf},
};

/// Links followed in one path; the system's own bound.
const MOST_LINKS: usize = 40;

/// An absolute path without `.` and `..`; `..` above the root stays at the root.
pub(super) fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                normal.pop();
            }
            other => normal.push(other),
        }
    }
    normal
}

/// Where a normal absolute path leads, every link on the way followed, also where nothing is there: a link to a file that
/// does not exist leads to that file. `known` is a folder without links, where the way begins if it lies on it.
///
/// # Errors
///
/// There are too many links on the way.
pub(super) fn real(known: &Path, path: &Path) -> io::Result<PathBuf> {
    let (mut real, rest) = match path.strip_prefix(known) {
        Ok(rest) => (known.to_owned(), rest),
        Err(_) => (PathBuf::from("/"), path),
    };
    let mut rest: VecDeque<OsString> = steps(rest).collect();
    let mut links = 0;
    while let Some(step) = rest.pop_front() {
        if step == ".." {
            real.pop();
            continue;
        }
        real.push(step);
        // What cannot be read as a link is none, or is not there.
        if let Ok(target) = fs::read_link(&real) {
            links += 1;
            if links > MOST_LINKS {
                return Err(rustix::io::Errno::LOOP.into());
            }
            real.pop();
            if target.is_absolute() {
                real = PathBuf::from("/");
            }
            steps(&target).rev().for_each(|step| rest.push_front(step));
        }
    }
    Ok(real)
}

fn steps(path: &Path) -> impl DoubleEndedIterator<Item = OsString> {
    path.components().filter_map(|component| match component {
        Component::Normal(name) => Some(name.to_owned()),
        Component::ParentDir => Some("..".into()),
        Component::CurDir | Component::RootDir | Component::Prefix(_) => None,
    })
}
