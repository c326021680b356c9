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
