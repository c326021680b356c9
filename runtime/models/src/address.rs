//! Which model is meant: a provider and a name, as an operator writes them.

use std::{fmt, path::PathBuf, str::FromStr};

use http::Uri;

/// The address of a model: `openai:NAME`, `anthropic:NAME`, `scripted:FILE`. A server that speaks like one of the first
/// two is named with the place its API begins at: `openai:http://localhost:11434/v1#NAME`; `openai:` may be left out there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Address {
    /// A model on a server.
    Served(Server),
    /// A file of replies.
    Scripted {
        /// The file.
        file: PathBuf,
    },
}

/// A model on a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    /// How it speaks.
    pub protocol: Protocol,
    /// Where its API begins, without a slash at the end.
    pub base: String,
    /// The model's name.
    pub name: String,
}

/// How a server speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// Chat completions, as OpenAI and many others offer them.
    OpenAi,
    /// Anthropic's messages.
    Anthropic,
}

impl Protocol {
    /// The word of an address, and where the API of its author begins.
    fn author(self) -> (&'static str, &'static str) {
        match self {
            Self::OpenAi => ("openai", "https://api.openai.com/v1"),
            Self::Anthropic => ("anthropic", "https://api.anthropic.com/v1"),
        }
    }
}

impl Server {
    /// Whether it is the one of its protocol's author.
    pub(crate) fn is_author(&self) -> bool {
        self.base == self.protocol.author().1
    }
}

/// A text that names no model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddressError {
    /// The text, without what may be a secret.
    pub given: String,
    /// What is wrong with it, and what to do.
    pub problem: String,
}

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` names no model: {}", self.given, self.problem)
    }
}

impl std::error::Error for AddressError {}

const FORMS: &str = "write openai:NAME, anthropic:NAME, scripted:FILE, or the address of an OpenAI-compatible API with \
                     the model's name, as in http://localhost:11434/v1#NAME";

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let wrong = |problem: &str| AddressError { given: without_credentials(text), problem: problem.to_owned() };
        let (provider, rest) = text.split_once(':').ok_or_else(|| wrong(FORMS))?;
        if rest.is_empty() {
            return Err(wrong(FORMS));
        }
        match provider {
            "openai" => server(Protocol::OpenAi, rest).map(Self::Served),
            "anthropic" => server(Protocol::Anthropic, rest).map(Self::Served),
            "http" | "https" => server(Protocol::OpenAi, text).map(Self::Served),
            "scripted" => Ok(Self::Scripted { file: PathBuf::from(rest) }),
            _ => Err(FORMS.to_owned()),
        }
        .map_err(|problem| wrong(&problem))
    }
}

/// The place an API begins at, and the name of a model: `URL#NAME`, or a name alone for the place of the author.
fn server(protocol: Protocol, text: &str) -> Result<Server, String> {
    if !text.starts_with("http://") && !text.starts_with("https://") {
        return Ok(Server { protocol, base: protocol.author().1.to_owned(), name: text.to_owned() });
    }
    let (base, name) = text.split_once('#').unwrap_or((text, ""));
    if name.is_empty() {
        return Err("after the address of the API stands `#` and the model's name".to_owned());
    }
    let uri: Uri = base.parse().map_err(|error| format!("the address of the API cannot be read: {error}"))?;
    match uri.authority() {
        None => return Err("the address of the API names no host".to_owned()),
        Some(authority) if authority.as_str().contains('@') => {
            return Err("the address of the API may hold no credentials; set GG_MODEL_API_KEY instead".to_owned());
        }
        Some(authority) if authority.host().is_empty() => return Err("the address of the API names no host".to_owned()),
        Some(_) => {}
    }
    if uri.query().is_some() {
        return Err("the address of the API may hold no query".to_owned());
    }
    Ok(Server { protocol, base: base.trim_end_matches('/').to_owned(), name: name.to_owned() })
}

/// A text without what stands before the `@` of an address.
fn without_credentials(text: &str) -> String {
    let Some(start) = text.find("://").map(|at| at + "://".len()) else { return text.to_owned() };
    let (head, rest) = text.split_at(start);
    let authority = rest.split(['/', '#', '?']).next().unwrap_or(rest);
    match authority.rfind('@') {
        Some(at) => format!("{head}…{}", rest.get(at..).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// As an operator would write it.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Served(server) => server.fmt(f),
            Self::Scripted { file } => write!(f, "scripted:{}", file.display()),
        }
    }
}

impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { protocol, base, name } = self;
        let (word, author) = protocol.author();
        if base == author { write!(f, "{word}:{name}") } else { write!(f, "{word}:{base}#{name}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_reads_back_as_it_was_written() {
        for text in [
            "openai:gpt-x",
            "anthropic:claude-x",
            "scripted:replies/a.toml",
            "openai:http://localhost:11434/v1#llama3:8b",
            "openai:@cf/meta/llama",
            "anthropic:https://gateway.example/anthropic/v1#claude-x",
        ] {
            assert_eq!(text.parse::<Address>().unwrap().to_string(), text);
        }
        let short: Address = "http://[::1]:8000/v1/#a/b#c".parse().unwrap();
        assert_eq!(short.to_string(), "openai:http://[::1]:8000/v1#a/b#c");
    }

    #[test]
    fn what_names_no_model_is_refused_with_what_to_write() {
        for (text, says) in [
            ("gpt-x", "write openai:NAME"),
            ("openai:", "write openai:NAME"),
            ("mistral:x", "write openai:NAME"),
            ("http://localhost/v1", "stands `#`"),
            ("http://localhost/v1#", "stands `#`"),
            ("http://localhost/v1?a=b#x", "no query"),
            ("openai:http://#x", "cannot be read"),
            ("https://me:secret@host/v1#x", "no credentials"),
        ] {
            let error = text.parse::<Address>().unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
            assert!(!error.contains("secret"), "{error}");
        }
    }
}
