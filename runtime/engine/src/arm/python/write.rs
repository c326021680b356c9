//! Programs of Python that the host writes.

use crate::arm::{Literal, Passed, Written};

/// A program of these calls: each import once, then the calls in order.
pub(super) fn write(calls: &[Written]) -> String {
    let mut program = Written::imports(calls);
    for call in calls {
        let arguments: Vec<String> = call.arguments.iter().map(argument).collect();
        program.push_str(&format!("{}({})\n", call.call, arguments.join(", ")));
    }
    program
}

fn argument(passed: &Passed) -> String {
    let value = literal(&passed.value);
    if passed.by_name { format!("{}={value}", passed.name) } else { value }
}

fn literal(value: &Literal) -> String {
    match value {
        // Whatever JSON escapes in a string means the same in one of Python.
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

    #[test]
    fn arguments_stand_by_place_and_by_keyword() {
        let passed = |name: &str, by_name, value| Passed { name: name.to_owned(), by_name, required: !by_name, value };
        let call = |call, arguments| Written { import: "import x".to_owned(), call, arguments };
        let calls = [
            call("x.a.open", vec![passed("name", false, Literal::Text("a \"b\"\n\u{1}é".to_owned()))]),
            call("x.a.list", Vec::new()),
            call(
                "x.a.find",
                vec![
                    passed("of", false, Literal::Texts(vec!["x".to_owned(), "y".to_owned()])),
                    passed("depth", true, Literal::Number(3)),
                ],
            ),
        ];
        let program = "import x\nx.a.open(\"a \\\"b\\\"\\n\\u0001é\")\nx.a.list()\nx.a.find([\"x\", \"y\"], depth=3)\n";
        assert_eq!(write(&calls), program);
        assert_eq!(write(&[]), "");
    }
}
