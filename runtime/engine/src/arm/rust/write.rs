//! Programs of Rust that the host writes.

use crate::arm::{Literal, Passed, Written};

/// A program of these calls: each import once, then `main` with the calls in order.
pub(super) fn write(root: &str, calls: &[Written]) -> String {
    let mut program = Written::imports(calls);
    if !program.is_empty() {
        program.push('\n');
    }
    program.push_str(&format!("fn main() -> Result<(), {root}::Failure> {{\n"));
    for call in calls {
        program.push_str(&format!("    {}({})?;\n", call.call, arguments(call)));
    }
    program.push_str("    Ok(())\n}\n");
    program
}

/// Those by place, then the struct of those by name.
fn arguments(call: &Written) -> String {
    let by_place = call.arguments.iter().filter(|passed| !passed.by_name).map(by_place);
    let mut written: Vec<String> = by_place.collect();
    let by_name = call.arguments.iter().filter(|passed| passed.by_name);
    let options: Vec<String> = by_name.map(|passed| format!("{}: {}", passed.name, by_name_of(passed))).collect();
    if !options.is_empty() {
        let rest = "..Default::default()";
        written.push(format!("{} {{ {}, {rest} }}", options_of(call.call), options.join(", ")));
    }
    written.join(", ")
}

/// The struct of a call's options: beside the call, and named like it.
fn options_of(call: &str) -> String {
    let (path, name) = call.rsplit_once("::").map_or(("", call), |(path, name)| (path, name));
    let words = name.split('_').map(|word| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
    });
    format!("{path}::{}Options", words.collect::<String>())
}

fn by_place(passed: &Passed) -> String {
    match &passed.value {
        Literal::Texts(texts) => format!("&[{}]", texts.iter().map(|text| string(text)).collect::<Vec<_>>().join(", ")),
        Literal::Text(text) => given(passed, string(text)),
        Literal::Number(number) => given(passed, number.to_string()),
    }
}

/// What may be left out is given as being there.
fn given(passed: &Passed, value: String) -> String {
    if passed.required { value } else { format!("Some({value})") }
}

fn by_name_of(passed: &Passed) -> String {
    match &passed.value {
        Literal::Text(text) => format!("Some({}.into())", string(text)),
        Literal::Texts(texts) => {
            let texts: Vec<String> = texts.iter().map(|text| format!("{}.into()", string(text))).collect();
            format!("vec![{}]", texts.join(", "))
        }
        Literal::Number(number) => format!("Some({number})"),
    }
}

/// A string as the language writes it, which is how it formats one.
fn string(text: &str) -> String {
    format!("{text:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_stand_by_place_and_in_a_struct() {
        let passed =
            |name: &str, (required, by_name), value| Passed { name: name.to_owned(), required, by_name, value };
        let call = |call, arguments| Written { import: "use x::a;".to_owned(), call, arguments };
        let texts = || Literal::Texts(vec!["x".to_owned(), "y".to_owned()]);
        let calls = [
            call("a::open", vec![passed("name", (true, false), Literal::Text("a \"b\"\n{}".to_owned()))]),
            call("a::list", vec![passed("depth", (false, false), Literal::Number(2))]),
            call(
                "a::find_all",
                vec![
                    passed("of", (true, false), texts()),
                    passed("depth", (false, true), Literal::Number(3)),
                    passed("kind", (false, true), Literal::Text("z".to_owned())),
                    passed("names", (false, true), texts()),
                ],
            ),
        ];
        let program = "use x::a;\n\nfn main() -> Result<(), x::Failure> {\n    a::open(\"a \\\"b\\\"\\n{}\")?;\n    \
                       a::list(Some(2))?;\n    a::find_all(&[\"x\", \"y\"], a::FindAllOptions { depth: Some(3), kind: \
                       Some(\"z\".into()), names: vec![\"x\".into(), \"y\".into()], ..Default::default() })?;\n    \
                       Ok(())\n}\n";
        assert_eq!(write("x", &calls), program);
        assert_eq!(write("x", &[]), "fn main() -> Result<(), x::Failure> {\n    Ok(())\n}\n");
    }
}
