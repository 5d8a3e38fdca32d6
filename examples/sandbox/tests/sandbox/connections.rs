//! Connections that a regular client would not open.

use crate::world::World;
use std::time::Duration;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{Instant, timeout},
};

/// Sends raw bytes and reads until the server closes. Returns `None` if the server keeps waiting.
async fn sent(world: &World, bytes: &str, patience: Duration) -> Option<String> {
    let address = world.server.url().replace("http://", "");
    let mut connection = TcpStream::connect(address).await.unwrap();
    connection.write_all(bytes.as_bytes()).await.unwrap();
    let mut answer = String::new();
    let read = timeout(patience, connection.read_to_string(&mut answer)).await;
    read.is_ok().then_some(answer)
}

const PATIENCE: Duration = Duration::from_secs(30);

#[tokio::test]
async fn cuts_off_an_endless_head() {
    let world = World::new().await;
    let started = Instant::now();
    let answer = sent(&world, "GET /sandbox/books HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ", PATIENCE).await;
    assert!(!answer.expect("expected the server to close the connection").starts_with("HTTP/1.1 200"));
    assert!(started.elapsed() < Duration::from_secs(20));
}

#[tokio::test]
async fn refuses_two_lengths() {
    let world = World::new().await;
    let onboarding = r#"{"supplier_sync_code":"SUB-7","name":"Smuggled"}"#;
    let request = |framing: &str| {
        let head =
            "POST /on_boarding/on_boarding_supplier HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer bearer\r\n";
        let body = format!("{:x}\r\n{onboarding}\r\n0\r\n\r\n", onboarding.len());
        format!("{head}Content-Type: application/json\r\n{framing}\r\n\r\n{body}")
    };
    let chunked = sent(&world, &request("Transfer-Encoding: chunked"), PATIENCE).await.unwrap();
    assert!(chunked.starts_with("HTTP/1.1 200") && chunked.contains("SUP-"), "{chunked}");
    for both in ["Transfer-Encoding: chunked\r\nContent-Length: 4", "Content-Length: 4\r\nTransfer-Encoding: chunked"] {
        let answer = sent(&world, &request(both), PATIENCE).await.expect("expected the server to close the connection");
        assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
        assert_eq!(answer.matches("HTTP/1.1").count(), 1, "expected one answer: {answer}");
    }
}

#[tokio::test]
async fn admin_paths_require_a_loopback_host() {
    let world = World::new().await;
    let status = async |host: &str| {
        let request = format!("GET /sandbox/books HTTP/1.1\r\n{host}Connection: close\r\n\r\n");
        let answer = sent(&world, &request, PATIENCE).await.unwrap();
        answer.get(9..12).unwrap_or_default().to_owned()
    };
    for host in ["127.0.0.1", "127.0.0.1:8080", "localhost:80", "[::1]:8080"] {
        assert_eq!(status(&format!("Host: {host}\r\n")).await, "200", "{host}");
    }
    for host in ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "localhost.evil.example", "10.0.0.1", ""]
    {
        assert_eq!(status(&format!("Host: {host}\r\n")).await, "421", "{host}");
    }
    assert_eq!(status("").await, "421");
    assert_eq!(status("Host: localhost\r\nHost: evil.example\r\n").await, "421");
}
