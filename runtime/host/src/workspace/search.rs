//! Finding the lines a regular expression matches (spec: operations, 8. `files.search`).

use std::{
    io::{self, Read},
    sync::Arc,
};

use grep_matcher::LineTerminator;
use grep_regex::{RegexMatcher, RegexMatcherBuilder};
use grep_searcher::{BinaryDetection, Searcher, SearcherBuilder, Sink, SinkMatch};
use regex_syntax::ParserBuilder;

use super::{Place, Workspace, read::open, walk::walk};
use crate::{
    operations::files::SearchMatch,
    text::{clip, line_end},
};

/// Characters of a line that are returned; what is longer is clipped.
const MOST_CHARACTERS: usize = 200;
/// Bytes at the beginning of a file in which a NUL byte makes it a binary file.
const HEAD: u64 = 8192;
/// Memory one line may take; a file with a longer one cannot be read, and is skipped.
const LONGEST_LINE: usize = 64 << 20;

/// A regular expression that is matched line by line.
///
/// # Errors
///
/// What is wrong with it, drawn at its place.
pub(crate) fn pattern(query: &str) -> Result<RegexMatcher, String> {
    // The matcher wraps the expression in others before it reads it, and would draw those.
    ParserBuilder::new().multi_line(true).crlf(true).build().parse(query).map_err(|error| error.to_string())?;
    RegexMatcherBuilder::new().multi_line(true).crlf(true).build(query).map_err(|error| error.to_string())
}

/// The first `most` matches below a directory or in a file, by path and line.
///
/// # Errors
///
/// There is no such place, or it cannot be read.
pub(crate) fn search(
    workspace: &Arc<Workspace>,
    place: &Place,
    pattern: &RegexMatcher,
    most: usize,
) -> io::Result<Vec<SearchMatch>> {
    let (dir, inside) = place.way();
    let mut searcher = SearcherBuilder::new()
        .line_terminator(LineTerminator::crlf())
        .binary_detection(BinaryDetection::quit(0))
        .heap_limit(Some(LONGEST_LINE))
        .bom_sniffing(false)
        .line_number(true)
        .build();
    let mut found = Vec::new();
    if !dir.metadata(inside)?.is_dir() {
        found.extend(matches(&mut searcher, place, pattern, most)?);
        return Ok(found);
    }
    dir.read_dir(inside)?;
    for (entry, _) in walk(workspace, place, None) {
        if found.len() == most {
            break;
        }
        if !entry.file_type().is_some_and(|kind| kind.is_file()) {
            continue;
        }
        let Ok(inside) = entry.path().strip_prefix(&place.root.path) else { continue };
        let file = workspace.at(&place.root, inside.to_owned(), "");
        // A file that cannot be read is skipped.
        if let Ok(more) = matches(&mut searcher, &file, pattern, most - found.len()) {
            found.extend(more);
        }
    }
    Ok(found)
}

/// The first matches in a file; none in a binary one.
fn matches(
    searcher: &mut Searcher,
    place: &Place,
    pattern: &RegexMatcher,
    most: usize,
) -> io::Result<Vec<SearchMatch>> {
    let (file, _) = open(place)?;
    let mut head = Vec::new();
    (&file).take(HEAD).read_to_end(&mut head)?;
    let mut lines = Lines { path: &place.shown, most, found: Vec::new(), binary: memchr::memchr(0, &head).is_some() };
    if !lines.binary {
        searcher.search_reader(pattern, head.chain(file), &mut lines)?;
    }
    Ok(if lines.binary { Vec::new() } else { lines.found })
}

/// The matches of one file as they are found.
struct Lines<'a> {
    path: &'a str,
    most: usize,
    found: Vec<SearchMatch>,
    binary: bool,
}

impl Sink for Lines<'_> {
    type Error = io::Error;

    fn matched(&mut self, _: &Searcher, line: &SinkMatch<'_>) -> io::Result<bool> {
        let decoded = String::from_utf8_lossy(line.bytes());
        let mut text = String::new();
        clip(line_end(&decoded).0, MOST_CHARACTERS, &mut text);
        let line = u32::try_from(line.line_number().unwrap_or(0)).unwrap_or(u32::MAX);
        self.found.push(SearchMatch { path: self.path.to_owned(), line, text });
        Ok(self.found.len() < self.most)
    }

    fn binary_data(&mut self, _: &Searcher, _: u64) -> io::Result<bool> {
        self.binary = true;
        Ok(false)
    }
}
