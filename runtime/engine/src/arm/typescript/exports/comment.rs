//! A comment that stands before a declaration: its text without marks and, of a JSDoc comment, what it says of parameters
//! and of the result.

/// A comment taken apart.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Comment {
    /// What is said of the whole, and every tag that is not among the others; may be empty.
    pub(super) text: String,
    /// What `@param` says, in order.
    pub(super) params: Vec<Param>,
    /// What `@returns` says.
    pub(super) returns: Option<Returns>,
}

/// A `@param`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Param {
    /// The name; `options.limit` is a field of `options`.
    pub(super) name: String,
    /// The type; may be empty.
    pub(super) ty: String,
    /// What it means, on one line; may be empty.
    pub(super) doc: String,
    /// Whether it may be left out.
    pub(super) optional: bool,
    /// What it is then.
    pub(super) default: Option<String>,
}

/// A `@returns`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Returns {
    /// The type; may be empty.
    pub(super) ty: String,
    /// What it means, on one line; may be empty.
    pub(super) doc: String,
}

impl Comment {
    /// A comment that is not JSDoc: text.
    pub(super) fn plain(content: &str) -> Self {
        Self { text: lines(content).join("\n").trim().to_owned(), ..Self::default() }
    }

    /// A JSDoc comment, from after its first two marks.
    pub(super) fn jsdoc(content: &str) -> Self {
        let mut comment = Self::default();
        let (mut text, mut tag): (Vec<String>, Option<Vec<String>>) = (Vec::new(), None);
        let mut fenced = false;
        for line in lines(content) {
            fenced ^= line.trim_start().starts_with("```");
            if !fenced && line.trim_start().starts_with('@') {
                comment.take(tag.take(), &mut text);
                tag = Some(vec![line]);
            } else {
                tag.as_mut().unwrap_or(&mut text).push(line);
            }
        }
        comment.take(tag, &mut text);
        text.join("\n").trim().clone_into(&mut comment.text);
        comment
    }

    /// Takes in a tag, with the lines that follow it. What is not understood stays text.
    fn take(&mut self, tag: Option<Vec<String>>, text: &mut Vec<String>) {
        let Some(lines) = tag else { return };
        let whole = lines.join("\n");
        let (name, rest) = whole.trim().split_once(char::is_whitespace).unwrap_or((whole.trim(), ""));
        match name {
            "@param" | "@arg" | "@argument" => match param(rest) {
                Some(param) => self.params.push(param),
                None => text.extend(lines),
            },
            "@return" | "@returns" => {
                let (ty, doc) = typed(rest);
                self.returns = Some(Returns { ty: ty.to_owned(), doc: on_one_line(doc) });
            }
            _ => text.extend(lines),
        }
    }

    /// Takes in what another comment says of the same declaration, where this one says nothing.
    pub(super) fn and(mut self, other: Self) -> Self {
        if self.text.is_empty() {
            self.text = other.text;
        }
        let more = other.params.into_iter().filter(|param| self.params.iter().all(|known| known.name != param.name));
        let more: Vec<Param> = more.collect();
        self.params.extend(more);
        self.returns = self.returns.or(other.returns);
        self
    }
}

/// The lines of a comment, without the marks before them.
fn lines(content: &str) -> Vec<String> {
    let line = |line: &str| {
        let line = line.trim();
        line.strip_prefix('*').map_or(line, |rest| rest.strip_prefix(' ').unwrap_or(rest)).to_owned()
    };
    content.lines().map(line).collect()
}

/// What follows `@param`: `{type} [name=default] - meaning`.
fn param(text: &str) -> Option<Param> {
    let (ty, rest) = typed(text);
    let (ty, marked) = ty.strip_suffix('=').map_or((ty, false), |ty| (ty, true));
    let (name, default, bracketed, doc) = if let Some(rest) = rest.strip_prefix('[') {
        let end = closing(rest, '[', ']')?;
        let (inner, doc) = (&rest[..end], &rest[end + 1..]);
        let (name, default) =
            inner.split_once('=').map_or((inner, None), |(name, default)| (name, Some(on_one_line(default))));
        (name.trim(), default, true, doc)
    } else {
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        (&rest[..end], None, false, &rest[end..])
    };
    let doc = doc.trim();
    let doc = on_one_line(doc.strip_prefix('-').unwrap_or(doc));
    let name = name.trim_start_matches("...").to_owned();
    let optional = marked || bracketed;
    (!name.is_empty()).then(|| Param { name, ty: on_one_line(ty), doc, optional, default })
}

/// The type in braces that a text may start with, and what follows it.
fn typed(text: &str) -> (&str, &str) {
    let text = text.trim();
    let braced = text.strip_prefix('{').and_then(|rest| Some((rest, closing(rest, '{', '}')?)));
    braced.map_or(("", text), |(rest, end)| (rest[..end].trim(), rest[end + 1..].trim()))
}

/// Where the bracket closes that was opened before a text.
fn closing(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, letter) in text.char_indices() {
        if letter == open {
            depth += 1;
        } else if letter == close {
            if depth == 0 {
                return Some(at);
            }
            depth -= 1;
        }
    }
    None
}

/// A text with every run of white space as one space.
pub(super) fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(comment: &Comment) -> Vec<String> {
        let param = |param: &Param| {
            let Param { name, ty, doc, optional, default } = param;
            format!("{name}|{ty}|{doc}|{optional}|{}", default.as_deref().unwrap_or("-"))
        };
        let returns = comment.returns.iter().map(|Returns { ty, doc }| format!("-> {ty}|{doc}"));
        comment.params.iter().map(param).chain(returns).collect()
    }

    #[test]
    fn tags_say_what_is_taken_and_given() {
        let comment = Comment::jsdoc(
            "* Splits a line.\n * Quotes are kept.\n *\n * @param {string} line - The line,\n *   without its end.\n\
             * @param {{ a: [number] }=} options How\n * @param {number[]} [options.limit=[1, 2]] Most.\n\
             * @param ...rest\n * @throws {TypeError} never\n * @returns {string[]} The cells.\n ",
        );
        assert_eq!(comment.text, "Splits a line.\nQuotes are kept.\n\n@throws {TypeError} never");
        assert_eq!(
            shown(&comment),
            [
                "line|string|The line, without its end.|false|-",
                "options|{ a: [number] }|How|true|-",
                "options.limit|number[]|Most.|true|[1, 2]",
                "rest|||false|-",
                "-> string[]|The cells.",
            ]
        );
    }

    #[test]
    fn what_is_no_tag_is_text() {
        for (content, text) in [
            ("* One line. Mail a@b.c, @param here ", "One line. Mail a@b.c, @param here"),
            ("*\n * ```\n * @decorated\n *   class A {}\n * ```\n", "```\n@decorated\n  class A {}\n```"),
            ("* - a\n * - b\n", "- a\n- b"),
            ("*\n * @param\n", "@param"),
            ("*\n * @param {string\n", ""),
            ("*\n * @param [a\n", "@param [a"),
            ("", ""),
        ] {
            assert_eq!(Comment::jsdoc(content).text, text, "{content:?}");
        }
        assert_eq!(shown(&Comment::jsdoc("*\n * @return\n")), ["-> |"]);
        assert_eq!(Comment::plain(" @param a\n * b\n"), Comment { text: "@param a\nb".into(), ..Comment::default() });
    }
}
