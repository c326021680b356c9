//! Asks a server: tries, pauses, limits, and what is to be made of everything that can go wrong.

use std::{
    fmt,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use http::header;
use rand::{SeedableRng as _, rngs::StdRng};
use rustls::ClientConfig;

use crate::{
    Asking, Model, OpenError, Options, Watch,
    address::{Address, Server},
    delta::Delta,
    exchange::{self, Body, Broken, Received, Sent},
    failure::{Failure, Problem},
    key::Key,
    proxy::Proxy,
    repetition::{Loop, Repetition},
    reply::{Answer, Reply, Stop},
    report::{self, Asked, Report, Verdict},
    request::Request,
    retry,
    spending::{Ledger, Usage},
    sse,
    wire::{self, End, Ill, Reading, Wire},
};

/// How long a connection may take to stand.
const CONNECT: Duration = Duration::from_secs(30);
/// Bytes of an answer that is no reply that are read.
const REFUSAL: usize = 64 << 10;
/// Bytes of a reply, with everything around it, at most.
const REPLY: usize = 64 << 20;

/// A model on a server.
pub(crate) struct Client {
    address: Address,
    name: String,
    wire: Wire,
    sent: Sent,
    key: Key,
    tls: Option<Arc<ClientConfig>>,
    proxy: Option<Proxy>,
    options: Options,
    /// Whether the tool of the wrapped form is forced. Once the model refuses that, it is not tried again.
    force: AtomicBool,
    random: Mutex<StdRng>,
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { address, key, options, .. } = self;
        f.debug_struct("Client").field("address", address).field("key", key).field("options", options).finish()
    }
}

/// Why a try gave no reply.
enum Trouble {
    /// Another one would fail too.
    Final(Problem),
    /// The model does not let its tool be forced.
    Unforced,
    /// Another one may succeed, after what the server asks for.
    Again(String, Option<Duration>),
}

/// What a try gave.
struct Given {
    answer: Answer,
    stop: Stop,
    usage: Option<Usage>,
}

