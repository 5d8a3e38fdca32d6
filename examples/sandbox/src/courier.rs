//! Delivers due webhooks and reports the results to the simulator.

use crate::sandbox::{Sandbox, now_ms};
use anyhow::Result;
use billwire::simulator::{DeliveryResult, DueWebhook};
use reqwest::{Client, Response, redirect::Policy};
use std::{net::SocketAddr, sync::Arc, time::Duration};
use tokio::{task::JoinSet, time::sleep};

const PATIENCE: Duration = Duration::from_secs(10);
/// Bytes of an answer to read. An acknowledgement has a few dozen.
const MOST_BYTES: usize = 65_536;

/// Delivers until the future is dropped.
pub(crate) struct Courier {
    sandbox: Arc<Sandbox>,
    client: Client,
}

impl Courier {
    pub(crate) fn new(sandbox: Arc<Sandbox>) -> Result<Courier> {
        let loopback: [SocketAddr; 2] = [([127, 0, 0, 1], 0).into(), ([0, 0, 0, 0, 0, 0, 0, 1], 0).into()];
        let client = Client::builder()
            .redirect(Policy::none())
            .no_proxy()
            // Resolves this name here, so that the machine's own tables cannot send webhooks elsewhere.
            .resolve_to_addrs("localhost", &loopback)
            .timeout(PATIENCE)
            .build()?;
        Ok(Courier { sandbox, client })
    }

    pub(crate) async fn deliver(self) {
        let mut under_way = JoinSet::new();
        loop {
            let (due, next) = self.sandbox.with(|simulator, now| (simulator.due(now), simulator.next_due()));
            for webhook in due {
                under_way.spawn(deliver(Arc::clone(&self.sandbox), self.client.clone(), webhook));
            }
            tokio::select! {
                () = self.sandbox.changed() => {}
                () = until(next) => {}
                Some(_) = under_way.join_next() => {}
            }
        }
    }
}

/// Waits until a point in time, or for ever if there is none.
async fn until(next: Option<u64>) {
    match next {
        Some(next) => sleep(Duration::from_millis(next.saturating_sub(now_ms()))).await,
        None => std::future::pending().await,
    }
}

async fn deliver(sandbox: Arc<Sandbox>, client: Client, webhook: DueWebhook) {
    let DueWebhook { id, url, headers, body, attempt, .. } = webhook;
    let request = client.post(url).body(body);
    let request =
        headers.into_iter().fold(request, |request, header| request.header(header.name, header.value.as_str()));
    // The error may contain the address, so only the missing answer is reported.
    let result = match request.send().await {
        Ok(response) => read(response).await,
        Err(_) => DeliveryResult::NoAnswer,
    };
    match &result {
        DeliveryResult::Answered { status, .. } => {
            tracing::info!("webhook, delivery {}, attempt {attempt} -> {status}", id.0);
        }
        DeliveryResult::NoAnswer => tracing::warn!("webhook, delivery {}, attempt {attempt}: no answer", id.0),
    }
    sandbox.change(|simulator, now| simulator.delivered(id, result, now));
}

/// Reads the answer and truncates a long body. A truncated body acknowledges nothing.
async fn read(mut response: Response) -> DeliveryResult {
    let status = response.status().as_u16();
    let mut body = Vec::new();
    while body.len() <= MOST_BYTES {
        match response.chunk().await {
            Ok(Some(chunk)) => body.extend_from_slice(&chunk),
            Ok(None) => return DeliveryResult::Answered { status, body },
            Err(_) => return DeliveryResult::NoAnswer,
        }
    }
    DeliveryResult::Answered { status, body: Vec::new() }
}
