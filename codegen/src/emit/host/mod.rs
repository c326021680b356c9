//! `host`.

use super::{Context, EmitError};
use crate::{output::FileSet, surface::Surface};

/// The files below `host/`.
pub(super) fn emit(_surface: &Surface, _context: &Context<'_>) -> Result<FileSet, EmitError> {
    Ok(FileSet::new())
}
