//! What is counted of a program.

use std::collections::BTreeMap;

use serde::Serialize;

/// The counters of one program (spec: runtime, 2.3).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Counters {
    /// Calls that reached the membrane.
    pub api_calls: u32,
    /// Calls whose implementation ran.
    pub performed_calls: u32,
    /// Calls the host refused before their implementation ran.
    pub refusals: u32,
    /// Arguments a guest guard refused, which never crossed.
    pub guard_failures: u32,
    /// The same, by operation.
    pub guard_failures_by_operation: BTreeMap<&'static str, u32>,
    /// Calls of which no documentation stood in the window when the turn began; none when it is not measured.
    pub undocumented_calls: Option<u32>,
    /// The same, by operation.
    pub undocumented_by_operation: BTreeMap<&'static str, u32>,
}

impl Counters {
    /// Adds what is counted of another program.
    pub fn add(&mut self, other: &Self) {
        self.api_calls += other.api_calls;
        self.performed_calls += other.performed_calls;
        self.refusals += other.refusals;
        self.guard_failures += other.guard_failures;
        add_each(&mut self.guard_failures_by_operation, &other.guard_failures_by_operation);
        let undocumented = [self.undocumented_calls, other.undocumented_calls];
        self.undocumented_calls = undocumented.into_iter().flatten().reduce(|one, another| one + another);
        add_each(&mut self.undocumented_by_operation, &other.undocumented_by_operation);
    }
}

fn add_each(counts: &mut BTreeMap<&'static str, u32>, others: &BTreeMap<&'static str, u32>) {
    for (operation, count) in others {
        *counts.entry(operation).or_default() += count;
    }
}
