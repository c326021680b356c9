//! Tokens and money a call took, over all its tries. What is not known is said to be unknown, and never counted as nothing.

use serde::{Deserialize, Serialize};

use crate::price::{Cost, Price};

/// Tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Read, neither from a cache nor into one.
    pub input: u64,
    /// Read from a cache.
    pub cached_input: u64,
    /// Read and written to a cache.
    pub cache_write: u64,
    /// Written.
    pub output: u64,
}

impl Usage {
    /// Tokens of the request: how full the window is.
    pub fn window(&self) -> u64 {
        self.input.saturating_add(self.cached_input).saturating_add(self.cache_write)
    }

    /// Both together.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self {
            input: self.input.saturating_add(other.input),
            cached_input: self.cached_input.saturating_add(other.cached_input),
            cache_write: self.cache_write.saturating_add(other.cache_write),
            output: self.output.saturating_add(other.output),
        }
    }
}

/// What a call took, be it answered or not.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spent {
    /// The tokens that were told.
    pub usage: Usage,
    /// Replies that began, and whose tokens were not told, or not all of them.
    pub untold: u32,
    /// What it cost; none when that is unknown: without a price, or with tokens untold.
    pub cost: Option<Cost>,
}

/// Keeps what is spent, reply by reply.
#[derive(Debug)]
pub(crate) struct Ledger {
    price: Option<Price>,
    usage: Usage,
    untold: u32,
    /// The reply that is coming in, with the tokens told so far.
    open: Option<Usage>,
    /// Requests made.
    pub(crate) tries: u32,
}

impl Ledger {
    pub(crate) fn new(price: Option<Price>) -> Self {
        Self { price, usage: Usage::default(), untold: 0, open: None, tries: 0 }
    }

    /// A reply begins: from now on it may cost.
    pub(crate) fn begin(&mut self) {
        self.close();
        self.open = Some(Usage::default());
    }

    /// What is told while it comes in, which may not be all.
    pub(crate) fn so_far(&mut self, usage: Usage) {
        self.open = Some(usage);
    }

    /// A reply ended as it should.
    pub(crate) fn end(&mut self, usage: Option<Usage>) {
        self.open = None;
        match usage {
            Some(usage) => self.usage = self.usage.plus(&usage),
            None => self.untold += 1,
        }
    }

    /// A reply that began and did not end.
    fn close(&mut self) {
        if let Some(usage) = self.open.take() {
            self.usage = self.usage.plus(&usage);
            self.untold += 1;
        }
    }

    /// What is spent.
    pub(crate) fn spent(&mut self) -> Spent {
        self.close();
        let cost = self.price.filter(|_| self.untold == 0).map(|price| price.cost(&self.usage));
        Spent { usage: self.usage, untold: self.untold, cost }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::price::Rate;

    #[test]
    fn a_reply_that_was_cut_makes_the_cost_unknown() {
        let rate = Rate::dollars_per_million(1.0).unwrap();
        let price = Price { input: rate, cached_input: rate, cache_write: rate, output: rate };
        let usage = Usage { input: 5, output: 2, ..Usage::default() };
        let mut ledger = Ledger::new(Some(price));
        assert_eq!(ledger.spent().cost, Some(Cost::default()), "nothing began, so nothing was spent");
        ledger.begin();
        ledger.end(Some(usage));
        assert_eq!(ledger.spent().cost, Some(price.cost(&usage)));
        ledger.begin();
        ledger.so_far(Usage { input: 7, ..Usage::default() });
        let spent = ledger.spent();
        assert_eq!((spent.usage.input, spent.untold, spent.cost), (12, 1, None));
        assert_eq!(ledger.spent(), spent);
    }
}
