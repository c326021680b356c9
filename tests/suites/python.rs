//! The Python SDK of every table: as its checkers read it, as the interpreter runs it with the membrane's functions
//! replaced, and in a real component. Set `GG_TOOLS` to share the tools between checkouts.

#[path = "python/arguments.rs"]
mod arguments;
#[path = "python/checked.rs"]
mod checked;
#[path = "python/closed.rs"]
mod closed;
#[path = "python/docstrings.rs"]
mod docstrings;
#[path = "python/emitted.rs"]
mod emitted;
#[path = "python/guest.rs"]
mod guest;
#[path = "python/host.rs"]
mod host;
#[path = "python/keywords.rs"]
mod keywords;
#[path = "python/recorded.rs"]
mod recorded;
#[path = "python/wasi.rs"]
mod wasi;
