//! UTF-8 for `TextEncoder` and `TextDecoder`.

use crate::js::{self, Outcome, Value};

/// The bytes of a string, lone surrogates replaced.
pub(super) fn encode(arguments: &[Value], _: i32) -> Outcome<Value> {
    let Some(text) = arguments.first() else { return Value::bytes(&[]) };
    let bytes = text.to_bytes()?;
    match bytes.text() {
        Some(text) => Value::bytes(text.as_bytes()),
        None => Value::bytes(replaced(bytes.as_slice()).as_bytes()),
    }
}

/// Each half of a surrogate pair stands as three bytes, and is replaced by one character.
fn replaced(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    let mut rest = bytes;
    while !rest.is_empty() {
        match str::from_utf8(rest) {
            Ok(whole) => {
                text.push_str(whole);
                break;
            }
            Err(error) => {
                let (valid, after) = rest.split_at(error.valid_up_to());
                text.push_str(&String::from_utf8_lossy(valid));
                text.push('\u{fffd}');
                rest = after.get(3..).unwrap_or_default();
            }
        }
    }
    text
}

/// The text of bytes: the bytes, and whether to fail on what is no UTF-8.
pub(super) fn decode(arguments: &[Value], _: i32) -> Outcome<Value> {
    let [bytes, fatal, ..] = arguments else { return Value::string("") };
    let mut copied = Vec::new();
    bytes.copy_typed_array(|length| {
        copied.try_reserve_exact(length).map_err(|_| js::out_of_memory())?;
        copied.resize(length, 0);
        Ok(copied.as_mut_ptr())
    })?;
    match str::from_utf8(&copied) {
        Ok(text) => Value::string(text),
        Err(_) if fatal.as_bool() == Some(true) => Err(js::throw_type_error("the encoded data is not valid UTF-8")),
        Err(_) => Value::string(&String::from_utf8_lossy(&copied)),
    }
}
