//! Exports that take and return values of JavaScript: settings, invalid requests, answers. Errors are thrown as
//! values of which JavaScript makes a `BillwireError`.

use crate::js_values::{Answer, text, thrown, tree, value};
use crate::{
    entrances::{self, Prepared},
    state::{State, with},
};
use billwire::internal::DynamicValue;
use billwire::{
    Biller, Decimal, Delivery, Envelope, Error, EventIds, Finding, Header, Instant, Mismatch, OperationName, Reply,
    Sent, SigningOffset, Transaction, Verdict, WebhookEvent, WebhookPayload, WebhookReceiver,
};
use js_sys::Array;
use serde::Serialize;
use wasm_bindgen::prelude::*;
use zeroize::Zeroizing;

/// Makes a biller. Returns its number, and a copy of the settings of which JavaScript makes it again after a trap.
#[wasm_bindgen]
pub fn new_biller(options: &JsValue, in_browser: bool) -> Result<Array, JsValue> {
    let options = tree(options);
    let settings = value(&options);
    let biller = entrances::biller(options, in_browser).map_err(thrown)?;
    Ok(Array::of2(&with(|state| state.billers.add(biller)).into(), &settings))
}

/// Drops a biller and its credentials.
#[wasm_bindgen]
pub fn drop_biller(biller: u32) {
    with(|state| state.billers.drop(biller));
}

/// Removes the credentials of a biller: it still decodes answers, and prepares nothing.
#[wasm_bindgen]
pub fn forget_credentials(biller: u32) -> Result<(), JsValue> {
    with(|state| {
        let bare = state.biller(biller).map_err(thrown)?.without_credentials();
        state.billers.replace(biller, bare);
        Ok(())
    })
}

/// Address and headers of all calls of an operation.
#[wasm_bindgen]
pub fn envelope(biller: u32, operation: usize) -> Result<Array, JsValue> {
    let envelope = with(|state| state.biller(biller).map_err(thrown)?.envelope(name(operation)?).map_err(thrown))?;
    let headers = header_list(&envelope.headers);
    let Envelope { method, url, .. } = envelope;
    Ok(Array::of2(&text(&EnvelopeValue { method: method.as_str(), url }).into(), &headers))
}

/// Prepares a call from any value.
#[wasm_bindgen]
pub fn prepare_value(biller: u32, operation: usize, request: &JsValue) -> Answer {
    let request = tree(request);
    answer(|state| {
        let prepared = entrances::prepare(state.biller(biller).map_err(thrown)?, name(operation)?, &request);
        prepared.map(PreparedValue::from).map_err(thrown)
    })
}

/// Prepares the lookup of a bill. Returns its verification, and the text that [`decide_lookup`] needs.
#[wasm_bindgen]
pub fn prepare_lookup(biller: u32, bill: &JsValue) -> Result<Array, JsValue> {
    let bill = tree(bill);
    let (prepared, kept) =
        with(|state| entrances::prepare_lookup(state.biller(biller).map_err(thrown)?, &bill).map_err(thrown))?;
    Ok(Array::of2(&text(&PreparedValue::from(prepared)).into(), &kept.into()))
}

/// Decides a lookup by the verification's answer. The first attempt is in milliseconds since 1970.
#[wasm_bindgen]
pub fn decide_lookup(biller: u32, bill: &str, first_attempt: Option<f64>, status: u16, body: &[u8]) -> Answer {
    answer(|state| {
        let first_attempt = first_attempt.map(|millis| Instant::from_unix_millis(millis as i64));
        let biller = state.biller(biller).map_err(thrown)?;
        entrances::decide_lookup(biller, bill, first_attempt, status, body).map_err(thrown)
    })
}

/// Decodes the answer to an operation, and holds it against the body of its request if that is known.
#[wasm_bindgen]
pub fn decode(biller: u32, operation: usize, status: u16, body: &[u8], request: Option<String>) -> Answer {
    answer(|state| {
        let (biller, name) = (state.biller(biller).map_err(thrown)?, name(operation)?);
        match request {
            Some(request) => biller.decode_answer_to(name, &request, status, body).map_err(thrown),
            None => biller.decode(name, status, body).map_err(thrown),
        }
    })
}

/// Error for a call without an answer.
#[wasm_bindgen]
pub fn no_answer(biller: u32, operation: usize, maybe_sent: bool) -> Answer {
    let sent = if maybe_sent { Sent::Maybe } else { Sent::No };
    answer(|state| Ok(state.biller(biller).map_err(thrown)?.no_answer(name(operation)?, sent)))
}

/// Error for a call that is or was sent, and is not sent a second time.
#[wasm_bindgen]
pub fn already_sent(biller: u32, operation: usize) -> Answer {
    answer(|state| Ok(state.biller(biller).map_err(thrown)?.already_sent(name(operation)?)))
}

