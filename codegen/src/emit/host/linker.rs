//! The lines that join a module's imports to its methods.

use std::fmt::Write;

use super::{
    EmitError,
    imports::{Imports, tuple},
};
use crate::{
    emit::rust::{STEP, WIDTH, push_indent, string},
    layout::{Layout, concat, group, indent, list, text},
    surface::{Module, Operation},
};

/// The function that adds a module to a linker.
pub(super) fn function(module: &Module, imports: &Imports<'_>) -> Result<String, EmitError> {
    let surface = imports.plan.surface;
    let package = &surface.package;
    let interface = string(&format!("{}:{}/{}", package.namespace, package.name, module.interface));
    let (data, operations) = (imports.free("Data"), imports.operations());
    let [store_data, answers] = ["StoreData", "Answers"].map(|name| imports.item(&format!("gg_engine::{name}")));
    let id = imports.item("super::OperationId");
    let linker = imports.item("wasmtime::component::Linker");
    let mut out = format!(
        "/// Adds the calls of the module `{}`, each inside its bracket.
pub(super) fn add_to_linker<{data}>(linker: &mut {linker}<{data}>) -> ::wasmtime::Result<()>
where
    {data}: {store_data},
    {data}::Host: {operations} + {answers}<Operation = {id}>,
{{
    let mut instance = linker.instance({interface})?;
",
        module.names.id
    );
    for index in &module.operations {
        push_call(surface.operation(*index), imports, &mut out)?;
    }
    out.push_str("    Ok(())\n}\n");
    Ok(out)
}

/// One import. Parameters stay a tuple, so that no name of the table meets a name in here.
fn push_call(operation: &Operation, imports: &Imports<'_>, out: &mut String) -> Result<(), EmitError> {
    let wire = string(&operation.names.wit);
    let types = operation.params.iter().map(|param| imports.type_text(&param.ty)).collect::<Result<Vec<_>, _>>()?;
    let params = if types.is_empty() { "()" } else { "params" };
    let opening = match types.as_slice() {
        [] | [_] => text(format!("|mut store, {params}: {}| {{", tuple(&types))),
        _ => list(format!("|mut store, {params}: ("), types.into_iter().map(text).collect(), ",", ")| {"),
    };
    let opening = concat([text(format!("instance.func_wrap_async({wire}, ")), opening]).render_at(WIDTH, STEP, 1);
    let members = operation.params.iter().enumerate();
    let members = members.map(|(at, param)| text(format!(".member({}, &params.{at})", string(&param.names.json))));
    let mut chain = vec![text("request")];
    chain.push(indent(members.flat_map(|member| [Layout::Break(""), member]).collect::<Vec<_>>()));
    let request = block(&format!("|{params}, request| "), group(chain));
    let mut args = vec![text("host"), text("call")];
    args.extend((0..operation.params.len()).map(|at| text(format!("params.{at}"))));
    let method = format!("{}::{}(", imports.operations(), operation.names.host);
    let answer = block(&format!("async |host, call, {params}| "), list(method, args, ",", ").await"));
    let (boxed, serve, id) = (imports.boxed(), imports.item("gg_engine::serve"), imports.item("super::OperationId"));
    let variant = &operation.variant;
    let [request, answer] = [request, answer].map(|closure| closure.render_at(WIDTH - 1, STEP, 4));
    // Writing to a string cannot fail.
    push_indent(1, out);
    let _ = write!(
        out,
        "{opening}
        {boxed}::new(async move {{
            let answer = {serve}(
                store.data_mut(),
                {id}::{variant},
                {params},
                {request},
                {answer},
            )
            .await;
            Ok((answer,))
        }})
    }})?;
"
    );
    Ok(())
}

/// A closure: what it gives stands behind it, or in a block below.
fn block(head: &str, body: Layout) -> Layout {
    group([text(head), Layout::Broken("{"), indent([Layout::Break(""), body]), Layout::Break(""), Layout::Broken("}")])
}
