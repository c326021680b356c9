//! `docs/index.json` as codegen writes it: read once, when documentation is first asked for.
//!
//! Texts are Markdown, a line a paragraph, with every call, type and parameter spelled as the arm writes it.

use std::{fmt, sync::OnceLock};

use serde::{Deserialize, Deserializer, Serialize, de};

/// The version of the shape that is read here.
const VERSION: u32 = 1;

/// The documentation of a table: its text, and what was read from it.
#[derive(Debug)]
pub struct Index {
    text: &'static str,
    contents: OnceLock<Result<Contents, IndexError>>,
}

/// The index cannot be read: a defect of whoever generated it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexError(String);

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the generated documentation index cannot be read: {}", self.0)
    }
}

impl std::error::Error for IndexError {}

impl Index {
    /// An index that is read at its first use. The text is that of `docs/index.json`.
    pub const fn new(text: &'static str) -> Self {
        Self { text, contents: OnceLock::new() }
    }

    /// What it holds.
    pub(super) fn contents(&self) -> Result<&Contents, IndexError> {
        let contents = self.contents.get_or_init(|| {
            let contents: Contents = serde_json::from_str(self.text).map_err(|error| IndexError(error.to_string()))?;
            match contents.version {
                VERSION => Ok(contents),
                other => Err(IndexError(format!("it has version {other}, and this engine reads {VERSION}"))),
            }
        });
        contents.as_ref().map_err(Clone::clone)
    }
}

/// The whole index.
#[derive(Debug, Deserialize)]
pub(super) struct Contents {
    pub(super) version: u32,
    /// The arms.
    pub(super) arms: Vec<ArmEntry>,
    /// Ids of the types every failed call carries: the failure itself, then its code. No entry lists them among its types.
    pub(super) failure: Vec<String>,
    /// Modules, in presentation order.
    pub(super) modules: Vec<ModuleEntry>,
    /// Operations, in the order of the table.
    pub(super) functions: Vec<FunctionEntry>,
    /// Types, by module and then in the order of the table.
    pub(super) types: Vec<TypeEntry>,
}

/// One value an arm.
#[derive(Debug)]
pub(super) struct ByArm<T>(Vec<(String, T)>);

impl<T> ByArm<T> {
    /// The value of an arm; none where the arm has no such thing.
    pub(super) fn of(&self, arm: &str) -> Option<&T> {
        self.0.iter().find(|(id, _)| id == arm).map(|(_, value)| value)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ByArm<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor<T>(std::marker::PhantomData<T>);
        impl<'de, T: Deserialize<'de>> de::Visitor<'de> for Visitor<T> {
            type Value = ByArm<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value an arm")
            }

            fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut values = Vec::with_capacity(4);
                while let Some(entry) = map.next_entry()? {
                    values.push(entry);
                }
                Ok(ByArm(values))
            }
        }
        deserializer.deserialize_map(Visitor(std::marker::PhantomData))
    }
}

/// A program language.
#[derive(Debug, Deserialize)]
pub(super) struct ArmEntry {
    pub(super) id: String,
    /// The language of a Markdown fence.
    pub(super) fence: String,
}

/// A module.
#[derive(Debug, Deserialize)]
pub(super) struct ModuleEntry {
    /// Its id in the table, by which a search may be narrowed, as by its key in the arm.
    pub(super) id: String,
    pub(super) arms: ByArm<ModuleText>,
}

/// A module in one arm, or a module of loaded code.
#[derive(Debug, Clone, Deserialize)]
pub struct ModuleText {
    /// The fully qualified name: its documentation key and its path.
    pub key: String,
    /// The last part of the key.
    pub name: String,
    /// The name in lower-case letters and digits.
    pub fold: String,
    /// The line by which a program reaches it.
    pub import: String,
    /// One sentence.
    pub brief: String,
    /// The rest; may be empty.
    pub detail: String,
}