/// Makes a signing key and returns its number.
#[wasm_bindgen]
pub fn new_key(token: &JsValue) -> Result<u32, JsValue> {
    let key = entrances::signing_key(tree(token)).map_err(thrown)?;
    Ok(with(|state| state.keys.add(key)))
}

/// Drops a key.
#[wasm_bindgen]
pub fn drop_key(key: u32) {
    with(|state| state.keys.drop(key));
}

/// Signs the signed fields of any value.
#[wasm_bindgen]
pub fn sign_value(key: u32, fields: &JsValue, options: &JsValue) -> Result<String, JsValue> {
    let (fields, options) = (tree(fields), tree(options));
    with(|state| {
        let key = state.keys.get(key).ok_or_else(|| thrown(Error::Internal))?;
        entrances::sign(key, &fields, options).map(|hash| hash.to_string()).map_err(thrown)
    })
}

/// Makes a receiver. Returns its number and a copy of the settings.
#[wasm_bindgen]
pub fn new_receiver(options: &JsValue, checkout: bool) -> Result<Array, JsValue> {
    let options = tree(options);
    let settings = value(&options);
    let receiver = entrances::receiver(options, checkout).map_err(thrown)?;
    Ok(Array::of2(&with(|state| state.receivers.add(receiver)).into(), &settings))
}

/// Largest answer in bytes.
#[wasm_bindgen]
pub fn answer_limit() -> usize {
    Biller::MAX_ANSWER_BYTES
}

/// Drops a receiver and its tokens.
#[wasm_bindgen]
pub fn drop_receiver(receiver: u32) {
    with(|state| {
        state.receivers.drop(receiver);
        state.buffers.token.fill(0);
    });
}

/// Checks the tokens of a webhook and reads any body.
#[wasm_bindgen]
pub fn receive_value(receiver: u32, tokens: &JsValue, body: &[u8]) -> Answer {
    let tokens: Vec<_> = texts(tree(tokens)).into_iter().map(Option::unwrap_or_default).map(Zeroizing::new).collect();
    let shown: Vec<&[u8]> = tokens.iter().map(|token| token.as_bytes()).collect();
    answer(|state| {
        let receiver = known_receiver(state, receiver)?;
        let WebhookEvent { payload, warnings, .. } = receiver.receive_shown(&shown, body).map_err(thrown)?;
        Ok(ReceivedValue { payload, warnings })
    })
}

/// Key that deliveries of one event share, from `tran_id`, `tran_no`, `bank_code`, `bank_ref` and `status`.
#[wasm_bindgen]
pub fn dedup_key(texts_of_event: &JsValue) -> Option<String> {
    let texts = texts(tree(texts_of_event));
    let text = |index: usize| texts.get(index).and_then(Option::as_deref);
    billwire::dedup_key([text(0), text(1), text(2), text(3)], text(4))
}

/// Response to a webhook that has arrived.
#[wasm_bindgen]
pub fn acknowledgement() -> Answer {
    answer(|_| Ok(Reply::acknowledgement()))
}

/// Prepares the verification that confirms an event.
#[wasm_bindgen]
pub fn confirm(biller: u32, expectation: &JsValue, tran_id: Option<String>, tran_no: Option<String>) -> Answer {
    let expectation = tree(expectation);
    let ids = EventIds::builder().maybe_tran_id(tran_id).maybe_tran_no(tran_no).build();
    answer(|state| {
        let confirmation =
            entrances::confirm(state.biller(biller).map_err(thrown)?, &expectation, ids).map_err(thrown)?;
        Ok(PreparedValue::from(Prepared::from(confirmation.call)))
    })
}

/// Decides a confirmation by the verification's answer.
#[wasm_bindgen]
pub fn decide(
    biller: u32,
    expectation: &JsValue,
    tran_id: Option<String>,
    tran_no: Option<String>,
    status: u16,
    body: &[u8],
) -> Answer {
    let expectation = tree(expectation);
    let ids = EventIds::builder().maybe_tran_id(tran_id).maybe_tran_no(tran_no).build();
    let verdict = with(|state| {
        let biller = state.biller(biller).map_err(thrown)?;
        entrances::decide(biller, &expectation, &ids, status, body).map_err(thrown)
    })?;
    Ok(text(&VerdictValue::from(&verdict)))
}

/// Prepares a call of an untyped operation.
#[wasm_bindgen]
pub fn prepare_operation(biller: u32, operation: usize, request: &JsValue) -> Result<Array, JsValue> {
    let request = tree(request);
    let call = with(|state| {
        entrances::prepare_operation(state.biller(biller).map_err(thrown)?, name(operation)?, request).map_err(thrown)
    })?;
    let headers = header_list(&call.headers);
    let value = UntypedValue { method: call.method.as_str(), url: call.url, body: call.body };
    Ok(Array::of2(&text(&value).into(), &headers))
}

