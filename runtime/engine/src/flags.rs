//! Flags types: their words, for requests and serde.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::request::record_text;

/// A flags type. Generated code implements it, and the rest follows.
pub trait Flags: Copy + Default + std::ops::BitOr<Output = Self> + 'static {
    /// Every bit and its word, in order.
    const BITS: &'static [(Self, &'static str)];

    /// Whether all bits of another value are set in this one.
    fn has(self, bits: Self) -> bool;
}

/// The words of the bits that are set, in order.
fn words<F: Flags>(flags: F) -> impl Iterator<Item = &'static str> {
    F::BITS.iter().filter(move |(bit, _)| flags.has(*bit)).map(|(_, word)| *word)
}

/// Appends the words as a JSON array.
pub fn record_flags<F: Flags>(flags: F, json: &mut String) {
    json.push('[');
    for (at, word) in words(flags).enumerate() {
        if at > 0 {
            json.push(',');
        }
        record_text(word, json);
    }
    json.push(']');
}

/// The words as a sequence.
///
/// # Errors
///
/// The serializer's.
pub fn serialize_flags<F: Flags, S: Serializer>(flags: F, serializer: S) -> Result<S::Ok, S::Error> {
    words(flags).collect::<Vec<_>>().serialize(serializer)
}

/// Flags out of a sequence of words.
///
/// # Errors
///
/// A word that is none of the type's, or the deserializer's.
pub fn deserialize_flags<'de, F: Flags, D: Deserializer<'de>>(deserializer: D) -> Result<F, D::Error> {
    Vec::<String>::deserialize(deserializer)?.iter().try_fold(F::default(), |flags, word| {
        let known = F::BITS.iter().find(|(_, name)| name == word);
        known.map(|(bit, _)| flags | *bit).ok_or_else(|| D::Error::custom(format!("no such flag: {word}")))
    })
}
