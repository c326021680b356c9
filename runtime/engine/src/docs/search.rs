//! Search of the documentation: which entries a query and its filters select, in which order, and how that reads.
//! spec: runtime, 17.2

use std::{cmp::Reverse, collections::HashSet, fmt::Write as _};

use super::{
    entries::{Entry, Kind, Subject},
    near::{fold, identifier, names},
};
use crate::record::cut;

/// Bytes of what was asked that the search view repeats: of the words, of the modules and of the type each, so that a long
/// query does not hide what came of it.
const ECHOED: usize = 1024;

/// What is asked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Query {
    /// Words to look for.
    pub words: String,
    /// Modules to keep, by id or path; all of them when empty.
    pub modules: Vec<String>,
    /// A type: it and the functions that mention it are kept.
    pub ty: Option<String>,
    /// The one kind to keep.
    pub kind: Option<Kind>,
    /// Results to skip.
    pub offset: u32,
    /// Most results to give.
    pub limit: u32,
}

/// One thing that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    /// Its fully qualified name.
    pub key: String,
    /// What it is.
    pub kind: Kind,
    /// The path of the module it belongs to.
    pub module: String,
    /// Its own name.
    pub name: String,
    /// What it is about, in a line.
    pub brief: String,
}

/// A slice of what was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// How many there are in all.
    pub total: u32,
    /// How many were skipped.
    pub offset: u32,
    /// The slice, best first.
    pub hits: Vec<Hit>,
}

impl Query {
    /// Whether anything is asked: words, or a filter.
    pub fn asks(&self) -> bool {
        !self.words.trim().is_empty() || !self.modules.is_empty() || self.ty.is_some() || self.kind.is_some()
    }
}

/// The entries a query selects, best first, and of these the slice it asks for.
pub(super) fn search(entries: &[Entry<'_>], query: &Query) -> Found {
    let terms = terms(&query.words);
    let ty = query.ty.as_ref().map(|ty| WantedType::new(ty, entries));
    let kept = |entry: &&Entry<'_>| admits(query, entry) && ty.as_ref().is_none_or(|ty| ty.keeps(entry));
    let selected = entries.iter().filter(kept);
    let mut ranked: Vec<(Rank<'_>, &Entry<'_>)> =
        selected.filter_map(|entry| Some((rank(&terms, entry)?, entry))).collect();
    ranked.sort_unstable_by(|(left, _), (right, _)| left.cmp(right));
    let slice = ranked.iter().skip(query.offset as usize).take(query.limit as usize);
    Found {
        total: u32::try_from(ranked.len()).unwrap_or(u32::MAX),
        offset: query.offset,
        hits: slice.map(|(_, entry)| hit(entry)).collect(),
    }
}

fn hit(entry: &Entry<'_>) -> Hit {
    let subject = &entry.subject;
    Hit {
        key: subject.key().to_owned(),
        kind: subject.kind(),
        module: entry.module.key.clone(),
        name: subject.name().to_owned(),
        brief: subject.brief().to_owned(),
    }
}

/// Whether the filters by kind and module keep an entry.
fn admits(query: &Query, entry: &Entry<'_>) -> bool {
    let is = |name: &str, other: &str| name.to_lowercase() == other.to_lowercase();
    let module = |wanted: &String| {
        let wanted = wanted.trim();
        is(wanted, entry.module_id) || is(wanted, &entry.module.key) || is(wanted, &entry.module.name)
    };
    query.kind.is_none_or(|kind| entry.subject.kind() == kind)
        && (query.modules.is_empty() || query.modules.iter().any(module))
}

/// A type that a query asks for.
struct WantedType<'a> {
    /// As it was written, the last part, folded.
    fold: String,
    /// The ids of the types it is.
    ids: Vec<&'a str>,
}

impl<'a> WantedType<'a> {
    /// The type is named as the arm or the table names it, bare or qualified.
    fn new(written: &str, entries: &[Entry<'a>]) -> Self {
        let written = written.trim();
        let wanted = fold(identifier(written));
        let qualified = identifier(written).len() < written.len();
        let ids = entries.iter().filter_map(|entry| match entry.subject {
            Subject::Type(text, id) => {
                let same =
                    if qualified { names(&text.key, written) } else { *text.fold == *wanted || fold(id) == wanted };
                same.then_some(id)
            }
            _ => None,
        });
        Self { ids: ids.collect(), fold: wanted }
    }

    /// Whether an entry is the type or mentions it.
    fn keeps(&self, entry: &Entry<'_>) -> bool {
        match &entry.subject {
            Subject::Module(_) => false,
            Subject::Type(_, id) => self.ids.contains(id),
            Subject::Function(_, Some(_)) => entry.mentions.all().any(|id| self.ids.contains(&&**id)),
            // Of loaded code nothing but the declaration is known.
            Subject::Function(text, None) => {
                text.signature.split(|letter: char| !letter.is_alphanumeric()).any(|word| fold(word) == self.fold)
            }
        }
    }
}

/// A word of a query.
struct Term {
    /// In lower case.
    text: String,
    /// In lower-case letters and digits.
    fold: String,
}

/// The distinct words, in lower case.
fn terms(words: &str) -> Vec<Term> {
    let mut seen = HashSet::new();
    let texts = words.split_whitespace().map(str::to_lowercase);
    texts.filter(|text| seen.insert(text.clone())).map(|text| Term { fold: fold(&text), text }).collect()
}

/// The place of an entry in the order: the smaller, the better.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank<'a> {
    tier: u8,
    terms: Reverse<usize>,
    frequency: Reverse<usize>,
    /// At the first two tiers types stand before functions.
    after_types: bool,
    key: &'a str,
}

