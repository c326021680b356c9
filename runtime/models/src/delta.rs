//! What can be told of a reply while it comes in, for a live view.

use std::time::Duration;

/// A piece of news.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delta<'a> {
    /// Text of the reply.
    Text(&'a str),
    /// What the model says to itself. It is no part of the reply.
    Thought(&'a str),
    /// A piece of the arguments of a submission, as the provider sends it: JSON.
    Submission {
        /// Which submission of the reply, from 0.
        at: usize,
        /// The piece.
        arguments: &'a str,
    },
    /// A try failed, and what was told of its reply is void. The next begins after a pause.
    Again {
        /// Tries that failed.
        tries: u32,
        /// The pause.
        pause: Duration,
        /// Why it failed.
        because: &'a str,
    },
}
