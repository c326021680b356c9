//! What generated host code stands on: static tables, grants, the bracket around every call, requests and failures.
//!
//! Nothing here knows an operation. A table's own code (`host/` of the generated output) brings the types, a trait per
//! module, an `OperationId` and `add_to_linker`; it calls [`serve`] once per arriving call, and `serve` is the one place
//! in which the order of a call's steps is written.
//!
//! The interface `feedback` and the exports of the world are not part of a table's code: they are the same for every
//! table, and belong to the sandbox itself.

pub mod arm;
mod bracket;
mod call;
pub mod docs;
mod failure;
mod flags;
mod grants;
mod guard;
mod package;
pub mod prompt;
pub mod record;
mod refusal;
mod request;
pub mod sandbox;
mod sentences;
mod table;
mod turn_error;

pub use bracket::{Answered, Answers, Bracket, Outcome, Pending, StoreData, serve};
pub use call::{Agent, Call};
pub use failure::{ApiError, CallError, ErrorCode};
pub use flags::{Flags, deserialize_flags, record_flags, serialize_flags};
pub use grants::{Grants, Holding, Operations};
pub use package::{JavaScript, Package, Python, Rust};
pub use request::{Object, Recorded, record_case, record_text};
pub use sentences::{Sentences, fill};
pub use table::{ArmId, Binding, Capability, DuringCompaction, Member, Mode, Module, Operation, Table, TableOperation};
pub use turn_error::{Base, TurnError};