/// The rank of an entry; none if no term is in it. Without terms every entry has one.
fn rank<'a>(terms: &[Term], entry: &Entry<'a>) -> Option<Rank<'a>> {
    let subject = &entry.subject;
    let texts = if terms.is_empty() { Texts::default() } else { Texts::of(subject) };
    let tiers: Vec<u8> = terms.iter().filter_map(|term| texts.tier(term)).collect();
    if tiers.is_empty() && !terms.is_empty() {
        return None;
    }
    let tier = tiers.iter().copied().min().unwrap_or_default();
    let frequency = terms.iter().map(|term| texts.occurrences(term)).sum();
    let after_types = tier <= 1 && subject.kind() == Kind::Function;
    Some(Rank { tier, terms: Reverse(tiers.len()), frequency: Reverse(frequency), after_types, key: subject.key() })
}

/// The texts of an entry, in lower case.
#[derive(Default)]
struct Texts {
    key: String,
    identifier: String,
    signature: String,
    brief: String,
    detail: String,
}

impl Texts {
    fn of(subject: &Subject<'_>) -> Self {
        Self {
            key: subject.key().to_lowercase(),
            identifier: subject.fold().to_owned(),
            signature: subject.signature().join("\n").to_lowercase(),
            brief: subject.brief().to_lowercase(),
            detail: subject.detail().join("\n").to_lowercase(),
        }
    }

    /// Where a term is found first: 0 to 2 in the identifier, 3 in the signature, 4 in the brief, 5 in the detail.
    fn tier(&self, term: &Term) -> Option<u8> {
        let identifier = |holds: fn(&str, &str) -> bool| !term.fold.is_empty() && holds(&self.identifier, &term.fold);
        if identifier(|name, term| name == term) || self.is_named(term) {
            Some(0)
        } else if identifier(|name, term| name.starts_with(term)) {
            Some(1)
        } else if identifier(|name, term| name.contains(term)) {
            Some(2)
        } else if self.signature.contains(&term.text) {
            Some(3)
        } else if self.brief.contains(&term.text) {
            Some(4)
        } else {
            self.detail.contains(&term.text).then_some(5)
        }
    }

    /// Whether a term is a qualified name of the entry: `files.readfile`. It equals the identifier, and says which.
    fn is_named(&self, term: &Term) -> bool {
        identifier(&term.text).len() < term.text.len() && names(&self.key, &term.text)
    }

    fn occurrences(&self, term: &Term) -> usize {
        let named = usize::from(!term.fold.is_empty() && self.identifier.contains(&term.fold));
        let count = |text: &str| text.matches(&term.text).count();
        named + count(&self.signature) + count(&self.brief) + count(&self.detail)
    }
}

impl Found {
    /// The body of the search view: what was asked, how many there are, which slice this is, and a line an entry.
    pub fn view(&self, query: &Query) -> String {
        let mut text = format!("Asked: {}.\n", asked(query));
        let shown = u32::try_from(self.hits.len()).unwrap_or(u32::MAX);
        // Writing to a string cannot fail.
        let _ = match (self.total, shown) {
            (0, _) => writeln!(text, "Nothing was found."),
            (total, 0) => writeln!(text, "{total} found; none after the first {}.", self.offset),
            (total, shown) if shown == total => writeln!(text, "{total} found, all shown."),
            (total, shown) => {
                let first = u64::from(self.offset) + 1;
                writeln!(text, "{total} found; {first} to {} shown.", u64::from(self.offset) + u64::from(shown))
            }
        };
        for (kind, heading) in [(Kind::Module, "Modules"), (Kind::Function, "Functions"), (Kind::Type, "Types")] {
            let mut hits = self.hits.iter().filter(|hit| hit.kind == kind).peekable();
            if hits.peek().is_some() {
                let _ = writeln!(text, "\n{heading}\n");
            }
            for hit in hits {
                let _ = writeln!(text, "- `{}`: {}", hit.key, hit.brief);
            }
        }
        text
    }
}