/// An operation.
#[derive(Debug, Deserialize)]
pub(super) struct FunctionEntry {
    /// Its id, `module.key`.
    pub(super) id: String,
    /// The id of its module.
    pub(super) module: String,
    /// Ids of the types its parameters name.
    pub(super) parameter_types: Vec<String>,
    /// Ids of the types its result names.
    pub(super) return_types: Vec<String>,
    pub(super) arms: ByArm<FunctionText>,
}

/// An operation in one arm, or a function of loaded code.
#[derive(Debug, Clone, Deserialize)]
pub struct FunctionText {
    /// The fully qualified name: its documentation key.
    pub key: String,
    /// The last part of the key.
    pub name: String,
    /// The name in lower-case letters and digits.
    pub fold: String,
    /// Its declaration; several, where it has several signatures, each on lines of its own.
    pub signature: String,
    /// The line by which a program reaches it.
    pub import: String,
    /// One sentence.
    pub brief: String,
    /// The rest; may be empty.
    pub detail: String,
    /// Its arguments, in the order of its declaration.
    pub arguments: Vec<Argument>,
    /// What it gives back; none for nothing.
    pub result: Option<Outcome>,
    /// Its own failures.
    pub errors: Vec<Failure>,
    /// Calls of it.
    pub examples: Vec<Sample>,
}

/// An argument.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct Argument {
    /// Its name.
    pub name: String,
    /// Its type as a declaration writes it; empty where nothing says it.
    #[serde(rename = "type")]
    pub ty: String,
    /// What it means; may be empty.
    pub doc: String,
    /// Whether it must be given.
    pub required: bool,
    /// What it is when it is left out, where the language writes that.
    pub default: Option<String>,
    /// Whether it is passed by its name: as a keyword or in the bag of options.
    pub by_name: bool,
}

/// What a call gives back.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct Outcome {
    /// Its type as a declaration writes it; empty where nothing says it.
    #[serde(rename = "type")]
    pub ty: String,
    /// What it is; may be empty.
    pub doc: String,
}

/// A failure of an operation's own.
#[derive(Debug, Clone, Deserialize)]
pub struct Failure {
    /// The code.
    pub code: String,
    /// When it happens.
    pub when: String,
}

/// An example.
#[derive(Debug, Clone, Deserialize)]
pub struct Sample {
    /// What it shows; may be empty.
    pub summary: String,
    /// The call, as an expression.
    pub code: String,
}

/// A type.
#[derive(Debug, Deserialize)]
pub(super) struct TypeEntry {
    /// Its name in the table.
    pub(super) id: String,
    /// The id of its module.
    pub(super) module: String,
    /// Ids of the types its members name.
    pub(super) types: Vec<String>,
    pub(super) arms: ByArm<TypeText>,
}

/// A type in one arm, or one of loaded code.
#[derive(Debug, Clone, Deserialize)]
pub struct TypeText {
    /// The fully qualified name: its documentation key.
    pub key: String,
    /// The last part of the key.
    pub name: String,
    /// The name in lower-case letters and digits.
    pub fold: String,
    /// Its declaration.
    pub declaration: String,
    /// The line by which a program reaches it.
    pub import: String,
    /// One sentence.
    pub brief: String,
    /// The rest; may be empty.
    pub detail: String,
    /// Its members, in order.
    pub members: Vec<MemberText>,
    /// Second spellings of operations that its values have.
    pub methods: Vec<Method>,
}

/// A member of a type: a field, a case, a word or a bit.
#[derive(Debug, Clone, Deserialize)]
pub struct MemberText {
    /// Its name.
    pub name: String,
    /// Its type, or that of what the case carries; none where there is none.
    #[serde(rename = "type")]
    pub ty: Option<String>,
    /// What it means; may be empty.
    pub doc: String,
    /// Whether a value always has it.
    pub required: bool,
}

/// A method of a type.
#[derive(Debug, Clone, Deserialize)]
pub struct Method {
    /// Its name.
    pub name: String,
    /// The id of the operation it calls, which decides whether it may be called.
    pub operation: String,
    /// What is left to pass.
    pub arguments: Vec<Argument>,
}
