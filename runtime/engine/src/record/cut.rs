//! Cutting a text to a bound: on a character's boundary, and never silently.

use std::borrow::Cow;

/// A text of at most `bound` bytes. One that is longer ends with a mark that says how many bytes are missing and which
/// bound it met; the mark is within the bound.
pub fn cut(text: &str, bound: usize) -> Cow<'_, str> {
    if text.len() <= bound {
        return Cow::Borrowed(text);
    }
    let mark = |missing: usize| format!(" … [{missing} bytes more; at most {bound} are kept]");
    // The longest mark is that of a text of which nothing is kept.
    let kept = text.floor_char_boundary(bound.saturating_sub(mark(text.len()).len()));
    Cow::Owned(format!("{}{}", &text[..kept], mark(text.len() - kept)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_text_stays() {
        assert_eq!(cut("", 0), "");
        assert_eq!(cut("é", 2), "é");
    }

    #[test]
    fn a_cut_is_marked_within_the_bound_and_falls_on_a_boundary() {
        for unit in ["a", "é", "日", "\u{1F980}"] {
            let text = unit.repeat(5000);
            for bound in 64..200 {
                let short = cut(&text, bound);
                assert!(short.len() <= bound, "{bound}: {}", short.len());
                let (kept, mark) = short.split_once(" … [").expect("a mark");
                assert!(text.starts_with(kept) && short.len() + unit.len() + 2 > bound, "{short}");
                assert_eq!(mark, format!("{} bytes more; at most {bound} are kept]", text.len() - kept.len()));
            }
        }
    }
}
