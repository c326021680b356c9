//! The JavaScript arm: TypeScript without types. Signatures and declarations are shown in TypeScript's form, which says
//! most in the fewest words.

use super::{
    Arm, Profile,
    ecmascript::{BOTH, EcmaScript},
    typescript::TYPESCRIPT,
};
use crate::output::FileSet;

/// Programs in JavaScript. TypeScript's SDK serves them too, so there is no file.
pub(super) static JAVASCRIPT: EcmaScript =
    EcmaScript { profile: &PROFILE, sdk: |_, _| Ok(FileSet::new()), served_by: || Some(TYPESCRIPT.index()) };

static PROFILE: Profile = Profile {
    id: "javascript",
    label: "JavaScript",
    fence: "js",
    program: "program.js",
    module_file: "skill.js",
    ..BOTH
};
