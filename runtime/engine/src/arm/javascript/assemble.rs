//! The engine module, a table's adapter and its WIT package, joined into a component that imports exactly the membrane.

use wit_component::{ComponentEncoder, StringEncoding, embed_component_metadata};
use wit_parser::{Resolve, WorldId, decoding};

use super::ComponentError;
use crate::package::Package;

/// The engine, as it is kept in the repository; its checksum and its makers stand beside it.
pub const ENGINE: &[u8] = include_bytes!("../../../../arms/javascript/gg-javascript.wasm");
/// Its SHA-256, as it is kept beside it: to name the engine without reading all of it at every start.
pub(super) const CHECKSUM: &str = include_str!("../../../../arms/javascript/gg-javascript.wasm.sha256");

/// What the engine imports its table's adapter from.
const ADAPTER: &str = "gg_glue";

/// The component of a table, before its snapshot is taken. It exports what the world does, and `init`.
///
/// # Errors
///
/// The parts do not fit.
pub fn assemble(package: &Package) -> Result<Vec<u8>, ComponentError> {
    assemble_with(ENGINE, package)
}

/// The same with another build of the engine.
///
/// # Errors
///
/// The parts do not fit.
pub fn assemble_with(engine: &[u8], package: &Package) -> Result<Vec<u8>, ComponentError> {
    let decoded = decoding::decode(package.wit).map_err(ComponentError::at("reading the WIT package"))?;
    let mut resolve = decoded.resolve().clone();
    let (exports, imports) = worlds(&mut resolve, package).map_err(ComponentError::at("the engine's world"))?;
    let mut engine = engine.to_vec();
    embed_component_metadata(&mut engine, &resolve, exports, StringEncoding::UTF8)
        .map_err(ComponentError::at("describing the engine"))?;
    let mut adapter = package.javascript.adapter.to_vec();
    embed_component_metadata(&mut adapter, &resolve, imports, StringEncoding::UTF8)
        .map_err(ComponentError::at("describing the adapter"))?;
    ComponentEncoder::default()
        .module(&engine)
        .and_then(|encoder| encoder.adapter(ADAPTER, &adapter))
        .and_then(|encoder| encoder.validate(cfg!(debug_assertions)).encode())
        .map_err(ComponentError::at("joining engine and adapter"))
}

/// What the engine exports and what the adapter imports: the table's world, with `init`, and without its exports.
fn worlds(resolve: &mut Resolve, package: &Package) -> Result<(WorldId, WorldId), String> {
    // A name behind a percent sign is a name, whatever it is.
    let names: Vec<String> = package.table.package.split(':').map(|part| format!("%{part}")).collect();
    let text = format!(
        "package %gg-engine:%javascript;\n\
         world engine {{\n\
             include {}/%sandbox;\n\
             export init: func(descriptors: list<u8>, files: list<tuple<string, string>>);\n\
         }}\n\
         world adapter {{ include {}/%sandbox; }}\n",
        names.join(":"),
        names.join(":"),
    );
    let own = resolve.push_str("engine.wit", &text).map_err(|error| format!("{error:?}"))?;
    let world = |resolve: &Resolve, name: &str| {
        resolve.packages[own].worlds.get(name).copied().ok_or_else(|| format!("there is no world `{name}`"))
    };
    let (engine, adapter) = (world(resolve, "engine")?, world(resolve, "adapter")?);
    resolve.worlds[adapter].exports.clear();
    Ok((engine, adapter))
}

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::{CHECKSUM, ENGINE};

    #[test]
    fn the_checksum_is_that_of_the_engine() {
        let found = crate::arm::hexadecimal(&Sha256::digest(ENGINE));
        assert_eq!(CHECKSUM.split_whitespace().next(), Some(&*found));
    }
}
