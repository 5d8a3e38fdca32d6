//! The simulator for JavaScript: JSON in, JSON out, so that nothing of the caller's runs in here.
//!
//! It is a file of its own, which production code does not load.

use billwire::{
    Error, Header, Json,
    simulator::{
        Delivery, DeliveryResult, Request, Simulator, WebhookFixture, WebhookId, WebhookVariant, host, webhook_fixtures,
    },
};
use serde::{Serialize, Serializer};
use wasm_bindgen::prelude::*;

/// A simulated service. The glue forgets it when JavaScript does.
#[wasm_bindgen]
pub struct Service(Simulator);

#[wasm_bindgen]
impl Service {
    /// Starts one from its settings.
    #[wasm_bindgen(constructor)]
    pub fn new(settings: &str) -> Result<Service, JsValue> {
        host::simulator(settings.as_bytes()).map(Service).map_err(thrown)
    }

    /// Answers a request; its headers are pairs of text.
    pub fn handle(
        &mut self,
        method: &str,
        path: &str,
        headers: &str,
        body: &[u8],
        now_ms: f64,
    ) -> Result<String, JsValue> {
        let headers = Json::parse(headers.as_bytes());
        let headers = headers.map_err(|finding| thrown(Error::InvalidConfig { violations: vec![finding] }))?;
        let pairs = headers.as_array().unwrap_or_default().iter().filter_map(|pair| match pair.as_array()? {
            [name, value] => name.as_text().zip(value.as_text()),
            _ => None,
        });
        let request = Request { method, path, headers: pairs.collect(), body };
        let answer = self.0.handle(&request, now_ms as u64);
        Ok(json(&AnswerValue {
            status: answer.status,
            headers: HeaderValues(answer.headers),
            body: String::from_utf8_lossy(&answer.body).into_owned(),
            delivery: DeliveryValue::from(answer.delivery),
        }))
    }

    /// Adds faults to serve.
    pub fn script(&mut self, script: &str) -> Result<(), JsValue> {
        host::script(&mut self.0, script.as_bytes()).map_err(thrown)
    }

    /// Sends webhooks elsewhere.
    pub fn send_webhooks_to(&mut self, endpoint: &str) -> Result<(), JsValue> {
        host::send_webhooks_to(&mut self.0, endpoint.as_bytes()).map_err(thrown)
    }

    /// The webhooks to deliver now.
    pub fn due(&mut self, now_ms: f64) -> String {
        let due = self.0.due(now_ms as u64).into_iter().map(|due| DueValue {
            id: due.id.0,
            url: due.url,
            headers: values(due.headers),
            body: due.body,
            attempt: due.attempt,
        });
        json(&due.collect::<Vec<_>>())
    }

    /// When the next webhook is due.
    pub fn next_due(&self) -> Option<f64> {
        self.0.next_due().map(|ms| ms as f64)
    }

    /// Tells what came of a delivery: the status of its answer, or none.
    pub fn delivered(&mut self, id: f64, status: Option<u16>, now_ms: f64) {
        let result = status.map_or(DeliveryResult::NoAnswer, DeliveryResult::Answered);
        self.0.delivered(WebhookId(id as u64), result, now_ms as u64);
    }

    /// The books.
    pub fn books(&self) -> String {
        self.0.books().to_json().to_string()
    }
}

/// Webhooks to try a receiver on.
#[wasm_bindgen]
pub fn fixtures() -> String {
    json(&webhook_fixtures().into_iter().map(FixtureValue::from).collect::<Vec<_>>())
}

#[derive(Serialize)]
struct AnswerValue {
    status: u16,
    headers: HeaderValues,
    body: String,
    delivery: DeliveryValue,
}

/// Named as the faults that ask for it.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum DeliveryValue {
    Send,
    Slow { delay_ms: u64 },
    DropBefore,
    DropAfter,
}

impl From<Delivery> for DeliveryValue {
    fn from(delivery: Delivery) -> DeliveryValue {
        match delivery {
            Delivery::Send => DeliveryValue::Send,
            Delivery::Delay(delay_ms) => DeliveryValue::Slow { delay_ms },
            Delivery::DropBefore => DeliveryValue::DropBefore,
            Delivery::DropAfter => DeliveryValue::DropAfter,
        }
    }
}

#[derive(Serialize)]
struct DueValue {
    id: u64,
    url: String,
    headers: HeaderValues,
    body: String,
    attempt: u32,
}

#[derive(Serialize)]
struct FixtureValue {
    name: &'static str,
    variant: &'static str,
    token: Option<&'static str>,
    headers: HeaderValues,
    body: String,
    error: Option<&'static str>,
}

impl From<WebhookFixture> for FixtureValue {
    fn from(fixture: WebhookFixture) -> FixtureValue {
        let (variant, token) = match fixture.variant {
            WebhookVariant::MerchantProxy(_) => ("merchant_proxy", Some(WebhookFixture::TOKEN)),
            WebhookVariant::Checkout => ("checkout", None),
        };
        FixtureValue {
            name: fixture.name,
            variant,
            token,
            headers: values(fixture.headers),
            body: fixture.body,
            error: fixture.error.map(|code| code.as_str()),
        }
    }
}

/// Headers as an object: the simulator sends none twice.
struct HeaderValues(Vec<(String, String)>);

fn values(headers: Vec<Header>) -> HeaderValues {
    HeaderValues(headers.into_iter().map(|header| (header.name.to_owned(), header.value)).collect())
}

impl Serialize for HeaderValues {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// What is thrown is JSON too.
fn thrown(error: Error) -> JsValue {
    JsValue::from_str(&json(&error))
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
