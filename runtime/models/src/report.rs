//! What a provider says is wrong, and what that means for the call.

use serde_json::Value;

/// A provider's word that something is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Report {
    /// The status of the answer, or of the error within a reply.
    pub(crate) status: Option<u16>,
    /// Its kind, in the provider's vocabulary; empty when there is none.
    pub(crate) kind: String,
    /// The parameter it is about; empty when it names none.
    pub(crate) about: String,
    /// What it says, on one line.
    pub(crate) message: String,
}

/// What it means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The credentials do not do.
    Auth,
    /// The same request is refused again.
    Rejected,
    /// The model takes no pictures.
    Vision,
    /// The model cannot be made to call a tool.
    Unforced,
    /// Another try may succeed.
    Again,
}

/// What a request holds that a provider may stumble over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Asked {
    /// It has pictures.
    pub(crate) pictures: bool,
    /// It forces a tool.
    pub(crate) forced: bool,
}

/// Bytes of a provider's words that are quoted.
const QUOTED: usize = 1024;

impl Report {
    /// From the body of an answer that is no success. Nobody has to send JSON.
    pub(crate) fn of_body(status: u16, body: &[u8]) -> Self {
        let text = String::from_utf8_lossy(body);
        let value = serde_json::from_str(&text).unwrap_or(Value::Null);
        let mut report = Self::of_value(&value);
        if report.message.is_empty() && report.kind.is_empty() {
            report.message = quoted(&text);
        }
        Self { status: Some(status), ..report }
    }

    /// From what stands in the place of a reply: `{"error": …}`, in its many shapes.
    pub(crate) fn of_value(value: &Value) -> Self {
        let value = value.get(0).unwrap_or(value);
        let inner = value.get("error").unwrap_or(value);
        let text = |keys: &[&str]| {
            let found = keys.iter().find_map(|key| inner.get(key).filter(|found| !found.is_null()));
            found.map(|found| found.as_str().map_or_else(|| found.to_string(), str::to_owned)).unwrap_or_default()
        };
        let status = ["status", "code"].iter().find_map(|key| inner.get(key).and_then(Value::as_u64));
        let message = inner.as_str().map_or_else(|| text(&["message", "detail"]), str::to_owned);
        let kinds = [text(&["type"]), text(&["code"])];
        Self {
            status: status.and_then(|status| u16::try_from(status).ok()).filter(|status| (400..600).contains(status)),
            kind: kinds.iter().filter(|kind| !kind.is_empty()).map(String::as_str).collect::<Vec<_>>().join(" "),
            about: text(&["param"]),
            message: quoted(&message),
        }
    }

    /// What it means for a call.
    pub(crate) fn verdict(&self, asked: Asked) -> Verdict {
        let says = format!("{} {} {}", self.kind, self.about, self.message).to_lowercase();
        let is = |words: &[&str]| words.iter().any(|word| says.contains(word));
        if asked.forced && self.status.is_none_or(|status| status < 500) && is(&["tool_choice", "tool choice"]) {
            return Verdict::Unforced;
        }
        // Some servers find out that they see nothing as a fault of their own.
        if asked.pictures && refuses_pictures(&says) {
            return Verdict::Vision;
        }
        match self.status {
            Some(401 | 403) => Verdict::Auth,
            // What is not paid for does not come back by itself.
            Some(429) if is(&["insufficient_quota", "billing"]) => Verdict::Rejected,
            Some(408 | 409 | 425 | 429 | 500..) => Verdict::Again,
            Some(_) => Verdict::Rejected,
            None if is(&["authentication_error", "permission_error", "invalid_api_key"]) => Verdict::Auth,
            None if is(&["invalid_request", "not_found_error", "too_large", "billing", "insufficient_quota"]) => {
                Verdict::Rejected
            }
            None => Verdict::Again,
        }
    }

    /// Its words, or its kind when it has none.
    pub(crate) fn words(&self) -> String {
        match (self.message.is_empty(), self.kind.is_empty()) {
            (false, _) => self.message.clone(),
            (true, false) => self.kind.clone(),
            (true, true) => "it said nothing".to_owned(),
        }
    }
}

/// Whether some words, in lower case, say that a model takes no pictures. A picture that is too large, broken or of
/// another format is something else.
fn refuses_pictures(says: &str) -> bool {
    let of_pictures =
        ["image", "vision", "multimodal", "multi-modal", "picture"].iter().any(|word| says.contains(word));
    let refuses = [
        "not support",
        "unsupported content",
        "only supported by",
        "no endpoints found",
        "not a multimodal",
        "not multimodal",
        "does not accept",
        "cannot read",
        "unknown variant",
        "missing data required",
        "text-only",
        "only text",
    ];
    // "unsupported image format" and its like are about this picture.
    let of_this_one = ["format", "mime", "media type", "media_type", "size", "dimension"];
    (of_pictures
        && refuses.iter().any(|word| says.contains(word))
        && !of_this_one.iter().any(|word| says.contains(word)))
        || says.contains("content must be a string")
}

