//! Near names: what a missed name may have meant. spec: runtime, 17.3

use std::cmp::Ordering;

/// How many near names are told.
const MOST: usize = 3;

/// The last part of a qualified name.
pub(crate) fn identifier(name: &str) -> &str {
    name.rsplit(['.', ':', '/']).next().unwrap_or(name)
}

/// A text as its letters and digits in lower case.
pub(crate) fn fold(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether a name, bare or qualified, is the end of a key, part by part.
pub(crate) fn names(key: &str, name: &str) -> bool {
    let rest = key.strip_suffix(name).filter(|_| !name.is_empty());
    rest.is_some_and(|rest| rest.is_empty() || rest.ends_with(['.', ':']))
}

/// How many parts a key has.
pub(crate) fn parts(key: &str) -> usize {
    key.split(['.', ':']).filter(|part| !part.is_empty()).count()
}

/// The names nearest to a missed one, best first and at most three: those of the best tier only.
///
/// What is compared is the last part of a qualified name.
pub fn near<'a>(missed: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let missed = fold(identifier(missed));
    let mut best = Tier::EditDistance;
    let mut found: Vec<&str> = Vec::new();
    for name in names {
        match tier(&missed, &fold(identifier(name))) {
            Some(tier) if tier < best => {
                best = tier;
                found.clear();
                found.push(name);
            }
            Some(tier) if tier == best => found.push(name),
            _ => {}
        }
    }
    found.sort_unstable_by(|left, right| shorter_first(left, right));
    found.dedup();
    found.truncate(MOST);
    found
}

fn shorter_first(left: &str, right: &str) -> Ordering {
    left.chars().count().cmp(&right.chars().count()).then_with(|| left.cmp(right))
}

/// How near a name is; the first is the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tier {
    SameFold,
    CommonStart,
    Containment,
    EditDistance,
}

fn tier(missed: &str, name: &str) -> Option<Tier> {
    if missed.is_empty() || name.is_empty() {
        return None;
    }
    let either = |holds: fn(&str, &str) -> bool| holds(missed, name) || holds(name, missed);
    if missed == name {
        Some(Tier::SameFold)
    } else if either(|long, short| long.starts_with(short)) {
        Some(Tier::CommonStart)
    } else if either(|long, short| long.contains(short)) {
        Some(Tier::Containment)
    } else {
        within(missed, name, edits(missed.chars().count())).then_some(Tier::EditDistance)
    }
}

/// How many edits a missed name of a length may be away.
fn edits(length: usize) -> usize {
    match length {
        0..=2 => 0,
        3..=4 => 1,
        _ => 2,
    }
}

/// Whether at most so many insertions, removals and replacements of a letter lead from one text to the other.
fn within(from: &str, to: &str, bound: usize) -> bool {
    let from: Vec<char> = from.chars().collect();
    let to: Vec<char> = to.chars().collect();
    if from.len().abs_diff(to.len()) > bound {
        return false;
    }
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (at, letter) in from.iter().enumerate() {
        let mut corner = row[0];
        row[0] = at + 1;
        for (column, other) in to.iter().enumerate() {
            let replaced = corner + usize::from(letter != other);
            corner = row[column + 1];
            row[column + 1] = replaced.min(corner + 1).min(row[column] + 1);
        }
    }
    row[to.len()] <= bound
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 6] = [
        "gg.files.readFile",
        "gg.files.readTextFile",
        "gg.files.search",
        "gg.docs.search",
        "gg.files",
        "gg.shell.shell",
    ];

    #[test]
    fn the_best_tier_alone_is_told() {
        assert_eq!(near("read_file", NAMES), ["gg.files.readFile"], "the same fold");
        assert_eq!(near("fs.SEARCH", NAMES), ["gg.docs.search", "gg.files.search"], "shorter first");
        assert_eq!(near("readF", NAMES), ["gg.files.readFile"], "a common start");
        assert_eq!(near("searching", NAMES), ["gg.docs.search", "gg.files.search"], "a common start, the other way");
        assert_eq!(near("text", NAMES), ["gg.files.readTextFile"], "containment");
        assert_eq!(near("shelll", NAMES), ["gg.shell.shell"]);
        assert_eq!(near("serch", NAMES), ["gg.docs.search", "gg.files.search"], "one edit");
        assert_eq!(near("raedFile", NAMES), ["gg.files.readFile"], "two edits");
        assert!(near("raedFil", NAMES).is_empty(), "three edits");
    }

    #[test]
    fn short_names_have_few_edits() {
        let names = ["abcd", "abc", "xy"];
        assert_eq!(near("abd", names), ["abc", "abcd"], "one edit");
        assert!(near("xz", names).is_empty(), "none for two letters");
        assert!(near("aed", names).is_empty(), "two edits for three letters");
        assert!(near("", names).is_empty());
        assert!(near("._", names).is_empty());
    }

    #[test]
    fn a_better_tier_leaves_out_what_stands_before_it() {
        assert_eq!(near("read", ["a.reads", "a.read"]), ["a.read"]);
        assert_eq!(near("read", ["a.spread", "a.reads"]), ["a.reads"]);
        assert_eq!(near("read", ["a.red", "a.spread"]), ["a.spread"]);
        assert_eq!(near("read", ["a.readAll", "a.readZ"]), ["a.readZ", "a.readAll"], "shorter first");
    }

    #[test]
    fn three_at_most_and_each_once() {
        let names = ["a.readA", "a.readC", "a.readB", "a.readB", "a.readD"];
        assert_eq!(near("read", names), ["a.readA", "a.readB", "a.readC"]);
    }
}
