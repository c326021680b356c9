//! The TypeScript arm.

use super::{Arm, Guest, Optional, Profile, ReservedWords, Supports};
use crate::{
    emit::{Context, EmitError},
    markdown::CommentFormat,
    names::{Case, Kind},
    output::FileSet,
    surface::{Example, ModuleIndex, Operation, Surface, Type, TypeIndex, Value},
};

/// Programs in TypeScript.
#[derive(Debug)]
pub struct TypeScript;

static PROFILE: Profile = Profile {
    id: "typescript",
    label: "TypeScript",
    fence: "ts",
    program: "program.ts",
    module_file: "skill.ts",
    separator: ".",
    case,
    cases_in_module: false,
    reserved: &[ReservedWords {
        kinds: &[Kind::Root, Kind::Module, Kind::Operation, Kind::Param, Kind::Type, Kind::Options],
        words: &[
            "break",
            "case",
            "catch",
            "class",
            "const",
            "continue",
            "debugger",
            "default",
            "delete",
            "do",
            "else",
            "enum",
            "export",
            "extends",
            "false",
            "finally",
            "for",
            "function",
            "if",
            "import",
            "in",
            "instanceof",
            "new",
            "null",
            "return",
            "super",
            "switch",
            "this",
            "throw",
            "true",
            "try",
            "typeof",
            "var",
            "void",
            "while",
            "with",
            "yield",
            "let",
            "static",
            "await",
            "implements",
            "interface",
            "package",
            "private",
            "protected",
            "public",
            "eval",
            "arguments",
        ],
    }],
    escape: "_",
    helpers: &[],
    optional: Optional::BagUnlessAlone,
    comment: CommentFormat {
        open: "/**",
        prefix: " * ",
        close: " */",
        one_line: true,
        width: 100,
        escape_at: true,
        fence: None,
        replace: &[("*/", "*\\/")],
    },
    supports: Supports { flags: true, tuples: true, nested_results: true, chars: true, spread: true, aliases: true },
    guest: Guest { max_integer: Some((1 << 53) - 1), flat_unions: true, checked: true },
};

fn case(kind: Kind) -> Case {
    match kind {
        Kind::Root | Kind::Module => Case::Camel,
        Kind::Operation | Kind::Method => Case::Camel,
        Kind::Param => Case::Camel,
        Kind::Field => Case::Camel,
        Kind::Type | Kind::Options => Case::Pascal,
        Kind::Case => Case::Kebab,
        Kind::EnumCase => Case::Kebab,
        Kind::Flag => Case::Camel,
    }
}

impl Arm for TypeScript {
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
