//! `Math.random`, from a seed that the host gives when a program first asks.

use crate::{
    glue,
    js::{Outcome, Value},
    state::state,
};

/// The next number from 0 to 1, by xorshift128+.
pub(super) fn random(_: &[Value], _: i32) -> Outcome<Value> {
    let Some(state) = state() else { return Ok(Value::UNDEFINED) };
    let seed = || match state.running.get() {
        // A state of zeros would stay one.
        true => [glue::random(), glue::random() | 1],
        false => [0, 1],
    };
    let [mut a, b] = state.random.get().unwrap_or_else(seed);
    a ^= a << 23;
    a ^= a >> 17;
    a ^= b ^ (b >> 26);
    if state.running.get() {
        state.random.set(Some([b, a]));
    }
    #[expect(clippy::cast_precision_loss, reason = "53 bits")]
    Ok(Value::number((a.wrapping_add(b) >> 11) as f64 / (1u64 << 53) as f64))
}
