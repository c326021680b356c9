//! What happens between programs: an agent asks a model for a program, runs it, and shows the model what came of it, turn
//! by turn until its session ends. spec: runtime, 4 to 9, 15, 23 and 25

mod agent;
mod board;
mod ceilings;
mod children;
mod close;
mod compaction;
mod event;
mod hooks;
mod journal;
mod kept;
mod keys;
mod launch;
mod open;
mod persistent;
mod prompt;
mod recall;
mod replay;
mod replied;
mod reply;
mod run;
mod stand_up;
mod status;
mod stop;
mod succession;
mod tally;
mod turn;

pub use agent::{Agent, Ended, Equipment};
pub use board::Team;
pub use ceilings::Ceilings;
pub use event::{Event, Told};
pub use journal::{
    Begun, Entry, Interruption, Journal, JournalError, Kind, Log, Opening, Record, Session, Sessions, Sources,
};
pub use prompt::{SystemPromptError, system};
pub use replay::{Compared, Divergence, Instead, Recorded, Replayed, Resuming};
pub use run::{Run, Spending, resumed};
pub use stand_up::{Named, Place, StandUpError};
pub use status::Status;
