//! The TypeScript arm: programs are checked, then their types are erased.

use super::{
    Arm, Guest, Profile, Programs,
    ecmascript::{self, BOTH, EcmaScript},
};
use crate::{
    emit::{Context, EmitError},
    output::FileSet,
    surface::Surface,
};

/// Programs in TypeScript.
pub(super) static TYPESCRIPT: EcmaScript = EcmaScript { profile: &PROFILE, sdk, served_by: || None };

static PROFILE: Profile = Profile {
    id: "typescript",
    label: "TypeScript",
    fence: "ts",
    program: "program.ts",
    module_file: "skill.ts",
    guest: Guest { checked: true, ..BOTH.guest },
    programs: Programs { named_types: true, ..BOTH.programs },
    ..BOTH
};

fn sdk(surface: &Surface, context: &Context<'_>) -> Result<FileSet, EmitError> {
    ecmascript::sdk(surface, TYPESCRIPT.index(), context)
}
