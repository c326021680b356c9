//! The catalogue of rules: every kind of change, with an id that a table can allow.

use super::{
    aliases, capabilities, meaning, members, modules, operations, params, records, surface, types, variants, wording,
};

/// A kind of change.
#[derive(Debug)]
pub struct Rule {
    /// `GGD` and three digits.
    pub id: &'static str,
    /// The change in a few words.
    pub title: &'static str,
    /// Markdown: whom it concerns and why, and what to do.
    pub explain: &'static str,
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Rule {}

/// Every rule, in the order of their ids.
pub static RULES: &[&Rule] = &[
    &surface::RENAMED,
    &surface::PACKAGE,
    &wording::WORDING,
    &modules::REMOVED,
    &modules::ADDED,
    &modules::RENAMED,
    &modules::REORDERED,
    &modules::INTERFACE,
    &modules::SKILL,
    &operations::REMOVED,
    &operations::ADDED,
    &operations::MOVED,
    &operations::RENAMED,
    &operations::REORDERED,
    &operations::SPELLING,
    &operations::EXEMPTED,
    &operations::OFFERED,
    &params::REMOVED,
    &params::ADDED_REQUIRED,
    &params::ADDED_OPTIONAL,
    &params::RENAMED,
    &params::REORDERED,
    &params::RETYPED,
    &params::BECAME_REQUIRED,
    &params::BECAME_OPTIONAL,
    &params::LEFT_OUT,
    &params::SPELLING,
    &operations::RETURNS,
    &operations::ERROR_ADDED,
    &operations::ERROR_REMOVED,
    &types::REMOVED,
    &types::ADDED,
    &types::MOVED,
    &types::RENAMED,
    &types::REORDERED,
    &types::KIND,
    &types::ALIAS,
    &types::SWAPPED,
    &types::RESPELLED,
    &types::SPELLING,
    &records::REMOVED,
    &records::ADDED_REQUIRED,
    &records::ADDED_OPTIONAL,
    &records::RENAMED,
    &records::REORDERED,
    &records::RETYPED,
    &records::BECAME_REQUIRED,
    &records::BECAME_OPTIONAL,
    &records::LEFT_OUT,
    &records::SPREAD,
    &variants::REMOVED,
    &variants::ADDED,
    &variants::RENAMED,
    &variants::REORDERED,
    &variants::PAYLOAD,
    &variants::PATCH,
    &members::REMOVED,
    &members::ADDED,
    &members::RENAMED,
    &members::REORDERED,
    &meaning::BINDING,
    &meaning::ROLE,
    &meaning::MODE,
    &meaning::DEADLINE,
    &meaning::COMPACTION,
    &meaning::INSTEAD,
    &meaning::CONDITION,
    &meaning::EFFECT,
    &meaning::EXAMPLES,
    &aliases::REMOVED,
    &aliases::ADDED,
    &aliases::CHANGED,
    &capabilities::REMOVED,
    &capabilities::ADDED,
    &capabilities::SWITCH_REMOVED,
    &capabilities::SWITCH_ADDED,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique_and_in_order_and_every_rule_is_explained() {
        assert!(RULES.is_sorted_by(|a, b| a.id < b.id));
        for rule in RULES {
            let digits = rule.id.strip_prefix("GGD").expect("an id starts with GGD");
            assert!(digits.len() == 3 && digits.chars().all(|c| c.is_ascii_digit()), "{}", rule.id);
            assert!(rule.explain.len() > 50, "{} is not explained", rule.id);
            assert!(!rule.title.ends_with('.'), "{}", rule.id);
        }
    }
}
