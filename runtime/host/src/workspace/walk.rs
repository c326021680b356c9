//! A walk: the entries below a directory, sorted by path, without what ignore files exclude, `.git`, and `.gg` but for
//! the skills. Links are not followed (spec: operations, 7, Walk).

use std::{ffi::OsStr, path::PathBuf, sync::Arc};

use ignore::{DirEntry, WalkBuilder};

use super::{Place, Workspace};

/// The entries below a directory, which is not among them, down to `depth` levels. What cannot be read is skipped.
///
/// Ignore files between the folder's root and the directory count, those above the root do not: the walk starts at the
/// root and goes straight to the directory. If that way is itself excluded, the directory was asked for all the same,
/// and the walk starts there.
pub(super) fn walk(
    workspace: &Arc<Workspace>,
    place: &Place,
    depth: Option<usize>,
) -> impl Iterator<Item = (DirEntry, usize)> + use<> {
    let (root, target) = (place.root.path.clone(), place.path());
    let above = place.inside.components().count();
    let reached = above == 0
        || builder(workspace, root.clone(), target.clone(), Some(above))
            .build()
            .flatten()
            .any(|entry| entry.path() == target);
    let (start, above) = if reached { (root, above) } else { (target.clone(), 0) };
    let walk = builder(workspace, start, target, depth.map(|depth| above + depth)).build();
    walk.flatten().filter_map(move |entry| {
        let level = entry.depth().checked_sub(above).filter(|level| *level > 0)?;
        Some((entry, level))
    })
}

/// A walk from `start` through `target`.
fn builder(workspace: &Arc<Workspace>, start: PathBuf, target: PathBuf, depth: Option<usize>) -> WalkBuilder {
    let mut builder = WalkBuilder::new(start);
    let workspace = workspace.clone();
    builder
        .hidden(false)
        .parents(false)
        .require_git(false)
        .follow_links(false)
        .max_depth(depth)
        .sort_by_file_name(OsStr::cmp)
        .filter_entry(move |entry| {
            let path = entry.path();
            (path.starts_with(&target) || target.starts_with(path)) && workspace.is_walked(path)
        });
    builder
}
