//! What is data about Python.

use crate::{
    arms::{Guest, Optional, Profile, Programs, ReservedWords, Supports},
    markdown::CommentFormat,
    names::{Case, Kind},
};

/// Words Python keeps for itself. Soft keywords (`match`, `case`, `type`, `_`) and builtins are names like others: a
/// call is always reached through its module, and the generated code borrows under another name what a table shadows.
const KEYWORDS: &[&str] = &[
    "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else", "except",
    "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise",
    "return", "try", "while", "with", "yield",
];

/// The keywords that are written like the name of a class.
const CONSTANTS: &[&str] = &["False", "None", "True"];

pub(super) static PROFILE: Profile = Profile {
    id: "python",
    label: "Python",
    fence: "python",
    program: "program.py",
    module_file: "skill.py",
    separator: ".",
    case,
    cases_in_module: true,
    // Words of enums and flags are in upper case, as no keyword is.
    reserved: &[
        ReservedWords {
            kinds: &[Kind::Root, Kind::Module, Kind::Operation, Kind::Param, Kind::Field, Kind::Method],
            words: KEYWORDS,
        },
        ReservedWords { kinds: &[Kind::Type, Kind::Options, Kind::Case], words: CONSTANTS },
    ],
    escape: "_",
    helpers: &[
        // What the package imports: one of its own name would stand in front of it.
        (
            Kind::Root,
            &[
                "collections",
                "componentize_py_types",
                "dataclasses",
                "enum",
                "functools",
                "importlib",
                "struct",
                "types",
                "typing",
                "wit_world",
            ],
        ),
        (Kind::Type, &["Err", "Ok", "Unchanged"]),
        // The bindings of a module use these beside the classes of its types, and break where one has the name.
        (Kind::Type, &["Enum", "Flag", "Union"]),
    ],
    optional: Optional::Keywords,
    comment: CommentFormat {
        open: r#"""""#,
        prefix: "",
        close: r#"""""#,
        one_line: true,
        width: 99,
        escape_at: false,
        fence: None,
        replace: &[("\\", "\\\\"), ("\"\"\"", "\\\"\\\"\\\""), ("\r", "\\r"), ("\0", "\\0")],
    },
    supports: Supports { flags: true, tuples: true, nested_results: true, chars: true, spread: true, aliases: true },
    guest: Guest { max_integer: None, flat_unions: false, checked: false },
    programs: Programs {
        named_arguments: true,
        named_types: true,
        nominal: true,
        exact: false,
        positional_records: true,
    },
};

fn case(kind: Kind) -> Case {
    match kind {
        Kind::Root | Kind::Module | Kind::Operation | Kind::Method | Kind::Param | Kind::Field => Case::Snake,
        Kind::Type | Kind::Options | Kind::Case => Case::Pascal,
        Kind::EnumCase | Kind::Flag => Case::Upper,
    }
}
