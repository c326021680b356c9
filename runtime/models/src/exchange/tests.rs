//! Exchanges with servers of the test's own: where a body ends, what is no HTTP, whom TLS trusts, and a proxy.

use rustls::{
    RootCertStore, ServerConfig,
    pki_types::{CertificateDer, PrivatePkcs8KeyDer},
};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

use super::*;

/// An authority, and a certificate it gave to `localhost`, valid for a hundred years.
const AUTHORITY: &[u8] = include_bytes!("../../tests/tls/ca.der");
const CERTIFICATE: &[u8] = include_bytes!("../../tests/tls/leaf.der");
const KEY: &[u8] = include_bytes!("../../tests/tls/key.der");

/// A server that speaks TLS and answers one word; its port.
async fn server() -> u16 {
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![CertificateDer::from(CERTIFICATE)], PrivatePkcs8KeyDer::from(KEY).into())
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            // Whoever does not trust it goes away.
            let Ok(mut stream) = acceptor.accept(stream).await else { continue };
            let mut request = Vec::new();
            while !request.ends_with(b"\r\n\r\n{}") && stream.read_buf(&mut request).await.is_ok_and(|read| read > 0) {}
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello").await;
            let _ = stream.shutdown().await;
        }
    });
    port
}

async fn ask(host: &str, port: u16, authority: Option<&[u8]>, proxy: Option<&Proxy>) -> Result<Vec<u8>, Broken> {
    let mut roots = RootCertStore::empty();
    if let Some(authority) = authority {
        roots.add(CertificateDer::from(authority.to_owned())).unwrap();
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let uri: Uri = format!("https://{host}:{port}/v1/messages").parse().unwrap();
    let connected = connect(&uri, Some(&Arc::new(config)), proxy).await?;
    let mut received = connected.exchange(&Sent { uri, headers: Vec::new(), key: None }, b"{}").await?;
    Ok(received.body.beginning(100).await)
}

#[tokio::test]
async fn a_server_is_trusted_when_an_authority_vouches_for_its_name() {
    let port = server().await;
    assert_eq!(ask("localhost", port, Some(AUTHORITY), None).await.unwrap(), b"hello");
    for (host, authority) in [("localhost", None), ("127.0.0.1", Some(AUTHORITY))] {
        let Broken(broken) = ask(host, port, authority, None).await.unwrap_err();
        assert!(broken.contains("no TLS") && broken.contains("certificate"), "{host}: {broken}");
    }
}

/// A proxy that lets those in who say who they are, and what it was asked.
async fn proxy(credentials: &str) -> (Proxy, tokio::task::JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{credentials}127.0.0.1:{}", listener.local_addr().unwrap().port());
    let task = tokio::spawn(async move {
        let (mut near, _) = listener.accept().await.unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            near.read_buf(&mut head).await.unwrap();
        }
        let head = String::from_utf8(head).unwrap();
        if head.contains("proxy-authorization: Basic bWU6dG9rZW4=\r\n") {
            near.write_all(b"HTTP/1.1 200 Connection established\r\n\r\n").await.unwrap();
            let port = head.split([':', ' ']).nth(2).unwrap().parse().unwrap();
            let mut far = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
            let _ = tokio::io::copy_bidirectional(&mut near, &mut far).await;
        } else {
            near.write_all(b"HTTP/1.1 407 Who are you?\r\ncontent-length: 0\r\n\r\n").await.unwrap();
        }
        head
    });
    let uri = "https://api.example.com".parse().unwrap();
    let proxy = Proxy::of(&uri, &|name| (name == "HTTPS_PROXY").then(|| address.clone()));
    (proxy.unwrap().unwrap(), task)
}

#[tokio::test]
async fn a_server_is_reached_through_a_proxy() {
    let port = server().await;
    let (known, asked) = proxy("me:token@").await;
    assert_eq!(ask("localhost", port, Some(AUTHORITY), Some(&known)).await.unwrap(), b"hello");
    let asked = asked.await.unwrap();
    assert!(asked.starts_with(&format!("CONNECT localhost:{port} HTTP/1.1\r\nhost: localhost:{port}\r\n")), "{asked}");
    let (unknown, _asked) = proxy("").await;
    let Broken(broken) = ask("localhost", port, Some(AUTHORITY), Some(&unknown)).await.unwrap_err();
    assert!(broken.contains("through the proxy") && broken.contains("407"), "{broken}");
}

