//! Names in every language: convert, sanitise, escape a reserved word. Whether they are unique is asked afterwards
//! ([`super::scopes`]).

use super::{fields::Reader, text::Text};
use crate::{
    arms::{self, ArmIndex, Profile},
    diagnostic::{Diagnostic, code},
    names::{Case, Kind, convert},
    source::Span,
    surface::{Names, PerArm},
};

/// What a name is made from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word<'a> {
    pub(super) kind: Kind,
    /// As the table writes it.
    pub(super) id: &'a str,
    /// The id in arms that want more of it than the name alone: the type before a case.
    pub(super) long: Option<&'a str>,
    /// Where it is written.
    pub(super) span: Span,
}

impl<'a> Word<'a> {
    /// A name made from its id.
    pub(super) fn new(kind: Kind, id: &'a str, span: Span) -> Self {
        Self { kind, id, long: None, span }
    }
}

/// The names of something in every language.
pub(super) fn names(reader: &mut Reader<'_>, word: Word<'_>, overrides: &[(ArmIndex, Text)]) -> Names {
    names_by(reader, word, overrides, |_| word.kind)
}

/// The same for something that is not of one kind in every arm.
pub(super) fn names_by(
    reader: &mut Reader<'_>,
    word: Word<'_>,
    overrides: &[(ArmIndex, Text)],
    kind: impl Fn(ArmIndex) -> Kind,
) -> Names {
    let host = spelled(reader, arms::host(), word.kind, word.id, word.span);
    let arm = PerArm::from_fn(|arm| match overrides.iter().find(|(of, _)| *of == arm) {
        Some((_, name)) => overridden(reader, arm, kind(arm), name),
        None => {
            let profile = arm.arm().profile();
            let id = word.long.filter(|_| profile.cases_in_module).unwrap_or(word.id);
            spelled(reader, profile, kind(arm), id, word.span)
        }
    });
    one_spelling(reader, word.id, &arm, overrides);
    Names { id: word.id.to_owned(), wit: convert(word.id, Case::Kebab), json: convert(word.id, Case::Snake), host, arm }
}

/// Arms that one SDK serves spell a name the same way: only a spelling that a row gives can tell them apart.
fn one_spelling(reader: &mut Reader<'_>, id: &str, names: &PerArm<String>, overrides: &[(ArmIndex, Text)]) {
    for (arm, by) in arms::indices().filter_map(|arm| Some((arm, arm.arm().served_by()?))) {
        let given = overrides.iter().find(|(of, _)| [arm, by].contains(of));
        let Some((_, given)) = given.filter(|_| names.get(arm) != names.get(by)) else { continue };
        let [(label, key), (other, other_key)] =
            [by, arm].map(|arm| (arm.arm().profile().label, arm.arm().profile().id));
        let (name, other_name) = (names.get(by), names.get(arm));
        reader.report(
            Diagnostic::new(
                code::OVERRIDE,
                given.span,
                format!("`{id}` is spelled `{name}` in {label} and `{other_name}` in {other}"),
            )
            .label("one SDK serves both")
            .help(format!("give `name.{key}` and `name.{other_key}` the same spelling")),
        );
    }
}

/// The names of a case of a variant that is spread: a member of the record in arms that spread, else a case.
pub(super) fn spread_names(
    reader: &mut Reader<'_>,
    id: &str,
    long: &str,
    span: Span,
    overrides: &[(ArmIndex, Text)],
) -> Names {
    let spread = names(reader, Word::new(Kind::Field, id, span), overrides);
    let mut case = names(reader, Word { kind: Kind::Case, id, long: Some(long), span }, overrides);
    for arm in arms::indices().filter(|arm| arm.arm().profile().supports.spread) {
        spread.of(arm).clone_into(case.arm.get_mut(arm));
    }
    case
}

/// An id as a language spells it, or what is left of it when the language has no spelling for it.
fn spelled(reader: &mut Reader<'_>, profile: &Profile, kind: Kind, id: &str, span: Span) -> String {
    match spell(profile, kind, id) {
        Ok(name) => name,
        Err(word) => {
            let label = profile.label;
            reader.report(
                Diagnostic::new(code::RESERVED_WORD, span, format!("{label} keeps `{word}` for itself"))
                    .label(format!("cannot be written in {label}"))
                    .help(format!("spell it otherwise there: `name.{} = \"...\"`", profile.id)),
            );
            word
        }
    }
}

/// An id as a language spells it.
///
/// # Errors
///
/// The word, when it is reserved and the language's escape does not free it.
pub(super) fn spell(profile: &Profile, kind: Kind, id: &str) -> Result<String, String> {
    let word = convert(id, (profile.case)(kind));
    if !profile.is_reserved(kind, &word) {
        return Ok(word);
    }
    let escaped = format!("{word}{}", profile.escape);
    if escaped == word || profile.is_reserved(kind, &escaped) { Err(word) } else { Ok(escaped) }
}

/// A spelling that a row gives, checked.
fn overridden(reader: &mut Reader<'_>, arm: ArmIndex, kind: Kind, name: &Text) -> String {
    let profile = arm.arm().profile();
    let label = profile.label;
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || (c == '-' && (profile.case)(kind) == Case::Kebab);
    let fits = name.value.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && name.value.chars().all(word);
    if !fits {
        reader.report(
            Diagnostic::new(code::OVERRIDE, name.span, format!("`{}` is no name in {label}", name.value))
                .label("not an identifier")
                .help("ASCII letters, digits and `_`, a letter first"),
        );
    } else if profile.is_reserved(kind, &name.value) {
        reader.report(
            Diagnostic::new(code::OVERRIDE, name.span, format!("{label} keeps `{}` for itself", name.value))
                .label("a reserved word"),
        );
    }
    name.value.clone()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arms::ReservedWords;

    static WORDS: &[ReservedWords] = &[ReservedWords { kinds: &[Kind::Operation], words: &["end", "end_", "begin"] }];

    #[test]
    fn a_reserved_word_is_escaped_where_that_frees_it() {
        let profile = Profile { reserved: WORDS, escape: "_", ..*arms::host() };
        assert_eq!(spell(&profile, Kind::Operation, "begin"), Ok("begin_".to_owned()));
        assert_eq!(spell(&profile, Kind::Module, "end"), Ok("end".to_owned()));
        assert_eq!(spell(&profile, Kind::Operation, "end"), Err("end".to_owned()));
        let without = Profile { escape: "", ..profile };
        assert_eq!(spell(&without, Kind::Operation, "begin"), Err("begin".to_owned()));
    }

    #[test]
    fn a_word_that_cannot_be_escaped_is_reported() {
        let profile = Profile { reserved: WORDS, escape: "_", ..*arms::host() };
        let source = crate::source::Source::new("t", "id = 'end'");
        let damage = super::super::document::Damage::default();
        let mut reader = Reader::new(&source, damage, crate::diagnostic::Findings::new());
        spelled(&mut reader, &profile, Kind::Operation, "end", Span { start: 5, end: 10 });
        let findings = reader.findings.into_sorted();
        assert_eq!(findings.len(), 1);
        assert_eq!(findings[0].code, code::RESERVED_WORD);
    }
}
