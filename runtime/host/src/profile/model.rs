//! Which model an agent is, and how it is asked: `[model]` of a profile.

use gg_models::{Address, Form, Price, Rate};
use gg_settings::Section;

/// Tokens a window has whose size nobody said.
const WINDOW: u64 = 200_000;

/// A model, and how it is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelSettings {
    /// Which one; none when only the command line says it.
    pub address: Option<Address>,
    /// How its replies carry programs.
    pub form: Form,
    /// Tokens its window has.
    pub context_window: u64,
    /// Tokens a reply may have; none for the provider's own bound.
    pub max_output: Option<u32>,
    /// Whether it takes pictures.
    pub pictures: bool,
    /// What it costs, if that is known.
    pub price: Option<Price>,
    /// The second model of a compaction by hand-off; none for the same one.
    pub summarizer: Option<Address>,
}

impl ModelSettings {
    /// Reads `[model]` of a whole profile.
    pub(super) fn read(section: &Section<'_>) -> Self {
        let unsaid = Self {
            address: None,
            form: Form::Plain,
            context_window: WINDOW,
            max_output: None,
            pictures: true,
            price: None,
            summarizer: None,
        };
        let Some(section) = section.section("model") else { return unsaid };
        Self {
            address: address(&section, "address"),
            form: section.word("form", &[("plain", Form::Plain), ("wrapped", Form::Wrapped)]).unwrap_or(Form::Plain),
            context_window: section.integer("contextWindow", 1..=u64::MAX).unwrap_or(WINDOW),
            max_output: section.integer("maxOutput", 1..=u32::MAX),
            pictures: section.on("pictures"),
            price: section.section("price").and_then(|section| price(&section)),
            summarizer: address(&section, "summarizer"),
        }
    }
}

fn address(section: &Section<'_>, key: &'static str) -> Option<Address> {
    let (text, span) = section.text(key)?;
    text.parse().map_err(|error: gg_models::AddressError| section.wrong(span, error.to_string(), None)).ok()
}

/// Dollars a million tokens.
fn price(section: &Section<'_>) -> Option<Price> {
    section.needs(&["input", "output"], "");
    let rate = |key| section.number(key, 0.0..=1e6).and_then(Rate::dollars_per_million);
    let (input, output) = (rate("input"), rate("output"));
    let (cached_input, cache_write) = (rate("cachedInput"), rate("cacheWrite"));
    let (input, output) = (input?, output?);
    Some(Price {
        input,
        cached_input: cached_input.unwrap_or(input),
        cache_write: cache_write.unwrap_or(input),
        output,
    })
}
