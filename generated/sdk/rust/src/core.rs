// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! The failure of a call, and types that several modules share.
//!
//! Besides the failures its own documentation lists, any call can fail with:
//!
//! - `unavailable`: this agent does not have the call, or what stands behind it is missing in this
//!   run;
//! - `limit-exceeded`: the time for the run is used up; only documentation, views other than of
//!   files, earlier programs and endings are served then;
//! - `refused`: not now, for one while the window waits to be compacted; the message names the call
//!   that is wanted;
//! - `invalid-argument`: an argument has the wrong shape or value; a required text must not be
//!   blank;
//! - `io-error`: reading, writing or starting something failed, or gg has a defect, which the
//!   message then says;
//! - `other`: none of these.

/// What class of failure it was; a program branches on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorCode {
    /// The request is wrong as it stands; change the arguments.
    InvalidArgument,
    /// Something the request names does not exist.
    NotFound,
    /// Well formed, but it clashes with how things stand (taken, not unique, a cycle, already
    /// returned).
    Conflict,
    /// The host declines now, or for this holder.
    Refused,
    /// This agent does not have the call.
    Unavailable,
    /// A ceiling of size, count, depth or time was met.
    LimitExceeded,
    /// The world or gg failed, not the request.
    IoError,
    /// None of the others.
    Other,
}

impl ErrorCode {
    /// The word, as every language has it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::InvalidArgument => "invalid-argument",
            Self::NotFound => "not-found",
            Self::Conflict => "conflict",
            Self::Refused => "refused",
            Self::Unavailable => "unavailable",
            Self::LimitExceeded => "limit-exceeded",
            Self::IoError => "io-error",
            Self::Other => "other",
        }
    }
}

impl ::core::fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        f.pad(self.as_str())
    }
}

impl ::core::str::FromStr for ErrorCode {
    type Err = crate::program::UnknownWord;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        match word {
            "invalid-argument" => Ok(Self::InvalidArgument),
            "not-found" => Ok(Self::NotFound),
            "conflict" => Ok(Self::Conflict),
            "refused" => Ok(Self::Refused),
            "unavailable" => Ok(Self::Unavailable),
            "limit-exceeded" => Ok(Self::LimitExceeded),
            "io-error" => Ok(Self::IoError),
            "other" => Ok(Self::Other),
            _ => {
                Err(crate::program::UnknownWord {
                    found: word.to_owned(),
                    expected: &[
                        "invalid-argument",
                        "not-found",
                        "conflict",
                        "refused",
                        "unavailable",
                        "limit-exceeded",
                        "io-error",
                        "other",
                    ],
                })
            }
        }
    }
}

/// The failure of a call.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ApiError {
    /// The class of the failure.
    pub code: ErrorCode,
    /// The operation's key: its id without the module.
    pub operation: String,
    /// The operation's full id.
    pub id: String,
    /// What went wrong, for whoever wrote the program.
    pub message: String,
}

impl ::core::fmt::Display for ApiError {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        let call = self.id.replace('.', "::");
        write!(f, "gg::{} failed ({}): {}", call, self.code, self.message)
    }
}

impl ::core::error::Error for ApiError {}

/// A change to an optional text: leave it, remove it, or replace it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub enum TextEdit {
    /// Leave it as it is.
    #[default]
    Keep,
    /// Make it absent.
    Clear,
    /// Make it this text.
    Set(String),
}

impl ::core::convert::From<String> for TextEdit {
    fn from(value: String) -> Self {
        Self::Set(value)
    }
}

impl ::core::convert::From<&str> for TextEdit {
    fn from(value: &str) -> Self {
        Self::Set(value.to_owned())
    }
}
