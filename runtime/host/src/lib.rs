//! The operations of gg's table: what a program's calls do.

/// What the table makes of itself: types, a trait per module, the linker's side of every call.
#[rustfmt::skip]
#[allow(clippy::pedantic, missing_docs, unreachable_pub, dead_code, reason = "generated from the table")]
pub mod operations {
    include!(concat!(env!("OUT_DIR"), "/host/mod.rs"));
}
