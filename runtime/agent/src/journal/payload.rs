//! A call in the record: its key, what it asked, and what it was answered with, in the bytes these may have.
//!
//! What is longer is cut to its tail and stands with the hash of the whole. So a call that is performed again is compared as
//! ever, and a key is that of the whole request. An answer that is cut cannot be given to a program: a replay that needs it
//! ends there and says so. No answer of `files`, `shell` or `views` is as long, but for lists of very many entries.

use gg_engine::{Answered, Call, CallError, ErrorCode, record::Closed};
use serde_json::{Value, json};

use super::hash;

/// Bytes of text in what a call asks or is answered with (spec: runtime, 21); as many as are read of a file at most.
const PAYLOAD: usize = 256 << 10;

/// What a call is found by: its id within the turn, and its request.
pub(crate) fn key(call: &Call) -> String {
    format!("{} {}", call.id(), hash(call.request()))
}

/// What a call asked.
pub(crate) fn request(call: &Call) -> String {
    let request = call.request();
    cut(request).map_or_else(|| request.to_owned(), |cut| cut.to_string())
}

/// What a call was answered with.
pub(crate) fn result(closed: &Closed<'_>) -> String {
    let mut result = match &closed.result {
        Ok(value) => cut(value).unwrap_or_else(|| json!({ "value": value })),
        Err(error) => json!({ "code": error.code, "message": error.message }),
    };
    result["performed"] = closed.performed.into();
    result.to_string()
}

/// The answer that was recorded so; where it was cut, the bytes it had.
pub(crate) fn answered(text: &str) -> Result<Answered, u64> {
    let answer: Value = serde_json::from_str(text).unwrap_or_default();
    if let Some(bytes) = answer["cut"].as_u64() {
        return Err(bytes);
    }
    let result = match answer["value"].as_str() {
        Some(value) => Ok(value.to_owned()),
        None => {
            let code = serde_json::from_value(answer["code"].clone()).unwrap_or(ErrorCode::Other);
            Err(CallError::new(code, answer["message"].as_str().unwrap_or_default().to_owned()))
        }
    };
    Ok(Answered { result, performed: answer["performed"].as_bool().unwrap_or(true) })
}

/// What is kept of JSON that is too long.
fn cut(json: &str) -> Option<Value> {
    // As JSON a text may take more bytes than it has.
    let is_long =
        json.len() > PAYLOAD && serde_json::from_str(json).map_or(json.len(), |value| texts(&value)) > PAYLOAD;
    is_long.then(|| {
        let tail = json.get(json.ceil_char_boundary(json.len() - PAYLOAD)..).unwrap_or_default();
        json!({ "cut": json.len(), "hash": hash(json), "tail": tail })
    })
}

/// The bytes of all texts in a value.
fn texts(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Array(values) => values.iter().map(texts).sum(),
        Value::Object(members) => members.values().map(texts).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn recorded(value: &str) -> String {
        result(&Closed { result: Ok(value.to_owned()), performed: true, took: Duration::ZERO })
    }

    #[test]
    fn the_longest_text_of_a_file_is_kept_and_a_longer_one_is_cut_to_its_tail() {
        let line_ends = json!({ "contents": "\n".repeat(PAYLOAD) }).to_string();
        assert_eq!(answered(&recorded(&line_ends)).expect("whole").result, Ok(line_ends));
        let long = json!(["é".repeat(PAYLOAD), "end"]).to_string();
        let text = recorded(&long);
        assert_eq!(answered(&text).err(), Some(long.len() as u64));
        assert!(text.len() < PAYLOAD + 1000 && text.contains("end"), "{}", text.len());
        let other = json!(["é".repeat(PAYLOAD + 1), "end"]).to_string();
        assert_ne!(text, recorded(&other), "the hash tells them apart");
    }
}
