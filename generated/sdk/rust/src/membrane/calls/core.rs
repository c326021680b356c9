// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! What crosses for the module `core`.

use crate::core::{ApiError, ErrorCode, TextEdit};
use crate::membrane::form::{patch, record, words};

words! {
    ErrorCode {
        0 => InvalidArgument = "invalid_argument",
        1 => NotFound = "not_found",
        2 => Conflict = "conflict",
        3 => Refused = "refused",
        4 => Unavailable = "unavailable",
        5 => LimitExceeded = "limit_exceeded",
        6 => IoError = "io_error",
        7 => Other = "other",
    }
}

record! {
    ApiError {
        code ("code"): ErrorCode,
        operation ("operation"): String,
        id ("id"): String,
        message ("message"): String,
    }
}

patch! {
    TextEdit {
        0 => Keep = "keep",
        1 => Clear = "clear",
        2 => Set(payload: String) = "set",
    }
}
