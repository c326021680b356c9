//! Asks rustc about every word in every place where the Rust arm puts a name: one that cannot stand there must be on the
//! arm's list for that place, and no other.

use std::{
    collections::BTreeSet,
    fmt::Write,
    fs,
    path::Path,
    process::{Command, Output},
};

use gg_codegen::{
    arms::{ArmIndex, Profile},
    names::{Kind, convert},
};

/// Ids that a table may have, and that might not do as names in Rust: keywords of all kinds and editions, the names of the
/// prelude, of primitive types, of crates every program has, and of what the SDK has besides the table's modules.
const IDS: &str = "
    abstract as async await become box break const continue crate do dyn else enum extern false final fn for gen if impl
    in let loop macro match mod move mut override priv pub ref return self static struct super trait true try type typeof
    unsafe unsized use virtual where while yield
    alignof auto default macro_rules offsetof pin proc pure raw reuse safe sizeof union
    alloc core proc_macro std test program membrane lib main mod_ abi calls double native run runtime failure log
    bool char str u8 u16 u32 u64 u128 usize i8 i64 isize f32 f64 never
    clone copy debug default drop eq err error fn_mut fn_once from from_iterator from_str hash into into_iterator iterator
    none ok option ord partial_eq result send sized some string sync to_owned to_string unpin vec
    assert concat format new panic print println write answer arguments bits call end import kind name options payload
    place value";

/// The lines in which a name of a kind is used as the generated code and programs use it; `WORD` stands for it.
fn place(kind: Kind) -> &'static str {
    match kind {
        Kind::Root | Kind::Module => {
            "mod membrane {} mod program {} pub mod WORD { pub fn call() -> Option<u8> { None } }
             fn f() { let _ = WORD::call(); } mod user { use super::WORD; fn f() { WORD::call(); } }"
        }
        Kind::Operation => {
            "pub fn WORD(path: &str) -> Result<Vec<String>, u8> { calls::WORD(path) }
             mod calls { pub fn WORD(path: &str) -> Result<Vec<String>, u8> { Ok(vec![path.to_owned()]) } }"
        }
        Kind::Param => {
            "pub fn f(WORD: &str, other: Option<u8>) -> Result<u8, u8> { calls::f(WORD, other) }
             mod calls { pub fn f(_: &str, other: Option<u8>) -> Result<u8, u8> { other.ok_or(0) } }
             macro_rules! operation { ($param:ident: $ty:ty) => {
                 pub fn g($param: $ty) -> u8 {
                     fn _import(_: u8) -> u8 { 0 } let arguments = 1; let answer = _import($param); arguments + answer
                 }
             } }
             operation! { WORD: u8 }"
        }
        Kind::Field => {
            "#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)] pub struct S { pub WORD: u8, pub other: Option<u8> }
             pub fn f(s: &S) -> S { S { WORD: s.WORD, ..Default::default() } }"
        }
        Kind::Method => "pub struct S; impl S { pub fn WORD(&self) -> u8 { 0 } } pub fn f(s: &S) -> u8 { s.WORD() }",
        Kind::Type | Kind::Options => {
            "#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
             pub struct WORD { pub start: Option<String>, pub end: Vec<u8> }
             impl ::core::convert::From<u8> for WORD {
                 fn from(value: u8) -> Self { Self { start: None, end: vec![value] } }
             }
             impl ::core::str::FromStr for WORD {
                 type Err = u8;
                 fn from_str(word: &str) -> Result<Self, Self::Err> { word.parse::<u8>().map(Self::from).or(Err(0)) }
             }
             pub fn f(
                 one: impl ::core::convert::Into<WORD>, more: &[impl ::core::convert::Into<WORD> + ::core::clone::Clone],
             ) -> Result<Vec<WORD>, u8> {
                 let _: WORD = one.into();
                 Ok(more.iter().cloned().map(::core::convert::Into::into).collect::<Vec<WORD>>())
             }"
        }
        Kind::Case | Kind::EnumCase => {
            "#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)] pub enum E { WORD, Other_ }
             impl E { pub fn as_str(self) -> &'static str { match self { Self::WORD => \"\", Self::Other_ => \"-\" } } }
             pub fn f() -> Option<E> { Some(E::WORD) }"
        }
        Kind::Flag => {
            "#[derive(Default)] pub struct S { bits: u32 }
             impl S { pub const WORD: Self = Self { bits: 1 }; pub fn bits(self) -> u32 { self.bits | Self::WORD.bits } }"
        }
    }
}

fn profile() -> &'static Profile {
    ArmIndex::find("rust").expect("there is a Rust arm").arm().profile()
}

/// The words of a kind: the ids in its case.
fn words(kind: Kind) -> BTreeSet<String> {
    let name = |id: &str| {
        let name = convert(id, (profile().case)(kind));
        if kind == Kind::Options { name + "Options" } else { name }
    };
    IDS.split_whitespace().map(name).collect()
}

fn rustc() -> Command {
    let mut command = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    command.args(["--edition=2024", "--emit=metadata", "--error-format=json", "--cap-lints=allow"]);
    command
}

