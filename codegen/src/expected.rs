//! What a value has to be, in the words every arm refuses an argument with: "`limit`: expected an integer from 0 to
//! 4294967295, got '7'".
//!
//! The pieces are templates with names in braces; whoever checks fills them in. A place is a parameter and the way
//! from it to the value, spelled by the arm: `ranges[2].start`.

use crate::{
    arms::ArmIndex,
    surface::{Surface, Type, TypeKind},
};

/// An argument that is refused.
pub const REFUSED: &str = "`{place}`: expected {expected}, got {got}";
/// The arguments of a call as a whole that are refused.
pub const REFUSED_WHOLE: &str = "expected {expected}, got {got}";
/// What `got` says where an argument is missing.
pub const NOTHING: &str = "nothing";
/// An argument or a member with a name nobody knows.
pub const UNKNOWN: &str = "`{place}`: no such argument, only {known}";
/// The same where there is none.
pub const UNKNOWN_OF_NONE: &str = "`{place}`: no such argument, and no other";
/// An argument that is given in its order and by its name as well.
pub const TWICE: &str = "`{place}`: given twice";
/// `expected` of a call with too many arguments in order.
pub const AT_MOST: &str = "at most {count} arguments in order";
/// The same where there is one.
pub const AT_MOST_ONE: &str = "at most 1 argument in order";
/// What follows where there are others that are given by name: which, and how that is written.
pub const BY_NAME: &str = ", {names} by name, as in `{call}({before}{first}=…)`";
/// What follows `expected` of a record whose fields may be given in its place.
pub const OR_FIELDS: &str = "{expected}, or its fields by name, as `{first}=…`";
/// A record that is made with fields in order, all of which go by name.
pub const FIELDS_BY_NAME: &str = "the fields of `{name}` go by name: {names}, as in `{name}({first}=…)`";
/// `expected` of alternatives none or several of which are given.
pub const EXACTLY_ONE: &str = "exactly one of {names}";
/// What `got` says where more than one is given.
pub const SEVERAL: &str = "several";
/// What `got` says where none is given.
pub const NONE: &str = "none";
/// `expected` of a string with half a surrogate pair, which no encoding carries.
pub const WELL_FORMED: &str = "a string without lone surrogates";
/// `expected` of an integer.
pub const INTEGER: &str = "an integer from {low} to {high}";
/// `expected` of a tuple of several values.
pub const TUPLE: &str = "a list of {count} values";
/// `expected` of one of several words.
pub const ONE_OF: &str = "one of {names}";
/// `expected` of a bag of options.
pub const OPTIONS: &str = "an object of options";
/// An argument whose own code fails while it is looked at.
pub const UNREADABLE: &str = "an argument cannot be read: {error}";
/// The longest a quoted value may be, in characters; what is longer is cut and ends in `…`.
pub const LONGEST_VALUE: usize = 60;

/// What a value of a type has to be: "an integer from 0 to 255". For an option it is what its value has to be, since
/// every arm has a way to leave one out; so it is for a patch.
pub fn expected(surface: &Surface, arm: ArmIndex, ty: &Type) -> String {
    let integer =
        |low: i128, high: i128| INTEGER.replace("{low}", &low.to_string()).replace("{high}", &high.to_string());
    match surface.resolve(ty) {
        Type::Bool => "a boolean".to_owned(),
        Type::U8 => integer(0, u8::MAX.into()),
        Type::U16 => integer(0, u16::MAX.into()),
        Type::U32 => integer(0, u32::MAX.into()),
        // What an engine cannot carry exactly is refused (spec: decisions, 87).
        Type::U64 => integer(0, arm.arm().profile().guest.max_integer.unwrap_or(u64::MAX).into()),
        Type::S8 => integer(i8::MIN.into(), i8::MAX.into()),
        Type::S16 => integer(i16::MIN.into(), i16::MAX.into()),
        Type::S32 => integer(i32::MIN.into(), i32::MAX.into()),
        Type::S64 => match arm.arm().profile().guest.max_integer {
            Some(most) => integer(-i128::from(most), most.into()),
            None => integer(i64::MIN.into(), i64::MAX.into()),
        },
        Type::F32 => "a number that 32 bits can hold".to_owned(),
        Type::F64 => "a number".to_owned(),
        Type::Char => "a string of one character".to_owned(),
        Type::String => "a string".to_owned(),
        Type::List(item) if **item == Type::U8 => "bytes".to_owned(),
        Type::List(_) => "a list".to_owned(),
        Type::Option(value) => expected(surface, arm, value),
        Type::Result { .. } => "an ok or an err".to_owned(),
        Type::Tuple(items) => match items.len() {
            1 => "a list of 1 value".to_owned(),
            count => TUPLE.replace("{count}", &count.to_string()),
        },
        Type::Named(index) => {
            let def = surface.type_def(*index);
            match (&def.kind, def.patch) {
                (TypeKind::Enum(words), _) => {
                    let words: Vec<String> = words.iter().map(|word| format!("`{}`", word.names.wit)).collect();
                    match words.as_slice() {
                        [word] => word.clone(),
                        words => ONE_OF.replace("{names}", &words.join(", ")),
                    }
                }
                (TypeKind::Variant(cases), Some(patch)) => {
                    match cases.get(patch.set).and_then(|set| set.payload.as_ref()) {
                        Some(payload) => expected(surface, arm, payload),
                        None => article(def.names.of(arm)),
                    }
                }
                _ => article(def.names.of(arm)),
            }
        }
    }
}

/// A name in code marks with its article.
fn article(name: &str) -> String {
    let vowel = name.starts_with(['A', 'E', 'I', 'O', 'U', 'a', 'e', 'i', 'o', 'u']);
    format!("{} `{name}`", if vowel { "an" } else { "a" })
}
