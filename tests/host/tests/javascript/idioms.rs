//! What models write out of habit, a short program each, and what it prints in ECMAScript. `idioms.txt` holds them: `// ==`
//! begins one, `//>` is a line it prints, `//!` what it fails with. What is not marked as TypeScript is a program of both arms.

use gg_engine::arm::typescript::erase;
use serde_json::Value;

use super::engines::run;

/// A program, with what it comes to.
struct Idiom {
    name: &'static str,
    program: String,
    prints: Vec<String>,
    fails: Option<String>,
}

fn idioms() -> Vec<Idiom> {
    let text = include_str!("idioms.txt");
    let of = |block: &'static str| {
        let (name, body) = block.split_once('\n').unwrap_or((block, ""));
        let marked =
            |mark: &'static str| body.lines().filter_map(move |line| line.strip_prefix(mark)).map(str::to_owned);
        let program = body.lines().filter(|line| !line.starts_with("//>") && !line.starts_with("//!"));
        Idiom {
            name,
            program: program.flat_map(|line| [line, "\n"]).collect(),
            prints: marked("//> ").collect(),
            fails: marked("//! ").next(),
        }
    };
    text.split("// == ").skip(1).map(of).collect()
}

/// What is wrong with what a program came to, if something is.
fn wrong(idiom: &Idiom, arm: &str, program: &str) -> Option<String> {
    let ran = run(program, Value::Null);
    let failed = ran.told.error.map(|error| error.message);
    let told = format!("{} ({arm}): printed {:?}, failed with {failed:?}", idiom.name, ran.told.logs);
    (failed != idiom.fails || ran.told.logs != idiom.prints).then_some(told)
}

#[test]
fn what_models_write_does_what_ecmascript_says() {
    let idioms = idioms();
    let mut found = Vec::new();
    for idiom in &idioms {
        assert!(!idiom.prints.is_empty() || idiom.fails.is_some(), "{} expects nothing", idiom.name);
        if !idiom.name.ends_with("(TypeScript)") {
            found.extend(wrong(idiom, "JavaScript", &idiom.program));
        }
        match erase("program.ts", &idiom.program) {
            Ok(erased) => found.extend(wrong(idiom, "TypeScript", &erased.text)),
            Err(rejection) => found.push(format!("{} is refused as TypeScript: {rejection:?}", idiom.name)),
        }
    }
    assert_eq!(found, Vec::<String>::new());
    assert_eq!(idioms.len(), 100);
}
