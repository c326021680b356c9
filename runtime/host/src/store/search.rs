//! Finding memories by keywords. An index of three-character pieces says which may contain one; whether they do, and how
//! often, is counted in their folded texts.

use std::{cmp::Reverse, collections::BTreeSet};

use memchr::memmem::Finder;
use rusqlite::Connection;

use super::{
    fold::{find, fold},
    memories::Memory,
};
use crate::operations::memories::MemoryHit;

/// Characters of a piece in the index.
const PIECE: usize = 3;
/// Pieces of a keyword that are looked up. More of them leave out little more and take longer.
const PIECES: usize = 3;
/// Keywords up to which the index is asked.
const KEYWORDS: usize = 16;
/// Characters of an excerpt before a match, and with it.
const BEFORE: usize = 60;
const WITH: usize = 200;

/// The keywords of a search: folded, without blanks and repeats.
pub(crate) fn keywords(given: &[String]) -> Vec<String> {
    let folded: BTreeSet<String> =
        given.iter().map(|keyword| keyword.trim()).filter(|keyword| !keyword.is_empty()).map(fold).collect();
    folded.into_iter().collect()
}

/// What is searched of a memory: its texts, folded, apart by a byte that none of them has and no keyword.
pub(crate) fn searched(memory: &Memory) -> Vec<u8> {
    let texts = [&memory.name, &memory.description, &memory.body].map(|text| fold(text).into_bytes());
    texts.join(&[0xff][..])
}

/// A memory that contains some.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Found {
    matched: Reverse<u32>,
    occurrences: Reverse<u32>,
    name: String,
}

/// The first of those that were found: most keywords, most occurrences, name.
struct First {
    found: Vec<Found>,
    /// How many are asked for.
    most: usize,
}

impl First {
    /// Takes one in, unless as many come before it as are asked for.
    fn take(&mut self, matched: u32, occurrences: u32, name: &str) {
        let order = (Reverse(matched), Reverse(occurrences), name);
        let last = self.most.checked_sub(1).and_then(|last| self.found.get(last));
        if last.is_some_and(|last| (last.matched, last.occurrences, &*last.name) < order) {
            return;
        }
        self.found.push(Found { matched: order.0, occurrences: order.1, name: name.to_owned() });
        // The bar is known once there are enough; it is raised from time to time.
        if self.found.len() >= self.most.saturating_mul(2) {
            self.cut();
        }
    }

    fn cut(&mut self) {
        self.found.sort_unstable();
        self.found.truncate(self.most);
    }
}

/// The memories of an owner that contain any of the keywords, best first: most keywords, most occurrences, name. At most so
/// many, if a number is given.
pub(crate) fn search(
    connection: &Connection,
    owner: &str,
    keywords: &[String],
    most: Option<u32>,
) -> rusqlite::Result<Vec<MemoryHit>> {
    let finders: Vec<Finder<'_>> = keywords.iter().map(Finder::new).collect();
    let mut first = First { found: Vec::new(), most: most.map_or(usize::MAX, |most| most as usize) };
    let mut read;
    let mut rows = if let Some(pieces) = query(keywords) {
        read = connection.prepare_cached(
            "SELECT text.name, text.folded FROM memory_trigram JOIN memory_text text ON text.number = memory_trigram.rowid
             WHERE memory_trigram MATCH ?1 AND text.owner = ?2",
        )?;
        read.query([pieces.as_str(), owner])?
    } else {
        read = connection.prepare_cached("SELECT name, folded FROM memory_text WHERE owner = ?1")?;
        read.query([owner])?
    };
    while let Some(row) = rows.next()? {
        let text = row.get_ref(1)?.as_blob()?;
        let times = finders.iter().map(|finder| finder.find_iter(text).count());
        let (matched, occurrences) = times.filter(|times| *times > 0).fold((0, 0), |(matched, occurrences), times| {
            (matched + 1, u32::saturating_add(occurrences, u32::try_from(times).unwrap_or(u32::MAX)))
        });
        if matched > 0 {
            first.take(matched, occurrences, row.get_ref(0)?.as_str()?);
        }
    }
    first.cut();
    first.found.into_iter().map(|found| hit(connection, owner, keywords, found)).collect()
}

