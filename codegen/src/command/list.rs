//! `gg-codegen list`: prints the operations as a table.

use anstream::println;
use gg_codegen::surface::{Binding, Operation, Surface, Type};
use serde_json::{Value, json};

use super::{Done, HEADING, Table, project::Reports};

const COLUMNS: [&str; 9] = ["#", "Id", "Module", "Binding", "In", "Kind", "Deadline", "Compaction", "Result"];

pub(super) fn run(table: &Table, as_json: bool) -> Done {
    let (_, surface) = table.surface(Reports::json(as_json))?;
    if as_json {
        let rows: Vec<Value> = surface.operations.iter().map(|operation| object(&surface, operation)).collect();
        println!("{:#}", Value::from(rows));
        return Ok(());
    }
    let rows: Vec<[String; 9]> = surface.operations.iter().map(|operation| cells(&surface, operation)).collect();
    let widths: [usize; 9] = std::array::from_fn(|column| {
        rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0).max(COLUMNS[column].len())
    });
    println!("{HEADING}{}{HEADING:#}", line(&COLUMNS.map(str::to_owned), &widths));
    for row in &rows {
        println!("{}", line(row, &widths));
    }
    Ok(())
}

fn line(cells: &[String; 9], widths: &[usize; 9]) -> String {
    let cells = cells.iter().zip(widths).enumerate().map(|(column, (cell, &width))| match column {
        0 => format!("{cell:>width$}"),
        _ => format!("{cell:<width$}"),
    });
    cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
}

fn cells(surface: &Surface, operation: &Operation) -> [String; 9] {
    let yes = |is: bool| if is { "yes" } else { "no" }.to_owned();
    let binding = match &operation.binding {
        Binding::Capability(index) => format!("cap {}", surface.capability(*index).id),
        Binding::Ending(role) => format!("ending {role}"),
        Binding::Machine => "machine".to_owned(),
        Binding::Always => "always".to_owned(),
    };
    [
        (operation.index.0 + 1).to_string(),
        operation.id.clone(),
        surface.module(operation.module).names.id.clone(),
        binding,
        yes(operation.takes_input()),
        operation.mode.word().to_owned(),
        yes(operation.deadline),
        operation.during_compaction.word().to_owned(),
        result(surface, operation).unwrap_or_else(|| "nothing".to_owned()),
    ]
}

fn object(surface: &Surface, operation: &Operation) -> Value {
    let binding = match &operation.binding {
        Binding::Capability(index) => json!({ "capability": surface.capability(*index).id }),
        Binding::Ending(role) => json!({ "ending": role }),
        Binding::Machine => json!({ "machine": true }),
        Binding::Always => json!({ "always": true }),
    };
    json!({
        "number": operation.index.0 + 1,
        "id": operation.id,
        "module": surface.module(operation.module).names.id,
        "binding": binding,
        "takes_input": operation.takes_input(),
        "mode": operation.mode.word(),
        "deadline": operation.deadline,
        "during_compaction": operation.during_compaction.word(),
        "returns": result(surface, operation),
    })
}

fn result(surface: &Surface, operation: &Operation) -> Option<String> {
    operation.returns.as_ref().map(|returns| wit(surface, &returns.ty))
}

/// A type as the table writes it.
fn wit(surface: &Surface, ty: &Type) -> String {
    let of = |ty: &Type| wit(surface, ty);
    let word = match ty {
        Type::Bool => "bool",
        Type::U8 => "u8",
        Type::U16 => "u16",
        Type::U32 => "u32",
        Type::U64 => "u64",
        Type::S8 => "s8",
        Type::S16 => "s16",
        Type::S32 => "s32",
        Type::S64 => "s64",
        Type::F32 => "f32",
        Type::F64 => "f64",
        Type::Char => "char",
        Type::String => "string",
        Type::List(item) => return format!("list<{}>", of(item)),
        Type::Option(inner) => return format!("option<{}>", of(inner)),
        Type::Result { ok: None, err: None } => "result",
        Type::Result { ok: Some(ok), err: None } => return format!("result<{}>", of(ok)),
        Type::Result { ok, err: Some(err) } => {
            return format!("result<{}, {}>", ok.as_ref().map_or("_".to_owned(), |ok| of(ok)), of(err));
        }
        Type::Tuple(items) => return format!("tuple<{}>", items.iter().map(of).collect::<Vec<_>>().join(", ")),
        Type::Named(index) => return surface.type_def(*index).names.wit.clone(),
    };
    word.to_owned()
}
