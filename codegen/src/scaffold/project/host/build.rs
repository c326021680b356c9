//! Makes the host side of the table, whenever the table changes.

fn main() -> std::process::ExitCode {
    gg_codegen::Build::new("../operations.toml").host().run()
}
