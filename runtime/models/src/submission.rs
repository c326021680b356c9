//! What a call of a tool submits (spec: runtime, 4.1).

use serde_json::Value;

use crate::{reply::Call, request::SUBMIT_PROGRAM};

/// What a call submits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Submission {
    /// A program, with its fence if it has one.
    Program(String),
    /// None, for this reason.
    None(String),
    /// Another tool was called, of this name.
    OtherTool(String),
}

impl Submission {
    pub(crate) fn of(call: &Call) -> Self {
        if call.tool != SUBMIT_PROGRAM {
            return Self::OtherTool(call.tool.clone());
        }
        match program(&call.arguments) {
            Ok(program) => Self::Program(program),
            Err(reason) => Self::None(reason),
        }
    }
}

/// The program in the arguments, or why there is none.
fn program(arguments: &str) -> Result<String, String> {
    let arguments: Value =
        serde_json::from_str(arguments).map_err(|error| format!("the arguments are no valid JSON: {error}"))?;
    let Value::Object(mut arguments) = arguments else {
        return Err(format!("the arguments are {}; they have to be an object with `program`", kind(&arguments)));
    };
    match arguments.remove("program") {
        Some(Value::String(program)) if program.trim().is_empty() => Err("`program` is blank".to_owned()),
        Some(Value::String(program)) => Ok(program),
        Some(other) => Err(format!("`program` is {}; it has to be a string", kind(&other))),
        None => Err("the arguments have no `program`".to_owned()),
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(tool: &str, arguments: &str) -> Submission {
        Submission::of(&Call { id: "1".to_owned(), tool: tool.to_owned(), arguments: arguments.to_owned() })
    }

    #[test]
    fn a_program_is_found_or_its_lack_explained() {
        assert_eq!(of(SUBMIT_PROGRAM, r#"{"program":"a\nb"}"#), Submission::Program("a\nb".to_owned()));
        assert_eq!(of("search", "{}"), Submission::OtherTool("search".to_owned()));
        for (arguments, says) in [
            (r#"{"program":"a"#, "no valid JSON"),
            ("", "no valid JSON"),
            ("[]", "are an array"),
            ("{}", "no `program`"),
            (r#"{"program":7}"#, "is a number"),
            (r#"{"program":" \n"}"#, "is blank"),
        ] {
            let Submission::None(reason) = of(SUBMIT_PROGRAM, arguments) else { panic!("{arguments}") };
            assert!(reason.contains(says), "{arguments}: {reason}");
        }
    }
}
