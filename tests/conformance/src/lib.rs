//! Typed calls and what must come of them, as data: `data/*.toml`. Every arm is given them in its language, and runs them on
//! gg-host. The program compares values, for they are its language's; the host's side compares the rest.

mod agents;
mod arms;
mod check;
mod data;
mod fixture;
mod program;
pub mod run;
mod spelling;
mod unfinished;
mod values;

pub use agents::{Agents, Started};
pub use arms::{arms, runtime, runtime_of, rust};
pub use check::{Checked, Entry, check, entries, landed, refused};
pub use data::{Before, Case, Kept, Omitted, Texts, cases, omitted, texts};
pub use fixture::{Fixture, Told, journal};
pub use program::{program, uncaught};
pub use spelling::Spelling;
pub use values::{args, typed};

use gg_codegen::{source::Source, surface::Surface};

/// gg's own table.
///
/// # Panics
///
/// It is refused.
pub fn surface() -> Surface {
    let source = Source::new("operations.toml", include_str!("../../../operations.toml"));
    gg_codegen::table::read(&source).surface.unwrap_or_else(|| panic!("the table is refused"))
}
