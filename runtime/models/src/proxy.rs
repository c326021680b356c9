//! Which proxy a server is reached through, as the environment says.
//!
//! `HTTPS_PROXY`, or else `ALL_PROXY`, names an HTTP proxy, and `NO_PROXY` what is reached without one; each may be written
//! in lower case. Only https goes through it, by CONNECT, so it learns a host and nothing of what is sent. This machine is
//! never reached through a proxy.

use std::{fmt, net::IpAddr};

use base64::{Engine as _, prelude::BASE64_STANDARD};
use http::{
    Uri,
    uri::{Authority, Scheme},
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};
use ureq_proto::parser::try_parse_response;

/// An HTTP proxy.
#[derive(Clone)]
pub(crate) struct Proxy {
    /// Where it is.
    pub(crate) host: String,
    /// Where it listens.
    pub(crate) port: u16,
    /// Who asks, as its header has it.
    credentials: Option<String>,
}

/// Bytes of the head of its answer at most.
const HEAD: usize = 16 << 10;
/// Headers of its answer at most.
const HEADERS: usize = 100;

impl Proxy {
    /// The proxy for a server, if it goes through one.
    pub(crate) fn of(uri: &Uri, environment: &dyn Fn(&str) -> Option<String>) -> Result<Option<Self>, String> {
        let read = |variable: &str| {
            let value = environment(variable).or_else(|| environment(&variable.to_lowercase()));
            value.map(|value| value.trim().to_owned()).filter(|value| !value.is_empty())
        };
        let host = plain(uri.host().unwrap_or_default());
        if uri.scheme() != Some(&Scheme::HTTPS)
            || is_local(host)
            || excepts(&read("NO_PROXY").unwrap_or_default(), host)
        {
            return Ok(None);
        }
        for variable in ["HTTPS_PROXY", "ALL_PROXY"] {
            if let Some(value) = read(variable) {
                return Self::read(&value).map(Some).ok_or_else(|| {
                    format!(
                        "{variable} names no proxy gg can use; it takes http://HOST:PORT, or a host and a port alone"
                    )
                });
            }
        }
        Ok(None)
    }

    fn read(value: &str) -> Option<Self> {
        let rest = match value.split_once("://") {
            Some(("http", rest)) => rest,
            Some(_) => return None,
            None => value,
        };
        let rest = rest.trim_end_matches('/');
        let (credentials, authority) = match rest.rsplit_once('@') {
            Some((credentials, authority)) => (Some(BASE64_STANDARD.encode(decoded(credentials))), authority),
            None => (None, rest),
        };
        let authority: Authority = authority.parse().ok()?;
        let (host, port) = (plain(authority.host()).to_owned(), authority.port_u16().unwrap_or(80));
        (!host.is_empty()).then_some(Self { host, port, credentials })
    }

    /// Has a connection to it lead to a server.
    pub(crate) async fn tunnel(&self, mut stream: TcpStream, host: &str, port: u16) -> Result<TcpStream, String> {
        let mut head = format!("CONNECT {host}:{port} HTTP/1.1\r\nhost: {host}:{port}\r\n");
        if let Some(credentials) = &self.credentials {
            head += &format!("proxy-authorization: Basic {credentials}\r\n");
        }
        head += "\r\n";
        stream.write_all(head.as_bytes()).await.map_err(|error| error.to_string())?;
        let mut answer = Vec::new();
        loop {
            if let Some((_, answer)) = try_parse_response::<HEADERS>(&answer).map_err(|error| error.to_string())? {
                let status = answer.status();
                return if status.is_success() { Ok(stream) } else { Err(format!("it answered with status {status}")) };
            }
            let read = stream.read_buf(&mut answer).await.map_err(|error| error.to_string())?;
            if read == 0 || answer.len() > HEAD {
                return Err("it gave no answer".to_owned());
            }
        }
    }
}

impl fmt::Debug for Proxy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proxy").field("host", &self.host).field("port", &self.port).finish_non_exhaustive()
    }
}

