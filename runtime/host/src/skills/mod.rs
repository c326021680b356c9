//! The skill library of a run: what its author wrote into the skill folder, and the built-in skills, one per module. It is
//! read once, and refused with every mistake named at its place. spec: runtime, 11 and 1.4

mod folder;
mod front_matter;
mod mistakes;

use gg_engine::{
    Agent,
    docs::{Documentation, IndexError, ModuleText},
};
use serde::{Deserialize, Serialize};

pub use mistakes::{SkillMistake, SkillMistakes};

use crate::{operations::TABLE, profile::Skills, text::is_blank, workspace::Workspace};

/// Every skill there is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Library {
    skills: Vec<Skill>,
    odd: Vec<SkillMistake>,
}

/// A skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Skill {
    /// One that comes with gg: it opens the documentation of a module.
    BuiltIn {
        /// Its name.
        name: &'static str,
        /// The id of the module, whose documentation is its prose.
        module: &'static str,
    },
    /// One of the skill folder.
    Authored(Authored),
}

/// A skill of the skill folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Authored {
    /// Its name.
    pub name: String,
    /// What it is about, in a line.
    pub description: String,
    /// Its prose, without the front matter; may be empty.
    pub prose: String,
    /// Its code, a language at a time.
    pub code: Vec<SkillCode>,
    /// The file of its prose, as the workspace calls it.
    pub file: String,
}

/// The code of a skill in one language: a module, a script, or both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkillCode {
    /// The id of the arm.
    pub arm: String,
    /// The module.
    pub module: Option<String>,
    /// The script that runs on every use.
    pub on_use: Option<String>,
}

impl Skill {
    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Self::BuiltIn { name, .. } => name,
            Self::Authored(skill) => &skill.name,
        }
    }

    /// It, if it is one of the skill folder.
    fn authored(&self) -> Option<&Authored> {
        match self {
            Self::BuiltIn { .. } => None,
            Self::Authored(skill) => Some(skill),
        }
    }

    /// What it is about, in a line; none of a module that is not documented.
    ///
    /// # Errors
    ///
    /// The documentation cannot be read.
    pub fn description<'a>(&'a self, documentation: &'a Documentation) -> Result<Option<&'a str>, IndexError> {
        match self {
            Self::BuiltIn { module, .. } => Ok(documentation.module(module)?.map(|module| module.brief.as_str())),
            Self::Authored(skill) => Ok(Some(&skill.description)),
        }
    }

    /// Whether reading it loads a module, and whether it runs a script, for an agent that writes in an arm.
    pub fn brings(&self, arm: &str) -> (bool, bool) {
        let is_there = |half: &Option<String>| half.as_deref().is_some_and(|text| !is_blank(text));
        match self {
            Self::BuiltIn { .. } => (false, true),
            Self::Authored(skill) => {
                skill.code(arm).map_or((false, false), |code| (is_there(&code.module), is_there(&code.on_use)))
            }
        }
    }
}

/// The prose of a built-in skill: what the documentation of its module says.
pub fn built_in_prose(module: &ModuleText) -> String {
    format!("{}\n\n{}", module.brief, module.detail).trim_end().to_owned()
}

impl Authored {
    /// Its code in an arm.
    pub fn code(&self, arm: &str) -> Option<&SkillCode> {
        self.code.iter().find(|code| code.arm == arm)
    }
}

impl Library {
    /// Reads the library of a workspace, for an agent that writes in an arm.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it: entries that cannot be read, duplicates, and code of which none is in the
    /// agent's language.
    pub fn read(workspace: &Workspace, skills: &Skills, arm: &str) -> Result<Self, SkillMistakes> {
        let (mut mistakes, mut odd) = (Vec::new(), Vec::new());
        let authored = folder::read(workspace, &skills.dir, &mut mistakes, &mut odd);
        mistakes.extend(duplicates(&authored));
        mistakes.extend(foreign(&authored, arm));
        if !mistakes.is_empty() {
            // As whoever mends them goes through the files.
            mistakes.sort_by(|one, other| (&one.file, one.line).cmp(&(&other.file, other.line)));
            return Err(SkillMistakes(mistakes));
        }
        Ok(Self::of_authored(authored, skills, odd))
    }

    /// The authored skills, for a record.
    pub fn recorded(&self) -> String {
        let authored: Vec<&Authored> = self.skills.iter().filter_map(Skill::authored).collect();
        serde_json::to_string(&authored).unwrap_or_default()
    }

