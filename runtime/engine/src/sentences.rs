//! The sentences of a table (`prompts/sentences.json`): what every arm says alike, but for the calls it names.

/// Sentences with places to be filled: `{call}` is a call as the arm spells it, `{calls}` several, `{why}`, `{code}` and
/// `{message}` what their names say.
#[derive(Debug, Clone, Copy)]
pub struct Sentences {
    /// The agent does not have the call, and none that would do instead.
    pub unavailable: &'static str,
    /// It does not have the call, but others.
    pub unavailable_instead: &'static str,
    /// The call is an ending of another role.
    pub unavailable_ending: &'static str,
    /// The call did not run, for a reason of the host's.
    pub did_not_run: &'static str,
    /// The run's time is spent.
    pub time_spent: &'static str,
    /// A compaction is pending.
    pub pending: &'static str,
    /// The same, with the calls that are wanted.
    pub pending_wanted: &'static str,
    /// The turn has its successor already.
    pub succession: &'static str,
    /// A failed call as it reads.
    pub failed: &'static str,
    /// How to find out what can be called; `{search}` and `{open}` are the calls that search and open documentation.
    pub discover: &'static str,
    /// That more is declared than may be called.
    pub declared: &'static str,
    /// Between two of several calls.
    pub comma: &'static str,
    /// Before the last of them.
    pub or: &'static str,
}

/// A sentence with its places filled. What is put in is not looked at again.
pub fn fill(sentence: &str, values: &[(&str, &str)]) -> String {
    let mut text = String::with_capacity(sentence.len() + 64);
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let known = after.split_once('}').and_then(|(name, after)| {
            let value = values.iter().find(|(candidate, _)| *candidate == name)?;
            Some((value.1, after))
        });
        match known {
            Some((value, after)) => {
                text.push_str(value);
                rest = after;
            }
            None => {
                text.push('{');
                rest = after;
            }
        }
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::fill;

    #[test]
    fn places_are_filled_once() {
        assert_eq!(fill("`{call}`: {why}{why}", &[("call", "{why}"), ("why", "no.")]), "`{why}`: no.no.");
        assert_eq!(fill("{other} {call", &[("call", "a")]), "{other} {call", "what is no place stays");
    }
}