/// What was asked, in words, and each part of it within a bound.
fn asked(query: &Query) -> String {
    let mut parts = Vec::new();
    let words = query.words.split_whitespace().collect::<Vec<_>>().join(" ");
    if !words.is_empty() {
        parts.push(format!("`{}`", cut(&words, ECHOED)));
    }
    let modules: Vec<String> = query.modules.iter().map(|module| format!("`{}`", module.trim())).collect();
    if let Some((last, rest)) = modules.split_last() {
        let named =
            if rest.is_empty() { format!("module {last}") } else { format!("modules {} or {last}", rest.join(", ")) };
        parts.push(format!("in {}", cut(&named, ECHOED)));
    }
    if let Some(ty) = &query.ty {
        parts.push(format!("about type `{}`", cut(ty.trim(), ECHOED)));
    }
    if let Some(kind) = query.kind {
        parts.push(format!("{}s only", kind.word()));
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::docs::{
        entries::Mentions,
        index::{Argument, FunctionText, ModuleText, TypeText},
    };

    fn module() -> ModuleText {
        let text = String::new;
        ModuleText {
            key: "gg.m".into(),
            name: "m".into(),
            fold: "m".into(),
            import: text(),
            brief: text(),
            detail: text(),
        }
    }

    fn function(key: &str, signature: &str, brief: &str, detail: &str) -> FunctionText {
        FunctionText {
            key: key.to_owned(),
            name: identifier(key).to_owned(),
            fold: fold(identifier(key)),
            signature: signature.to_owned(),
            import: String::new(),
            brief: brief.to_owned(),
            detail: detail.to_owned(),
            arguments: Vec::new(),
            result: None,
            errors: Vec::new(),
            examples: Vec::new(),
        }
    }

    fn argued(key: &str, name: &str, doc: &str) -> FunctionText {
        let argument = Argument {
            name: name.to_owned(),
            ty: String::new(),
            doc: doc.to_owned(),
            required: true,
            default: None,
            by_name: false,
        };
        FunctionText { arguments: vec![argument], ..function(key, "", "", "") }
    }

    fn ty(key: &str) -> TypeText {
        TypeText {
            key: key.to_owned(),
            name: identifier(key).to_owned(),
            fold: fold(identifier(key)),
            declaration: String::new(),
            import: String::new(),
            brief: String::new(),
            detail: String::new(),
            members: Vec::new(),
            methods: Vec::new(),
        }
    }

    /// What is found of these, in order.
    fn found(words: &str, functions: &[FunctionText], types: &[TypeText]) -> Vec<String> {
        let module = module();
        let subjects = functions.iter().map(|text| Subject::Function(text, None));
        let subjects = subjects.chain(types.iter().map(|text| Subject::Type(text, &text.key)));
        let entry = |subject| Entry { subject, module: &module, module_id: "m", mentions: Mentions::default() };
        let query = Query { words: words.to_owned(), limit: u32::MAX, ..Query::default() };
        search(&subjects.map(entry).collect::<Vec<_>>(), &query).hits.into_iter().map(|hit| hit.key).collect()
    }

    #[test]
    fn the_place_of_a_term_comes_first() {
        let functions = [
            argued("s.described", "", "A port."),
            function("t.detail", "", "", "A port."),
            function("u.brief", "", "A port.", ""),
            argued("v.argued", "port", ""),
            function("w.signed", "function signed(port: number)", "", ""),
            function("x.import", "", "", ""),
            function("y.portal", "", "", ""),
            function("z.Port", "", "", ""),
            function("nothing", "", "", ""),
        ];
        let expected = ["z.Port", "y.portal", "x.import", "v.argued", "w.signed", "u.brief", "s.described", "t.detail"];
        assert_eq!(found("PORT", &functions, &[]), expected);
    }

    #[test]
    fn then_terms_then_occurrences_then_the_key() {
        let functions = [
            function("a", "", "one one", ""),
            function("b", "", "one one one", ""),
            function("d", "", "one", ""),
            function("c", "", "one", ""),
            function("e", "", "one two", ""),
        ];
        assert_eq!(found("one\ttwo three", &functions, &[]), ["e", "b", "a", "c", "d"]);
        // What is asked twice counts once.
        let functions = [function("a", "", "one", ""), function("b", "", "two two", "")];
        assert_eq!(found("one ONE two", &functions, &[]), ["b", "a"]);
    }

    #[test]
    fn a_long_query_is_repeated_up_to_a_bound() {
        let query = Query {
            words: "é".repeat(5000),
            modules: vec!["m".repeat(300); 50],
            ty: Some("日".repeat(5000)),
            kind: Some(Kind::Function),
            ..Query::default()
        };
        let view = Found { total: 0, offset: 0, hits: Vec::new() }.view(&query);
        assert_eq!(view.matches(" bytes more; at most 1024 are kept]").count(), 3, "{view}");
        assert!(view.len() < 3 * ECHOED + 100 && view.ends_with(", functions only.\nNothing was found.\n"), "{view}");
        // Up to the bound it is whole.
        let words = "w".repeat(ECHOED);
        let view = Found { total: 0, offset: 0, hits: Vec::new() }.view(&Query { words: words.clone(), ..query });
        assert!(view.starts_with(&format!("Asked: `{words}`, in modules `")), "{view}");
    }

    #[test]
    fn types_stand_before_functions_where_the_name_matches() {
        let functions = ["a.row", "a.rows", "a.tomorrow"].map(|key| function(key, "", "", ""));
        let types = ["z.Row", "z.RowSet", "z.Arrow"].map(ty);
        assert_eq!(found("row", &functions, &types), ["z.Row", "a.row", "z.RowSet", "a.rows", "a.tomorrow", "z.Arrow"]);
    }
}
