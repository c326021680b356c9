//! The operations of gg's table: what a program's calls do.
//!
//! A [`Profile`] says what an agent may do and how it is served; a [`Host`] is made from it and answers the calls that
//! arrive at the membrane.

mod carry;
mod declarations;
pub mod delegation;
pub mod dispatch;
mod failure;
mod hooks;
mod host;
pub mod language;
mod modules;
mod picture;
mod process;
pub mod profile;
pub mod prompt;
mod replay;
mod run_board;
mod shown;
pub mod skills;
mod store;
pub mod submission;
#[cfg(test)]
mod tests;
mod text;
mod tokens;
mod uses;
mod views;
pub mod window;
mod work;
mod workspace;

pub use carry::Carried;
pub use declarations::{Compaction, Declarations, Ending, Fork, MOST_FILES, Succession};
pub use delegation::{Delegation, Hand, Slot, Slots};
pub use hooks::{Action, BrokenHook, Event, Hook, Protected, Said, Script as HookScript, SessionEnd};
pub use host::{Host, ReadPolicy, Settings};
pub use process::Offload;
pub use profile::Profile;
pub use replay::Replay;
pub use run_board::{Bell, RunBoard};
pub use store::{Change, Kept, MemoryNotice, Program, RecordError, Store, StoreError, board, memories, tasks};
pub use text::visible;
pub use uses::{Origin, Pin, Script};
pub use views::{Body, Changes, Key, Refused, Rosters, SEARCH, View, Views, headed};
pub use workspace::Workspace;

/// What the table makes of itself: types, a trait per module, the linker's side of every call.
#[rustfmt::skip]
#[allow(clippy::pedantic, missing_docs, unreachable_pub, dead_code, reason = "generated from the table")]
pub mod operations {
    include!(concat!(env!("OUT_DIR"), "/host/mod.rs"));
}