impl Client {
    pub(crate) fn open(
        server: &Server,
        options: Options,
        environment: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Self, OpenError> {
        let address = Address::Served(server.clone());
        let wire = Wire::of(server);
        let variable = if server.is_author() { wire.author_key() } else { "GG_MODEL_API_KEY" };
        let key = Key::read(variable, environment);
        if server.is_author() && !key.is_set() {
            return Err(OpenError::Key(address.to_string(), variable, "is not set"));
        }
        let header = wire.key(&key).transpose();
        let header = header
            .map_err(|()| OpenError::Key(address.to_string(), variable, "has characters that no header can carry"))?;
        let uri: http::Uri = format!("{}{}", server.base, wire.path())
            .parse()
            .map_err(|error: http::uri::InvalidUri| OpenError::Address(address.to_string(), error.to_string()))?;
        let tls = exchange::tls(&uri).map_err(|error| OpenError::Certificates(error.to_string()))?;
        let proxy = Proxy::of(&uri, environment).map_err(OpenError::Proxy)?;
        let random = Mutex::new(StdRng::seed_from_u64(options.seed));
        let sent = Sent { uri, headers: wire.headers(), key: header };
        let (name, force) = (server.name.clone(), AtomicBool::new(true));
        Ok(Self { address, name, wire, sent, key, tls, proxy, options, force, random })
    }

    /// Tries until there is a reply, or no sense in another try.
    async fn tries(&self, request: &Request, watch: Watch<'_>, ledger: &mut Ledger) -> Result<Given, Problem> {
        let limits = &self.options.limits;
        let mut failed = 0;
        loop {
            let (because, asked) = match self.attempt(request, watch, ledger).await {
                Ok(given) => return Ok(given),
                Err(Trouble::Final(problem)) => return Err(problem),
                // The next one forces nothing, so that nothing can be refused for it again.
                Err(Trouble::Unforced) => {
                    self.force.store(false, Ordering::Relaxed);
                    continue;
                }
                Err(Trouble::Again(because, asked)) => (because, asked),
            };
            if failed == limits.max_retries {
                return Err(Problem::RetryExhausted { last: because });
            }
            failed += 1;
            let pause = {
                let mut random = self.random.lock().unwrap_or_else(PoisonError::into_inner);
                retry::pause(failed, asked, limits.retry_max_delay, &mut random)
            };
            watch(Delta::Again { tries: ledger.tries, pause, because: &because });
            self.options.clock.pause(pause).await;
        }
    }

    /// Tries once.
    async fn attempt(&self, request: &Request, watch: Watch<'_>, ledger: &mut Ledger) -> Result<Given, Trouble> {
        let asking = wire::Asking { force: self.force.load(Ordering::Relaxed), max_output: self.options.max_output };
        let asked = Asked { pictures: request.has_pictures(), forced: asking.forces(request) };
        let body = self.wire.body(request, &self.name, &asking).map_err(|error| {
            let found = format!("the request cannot be written: {error}");
            Trouble::Final(Problem::Rejected { status: None, found })
        })?;
        ledger.tries += 1;
        let connected =
            self.within(CONNECT, exchange::connect(&self.sent.uri, self.tls.as_ref(), self.proxy.as_ref())).await;
        let connected =
            connected.unwrap_or_else(|| Err(Broken(format!("no connection within {} s", CONNECT.as_secs()))));
        let received = async { connected?.exchange(&self.sent, &body).await }.await;
        let mut received = received.map_err(|broken| self.again(&broken.0))?;
        if let Some(trouble) = self.refusal(&mut received, asked).await {
            return Err(trouble);
        }
        ledger.begin();
        let reading = self.read(received.body, asked, watch, ledger).await?;
        let usage = reading.usage();
        ledger.end(usage);
        let (answer, end) = reading.into_answer();
        match end {
            End::Stop(stop) => Ok(Given { answer, stop, usage }),
            End::Capped(found) => Err(Trouble::Final(Problem::LengthCapped { found })),
            End::Held(found) => Err(Trouble::Final(Problem::Rejected { status: None, found })),
        }
    }

    /// What is wrong with an answer that is no stream of events.
    async fn refusal(&self, received: &mut Received, asked: Asked) -> Option<Trouble> {
        let header = |name| received.headers.get(name).and_then(|value| value.to_str().ok());
        let kind = header(header::CONTENT_TYPE).unwrap_or("text/event-stream").to_lowercase();
        if received.status.is_success() && kind.contains("text/event-stream") {
            return None;
        }
        let after = header(header::RETRY_AFTER).and_then(|value| retry::asked(value, self.options.clock.date()));
        let beginning = self.within(self.options.limits.stream_idle, received.body.beginning(REFUSAL)).await;
        let beginning = beginning.unwrap_or_default();
        let mut report = Report::of_body(received.status.as_u16(), &beginning);
        if received.status.is_success() {
            // Some servers report an error as a success.
            let error = serde_json::from_slice(&beginning)
                .ok()
                .filter(|value: &serde_json::Value| value.get("error").is_some());
            let Some(error) = error else {
                let found = format!("a stream of events was asked for, and {kind} came: `{}`", report.words());
                return Some(Trouble::Final(Problem::Parse { found: self.key.scrub(&report::quoted(&found)) }));
            };
            report = Report::of_value(&error);
        }
        Some(self.trouble(&report, asked, after))
    }

    /// Reads a reply to its end.
    async fn read(
        &self,
        mut body: Body,
        asked: Asked,
        watch: Watch<'_>,
        ledger: &mut Ledger,
    ) -> Result<Box<dyn Reading>, Trouble> {
        let idle = self.options.limits.stream_idle;
        let (mut events, mut repetition) = (sse::Reader::default(), Repetition::default());
        let (mut reading, mut size) = (self.wire.reading(), 0);
        while !reading.is_over() {
            let next = match size {
                // Before a reply begins its model may think, and only the call's time counts.
                0 => Some(body.next().await),
                _ => self.within(idle, body.next()).await,
            };
            let because = match next {
                Some(Ok(Some(piece))) => {
                    size += piece.len();
                    let mut come = Vec::new();
                    events.take(piece, |event| come.push(event)).map_err(|error| self.unreadable(error))?;
                    for event in come.iter().filter(|event| !event.data.trim().is_empty()) {
                        self.take(event, &mut *reading, &mut repetition, watch, asked)?;
                    }
                    if let Some(usage) = reading.usage() {
                        ledger.so_far(usage);
                    }
                    if size > REPLY {
                        let found = format!("it is longer than {REPLY} bytes");
                        return Err(Trouble::Final(Problem::LengthCapped { found }));
                    }
                    continue;
                }
                Some(Ok(None)) => "the connection was closed within the reply".to_owned(),
                Some(Err(Broken(broken))) => format!("{broken} within the reply"),
                None => format!("the model was silent for {} s within the reply", idle.as_secs_f64()),
            };
            // Some servers end a reply and do not say that it is over.
            if reading.is_whole() {
                break;
            }
            return Err(self.again(&because));
        }
        Ok(reading)
    }

    /// Takes an event of a reply.
    fn take(
        &self,
        event: &sse::Event,
        reading: &mut dyn Reading,
        repetition: &mut Repetition,
        watch: Watch<'_>,
        asked: Asked,
    ) -> Result<(), Trouble> {
        let mut found = None;
        let taken = reading.take(event, &mut |delta| {
            if let Delta::Text(text) | Delta::Thought(text) | Delta::Submission { arguments: text, .. } = delta {
                found = found.or_else(|| repetition.take(text));
            }
            watch(delta);
        });
        if let Some(Loop { unit, repeats }) = found {
            return Err(Trouble::Final(Problem::ResponseLoop { unit, repeats }));
        }
        taken.map_err(|ill| match ill {
            Ill::Malformed(found) => Trouble::Final(Problem::Parse { found: self.key.scrub(&found) }),
            Ill::Reported(report) => self.trouble(&report, asked, None),
        })
    }

    fn unreadable(&self, error: sse::Unreadable) -> Trouble {
        let found = match error {
            sse::Unreadable::NotText => "an event of the reply is no UTF-8".to_owned(),
            sse::Unreadable::TooLarge => format!("an event of the reply is larger than {} bytes", sse::MOST),
        };
        Trouble::Final(Problem::Parse { found: self.key.scrub(&found) })
    }

    /// What a report means for the call.
    fn trouble(&self, report: &Report, asked: Asked, after: Option<Duration>) -> Trouble {
        let found = self.key.scrub(&report.words());
        Trouble::Final(match report.verdict(asked) {
            Verdict::Again => {
                let status = report.status.map(|status| format!("status {status}: ")).unwrap_or_default();
                return Trouble::Again(status + &found, after);
            }
            Verdict::Unforced => return Trouble::Unforced,
            Verdict::Auth => {
                let status = report.status.map(|status| format!(" with status {status}")).unwrap_or_default();
                let found = format!("the provider refused them{status}: {found}");
                Problem::Auth { variable: self.key.variable.to_owned(), found }
            }
            Verdict::Rejected => Problem::Rejected { status: report.status, found },
            Verdict::Vision => Problem::VisionUnsupported { found },
        })
    }

    fn again(&self, because: &str) -> Trouble {
        Trouble::Again(self.key.scrub(because), None)
    }

    /// What comes of something within a time; none when the time is up before.
    async fn within<T>(&self, time: Duration, something: impl Future<Output = T>) -> Option<T> {
        tokio::select! {
            biased;
            value = something => Some(value),
            () = self.options.clock.expiry(time) => None,
        }
    }
}

impl Model for Client {
    fn address(&self) -> &Address {
        &self.address
    }

    fn ask<'a>(&'a self, request: &'a Request, watch: Watch<'a>) -> Asking<'a> {
        Box::pin(async move {
            let mut ledger = Ledger::new(self.options.price);
            let time = self.options.limits.call_timeout;
            let given = self.within(time, self.tries(request, watch, &mut ledger)).await;
            let given = given.unwrap_or(Err(Problem::Timeout { seconds: time.as_secs() }));
            let (spent, tries) = (ledger.spent(), ledger.tries);
            match given {
                Ok(Given { answer, stop, usage }) => Ok(Reply { answer, stop, usage, spent, tries }),
                Err(problem) => Err(Failure { model: self.address.to_string(), problem, tries, spent }),
            }
        })
    }
}
