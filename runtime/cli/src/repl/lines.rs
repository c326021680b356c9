//! Entries that nobody types: they come by a pipe or from a file, and are taken as they stand.

use std::io::{self, BufRead};

/// The next entry: lines, while it goes on. The last may end with the input though it is not whole; what is wrong with it
/// is told when it is run.
pub(super) fn next(input: &mut impl BufRead, goes_on: impl Fn(&str) -> bool) -> io::Result<Option<String>> {
    let mut text = String::new();
    while input.read_line(&mut text)? > 0 {
        let entry = text.strip_suffix('\n').map_or(&*text, |text| text.strip_suffix('\r').unwrap_or(text));
        if !goes_on(entry) {
            text.truncate(entry.len());
            return Ok(Some(text));
        }
    }
    Ok((!text.is_empty()).then_some(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_taken_as_they_stand_to_the_last() {
        let mut input: &[u8] = b"one\r\n(two\r\n\x08)\nthree\n(four";
        let mut entry = || next(&mut input, |text| text.starts_with('(') && !text.ends_with(')')).expect("it is read");
        let entries: Vec<String> = std::iter::from_fn(&mut entry).collect();
        assert_eq!(entries, ["one", "(two\r\n\u{8})", "three", "(four"]);
    }
}
