//! What is data about the two arms. One SDK serves both, so whatever decides its names is the same for both.

use crate::{
    arms::{Guest, Optional, Profile, Programs, ReservedWords, Supports},
    markdown::CommentFormat,
    names::{Case, Kind},
};

/// What is the same for both; what is empty is each arm's own.
pub(in crate::arms) const BOTH: Profile = Profile {
    id: "",
    label: "",
    fence: "",
    program: "",
    module_file: "",
    separator: ".",
    case,
    cases_in_module: false,
    reserved: RESERVED,
    escape: "_",
    helpers: &[],
    optional: Optional::BagUnlessAlone,
    comment: COMMENT,
    supports: Supports { flags: true, tuples: true, nested_results: true, chars: true, spread: true, aliases: true },
    guest: Guest { max_integer: Some((1 << 53) - 1), flat_unions: true, checked: false },
    programs: Programs {
        named_arguments: false,
        named_types: false,
        nominal: false,
        exact: false,
        positional_records: false,
    },
};

/// `TSDoc`.
pub(super) const COMMENT: CommentFormat = CommentFormat {
    open: "/**",
    prefix: " * ",
    close: " */",
    one_line: true,
    width: 100,
    escape_at: true,
    fence: None,
    replace: &[("*/", "*\\/")],
};

fn case(kind: Kind) -> Case {
    match kind {
        Kind::Root | Kind::Module | Kind::Operation | Kind::Method | Kind::Param | Kind::Field | Kind::Flag => {
            Case::Camel
        }
        Kind::Type | Kind::Options => Case::Pascal,
        // The words of the table, as string literals.
        Kind::Case | Kind::EnumCase => Case::Kebab,
    }
}

/// What `gg:raw` is to the SDK.
pub(super) const RAW: &str = "raw";

/// Each entry is proved against Node and the TypeScript compiler by a test: a word missing here fails it, and so does a
/// needless one. Members of objects may have any name.
const RESERVED: &[ReservedWords] = &[
    ReservedWords { kinds: &[Kind::Root, Kind::Module, Kind::Operation, Kind::Param], words: gg_descriptors::RESERVED },
    ReservedWords { kinds: &[Kind::Module], words: &[RAW] },
    ReservedWords { kinds: &[Kind::Type], words: GLOBAL },
    // The one makes a class, the other a signature of its interface that makes one.
    ReservedWords { kinds: &[Kind::Method], words: &["constructor", "new"] },
];

/// Globals the SDK itself uses where a type of the same name would hide them.
const GLOBAL: &[&str] = &["Error", "Object", "Omit", "Symbol", "Uint8Array"];
