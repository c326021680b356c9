//! Asks a model for its next reply: an OpenAI-compatible one, Anthropic's, or a file of replies. Knows no operation and
//! nothing of the sandbox; what a reply's programs do is not its business.

mod address;
mod client;
mod clock;
mod delta;
mod exchange;
mod failure;
mod key;
mod limits;
mod price;
mod proxy;
mod repetition;
mod reply;
mod report;
mod request;
mod retry;
mod scripted;
mod spending;
mod sse;
mod submission;
mod wire;

use std::{fmt, path::Path, pin::Pin, sync::Arc};

use client::Client;

pub use address::{Address, AddressError, Protocol, Server};
pub use clock::{Clock, Sleep, System};
pub use delta::Delta;
pub use failure::{Failure, Problem};
pub use limits::Limits;
pub use price::{Cost, Price, Rate};
pub use reply::{Answer, Call, Reply, Stop};
pub use request::{Form, Message, Part, Picture, Request, SUBMIT_PROGRAM};
pub use scripted::{ScriptError, Scripted};
pub use spending::{Spent, Usage};
pub use submission::Submission;

/// A model that can be asked.
pub trait Model: Send + Sync + fmt::Debug {
    /// Which one it is.
    fn address(&self) -> &Address;

    /// Asks for the reply to a request, and tells `watch` what comes as it comes. Dropping the future cancels the call and
    /// closes its connection.
    ///
    /// # Errors
    ///
    /// There is no reply, or none that may be run; see [`Problem`].
    fn ask<'a>(&'a self, request: &'a Request, watch: Watch<'a>) -> Asking<'a>;
}

/// Who watches a reply come in.
pub type Watch<'a> = &'a mut (dyn FnMut(Delta<'_>) + Send);

/// A reply that is being asked for.
pub type Asking<'a> = Pin<Box<dyn Future<Output = Result<Reply, Failure>> + Send + 'a>>;

/// How a model is asked.
#[derive(Debug, Clone)]
pub struct Options {
    /// Limits of one call.
    pub limits: Limits,
    /// What it costs. Without it the cost of a call is unknown.
    pub price: Option<Price>,
    /// Tokens a reply may have. Without it the provider's own bound stands; Anthropic demands one and is given 32 000.
    pub max_output: Option<u32>,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// Where the jitter of pauses comes from: the same seed, the same pauses.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        let clock = Arc::new(System);
        Self { limits: Limits::default(), price: None, max_output: None, clock, seed: rand::random() }
    }
}

/// Why a model cannot be set up.
#[derive(Debug)]
pub enum OpenError {
    /// A key that is needed is not in the environment, or is none: the model, the variable, and which of the two.
    Key(String, &'static str, &'static str),
    /// The address of a server is none that requests can be sent to.
    Address(String, String),
    /// The environment names a proxy that cannot be used.
    Proxy(String),
    /// The system has no certificates to trust a server by.
    Certificates(String),
    /// The script is not in order.
    Script(ScriptError),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(model, variable, found) => {
                write!(f, "{model}: {variable} {found}; set it in the environment to a valid key")
            }
            Self::Address(model, error) => write!(f, "{model}: the address cannot be used: {error}"),
            Self::Proxy(error) => f.write_str(error),
            Self::Certificates(error) => {
                write!(f, "no certificates to trust servers by: {error}; install them, or set SSL_CERT_FILE")
            }
            Self::Script(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for OpenError {}

/// Sets up the model at an address. Keys come from the environment, which `environment` reads: `OPENAI_API_KEY`,
/// `ANTHROPIC_API_KEY`, and `GG_MODEL_API_KEY` for any other server, which may do without. So does the
/// proxy that https goes through: `HTTPS_PROXY` or `ALL_PROXY`, less what `NO_PROXY` names. The file of a script is taken
/// from `folder`.
///
/// # Errors
///
/// A key that is needed is not there, or a script is not in order.
pub fn open(
    address: &Address,
    options: Options,
    folder: &Path,
    environment: &dyn Fn(&str) -> Option<String>,
) -> Result<Arc<dyn Model>, OpenError> {
    Ok(match address {
        Address::Scripted { file } => Arc::new(Scripted::open(&folder.join(file), options).map_err(OpenError::Script)?),
        Address::Served(server) => Arc::new(Client::open(server, options, environment)?),
    })
}
