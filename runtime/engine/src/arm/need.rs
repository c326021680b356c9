//! What an arm needs of the machine it runs on, for whoever sets that up.

/// Something an arm needs that gg does not bring along.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Need {
    /// What it is, in a word or two.
    pub what: &'static str,
    /// What was found, with its version and its place.
    pub found: Result<String, Missing>,
}

/// That something is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// Whether programs cannot run without it.
    pub required: bool,
    /// What is different without it.
    pub without: String,
    /// What to do to have it.
    pub remedy: String,
}
