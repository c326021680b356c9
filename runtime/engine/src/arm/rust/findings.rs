//! What rustc says, read from its JSON and told in the author's own places. A file that is not the author's is never
//! named.

use serde::Deserialize;

use crate::arm::{Diagnosed, Diagnostic, Location, Rejection};

/// How many findings are told. spec: arms, 7.4
const MOST: usize = 8;

#[derive(Debug, Deserialize)]
struct Message {
    message: String,
    code: Option<Code>,
    level: String,
    spans: Vec<Span>,
    children: Vec<Message>,
    rendered: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Code {
    code: String,
}

#[derive(Debug, Deserialize)]
struct Span {
    file_name: String,
    line_start: u32,
    line_end: u32,
    column_start: u32,
    column_end: u32,
    is_primary: bool,
    text: Vec<Line>,
    label: Option<String>,
    suggested_replacement: Option<String>,
    expansion: Option<Box<Expansion>>,
}

#[derive(Debug, Deserialize)]
struct Line {
    text: String,
}

#[derive(Debug, Deserialize)]
struct Expansion {
    span: Span,
}

/// What a compiler's words are read with.
#[derive(Debug)]
pub(super) struct Findings<'a> {
    /// The name of the text.
    pub(super) name: &'a str,
    /// The beginnings of files that are no strangers, besides the text: nothing of the author's stands in them.
    pub(super) own: &'a [String],
}

impl Findings<'_> {
    /// Refuses a text whose compilation has read other files, as by `mod` with a path; `read` is where rustc lists them.
    ///
    /// # Errors
    ///
    /// It has.
    pub(super) fn refuse_others(&self, read: &str) -> Result<(), Rejection> {
        let files = read.lines().filter_map(|line| line.strip_suffix(':')).filter(|line| !line.starts_with('#'));
        if files.clone().all(|file| file == self.name) { Ok(()) } else { Err(self.others(None)) }
    }

    /// What the errors of a compiler mean for the text; `output` is its standard error, a message a line.
    pub(super) fn rejection(&self, output: &str) -> Rejection {
        let name = self.name;
        let messages = output.lines().filter_map(|line| serde_json::from_str::<Message>(line).ok());
        let errors: Vec<Message> = messages
            .filter(|message| message.level.starts_with("error") && !message.message.starts_with("aborting due to"))
            .collect();
        // It may quote the file, or tell whether there is one.
        if let Some(error) = errors.iter().find(|error| self.names_others(error) || error.misses_file()) {
            return self.others(error.place(name).map(|span| span.location(name)));
        }
        let told: Vec<&Message> =
            errors.iter().filter(|error| error.place(name).is_some() || error.spans.is_empty()).collect();
        let Some(first) = told.first() else {
            let said = errors.first().map_or_else(|| output.trim().to_owned(), |error| error.message.clone());
            return Rejection::Defect(format!("the compiler rejects only what gg generated: {said}"));
        };
        let how = if first.is_syntax() { Diagnosed::Syntax } else { Diagnosed::Compile };
        let diagnostics = told.iter().take(MOST).map(|error| error.diagnostic(name)).collect();
        Rejection::Diagnosed { how, diagnostics }
    }

    fn others(&self, location: Option<Location>) -> Rejection {
        let message = format!("{} names another file: a program is one text, and reads files by calls", self.name);
        Rejection::one(Diagnosed::Unsupported, Diagnostic::new(location, None, message))
    }

    /// Whether a message points into a file that nobody but the text can have named.
    fn names_others(&self, message: &Message) -> bool {
        let stranger = |file: &str| file != self.name && !self.own.iter().any(|own| file.starts_with(own.as_str()));
        let spans = |span: &Span| {
            let mut spans = vec![span];
            while let Some(expansion) = spans.last().and_then(|span| span.expansion.as_deref()) {
                spans.push(&expansion.span);
            }
            spans.iter().any(|span| stranger(&span.file_name))
        };
        message.spans.iter().any(spans) || message.children.iter().any(|child| self.names_others(child))
    }
}

impl Message {
    /// Whether it comes from reading the text. rustc gives most of these no code, and begins them in a few ways.
    fn is_syntax(&self) -> bool {
        const BEGINNINGS: &[&str] = &[
            "expected ",
            "unexpected ",
            "mismatched closing",
            "this file contains an unclosed",
            "unknown start of token",
            "unterminated ",
            "missing ",
            "invalid suffix",
            "unknown prefix",
            "prefix `",
            "keyword ",
            "leading `",
        ];
        const CODES: &[&str] = &["E0748", "E0758", "E0762", "E0763", "E0765", "E0766"];
        match &self.code {
            Some(code) => CODES.contains(&code.code.as_str()),
            None => BEGINNINGS.iter().any(|beginning| self.message.starts_with(beginning)),
        }
    }

    /// Its place in the author's text; what comes of a macro stands where the macro is used.
    fn place(&self, name: &str) -> Option<&Span> {
        self.spans.iter().filter(|span| span.is_primary).find_map(|span| span.in_text(name))
    }

    /// Whether it is about a file that cannot be read.
    fn misses_file(&self) -> bool {
        let codes = ["E0583", "E0584"];
        self.message.starts_with("couldn't read ")
            || self.code.as_ref().is_some_and(|code| codes.contains(&code.code.as_str()))
    }

    /// Whether nothing in it is of another file, or of one that is gone by now.
    fn is_own(&self, name: &str) -> bool {
        let spans = self.spans.iter().all(|span| span.file_name == name);
        spans && !self.names_gone_file() && self.children.iter().all(|child| child.is_own(name))
    }

    /// A type whose name is too long is written to a file.
    fn names_gone_file(&self) -> bool {
        self.message.contains("written to '") || self.message.contains("--verbose")
    }

