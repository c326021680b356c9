//! Sees that a reply has become a loop.
//!
//! The rule: its last 16 KiB are one unit of at most 2 KiB over and over, exactly, so that the unit stands there eight
//! times at least. Text that varies, be it by a counter, never meets it; a program that needs that much of the same thing
//! computes it. A loop that varies is ended by the reply's bound and the call's time.

/// Bytes that have to repeat.
const WINDOW: usize = 16 * 1024;
/// The longest unit.
const UNIT: usize = WINDOW / 8;
/// Bytes between two looks.
const STEP: usize = 4 * 1024;

/// Watches a reply come in.
#[derive(Debug, Default)]
pub(crate) struct Repetition {
    tail: Vec<u8>,
    fresh: usize,
}

/// A loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Loop {
    /// Bytes of the unit.
    pub(crate) unit: usize,
    /// How often it stands there.
    pub(crate) repeats: usize,
}

impl Repetition {
    /// Takes what came in; tells of a loop once there is one.
    pub(crate) fn take(&mut self, text: &str) -> Option<Loop> {
        text.as_bytes().chunks(STEP).find_map(|piece| self.piece(piece))
    }

    fn piece(&mut self, piece: &[u8]) -> Option<Loop> {
        self.tail.extend_from_slice(piece);
        self.fresh += piece.len();
        if self.fresh < STEP || self.tail.len() < WINDOW {
            return None;
        }
        self.fresh = 0;
        self.tail.drain(..self.tail.len() - WINDOW);
        let unit = period(&self.tail);
        (unit <= UNIT).then(|| Loop { unit, repeats: WINDOW / unit })
    }
}

/// The shortest period of some bytes: their length minus their longest border (Knuth, Morris and Pratt).
fn period(bytes: &[u8]) -> usize {
    let mut borders = vec![0; bytes.len()];
    let mut border = 0;
    for at in 1..bytes.len() {
        while border > 0 && bytes[at] != bytes[border] {
            border = borders[border - 1];
        }
        border += usize::from(bytes[at] == bytes[border]);
        borders[at] = border;
    }
    bytes.len() - border
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn watch(text: &str, piece: usize) -> Option<Loop> {
        let mut watch = Repetition::default();
        let mut rest = text;
        while !rest.is_empty() {
            let cut = (piece..=rest.len()).find(|at| rest.is_char_boundary(*at)).unwrap_or(rest.len());
            let (head, tail) = rest.split_at(cut);
            if let Some(found) = watch.take(head) {
                return Some(found);
            }
            rest = tail;
        }
        None
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn a_unit_over_and_over_is_a_loop_however_it_comes(unit in ".{1,500}", before in ".{0,5000}", piece in 1..9000_usize) {
            let text = before + &unit.repeat((WINDOW + 2 * STEP) / unit.len() + 1);
            let found = watch(&text, piece).expect("a loop");
            prop_assert!(found.unit <= unit.len() && found.repeats >= 8);
        }

        #[test]
        fn the_period_is_the_shortest(unit in prop::collection::vec(0_u8..3, 1..9), length in 1..60_usize) {
            let bytes: Vec<u8> = unit.iter().copied().cycle().take(length).collect();
            let holds = |period: &usize| bytes.iter().skip(*period).zip(&bytes).all(|(a, b)| a == b);
            prop_assert_eq!(Some(period(&bytes)), (1..=length).find(holds));
        }
    }

    #[test]
    fn what_varies_is_no_loop() {
        let counted: Vec<String> = (0..9000).map(|number| format!("x[{number}] = 0;\n")).collect();
        assert_eq!(watch(&counted.concat(), 100), None);
        assert_eq!(watch(&"const zero = 0;\n".repeat(1000), 100), None, "below 16 KiB");
        let long = "a".repeat(UNIT) + "b";
        assert_eq!(watch(&long.repeat(30), 100), None, "a unit above 2 KiB");
    }
}
