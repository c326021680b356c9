//! What the programs of an arm rest on, as far as it decides which of them a change breaks.

use crate::arms::{ArmIndex, Optional};

/// What programs of an arm rest on.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "a table of features")]
pub(super) struct Idiom {
    /// How a call takes what may be left out.
    pub(super) optional: Optional,
    /// A required argument may be given by its name.
    pub(super) named_arguments: bool,
    /// A type has a name that a program can write.
    pub(super) named_types: bool,
    /// A type is told from another of the same shape.
    pub(super) nominal: bool,
    /// A value has exactly its type: none is left out of a record, an option is not given bare, a number is of one width.
    pub(super) exact: bool,
    /// A record can be made or taken apart by the order of its fields.
    pub(super) positional_records: bool,
    /// A compiler looks at every branch before the program runs.
    pub(super) checked: bool,
}

impl Idiom {
    /// The idiom of an arm.
    pub(super) fn of(arm: ArmIndex) -> Self {
        let profile = arm.arm().profile();
        let keywords = profile.optional == Optional::Keywords;
        let exact = profile.optional == Optional::BagOfSeveral;
        Self {
            optional: profile.optional,
            named_arguments: keywords,
            named_types: profile.id != "javascript",
            nominal: exact || keywords,
            exact,
            positional_records: keywords,
            checked: profile.guest.checked,
        }
    }
}
