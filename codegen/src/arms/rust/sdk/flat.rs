//! The core values an argument becomes, by the canonical ABI.

use std::collections::BTreeMap;

use crate::surface::{Operation, Surface, Type, TypeIndex, TypeKind};

/// A call has at most this many core arguments; more go through memory.
const MOST: usize = 16;

/// A type of WebAssembly's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Core {
    I32,
    I64,
    F32,
    F64,
}

impl Core {
    /// The type Rust has for it.
    pub(super) fn rust(self) -> &'static str {
        match self {
            Self::I32 => "u32",
            Self::I64 => "u64",
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }

    /// What holds the one or the other.
    fn join(self, other: Self) -> Self {
        match (self, other) {
            (a, b) if a == b => a,
            (Self::I32 | Self::F32, Self::I32 | Self::F32) => Self::I32,
            _ => Self::I64,
        }
    }
}

/// Flattens types, each named one once.
#[derive(Debug)]
pub(super) struct Flattener<'a> {
    surface: &'a Surface,
    known: BTreeMap<TypeIndex, Vec<Core>>,
}

impl<'a> Flattener<'a> {
    pub(super) fn new(surface: &'a Surface) -> Self {
        Self { surface, known: BTreeMap::new() }
    }

    /// The core arguments of an operation; none where they go through memory.
    pub(super) fn arguments(&mut self, operation: &'a Operation) -> Option<Vec<Core>> {
        let all = self.sequence(operation.params.iter().map(|param| &param.ty));
        (all.len() <= MOST).then_some(all)
    }

    /// The core values of a type. Past one more than can be arguments there is no need to know them.
    fn flatten(&mut self, ty: &'a Type) -> Vec<Core> {
        match ty {
            Type::Bool | Type::U8 | Type::U16 | Type::U32 | Type::S8 | Type::S16 | Type::S32 | Type::Char => {
                vec![Core::I32]
            }
            Type::U64 | Type::S64 => vec![Core::I64],
            Type::F32 => vec![Core::F32],
            Type::F64 => vec![Core::F64],
            Type::String | Type::List(_) => vec![Core::I32; 2],
            Type::Option(inner) => self.cases([&**inner]),
            Type::Result { ok, err } => self.cases(ok.as_deref().into_iter().chain(err.as_deref())),
            Type::Tuple(items) => self.sequence(items),
            Type::Named(index) => {
                if let Some(known) = self.known.get(index) {
                    return known.clone();
                }
                let flat = match &self.surface.type_def(*index).kind {
                    TypeKind::Record(fields) => self.sequence(fields.iter().map(|field| &field.ty)),
                    TypeKind::Variant(cases) => self.cases(cases.iter().filter_map(|case| case.payload.as_ref())),
                    TypeKind::Enum(_) | TypeKind::Flags(_) => vec![Core::I32],
                    TypeKind::Alias(target) => self.flatten(target),
                };
                self.known.insert(*index, flat.clone());
                flat
            }
        }
    }

    /// One after the other.
    fn sequence(&mut self, types: impl IntoIterator<Item = &'a Type>) -> Vec<Core> {
        let mut all = Vec::new();
        for ty in types {
            all.extend(self.flatten(ty));
            if all.len() > MOST {
                break;
            }
        }
        all.truncate(MOST + 1);
        all
    }

