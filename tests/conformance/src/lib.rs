//! Typed calls and what must come of them, as data: `data/*.toml`. A suite an arm renders them into its language and runs
//! them on gg-host. The program compares values, for they are its language's; the host's side compares the rest.

mod data;
mod fixture;
mod values;

pub use data::{Before, Case, Kept, Omitted, cases, omitted};
pub use fixture::{Fixture, Told, served};
pub use values::{args, typed};
