//! A small pretty-printer: a piece of source stands on one line where it fits, and is broken at its outermost group
//! where it does not.
//!
//! ```
//! use gg_codegen::layout::{Layout, list, text};
//!
//! let call = list("read(", vec![text("path"), text("limit")], ",", ")");
//! assert_eq!(call.render(80, 2), "read(path, limit)");
//! assert_eq!(call.render(10, 2), "read(\n  path,\n  limit,\n)");
//! ```

/// A piece of source with the places where it may be broken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Layout {
    /// Text without a line break.
    Text(String),
    /// One piece after the other.
    Concat(Vec<Layout>),
    /// Flat if the whole fits on the line; else its own breaks become line breaks.
    Group(Box<Layout>),
    /// Line breaks within are indented by one level more.
    Indent(Box<Layout>),
    /// A line break in a broken group, this text in a flat one.
    Break(&'static str),
    /// This text in a broken group, nothing in a flat one.
    Broken(&'static str),
    /// Items after each other, with a line break before each one that no longer fits on its line. The text stands
    /// after every item but the last.
    Fill(Vec<Layout>, &'static str),
    /// A line break always; a group that holds one is broken.
    Newline,
}

/// Text without a line break.
pub fn text(text: impl Into<String>) -> Layout {
    Layout::Text(text.into())
}

/// One piece after the other.
pub fn concat(pieces: impl Into<Vec<Layout>>) -> Layout {
    Layout::Concat(pieces.into())
}

/// A group of pieces.
pub fn group(pieces: impl Into<Vec<Layout>>) -> Layout {
    Layout::Group(Box::new(concat(pieces)))
}

/// Pieces one level further in.
pub fn indent(pieces: impl Into<Vec<Layout>>) -> Layout {
    Layout::Indent(Box::new(concat(pieces)))
}

/// Items between brackets: `f(a, b)`, or one item a line, then with the separator after the last one too.
pub fn list(open: impl Into<String>, items: Vec<Layout>, separator: &'static str, close: &'static str) -> Layout {
    bracketed(open.into(), items, separator, "", close)
}

/// Items between brackets that keep a space on their inside: `{ a, b }`.
pub fn spaced_list(
    open: impl Into<String>,
    items: Vec<Layout>,
    separator: &'static str,
    close: &'static str,
) -> Layout {
    bracketed(open.into(), items, separator, " ", close)
}

fn bracketed(
    open: String,
    items: Vec<Layout>,
    separator: &'static str,
    pad: &'static str,
    close: &'static str,
) -> Layout {
    if items.is_empty() {
        return text(open + close);
    }
    let mut inner = vec![Layout::Break(pad)];
    for (at, item) in items.into_iter().enumerate() {
        if at > 0 {
            inner.extend([text(separator), Layout::Break(" ")]);
        }
        inner.push(item);
    }
    inner.push(Layout::Broken(separator));
    group([text(open), indent(inner), Layout::Break(pad), text(close)])
}

impl Layout {
    /// The same with more after it, which has to fit on the line too if a group is to stay flat.
    #[must_use]
    pub fn followed_by(self, more: impl Into<Vec<Layout>>) -> Self {
        let more = concat(more);
        match self {
            Self::Group(inner) => group([*inner, more]),
            other => concat([other, more]),
        }
    }

    /// The width on one line; none where a line break is forced.
    pub fn flat_width(&self) -> Option<usize> {
        match self {
            Self::Text(text) => Some(text.chars().count()),
            Self::Concat(pieces) => pieces.iter().map(Self::flat_width).sum(),
            Self::Group(inner) | Self::Indent(inner) => inner.flat_width(),
            Self::Break(instead) => Some(instead.chars().count()),
            Self::Broken(_) => Some(0),
            Self::Fill(items, separator) => {
                let between = items.len().saturating_sub(1) * (separator.chars().count() + 1);
                items.iter().map(Self::flat_width).sum::<Option<usize>>().map(|width| width + between)
            }
            Self::Newline => None,
        }
    }

    /// The source, starting in the first column: lines within `width` columns where its breaks allow it, each level
    /// indented by `step` spaces.
    pub fn render(&self, width: usize, step: usize) -> String {
        self.render_at(width, step, 0)
    }

    /// The same for a piece whose lines stand `level` levels in; the first line's indentation is not written.
    pub fn render_at(&self, width: usize, step: usize, level: usize) -> String {
        let mut printer = Printer { width, step, out: String::new(), column: level * step };
        printer.print(Task { level, flat: false, layout: self });
        printer.out
    }
}

#[derive(Clone, Copy)]
struct Task<'a> {
    level: usize,
    flat: bool,
    layout: &'a Layout,
}

struct Printer {
    width: usize,
    step: usize,
    out: String,
    column: usize,
}

impl Printer {
    fn print(&mut self, whole: Task<'_>) {
        let mut rest = vec![whole];
        while let Some(task) = rest.pop() {
            let Task { level, flat, layout } = task;
            match layout {
                Layout::Text(text) => self.write(text),
                Layout::Concat(pieces) => rest.extend(pieces.iter().rev().map(|layout| Task { layout, ..task })),
                Layout::Group(inner) => {
                    let mut task = Task { level, flat: true, layout: inner };
                    task.flat = flat || self.fits(task, &rest);
                    rest.push(task);
                }
                Layout::Indent(inner) => rest.push(Task { level: level + 1, flat, layout: inner }),
                Layout::Break(instead) if flat => self.write(instead),
                Layout::Broken(_) if flat => {}
                Layout::Broken(text) => self.write(text),
                Layout::Break(_) | Layout::Newline => self.new_line(level),
                Layout::Fill(items, separator) => self.fill(task, items, separator),
            }
        }
    }

    fn write(&mut self, text: &str) {
        self.out.push_str(text);
        self.column += text.chars().count();
    }

    fn new_line(&mut self, level: usize) {
        self.out.truncate(self.out.trim_end_matches(' ').len());
        self.out.push('\n');
        self.column = level * self.step;
        self.out.push_str(&" ".repeat(self.column));
    }

    fn fill(&mut self, task: Task<'_>, items: &[Layout], separator: &'static str) {
        for (at, item) in items.iter().enumerate() {
            let mark = if at + 1 < items.len() { separator } else { "" };
            if at > 0 {
                let room = self.width.saturating_sub(self.column + 1 + mark.chars().count());
                if task.flat || item.flat_width().is_some_and(|width| width <= room) {
                    self.write(" ");
                } else {
                    self.new_line(task.level);
                }
            }
            self.print(Task { layout: item, ..task });
            self.write(mark);
        }
    }

    /// Whether a task, laid out flat, and what follows it up to the next possible line break fit on the line.
    fn fits(&self, task: Task<'_>, rest: &[Task<'_>]) -> bool {
        let mut room = self.width.saturating_sub(self.column);
        let mut waiting = rest.iter().rev();
        let mut stack = vec![task];
        loop {
            let Some(task) = stack.pop().or_else(|| waiting.next().copied()) else { return true };
            let width = match task.layout {
                Layout::Text(text) => text.chars().count(),
                Layout::Concat(pieces) => {
                    stack.extend(pieces.iter().rev().map(|layout| Task { layout, ..task }));
                    0
                }
                Layout::Group(inner) | Layout::Indent(inner) => {
                    stack.push(Task { layout: inner, ..task });
                    0
                }
                Layout::Break(instead) if task.flat => instead.chars().count(),
                Layout::Broken(_) if task.flat => 0,
                Layout::Broken(text) => text.chars().count(),
                Layout::Newline if task.flat => return false,
                Layout::Break(_) | Layout::Newline => return true,
                Layout::Fill(items, separator) => {
                    let items = if task.flat { items.as_slice() } else { items.get(..1).unwrap_or_default() };
                    stack.extend(items.iter().rev().map(|layout| Task { layout, ..task }));
                    items.len().saturating_sub(1) * (separator.chars().count() + 1)
                }
            };
            if width > room {
                return false;
            }
            room -= width;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(count: usize) -> Vec<Layout> {
        (1..=count).map(|at| text(format!("word{at}"))).collect()
    }

    #[test]
    fn a_group_is_broken_only_where_it_must_be() {
        let inner = spaced_list("{", words(2), ",", "}");
        let outer = list("f(", vec![text("first"), inner], ",", ")");
        assert_eq!(outer.render(26, 2), "f(first, { word1, word2 })");
        assert_eq!(outer.render(25, 2), "f(\n  first,\n  { word1, word2 },\n)");
        assert_eq!(outer.render(12, 2), "f(\n  first,\n  {\n    word1,\n    word2,\n  },\n)");
    }

    #[test]
    fn what_follows_a_group_counts() {
        let layout = concat([list("f(", words(1), ",", ")"), text(": string;")]);
        assert_eq!(layout.render(17, 2), "f(word1): string;");
        assert_eq!(layout.render(16, 2), "f(\n  word1,\n): string;");
    }

    #[test]
    fn what_belongs_to_a_group_breaks_after_it() {
        let result = group([indent([Layout::Break(""), text("a | "), Layout::Break(""), text("b")])]);
        let layout = list("f(", words(1), ",", "): ").followed_by([result]);
        assert_eq!(layout.render(20, 2), "f(word1): a | b");
        assert_eq!(layout.render(14, 2), "f(\n  word1,\n): a | b");
    }

    #[test]
    fn a_fill_takes_as_many_as_fit() {
        let layout = list("[", vec![Layout::Fill(words(5), ",")], ",", "]");
        assert_eq!(layout.render(80, 4), "[word1, word2, word3, word4, word5]");
        assert_eq!(layout.render(20, 4), "[\n    word1, word2,\n    word3, word4,\n    word5,\n]");
    }

    #[test]
    fn a_forced_line_break_breaks_its_group() {
        let layout = group([text("{"), indent([Layout::Newline, text("a")]), Layout::Break(" "), text("}")]);
        assert_eq!(layout.render(80, 2), "{\n  a\n}");
    }

    #[test]
    fn an_empty_list_has_no_inside() {
        assert_eq!(list("f(", Vec::new(), ",", ")").render(1, 2), "f()");
    }

    #[test]
    fn a_level_counts_into_the_width() {
        let layout = list("f(", words(2), ",", ")");
        assert_eq!(layout.render_at(20, 4, 1), "f(word1, word2)");
        assert_eq!(layout.render_at(18, 4, 1), "f(\n        word1,\n        word2,\n    )");
    }
}
