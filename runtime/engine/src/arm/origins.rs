//! Where the parts of a text that a compiler printed come from, for the places in it to be the author's own.

/// The places a compiler noted while it printed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Origins(Vec<Origin>);

/// A place in the printed text, and the one it comes from; lines and columns from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Origin {
    /// Line and column in the printed text.
    pub printed: (u32, u32),
    /// Line and column in the author's.
    pub written: (u32, u32),
}

impl Origins {
    /// These places.
    pub fn new(origins: impl Iterator<Item = Origin>) -> Self {
        let mut origins: Vec<Origin> = origins.collect();
        origins.sort_unstable();
        Self(origins)
    }

    /// The line and the column at which the author wrote what is printed at a line and a column; all from 1.
    pub fn written(&self, line: u32, column: u32) -> (u32, u32) {
        let printed = (line.saturating_sub(1), column.saturating_sub(1));
        let after = self.0.partition_point(|origin| origin.printed <= printed);
        let origin = after.checked_sub(1).and_then(|at| self.0.get(at));
        origin.map_or((1, 1), |origin| (origin.written.0 + 1, origin.written.1 + 1))
    }

    /// A location `name:line:column` in a printed text with a name, as the author has it. Any other stays as it is.
    pub fn located(&self, name: &str, location: String) -> String {
        let place = location.strip_prefix(name).and_then(|rest| rest.strip_prefix(':'));
        let numbers = place.and_then(|place| {
            let (line, column) = place.split_once(':')?;
            Some((line.parse().ok()?, column.parse().ok()?))
        });
        match numbers {
            Some((line, column)) => {
                let (line, column) = self.written(line, column);
                format!("{name}:{line}:{column}")
            }
            None => location,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_that_of_the_last_note_before_it() {
        let note = |printed, written| Origin { printed, written };
        let origins = Origins::new([note((1, 4), (7, 2)), note((0, 0), (3, 0)), note((1, 9), (5, 5))].into_iter());
        assert_eq!(origins.written(1, 1), (4, 1));
        assert_eq!(origins.written(2, 5), (8, 3));
        assert_eq!(origins.written(2, 8), (8, 3));
        assert_eq!(origins.written(9, 1), (6, 6));
        assert_eq!(origins.located("program.ts", "program.ts:2:10".to_owned()), "program.ts:6:6");
        for other in ["lib:a:2:10", "program.ts", "program.ts:x:1", "program.tsx:1:1", "program.ts:1:2:3"] {
            assert_eq!(origins.located("program.ts", other.to_owned()), other);
        }
        assert_eq!(Origins::default().written(5, 5), (1, 1));
    }
}
