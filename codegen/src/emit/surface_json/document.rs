//! The shape of `surface.json`; `surface.schema.json` says what each member means.

use indexmap::IndexMap;
use serde::Serialize;

/// By the id of an arm, in the order of the arms.
pub(super) type PerArm<T> = IndexMap<&'static str, T>;

#[derive(Serialize)]
pub(super) struct Document<'a> {
    #[serde(rename = "$schema")]
    pub(super) schema: &'static str,
    #[serde(rename = "$comment")]
    pub(super) comment: String,
    pub(super) version: u32,
    pub(super) fingerprint: String,
    pub(super) names: Names<'a>,
    pub(super) package: Package<'a>,
    pub(super) summary: String,
    pub(super) doc: String,
    pub(super) error_code: &'a str,
    pub(super) api_error: &'a str,
    pub(super) arms: Vec<Arm>,
    pub(super) capabilities: Vec<Capability<'a>>,
    pub(super) modules: Vec<Module<'a>>,
    pub(super) operations: Vec<Operation<'a>>,
    pub(super) types: Vec<TypeDef<'a>>,
    pub(super) aliases: Vec<Alias<'a>>,
}

#[derive(Serialize)]
pub(super) struct Names<'a> {
    pub(super) id: &'a str,
    pub(super) wit: &'a str,
    pub(super) json: &'a str,
    pub(super) host: &'a str,
    pub(super) arms: PerArm<&'a str>,
}

#[derive(Serialize)]
pub(super) struct Package<'a> {
    pub(super) namespace: &'a str,
    pub(super) name: &'a str,
    pub(super) world: &'static str,
    pub(super) feedback: &'static str,
}

#[derive(Serialize)]
pub(super) struct Arm {
    pub(super) id: &'static str,
    pub(super) label: &'static str,
    pub(super) fence: &'static str,
    pub(super) separator: &'static str,
}

#[derive(Serialize)]
pub(super) struct Capability<'a> {
    pub(super) id: &'a str,
    pub(super) summary: &'a str,
    pub(super) switches: &'a [String],
    pub(super) operations: Vec<&'a str>,
}

#[derive(Serialize)]
pub(super) struct Module<'a> {
    pub(super) names: Names<'a>,
    pub(super) interface: &'a str,
    pub(super) summary: String,
    pub(super) doc: String,
    pub(super) skill: Option<&'a str>,
    pub(super) operations: Vec<&'a str>,
    pub(super) types: Vec<&'a str>,
    pub(super) arms: PerArm<ModuleInArm>,
}

#[derive(Serialize)]
pub(super) struct ModuleInArm {
    pub(super) key: String,
    pub(super) import: String,
}

#[derive(Serialize)]
pub(super) struct Operation<'a> {
    pub(super) number: u32,
    pub(super) id: &'a str,
    pub(super) module: &'a str,
    pub(super) names: Names<'a>,
    pub(super) options: Names<'a>,
    pub(super) binding: Binding<'a>,
    pub(super) summary: String,
    pub(super) doc: String,
    pub(super) params: Vec<Param<'a>>,
    pub(super) returns: Option<Returns<'a>>,
    pub(super) errors: Vec<ErrorCase<'a>>,
    pub(super) mode: &'static str,
    pub(super) deadline: bool,
    pub(super) during_compaction: &'static str,
    pub(super) instead: Vec<&'a str>,
    pub(super) condition: Option<&'a str>,
    pub(super) effect: &'a str,
    pub(super) except: PerArm<&'a str>,
    pub(super) examples: Vec<Example>,
    pub(super) arms: PerArm<OperationInArm>,
}

#[derive(Serialize)]
pub(super) struct OperationInArm {
    pub(super) key: String,
    pub(super) spelling: String,
    pub(super) signature: String,
    pub(super) places: Vec<Place>,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(super) enum Place {
    Positional { position: usize },
    Keyword,
    Option,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(super) enum Binding<'a> {
    Capability { capability: &'a str },
    Ending { role: &'a str },
    Machine,
    Always,
}

#[derive(Serialize)]
pub(super) struct Param<'a> {
    pub(super) names: Names<'a>,
    #[serde(rename = "type")]
    pub(super) ty: Type<'a>,
    pub(super) doc: String,
    pub(super) optional: bool,
    pub(super) left_out: bool,
}

#[derive(Serialize)]
pub(super) struct Returns<'a> {
    #[serde(rename = "type")]
    pub(super) ty: Type<'a>,
    pub(super) doc: String,
}

#[derive(Serialize)]
pub(super) struct ErrorCase<'a> {
    pub(super) code: &'a str,
    pub(super) when: String,
}

#[derive(Serialize)]
pub(super) struct Example {
    pub(super) summary: String,
    pub(super) request: serde_json::Value,
}

#[derive(Serialize)]
pub(super) struct TypeDef<'a> {
    pub(super) names: Names<'a>,
    pub(super) module: &'a str,
    pub(super) doc: String,
    #[serde(flatten)]
    pub(super) body: Body<'a>,
    pub(super) input: bool,
    pub(super) output: bool,
    pub(super) toolchain: bool,
    pub(super) arms: PerArm<TypeInArm>,
}

#[derive(Serialize)]
pub(super) struct TypeInArm {
    pub(super) key: String,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(super) enum Body<'a> {
    Record {
        fields: Vec<Field<'a>>,
    },
    Variant {
        cases: Vec<Case<'a>>,
        patch: Option<Patch<'a>>,
    },
    Enum {
        members: Vec<Member<'a>>,
    },
    Flags {
        members: Vec<Member<'a>>,
    },
    Alias {
        #[serde(rename = "type")]
        ty: Type<'a>,
    },
}

#[derive(Serialize)]
pub(super) struct Field<'a> {
    pub(super) names: Names<'a>,
    #[serde(rename = "type")]
    pub(super) ty: Type<'a>,
    pub(super) doc: String,
    pub(super) left_out: bool,
    pub(super) spread: bool,
}

#[derive(Serialize)]
pub(super) struct Case<'a> {
    pub(super) names: Names<'a>,
    pub(super) payload: Option<Type<'a>>,
    pub(super) doc: String,
}

#[derive(Serialize)]
pub(super) struct Patch<'a> {
    pub(super) keep: &'a str,
    pub(super) empty: &'a str,
    pub(super) set: &'a str,
}

#[derive(Serialize)]
pub(super) struct Member<'a> {
    pub(super) names: Names<'a>,
    pub(super) doc: String,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(super) enum Type<'a> {
    Bool,
    U8,
    U16,
    U32,
    U64,
    S8,
    S16,
    S32,
    S64,
    F32,
    F64,
    Char,
    String,
    List { item: Box<Type<'a>> },
    Option { item: Box<Type<'a>> },
    Result { ok: Option<Box<Type<'a>>>, err: Option<Box<Type<'a>>> },
    Tuple { items: Vec<Type<'a>> },
    Named { name: &'a str },
}

#[derive(Serialize)]
pub(super) struct Alias<'a> {
    #[serde(rename = "type")]
    pub(super) ty: &'a str,
    pub(super) names: Names<'a>,
    pub(super) operation: &'a str,
    pub(super) args: IndexMap<&'a str, &'a str>,
}
