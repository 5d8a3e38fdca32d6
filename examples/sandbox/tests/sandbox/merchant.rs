//! A merchant's endpoint, and a client.

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
    routing::post,
};
use billwire::{Call, Error, Operation, WebhookEvent, WebhookReceiver};
use reqwest::Client;
use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};
use tokio::{net::TcpListener, sync::mpsc, task::JoinHandle};

type Arrival = Result<WebhookEvent, Error>;

/// An endpoint that accepts every readable webhook.
pub(crate) struct Merchant {
    pub(crate) url: String,
    task: JoinHandle<()>,
}

struct Endpoint {
    receiver: WebhookReceiver,
    /// Number of webhooks that it still answers with 503.
    refusals: AtomicU32,
    arrivals: mpsc::UnboundedSender<Arrival>,
}

impl Merchant {
    pub(crate) async fn start(receiver: WebhookReceiver) -> (Merchant, mpsc::UnboundedReceiver<Arrival>) {
        Merchant::refusing(receiver, 0).await
    }

    /// Returns an endpoint that answers every request with 200 and this body.
    pub(crate) async fn answering(body: &'static str) -> Merchant {
        Merchant::serve(Router::new().route("/hook", post(move || async move { body }))).await
    }

    pub(crate) async fn refusing(
        receiver: WebhookReceiver,
        refusals: u32,
    ) -> (Merchant, mpsc::UnboundedReceiver<Arrival>) {
        let (arrivals, told) = mpsc::unbounded_channel();
        let endpoint = Arc::new(Endpoint { receiver, refusals: refusals.into(), arrivals });
        (Merchant::serve(Router::new().route("/hook", post(take)).with_state(endpoint)).await, told)
    }

    async fn serve(router: Router) -> Merchant {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        let serve = async {
            // Runs until it is aborted.
            let _ = axum::serve(listener, router).await;
        };
        Merchant { url, task: tokio::spawn(serve) }
    }
}

impl Drop for Merchant {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn take(State(endpoint): State<Arc<Endpoint>>, headers: HeaderMap, body: Bytes) -> Response {
    let headers: Vec<_> = headers.iter().map(|(name, value)| (name.as_str(), value.to_str().unwrap())).collect();
    let arrival = endpoint.receiver.receive(headers, &body);
    let refused = endpoint.refusals.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
    let reply = match &arrival {
        _ if refused.is_ok() => None,
        Ok(event) => Some(event.acknowledge()),
        Err(error) => error.response().cloned(),
    };
    endpoint.arrivals.send(arrival).unwrap();
    match reply {
        Some(reply) => (StatusCode::from_u16(reply.status).unwrap(), reply.body).into_response(),
        None => StatusCode::SERVICE_UNAVAILABLE.into_response(),
    }
}

/// Returns status and body of the answer, if one arrived.
pub(crate) async fn answer<O: Operation>(client: &Client, call: &Call<O>) -> Option<(u16, Vec<u8>)> {
    let request = client.post(&call.url).body(call.body.clone());
    let request = call.headers.iter().fold(request, |request, header| request.header(header.name, &header.value));
    let response = request.send().await.ok()?;
    let status = response.status().as_u16();
    Some((status, response.bytes().await.ok()?.to_vec()))
}
