//! Programs of JavaScript and TypeScript that the host writes.

use crate::arm::{Literal, Written};

/// A program of these calls: each import once, then the calls in order.
pub(crate) fn write(calls: &[Written]) -> String {
    let mut program = Written::imports(calls);
    for call in calls {
        program.push_str(&format!("{}({});\n", call.call, arguments(call)));
    }
    program
}

/// Those by place, then the object of those by name.
fn arguments(call: &Written) -> String {
    let by_place = call.arguments.iter().filter(|passed| !passed.by_name).map(|passed| literal(&passed.value));
    let mut written: Vec<String> = by_place.collect();
    let by_name = call.arguments.iter().filter(|passed| passed.by_name);
    let options: Vec<String> = by_name.map(|passed| format!("{}: {}", passed.name, literal(&passed.value))).collect();
    if !options.is_empty() {
        written.push(format!("{{ {} }}", options.join(", ")));
    }
    written.join(", ")
}

fn literal(value: &Literal) -> String {
    match value {
        // A string of JSON is one of the language since ES2019.
        Literal::Text(text) => serde_json::Value::from(text.as_str()).to_string(),
        Literal::Texts(texts) => {
            let texts: Vec<String> = texts.iter().map(|text| literal(&Literal::Text(text.clone()))).collect();
            format!("[{}]", texts.join(", "))
        }
        Literal::Number(number) => number.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arm::Passed;

    #[test]
    fn arguments_stand_by_place_and_in_an_object() {
        let passed = |name: &str, by_name, value| Passed { name: name.to_owned(), by_name, required: !by_name, value };
        let call = |call, arguments| Written { import: "import { a } from \"x\";".to_owned(), call, arguments };
        let calls = [
            call("a.open", vec![passed("name", false, Literal::Text("a \"b\"\n".to_owned()))]),
            call("a.list", Vec::new()),
            call(
                "a.find",
                vec![
                    passed("of", false, Literal::Texts(vec!["x".to_owned(), "y".to_owned()])),
                    passed("depth", true, Literal::Number(3)),
                    passed("kind", true, Literal::Text("z".to_owned())),
                ],
            ),
        ];
        let program = "import { a } from \"x\";\na.open(\"a \\\"b\\\"\\n\");\na.list();\n\
                       a.find([\"x\", \"y\"], { depth: 3, kind: \"z\" });\n";
        assert_eq!(write(&calls), program);
        assert_eq!(write(&[]), "");
    }
}
