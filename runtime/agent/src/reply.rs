//! What a reply submits (spec: runtime, 4.1).

use gg_engine::TurnError;
use gg_models::{Answer, Form, SUBMIT_PROGRAM, Submission};

/// A reply, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Taken {
    /// Its programs, in order.
    pub(crate) programs: Vec<String>,
    /// What each call of it is answered with; nothing for one that submits the next program, which is answered with its
    /// id.
    pub(crate) answers: Vec<(String, Option<String>)>,
    /// Fences taken from around programs.
    pub(crate) fences_removed: u32,
    /// Why it has no program.
    pub(crate) error: Option<TurnError>,
}

impl Taken {
    /// Takes apart a reply of a form.
    pub(crate) fn of(answer: &Answer, form: Form) -> Self {
        let mut taken = Self { programs: Vec::new(), answers: Vec::new(), fences_removed: 0, error: None };
        match form {
            Form::Plain => taken.program(&answer.text),
            Form::Wrapped => {
                for (call, submission) in answer.calls.iter().zip(answer.submissions()) {
                    let said = match submission {
                        Submission::Program(program) => {
                            let before = taken.programs.len();
                            taken.program(&program);
                            (taken.programs.len() == before).then(|| "`program` is blank".to_owned())
                        }
                        Submission::None(reason) => Some(format!("No program was submitted: {reason}.")),
                        Submission::OtherTool(name) => {
                            Some(format!("There is no tool `{name}`. Call `{SUBMIT_PROGRAM}` with a whole program."))
                        }
                    };
                    taken.answers.push((call.id.clone(), said));
                }
            }
        }
        let submits = |call: &gg_models::Call| call.tool == SUBMIT_PROGRAM;
        taken.error = match form {
            _ if !taken.programs.is_empty() => None,
            Form::Wrapped if !answer.calls.iter().any(submits) => Some(TurnError::MissingCompletionNoCall),
            _ => Some(TurnError::MissingCompletionNoProgram),
        };
        taken
    }

    fn program(&mut self, text: &str) {
        let bare = without_fence(text);
        let program = bare.unwrap_or(text);
        if !program.trim().is_empty() {
            self.fences_removed += u32::from(bare.is_some());
            self.programs.push(program.to_owned());
        }
    }
}

/// How a model is told to answer that did not.
pub(crate) fn how_to_answer(form: Form, language: &str) -> String {
    match form {
        Form::Plain => format!("The reply held no program. The whole reply has to be one program in {language}."),
        Form::Wrapped => {
            format!("The reply submitted no program. Call `{SUBMIT_PROGRAM}` with a whole program in {language}.")
        }
    }
}

/// A text without the one Markdown fence around the whole of it; none when there is no such fence.
fn without_fence(text: &str) -> Option<&str> {
    let trimmed = trim_blank_lines(text);
    let (first, rest) = trimmed.split_once('\n')?;
    let first = first.trim_end();
    let mark = first.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
    let length = first.chars().take_while(|character| *character == mark).count();
    // The info string of a fence of backticks holds none.
    if length < 3 || (mark == '`' && first[length..].contains('`')) {
        return None;
    }
    let closes = |line: &str| {
        let line = line.trim_end();
        let indent = line.len() - line.trim_start_matches(' ').len();
        let line = &line[indent..];
        indent < 4 && line.len() >= length && line.chars().all(|character| character == mark)
    };
    let (inside, last) = match rest.rsplit_once('\n') {
        Some((inside, last)) => (inside, last),
        None => ("", rest),
    };
    let whole = closes(last) && !inside.lines().any(closes);
    let end = if inside.is_empty() { 0 } else { inside.len() + 1 };
    whole.then(|| rest.get(..end).unwrap_or(inside))
}

/// A text without the blank lines at its beginning and the white space at its end.
fn trim_blank_lines(text: &str) -> &str {
    let mut rest = text.trim_end();
    while let Some((line, after)) = rest.split_once('\n') {
        if !line.trim().is_empty() {
            break;
        }
        rest = after;
    }
    rest
}

#[cfg(test)]
mod tests {
    use gg_models::Call;

    use super::*;

    #[test]
    fn one_fence_around_the_whole_is_removed_and_no_other() {
        for (text, bare) in [
            ("```ts\na\nb\n```", Some("a\nb\n")),
            ("\n\n~~~\na\n~~~\n\n", Some("a\n")),
            ("````\n```\na\n```\n````", Some("```\na\n```\n")),
            ("```\n```", Some("")),
            ("a", None),
            ("Here it is:\n```\na\n```", None),
            ("```\na\n```\nb", None),
            ("```\na\n```\n```\nb\n```", None),
            ("```\na", None),
            ("``\na\n``", None),
            ("```a```\nb\n```", None),
        ] {
            assert_eq!(without_fence(text), bare, "{text:?}");
        }
    }

    #[test]
    fn a_reply_of_calls_is_answered_call_by_call() {
        let call = |id: &str, tool: &str, arguments: &str| Call {
            id: id.to_owned(),
            tool: tool.to_owned(),
            arguments: arguments.to_owned(),
        };
        let calls = vec![
            call("1", SUBMIT_PROGRAM, r#"{"program":"```\na\n```"}"#),
            call("2", "search", "{}"),
            call("3", SUBMIT_PROGRAM, "{}"),
            call("4", SUBMIT_PROGRAM, r#"{"program":"b"}"#),
        ];
        let answer = Answer { text: "c".to_owned(), calls, kept: Vec::new() };
        let taken = Taken::of(&answer, Form::Wrapped);
        assert_eq!(taken.programs, ["a\n", "b"]);
        assert_eq!((taken.fences_removed, taken.error), (1, None));
        let answered: Vec<bool> = taken.answers.iter().map(|(_, said)| said.is_some()).collect();
        assert_eq!(answered, [false, true, true, false]);
    }

    #[test]
    fn a_reply_without_a_program_is_an_error() {
        let text = |text: &str| Answer { text: text.to_owned(), ..Answer::default() };
        assert_eq!(Taken::of(&text(" \n"), Form::Plain).error, Some(TurnError::MissingCompletionNoProgram));
        assert_eq!(Taken::of(&text("```\n```"), Form::Plain).error, Some(TurnError::MissingCompletionNoProgram));
        assert_eq!(Taken::of(&text("a"), Form::Wrapped).error, Some(TurnError::MissingCompletionNoCall));
    }
}
