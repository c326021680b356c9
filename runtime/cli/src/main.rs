//! The command `gg`.

fn main() {}
