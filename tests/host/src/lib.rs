//! The generated host side of gg's table and of every table in `tests/tables/`, with what it takes to run it: a double
//! that implements each host, a recorder that keeps what the bracket is told, and a component that forwards every call.

pub mod automaton;
mod double;
mod engine;
mod mirror;
pub mod quiet;
mod run;
mod values;

pub use double::{Answer, Double};
pub use engine::{EngineData, Ran, ScriptEngine, Told, engine_module};
pub use gg_engine::sandbox::{ErrorKind, ProgramError};
pub use mirror::mirror;
pub use run::{Data, Recorder, Run, agent, block_on, everything, runtime};
pub use values::{sample, to_json, to_val};

#[rustfmt::skip]
#[allow(missing_docs, reason = "the tables' own")]
pub mod tables {
    //! A module per table.
    include!(concat!(env!("OUT_DIR"), "/tables.rs"));
}
