//! Findings as text in the style of rustc, or as JSON, one object a line.

use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet, normalize_untrusted_str};
use serde::Serialize;

use super::{Diagnostic, Label, Severity};
use crate::source::{Source, Span};

/// How findings are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For people, without colours.
    Plain,
    /// For people, with ANSI colours.
    Coloured,
    /// For tools: one JSON object a line.
    Json,
}

/// Prints findings about a source, each followed by a blank line, or as one JSON object a line.
pub fn render(source: &Source, findings: &[Diagnostic], format: Format) -> String {
    let mut out = String::new();
    for finding in findings {
        match format {
            Format::Plain => out.push_str(&drawn(source, finding, &Renderer::plain())),
            Format::Coloured => out.push_str(&drawn(source, finding, &Renderer::styled().hyperlink(false))),
            Format::Json => out.push_str(&json(source, finding)),
        }
        out.push_str(if format == Format::Json { "\n" } else { "\n\n" });
    }
    out
}

fn drawn(source: &Source, finding: &Diagnostic, renderer: &Renderer) -> String {
    let level = match finding.code.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(finding.message.as_str()).id(finding.code.id);
    let labels = || std::iter::once(&finding.primary).chain(&finding.related);
    let excerpt = excerpt(source, labels().map(|label| shown(source, label.span)));
    let (from, line) = (excerpt.start, source.place(Span::new(excerpt.clone()).start).line);
    let annotations = labels().enumerate().map(|(at, label)| {
        let kind = if at == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
        annotation(kind, source, label, from)
    });
    let snippet = Snippet::source(source.text().get(excerpt).unwrap_or(""))
        .path(source.name())
        .line_start(line)
        .annotations(annotations);
    let mut group = Group::with_title(title).element(snippet);
    if let Some(help) = &finding.help {
        group = group.element(Level::HELP.message(normalize_untrusted_str(help)));
    }
    renderer.render(&[group])
}

fn annotation<'a>(kind: AnnotationKind, source: &Source, label: &'a Label, from: usize) -> Annotation<'a> {
    let span = shown(source, label.span);
    let text = (!label.text.is_empty()).then_some(label.text.as_str());
    kind.span(span.start - from..span.end - from).label(text)
}

/// The part of a span that is underlined: its first line that says something, on character boundaries.
fn shown(source: &Source, span: Span) -> Range<usize> {
    let text = source.text();
    let boundary = |at: usize| (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let (mut start, end) = (boundary(span.start as usize), boundary(span.end as usize));
    let end = end.max(start);
    let part = &text[start..end];
    start += part.len() - part.trim_start_matches(['\n', ' ', '\t']).len();
    if start == end {
        // Nothing but blanks: the place alone.
        return boundary(span.start as usize)..boundary(span.start as usize);
    }
    let line = text[start..end].split('\n').next().unwrap_or("");
    start..start + line.trim_end().len().max(1).min(end - start)
}

/// The whole lines from the first to the last of the ranges: what the drawing needs of a source that may be long.
fn excerpt(source: &Source, ranges: impl Iterator<Item = Range<usize>>) -> Range<usize> {
    let text = source.text();
    let (first, last) =
        ranges.fold((text.len(), 0), |(first, last), range| (first.min(range.start), last.max(range.end)));
    let start = text[..first].rfind('\n').map_or(0, |at| at + 1);
    let end = text[last..].find('\n').map_or(text.len(), |at| last + at);
    start..end.max(start)
}

#[derive(Serialize)]
struct JsonFinding<'a> {
    code: &'a str,
    severity: &'a str,
    message: &'a str,
    file: &'a str,
    spans: Vec<JsonSpan<'a>>,
    help: Option<&'a str>,
}

#[derive(Serialize)]
struct JsonSpan<'a> {
    primary: bool,
    label: &'a str,
    start: JsonPlace,
    end: JsonPlace,
}

#[derive(Serialize)]
struct JsonPlace {
    byte: u32,
    line: usize,
    column: usize,
}

fn json(source: &Source, finding: &Diagnostic) -> String {
    let place = |at: u32| {
        let place = source.place(at);
        JsonPlace { byte: at, line: place.line, column: place.column }
    };
    let labels = std::iter::once(&finding.primary).chain(&finding.related).enumerate();
    let spans = labels.map(|(at, label)| JsonSpan {
        primary: at == 0,
        label: &label.text,
        start: place(label.span.start),
        end: place(label.span.end),
    });
    let object = JsonFinding {
        code: finding.code.id,
        severity: finding.code.severity.word(),
        message: &finding.message,
        file: source.name(),
        spans: spans.collect(),
        help: finding.help.as_deref(),
    };
    // Strings and numbers always have a JSON form.
    serde_json::to_string(&object).unwrap_or_default()
}
