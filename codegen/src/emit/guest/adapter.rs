//! The adapter: a core module of trampolines between the engine, which knows operations by number and passes flat values
//! in slots of memory, and the typed imports of a table. wit-component joins the two.
//!
//! It exports `call(operation, slots)` and every function of the private interface under its own name. A call's flat
//! parameters stand in slots of eight bytes; the last one is the address of the answer, which is a `result` and so never fits
//! a register.

use wasm_encoder::{
    BlockType, CodeSection, EntityType, ExportKind, ExportSection, Function, FunctionSection, ImportSection,
    InstructionSink, MemArg, MemoryType, Module, TypeSection, ValType,
};
use wit_parser::{
    Function as Import, InterfaceId, PackageId, Resolve,
    abi::{AbiVariant, WasmSignature, WasmType},
};

use super::position;
use crate::{
    emit::{EmitError, wit},
    surface::Surface,
};

/// An imported function.
struct Call<'a> {
    interface: String,
    import: &'a Import,
    signature: WasmSignature,
}

/// The module's bytes, without what wit-component has to know of it.
pub(super) fn module(surface: &Surface, resolve: &Resolve, package: PackageId) -> Result<Vec<u8>, EmitError> {
    let mut calls = Vec::new();
    for operation in &surface.operations {
        let interface = &surface.module(operation.module).interface;
        calls.push(call(resolve, package, interface, &operation.names.wit)?);
    }
    let feedback = interface(resolve, package, wit::FEEDBACK)?;
    let private: Vec<&str> = resolve.interfaces[feedback].functions.keys().map(String::as_str).collect();
    for name in &private {
        calls.push(call(resolve, package, wit::FEEDBACK, name)?);
    }
    Ok(encode(&calls, surface.operations.len(), &private))
}

fn interface(resolve: &Resolve, package: PackageId, name: &str) -> Result<InterfaceId, EmitError> {
    resolve.packages[package].interfaces.get(name).copied().ok_or_else(|| missing(name))
}

fn call<'a>(resolve: &'a Resolve, package: PackageId, module: &str, name: &str) -> Result<Call<'a>, EmitError> {
    let id = interface(resolve, package, module)?;
    let import = resolve.interfaces[id].functions.get(name).ok_or_else(|| missing(name))?;
    let interface = resolve.id_of(id).ok_or_else(|| missing(module))?;
    Ok(Call { interface, import, signature: resolve.wasm_signature(AbiVariant::GuestImport, import) })
}

/// The surface and its WIT name the same things.
fn missing(name: &str) -> EmitError {
    EmitError { output: super::ADAPTER.to_owned(), message: format!("`{name}` is not in the WIT package") }
}

fn encode(calls: &[Call<'_>], operations: usize, private: &[&str]) -> Vec<u8> {
    let (mut types, mut imports, mut functions) = (TypeSection::new(), ImportSection::new(), FunctionSection::new());
    let (mut exports, mut code) = (ExportSection::new(), CodeSection::new());
    let memory = MemoryType { minimum: 0, maximum: None, memory64: false, shared: false, page_size_log2: None };
    imports.import("env", "memory", memory);
    types.ty().function([ValType::I32; 4], [ValType::I32]);
    imports.import("__main_module__", "cabi_realloc", EntityType::Function(0));
    // What the host asks for when it lowers a result is the engine's own memory.
    exports.export("cabi_import_realloc", ExportKind::Func, 0);
    for (at, call) in (1u32..).zip(calls) {
        let WasmSignature { params, results, .. } = &call.signature;
        types.ty().function(params.iter().copied().map(value), results.iter().copied().map(value));
        imports.import(&call.interface, &call.import.name, EntityType::Function(at));
    }
    let first_private = 1 + position(operations);
    let count = 1 + position(calls.len());
    types.ty().function([ValType::I32; 2], []);
    functions.function(count);
    exports.export("call", ExportKind::Func, count);
    code.function(&dispatch(calls.get(..operations).unwrap_or_default()));
    for (at, name) in (0u32..).zip(private) {
        functions.function(first_private + at);
        exports.export(name, ExportKind::Func, count + 1 + at);
        let params = calls.get(operations + at as usize).map_or(0, |call| call.signature.params.len());
        let mut body = Function::new([]);
        let mut lines = body.instructions();
        (0..position(params)).for_each(|param| {
            lines.local_get(param);
        });
        lines.call(first_private + at).end();
        code.function(&body);
    }
    let mut module = Module::new();
    module.section(&types).section(&imports).section(&functions).section(&exports).section(&code);
    module.finish()
}

/// `call`: a jump to the operation's own lines.
fn dispatch(calls: &[Call<'_>]) -> Function {
    let mut body = Function::new([]);
    let mut lines = body.instructions();
    let count = position(calls.len());
    (0..=count).for_each(|_| {
        lines.block(BlockType::Empty);
    });
    lines.local_get(0).br_table(0..count, count);
    for (at, call) in (1u32..).zip(calls) {
        lines.end();
        for (slot, param) in (0u64..).zip(&call.signature.params) {
            lines.local_get(1);
            load(&mut lines, value(*param), 8 * slot);
        }
        lines.call(at).return_();
    }
    // A number that no operation has.
    lines.end().unreachable().end();
    body
}

fn load(lines: &mut InstructionSink<'_>, ty: ValType, offset: u64) {
    let at = |align| MemArg { offset, align, memory_index: 0 };
    match ty {
        ValType::I64 => lines.i64_load(at(3)),
        ValType::F32 => lines.f32_load(at(2)),
        ValType::F64 => lines.f64_load(at(3)),
        _ => lines.i32_load(at(2)),
    };
}

fn value(ty: WasmType) -> ValType {
    match ty {
        WasmType::I32 | WasmType::Pointer | WasmType::Length => ValType::I32,
        WasmType::I64 | WasmType::PointerOrI64 => ValType::I64,
        WasmType::F32 => ValType::F32,
        WasmType::F64 => ValType::F64,
    }
}
