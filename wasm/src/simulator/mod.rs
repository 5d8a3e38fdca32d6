//! The simulator for JavaScript: JSON in, JSON out, so that no code of the caller runs here.
//!
//! It is in the wasm of `billwire/testing` alone, which production does not load.

mod settings;

use crate::js_values::{Answer, text, thrown};
use billwire::{
    Error, Header, Json,
    simulator::{
        DeliveryResult, Request, ResponseTransport, Simulator, TestCase, WebhookFixture, WebhookId, WebhookTarget,
        webhook_fixtures,
    },
};
use serde::{Serialize, Serializer};
use std::{cell::RefCell, collections::BTreeMap};
use wasm_bindgen::prelude::*;

thread_local! {
    static SIMULATORS: RefCell<BTreeMap<u32, Simulator>> = const { RefCell::new(BTreeMap::new()) };
}

/// Starts a simulated service from its settings and returns its number.
#[wasm_bindgen]
pub fn new_simulator(settings: &str) -> Result<u32, JsValue> {
    let simulator = settings::simulator(settings).map_err(thrown)?;
    Ok(SIMULATORS.with_borrow_mut(|simulators| {
        let number = simulators.last_key_value().map_or(0, |(last, _)| last + 1);
        simulators.insert(number, simulator);
        number
    }))
}

/// Forgets a simulated service and its books.
#[wasm_bindgen]
pub fn drop_simulator(simulator: u32) {
    SIMULATORS.with_borrow_mut(|simulators| simulators.remove(&simulator));
}

/// Answers a request. Its headers are a JSON list of pairs.
#[wasm_bindgen]
pub fn handle(simulator: u32, method: &str, path: &str, headers: &str, body: &[u8], now_ms: f64) -> Answer {
    let headers = pairs(headers)?;
    let request = Request { method, path, headers: lines(&headers).collect(), body };
    let answer = with(simulator, |simulator| Ok(simulator.handle(&request, now_ms as u64)))?;
    Ok(text(&AnswerValue {
        status: answer.status,
        headers: HeaderValues(answer.headers),
        body: String::from_utf8_lossy(&answer.body).into_owned(),
        transport: answer.transport,
    }))
}

fn pairs(headers: &str) -> Result<Json, JsValue> {
    Json::parse(headers.as_bytes()).map_err(|finding| thrown(Error::InvalidConfig { violations: finding.into() }))
}

fn lines(pairs: &Json) -> impl Iterator<Item = (&str, &str)> {
    pairs.as_array().unwrap_or_default().iter().filter_map(|pair| match pair.as_array()? {
        [name, value] => name.as_text().zip(value.as_text()),
        _ => None,
    })
}

/// Adds faults to serve.
#[wasm_bindgen]
pub fn script(simulator: u32, script: &str) -> Result<(), JsValue> {
    with(simulator, |simulator| simulator.script_json(script.as_bytes()))
}

/// Sets the endpoint of the webhooks.
#[wasm_bindgen]
pub fn send_webhooks_to(simulator: u32, endpoint: &str) -> Result<(), JsValue> {
    with(simulator, |simulator| simulator.send_webhooks_to(settings::endpoint(endpoint)?))
}

/// Sets the schedule of webhooks that are not acknowledged.
#[wasm_bindgen]
pub fn set_retries(simulator: u32, retries: &str) -> Result<(), JsValue> {
    with(simulator, |simulator| {
        simulator.set_retries(settings::retries(retries)?);
        Ok(())
    })
}

/// Takes a customer's payment. Returns the body of the webhook that reports it.
#[wasm_bindgen]
pub fn pay(simulator: u32, payment: &str, now_ms: f64) -> Answer {
    with(simulator, |simulator| simulator.pay_json(payment.as_bytes(), now_ms as u64))
}

/// Webhooks to deliver now.
#[wasm_bindgen]
pub fn due(simulator: u32, now_ms: f64) -> Answer {
    let due = with(simulator, |simulator| Ok(simulator.due(now_ms as u64)))?.into_iter().map(|due| DueValue {
        id: due.id.0,
        body: due.body().to_owned(),
        url: due.request.url,
        headers: values(due.request.headers),
        attempt: due.attempt,
    });
    Ok(text(&due.collect::<Vec<_>>()))
}

/// Time at which the next webhook is due.
#[wasm_bindgen]
pub fn next_due(simulator: u32) -> Result<Option<f64>, JsValue> {
    with(simulator, |simulator| Ok(simulator.next_due().map(|ms| ms as f64)))
}

/// Records the result of a delivery: the status and body of its answer, or none.
#[wasm_bindgen]
pub fn delivered(simulator: u32, id: f64, status: Option<u16>, body: &[u8], now_ms: f64) -> Result<(), JsValue> {
    let answered = |status| DeliveryResult::Answered { status, body: body.to_vec() };
    let result = status.map_or(DeliveryResult::NoAnswer, answered);
    with(simulator, |simulator| {
        simulator.delivered(WebhookId(id as u64), result, now_ms as u64);
        Ok(())
    })
}

/// Books at this time.
#[wasm_bindgen]
pub fn books(simulator: u32, now_ms: f64) -> Answer {
    with(simulator, |simulator| {
        simulator.advance(now_ms as u64);
        Ok(simulator.books().to_json().to_string())
    })
}

/// Response of the sample target, if the headers, a JSON list of pairs, select its failing test case.
#[wasm_bindgen]
pub fn failed_by_headers(headers: &str) -> Result<Option<String>, JsValue> {
    let headers = pairs(headers)?;
    let case = TestCase::of_headers(lines(&headers));
    Ok((case == TestCase::Fail).then(|| text(&WebhookTarget::failed())))
}

fn with<T>(simulator: u32, work: impl FnOnce(&mut Simulator) -> Result<T, Error>) -> Result<T, JsValue> {
    SIMULATORS.with_borrow_mut(|simulators| {
        work(simulators.get_mut(&simulator).ok_or_else(|| thrown(Error::Internal))?).map_err(thrown)
    })
}

/// Webhooks for the tests of a receiver.
#[wasm_bindgen]
pub fn fixtures() -> String {
    text(&webhook_fixtures().into_iter().map(FixtureValue::from).collect::<Vec<_>>())
}

#[derive(Serialize)]
struct AnswerValue {
    status: u16,
    headers: HeaderValues,
    body: String,
    transport: ResponseTransport,
}

#[derive(Serialize)]
struct DueValue {
    id: u64,
    url: String,
    headers: HeaderValues,
    body: String,
    attempt: usize,
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
        let (variant, token) = match fixture.token {
            Some(_) => ("merchant_proxy", Some(WebhookFixture::TOKEN)),
            None => ("checkout", None),
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

/// Headers as an object: the simulator repeats no name.
struct HeaderValues(Vec<(String, String)>);

fn values(headers: Vec<Header>) -> HeaderValues {
    HeaderValues(headers.into_iter().map(|header| (header.name.into_owned(), header.value.into_text())).collect())
}

impl Serialize for HeaderValues {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}
