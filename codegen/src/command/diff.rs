//! `gg-codegen diff`: says what changed between two tables, and for whom.

use std::path::Path;

use anstream::print;
use gg_codegen::diff;

use super::{
    Done, End,
    project::{self, Reports},
};

pub(super) fn run(old: &Path, new: &Path, as_json: bool) -> Done {
    let (old, new) = (project::source(old)?, project::source(new)?);
    let reports = Reports::json(as_json);
    let (before, after) = (project::surface(&old, reports)?, project::surface(&new, reports)?);
    let changes = diff::diff(&before, &after);
    let unused = diff::unused_allows(&after, &changes);
    if as_json {
        print!("{}", diff::json(&old, &new, &changes, &unused));
    } else {
        print!("{}", diff::text(&old, &new, &changes, &unused));
    }
    if diff::is_breaking(&changes) { Err(End::No) } else { Ok(()) }
}
