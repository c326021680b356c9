//! What tokens cost. The figures are an operator's, for they change; gg has no table of its own.

use std::{fmt, iter::Sum, ops::Add};

use serde::{Deserialize, Serialize};

use crate::spending::Usage;

/// The price of a token, in millionths of a millionth of a dollar: dollars a million tokens, exact to six places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Rate(u64);

impl Rate {
    /// Dollars for a million tokens, from 0 to a million; none for anything else.
    pub fn dollars_per_million(dollars: f64) -> Option<Self> {
        const MOST: f64 = 1e6;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within 0 and 10^12")]
        (0.0..=MOST).contains(&dollars).then(|| Self((dollars * 1e6).round() as u64))
    }
}

/// What a model costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Price {
    /// What it reads, and has not cached.
    pub input: Rate,
    /// What it reads from its cache.
    pub cached_input: Rate,
    /// What it reads and writes to its cache.
    pub cache_write: Rate,
    /// What it writes.
    pub output: Rate,
}

impl Price {
    /// What tokens cost.
    pub fn cost(&self, usage: &Usage) -> Cost {
        let of = |tokens: u64, rate: Rate| tokens.saturating_mul(rate.0);
        [
            of(usage.input, self.input),
            of(usage.cached_input, self.cached_input),
            of(usage.cache_write, self.cache_write),
            of(usage.output, self.output),
        ]
        .map(Cost)
        .into_iter()
        .sum()
    }
}

/// An amount of money, exact.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Cost(u64);

impl Cost {
    /// In dollars, for `maxCost` to be compared with.
    #[expect(clippy::cast_precision_loss, reason = "exact to a nanodollar below 4 million dollars")]
    pub fn dollars(self) -> f64 {
        self.0 as f64 / 1e12
    }
}

impl Add for Cost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sum for Cost {
    fn sum<I: Iterator<Item = Self>>(costs: I) -> Self {
        costs.fold(Self::default(), Add::add)
    }
}

/// In dollars, to the hundredth of a cent.
impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${:.4}", self.dollars())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_token_has_its_price() {
        let rate = |dollars| Rate::dollars_per_million(dollars).unwrap();
        let price = Price { input: rate(3.0), cached_input: rate(0.3), cache_write: rate(3.75), output: rate(15.0) };
        let usage = Usage { input: 1_000_000, cached_input: 100, cache_write: 10, output: 1 };
        let cost = price.cost(&usage);
        assert_eq!(cost, Cost(3_000_000_000_000 + 30_000_000 + 37_500_000 + 15_000_000));
        assert_eq!(cost.to_string(), "$3.0001");
        assert_eq!(price.cost(&Usage { output: u64::MAX, ..Usage::default() }), Cost(u64::MAX));
    }

    #[test]
    fn a_price_is_a_number_of_dollars() {
        for dollars in [-0.1, f64::NAN, f64::INFINITY, 1e6 + 1.0] {
            assert_eq!(Rate::dollars_per_million(dollars), None);
        }
        assert_eq!(Rate::dollars_per_million(0.0375), Some(Rate(37_500)));
    }
}
