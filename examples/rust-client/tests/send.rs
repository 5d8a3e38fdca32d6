//! `send` against a server that answers, fails and redirects.
#![allow(clippy::unwrap_used, reason = "this is a test")]

use billwire::*;
use billwire_rust_client::{SendError, client, send};
use std::{
    error::Error,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

const SETTLED: &str = r#"{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}"#;

/// A server that gives the same answer to each connection, and then closes it.
struct Server {
    url: String,
    requests: Arc<AtomicUsize>,
}

impl Server {
    async fn answering(answer: String) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&requests);
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                read_request(&mut stream).await;
                counted.fetch_add(1, Ordering::SeqCst);
                // The client may hang up first.
                let _ = stream.write_all(answer.as_bytes()).await;
            }
        });
        Server { url, requests }
    }

    async fn with_answer(head: &str, body: &str) -> Server {
        Server::answering(format!("HTTP/1.1 {head}\r\nContent-Length: {}\r\n\r\n{body}", body.len())).await
    }

    fn requests(&self) -> usize {
        self.requests.load(Ordering::SeqCst)
    }

    async fn settle(&self) -> Result<SettlementOutcome, SendError> {
        send(&client().unwrap(), &call(&self.url)).await
    }
}

/// Reads a request with its body, which ends with the hash.
async fn read_request(stream: &mut TcpStream) {
    let mut request = Vec::new();
    while !request.ends_with(b"\"}") {
        if stream.read_buf(&mut request).await.unwrap_or(0) == 0 {
            return;
        }
    }
}

fn call(base_url: &str) -> Call<Settlement> {
    let config = BillerConfig::builder()
        .base_url(base_url)
        .allow_loopback_http(true)
        .bearer(BearerToken::new("CANARY-bearer"))
        .hash_token(HashToken::new("CANARY-key"));
    let bill = Settlement::builder()
        .ref_id("INV-1")
        .date(Instant::from_unix_millis(0))
        .due_date(Instant::from_unix_millis(0))
        .currency("KHR")
        .total_amount(40_000)
        .customer_sync_code("C-1")
        .settlement_to("SHOP-1")
        .build();
    Biller::new(config.build()).unwrap().prepare(&bill).unwrap()
}

#[tokio::test]
async fn decodes_the_answer() {
    let server = Server::with_answer("200 OK", SETTLED).await;
    assert!(matches!(server.settle().await, Ok(SettlementOutcome::Settled { .. })));
    assert_eq!(server.requests(), 1);
}

#[tokio::test]
async fn a_refused_connection_sent_nothing() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let call = call(&url);
    let failure = send(&client().unwrap(), &call).await.unwrap_err();
    assert_eq!(failure.error, call.no_answer(Sent::No));
    assert_eq!(failure.error.next_step(), NextStep::SendAgain);
    assert!(failure.source().is_some());
    assert!(!format!("{failure:?} {failure}").contains("CANARY"));
}

#[tokio::test]
async fn a_connection_cut_after_the_request_may_have_sent_it() {
    for answer in ["", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"code\":"] {
        let server = Server::answering(answer.into()).await;
        let failure = server.settle().await.unwrap_err();
        assert_eq!(failure.error, call(&server.url).no_answer(Sent::Maybe), "{answer}");
        assert_ne!(failure.error.next_step(), NextStep::SendAgain);
        assert_eq!(server.requests(), 1, "nothing is sent again");
    }
}

#[tokio::test]
async fn a_timeout_may_have_sent_it() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let call = call(&format!("http://{}", listener.local_addr().unwrap()));
    let hurried = reqwest::Client::builder().timeout(Duration::from_millis(200)).build().unwrap();
    let failure = send(&hurried, &call).await.unwrap_err();
    assert!(failure.cause.as_ref().is_some_and(reqwest::Error::is_timeout));
    assert_eq!(failure.error, call.no_answer(Sent::Maybe));
}

#[tokio::test]
async fn redirects_are_not_followed() {
    let other = Server::with_answer("200 OK", SETTLED).await;
    for status in [301, 302, 303, 307, 308] {
        let server = Server::with_answer(&format!("{status} Elsewhere\r\nLocation: {}", other.url), "").await;
        let failure = server.settle().await.unwrap_err();
        assert_eq!(failure.error.answer().unwrap().http_status.map(u16::from), Some(status));
        assert_ne!(failure.error.next_step(), NextStep::SendAgain);
        assert_eq!((server.requests(), other.requests()), (1, 0));
    }
}

#[tokio::test]
async fn too_long_an_answer_is_an_error() {
    let body = format!("{}{SETTLED}", " ".repeat(3 * Biller::MAX_ANSWER_BYTES));
    let server = Server::with_answer("200 OK", &body).await;
    let failure = server.settle().await.unwrap_err();
    assert_eq!(failure.error.answer().unwrap().http_status.map(u16::from), Some(200));
    assert_ne!(failure.error.next_step(), NextStep::SendAgain);
}
