//! Rust on gg-host through the sandbox: how programs end, how they use the calls, and loaded code.

mod ends;
mod loaded;