/// What the index is asked for: that all pieces of one keyword are there. None when a keyword is too short to have one, or
/// there are too many.
fn query(keywords: &[String]) -> Option<String> {
    if keywords.len() > KEYWORDS {
        return None;
    }
    let keyword = |keyword: &String| {
        let characters: Vec<char> = keyword.chars().collect();
        let last = characters.len().checked_sub(PIECE)?;
        // From the first to the last, evenly.
        let places: BTreeSet<usize> = (0..PIECES).map(|at| last * at / (PIECES - 1)).collect();
        let piece = |at: usize| {
            let piece: String = characters[at..at + PIECE].iter().collect();
            format!("\"{}\"", piece.replace('"', "\"\""))
        };
        Some(format!("({})", places.into_iter().map(piece).collect::<Vec<_>>().join(" AND ")))
    };
    let keywords: Option<Vec<String>> = keywords.iter().map(keyword).collect();
    Some(keywords?.join(" OR "))
}

fn hit(connection: &Connection, owner: &str, keywords: &[String], found: Found) -> rusqlite::Result<MemoryHit> {
    let mut read = connection.prepare_cached("SELECT description, body FROM memory WHERE owner = ?1 AND name = ?2")?;
    let Found { matched: Reverse(matched), occurrences: Reverse(occurrences), name } = found;
    let (description, body): (String, String) = read.query_row([owner, &name], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let excerpt = excerpt(&body, keywords);
    Ok(MemoryHit { name, description, matched, occurrences, excerpt })
}

/// A piece of a text around the first match of a keyword; its beginning when none occurs there. What is cut off is marked.
fn excerpt(text: &str, keywords: &[String]) -> String {
    let first = keywords.iter().filter_map(|keyword| find(text, keyword)).min();
    let at = first.map_or(0, |(at, _)| at);
    let start = text[..at].char_indices().rev().take(BEFORE).last().map_or(at, |(at, _)| at);
    let end = text[start..].char_indices().nth(WITH).map_or(text.len(), |(end, _)| start + end);
    let (before, after) = (if start > 0 { "…" } else { "" }, if end < text.len() { "…" } else { "" });
    format!("{before}{}{after}", &text[start..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_stands_round_the_first_match() {
        let keyword = |text: &str| vec![fold(text)];
        assert_eq!(excerpt("short", &keyword("nothing")), "short");
        let text = format!("{}NEEDLE{}", "ä".repeat(100), "b".repeat(300));
        let expected = format!("…{}NEEDLE{}…", "ä".repeat(BEFORE), "b".repeat(WITH - BEFORE - 6));
        assert_eq!(excerpt(&text, &keyword("needle")), expected);
        assert_eq!(excerpt(&text, &keyword("none")), format!("{}NEEDLE{}…", "ä".repeat(100), "b".repeat(WITH - 106)));
    }

    #[test]
    fn pieces_are_quoted() {
        assert_eq!(query(&["a\"b".to_owned()]).as_deref(), Some("(\"a\"\"b\")"));
        assert_eq!(
            query(&["abcd".to_owned(), "xyz".to_owned()]).as_deref(),
            Some("(\"abc\" AND \"bcd\") OR (\"xyz\")")
        );
        assert_eq!(query(&["abcd".to_owned(), "yz".to_owned()]), None);
    }

    #[test]
    fn as_many_are_kept_as_are_asked_for_and_the_first() {
        let names: Vec<String> = (0..100).map(|number| format!("m{:02}", number * 37 % 100)).collect();
        for most in [1, 2, 7, 99, 100, 101, usize::MAX] {
            let mut first = First { found: Vec::new(), most };
            let mut all = Vec::new();
            for (at, name) in (0_u32..).zip(&names) {
                let (matched, occurrences) = (1 + at % 2, 1 + at % 5);
                first.take(matched, occurrences, name);
                all.push((Reverse(matched), Reverse(occurrences), name.clone()));
            }
            first.cut();
            all.sort();
            all.truncate(most);
            let kept = first.found.into_iter().map(|found| (found.matched, found.occurrences, found.name));
            assert_eq!(kept.collect::<Vec<_>>(), all, "{most}");
        }
    }

    #[test]
    fn no_keyword_reaches_from_one_text_into_another() {
        let memory = |name: &str, description: &str, body: &str| Memory {
            name: name.to_owned(),
            description: description.to_owned(),
            body: body.to_owned(),
            code: None,
            on_use: None,
        };
        assert_eq!(searched(&memory("A", "", "Ä")), b"a\xff\xff\xc3\xa4");
        assert_eq!(searched(&memory("a", "b c", "d\u{1f}")), b"a\xffb c\xffd\x1f");
    }
}