/// Decodes the answer to an untyped operation.
#[wasm_bindgen]
pub fn decode_untyped(operation: usize, status: u16, body: &[u8]) -> Answer {
    Ok(text(&billwire::decode_untyped(name(operation)?, status, body).map_err(thrown)?))
}

/// Fingerprint of an event, from its payload as JSON.
#[wasm_bindgen]
pub fn fingerprint(payload: &str) -> Result<String, JsValue> {
    entrances::fingerprint(payload.as_bytes()).map_err(thrown)
}

/// Compares a delivery's fingerprint with the stored one. Returns the verdict and the response.
#[wasm_bindgen]
pub fn compare(fingerprint: &str, stored: Option<String>) -> Answer {
    let delivery = Delivery::of(fingerprint, stored.as_deref());
    Ok(text(&DeliveryValue { delivery, reply: delivery.reply() }))
}

/// Decimal in plain notation.
#[wasm_bindgen]
pub fn plain_decimal(text: &str) -> String {
    text.parse::<billwire::Decimal>().map(|decimal| decimal.to_string()).unwrap_or_default()
}

/// Received date in milliseconds since 1970. `None` if the date is invalid, and no number if the offset is.
#[wasm_bindgen]
pub fn read_tran_date(text: &str, assumed_offset: &str, day_first: bool) -> Option<f64> {
    let Ok(offset) = assumed_offset.parse::<SigningOffset>() else { return Some(f64::NAN) };
    let read = if day_first { Instant::read_day_first } else { Instant::read_local };
    read(text, offset).map(|instant| instant.unix_millis() as f64)
}

#[derive(Serialize)]
struct EnvelopeValue {
    method: &'static str,
    url: String,
}

#[derive(Serialize)]
struct PreparedValue {
    method: &'static str,
    url: String,
    body: String,
    warnings: Vec<Finding>,
}

#[derive(Serialize)]
struct ReceivedValue {
    payload: WebhookPayload,
    warnings: Vec<Finding>,
}

#[derive(Serialize)]
struct UntypedValue {
    method: &'static str,
    url: String,
    body: Option<String>,
}

#[derive(Serialize)]
struct DeliveryValue {
    delivery: Delivery,
    reply: Reply,
}

/// Names, values, and whether they are secret. They are not written to JSON text, which would stay in memory.
pub(crate) fn header_list(headers: &[Header]) -> Array {
    let header =
        |header: &Header| Array::of3(&(&*header.name).into(), &header.value.as_str().into(), &header.secret.into());
    headers.iter().map(header).collect()
}

impl From<Prepared> for PreparedValue {
    fn from(prepared: Prepared) -> PreparedValue {
        let Prepared { method, url, body, warnings, .. } = prepared;
        PreparedValue { method: method.as_str(), url, body, warnings }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct VerdictValue<'a> {
    confirmed: bool,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    claim_key: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    amount: Option<Decimal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mismatches: Option<&'a [Mismatch]>,
    transaction: &'a Transaction,
    warnings: Vec<Finding>,
}

impl<'a> From<&'a Verdict> for VerdictValue<'a> {
    fn from(verdict: &'a Verdict) -> VerdictValue<'a> {
        let confirmed = if let Verdict::Confirmed { confirmed } = verdict { Some(confirmed) } else { None };
        let mismatches = if let Verdict::Mismatch { mismatches, .. } = verdict { Some(&**mismatches) } else { None };
        VerdictValue {
            confirmed: confirmed.is_some(),
            verdict: verdict.as_str(),
            claim_key: confirmed.map(|confirmed| confirmed.claim_key()),
            amount: confirmed.map(|confirmed| confirmed.amount()),
            mismatches,
            transaction: verdict.transaction(),
            warnings: verdict.transaction().warnings(),
        }
    }
}

/// Runs a call on the state and returns its result to JavaScript.
fn answer<T: Serialize>(work: impl FnOnce(&mut State) -> Result<T, JsValue>) -> Answer {
    with(work).map(|value| text(&value))
}

fn known_receiver(state: &State, receiver: u32) -> Result<&WebhookReceiver, JsValue> {
    state.receivers.get(receiver).ok_or_else(|| thrown(Error::Internal))
}

fn name(operation: usize) -> Result<OperationName, JsValue> {
    OperationName::ALL.get(operation).copied().ok_or_else(|| thrown(Error::Internal))
}

/// List of texts; other values are `None`.
fn texts(list: DynamicValue) -> Vec<Option<String>> {
    let text = |value| if let DynamicValue::Text(text) = value { Some(text) } else { None };
    if let DynamicValue::List(items) = list { items.into_iter().map(text).collect() } else { Vec::new() }
}
