//! The membrane: the WIT package twice, documented for readers and bare for toolchains, and once more in binary.
//!
//! Documentation never travels through WIT to a toolchain, so a changed sentence rebuilds nothing: what arms bind and
//! cache keys hash is the bare text alone.

mod comment;
mod print;
mod words;

use sha2::{Digest, Sha256};
use wit_parser::{PackageId, Resolve};

use super::{Context, EmitError};
use crate::{
    output::FileSet,
    surface::{Surface, Type},
};
use print::Printer;

pub use words::escape;

/// The world every package has.
pub const WORLD: &str = "sandbox";

/// The interface every package has for the arms' own runtime code.
pub const FEEDBACK: &str = "feedback";

/// The whole package as one text without documentation, closed by a remark that it is generated.
pub fn bare(surface: &Surface) -> String {
    Printer::bare(surface).whole()
}

/// The name of the bare package's files, without an extension: `gg-sandbox`.
pub fn bare_name(surface: &Surface) -> String {
    format!("{}-{}", surface.name.wit, surface.package.name)
}

/// The path of the bare package in binary.
pub fn binary_path(surface: &Surface) -> String {
    format!("wit/bare/{}.wasm", bare_name(surface))
}

/// The SHA-256 of the [`bare`] package, in lower-case hexadecimal: two surfaces with one fingerprint have one membrane.
pub fn fingerprint(surface: &Surface) -> String {
    fingerprint_of(&bare(surface))
}

/// The same, of the package's text.
pub(super) fn fingerprint_of(bare: &str) -> String {
    Sha256::digest(bare).iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}

/// The [`bare`] package as wit-parser reads it.
///
/// # Errors
///
/// wit-parser refuses it, which a surface that came from a table does not let happen.
pub fn parse(surface: &Surface) -> Result<(Resolve, PackageId), EmitError> {
    parse_text(surface, &bare(surface))
}

fn parse_text(surface: &Surface, bare: &str) -> Result<(Resolve, PackageId), EmitError> {
    let mut resolve = Resolve::new();
    let name = format!("{}.wit", bare_name(surface));
    let package = resolve.push_str(&name, bare).map_err(|e| error(&name, &e))?;
    Ok((resolve, package))
}

/// A type as it stands in the package.
pub fn type_text(surface: &Surface, ty: &Type) -> String {
    Printer::bare(surface).type_text(ty)
}

/// The files below `wit/`.
pub(super) fn emit(surface: &Surface, context: &Context<'_>) -> Result<FileSet, EmitError> {
    let mut files = FileSet::new();
    let documented = Printer::documented(surface, &context.header());
    for (name, text) in documented.files() {
        files.insert(format!("wit/documented/{name}.wit"), text);
    }
    let bare = bare(surface);
    let name = bare_name(surface);
    let (resolve, package) = parse_text(surface, &bare)?;
    let binary = wit_component::encode(&resolve, package).map_err(|e| error(&name, &e))?;
    files.insert(binary_path(surface), binary);
    files.insert(format!("wit/bare/{name}.wit"), bare);
    Ok(files)
}

fn error(name: &str, cause: &impl std::fmt::Display) -> EmitError {
    EmitError { output: format!("wit/bare/{name}"), message: format!("{cause:#}") }
}
