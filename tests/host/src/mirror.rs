//! A component that exports what it imports: each function forwards its arguments and hands back the answer.
//!
//! So any call of any table can be made from outside with dynamic values, and still crosses the membrane twice.

use gg_codegen::{emit::wit, surface::Surface};
use wasm_encoder::{
    CodeSection, ConstExpr, EntityType, ExportKind, ExportSection, Function, FunctionSection, GlobalSection,
    GlobalType, ImportSection, MemorySection, MemoryType, Module, TypeSection, ValType,
};
use wit_component::{ComponentEncoder, StringEncoding, embed_component_metadata};
use wit_parser::{
    Resolve, WorldId,
    abi::{AbiVariant, WasmType},
};

/// Where an answer that does not fit a register stands.
const ANSWER: i32 = 1024;
/// Where the memory that is handed out begins.
const HEAP: i32 = 65536;

/// The mirror of a table's membrane.
///
/// # Errors
///
/// The package and the module do not fit, which is a mistake in here or in the bare package.
pub fn mirror(surface: &Surface) -> Result<Vec<u8>, String> {
    let (mut resolve, _) = wit::parse(surface).map_err(|e| e.to_string())?;
    let package = format!("{}:{}", wit::escape(&surface.package.namespace), wit::escape(&surface.package.name));
    let modules = surface.modules.iter().filter(|module| !module.operations.is_empty());
    let lines = modules.map(|module| {
        let name = format!("{package}/{}", wit::escape(&module.interface));
        format!("import {name}; export {name};\n")
    });
    let text = format!("package tests:mirror;\nworld mirror {{\n{}}}\n", lines.collect::<Vec<_>>().concat());
    let own = resolve.push_str("mirror.wit", &text).map_err(|e| format!("{e:?}"))?;
    let world = resolve.select_world(&[own], None).map_err(|e| format!("{e:?}"))?;
    let mut module = core_module(&resolve, world);
    embed_component_metadata(&mut module, &resolve, world, StringEncoding::UTF8).map_err(|e| format!("{e:?}"))?;
    let encoder = ComponentEncoder::default().module(&module).map_err(|e| format!("{e:?}"))?;
    encoder.validate(true).encode().map_err(|e| format!("{e:?}"))
}

fn core_module(resolve: &Resolve, world: WorldId) -> Vec<u8> {
    let (mut types, mut imports, mut functions) = (TypeSection::new(), ImportSection::new(), FunctionSection::new());
    let (mut exports, mut code) = (ExportSection::new(), CodeSection::new());
    let mut calls = Vec::new();
    for (key, _) in &resolve.worlds[world].exports {
        let wit_parser::WorldKey::Interface(interface) = key else { continue };
        let name = resolve.name_world_key(key);
        calls.extend(resolve.interfaces[*interface].functions.values().map(|function| (name.clone(), function)));
    }
    for (at, (interface, function)) in (0u32..).zip(&calls) {
        let import = resolve.wasm_signature(AbiVariant::GuestImport, function);
        types.ty().function(import.params.iter().copied().map(value), import.results.iter().copied().map(value));
        imports.import(interface, &function.name, EntityType::Function(2 * at));
        let export = resolve.wasm_signature(AbiVariant::GuestExport, function);
        types.ty().function(export.params.iter().copied().map(value), export.results.iter().copied().map(value));
        functions.function(2 * at + 1);
        let index = u32::try_from(calls.len()).unwrap_or(0) + at;
        exports.export(&format!("{interface}#{}", function.name), ExportKind::Func, index);
        let mut body = Function::new([]);
        let mut lines = body.instructions();
        (0u32..).zip(&export.params).for_each(|(param, _)| {
            lines.local_get(param);
        });
        if import.retptr {
            lines.i32_const(ANSWER);
        }
        lines.call(at);
        if import.retptr {
            lines.i32_const(ANSWER);
        }
        lines.end();
        code.function(&body);
    }
    let count = u32::try_from(calls.len()).unwrap_or(0);
    types.ty().function([ValType::I32; 4], [ValType::I32]);
    functions.function(2 * count);
    exports.export("cabi_realloc", ExportKind::Func, 2 * count);
    exports.export("memory", ExportKind::Memory, 0);
    code.function(&allocate());
    let mut memories = MemorySection::new();
    memories.memory(MemoryType { minimum: 64, maximum: None, memory64: false, shared: false, page_size_log2: None });
    let mut globals = GlobalSection::new();
    let heap = GlobalType { val_type: ValType::I32, mutable: true, shared: false };
    globals.global(heap, &ConstExpr::i32_const(HEAP));
    let mut module = Module::new();
    module.section(&types).section(&imports).section(&functions).section(&memories).section(&globals);
    module.section(&exports).section(&code);
    module.finish()
}

/// `cabi_realloc` for new memory alone: the next aligned place, never given back.
fn allocate() -> Function {
    let mut body = Function::new([(1, ValType::I32)]);
    let (align, size, place) = (2, 3, 4);
    body.instructions()
        .global_get(0)
        .local_get(align)
        .i32_add()
        .i32_const(1)
        .i32_sub()
        .i32_const(0)
        .local_get(align)
        .i32_sub()
        .i32_and()
        .local_tee(place)
        .local_get(size)
        .i32_add()
        .global_set(0)
        .local_get(place)
        .end();
    body
}

fn value(ty: WasmType) -> ValType {
    match ty {
        WasmType::I32 | WasmType::Pointer | WasmType::Length => ValType::I32,
        WasmType::I64 | WasmType::PointerOrI64 => ValType::I64,
        WasmType::F32 => ValType::F32,
        WasmType::F64 => ValType::F64,
    }
}
