//! Case conversion. Table ids are lower-case ASCII words joined by `-` or `_`, so each conversion inverts.

/// A way of joining words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Case {
    /// `read-file`
    Kebab,
    /// `read_file`
    Snake,
    /// `readFile`
    Camel,
    /// `ReadFile`
    Pascal,
    /// `READ_FILE`
    Upper,
}

/// An id in another case. A digit that would run into the digits before it keeps an underscore between them
/// (`v1-2` is `v1_2` in camelCase), so two ids never meet by losing their separator there.
pub fn convert(id: &str, case: Case) -> String {
    let words = id.split(['-', '_']).filter(|word| !word.is_empty());
    let mut out = String::new();
    for (at, word) in words.enumerate() {
        match case {
            Case::Kebab | Case::Snake | Case::Upper => {
                if at > 0 {
                    out.push(if case == Case::Kebab { '-' } else { '_' });
                }
                if case == Case::Upper {
                    out.push_str(&word.to_ascii_uppercase());
                } else {
                    out.push_str(word);
                }
            }
            Case::Camel | Case::Pascal => {
                let digits = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
                if at > 0 && digits(out.chars().last()) && digits(word.chars().next()) {
                    out.push('_');
                }
                let mut chars = word.chars();
                if let Some(first) = chars.next() {
                    if at == 0 && case == Case::Camel {
                        out.push(first);
                    } else {
                        out.push(first.to_ascii_uppercase());
                    }
                }
                out.push_str(chars.as_str());
            }
        }
    }
    out
}
