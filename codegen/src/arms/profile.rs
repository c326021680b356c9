//! What is data about an arm.

use super::Optional;
use crate::{
    markdown::CommentFormat,
    names::{Case, Kind},
};

/// What codegen and the documentation need to know of a language.
#[derive(Debug)]
pub struct Profile {
    /// The arm's id: `typescript`.
    pub id: &'static str,
    /// The language's name: `TypeScript`.
    pub label: &'static str,
    /// The language of a Markdown fence.
    pub fence: &'static str,
    /// What a program's file is called: `program.ts`.
    pub program: &'static str,
    /// What a skill's module file is called: `skill.ts`.
    pub module_file: &'static str,
    /// What stands between the parts of a qualified name.
    pub separator: &'static str,
    /// How names are spelled, by what they are for.
    pub case: fn(Kind) -> Case,
    /// Whether a case of a variant is a name of the module (its type's name in front) and not of its type.
    pub cases_in_module: bool,
    /// Words that may not be used as they are.
    pub reserved: &'static [ReservedWords],
    /// What follows a reserved word.
    pub escape: &'static str,
    /// Names the generated code needs for itself, by the kind of name they would collide with.
    pub helpers: &'static [(Kind, &'static [&'static str])],
    /// How a call takes what may be left out.
    pub optional: Optional,
    /// How documentation is written in its source.
    pub comment: CommentFormat,
    /// What it can express.
    pub supports: Supports,
    /// What its engine can carry.
    pub guest: Guest,
    /// What its programs rest on.
    pub programs: Programs,
}

/// Words reserved in some places of a language.
#[derive(Debug)]
pub struct ReservedWords {
    /// The places.
    pub kinds: &'static [Kind],
    /// The words, as they would be spelled there.
    pub words: &'static [&'static str],
}

/// What a language's SDK can express. What is off makes a located error about the row that needs it.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "a table of features")]
pub struct Supports {
    /// Flags types.
    pub flags: bool,
    /// Tuples.
    pub tuples: bool,
    /// Results nested in values.
    pub nested_results: bool,
    /// Characters.
    pub chars: bool,
    /// Variants spread into their record.
    pub spread: bool,
    /// Methods on types.
    pub aliases: bool,
}

/// What the engine that runs the language can carry.
#[derive(Debug, Clone, Copy)]
pub struct Guest {
    /// The largest integer that arrives unchanged; none where all of 64 bits do.
    pub max_integer: Option<u64>,
    /// Whether a union is flat: `kind` beside the fields of a record payload.
    pub flat_unions: bool,
    /// Whether programs are checked before they run.
    pub checked: bool,
}

/// What programs of a language rest on, which decides whom a change of the table breaks.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "a table of features")]
pub struct Programs {
    /// A required argument may be given by its name.
    pub named_arguments: bool,
    /// A type has a name that a program can write.
    pub named_types: bool,
    /// A type is told from another of the same shape.
    pub nominal: bool,
    /// A value has exactly its type: none is left out of a record, an option is not given bare, a number is of one width.
    pub exact: bool,
    /// A record can be made or taken apart by the order of its fields.
    pub positional_records: bool,
}

impl Profile {
    /// Whether a word may not be used as it is in a place.
    pub fn is_reserved(&self, kind: Kind, word: &str) -> bool {
        self.reserved.iter().any(|set| set.kinds.contains(&kind) && set.words.contains(&word))
    }
}
