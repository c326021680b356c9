//! The top-level sections of a table's text, so that one can be put between them and everything else stays as it is.

use std::ops::Range;

/// A section and its sub-tables: from its header to the end of its last line that says something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Section {
    /// The name in the header: `operation` of `[[operation]]`.
    pub(super) name: String,
    /// Its bytes, the last line's break included.
    pub(super) range: Range<usize>,
}

/// Every section, in order. A comment before a header belongs to that header's section, which is to say to none.
pub(super) fn sections(text: &str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut scanner = Scanner { text, at: 0, depth: 0 };
    while scanner.at < text.len() {
        let start = scanner.at;
        let header = if scanner.depth == 0 { header(&text[start..]) } else { None };
        match (header, sections.last_mut()) {
            // A sub-table belongs to the section before it.
            (Some((name, false)), Some(last)) if last.name == name => {}
            (Some((name, _)), _) => sections.push(Section { name: name.to_owned(), range: start..start }),
            (None, _) => {}
        }
        scanner.line();
        let line = text[start..scanner.at].trim();
        if let (false, Some(last)) = (line.is_empty() || line.starts_with('#'), sections.last_mut()) {
            last.range.end = scanner.at;
        }
    }
    sections
}

/// The first name in the header at the start of a text, and whether it opens an item of an array.
fn header(text: &str) -> Option<(&str, bool)> {
    let line = text.lines().next().unwrap_or("").trim_start();
    let inner = line.strip_prefix('[')?;
    let (inner, is_item) = inner.strip_prefix('[').map_or((inner, false), |inner| (inner, true));
    let end = inner.find([']', '.'])?;
    let name = inner[..end].trim().trim_matches(['"', '\'']);
    Some((name, is_item && inner[end..].starts_with(']')))
}

/// Walks over lines that belong together: a value may go on over several.
struct Scanner<'a> {
    text: &'a str,
    at: usize,
    /// How many brackets and braces are open.
    depth: usize,
}

impl Scanner<'_> {
    /// Moves past the line, and past the strings that start in it.
    fn line(&mut self) {
        while let Some(c) = self.text[self.at..].chars().next() {
            match c {
                '\n' => {
                    self.at += 1;
                    return;
                }
                '#' => self.at += self.text[self.at..].find('\n').unwrap_or(self.text.len() - self.at),
                '"' | '\'' => self.string(c),
                '[' | '{' => {
                    self.depth += 1;
                    self.at += 1;
                }
                ']' | '}' => {
                    self.depth = self.depth.saturating_sub(1);
                    self.at += 1;
                }
                _ => self.at += c.len_utf8(),
            }
        }
    }

    fn string(&mut self, quote: char) {
        let rest = &self.text[self.at..];
        let triple = quote.to_string().repeat(3);
        let (mark, many) = if rest.starts_with(&triple) { (triple.as_str(), true) } else { (&triple[..1], false) };
        self.at += mark.len();
        loop {
            let rest = &self.text[self.at..];
            match rest.chars().next() {
                None => return,
                Some('\n') if !many => return,
                Some('\\') if quote == '"' => self.at += 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
                Some(_) if rest.starts_with(mark) => {
                    self.at += mark.len();
                    // Up to two quotes may stand right before the three that close.
                    while many && self.text[self.at..].starts_with(quote) {
                        self.at += 1;
                    }
                    return;
                }
                Some(c) => self.at += c.len_utf8(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(text: &str) -> Vec<(String, String)> {
        sections(text).into_iter().map(|section| (section.name, text[section.range].to_owned())).collect()
    }

    #[test]
    fn strings_and_arrays_may_look_like_headers() {
        let text = "[[module]]\ndoc = '''\n[[operation]]\n'''\nb = \"\"\"\n\\\"\"\"\n[x]\"\"\"\"\"\nc = [\n[1],\n] # [\nd = '[' # '\n\n# next\n[[operation]]\nid = 1\n";
        let found = named(text);
        assert_eq!(found.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["module", "operation"]);
        assert!(found[0].1.ends_with("d = '[' # '\n"), "{:?}", found[0].1);
    }

    #[test]
    fn sub_tables_belong_to_their_section() {
        let found = named("[[operation]]\nid = 1\n[operation.params.a]\ntype = 's'\n[[operation]]\nid = 2");
        assert_eq!(found.len(), 2);
        assert!(found[0].1.ends_with("type = 's'\n"));
    }
}