/// A host without the brackets an IPv6 address has in a URI.
pub(crate) fn plain(host: &str) -> &str {
    host.trim_start_matches('[').trim_end_matches(']')
}

fn is_local(host: &str) -> bool {
    host.eq_ignore_ascii_case("localhost") || host.parse().is_ok_and(|address: IpAddr| address.is_loopback())
}

/// Whether `NO_PROXY` names a host: itself, a domain it is in, or everything.
fn excepts(list: &str, host: &str) -> bool {
    let host = host.to_lowercase();
    list.split(',').map(|entry| entry.trim().to_lowercase()).any(|entry| {
        let domain = entry.trim_start_matches('*').trim_start_matches('.');
        match host.strip_suffix(domain) {
            _ if entry == "*" => true,
            _ if domain.is_empty() => false,
            Some(before) => before.is_empty() || before.ends_with('.'),
            None => false,
        }
    })
}

/// A text whose `%xx` are bytes.
fn decoded(text: &str) -> Vec<u8> {
    let mut parts = text.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let byte = part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match (byte, part.get(2..)) {
            (Some(byte), Some(rest)) => {
                bytes.push(byte);
                bytes.extend_from_slice(rest.as_bytes());
            }
            _ => {
                bytes.push(b'%');
                bytes.extend_from_slice(part.as_bytes());
            }
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(uri: &str, environment: &[(&str, &str)]) -> Result<Option<Proxy>, String> {
        let read = |name: &str| environment.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
        Proxy::of(&uri.parse().unwrap(), &read)
    }

    fn place(uri: &str, environment: &[(&str, &str)]) -> Option<String> {
        of(uri, environment).unwrap().map(|proxy| format!("{}:{}", proxy.host, proxy.port))
    }

    const SERVER: &str = "https://api.example.com/v1";

    #[test]
    fn the_environment_names_a_proxy() {
        for (environment, expected) in [
            (&[][..], None),
            (&[("HTTPS_PROXY", "http://proxy:3128/")], Some("proxy:3128")),
            (&[("https_proxy", "proxy")], Some("proxy:80")),
            (&[("ALL_PROXY", "http://[::1]:8080")], Some("::1:8080")),
            (&[("ALL_PROXY", "other:1"), ("HTTPS_PROXY", "proxy:2")], Some("proxy:2")),
            (&[("HTTPS_PROXY", " ")], None),
            (&[("HTTP_PROXY", "proxy:1")], None),
        ] {
            assert_eq!(place(SERVER, environment).as_deref(), expected, "{environment:?}");
        }
    }

    #[test]
    fn what_is_excepted_and_what_is_here_is_reached_without() {
        let through =
            |uri: &str, except: &str| place(uri, &[("HTTPS_PROXY", "proxy:1"), ("no_proxy", except)]).is_some();
        for except in ["*", "example.com", ".example.com", "*.example.com", "x, API.example.com"] {
            assert!(!through(SERVER, except), "{except}");
        }
        for except in ["", ",", "ample.com", "com.example", "other.example.com"] {
            assert!(through(SERVER, except), "{except}");
        }
        for here in ["https://localhost:1", "https://127.0.0.2", "https://[::1]:2", "http://api.example.com"] {
            assert!(!through(here, ""), "{here}");
        }
    }

    #[test]
    fn a_proxy_of_another_kind_is_refused_and_credentials_are_not_shown() {
        for value in ["socks5://me:secret@proxy:1", "https://proxy", "http://me:secret@", "a b"] {
            let error = of(SERVER, &[("HTTPS_PROXY", value)]).unwrap_err();
            assert!(error.contains("HTTPS_PROXY") && !error.contains("secret"), "{error}");
        }
        let proxy = of(SERVER, &[("HTTPS_PROXY", "http://me:s%40cret%@proxy:1")]).unwrap().unwrap();
        assert_eq!(proxy.credentials.as_deref(), Some(BASE64_STANDARD.encode("me:s@cret%").as_str()));
        assert_eq!(format!("{proxy:?}"), "Proxy { host: \"proxy\", port: 1, .. }");
    }
}
