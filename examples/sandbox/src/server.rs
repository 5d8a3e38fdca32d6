//! Connections: each one is served until it ends, or closed where a fault requires it.

use crate::{
    admin,
    courier::Courier,
    framing::{Ambiguous, Watched},
    sandbox::Sandbox,
    service::Dropped,
};
use anyhow::{Context, Result};
use axum::{
    Router,
    body::Body,
    http::{HeaderValue, Request, StatusCode, header},
    response::{IntoResponse, Response},
};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
};
use std::{
    net::{Ipv4Addr, SocketAddr},
    sync::Arc,
    time::Duration,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinHandle,
    time::{sleep, timeout},
};
use tower::ServiceExt;

/// Time that pending answers have when the server stops.
const LAST_ANSWERS: Duration = Duration::from_secs(3);

/// Time that a request's head has, from the moment when the connection is ready for it.
const HEAD: Duration = Duration::from_secs(10);

/// A running sandbox. Dropping it stops it at once.
pub struct Server {
    address: SocketAddr,
    stop: watch::Sender<()>,
    connections: JoinHandle<()>,
    courier: JoinHandle<()>,
}

impl Server {
    /// Serves a sandbox on 127.0.0.1; port 0 selects a free one.
    ///
    /// # Errors
    /// Fails if the port is in use.
    pub async fn start(sandbox: Sandbox, port: u16) -> Result<Server> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await;
        let listener = listener.with_context(|| format!("cannot listen on port {port}"))?;
        let address = listener.local_addr()?;
        let sandbox = Arc::new(sandbox);
        let courier = tokio::spawn(Courier::new(Arc::clone(&sandbox))?.deliver());
        let (stop, stopped) = watch::channel(());
        let connections = tokio::spawn(accept(listener, admin::router(sandbox), stopped));
        Ok(Server { address, stop, connections, courier })
    }

    /// Returns the address, such as `http://127.0.0.1:8080`.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Accepts no more connections, and waits briefly for pending answers.
    pub async fn stop(mut self) {
        self.stop.send_replace(());
        // The panic was already printed.
        let _ = (&mut self.connections).await;
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.courier.abort();
        self.connections.abort();
    }
}

async fn accept(listener: TcpListener, router: Router, mut stopped: watch::Receiver<()>) {
    let connections = GracefulShutdown::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => serve(stream, router.clone(), &connections),
                Err(error) => {
                    tracing::warn!("cannot accept a connection: {error}");
                    sleep(Duration::from_millis(100)).await;
                }
            },
            _ = stopped.changed() => break,
        }
    }
    drop(listener);
    if timeout(LAST_ANSWERS, connections.shutdown()).await.is_err() {
        tracing::warn!("stopped before some answers were sent");
    }
}

fn serve(stream: TcpStream, router: Router, connections: &GracefulShutdown) {
    let ambiguous = Ambiguous::default();
    let stream = Watched::new(stream, ambiguous.clone());
    // Returns an error instead of a response, which closes the connection without one.
    let service = service_fn(move |request: Request<Incoming>| {
        let refused = ambiguous.was_seen();
        let is_chunked = request.headers().contains_key(header::TRANSFER_ENCODING);
        let answer = router.clone().oneshot(request.map(Body::new));
        async move {
            if refused {
                return Ok(last(StatusCode::BAD_REQUEST.into_response()));
            }
            let Ok(response) = answer.await;
            match response.extensions().get::<Dropped>() {
                Some(_) => Err("dropped on purpose"),
                None => Ok(if is_chunked { last(response) } else { response }),
            }
        }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD);
    let connection = connections.watch(http.serve_connection(TokioIo::new(stream), service));
    tokio::spawn(async {
        if let Err(error) = connection.await {
            tracing::debug!("a connection ended: {error}");
        }
    });
}

/// Returns the same response, and closes the connection after it.
fn last(mut response: Response) -> Response {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}
