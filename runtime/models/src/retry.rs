//! How long to wait before the next try.

use std::time::{Duration, SystemTime};

use rand::{RngExt as _, rngs::StdRng};

/// The first pause; each doubles the one before.
const FIRST: Duration = Duration::from_secs(1);

/// The pause after `failed` tries: what the server asks for, or else one that doubles, half of it chance, so that those who
/// failed together do not come back together. Never longer than `most`.
pub(crate) fn pause(failed: u32, asked: Option<Duration>, most: Duration, random: &mut StdRng) -> Duration {
    if let Some(asked) = asked.filter(|asked| !asked.is_zero()) {
        return asked.min(most);
    }
    let doubled = FIRST.saturating_mul(2_u32.saturating_pow(failed.saturating_sub(1))).min(most);
    doubled.mul_f64(random.random_range(0.5..=1.0))
}

/// What `Retry-After` asks for: seconds, or a date (RFC 9110, 10.2.3). A date that is past asks for nothing.
pub(crate) fn asked(header: &str, now: SystemTime) -> Option<Duration> {
    let header = header.trim();
    // Some servers send fractions.
    if let Some(seconds) = header.parse().ok().filter(|seconds: &f64| *seconds >= 0.0) {
        return Some(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
    }
    httpdate::parse_http_date(header).ok().map(|date| date.duration_since(now).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    const MOST: Duration = Duration::from_mins(1);

    #[test]
    fn pauses_double_up_to_the_longest_and_half_of_each_is_chance() {
        let pauses = |seed| {
            let mut random = StdRng::seed_from_u64(seed);
            (1..=40).map(|failed| pause(failed, None, MOST, &mut random)).collect::<Vec<_>>()
        };
        for (at, pause) in pauses(7).into_iter().enumerate() {
            let full = Duration::from_secs(1 << at.min(6)).min(MOST);
            assert!(full / 2 <= pause && pause <= full, "{at}: {pause:?}");
        }
        assert_eq!(pauses(7), pauses(7));
        assert_ne!(pauses(7), pauses(8));
    }

    #[test]
    fn what_the_server_asks_for_is_done_within_bounds() {
        let mut random = StdRng::seed_from_u64(1);
        let mut after = |asked| pause(1, Some(Duration::from_secs(asked)), MOST, &mut random);
        assert_eq!(after(17), Duration::from_secs(17));
        assert_eq!(after(3600), MOST);
        assert!(after(0) >= FIRST / 2, "no time at all is not a pause");
    }

    #[test]
    fn both_forms_of_the_header_are_read() {
        let now = httpdate::parse_http_date("Sun, 06 Nov 1994 08:49:37 GMT").unwrap();
        let asked = |header| asked(header, now);
        assert_eq!(asked(" 120 "), Some(Duration::from_mins(2)));
        assert_eq!(asked("0.5"), Some(Duration::from_millis(500)));
        assert_eq!(asked("1e300"), Some(Duration::MAX));
        assert_eq!(asked("Sun, 06 Nov 1994 08:50:07 GMT"), Some(Duration::from_secs(30)));
        assert_eq!(asked("Sun, 06 Nov 1994 08:00:00 GMT"), Some(Duration::ZERO));
        for header in ["", "-1", "soon", "NaN"] {
            assert_eq!(asked(header), None, "{header}");
        }
    }
}