/// Words on one line, cut to what is quoted.
pub(crate) fn quoted(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = line.trim_end_matches('.');
    if line.len() <= QUOTED {
        return line.to_owned();
    }
    format!("{}…", line.get(..line.floor_char_boundary(QUOTED)).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Asked = Asked { pictures: false, forced: false };

    fn of(status: u16, body: &str) -> Report {
        Report::of_body(status, body.as_bytes())
    }

    #[test]
    fn errors_are_read_in_the_shapes_servers_give_them() {
        for body in [
            r#"{"error":{"message":"too bad.","type":"t","code":"c","param":"p"}}"#,
            r#"{"type":"error","error":{"type":"t","message":"too\n bad"}}"#,
            r#"[{"error":{"code":400,"message":"too bad","status":"INVALID"}}]"#,
            r#"{"error":"too bad"}"#,
            r#"{"detail":"too bad"}"#,
            r#"{"object":"error","message":"too bad","type":"t","code":400}"#,
            " too bad\n",
        ] {
            assert_eq!(of(400, body).words(), "too bad", "{body}");
        }
        assert_eq!(of(500, "").words(), "it said nothing");
        assert_eq!(of(500, r#"{"error":{"type":"overloaded_error"}}"#).words(), "overloaded_error");
        let long = of(500, &"é".repeat(2000)).words();
        assert!(long.len() <= QUOTED + '…'.len_utf8() && long.ends_with('…'));
    }

    #[test]
    fn statuses_say_whether_another_try_may_succeed() {
        let verdict = |status, body| of(status, body).verdict(PLAIN);
        for status in [408, 409, 429, 500, 502, 503, 504, 529] {
            assert_eq!(verdict(status, ""), Verdict::Again, "{status}");
        }
        for status in [301, 400, 404, 413, 422] {
            assert_eq!(verdict(status, ""), Verdict::Rejected, "{status}");
        }
        for status in [401, 403] {
            assert_eq!(verdict(status, ""), Verdict::Auth, "{status}");
        }
        let quota = r#"{"error":{"message":"You exceeded your quota","code":"insufficient_quota"}}"#;
        assert_eq!(verdict(429, quota), Verdict::Rejected);
    }

    #[test]
    fn errors_within_a_reply_have_no_status_of_their_own() {
        let verdict =
            |kind: &str| Report::of_value(&serde_json::json!({"error": {"type": kind, "message": "m"}})).verdict(PLAIN);
        assert_eq!(verdict("overloaded_error"), Verdict::Again);
        assert_eq!(verdict("api_error"), Verdict::Again);
        assert_eq!(verdict("invalid_request_error"), Verdict::Rejected);
        assert_eq!(verdict("authentication_error"), Verdict::Auth);
        let coded = Report::of_value(&serde_json::json!({"error": {"code": 400, "message": "m"}}));
        assert_eq!(coded.verdict(PLAIN), Verdict::Rejected);
    }

    #[test]
    fn a_model_that_takes_no_pictures_is_recognised_by_what_servers_say() {
        let pictures = Asked { pictures: true, ..PLAIN };
        for (status, message) in [
            (400, "Invalid content type. image_url is only supported by certain models."),
            (404, "No endpoints found that support image input"),
            (400, "llama is not a multimodal model"),
            (500, "image input is not supported - hint: you may need to provide the mmproj"),
            (422, "messages[1]: unknown variant `image_url`, expected `text`"),
            (400, "'messages.0.content' : content must be a string"),
            (400, "'claude-2' does not support image input."),
        ] {
            assert_eq!(of(status, message).verdict(pictures), Verdict::Vision, "{message}");
            assert_ne!(of(status, message).verdict(PLAIN), Verdict::Vision, "without pictures: {message}");
        }
        for message in [
            "image exceeds 5 MB maximum",
            "unsupported image format: image/bmp is not supported",
            "Could not process image",
            "max_tokens is not supported",
        ] {
            assert_eq!(of(400, message).verdict(pictures), Verdict::Rejected, "{message}");
        }
    }

    #[test]
    fn forcing_is_given_up_only_where_it_was_tried() {
        let forced = Asked { forced: true, ..PLAIN };
        for (status, body) in [
            (400, r#"{"error":{"message":"unsupported value","param":"tool_choice"}}"#),
            (400, "Thinking may not be enabled when tool_choice forces tool use."),
            (404, "No endpoints found that support the provided 'tool_choice' value."),
        ] {
            assert_eq!(of(status, body).verdict(forced), Verdict::Unforced);
            assert_eq!(of(status, body).verdict(PLAIN), Verdict::Rejected);
        }
        assert_eq!(of(503, "tool_choice").verdict(forced), Verdict::Again);
    }
}
