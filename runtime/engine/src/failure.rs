//! Failures: the one a method gives, and the one a program gets.
//!
//! The two wire types are the toolchain's own part of every package, so they are the same for every table.

use std::{borrow::Cow, fmt};

use serde::{Deserialize, Serialize};
use wasmtime::component::{ComponentType, Lift, Lower};

use crate::{
    request::{Object, Recorded, record_text},
    table::Operation,
};

/// What class of failure it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ComponentType, Lift, Lower)]
#[serde(rename_all = "snake_case")]
#[component(enum)]
#[repr(u8)]
pub enum ErrorCode {
    /// The request is wrong as it stands.
    #[component(name = "invalid-argument")]
    InvalidArgument,
    /// Something the request names does not exist.
    #[component(name = "not-found")]
    NotFound,
    /// Well formed, but it clashes with how things stand.
    #[component(name = "conflict")]
    Conflict,
    /// The host declines now, or for this holder.
    #[component(name = "refused")]
    Refused,
    /// This agent does not have the call.
    #[component(name = "unavailable")]
    Unavailable,
    /// A ceiling of size, count, depth or time was met.
    #[component(name = "limit-exceeded")]
    LimitExceeded,
    /// The world or the host failed, not the request.
    #[component(name = "io-error")]
    IoError,
    /// None of the others.
    #[component(name = "other")]
    Other,
}

impl ErrorCode {
    /// Every code, in the order of the wire.
    pub const ALL: [Self; 8] = [
        Self::InvalidArgument,
        Self::NotFound,
        Self::Conflict,
        Self::Refused,
        Self::Unavailable,
        Self::LimitExceeded,
        Self::IoError,
        Self::Other,
    ];

    /// The word a program reads.
    pub fn word(self) -> &'static str {
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

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The failure of a call, as a program gets it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ComponentType, Lift, Lower)]
#[component(record)]
pub struct ApiError {
    /// The class of the failure.
    pub code: ErrorCode,
    /// The operation's key.
    pub operation: String,
    /// The operation's full id.
    pub id: String,
    /// What went wrong, for whoever wrote the program.
    pub message: String,
}

impl ApiError {
    /// The failure of a call of this operation.
    pub fn new(operation: &Operation, error: CallError) -> Self {
        Self {
            code: error.code,
            operation: operation.key.to_owned(),
            id: operation.id.to_owned(),
            message: error.message.into_owned(),
        }
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} failed ({}): {}", self.id, self.code, self.message)
    }
}

impl std::error::Error for ApiError {}

/// The failure a method gives. Which call it was is known to the bracket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallError {
    /// The class of the failure.
    pub code: ErrorCode,
    /// What went wrong, for whoever wrote the program; the cause alone.
    pub message: Cow<'static, str>,
}

impl CallError {
    /// A failure.
    pub fn new(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Self {
        Self { code, message: message.into() }
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

impl std::error::Error for CallError {}

/// An operating system "not found" is `not-found`; any other operating system error is `io-error`.
impl From<std::io::Error> for CallError {
    fn from(error: std::io::Error) -> Self {
        let code = match error.kind() {
            std::io::ErrorKind::NotFound => ErrorCode::NotFound,
            _ => ErrorCode::IoError,
        };
        Self::new(code, error.to_string())
    }
}

impl Recorded for ErrorCode {
    fn record(&self, json: &mut String) {
        record_text(&self.word().replace('-', "_"), json);
    }
}

impl Recorded for ApiError {
    fn record(&self, json: &mut String) {
        Object::open(json)
            .member("code", &self.code)
            .member("operation", &self.operation)
            .member("id", &self.id)
            .member("message", &self.message)
            .close();
    }
}
