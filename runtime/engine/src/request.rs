//! The recorded request: one JSON object for every call, written straight from the typed arguments.
//!
//! Members are `snake_case`; an absent option and an unchanged patch are left out; a list is always an array; an enum is
//! its word; a variant is an object with one member; a float that is not finite is a string.

/// A value that can stand in a recorded request.
pub trait Recorded {
    /// Appends the value.
    fn record(&self, json: &mut String);

    /// Whether a member that holds it is left out.
    fn is_left_out(&self) -> bool {
        false
    }

    /// Appends the items of a list, with commas between them.
    fn record_items(items: &[Self], json: &mut String)
    where
        Self: Sized,
    {
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                json.push(',');
            }
            item.record(json);
        }
    }
}

/// An object that is being written.
#[derive(Debug)]
#[must_use = "it is closed by `close`"]
pub struct Object<'a> {
    json: &'a mut String,
    separator: &'static str,
}

impl<'a> Object<'a> {
    /// Opens an object at the end of the text.
    pub fn open(json: &'a mut String) -> Self {
        json.push('{');
        Self { json, separator: "\"" }
    }

    /// Appends a member unless its value is left out. The name is plain: it needs no escapes.
    #[inline]
    pub fn member(mut self, name: &str, value: &impl Recorded) -> Self {
        if !value.is_left_out() {
            self.json.push_str(self.separator);
            self.json.push_str(name);
            self.json.push_str("\":");
            value.record(self.json);
            self.separator = ",\"";
        }
        self
    }

    /// Closes it.
    pub fn close(self) {
        self.json.push('}');
    }
}

/// Appends a case of a variant: an object whose one member is never left out.
pub fn record_case(name: &str, payload: &impl Recorded, json: &mut String) {
    json.push_str("{\"");
    json.push_str(name);
    json.push_str("\":");
    payload.record(json);
    json.push('}');
}

/// Appends a JSON string.
pub fn record_text(text: &str, json: &mut String) {
    json.reserve(text.len() + 2);
    json.push('"');
    let mut rest = text;
    while let Some(at) = first_escaped(rest.as_bytes()) {
        let (plain, tail) = rest.split_at(at);
        json.push_str(plain);
        let mut chars = tail.chars();
        match chars.next() {
            Some('"') => json.push_str("\\\""),
            Some('\\') => json.push_str("\\\\"),
            Some('\n') => json.push_str("\\n"),
            Some('\r') => json.push_str("\\r"),
            Some('\t') => json.push_str("\\t"),
            Some(control) => {
                let digit = |value: u32| char::from_digit(value, 16).unwrap_or('0');
                json.push_str("\\u00");
                json.push(digit(u32::from(control) >> 4));
                json.push(digit(u32::from(control) & 15));
            }
            None => {}
        }
        rest = chars.as_str();
    }
    json.push_str(rest);
    json.push('"');
}

/// The first byte that cannot stand in a JSON string as it is; always an ASCII one.
fn first_escaped(bytes: &[u8]) -> Option<usize> {
    let escaped = |byte: u8| byte < 0x20 || byte == b'"' || byte == b'\\';
    // A block is looked at without a branch per byte, which is what long texts are made of.
    let clean = bytes
        .chunks_exact(32)
        .take_while(|block| !block.iter().fold(false, |found, byte| found | escaped(*byte)))
        .count()
        * 32;
    bytes[clean..].iter().position(|byte| escaped(*byte)).map(|at| clean + at)
}

/// Appends a number without the machinery of formatting.
fn record_digits(mut value: u64, json: &mut String) {
    let mut digits = [b'0'; 20];
    let mut first = digits.len();
    loop {
        first -= 1;
        digits[first] += (value % 10) as u8;
        value /= 10;
        if value == 0 {
            break;
        }
    }
    digits[first..].iter().for_each(|digit| json.push(char::from(*digit)));
}

macro_rules! integers {
    ($($unsigned:ty)*; $($signed:ty)*) => {
        $(impl Recorded for $unsigned {
            fn record(&self, json: &mut String) {
                record_digits(u64::from(*self), json);
            }
        })*
        $(impl Recorded for $signed {
            fn record(&self, json: &mut String) {
                if *self < 0 {
                    json.push('-');
                }
                record_digits(u64::from(self.unsigned_abs()), json);
            }
        })*
    };
}

integers!(u8 u16 u32 u64; i8 i16 i32 i64);

macro_rules! floats {
    ($($float:ty)*) => {
        $(impl Recorded for $float {
            fn record(&self, json: &mut String) {
                use std::fmt::Write as _;
                // Writing to a string cannot fail. `Debug` gives the shortest text that reads back as the same value.
                let _ = match (self.is_finite(), self.is_nan(), *self > 0.0) {
                    (true, ..) => write!(json, "{self:?}"),
                    (_, true, _) => write!(json, "\"NaN\""),
                    (.., true) => write!(json, "\"Infinity\""),
                    (.., false) => write!(json, "\"-Infinity\""),
                };
            }
        })*
    };
}

floats!(f32 f64);

