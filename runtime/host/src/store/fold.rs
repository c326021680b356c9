//! Text without the difference of upper and lower case.

/// A text folded, character by character: upper case first, so that `ß` and `SS` are one, and so are both small sigmas.
/// NUL, which the index of the database cannot hold, becomes the replacement character.
pub(crate) fn fold(text: &str) -> String {
    if text.is_ascii() && !text.contains('\0') {
        return text.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(text.len());
    text.chars().for_each(|character| folded.extend(folded_character(character)));
    folded
}

fn folded_character(character: char) -> impl Iterator<Item = char> {
    let character = if character == '\0' { char::REPLACEMENT_CHARACTER } else { character };
    character.to_uppercase().flat_map(char::to_lowercase)
}

/// Where a folded text occurs first in one that is not: from which to which byte.
pub(crate) fn find(text: &str, folded: &str) -> Option<(usize, usize)> {
    let (mut whole, mut came) = (String::new(), Vec::new());
    for (at, character) in text.char_indices() {
        whole.extend(folded_character(character));
        came.resize(whole.len(), at);
    }
    let at = whole.find(folded)?;
    let (first, last) = (*came.get(at)?, *came.get((at + folded.len()).checked_sub(1)?)?);
    let end = text[last..].chars().next().map_or(last, |character| last + character.len_utf8());
    Some((first, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_is_no_difference() {
        let same = [("Straße", "STRASSE"), ("ΟΔΟΣ", "οδος"), ("Äpfel", "äPFEL"), ("a\0b", "A\0B"), ("İ", "i\u{307}")];
        for (left, right) in same {
            assert_eq!(fold(left), fold(right));
        }
        assert_ne!(fold("a"), fold("ä"));
    }

    #[test]
    fn what_is_found_is_told_in_bytes_of_the_text_itself() {
        let text = "Weiße Maße";
        assert_eq!(find(text, &fold("MASSE")).map(|(first, end)| &text[first..end]), Some("Maße"));
        assert_eq!(find(text, &fold("s m")), None);
        assert_eq!(find(text, &fold("se m")).map(|(first, end)| &text[first..end]), Some("ße M"));
    }
}
