//! Rust: every program becomes a component of its own, by an installed rustc and the table's SDK. Nothing is added to its
//! text. spec: arms, 7.4
//!
//! The compiler and the libraries programs may use are installed once (`installation`); the SDK is a library, built when
//! the first program comes (`library`). What a program makes is kept by everything it was made from (`kept`), so rustc
//! is asked only for what it has not seen. A program is compiled outside of the sandbox, so what would reach out of it
//! meanwhile is refused (`authority`), and how long and how large a compilation may get is bounded (`compiler`).

mod arm;
mod authority;
mod build;
mod compiler;
mod findings;
mod installation;
mod items;
mod kept;
mod library;
mod tokens;
mod write;

pub use arm::Rust;
pub use compiler::Bounds;
pub use installation::Installation;
