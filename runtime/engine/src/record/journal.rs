//! What a session keeps of every call, beyond the bounds of a roster.

use std::time::Duration;

use crate::{call::Call, failure::CallError};

/// Is told of every call, refused or not: what a session's record and its telemetry are made of.
pub trait Journal: Send {
    /// The bracket of a call has opened.
    fn opened(&mut self, call: &Call);

    /// It has closed.
    fn closed(&mut self, call: &Call, closed: &Closed<'_>);
}

/// How a call ended.
#[derive(Debug)]
pub struct Closed<'a> {
    /// The value as JSON, or the failure.
    pub result: Result<String, &'a CallError>,
    /// Whether its implementation ran.
    pub performed: bool,
    /// How long it took, from its arrival to its answer.
    pub took: Duration,
}
