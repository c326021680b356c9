//! A server that gives the answers it was told to give, a connection each, and keeps what it was asked.

use std::sync::{Arc, Mutex};

use serde_json::Value;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::Notify,
    task::JoinHandle,
};

/// What it was asked.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    /// The head of the request.
    pub(crate) head: String,
    /// Its body.
    pub(crate) text: String,
}

impl Asked {
    pub(crate) fn body(&self) -> Value {
        serde_json::from_str(&self.text).expect("a body of JSON")
    }
}

/// What it does on a connection after it has read the request.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    /// Writes bytes.
    Write(Vec<u8>),
    /// Waits until the other side closes.
    Hold,
}

pub(crate) struct Server {
    /// Where its API begins.
    pub(crate) base: String,
    asked: Arc<Mutex<Vec<Asked>>>,
    closed: Arc<Notify>,
    task: JoinHandle<()>,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Server {
    /// One that gives these answers, in order, and is not there afterwards.
    pub(crate) async fn new(answers: Vec<Vec<Step>>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}/v1", listener.local_addr().unwrap());
        let (asked, closed) = (Arc::<Mutex<Vec<Asked>>>::default(), Arc::<Notify>::default());
        let task = tokio::spawn(serve(listener, answers, asked.clone(), closed.clone()));
        Self { base, asked, closed, task }
    }

    /// What it was asked, in order.
    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }

    /// Ready when it has given all its answers and is not there any more.
    pub(crate) async fn is_gone(&mut self) {
        (&mut self.task).await.unwrap();
    }

    /// Ready when the other side closed a connection that is held.
    pub(crate) async fn closed(&self) {
        self.closed.notified().await;
    }
}

async fn serve(listener: TcpListener, answers: Vec<Vec<Step>>, asked: Arc<Mutex<Vec<Asked>>>, closed: Arc<Notify>) {
    for steps in answers {
        let Ok((mut connection, _)) = listener.accept().await else { return };
        let request = read(&mut connection).await;
        asked.lock().unwrap().push(request);
        for step in steps {
            match step {
                // The other side may have heard enough.
                Step::Write(bytes) => drop(connection.write_all(&bytes).await),
                Step::Hold => {
                    while connection.read(&mut [0; 64]).await.is_ok_and(|read| read > 0) {}
                    closed.notify_one();
                }
            }
            tokio::task::yield_now().await;
        }
        let _ = connection.shutdown().await;
    }
}

/// Reads a request of a stated length.
async fn read(connection: &mut TcpStream) -> Asked {
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break end + 4;
        }
        assert!(connection.read_buf(&mut bytes).await.unwrap() > 0, "the head of the request was cut");
    };
    let head = String::from_utf8(bytes.drain(..end).collect()).unwrap();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap().parse().unwrap();
    while bytes.len() < length {
        assert!(connection.read_buf(&mut bytes).await.unwrap() > 0, "the body of the request was cut");
    }
    Asked { head, text: String::from_utf8(bytes).unwrap() }
}

/// An answer that is no stream.
pub(crate) fn status(status: u16, headers: &str, body: &str) -> Vec<Step> {
    let head = format!("HTTP/1.1 {status} Some\r\n{headers}content-length: {}\r\n\r\n", body.len());
    vec![Step::Write((head + body).into_bytes())]
}

const HEAD: &str =
    "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\ntransfer-encoding: chunked\r\n\r\n";

/// A stream of events in chunks of so many bytes, which ends as it should.
pub(crate) fn stream(events: &str, size: usize) -> Vec<Step> {
    let mut steps = cut(events, size);
    steps.push(Step::Write(b"0\r\n\r\n".to_vec()));
    steps
}

/// A stream of events whose connection is closed where more has to come.
pub(crate) fn cut(events: &str, size: usize) -> Vec<Step> {
    let chunk = |bytes: &[u8]| {
        let mut chunk = format!("{:x}\r\n", bytes.len()).into_bytes();
        chunk.extend_from_slice(bytes);
        chunk.extend_from_slice(b"\r\n");
        Step::Write(chunk)
    };
    std::iter::once(Step::Write(HEAD.into())).chain(events.as_bytes().chunks(size).map(chunk)).collect()
}

/// A stream of events that goes silent.
pub(crate) fn stall(events: &str) -> Vec<Step> {
    let mut steps = cut(events, 4096);
    steps.push(Step::Hold);
    steps
}
