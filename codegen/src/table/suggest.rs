//! The name somebody probably meant.

/// The name nearest to `word`, if one is near enough to be a slip.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = match word.chars().count() {
        0 => return None,
        1..=3 => 1,
        4..=8 => 2,
        _ => 3,
    };
    let word: Vec<char> = word.chars().collect();
    let mut best: Option<(usize, &str)> = None;
    for name in names {
        let bound = best.map_or(limit + 1, |(distance, _)| distance);
        if let Some(distance) = distance(&word, name, bound).filter(|&distance| distance < bound) {
            best = Some((distance, name));
        }
    }
    best.map(|(_, name)| name)
}

/// The help that names the nearest name, or else all of them if they are few.
pub(super) fn help<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    const FEW: usize = 20;
    let names: Vec<&str> = names.into_iter().collect();
    match nearest(word, names.iter().copied()) {
        Some(name) => Some(format!("did you mean `{name}`?")),
        None if names.is_empty() || names.len() > FEW => None,
        None => Some(format!("there is {}", list(&names))),
    }
}

/// `a`, `b` and `c`.
pub(super) fn list<S: AsRef<str>>(names: &[S]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{}`", name.as_ref())).collect();
    enumerate(&quoted)
}

/// a, b and c.
pub(super) fn enumerate<S: AsRef<str>>(words: &[S]) -> String {
    match words {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [most @ .., last] => {
            let most: Vec<&str> = most.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", most.join(", "), last.as_ref())
        }
    }
}

/// Insertions, deletions, replacements and swaps of neighbours from one word to another; none from `bound` on.
fn distance(a: &[char], b: &str, bound: usize) -> Option<usize> {
    let b: Vec<char> = b.chars().collect();
    if a.len().abs_diff(b.len()) >= bound {
        return None;
    }
    let mut before = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, &x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &y) in b.iter().enumerate() {
            let mut cost = (last[j] + usize::from(x != y)).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && x == b[j - 1] && a[i - 1] == y {
                cost = cost.min(before[j - 1] + 1);
            }
            row.push(cost);
        }
        if row.iter().all(|&cost| cost >= bound) {
            return None;
        }
        before = std::mem::replace(&mut last, row);
    }
    last.last().copied().filter(|&distance| distance < bound)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_recognised_and_a_stranger_is_not() {
        let names = ["summary", "doc", "params", "returns", "files.read_file"];
        assert_eq!(nearest("sumary", names), Some("summary"));
        assert_eq!(nearest("parmas", names), Some("params"));
        assert_eq!(nearest("return", names), Some("returns"));
        assert_eq!(nearest("files.readfile", names), Some("files.read_file"));
        assert_eq!(nearest("dco", names), Some("doc"));
        assert_eq!(nearest("id", names), None);
        assert_eq!(nearest("", names), None);
        assert_eq!(help("x", ["a-b", "c-d"]).as_deref(), Some("there is `a-b` and `c-d`"));
    }
}