    /// The library of a record, with the authored skills that are [recorded](Self::recorded), if there are any.
    pub fn of_record(skills: &Skills, recorded: Option<&str>) -> Self {
        let authored = recorded.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
        Self::of_authored(authored, skills, Vec::new())
    }

    fn of_authored(authored: Vec<Authored>, skills: &Skills, odd: Vec<SkillMistake>) -> Self {
        let given = |name: &str| skills.built_ins.as_ref().is_none_or(|names| names.iter().any(|known| known == name));
        let built_in = TABLE.modules.iter().filter_map(|module| Some((module.skill?, module.id)));
        let built_in = built_in
            .filter(|(name, _)| given(name) && authored.iter().all(|skill| skill.name != *name))
            .map(|(name, module)| Skill::BuiltIn { name, module });
        let built_in: Vec<Skill> = built_in.collect();
        Self { skills: authored.into_iter().map(Skill::Authored).chain(built_in).collect(), odd }
    }

    /// What lies in the skill folder and is not read, though its name is like one that would be; and a folder that a profile
    /// names and that is not there.
    pub fn odd(&self) -> &[SkillMistake] {
        &self.odd
    }

    /// Every skill: those of the folder by name, then the built-in ones by module.
    pub fn skills(&self) -> &[Skill] {
        &self.skills
    }

    /// The skills of an agent. A built-in one is not there for an agent that can call nothing of its module.
    pub fn of<'a>(&'a self, agent: &'a Agent) -> impl Iterator<Item = &'a Skill> {
        self.skills.iter().filter(|skill| match skill {
            Skill::BuiltIn { module, .. } => agent.modules().any(|held| held.id == *module),
            Skill::Authored(_) => true,
        })
    }

    /// Whether a skill is one that comes with gg.
    pub fn is_built_in(&self, name: &str) -> bool {
        self.skills.iter().any(|skill| matches!(skill, Skill::BuiltIn { name: known, .. } if *known == name))
    }

    /// The skills that have a script for an agent that writes in an arm, and modules in other languages only: the script
    /// runs and nothing is loaded. Each with the languages its modules are in.
    pub fn without_module<'a>(&'a self, arm: &'a str) -> impl Iterator<Item = (&'a Authored, Vec<&'a str>)> {
        self.skills.iter().filter_map(move |skill| {
            let Skill::Authored(authored) = skill else { return None };
            let modules = authored.code.iter().filter(|code| code.module.is_some());
            let languages: Vec<&str> = modules.map(|code| code.arm.as_str()).collect();
            let own = authored.code(arm).is_some() && !languages.contains(&arm);
            (own && !languages.is_empty()).then_some((authored, languages))
        })
    }

    /// The skills whose code an agent that writes in an arm reads as prose, for it is in other languages only.
    pub fn as_prose<'a>(&'a self, arm: &'a str) -> impl Iterator<Item = &'a Authored> {
        self.skills.iter().filter_map(move |skill| match skill {
            Skill::Authored(skill) if !skill.code.is_empty() && skill.code(arm).is_none() => Some(skill),
            _ => None,
        })
    }
}

/// Names that several entries have, at each but the first.
fn duplicates(skills: &[Authored]) -> Vec<SkillMistake> {
    let repeated = skills.iter().enumerate().filter_map(|(at, skill)| {
        let first = skills.iter().take(at).find(|first| first.name == skill.name)?;
        Some(SkillMistake::of(&skill.file, format!("the skill `{}` is in {} as well", skill.name, first.file)))
    });
    repeated.collect()
}

/// The skills of a library whose code is all in languages that the agent does not write.
fn foreign(skills: &[Authored], arm: &str) -> Vec<SkillMistake> {
    if skills.iter().any(|skill| skill.code(arm).is_some()) {
        return Vec::new();
    }
    let with_code = skills.iter().filter(|skill| !skill.code.is_empty());
    let mistake = |skill: &Authored| {
        let languages: Vec<&str> = skill.code.iter().map(|code| code.arm.as_str()).collect();
        let message = format!(
            "the code of the skill `{}` is in {}, and that of no skill is in {arm}, which the agent writes",
            skill.name,
            languages.join(", ")
        );
        SkillMistake::of(&skill.file, message)
    };
    with_code.map(mistake).collect()
}
