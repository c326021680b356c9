//! One exchange over HTTP: a request is sent on a connection of its own, and its answer read as it comes. The protocol is
//! ureq-proto's, the connection tokio's, TLS rustls's with the roots the system trusts.

use std::{fmt, pin::pin, sync::Arc};

use http::{HeaderMap, HeaderName, HeaderValue, Request, StatusCode, Uri, header};
use rustls::{ClientConfig, crypto::ring, pki_types::ServerName};
use rustls_platform_verifier::BuilderVerifierExt as _;
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, ReadHalf, WriteHalf},
    net::TcpStream,
};
use tokio_rustls::TlsConnector;
use ureq_proto::client::{
    Call, RecvResponseResult, SendRequestResult,
    state::{RecvBody, RecvResponse},
};

use crate::proxy::{self, Proxy};

/// Bytes of the head of a request and of an answer at most.
const HEAD: usize = 64 << 10;
/// Bytes read at a time.
const PIECE: usize = 16 << 10;

/// What is sent: always a POST of JSON.
#[derive(Debug, Clone)]
pub(crate) struct Sent {
    /// Where to.
    pub(crate) uri: Uri,
    /// Headers beside the usual ones.
    pub(crate) headers: Vec<(HeaderName, HeaderValue)>,
    /// The header with the key. It is written behind the others, past the library, which may log what it writes.
    pub(crate) key: Option<(HeaderName, HeaderValue)>,
}

/// The connection broke, or what came is no HTTP.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Broken(pub(crate) String);

impl Broken {
    fn at<E: fmt::Display>(doing: &str) -> impl FnOnce(E) -> Self + '_ {
        move |error| Self(format!("{doing}: {error}"))
    }
}

/// The head of an answer, and its body to come.
pub(crate) struct Received {
    /// The status.
    pub(crate) status: StatusCode,
    /// The headers.
    pub(crate) headers: HeaderMap,
    /// The body.
    pub(crate) body: Body,
}

/// A body that comes in.
pub(crate) struct Body {
    reader: Reader,
    /// Kept, so that the connection stays as it is.
    _writer: WriteHalf<Box<dyn Connection>>,
    /// None when there is no body.
    call: Option<Call<RecvBody>>,
    /// What was read and not yet decoded.
    raw: Vec<u8>,
    /// What was decoded last.
    piece: Vec<u8>,
}

trait Connection: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Connection for T {}

type Reader = ReadHalf<Box<dyn Connection>>;

/// How TLS is spoken, made once per model. None when it is not needed.
pub(crate) fn tls(uri: &Uri) -> Result<Option<Arc<ClientConfig>>, rustls::Error> {
    if uri.scheme_str() != Some("https") {
        return Ok(None);
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_platform_verifier()?
        .with_no_client_auth();
    Ok(Some(Arc::new(config)))
}

/// A connection that stands.
pub(crate) struct Connected(Box<dyn Connection>);

/// Connects to where something is to be sent.
pub(crate) async fn connect(
    uri: &Uri,
    tls: Option<&Arc<ClientConfig>>,
    through: Option<&Proxy>,
) -> Result<Connected, Broken> {
    let bracketed = uri.host().unwrap_or_default();
    let host = proxy::plain(bracketed);
    let port = uri.port_u16().unwrap_or(if tls.is_some() { 443 } else { 80 });
    let at = through.map_or((host, port), |proxy| (proxy.host.as_str(), proxy.port));
    let mut stream = TcpStream::connect(at).await.map_err(Broken::at("no connection"))?;
    stream.set_nodelay(true).map_err(Broken::at("no connection"))?;
    if let Some(proxy) = through {
        let tunnel = proxy.tunnel(stream, bracketed, port).await;
        stream = tunnel.map_err(Broken::at("no connection through the proxy"))?;
    }
    let Some(tls) = tls else { return Ok(Connected(Box::new(stream))) };
    let name = ServerName::try_from(host.to_owned()).map_err(Broken::at("no name for TLS"))?;
    let stream = TlsConnector::from(tls.clone()).connect(name, stream).await;
    Ok(Connected(Box::new(stream.map_err(Broken::at("no TLS"))?)))
}

impl Connected {
    /// Sends a request, and reads the head of its answer.
    pub(crate) async fn exchange(self, sent: &Sent, body: &[u8]) -> Result<Received, Broken> {
        let (mut reader, mut writer) = tokio::io::split(self.0);
        let (head, mut call) = head(sent, body.len())?;
        let written = async {
            writer.write_all(&head).await?;
            writer.write_all(body).await?;
            writer.flush().await
        };
        let mut raw = Vec::new();
        let response = {
            let mut answer = pin!(answer(&mut reader, &mut call, &mut raw));
            // A server may refuse before it has read everything, so its answer is listened for from the beginning.
            let written = tokio::select! {
                biased;
                response = &mut answer => Err(response),
                written = written => Ok(written),
            };
            match written {
                Err(response) => response?,
                Ok(Ok(())) => answer.await?,
                Ok(Err(error)) => {
                    let cut = Broken::at("the connection was cut while the request was sent")(error);
                    answer.await.map_err(|_| cut)?
                }
            }
        };
        let call = match call.proceed() {
            Some(RecvResponseResult::RecvBody(call)) => Some(call),
            _ => None,
        };
        let (parts, ()) = response.into_parts();
        let body = Body { reader, _writer: writer, call, raw, piece: Vec::new() };
        Ok(Received { status: parts.status, headers: parts.headers, body })
    }
}

/// The head of a request, and the call that reads its answer.
fn head(sent: &Sent, length: usize) -> Result<(Vec<u8>, Call<RecvResponse>), Broken> {
    const WRONG: &str = "the request cannot be written";
    let mut request = Request::post(&sent.uri)
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::CONTENT_LENGTH, length)
        .header(header::ACCEPT, "text/event-stream, application/json")
        .header(header::USER_AGENT, concat!("gg/", env!("CARGO_PKG_VERSION")))
        .header(header::CONNECTION, "close");
    for (name, value) in &sent.headers {
        request = request.header(name, value);
    }
    let request = request.body(()).map_err(Broken::at(WRONG))?;
    let mut call = Call::new(request).map_err(Broken::at(WRONG))?.proceed();
    let mut head = vec![0; HEAD];
    let written = call.write(&mut head).map_err(Broken::at(WRONG))?;
    head.truncate(written);
    if let Some((name, value)) = &sent.key
        && head.ends_with(b"\r\n\r\n")
    {
        head.truncate(written - 2);
        for bytes in [name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n\r\n"] {
            head.extend_from_slice(bytes);
        }
    }
    let Some(SendRequestResult::SendBody(mut call)) = call.proceed().map_err(Broken::at(WRONG))? else {
        return Err(Broken(format!("{WRONG}: it is too long")));
    };
    call.consume_direct_write(length).map_err(Broken::at(WRONG))?;
    let call = call.proceed().ok_or_else(|| Broken(format!("{WRONG}: it has no end")))?;
    Ok((head, call))
}

