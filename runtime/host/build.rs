//! Makes the host side of the table, which is what is compiled: an edit to the table reaches the next build by itself.

use std::process::ExitCode;

fn main() -> ExitCode {
    gg_codegen::Build::new("../../operations.toml").host().run()
}