/// The lines, counted from 0, in which rustc found a mistake.
fn lines_at_fault(output: &Output) -> BTreeSet<usize> {
    let text = String::from_utf8_lossy(&output.stderr);
    let mut lines = BTreeSet::new();
    for message in text.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok()) {
        if message["level"] != "error" {
            continue;
        }
        // Also where a mistake within a macro comes from, and what a name collides with.
        let spans = message["spans"].as_array().into_iter().flatten();
        lines.extend(
            spans.filter_map(|span| span["line_start"].as_u64()).filter_map(|line| usize::try_from(line - 1).ok()),
        );
    }
    assert!(output.status.success() || !lines.is_empty(), "rustc fails without a place:\n{text}");
    lines
}

/// The words that rustc does not take in a place. Each stands in a module of its own, on a line of its own, as the tokens
/// of a macro, so that a mistake in one does not hide another; those found are left out until nothing is found.
fn refused(folder: &Path, kind: Kind, words: &BTreeSet<String>) -> BTreeSet<String> {
    let path = folder.join(format!("{kind:?}.rs"));
    let mut left: Vec<_> = words.iter().collect();
    let mut refused = BTreeSet::new();
    loop {
        let mut source = "macro_rules! item { ($($token:tt)*) => { $($token)* } }\n".to_owned();
        for (at, word) in left.iter().enumerate() {
            let code = place(kind).replace("WORD", word).replace('\n', " ");
            writeln!(source, "item! {{ pub mod at_{at} {{ {code} }} }}").expect("a string takes it");
        }
        fs::write(&path, source).expect("the folder takes files");
        let output =
            rustc().args(["--crate-type=lib", "--out-dir"]).arg(folder).arg(&path).output().expect("rustc runs");
        let found = lines_at_fault(&output);
        if found.is_empty() {
            return refused;
        }
        let (bad, good): (Vec<_>, Vec<_>) = left.into_iter().enumerate().partition(|(at, _)| found.contains(&(at + 1)));
        assert!(!bad.is_empty(), "a mistake outside of the words: {}", String::from_utf8_lossy(&output.stderr));
        refused.extend(bad.into_iter().map(|(_, word)| word.clone()));
        left = good.into_iter().map(|(_, word)| word).collect();
    }
}

/// Whether a crate of that name can be made and used by a program.
fn is_crate(folder: &Path, name: &str) -> bool {
    let library = folder.join("crate.rs");
    let program = folder.join("user.rs");
    fs::write(&library, "pub mod files { pub fn call() -> Option<u8> { None } }").expect("the folder takes files");
    let text = format!(
        "use {name}::files;
         #[derive(Debug, Clone, Default, PartialEq, Eq, Hash)] struct Own(Option<u8>);
         fn main() {{ println!(\"{{:?}}\", Own(files::call())); }}"
    );
    fs::write(&program, text).expect("so it does");
    let metadata = folder.join(format!("lib{name}.rmeta"));
    let mut compile = rustc();
    compile.args(["--crate-type=lib", "--crate-name", name, "-o"]).arg(&metadata).arg(&library);
    if !compile.output().expect("rustc runs").status.success() {
        return false;
    }
    let mut compile = rustc();
    compile.args(["--crate-name=program", "--extern"]).arg(format!("{name}={}", metadata.display()));
    compile.arg("-o").arg(folder.join("program.rmeta")).arg(&program).output().expect("rustc runs").status.success()
}

/// Whether a module of that name can have a file of its own beside the crate's root.
fn is_file(folder: &Path, name: &str) -> bool {
    let folder = folder.join("files");
    fs::create_dir_all(&folder).expect("the folder takes folders");
    fs::write(folder.join(format!("{name}.rs")), "pub fn call() {}").expect("the folder takes files");
    fs::write(folder.join("lib.rs"), format!("pub mod {name};")).expect("so it does");
    let mut compile = rustc();
    compile.args(["--crate-type=lib", "--out-dir"]).arg(&folder).arg(folder.join("lib.rs"));
    compile.output().expect("rustc runs").status.success()
}

#[test]
fn a_word_is_reserved_where_rustc_refuses_it_and_nowhere_else() {
    let folder = tempfile::tempdir().expect("there is room for files");
    let mut wrong = String::new();
    for kind in Kind::ALL.iter().copied() {
        let words = words(kind);
        let mut refused = refused(folder.path(), kind, &words);
        match kind {
            Kind::Root => {
                // What the other modules of the crate are called does not matter to its own name.
                refused.retain(|word| word != "membrane");
                let special =
                    ["alloc", "core", "membrane", "proc_macro", "program", "std", "test", "lib", "main", "vec"];
                refused.extend(special.into_iter().filter(|word| !is_crate(folder.path(), word)).map(str::to_owned));
            }
            Kind::Module => {
                let special = ["lib", "main", "core", "std"].into_iter();
                refused.extend(special.filter(|word| !is_file(folder.path(), word)).map(str::to_owned));
            }
            _ => {}
        }
        let reserved = profile().reserved.iter().filter(|set| set.kinds.contains(&kind)).flat_map(|set| set.words);
        let reserved: BTreeSet<_> = reserved.map(|word| (*word).to_owned()).collect();
        let missing: Vec<_> = refused.difference(&reserved).collect();
        let needless: Vec<_> = reserved.difference(&refused).collect();
        if !missing.is_empty() || !needless.is_empty() {
            writeln!(wrong, "{kind:?}: missing {missing:?}, needless {needless:?}").expect("a string takes it");
        }
    }
    assert!(wrong.is_empty(), "the lists of codegen/src/arms/rust/profile.rs are not rustc's:\n{wrong}");
}
