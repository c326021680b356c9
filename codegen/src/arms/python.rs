//! The Python arm.

use super::{Arm, Guest, Optional, Profile, ReservedWords, Supports};
use crate::{
    emit::{Context, EmitError},
    markdown::CommentFormat,
    names::{Case, Kind},
    output::FileSet,
    surface::{Example, ModuleIndex, Operation, Surface, Type, TypeIndex, Value},
};

/// Programs in Python.
#[derive(Debug)]
pub struct Python;

static PROFILE: Profile = Profile {
    id: "python",
    label: "Python",
    fence: "python",
    program: "program.py",
    module_file: "skill.py",
    separator: ".",
    case,
    cases_in_module: true,
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
            "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def",
            "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda",
            "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
        ],
    }],
    escape: "_",
    helpers: &[],
    optional: Optional::Keywords,
    comment: CommentFormat {
        open: r#"""""#,
        prefix: "",
        close: r#"""""#,
        one_line: true,
        width: 100,
        escape_at: false,
        fence: None,
        replace: &[("\\", "\\\\"), ("\"\"\"", "\\\"\\\"\\\"")],
    },
    supports: Supports { flags: true, tuples: true, nested_results: true, chars: true, spread: true, aliases: true },
    guest: Guest { max_integer: None, flat_unions: false, checked: false },
};

fn case(kind: Kind) -> Case {
    match kind {
        Kind::Root | Kind::Module => Case::Snake,
        Kind::Operation | Kind::Method => Case::Snake,
        Kind::Param => Case::Snake,
        Kind::Field => Case::Snake,
        Kind::Type | Kind::Options => Case::Pascal,
        Kind::Case => Case::Pascal,
        Kind::EnumCase => Case::Upper,
        Kind::Flag => Case::Upper,
    }
}

impl Arm for Python {
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
