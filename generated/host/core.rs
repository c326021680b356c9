// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! The failure of a call, and types that several modules share.
//!
//! Besides the failures its own documentation lists, any call can fail with:
//!
//! - `unavailable`: this agent does not have the call, or what stands behind it is missing in this
//!   run;
//! - `limit-exceeded`: the time for the run is used up; only documentation, views other than of
//!   files, earlier programs and endings are served then;
//! - `refused`: not now, for one while the window waits to be compacted; the message names the call
//!   that is wanted;
//! - `invalid-argument`: an argument has the wrong shape or value; a required text must not be
//!   blank;
//! - `io-error`: reading, writing or starting something failed, or gg has a defect, which the
//!   message then says;
//! - `other`: none of these.
#![allow(
    clippy::doc_markdown,
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    clippy::struct_excessive_bools,
    clippy::struct_field_names,
    clippy::too_many_arguments,
    clippy::type_complexity,
    clippy::wrong_self_convention,
    missing_docs,
    unreachable_pub,
    reason = "names, shapes and prose are the table's"
)]

use gg_engine::Recorded;
use serde::{Deserialize, Serialize};
use wasmtime::component::{ComponentType, Lift, Lower};
pub use ::gg_engine::ErrorCode as ErrorCode;
pub use ::gg_engine::ApiError as ApiError;

/// A change to an optional text: leave it, remove it, or replace it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[serde(rename_all = "snake_case")]
#[component(variant)]
pub enum TextEdit {
    /// Leave it as it is.
    #[component(name = "keep")]
    Keep,
    /// Make it absent.
    #[component(name = "clear")]
    Clear,
    /// Make it this text.
    #[component(name = "set")]
    Set(String),
}

impl Recorded for TextEdit {
    fn record(&self, json: &mut String) {
        match self {
            Self::Keep | Self::Clear => json.push_str("null"),
            Self::Set(value) => Recorded::record(value, json),
        }
    }

    fn is_left_out(&self) -> bool {
        matches!(self, Self::Keep)
    }
}
