//! Estimates of what a text takes in the window.
//!
//! No provider's count is exact for another's model; the estimate is that of a common vocabulary. It is loaded when
//! first asked for, which takes about 0.1 s.

/// The tokens of a text.
pub(crate) fn estimate(text: &str) -> u64 {
    tiktoken_rs::cl100k_base_singleton().encode_ordinary(text).len() as u64
}
