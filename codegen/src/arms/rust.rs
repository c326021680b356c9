//! The Rust arm.

use super::{Arm, Guest, Optional, Profile, ReservedWords, Supports};
use crate::{
    emit::{Context, EmitError},
    markdown::CommentFormat,
    names::{Case, Kind},
    output::FileSet,
    surface::{Example, ModuleIndex, Operation, Surface, Type, TypeIndex, Value},
};

/// Programs in Rust.
#[derive(Debug)]
pub struct Rust;

static PROFILE: Profile = Profile {
    id: "rust",
    label: "Rust",
    fence: "rust",
    program: "program.rs",
    module_file: "skill.rs",
    separator: "::",
    case,
    cases_in_module: false,
    reserved: &[ReservedWords {
        kinds: &[
            Kind::Root,
            Kind::Module,
            Kind::Operation,
            Kind::Param,
            Kind::Type,
            Kind::Options,
            Kind::Field,
            Kind::Case,
            Kind::EnumCase,
            Kind::Flag,
            Kind::Method,
        ],
        words: &[
            "as", "async", "await", "break", "const", "continue", "crate", "dyn", "else", "enum", "extern", "false",
            "fn", "for", "gen", "if", "impl", "in", "let", "loop", "match", "mod", "move", "mut", "pub", "ref",
            "return", "self", "Self", "static", "struct", "super", "trait", "true", "type", "unsafe", "use", "where",
            "while", "abstract", "become", "box", "do", "final", "macro", "override", "priv", "try", "typeof",
            "unsized", "virtual", "yield",
        ],
    }],
    escape: "_",
    helpers: &[],
    optional: Optional::BagOfSeveral,
    comment: CommentFormat {
        open: "",
        prefix: "/// ",
        close: "",
        one_line: false,
        width: 100,
        escape_at: false,
        fence: Some("text"),
        replace: &[],
    },
    supports: Supports { flags: true, tuples: true, nested_results: true, chars: true, spread: false, aliases: true },
    guest: Guest { max_integer: None, flat_unions: false, checked: true },
};

fn case(kind: Kind) -> Case {
    match kind {
        Kind::Root | Kind::Module => Case::Snake,
        Kind::Operation | Kind::Method => Case::Snake,
        Kind::Param => Case::Snake,
        Kind::Field => Case::Snake,
        Kind::Type | Kind::Options => Case::Pascal,
        Kind::Case => Case::Pascal,
        Kind::EnumCase => Case::Pascal,
        Kind::Flag => Case::Upper,
    }
}

impl Arm for Rust {
    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    fn spell(&self, surface: &Surface, operation: &Operation) -> String {
        let _ = (surface, operation);
        String::new()
    }

    fn import_line(&self, surface: &Surface, module: ModuleIndex) -> String {
        let _ = (surface, module);
        String::new()
    }

    fn type_text(&self, surface: &Surface, ty: &Type) -> String {
        let _ = (surface, ty);
        String::new()
    }

    fn signature(&self, surface: &Surface, operation: &Operation) -> String {
        let _ = (surface, operation);
        String::new()
    }

    fn declaration(&self, surface: &Surface, ty: TypeIndex) -> String {
        let _ = (surface, ty);
        String::new()
    }

    fn value(&self, surface: &Surface, ty: &Type, value: &Value) -> String {
        let _ = (surface, ty, value);
        String::new()
    }

    fn call(&self, surface: &Surface, operation: &Operation, example: &Example) -> String {
        let _ = (surface, operation, example);
        String::new()
    }

    fn program(&self, surface: &Surface, calls: &[(&Operation, &Example)]) -> String {
        let _ = (surface, calls);
        String::new()
    }

    fn segment(&self, surface: &Surface) -> String {
        let _ = surface;
        String::new()
    }

    fn sdk(&self, surface: &Surface, context: &Context<'_>) -> Result<FileSet, EmitError> {
        let _ = (surface, context);
        Ok(FileSet::new())
    }
}
