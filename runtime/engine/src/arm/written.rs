//! Programs that the host writes: calls with literal arguments, one after the other, in the style of an arm.

/// A call to write. Names are the arm's own, as its generated spelling data has them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The line by which a program reaches it.
    pub import: String,
    /// The call, without its arguments.
    pub call: &'static str,
    /// What is passed, in the order of the declaration; what is left out is not here.
    pub arguments: Vec<Passed>,
}

impl Written {
    /// The lines by which a program reaches these calls, each once.
    pub fn imports(calls: &[Self]) -> String {
        let mut lines: Vec<&str> = Vec::new();
        for call in calls {
            if !lines.contains(&call.import.as_str()) {
                lines.push(&call.import);
            }
        }
        lines.into_iter().flat_map(|line| [line, "\n"]).collect()
    }
}

/// An argument that is passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passed {
    /// Its name.
    pub name: String,
    /// Whether it is passed by its name.
    pub by_name: bool,
    /// Whether it may not be left out.
    pub required: bool,
    /// Its value.
    pub value: Literal,
}

/// A value that can be written down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Literal {
    /// A text.
    Text(String),
    /// Texts.
    Texts(Vec<String>),
    /// A number.
    Number(u32),
}
