//! What the toolchain adds to every table: the failure type, the names it keeps, the module of shared types.

use super::{
    fields::Reader,
    text::Text,
    wit::{self, Item},
};
use crate::{diagnostic::Findings, source::Source};

pub(super) use crate::emit::wit::{FEEDBACK, WORLD};

/// The module that holds the failure type, by id.
pub(super) const CORE: &str = "core";
/// Its interface.
pub(super) const CORE_INTERFACE: &str = "types";
/// The types it declares, the failure type's code first.
pub(super) const TYPES: [&str; 2] = ["error-code", "api-error"];
/// Whether the toolchain keeps an interface, or a name that an interface may not have, for itself.
pub(super) fn keeps_interface(name: &str) -> bool {
    [CORE_INTERFACE, FEEDBACK, WORLD].contains(&name)
}

/// What the module says of itself where a table does not declare it.
pub(super) const CORE_SUMMARY: &str = "The failure of a call.";

/// The declarations of [`TYPES`], for a surface of a name.
pub(super) fn items(root: &str) -> Vec<Item> {
    let text = Text::made(include_str!("toolchain.wit").replace("ROOT", root));
    let source = Source::new("toolchain.wit", "");
    let mut reader = Reader::new(&source, super::document::Damage::default(), Findings::new());
    wit::parse_items(&mut reader, &text)
}
