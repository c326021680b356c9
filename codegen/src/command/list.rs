//! `gg-codegen list`: prints the operations as a table.

use anstream::println;
use gg_codegen::surface::{Binding, Operation, Surface};
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
    operation.returns.as_ref().map(|returns| surface.wit(&returns.ty))
}
