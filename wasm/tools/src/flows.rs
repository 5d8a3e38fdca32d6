//! Settlement flows of which JavaScript keeps the numbers.

use crate::settlement::{self, StepValue};
use billwire::{Error, FlowRequest, Header, Instant, Sent, SettlementFlow, SettlementStep};
use billwire_wasm_js_values::{biller, text, thrown, tree};
use js_sys::Array;
use std::{cell::RefCell, collections::BTreeMap};
use wasm_bindgen::prelude::*;

thread_local! {
    static FLOWS: RefCell<BTreeMap<u32, SettlementFlow>> = const { RefCell::new(BTreeMap::new()) };
}

/// Starts a flow, or resumes it if the options have a record. Returns its number.
#[wasm_bindgen]
pub fn new_settlement_flow(settings: &JsValue, bill: &JsValue, options: &JsValue, now_ms: f64) -> Result<u32, JsValue> {
    let (settings, bill, options) = (tree(settings), tree(bill), tree(options));
    let flow = biller(settings, false)
        .and_then(|biller| settlement::flow(&biller, &bill, options, instant(now_ms)))
        .map_err(thrown)?;
    Ok(FLOWS.with_borrow_mut(|flows| {
        let number = flows.last_key_value().map_or(0, |(last, _)| last + 1);
        flows.insert(number, flow);
        number
    }))
}

/// Drops a flow and its credentials.
#[wasm_bindgen]
pub fn drop_settlement_flow(flow: u32) {
    FLOWS.with_borrow_mut(|flows| flows.remove(&flow));
}

/// Number of flows. Their state is nowhere else.
#[wasm_bindgen]
pub fn count_settlement_flows() -> usize {
    FLOWS.with_borrow(BTreeMap::len)
}

/// Next step of a flow as JSON text. That of a request is followed by its headers and its body.
#[wasm_bindgen]
pub fn settlement_step(flow: u32, now_ms: f64, random: f64) -> Result<Array, JsValue> {
    let step = with(flow, |flow| flow.step(instant(now_ms), random))?;
    let value = text(&StepValue::from(&step)).into();
    Ok(match step {
        SettlementStep::Send(FlowRequest { headers, body, .. }) => {
            Array::of3(&value, &header_list(&headers), &body.into())
        }
        _ => Array::of1(&value),
    })
}

/// Says that the record of a revision is stored.
#[wasm_bindgen]
pub fn settlement_saved(flow: u32, revision: f64) -> Result<(), JsValue> {
    with(flow, |flow| flow.saved(revision as u64))
}

/// Says that another flow has stored a record.
#[wasm_bindgen]
pub fn settlement_not_saved(flow: u32, revision: f64) -> Result<(), JsValue> {
    with(flow, |flow| flow.not_saved(revision as u64))
}

/// Says which answer a request brought.
#[wasm_bindgen]
pub fn settlement_answered(flow: u32, number: f64, status: u16, body: &[u8], now_ms: f64) -> Result<(), JsValue> {
    with(flow, |flow| flow.answered(number as u64, status, body, instant(now_ms)))
}

/// Says that a request brought no answer.
#[wasm_bindgen]
pub fn settlement_no_answer(flow: u32, number: f64, maybe_sent: bool, now_ms: f64) -> Result<(), JsValue> {
    let sent = if maybe_sent { Sent::Maybe } else { Sent::No };
    with(flow, |flow| flow.no_answer(number as u64, sent, instant(now_ms)))
}

/// Throws the error for an answer that no flow waits for.
#[wasm_bindgen]
pub fn settlement_out_of_turn() -> Result<(), JsValue> {
    Err(thrown(settlement::out_of_turn()))
}

fn with<T>(flow: u32, work: impl FnOnce(&mut SettlementFlow) -> Result<T, Error>) -> Result<T, JsValue> {
    FLOWS.with_borrow_mut(|flows| flows.get_mut(&flow).ok_or(Error::Internal).and_then(work)).map_err(thrown)
}

fn instant(millis: f64) -> Instant {
    Instant::from_unix_millis(millis as i64)
}

/// Names, values, and whether they are secret. They are not written to JSON text, which would stay in memory.
fn header_list(headers: &[Header]) -> Array {
    let header =
        |header: &Header| Array::of3(&header.name.into(), &header.value.as_str().into(), &header.secret.into());
    headers.iter().map(header).collect()
}
