//! Text for people: counts, names on one line, lines that are cut.

/// `1 line`, `2 lines`.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// Whether nothing is left of a text without the white space around it.
pub(crate) fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

/// How often a text occurs in another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Occurs {
    /// Nowhere.
    Never,
    /// At this byte alone.
    Once(usize),
    /// In so many places, at least 2.
    Often(usize),
}

/// Where a part, which is not empty, occurs in a text. Places may overlap, as `aa` in `aaa`.
pub(crate) fn occurs(text: &str, part: &str) -> Occurs {
    let Some(at) = text.find(part) else { return Occurs::Never };
    let next = part.chars().next().map_or(1, char::len_utf8);
    if text[at + next..].contains(part) { Occurs::Often(text.matches(part).count().max(2)) } else { Occurs::Once(at) }
}

/// A name on one line: control characters are escaped.
pub fn visible(name: &str) -> String {
    if !name.contains(char::is_control) {
        return name.to_owned();
    }
    name.chars().fold(String::new(), |mut visible, character| {
        if character.is_control() {
            visible.extend(character.escape_default());
        } else {
            visible.push(character);
        }
        visible
    })
}

/// Appends a text line by line, each with its end and two spaces before it, unless it is blank.
pub(crate) fn indent(lines: &str, text: &mut String) {
    for line in lines.lines() {
        text.push_str(if is_blank(line) { "" } else { "  " });
        text.push_str(line);
        text.push('\n');
    }
}

/// Appends a line without its end, cut after so many characters; a cut says how many were dropped.
pub(crate) fn clip(line: &str, most: usize, text: &mut String) {
    match line.char_indices().nth(most) {
        None => text.push_str(line),
        Some((at, _)) => {
            text.push_str(&line[..at]);
            text.push_str(&format!("… ({} dropped)", counted(line[at..].chars().count() as u64, "character")));
        }
    }
}

/// A line apart from its end.
pub(crate) fn line_end(line: &str) -> (&str, &str) {
    let text = line.strip_suffix('\n').map_or(line, |text| text.strip_suffix('\r').unwrap_or(text));
    line.split_at(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clipped_line_says_what_it_dropped() {
        let clipped = |line: &str, most| {
            let mut text = String::new();
            clip(line, most, &mut text);
            text
        };
        assert_eq!(clipped("äöü", 3), "äöü");
        assert_eq!(clipped("äöü", 2), "äö… (1 character dropped)");
        assert_eq!(clipped("äöüß", 2), "äö… (2 characters dropped)");
        assert_eq!(clipped("", 1), "");
    }

    #[test]
    fn a_line_ends_in_one_of_two_ways() {
        assert_eq!(line_end("a\n"), ("a", "\n"));
        assert_eq!(line_end("a\r\n"), ("a", "\r\n"));
        assert_eq!(line_end("a\r"), ("a\r", ""));
        assert_eq!(line_end(""), ("", ""));
    }

    #[test]
    fn a_name_stays_on_its_line() {
        assert_eq!(visible("naïve"), "naïve");
        assert_eq!(visible("a\nb\u{1b}"), "a\\nb\\u{1b}");
    }
}
