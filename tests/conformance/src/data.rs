//! The cases, as `data/*.toml` has them. `README.md` explains the keys.

use std::{collections::BTreeMap, fs, path::Path};

use gg_host::Succession;
use serde::Deserialize;
use serde_json::{Map, Value};
use toml::de::{DeTable, DeValue};

use crate::agents::{Agents, Started};

/// One call.
#[derive(Debug, Clone, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of its own")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Case {
    /// What it shows.
    pub name: String,
    /// The operation's id.
    pub call: String,
    /// Its arguments, by parameter.
    #[serde(default)]
    pub args: Map<String, Value>,
    /// Files of the workspace.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    /// A command line that does what is left to do in the workspace.
    pub prepare: Option<String>,
    /// Programs that were kept, oldest first, each of a turn of its own.
    #[serde(default)]
    pub kept: Vec<Kept>,
    /// Calls made before it; they succeed.
    #[serde(default)]
    pub before: Vec<Before>,
    /// A profile in place of that of its file, or else the default one.
    pub profile: Option<String>,
    /// The ending role; standard when left out.
    pub ending: Option<String>,
    /// Whether the run's time is spent.
    #[serde(default)]
    pub time_is_spent: bool,
    /// Whether its right to change memories ended after its grants were resolved.
    #[serde(default)]
    pub reads_only: bool,
    /// Whether no compiler finishes with the code of a memory or skill.
    #[serde(default)]
    pub compiler_fails: bool,
    /// The other agents of its run; without them it has no hand on any.
    pub agents: Option<Agents>,
    /// What it returns; with `fails` left out too, it returns nothing.
    pub value: Option<Value>,
    /// The code and the message it fails with.
    pub fails: Option<[String; 2]>,
    /// The recorded request; as a text, it is JSON.
    pub request: Value,
    /// Whether it is refused before its method runs.
    #[serde(default)]
    pub refused: bool,
    /// Files of the workspace afterwards.
    #[serde(default)]
    pub after: BTreeMap<String, String>,
    /// The messages of the views that are open afterwards, where that is said.
    pub views: Option<Vec<String>>,
    /// The final text of the ending that stands.
    pub ends: Option<String>,
    /// The children that were to be stood up, in order.
    #[serde(default)]
    pub started: Vec<Started>,
    /// What the copies that start when the turn closes go on with, by copy.
    #[serde(default)]
    pub forks: BTreeMap<String, String>,
    /// Who takes its place when the turn closes.
    pub succession: Option<Succession>,
    /// What was left for children to read, by child.
    #[serde(default)]
    pub letters: BTreeMap<String, Vec<String>>,
}

/// A program that was kept.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    /// Its source.
    pub source: String,
    /// What it failed with.
    pub error: Option<String>,
}

/// A call made before the one that counts.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Before {
    /// The operation's id.
    pub call: String,
    /// Its arguments, by parameter.
    #[serde(default)]
    pub args: Map<String, Value>,
}

/// A case of the error matrix that is not provoked here.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Omitted {
    /// The operation's id.
    pub call: String,
    /// The case.
    pub case: String,
    /// Why it is not.
    pub reason: String,
}

/// Texts by name, of which every language has its own.
pub type Texts = BTreeMap<String, BTreeMap<String, String>>;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// That of its cases which have none of their own.
    profile: Option<String>,
    #[serde(default)]
    texts: Texts,
    #[serde(default)]
    case: Vec<Case>,
    #[serde(default)]
    omitted: Vec<Omitted>,
}

/// Every case, with the file it stands in.
///
/// # Panics
///
/// A file is not as it should be.
pub fn cases() -> Vec<(String, Case)> {
    let of = |(name, file): (String, File)| {
        let profile = file.profile;
        let case = move |case: Case| Case { profile: case.profile.or_else(|| profile.clone()), ..case };
        file.case.into_iter().map(move |one| (name.clone(), case(one))).collect::<Vec<_>>()
    };
    files().into_iter().flat_map(of).collect()
}

/// Every case of the matrix that is left out.
///
/// # Panics
///
/// A file is not as it should be.
pub fn omitted() -> Vec<Omitted> {
    files().into_iter().flat_map(|(_, file)| file.omitted).collect()
}

/// Every text that the cases name.
///
/// # Panics
///
/// A file is not as it should be.
pub fn texts() -> Texts {
    files().into_iter().flat_map(|(_, file)| file.texts).collect()
}

fn files() -> Vec<(String, File)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    let read = |path: &std::path::PathBuf| {
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let table = DeTable::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let file = serde_json::from_value(object(table.get_ref()));
        (name, file.unwrap_or_else(|error| panic!("{}: {error}", path.display())))
    };
    paths.iter().map(read).collect()
}

fn object(table: &DeTable<'_>) -> Value {
    Value::Object(table.iter().map(|(key, value)| (key.get_ref().to_string(), json(value.get_ref()))).collect())
}

fn json(value: &DeValue<'_>) -> Value {
    match value {
        DeValue::String(text) => Value::from(text.as_ref()),
        DeValue::Boolean(flag) => Value::from(*flag),
        DeValue::Integer(number) => {
            i64::from_str_radix(number.as_str(), number.radix()).map_or(Value::Null, Value::from)
        }
        DeValue::Float(number) => number.as_str().parse::<f64>().map_or(Value::Null, Value::from),
        DeValue::Datetime(date) => Value::from(date.to_string()),
        DeValue::Array(items) => items.iter().map(|item| json(item.get_ref())).collect(),
        DeValue::Table(table) => object(table),
    }
}
