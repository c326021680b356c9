//! The folders an agent may work in, and the way from a path a program gives to a place inside one of them.
//!
//! A path is checked first and opened through `cap-std` afterwards, from the folder's own handle: a link that is swapped
//! in between cannot lead outside.

mod edit;
mod list;
mod read;
mod resolve;
mod search;
mod tree;
mod walk;
mod write;

use std::{
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

use cap_std::{ambient_authority, fs::Dir};
use gg_engine::{Call, CallError};

use crate::failure::{Cause, invalid, io as io_failure, not_found, required};

pub(crate) use edit::{Edit, edit};
pub(crate) use list::list;
pub(crate) use read::{CEILING, Content, PictureFile, ReadError, Text, Window, open, open_in, read};
pub(crate) use search::{pattern, search};
pub(crate) use tree::tree;
pub(crate) use write::write;

/// The folder that is gg's own (spec: decisions, 79).
pub(crate) const OWN: &str = ".gg";

/// What a path is wanted for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// Reading, listing, searching.
    Read,
    /// Writing.
    Write,
}

/// The folders an agent may work in.
#[derive(Debug)]
pub struct Workspace {
    root: Arc<Root>,
    extra: Vec<Arc<Root>>,
    readable: PathBuf,
    own: PathBuf,
    skills: PathBuf,
}

/// A folder, by its path without links and by the handle everything in it is opened through.
#[derive(Debug)]
pub(crate) struct Root {
    pub(crate) path: PathBuf,
    pub(crate) dir: Dir,
}

impl Root {
    fn open(path: &Path) -> io::Result<Arc<Self>> {
        let path = path.canonicalize()?;
        let dir = Dir::open_ambient_dir(&path, ambient_authority())?;
        Ok(Arc::new(Self { path, dir }))
    }
}

impl Workspace {
    /// The workspace at a folder. Besides it, paths may lie in the folders `extra`, and may be read in the folder
    /// `readable`, which need not exist yet. `skills` is the skill folder, relative to the workspace: all that can be
    /// reached of `.gg`.
    ///
    /// # Errors
    ///
    /// A folder does not exist or cannot be opened.
    pub fn open(root: &Path, extra: &[PathBuf], readable: &Path, skills: &Path) -> io::Result<Self> {
        let root = Root::open(root)?;
        let extra = extra.iter().map(|path| Root::open(&root.path.join(path))).collect::<io::Result<_>>()?;
        let own = root.path.join(OWN);
        let skills = resolve::normal(&root.path.join(skills));
        Ok(Self { root, extra, readable: readable.to_owned(), own, skills })
    }

    /// Its folder, without links.
    pub fn root(&self) -> &Path {
        &self.root.path
    }

    /// The place a path leads to. Nothing has to be there.
    ///
    /// # Errors
    ///
    /// `invalid-argument`: the path is blank, leads outside, or into what is gg's own.
    pub(crate) fn place(&self, call: &Call, param: &str, given: &str, access: Access) -> Result<Place, CallError> {
        required(call, param, given)?;
        self.find(given, access).map_err(|why| {
            let param = call.param(param);
            match why {
                Astray::Malformed => invalid(format!("`{param}` holds a NUL character")),
                Astray::Outside => invalid(format!("`{param}` leads outside the workspace: {given}")),
                Astray::Own => {
                    let name = call.agent().table.name;
                    invalid(format!("`{param}` leads into {OWN}, which is {name}'s own: {given}"))
                }
            }
        })
    }

    /// The same, of the root when no path is given.
    pub(crate) fn place_or_root(&self, call: &Call, param: &str, given: Option<&str>) -> Result<Place, CallError> {
        match given {
            Some(given) => self.place(call, param, given, Access::Read),
            None => Ok(self.at(&self.root, PathBuf::new(), ".")),
        }
    }

    /// The place of a path that gg was given, if it leads inside.
    pub(crate) fn inside(&self, given: &str) -> Option<Place> {
        self.find(given, Access::Read).ok()
    }

    /// What a path that may be anything is called here, if it is a path inside.
    pub(crate) fn shown(&self, given: &str) -> Option<String> {
        self.find(given, Access::Read).ok().map(|place| place.shown)
    }

