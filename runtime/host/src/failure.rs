//! The failures of methods, in words: what was asked, what stands in the way, which bound was met.

use std::{borrow::Cow, fmt, io};

use gg_engine::{Call, CallError, ErrorCode};

use crate::text::is_blank;

/// The arguments are wrong as they stand.
pub(crate) fn invalid(message: impl Into<Cow<'static, str>>) -> CallError {
    CallError::new(ErrorCode::InvalidArgument, message)
}

/// What the arguments name does not exist.
pub(crate) fn not_found(message: impl Into<Cow<'static, str>>) -> CallError {
    CallError::new(ErrorCode::NotFound, message)
}

/// It clashes with how things stand.
pub(crate) fn conflict(message: impl Into<Cow<'static, str>>) -> CallError {
    CallError::new(ErrorCode::Conflict, message)
}

/// The moment, or the holder, does not allow it.
pub(crate) fn refused(message: impl Into<Cow<'static, str>>) -> CallError {
    CallError::new(ErrorCode::Refused, message)
}

/// A bound was met; the message gives the size and the bound.
pub(crate) fn limit(message: impl Into<Cow<'static, str>>) -> CallError {
    CallError::new(ErrorCode::LimitExceeded, message)
}

/// The world failed, not the request.
pub(crate) fn io(message: impl Into<Cow<'static, str>>) -> CallError {
    CallError::new(ErrorCode::IoError, message)
}

/// A required text that must not be blank.
pub(crate) fn required(call: &Call, param: &str, text: &str) -> Result<(), CallError> {
    if is_blank(text) { Err(invalid(format!("`{}` is blank", call.param(param)))) } else { Ok(()) }
}

/// A list of ids, none of which may be blank.
pub(crate) fn are_named(call: &Call, param: &str, ids: &[String]) -> Result<(), CallError> {
    if ids.iter().any(|id| is_blank(id)) {
        return Err(invalid(format!("`{}` has a blank id", call.param(param))));
    }
    Ok(())
}

/// A number for which zero is too small.
pub(crate) fn at_least_one(call: &Call, param: &str, number: Option<u32>) -> Result<(), CallError> {
    match number {
        Some(0) => Err(invalid(format!("`{}` is 0; the least is 1", call.param(param)))),
        _ => Ok(()),
    }
}

/// What the operating system says was wrong, without its number.
pub(crate) struct Cause<'a>(pub(crate) &'a io::Error);

impl fmt::Display for Cause<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.kind() {
            io::ErrorKind::IsADirectory => f.write_str("it is a directory"),
            io::ErrorKind::NotADirectory => f.write_str("it is not a directory"),
            io::ErrorKind::PermissionDenied => f.write_str("permission denied"),
            _ => {
                let text = self.0.to_string();
                let said = text.find(" (os error").map_or(text.as_str(), |at| &text[..at]);
                f.write_str(said)
            }
        }
    }
}