impl Recorded for bool {
    fn record(&self, json: &mut String) {
        json.push_str(if *self { "true" } else { "false" });
    }
}

impl Recorded for char {
    fn record(&self, json: &mut String) {
        record_text(self.encode_utf8(&mut [0; 4]), json);
    }
}

impl Recorded for String {
    fn record(&self, json: &mut String) {
        record_text(self, json);
    }
}

/// The payload of a case that has none.
impl Recorded for () {
    fn record(&self, json: &mut String) {
        json.push_str("null");
    }
}

impl<T: Recorded> Recorded for Option<T> {
    fn record(&self, json: &mut String) {
        match self {
            Some(value) => value.record(json),
            None => json.push_str("null"),
        }
    }

    fn is_left_out(&self) -> bool {
        self.is_none()
    }
}

impl<T: Recorded> Recorded for Vec<T> {
    fn record(&self, json: &mut String) {
        json.push('[');
        T::record_items(self, json);
        json.push(']');
    }
}

impl<T: Recorded, E: Recorded> Recorded for Result<T, E> {
    fn record(&self, json: &mut String) {
        match self {
            Ok(value) => record_case("ok", value, json),
            Err(error) => record_case("err", error, json),
        }
    }
}

macro_rules! tuples {
    ($(($first:ident $($rest:ident)*))*) => {
        $(impl<$first: Recorded, $($rest: Recorded),*> Recorded for ($first, $($rest,)*) {
            #[expect(non_snake_case, reason = "a variable is named like its type")]
            fn record(&self, json: &mut String) {
                let ($first, $($rest,)*) = self;
                json.push('[');
                $first.record(json);
                $(
                    json.push(',');
                    $rest.record(json);
                )*
                json.push(']');
            }
        })*
    };
}

tuples! {
    (A)
    (A B)
    (A B C)
    (A B C D)
    (A B C D E)
    (A B C D E F)
    (A B C D E F G)
    (A B C D E F G H)
    (A B C D E F G H I)
    (A B C D E F G H I J)
    (A B C D E F G H I J K)
    (A B C D E F G H I J K L)
    (A B C D E F G H I J K L M)
    (A B C D E F G H I J K L M N)
    (A B C D E F G H I J K L M N O)
    (A B C D E F G H I J K L M N O P)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(value: &impl Recorded) -> String {
        let mut json = String::new();
        value.record(&mut json);
        json
    }

    #[test]
    fn an_object_leaves_out_what_is_absent() {
        let mut json = String::new();
        Object::open(&mut json)
            .member("a", &None::<u32>)
            .member("b", &Some(1u32))
            .member("c", &None::<u32>)
            .member("d", &Vec::<bool>::new())
            .close();
        assert_eq!(json, r#"{"b":1,"d":[]}"#);
        json.clear();
        Object::open(&mut json).close();
        assert_eq!(json, "{}");
    }

    #[test]
    fn absent_items_of_a_list_keep_their_place() {
        assert_eq!(json(&vec![Some(true), None]), "[true,null]");
    }

    #[test]
    fn integers_are_exact() {
        assert_eq!(json(&vec![0u64, 9, 10, u64::MAX]), "[0,9,10,18446744073709551615]");
        assert_eq!(json(&vec![0i64, -1, i64::MIN, i64::MAX]), "[0,-1,-9223372036854775808,9223372036854775807]");
        assert_eq!(json(&(u8::MAX, i8::MIN, u16::MAX)), "[255,-128,65535]");
    }

    #[test]
    fn floats_are_numbers_while_they_are_finite() {
        let floats = vec![0.0, -0.0, 1.0, 0.1, 1e300, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
        assert_eq!(json(&floats), r#"[0.0,-0.0,1.0,0.1,1e300,"NaN","Infinity","-Infinity"]"#);
        assert_eq!(json(&0.1f32), "0.1", "the shortest text of its own type");
    }

    #[test]
    fn variants_are_objects_with_one_member() {
        assert_eq!(json(&Ok::<u8, ()>(1)), r#"{"ok":1}"#);
        assert_eq!(json(&Err::<u8, ()>(())), r#"{"err":null}"#);
        let mut json = String::new();
        record_case("case", &None::<u8>, &mut json);
        assert_eq!(json, r#"{"case":null}"#, "a case is never left out");
    }

    #[test]
    fn texts_read_back_as_they_were() {
        let every: String = ('\0'..='\u{300}').chain(['\u{2028}', '\u{1F980}', '"', '\\']).collect();
        // Long plain runs of every length around the width of a block, with something to escape at either end.
        for text in (0..100).map(|length| format!("\n{}\"", "é".repeat(length))).chain([every, String::new()]) {
            let json = json(&text);
            let read: Result<String, _> = serde_json::from_str(&json);
            assert_eq!(read.ok().as_deref(), Some(text.as_str()), "{json}");
        }
        assert_eq!(json(&'"'), r#""\"""#);
        assert_eq!(json(&"\u{1}\u{1f}\u{7f}".to_owned()), "\"\\u0001\\u001f\u{7f}\"");
    }
}
