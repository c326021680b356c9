//! The JavaScript arm: TypeScript without types. Signatures and declarations are shown in TypeScript's form, which says
//! most in the fewest words.

use super::{
    Arm, ArmIndex, Profile,
    ecmascript::{BOTH, EcmaScript},
    typescript::TYPESCRIPT,
};
use crate::{
    emit::{Context, EmitError},
    output::FileSet,
    surface::{Names, Surface, TypeKind},
};

/// Programs in JavaScript.
pub(super) static JAVASCRIPT: EcmaScript = EcmaScript { profile: &PROFILE, sdk, reads_like };

static PROFILE: Profile = Profile {
    id: "javascript",
    label: "JavaScript",
    fence: "js",
    program: "program.js",
    module_file: "skill.js",
    ..BOTH
};

/// Only names could differ.
fn reads_like(surface: &Surface) -> Option<ArmIndex> {
    named_otherwise(surface).is_none().then(|| TYPESCRIPT.index())
}

/// Something that is not spelled as TypeScript spells it.
fn named_otherwise(surface: &Surface) -> Option<&Names> {
    let (typescript, javascript) = (TYPESCRIPT.index(), JAVASCRIPT.index());
    names(surface).into_iter().find(|names| names.of(typescript) != names.of(javascript))
}

/// TypeScript's SDK serves JavaScript too, so there is no file; but then the names must be the same.
fn sdk(surface: &Surface, _context: &Context<'_>) -> Result<FileSet, EmitError> {
    let (typescript, javascript) = (TYPESCRIPT.index(), JAVASCRIPT.index());
    match named_otherwise(surface) {
        None => Ok(FileSet::new()),
        Some(names) => Err(EmitError {
            output: "sdk/typescript".to_owned(),
            message: format!(
                "`{}` is spelled `{}` in TypeScript and `{}` in JavaScript, and one SDK serves both; give \
                 `name.typescript` and `name.javascript` the same spelling",
                names.id,
                names.of(typescript),
                names.of(javascript),
            ),
        }),
    }
}

/// Every name the SDK carries.
fn names(surface: &Surface) -> Vec<&Names> {
    let mut names = vec![&surface.name];
    names.extend(surface.modules.iter().map(|module| &module.names));
    names.extend(surface.aliases.iter().map(|alias| &alias.names));
    for operation in &surface.operations {
        names.extend([&operation.names, &operation.options]);
        names.extend(operation.params.iter().map(|param| &param.names));
    }
    for def in &surface.types {
        names.push(&def.names);
        match &def.kind {
            TypeKind::Record(fields) => names.extend(fields.iter().map(|field| &field.names)),
            TypeKind::Variant(cases) => names.extend(cases.iter().map(|case| &case.names)),
            TypeKind::Enum(members) | TypeKind::Flags(members) => {
                names.extend(members.iter().map(|member| &member.names));
            }
            TypeKind::Alias(_) => {}
        }
    }
    names
}
