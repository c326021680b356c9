//! URLs by the `url` crate, which follows the standard that browsers do.

use std::borrow::Cow;

use url::{Url, form_urlencoded, quirks};

use crate::js::{Outcome, Value};

/// The parts a script reads, in this order.
fn parts(url: &Url) -> Outcome<Value> {
    let origin = quirks::origin(url);
    let parts = [
        quirks::href(url),
        &origin,
        quirks::protocol(url),
        quirks::username(url),
        quirks::password(url),
        quirks::host(url),
        quirks::hostname(url),
        quirks::port(url),
        quirks::pathname(url),
        quirks::search(url),
        quirks::hash(url),
    ];
    Value::array(parts.into_iter().map(Value::string).collect::<Outcome<_>>()?)
}

/// The parts of a URL, which may be relative to a second one; null where it is none.
pub(super) fn parse(arguments: &[Value], _: i32) -> Outcome<Value> {
    let [text, base, ..] = arguments else { return Ok(Value::NULL) };
    let base = if base.is_undefined() { None } else { Some(base.to_text()?) };
    let parsed = match &base {
        None => Url::parse(&text.to_text()?),
        Some(base) => Url::parse(base).and_then(|base| base.join(&text.to_text().unwrap_or_default())),
    };
    parsed.map_or(Ok(Value::NULL), |url| parts(&url))
}

/// The parts of a URL of which one, by its position, was set; what cannot be set stays.
pub(super) fn set(arguments: &[Value], _: i32) -> Outcome<Value> {
    let [url, part, text, ..] = arguments else { return Ok(Value::NULL) };
    let Ok(mut url) = Url::parse(&url.to_text()?) else { return Ok(Value::NULL) };
    let text = text.to_text()?;
    // A refusal leaves the part as it is, which is what the standard asks.
    let _ = match part.as_small_integer() {
        Some(2) => quirks::set_protocol(&mut url, &text),
        Some(3) => quirks::set_username(&mut url, &text),
        Some(4) => quirks::set_password(&mut url, &text),
        Some(5) => quirks::set_host(&mut url, &text),
        Some(6) => quirks::set_hostname(&mut url, &text),
        Some(7) => quirks::set_port(&mut url, &text),
        Some(8) => {
            quirks::set_pathname(&mut url, &text);
            Ok(())
        }
        Some(9) => {
            quirks::set_search(&mut url, &text);
            Ok(())
        }
        Some(10) => {
            quirks::set_hash(&mut url, &text);
            Ok(())
        }
        _ => Ok(()),
    };
    parts(&url)
}

/// The pairs of a query, names and values in turn.
pub(super) fn parse_query(arguments: &[Value], _: i32) -> Outcome<Value> {
    let Some(text) = arguments.first() else { return Value::array(Vec::new()) };
    let text = text.to_text()?;
    let pairs = form_urlencoded::parse(text.as_bytes());
    let items = pairs.flat_map(|(name, value): (Cow<str>, Cow<str>)| [name, value]);
    Value::array(items.map(|item| Value::string(&item)).collect::<Outcome<_>>()?)
}

/// A query of pairs: an array of names and values in turn.
pub(super) fn write_query(arguments: &[Value], _: i32) -> Outcome<Value> {
    let Some(pairs) = arguments.first() else { return Value::string("") };
    let count = u32::try_from(pairs.length()?).unwrap_or(0);
    let mut query = form_urlencoded::Serializer::new(String::new());
    for at in (0..count).step_by(2) {
        query.append_pair(&pairs.get_index(at)?.to_text()?, &pairs.get_index(at + 1)?.to_text()?);
    }
    Value::string(&query.finish())
}
