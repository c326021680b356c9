//! What a program is told of code that was not bound.

use gg_engine::arm::{Diagnostic, Rejection};

use super::Origin;

/// Findings that are told at most.
const MOST_FINDINGS: usize = 20;

/// The findings of a compiler, one after the other.
pub(super) fn findings(diagnostics: &[Diagnostic]) -> String {
    let told: Vec<&str> = diagnostics.iter().take(MOST_FINDINGS).map(|diagnostic| diagnostic.text.as_str()).collect();
    let more = match diagnostics.len().saturating_sub(MOST_FINDINGS) {
        0 => String::new(),
        more => format!("\n({more} more)"),
    };
    format!("{}{more}", told.join("\n"))
}

/// What follows the text of a read whose code was not bound.
pub(super) fn not_bound(origin: Origin, rejection: &Rejection) -> String {
    match rejection {
        Rejection::Diagnosed { diagnostics, .. } => {
            format!("\n\nThe code of this {origin} does not compile and is not loaded:\n{}", findings(diagnostics))
        }
        Rejection::Toolchain { .. } | Rejection::Defect(_) => format!(
            "\n\nThe code of this {origin} is not loaded, for a compiler could not finish; the next use of the {origin} \
             tries again."
        ),
    }
}