    /// What a path is called from the root: by its own name and, where links are on the way, by that of what it leads to.
    /// Nothing, where it leads elsewhere.
    pub(crate) fn names(&self, given: &str) -> Vec<PathBuf> {
        let root = &self.root.path;
        let asked = resolve::normal(&root.join(given));
        let real = resolve::real(root, &asked);
        let inside = |path: &Path| path.strip_prefix(root).ok().map(Path::to_owned);
        [inside(&asked), real.ok().and_then(|real| inside(&real))].into_iter().flatten().collect()
    }

    fn find(&self, given: &str, access: Access) -> Result<Place, Astray> {
        if given.contains('\0') {
            return Err(Astray::Malformed);
        }
        let asked = resolve::normal(&self.root.path.join(given));
        let real = resolve::real(&self.root.path, &asked).map_err(|_| Astray::Outside)?;
        if self.is_own(&asked) || self.is_own(&real) {
            return Err(Astray::Own);
        }
        let roots = std::iter::once(&self.root).chain(&self.extra);
        for root in roots {
            if let Ok(inside) = real.strip_prefix(&root.path) {
                return Ok(self.at(root, inside.to_owned(), given));
            }
        }
        if access == Access::Read
            && let Ok(root) = Root::open(&self.readable)
            && let Ok(inside) = real.strip_prefix(&root.path)
        {
            return Ok(self.at(&root, inside.to_owned(), given));
        }
        Err(Astray::Outside)
    }

    /// Whether a path lies in the part of `.gg` that cannot be reached.
    pub(crate) fn is_own(&self, path: &Path) -> bool {
        path.starts_with(&self.own) && !path.starts_with(&self.skills)
    }

    /// Whether a walk goes into this entry: not into `.git`, and of `.gg` only to the skills.
    pub(crate) fn is_walked(&self, path: &Path) -> bool {
        let to_skills = || self.skills.starts_with(path) && self.skills.is_dir();
        path.file_name().is_none_or(|name| name != ".git") && (!self.is_own(path) || to_skills())
    }

    fn at(&self, root: &Arc<Root>, inside: PathBuf, given: &str) -> Place {
        let shown = self.name(&root.path.join(&inside));
        Place { root: root.clone(), inside, shown, given: given.to_owned() }
    }

    /// What a path inside is called: relative to the workspace, or absolute in another folder.
    pub(crate) fn name(&self, path: &Path) -> String {
        match path.strip_prefix(&self.root.path) {
            Ok(inside) if inside.as_os_str().is_empty() => ".".to_owned(),
            Ok(inside) => inside.to_string_lossy().into_owned(),
            Err(_) => path.to_string_lossy().into_owned(),
        }
    }
}

/// Why a path is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Astray {
    Malformed,
    Outside,
    Own,
}

/// A place inside one of the folders.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    root: Arc<Root>,
    /// The way from the folder, without links; empty for the folder itself.
    inside: PathBuf,
    /// What it is called: relative to the workspace, or absolute elsewhere.
    pub(crate) shown: String,
    /// What the program called it.
    pub(crate) given: String,
}

impl Place {
    /// The folder's handle, and the way from there.
    pub(crate) fn way(&self) -> (&Dir, &Path) {
        let inside = if self.inside.as_os_str().is_empty() { Path::new(".") } else { &self.inside };
        (&self.root.dir, inside)
    }

    /// The whole path.
    pub(crate) fn path(&self) -> PathBuf {
        self.root.path.join(&self.inside)
    }

    /// The failure of work at this place, by the I/O mapping (spec: operations, 7): `done` is what could not be done,
    /// as in "read", `what` the kind of thing looked for.
    pub(crate) fn failure(&self, call: &Call, done: &str, what: &str, error: &io::Error) -> CallError {
        let given = &self.given;
        if is_escape(error) {
            invalid(format!("`{}` leads outside the workspace: {given}", call.param("path")))
        } else if error.kind() == io::ErrorKind::NotFound {
            not_found(format!("no such {what}: {given}"))
        } else {
            io_failure(format!("cannot {done} {given}: {}", Cause(error)))
        }
    }
}

/// Whether an open was stopped because the path led outside: what `cap-std` says when a link was swapped in after the
/// check. The system's own refusals carry a number.
pub(crate) fn is_escape(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::PermissionDenied && error.raw_os_error().is_none()
}
