//! `gg tasks` and `gg memories`: what the agents of a workspace have kept.

use std::{fmt::Write as _, path::Path, process::ExitCode};

use gg_host::{
    Kept, Store, StoreError,
    memories::Memory,
    tasks::{self, Task},
};
use serde::Serialize;
use serde_json::{Value, json};

use crate::{Refused, arguments, output, style};

/// Shows tasks.
pub(crate) fn tasks(arguments: &arguments::Kept) -> Result<ExitCode, Refused> {
    show(arguments, async |store| store.tasks().await)
}

/// Shows memories.
pub(crate) fn memories(arguments: &arguments::Kept) -> Result<ExitCode, Refused> {
    show(arguments, async |store| store.memories().await)
}

/// Something that is kept.
trait Item: Serialize {
    /// What several are called.
    const MANY: &'static str;

    /// What it is found by.
    fn name(&self) -> &str;

    /// Several, a line or a few each.
    fn listed(items: &[Self]) -> String
    where
        Self: Sized;

    /// One, whole.
    fn whole(&self) -> String;
}

impl Item for Task {
    const MANY: &'static str = "tasks";

    fn name(&self) -> &str {
        &self.id
    }

    fn listed(items: &[Self]) -> String {
        tasks::block(items).unwrap_or_default()
    }

    fn whole(&self) -> String {
        let mut text = format!("{}: {}\n", style::heading(&self.id), self.title);
        let _ = writeln!(text, "status: {}", json!(self.status).as_str().unwrap_or_default());
        for blocker in &self.blocked_by {
            let _ = writeln!(text, "waits for: {}{}", blocker.id, if blocker.done { " (done)" } else { "" });
        }
        if let Some(description) = &self.description {
            let _ = writeln!(text, "\n{}", description.trim_end());
        }
        text
    }
}

impl Item for Memory {
    const MANY: &'static str = "memories";

    fn name(&self) -> &str {
        &self.name
    }

    fn listed(items: &[Self]) -> String {
        items.iter().fold(String::new(), |mut text, memory| {
            let code = if memory.code.is_some() { " (code)" } else { "" };
            let script = if memory.on_use.is_some() { " (on-use script)" } else { "" };
            let description = gg_host::visible(&memory.description);
            let _ = writeln!(text, "- {}{code}{script}: {description}", memory.name);
            text
        })
    }

    fn whole(&self) -> String {
        let mut text = format!("{}: {}\n\n{}\n", style::heading(&self.name), self.description, self.body.trim_end());
        for (what, code) in [("code", &self.code), ("on-use script", &self.on_use)] {
            if let Some(code) = code {
                let _ = writeln!(text, "\n{}\n{}", style::heading(what), code.trim_end());
            }
        }
        text
    }
}

/// Reads from the store of the workspace at a folder.
pub(crate) fn read<T>(
    folder: &Path,
    read: impl AsyncFnOnce(&mut Store) -> Result<T, StoreError>,
) -> Result<T, Refused> {
    let at =
        |error: std::io::Error| Refused::new(format!("{}: the workspace cannot be opened: {error}", folder.display()));
    let mut store = Store::of(folder).map_err(at)?;
    let tokio = tokio::runtime::Builder::new_current_thread().enable_time().build().map_err(at)?;
    tokio.block_on(read(&mut store)).map_err(|error| Refused::new(error.to_string()))
}

fn show<T: Item>(
    arguments: &arguments::Kept,
    read: impl AsyncFnOnce(&mut Store) -> Result<Vec<Kept<T>>, StoreError>,
) -> Result<ExitCode, Refused> {
    let folder = arguments.workspace.as_deref().unwrap_or(Path::new("."));
    let mut kept = self::read(folder, read)?;
    if let Some(agent) = &arguments.agent {
        kept.retain(|kept| kept.agent.as_ref() == Some(agent));
    }
    let text = match &arguments.name {
        None if arguments.json => return as_data(&kept),
        None if kept.is_empty() => {
            let whose = arguments.agent.as_ref().map(|agent| format!(" of `{agent}`")).unwrap_or_default();
            format!("no {}{whose} are kept in {}\n", T::MANY, folder.display())
        }
        None => listed(&kept),
        Some(name) => {
            for kept in &mut kept {
                kept.items.retain(|item| item.name() == name);
            }
            kept.retain(|kept| !kept.items.is_empty());
            if kept.is_empty() {
                return Err(Refused::new(format!(
                    "none of the {} is called `{name}`; without a name all are listed",
                    T::MANY
                )));
            }
            if arguments.json {
                return as_data(&kept);
            }
            whole(&kept)
        }
    };
    output::print(text)?;
    Ok(ExitCode::SUCCESS)
}

fn heading(agent: Option<&String>) -> String {
    style::heading(agent.map_or("shared by all agents", String::as_str))
}

fn listed<T: Item>(kept: &[Kept<T>]) -> String {
    let parts = kept.iter().map(|Kept { agent, items }| format!("{}\n{}", heading(agent.as_ref()), T::listed(items)));
    parts.collect::<Vec<_>>().join("\n")
}

fn whole<T: Item>(kept: &[Kept<T>]) -> String {
    let several = kept.len() > 1;
    let parts = kept.iter().flat_map(|Kept { agent, items }| {
        let head = if several { format!("{}\n", heading(agent.as_ref())) } else { String::new() };
        items.iter().map(move |item| format!("{head}{}", item.whole()))
    });
    parts.collect::<Vec<_>>().join("\n")
}

fn as_data<T: Item>(kept: &[Kept<T>]) -> Result<ExitCode, Refused> {
    let kept: Value = kept.iter().map(|Kept { agent, items }| json!({ "agent": agent, T::MANY: items })).collect();
    output::data(format_args!("{kept:#}"))?;
    Ok(ExitCode::SUCCESS)
}
