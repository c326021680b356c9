//! Typed calls and what must come of them, as data: `data/*.toml`. Every arm is given them in its language, and runs them on
//! gg-host. The program compares values, for they are its language's; the host's side compares the rest.

mod arms;
mod check;
mod data;
mod fixture;
mod program;
pub mod run;
mod spelling;
mod values;

pub use arms::{arms, runtime, runtime_of, rust};
pub use check::{Checked, check};
pub use data::{Before, Case, Kept, Omitted, Texts, cases, omitted, texts};
pub use fixture::{Fixture, Told, journal, served};
pub use program::program;
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
