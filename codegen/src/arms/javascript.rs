//! The JavaScript arm: TypeScript without types. Signatures and declarations are shown in TypeScript's form, which says
//! most in the fewest words.

use super::{
    Arm, Profile,
    ecmascript::{BOTH, EcmaScript},
    typescript::TYPESCRIPT,
};
use crate::{
    emit::{Context, EmitError},
    output::FileSet,
    surface::Surface,
};

/// Programs in JavaScript.
pub(super) static JAVASCRIPT: EcmaScript =
    EcmaScript { profile: &PROFILE, sdk, served_by: || Some(TYPESCRIPT.index()) };

static PROFILE: Profile = Profile {
    id: "javascript",
    label: "JavaScript",
    fence: "js",
    program: "program.js",
    module_file: "skill.js",
    ..BOTH
};

/// TypeScript's SDK serves JavaScript too, so there is no file.
fn sdk(_surface: &Surface, _context: &Context<'_>) -> Result<FileSet, EmitError> {
    Ok(FileSet::new())
}
