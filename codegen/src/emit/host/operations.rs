//! The trait of a module: a method per operation.

use super::{
    EmitError,
    documentation::{Place, of_operation},
    imports::Imports,
};
use crate::{
    emit::rust::{STEP, WIDTH, push_doc, push_indent},
    layout::{list, text},
    surface::{Module, Operation},
};

/// The trait.
pub(super) fn declaration(module: &Module, imports: &Imports<'_>) -> Result<String, EmitError> {
    let (name, send) = (imports.operations(), imports.send());
    let mut out = format!("/// The operations of the module `{}`.\npub trait {name}: {send} {{\n", module.names.id);
    for (at, index) in module.operations.iter().enumerate() {
        if at > 0 {
            out.push('\n');
        }
        push_method(imports.plan.surface.operation(*index), imports, &mut out)?;
    }
    out.push_str("}\n");
    Ok(out)
}

fn push_method(operation: &Operation, imports: &Imports<'_>, out: &mut String) -> Result<(), EmitError> {
    let doc = Place { plan: imports.plan, base: "super::", indent: STEP };
    push_doc(&doc.lines(&of_operation(imports.plan.surface, operation)), 1, out);
    let mut params =
        vec![text("&mut self"), text(format!("{}: &{}", call_name(operation), imports.item("gg_engine::Call")))];
    for param in &operation.params {
        params.push(text(format!("{}: {}", param.names.host, imports.type_text(&param.ty)?)));
    }
    let returns = operation.returns.as_ref().map_or_else(|| Ok("()".to_owned()), |it| imports.type_text(&it.ty))?;
    let (future, result, send) = (imports.future(), imports.result(), imports.send());
    let error = imports.item("gg_engine::CallError");
    let result = text(format!(" -> impl {future}<Output = {result}<{returns}, {error}>> + {send};"));
    let method = list(format!("fn {}(", operation.names.host), params, ",", ")").followed_by([result]);
    push_indent(1, out);
    out.push_str(&method.render_at(WIDTH, STEP, 1));
    out.push('\n');
    Ok(())
}

/// The first parameter, whatever the table's own are called.
fn call_name(operation: &Operation) -> &'static str {
    let taken = |name: &str| operation.params.iter().any(|param| param.names.host == name);
    if taken("call") { "this_call" } else { "call" }
}
