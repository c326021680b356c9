//! The few colours the command uses. They are taken out where the output is no terminal.

/// A heading.
pub(crate) fn heading(text: &str) -> String {
    format!("\u{1b}[1m{text}\u{1b}[0m")
}

/// Something that went wrong.
pub(crate) fn bad(text: &str) -> String {
    format!("\u{1b}[1;31m{text}\u{1b}[0m")
}

/// Something that went well.
pub(crate) fn good(text: &str) -> String {
    format!("\u{1b}[32m{text}\u{1b}[0m")
}

/// Something worth knowing.
pub(crate) fn notice(text: &str) -> String {
    format!("\u{1b}[1;33m{text}\u{1b}[0m")
}

/// Something on the side.
pub(crate) fn dim(text: &str) -> String {
    format!("\u{1b}[2m{text}\u{1b}[0m")
}
