//! What templates of Markdown pages pass a string through, by the place it is for.

use minijinja::{Environment, Value};

use crate::markdown::{Block, Inline, Markdown, render_markdown};

/// Adds the filters.
pub(in crate::emit) fn add(environment: &mut Environment<'static>) {
    environment.add_filter("markdown", |text: &str| safe(text.to_owned()));
    environment.add_filter("plain", |text: &str| safe(paragraph(Inline::Text(text.to_owned()))));
    environment.add_filter("span", |text: &str| safe(paragraph(Inline::Code(text.to_owned()))));
    environment.add_filter("code", |text: &str| safe(text.to_owned()));
    environment.add_filter("fence", |code: &str, language: &str| safe(fence(code, language)));
    environment.add_filter("remark", |text: &str| safe(remark(text)));
    environment.add_filter("toml", |text: &str| safe(toml(text)));
}

fn safe(text: String) -> Value {
    Value::from_safe_string(text)
}

fn paragraph(inline: Inline) -> String {
    render(Block::Paragraph(vec![inline]))
}

fn fence(code: &str, language: &str) -> String {
    let text = if code.is_empty() || code.ends_with('\n') { code.to_owned() } else { format!("{code}\n") };
    render(Block::Code { language: language.to_owned(), text })
}

fn render(block: Block) -> String {
    render_markdown(&Markdown { blocks: vec![block] }, usize::MAX, &|_| String::new())
}

/// A comment of HTML, which Markdown takes over.
fn remark(text: &str) -> String {
    format!("<!-- {} -->", text.replace("--", "- -").replace('>', "&gt;"))
}

/// A basic string of TOML.
fn toml(text: &str) -> String {
    let character = |c: char| match c {
        '"' | '\\' => format!("\\{c}"),
        c if c.is_control() => format!("\\u{:04X}", u32::from(c)),
        c => c.to_string(),
    };
    format!("\"{}\"", text.chars().map(character).collect::<String>())
}
