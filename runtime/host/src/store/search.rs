//! Finding memories by keywords. An index of three-character pieces says which may contain one; whether they do, and how
//! often, is counted in their folded texts.

use std::{cmp::Reverse, collections::BTreeSet};

use memchr::memmem::Finder;
use rusqlite::{Connection, Row};

use super::fold::{find, fold};
use crate::operations::memories::MemoryHit;

/// Characters of a piece in the index.
const PIECE: usize = 3;
/// Pieces of a keyword that are looked up. More of them leave out little more and take longer.
const PIECES: usize = 4;
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

/// A memory that contains some.
struct Found {
    matched: u32,
    occurrences: u32,
    name: String,
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
    let mut found = Vec::new();
    let mut count = |row: &Row<'_>| -> rusqlite::Result<()> {
        let (mut matched, mut occurrences) = (0, 0_usize);
        for finder in &finders {
            let mut times = 0;
            for at in 1..=3 {
                times += finder.find_iter(row.get_ref(at)?.as_str()?.as_bytes()).count();
            }
            matched += u32::from(times > 0);
            occurrences += times;
        }
        if matched > 0 {
            let occurrences = u32::try_from(occurrences).unwrap_or(u32::MAX);
            found.push(Found { matched, occurrences, name: row.get(0)? });
        }
        Ok(())
    };
    let mut read;
    let mut rows = if let Some(pieces) = query(keywords) {
        read = connection.prepare_cached(
            "SELECT text.name, text.folded_name, text.folded_description, text.folded_body
             FROM memory_trigram JOIN memory_text text ON text.number = memory_trigram.rowid
             WHERE memory_trigram MATCH ?1 AND text.owner = ?2",
        )?;
        read.query([pieces.as_str(), owner])?
    } else {
        read = connection.prepare_cached(
            "SELECT name, folded_name, folded_description, folded_body FROM memory_text WHERE owner = ?1",
        )?;
        read.query([owner])?
    };
    while let Some(row) = rows.next()? {
        count(row)?;
    }
    let order = |found: &Found| (Reverse(found.matched), Reverse(found.occurrences), found.name.clone());
    found.sort_by_cached_key(order);
    found.truncate(most.map_or(usize::MAX, |most| most as usize));
    found.into_iter().map(|found| hit(connection, owner, keywords, found)).collect()
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
    let Found { matched, occurrences, name } = found;
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
}
