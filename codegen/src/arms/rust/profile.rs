//! The Rust arm's data.

use super::super::{Guest, Optional, Profile, Programs, ReservedWords, Supports};
use crate::{
    markdown::CommentFormat,
    names::{Case, Kind},
};

pub(super) static PROFILE: Profile = Profile {
    id: "rust",
    label: "Rust",
    fence: "rust",
    program: "program.rs",
    module_file: "skill.rs",
    separator: "::",
    case,
    cases_in_module: false,
    reserved: &[
        ReservedWords {
            kinds: &[Kind::Root, Kind::Module, Kind::Operation, Kind::Param, Kind::Field, Kind::Method],
            words: KEYWORDS,
        },
        // The name of an options struct is no word: it ends in `Options`.
        ReservedWords { kinds: &[Kind::Type, Kind::Case, Kind::EnumCase], words: &["Self"] },
        // The crate of the program, and the one every crate has.
        ReservedWords { kinds: &[Kind::Root], words: &["program", "std"] },
        // The crate's root file, and what is not a module of the table.
        ReservedWords { kinds: &[Kind::Module], words: &["lib", "membrane", "program"] },
        // What signatures name without a path.
        ReservedWords { kinds: &[Kind::Type], words: &["Option", "Result", "String", "Vec"] },
    ],
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
    programs: Programs {
        named_arguments: false,
        named_types: true,
        nominal: true,
        exact: true,
        positional_records: false,
    },
};

/// Words that are no identifier in edition 2024.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod",
    "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true",
    "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

fn case(kind: Kind) -> Case {
    match kind {
        Kind::Root | Kind::Module | Kind::Operation | Kind::Method | Kind::Param | Kind::Field => Case::Snake,
        Kind::Type | Kind::Options | Kind::Case | Kind::EnumCase => Case::Pascal,
        Kind::Flag => Case::Upper,
    }
}