    fn diagnostic(&self, name: &str) -> Diagnostic {
        let place = self.place(name);
        let location = place.map(|span| span.location(name));
        let code = self.code.as_ref().map(|code| code.code.clone());
        let message = self.words();
        let text = match &self.rendered {
            Some(rendered) if place.is_some() && self.is_own(name) => rendered.trim_end().to_owned(),
            _ => self.drawn(code.as_deref(), &message, location.as_ref(), place),
        };
        Diagnostic { text, ..Diagnostic::new(location, code, message) }
    }

    /// Its words. A linker's name the files it was given, so only what it complains of is taken.
    fn words(&self) -> String {
        if !self.message.starts_with("linking with ") {
            return self.message.clone();
        }
        let said = self.children.iter().flat_map(|child| child.message.lines());
        let complaints = said.filter_map(|line| line.split_once("rust-lld: error: ")).map(|(_, complaint)| complaint);
        let complaints: Vec<&str> = complaints.map(|one| one.rsplit(".o: ").next().unwrap_or(one)).collect();
        format!("the program cannot be linked: {}", complaints.join("; "))
    }

    /// As rustc prints it, without the parts that lie in files of others.
    fn drawn(&self, code: Option<&str>, message: &str, location: Option<&Location>, place: Option<&Span>) -> String {
        let code = code.map(|code| format!("[{code}]")).unwrap_or_default();
        let mut text = format!("error{code}: {message}");
        if let Some(location) = location {
            text.push_str(&format!("\n --> {location}"));
        }
        if let Some(span) = place
            && let Some(line) = span.text.first()
        {
            let number = span.line_start.to_string();
            let margin = " ".repeat(number.len());
            let before: String = line
                .text
                .chars()
                .take(span.column_start.saturating_sub(1) as usize)
                .map(|letter| if letter == '\t' { '\t' } else { ' ' })
                .collect();
            let width =
                if span.line_start == span.line_end { span.column_end.saturating_sub(span.column_start) } else { 1 };
            let marks = "^".repeat(width.max(1) as usize);
            let label = span.label.as_ref().map(|label| format!(" {label}")).unwrap_or_default();
            text.push_str(&format!("\n{margin} |\n{number} | {}\n{margin} | {before}{marks}{label}", line.text));
        }
        let Some(location) = location else { return text };
        for child in &self.children {
            let own = child.spans.is_empty() || child.spans.iter().any(|span| span.file_name == location.name);
            if !own || child.names_gone_file() {
                continue;
            }
            text.push_str(&format!("\n{}: {}", child.level, child.message));
            let replaced = child.spans.iter().find_map(|span| span.suggested_replacement.as_deref());
            if let Some(replaced) = replaced.map(str::trim).filter(|replaced| !replaced.is_empty()) {
                text.push_str(&format!(": `{replaced}`"));
            }
        }
        text
    }
}

impl Span {
    fn location(&self, name: &str) -> Location {
        Location { name: name.to_owned(), line: self.line_start, column: self.column_start }
    }

    fn in_text(&self, name: &str) -> Option<&Self> {
        let mut span = self;
        while span.file_name != name {
            span = &span.expansion.as_deref()?.span;
        }
        Some(span)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings() -> Findings<'static> {
        Findings { name: "program.rs", own: &[] }
    }

    #[test]
    fn a_text_that_was_not_alone_is_refused() {
        let alone = "made: program.rs\n\nprogram.rs:\n\n# env-dep:A\n";
        assert_eq!(findings().refuse_others(alone), Ok(()));
        assert_eq!(findings().refuse_others(""), Ok(()));
        let others = findings().refuse_others("made: program.rs /a b\n\nprogram.rs:\n\n/a\\ b:\n");
        let Err(Rejection::Diagnosed { how: Diagnosed::Unsupported, diagnostics }) = others else {
            panic!("{others:?}")
        };
        assert!(!diagnostics[0].text.contains("/a"), "{diagnostics:?}");
    }

    #[test]
    fn what_quotes_another_file_is_not_told() {
        let span = |file: &str, text: &str| {
            serde_json::json!({
                "file_name": file, "line_start": 3, "line_end": 3, "column_start": 5, "column_end": 6, "is_primary": true,
                "text": [{ "text": text }], "label": null, "suggested_replacement": null, "expansion": null,
            })
        };
        let message = |message: &str, spans: serde_json::Value| {
            let error = serde_json::json!({
                "message": message, "code": null, "level": "error", "spans": spans, "children": [],
                "rendered": format!("error: {message}"),
            });
            error.to_string()
        };
        let own = message("expected `;`", serde_json::json!([span("program.rs", "let a")]));
        let Rejection::Diagnosed { how: Diagnosed::Syntax, diagnostics } = findings().rejection(&own) else { panic!() };
        assert_eq!(diagnostics[0].location.as_ref().map(ToString::to_string).as_deref(), Some("program.rs:3:5"));
        for told in [
            message("expected `;`", serde_json::json!([span("/etc/secret", "secret")])),
            message("couldn't read `/etc/secret`: secret", serde_json::json!([span("program.rs", "m!()")])),
        ] {
            let rejection = findings().rejection(&format!("{own}\n{told}"));
            assert!(!format!("{rejection:?}").contains("secret"), "{rejection:?}");
        }
    }

    #[test]
    fn no_more_than_eight_are_told() {
        let one = serde_json::json!({
            "message": "m", "code": null, "level": "error", "spans": [], "children": [], "rendered": null,
        });
        let Rejection::Diagnosed { diagnostics, .. } = findings().rejection(&format!("{one}\n").repeat(9)) else {
            panic!()
        };
        assert_eq!(diagnostics.len(), 8);
    }
}
