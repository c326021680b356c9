//! `gg-codegen new`: puts a row into the table, with its module if it is new, and says what is to be written next.

use std::fs;

use anstream::println;
use clap::{Args, Subcommand};
use gg_codegen::{
    scaffold::{self, Inserted},
    source::Source,
    surface::{Binding, CapabilityIndex, Surface},
};

use super::{
    Done, End, GOOD, Table,
    project::{self, Reports},
};

#[derive(Debug, Subcommand)]
pub(super) enum New {
    /// Add an operation: a row that is complete enough to generate from, after the last one of its module
    Op {
        /// Its id, `module.key`, in `snake_case`
        id: String,
        /// Add its module too
        #[arg(long)]
        new_module: bool,
        #[command(flatten)]
        bought: Bought,
        #[command(flatten)]
        table: Table,
    },
}

/// What buys an operation; what buys its module's last one, when nothing is said.
#[derive(Debug, Args)]
#[group(multiple = false)]
pub(super) struct Bought {
    /// It is bought by this capability
    #[arg(long, value_name = "ID")]
    capability: Option<String>,
    /// It is held by agents with this ending role
    #[arg(long, value_name = "ROLE")]
    ending: Option<String>,
    /// It is held by where the agent stands
    #[arg(long)]
    machine: bool,
    /// Every program holds it
    #[arg(long)]
    always: bool,
}

impl Bought {
    fn binding(&self, surface: &Surface) -> Result<Option<Binding>, End> {
        if let Some(id) = &self.capability {
            let index = surface.capabilities.iter().position(|capability| capability.id == *id);
            let index = index.and_then(|index| u32::try_from(index).ok());
            return index.map(|index| Some(Binding::Capability(CapabilityIndex(index)))).ok_or_else(|| {
                let ids: Vec<_> = surface.capabilities.iter().map(|capability| capability.id.as_str()).collect();
                End::Trouble(format!("the table declares no capability `{id}`; it declares {}", ids.join(", ")))
            });
        }
        Ok(match (&self.ending, self.machine, self.always) {
            (Some(role), ..) => Some(Binding::Ending(role.clone())),
            (None, true, _) => Some(Binding::Machine),
            (None, false, true) => Some(Binding::Always),
            (None, false, false) => None,
        })
    }
}

pub(super) fn run(new: &New) -> Done {
    let New::Op { id, new_module, bought, table } = new;
    let (source, surface) = table.surface(Reports::People)?;
    let binding = bought.binding(&surface)?;
    fits(&surface, id, *new_module)?;
    let inserted = if *new_module {
        scaffold::module(&source, &surface, id, &binding.unwrap_or(Binding::Always))
    } else {
        scaffold::operation(&source, &surface, id, binding.as_ref())
    };
    let surface = put(table, &source, &inserted)?;
    println!("{GOOD}added{GOOD:#} `{id}` at {}:{}: say there what it does", source.name(), inserted.line);
    if let Some(operation) = surface.find_operation(id) {
        println!("what an agent needs to have it: {}", needed(&surface, &operation.binding));
        let module = &surface.module(operation.module).names.host;
        let method = &operation.names.host;
        println!("the host's `impl {module}::Operations` lacks the method `{method}` now; `cargo build` says where");
    }
    Ok(())
}

fn needed(surface: &Surface, binding: &Binding) -> String {
    match binding {
        Binding::Capability(index) => format!("the capability `{}`", surface.capability(*index).id),
        Binding::Ending(role) => format!("the ending role `{role}`"),
        Binding::Machine => "its place in a machine".to_owned(),
        Binding::Always => "nothing".to_owned(),
    }
}

/// Refuses what the table would refuse at a line that is not in the file.
fn fits(surface: &Surface, id: &str, new_module: bool) -> Result<(), End> {
    let Some((module, _)) = id.split_once('.') else {
        return Err(End::Trouble(format!("`{id}` cannot be the id of an operation: an id is `module.key`")));
    };
    if surface.find_operation(id).is_some() {
        return Err(End::Trouble(format!("the table has an operation `{id}` already")));
    }
    let is_there = surface.modules.iter().any(|known| known.names.id == module);
    match (is_there, new_module) {
        (false, false) => {
            let mut modules: Vec<&str> =
                surface.operations.iter().map(|row| surface.module(row.module).names.id.as_str()).collect();
            modules.dedup();
            let modules = modules.join(", ");
            let help = "`--new-module` adds it too";
            Err(End::Trouble(format!("the table has no module `{module}`; there is {modules}, and {help}")))
        }
        (true, true) => {
            Err(End::Trouble(format!("the table has a module `{module}` already; leave out `--new-module`")))
        }
        _ => Ok(()),
    }
}

/// Writes the new text, unless the table's reader refuses it.
fn put(table: &Table, source: &Source, inserted: &Inserted) -> Result<Surface, End> {
    let source = Source::new(source.name(), &inserted.text);
    let surface = project::surface(&source, Reports::People)?;
    let path = table.path()?;
    fs::write(&path, &inserted.text)
        .map_err(|e| End::Trouble(format!("{}: cannot be written: {e}", path.display())))?;
    Ok(surface)
}
