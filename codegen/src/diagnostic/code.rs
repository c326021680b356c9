//! The catalogue of diagnostic codes: an id, a severity, a title and what `explain` says.

use super::Severity;

/// A rule of the table.
#[derive(Debug, Clone, Copy)]
pub struct Code {
    /// `GG` and four digits.
    pub id: &'static str,
    /// Whether breaking it refuses the table.
    pub severity: Severity,
    /// The rule in a few words.
    pub title: &'static str,
    /// Markdown: a paragraph that says why, and an example that breaks it next to one that keeps it.
    pub explain: &'static str,
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Code {}

macro_rules! codes {
    ($($name:ident $id:literal $title:literal)*) => {
        $(
            #[doc = concat!("`", $id, "`: ", $title, ".")]
            pub const $name: Code = Code {
                id: $id,
                severity: Severity::Error,
                title: $title,
                explain: include_str!(concat!("explain/", $id, ".md")),
            };
        )*

        /// Every code, in the order of their ids.
        pub const CODES: &[Code] = &[$($name),*];
    };
}

codes! {
    SYNTAX "GG0001" "the text is no TOML"
    TOO_LARGE "GG0002" "the table is too large"
    UNKNOWN_FIELD "GG0003" "an unknown field"
    MISSING_FIELD "GG0004" "a missing field"
    WRONG_TYPE "GG0005" "a value of the wrong type"
    BLANK "GG0006" "a blank text"
    NAME_SHAPE "GG0007" "a name out of shape"
    UNKNOWN_WORD "GG0008" "a word that is not one of the legal ones"
    SUMMARY "GG0009" "a summary of more than one paragraph"
    LISTED_TWICE "GG0010" "something listed twice"
    DUPLICATE "GG0011" "two entries of one name"
    RESERVED "GG0012" "a name the toolchain keeps"
    UNKNOWN_MODULE "GG0013" "an unknown module"
    EMPTY_MODULE "GG0014" "a module that holds nothing"
    BINDING "GG0015" "no binding, or more than one"
    UNKNOWN_CAPABILITY "GG0016" "an undeclared capability"
    UNUSED_CAPABILITY "GG0017" "a capability that buys nothing"
    UNKNOWN_ARM "GG0018" "an unknown arm"
    WIT "GG0019" "the text is no WIT"
    COMMENT "GG0020" "a comment that documents nothing"
    USE "GG0021" "a `use` line in the types of a module"
    REFUSED_TYPE "GG0022" "a kind of type that is not supported"
    UNKNOWN_TYPE "GG0023" "an unknown type"
    UNUSED_TYPE "GG0024" "a type nothing uses"
    UNDOCUMENTED "GG0025" "something undocumented"
    EMPTY_TYPE "GG0026" "a type without members"
    TOO_LARGE_TYPE "GG0027" "a type that is too large"
    NESTED_OPTION "GG0028" "an option within an option"
    RECURSION "GG0029" "a type that contains itself"
    PATCH "GG0030" "a patch where nothing can be left out"
    KIND_IN_UNION "GG0031" "a field `kind` in a record of a union"
    MARK "GG0032" "a mark that does not fit"
    INTERFACE_CYCLE "GG0033" "modules that need each other's types"
    UNSUPPORTED "GG0034" "a type an arm cannot express"
    COLLISION "GG0035" "two names that meet"
    RESERVED_WORD "GG0036" "a reserved word an arm cannot escape"
    OVERRIDE "GG0037" "a spelling that does not fit"
    UNKNOWN_OPERATION "GG0038" "an unknown operation"
    INSTEAD_OF_ITSELF "GG0039" "a call suggested instead of itself"
    UNKNOWN_ERROR "GG0040" "an unknown error code"
    DEFERRED "GG0041" "a deferred operation that returns what it cannot know"
    NO_EXAMPLE "GG0042" "an operation without an example"
    EXAMPLE_UNKNOWN "GG0043" "an example that gives what is not asked for"
    EXAMPLE_MISSING "GG0044" "an example that leaves out what is required"
    EXAMPLE_TYPE "GG0045" "an example value of another type"
    EXAMPLE_RANGE "GG0046" "an example number out of range"
    EXAMPLE_CARRIED "GG0047" "an example number some arm cannot pass"
    REFERENCE "GG0048" "a reference to nothing"
    ALIAS "GG0049" "an alias that does not fit"
    PARAMETERS "GG0050" "an operation of too many parameters"
}
