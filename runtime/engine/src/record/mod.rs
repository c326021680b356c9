//! The record of what programs did: every call in its bracket, the rosters of a turn with their bounds, the counters and
//! timings of a program, and the journal that whoever runs agents may keep.

mod counters;
mod cut;
mod journal;
mod recorder;
mod roster;
mod turn;

pub use counters::Counters;
pub use cut::cut;
pub use journal::{Closed, Journal};
pub use recorder::{Fault, Recorder};
pub use roster::{CallEntry, GuardEntry, Roster, Rosters};
pub use turn::Turn;