    /// A tag, and after it what holds the core values of any of the payloads.
    fn cases(&mut self, payloads: impl IntoIterator<Item = &'a Type>) -> Vec<Core> {
        let mut all = vec![Core::I32];
        for payload in payloads {
            for (at, core) in self.flatten(payload).into_iter().enumerate() {
                match all.get_mut(at + 1) {
                    Some(held) => *held = held.join(core),
                    None => all.push(core),
                }
            }
        }
        all.truncate(MOST + 1);
        all
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use wit_parser::{
        WorldItem,
        abi::{AbiVariant, WasmType},
    };

    use super::*;
    use crate::{emit::wit, source::Source, table};

    const MIXED: &str = r#"
[surface]
name = "mixed"
package = "tests:mixed"
summary = "Arguments that share their places."

[[module]]
id = "all"
summary = "All of it."
types = '''
/// Numbers of every width in one place.
variant mixed {
    /// 32 bits.
    float(f32),
    /// 32 bits, the other way.
    integer(s32),
    /// A pair of 64 and 32.
    both(tuple<f32, f64>),
    /// Two of 64.
    wide(tuple<f32, u64>),
}

/// Sixteen core values.
record sixteen {
    /// Ten.
    texts: tuple<string, string, string, string, string>,
    /// Six.
    bytes: tuple<u8, u8, u8, option<u8>, char>,
}
'''

[[operation]]
id = "all.take_mixed"
always = true
summary = "Mixed."
params.mixed = { type = "mixed", doc = "It." }
params.outcome = { type = "result<f64, list<u8>>", doc = "It." }
examples = [{ args = { mixed = { float = 1.5 }, outcome = { ok = 2.5 } } }]

[[operation]]
id = "all.take_sixteen"
always = true
summary = "As many as there can be."
params.sixteen = { type = "sixteen", doc = "It." }
examples = [{ args = { sixteen = { texts = ["", "", "", "", ""], bytes = [1, 2, 3, 4, "c"] } } }]

[[operation]]
id = "all.take_more"
always = true
summary = "One more."
params.one = { type = "bool", doc = "It." }
params.sixteen = { type = "sixteen", doc = "It." }
examples = [{ args = { one = true, sixteen = { texts = ["", "", "", "", ""], bytes = [1, 2, 3, 4, "c"] } } }]
"#;

    /// What wit-parser says of each operation of a table.
    fn compare(name: &str, text: &str) {
        let outcome = table::read(&Source::new(name, text));
        let surface = outcome.surface.unwrap_or_else(|| panic!("{name}: {:?}", outcome.findings));
        let (resolve, _) = wit::parse(&surface).expect("the membrane parses");
        let world = resolve.worlds.iter().next().expect("it has a world").1;
        let mut flattener = Flattener::new(&surface);
        let mut compared = 0;
        for item in world.imports.values() {
            let WorldItem::Interface { id, .. } = item else { continue };
            let interface = &resolve.interfaces[*id];
            for (function_name, function) in &interface.functions {
                let operation = surface.operations.iter().find(|operation| {
                    let module = surface.module(operation.module);
                    operation.names.wit == *function_name && Some(&module.interface) == interface.name.as_ref()
                });
                let Some(operation) = operation else { continue };
                let signature = resolve.wasm_signature(AbiVariant::GuestImport, function);
                let mut params = signature.params.iter().map(|ty| match ty {
                    WasmType::I32 | WasmType::Pointer | WasmType::Length => Core::I32,
                    WasmType::I64 | WasmType::PointerOrI64 => Core::I64,
                    WasmType::F32 => Core::F32,
                    WasmType::F64 => Core::F64,
                });
                // The room for the answer comes last.
                assert_eq!(params.next_back(), Some(Core::I32));
                let expected = (!signature.indirect_params).then(|| params.collect::<Vec<_>>());
                assert_eq!(flattener.arguments(operation), expected, "{name}: {}", operation.id);
                compared += 1;
            }
        }
        assert_eq!(compared, surface.operations.len(), "{name}");
    }

    #[test]
    fn core_arguments_are_those_wit_parser_counts() {
        compare("mixed.toml", MIXED);
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let tables = fs::read_dir(root.join("tests/tables")).expect("there are tables").flatten();
        let paths = tables.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == "toml"));
        for path in paths.chain([root.join("operations.toml")]) {
            compare(&path.display().to_string(), &fs::read_to_string(&path).expect("it can be read"));
        }
    }
}
