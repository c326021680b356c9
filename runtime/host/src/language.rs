//! The endings that files of the program languages have (spec: arms, 3).

/// Each arm with the ending of its files, in the order of the table.
const EXTENSIONS: [(&str, &str); 4] = [("typescript", "ts"), ("javascript", "js"), ("python", "py"), ("rust", "rs")];

/// The arm whose files have an ending.
pub fn with_extension(extension: &str) -> Option<&'static str> {
    EXTENSIONS.iter().find(|(_, known)| *known == extension).map(|(arm, _)| *arm)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operations::TABLE;

    #[test]
    fn every_arm_has_an_ending() {
        assert_eq!(EXTENSIONS.map(|(arm, _)| arm).as_slice(), TABLE.arms);
        assert_eq!((with_extension("py"), with_extension("md")), (Some("python"), None));
    }
}