/// A server that gives an answer byte by byte, once it has read the request or as much of it as it wants to. Then it closes,
/// or reads nothing more.
async fn answering(answer: &str, wanted: &'static [u8], closes: bool) -> Uri {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let uri = format!("http://{}/v1", listener.local_addr().unwrap()).parse().unwrap();
    let answer = answer.to_owned();
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut request = Vec::new();
        while !request.ends_with(wanted) {
            let byte = stream.read_u8().await.unwrap();
            request.push(byte);
        }
        for byte in answer.bytes() {
            stream.write_u8(byte).await.unwrap();
            tokio::task::yield_now().await;
        }
        if !closes {
            std::future::pending::<()>().await;
        }
    });
    uri
}

/// The status and the body of an answer, and whether it ended as it should.
async fn answered(answer: &str) -> Result<(u16, Vec<u8>), Broken> {
    let uri = answering(answer, b"\r\n\r\n{}", true).await;
    let sent = Sent { uri, headers: Vec::new(), key: None };
    let mut received = connect(&sent.uri, None, None).await?.exchange(&sent, b"{}").await?;
    let mut body = Vec::new();
    while let Some(piece) = received.body.next().await? {
        body.extend_from_slice(piece);
    }
    Ok((received.status.as_u16(), body))
}

#[tokio::test]
async fn a_body_ends_where_its_head_says() {
    const CHUNKED: &str = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
    for (answer, status, body) in [
        ("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello, and more", 200, "hello"),
        ("HTTP/1.1 200 OK\r\n\r\nhello", 200, "hello"),
        ("HTTP/1.0 200 OK\r\n\r\nhello", 200, "hello"),
        ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 400 Bad\r\ncontent-length: 1\r\n\r\nx", 400, "x"),
        ("HTTP/1.1 204 No Content\r\n\r\n", 204, ""),
        (&format!("{CHUNKED}2\r\nhe\r\n3;a=b\r\nllo\r\n0\r\nc: d\r\n\r\n"), 200, "hello"),
    ] {
        assert_eq!(answered(answer).await, Ok((status, body.as_bytes().to_vec())), "{answer}");
    }
    for cut in [
        "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhello",
        &format!("{CHUNKED}5\r\nhello\r\n"),
        &format!("{CHUNKED}5\r\nhel"),
    ] {
        assert_eq!(answered(cut).await, Err(Broken("the connection was cut".to_owned())), "{cut}");
    }
}

#[tokio::test]
async fn what_is_no_http_is_told() {
    for (answer, says) in [
        ("hello\r\n\r\n", "no HTTP"),
        ("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nhello\r\n", "no HTTP"),
        (&format!("HTTP/1.1 200 OK\r\n{}\r\n", "a: b\r\n".repeat(1000)), "no HTTP"),
        ("", "closed without an answer"),
        ("HTTP/1.1 200 OK\r\ncontent-", "closed without an answer"),
    ] {
        let Broken(broken) = answered(answer).await.unwrap_err();
        assert!(broken.contains(says), "{answer}: {broken}");
    }
}

/// It answers and reads no more, while most of the request is still to be written.
#[tokio::test]
async fn a_server_may_refuse_before_it_has_read_everything() {
    let uri = answering("HTTP/1.1 413 Too Large\r\ncontent-length: 3\r\n\r\nno!", b"\r\n\r\n", false).await;
    let sent = Sent { uri, headers: Vec::new(), key: None };
    // More than the buffers between the two take.
    let body = vec![b' '; 64 << 20];
    let connected = connect(&sent.uri, None, None).await.unwrap();
    let mut received = connected.exchange(&sent, &body).await.unwrap_or_else(|Broken(broken)| panic!("{broken}"));
    assert_eq!((received.status.as_u16(), received.body.beginning(3).await), (413, b"no!".to_vec()));
}