/// Reads the head of an answer.
async fn answer(
    reader: &mut Reader,
    call: &mut Call<RecvResponse>,
    raw: &mut Vec<u8>,
) -> Result<http::Response<()>, Broken> {
    loop {
        let (used, response) = call.try_response(raw, false).map_err(Broken::at("what came is no HTTP"))?;
        raw.drain(..used);
        if let Some(response) = response {
            return Ok(response);
        }
        if used > 0 {
            continue;
        }
        if raw.len() > HEAD {
            return Err(Broken("what came is no HTTP: its head has no end".to_owned()));
        }
        if read(reader, raw).await? == 0 {
            return Err(Broken("the connection was closed without an answer".to_owned()));
        }
    }
}

/// Reads a piece; 0 bytes at the end.
async fn read(reader: &mut Reader, raw: &mut Vec<u8>) -> Result<usize, Broken> {
    raw.reserve(PIECE);
    reader.read_buf(raw).await.map_err(Broken::at("the connection was cut"))
}

impl Body {
    /// The next piece; none at the end.
    pub(crate) async fn next(&mut self) -> Result<Option<&[u8]>, Broken> {
        let Some(call) = &mut self.call else { return Ok(None) };
        loop {
            self.piece.resize(self.raw.len().max(1), 0);
            let (used, filled) = call.read(&self.raw, &mut self.piece).map_err(Broken::at("what came is no HTTP"))?;
            self.raw.drain(..used);
            if filled > 0 {
                self.piece.truncate(filled);
                return Ok(Some(&self.piece));
            }
            if call.is_ended_chunked() {
                return Ok(None);
            }
            if used > 0 && !self.raw.is_empty() {
                continue;
            }
            if call.can_proceed() && !matches!(call.body_mode(), ureq_proto::BodyMode::CloseDelimited) {
                return Ok(None);
            }
            if self.raw.len() > HEAD {
                return Err(Broken("what came is no HTTP: a chunk has no size".to_owned()));
            }
            if read(&mut self.reader, &mut self.raw).await? == 0 {
                // A body without a stated end ends so.
                return if call.can_proceed() { Ok(None) } else { Err(Broken("the connection was cut".to_owned())) };
            }
        }
    }

    /// The beginning of it, up to `most` bytes; what there is of it when the connection breaks.
    pub(crate) async fn beginning(&mut self, most: usize) -> Vec<u8> {
        let mut beginning = Vec::new();
        while beginning.len() < most
            && let Ok(Some(piece)) = self.next().await
        {
            beginning.extend_from_slice(piece);
        }
        beginning.truncate(most);
        beginning
    }
}

#[cfg(test)]
mod tests;
