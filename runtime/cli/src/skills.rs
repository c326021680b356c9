//! `gg skills`: the skill library of a workspace, as an agent of a profile has it. For the operator: the code is shown too.

use std::{fmt::Write as _, path::Path, process::ExitCode};

use gg_engine::docs::Documentation;
use gg_host::{
    profile::MAIN,
    skills::{Skill, built_in_prose},
};
use serde::Serialize;

use crate::{
    Refused,
    arguments::{self, Skills},
    launch, output, style,
};

/// A skill as it is shown.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Shown {
    name: String,
    description: String,
    /// The file of its prose; none for one that comes with gg.
    file: Option<String>,
    /// Its code, a language each.
    code: Vec<Code>,
    /// What a program that reads it gets.
    prose: String,
}

/// The code of a skill in one language.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Code {
    language: String,
    module: Option<String>,
    on_use: Option<String>,
}

/// Lists or shows.
pub(crate) fn run(command: &Skills) -> Result<ExitCode, Refused> {
    match command {
        Skills::List(library) => list(library),
        Skills::Show { name, library } => show(name, library),
    }
}

fn list(arguments: &arguments::Library) -> Result<ExitCode, Refused> {
    let skills = skills(arguments)?;
    if arguments.json {
        output::data(format_args!("{:#}", serde_json::json!(skills)))?;
        return Ok(ExitCode::SUCCESS);
    }
    let width = skills.iter().map(|skill| skill.name.chars().count()).max().unwrap_or_default();
    let mut text = String::new();
    for skill in &skills {
        let notes = style::dim(&skill.notes());
        let _ = writeln!(text, "{:width$}  {}{notes}", skill.name, skill.description);
    }
    if skills.is_empty() {
        text.push_str("There is no skill.\n");
    }
    output::print(text)?;
    if skills.iter().any(|skill| !skill.code.is_empty()) {
        output::tell(style::dim(
            "gg: their code is not compiled here; what does not compile is told when a skill is read",
        ));
    }
    Ok(ExitCode::SUCCESS)
}

fn show(name: &str, arguments: &arguments::Library) -> Result<ExitCode, Refused> {
    let skills = skills(arguments)?;
    let Some(skill) = skills.iter().find(|skill| skill.name == name) else {
        let names: Vec<&str> = skills.iter().map(|skill| skill.name.as_str()).collect();
        let there_is = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        return Err(Refused::new(format!("there is no skill `{name}`; there is {there_is}")));
    };
    if arguments.json {
        output::data(format_args!("{:#}", serde_json::json!(skill)))?;
        return Ok(ExitCode::SUCCESS);
    }
    let heading = style::heading(&skill.name);
    let mut text = format!("{heading}: {}{}\n", skill.description, style::dim(&skill.notes()));
    if !skill.prose.is_empty() {
        let _ = writeln!(text, "\n{}", skill.prose);
    }
    for code in &skill.code {
        for (what, code_text) in [("module", &code.module), ("on use", &code.on_use)] {
            if let Some(code_text) = code_text {
                let heading = style::heading(&format!("{what}, {}", code.language));
                let _ = writeln!(text, "\n{heading}\n{}", code_text.trim_end());
            }
        }
    }
    output::print(text)?;
    Ok(ExitCode::SUCCESS)
}

impl Shown {
    /// Where it is from, and which languages carry what.
    fn notes(&self) -> String {
        let mut notes = vec![self.file.clone().unwrap_or_else(|| "built in".to_owned())];
        notes.extend(self.code.iter().map(|code| match (&code.module, &code.on_use) {
            (Some(_), Some(_)) => format!("{} module and script", code.language),
            (Some(_), None) => format!("{} module", code.language),
            (None, _) => format!("{} script", code.language),
        }));
        format!("  ({})", notes.join("; "))
    }
}

/// The skills that an agent of the profile has.
fn skills(arguments: &arguments::Library) -> Result<Vec<Shown>, Refused> {
    let profile = launch::profile(&arguments.whose, None)?;
    let root = arguments.workspace.as_deref().unwrap_or(Path::new("."));
    let host = launch::host(&profile, root, MAIN, None)?;
    let agent = profile.agent("standard", &host);
    let documentation = launch::documentation(agent.clone());
    host.library().of(&agent).map(|skill| shown(skill, &documentation)).collect()
}

fn shown(skill: &Skill, documentation: &Documentation) -> Result<Shown, Refused> {
    match skill {
        Skill::BuiltIn { name, module } => {
            let text = documentation.module(module).map_err(|error| Refused::new(error.to_string()))?;
            let text = text.ok_or_else(|| Refused::new(format!("the documentation has no module `{module}`")))?;
            Ok(Shown {
                name: (*name).to_owned(),
                description: text.brief.clone(),
                file: None,
                code: Vec::new(),
                prose: built_in_prose(text),
            })
        }
        Skill::Authored(skill) => {
            let code = skill.code.iter().map(|code| Code {
                language: code.arm.clone(),
                module: code.module.clone(),
                on_use: code.on_use.clone(),
            });
            Ok(Shown {
                name: skill.name.clone(),
                description: skill.description.clone(),
                file: Some(skill.file.clone()),
                code: code.collect(),
                prose: skill.prose.clone(),
            })
        }
    }
}
