//! Flows of which JavaScript keeps the numbers.

use super::{
    credit::{self, CreditStepValue, Start},
    settlement::{self, SettlementStepValue},
};
use crate::handles::HandleTable;
use crate::js_values::{text, thrown, tree};
use crate::state;
use crate::values::header_list;
use billwire::internal::DynamicValue;
use billwire::{
    Biller, CreditFlow, CreditStep, Error, FlowRequest, HttpRequest, Instant, Sensitive, Sent, SettlementFlow,
    SettlementStep,
};
use js_sys::Array;
use std::cell::RefCell;
use wasm_bindgen::prelude::*;

thread_local! {
    static FLOWS: RefCell<HandleTable<Flow>> = const { RefCell::new(HandleTable::new()) };
}

enum Flow {
    Settlement(Box<SettlementFlow>),
    Credit(Box<CreditFlow>),
}

impl Flow {
    fn settlement(&mut self) -> Result<&mut SettlementFlow, Error> {
        if let Flow::Settlement(flow) = self { Ok(flow) } else { Err(Error::Internal) }
    }
}

/// Runs the same method of either flow.
macro_rules! either {
    ($flow:expr, $each:ident => $work:expr) => {
        match $flow {
            Flow::Settlement($each) => $work,
            Flow::Credit($each) => $work,
        }
    };
}

/// Makes a flow of a bill. Returns the flow's number.
#[wasm_bindgen]
pub fn new_settlement_flow(biller: u32, bill: &JsValue, options: &JsValue) -> Result<u32, JsValue> {
    let (bill, options) = (tree(bill), tree(options));
    let flow = with_biller(biller, |biller| settlement::flow(biller, &bill, options))?;
    Ok(add(Flow::Settlement(Box::new(flow))))
}

/// Starts to credit a bill from an event, which is the JSON text of its payload, or without one. Returns the flow's
/// number.
#[wasm_bindgen]
pub fn new_credit_flow(
    biller: u32,
    event: Option<String>,
    has_token: bool,
    bill: &JsValue,
    options: &JsValue,
    now_ms: f64,
) -> Result<u32, JsValue> {
    let event = event.map(|payload| credit::event(payload.as_bytes(), has_token)).transpose().map_err(thrown)?;
    credit_flow(biller, event.as_ref().map_or(Start::Bill, Start::Event), bill, options, now_ms)
}

/// Starts to verify a transaction of a bill. Returns the flow's number.
#[wasm_bindgen]
pub fn new_flow_of_payment(
    biller: u32,
    bill: &JsValue,
    transaction: &JsValue,
    options: &JsValue,
    now_ms: f64,
) -> Result<u32, JsValue> {
    credit_flow(biller, Start::Payment(&tree(transaction)), bill, options, now_ms)
}

fn credit_flow(biller: u32, start: Start<'_>, bill: &JsValue, options: &JsValue, now_ms: f64) -> Result<u32, JsValue> {
    let (bill, options) = (tree(bill), tree(options));
    let flow = with_biller(biller, |biller| credit::flow(biller, start, &bill, options, instant(now_ms)))?;
    Ok(add(Flow::Credit(Box::new(flow))))
}

/// Starts with an event about a bill that the books do not have. Returns the flow's number.
#[wasm_bindgen]
pub fn new_flow_of_unknown_bill(
    biller: u32,
    event: String,
    has_token: bool,
    options: &JsValue,
    now_ms: f64,
) -> Result<u32, JsValue> {
    let options = tree(options);
    let event = credit::event(event.as_bytes(), has_token).map_err(thrown)?;
    let flow = with_biller(biller, |biller| credit::flow_of_unknown_bill(biller, &event, options, instant(now_ms)))?;
    Ok(add(Flow::Credit(Box::new(flow))))
}

/// Runs `work` on the biller of a number. The flow keeps what it needs of it.
fn with_biller<T>(biller: u32, work: impl FnOnce(&Biller) -> Result<T, Error>) -> Result<T, JsValue> {
    state::with(|state| state.biller(biller).and_then(work)).map_err(thrown)
}

fn add(flow: Flow) -> u32 {
    FLOWS.with_borrow_mut(|flows| flows.add(flow))
}

/// Drops a flow and its credentials.
#[wasm_bindgen]
pub fn drop_flow(flow: u32) {
    FLOWS.with_borrow_mut(|flows| flows.drop(flow));
}

/// Number of flows. Their state is nowhere else.
#[wasm_bindgen]
pub fn count_flows() -> usize {
    FLOWS.with_borrow(HandleTable::count)
}

/// Next step of a flow as JSON text. That of a request is followed by its headers and its body.
#[wasm_bindgen]
pub fn flow_step(flow: u32, now_ms: f64, random: f64) -> Result<Array, JsValue> {
    with(flow, |flow| {
        let now = instant(now_ms);
        Ok(match flow {
            Flow::Settlement(flow) => {
                let step = flow.step(now, random)?;
                let value = text(&SettlementStepValue::from(&step));
                step_of(value, if let SettlementStep::Send { request } = step { Some(request) } else { None })
            }
            Flow::Credit(flow) => {
                let step = flow.step(now, random)?;
                let value = text(&CreditStepValue::from(&step));
                step_of(value, if let CreditStep::Send { request } = step { Some(request) } else { None })
            }
        })
    })
}

/// Says that the record of a revision is stored.
#[wasm_bindgen]
pub fn flow_saved(flow: u32, revision: f64) -> Result<(), JsValue> {
    with(flow, |flow| flow.settlement()?.saved(revision as i64))
}

/// Says that another flow has stored a record.
#[wasm_bindgen]
pub fn flow_not_saved(flow: u32, revision: f64) -> Result<(), JsValue> {
    with(flow, |flow| flow.settlement()?.not_saved(revision as i64))
}

/// Says which record is stored.
#[wasm_bindgen]
pub fn flow_loaded(flow: u32, record: Option<String>, now_ms: f64) -> Result<(), JsValue> {
    with(flow, |flow| flow.settlement()?.loaded(record.as_deref(), instant(now_ms)))
}

/// Names a bill that is known as settled, or none.
#[wasm_bindgen]
pub fn flow_control(flow: u32, bill: &JsValue) -> Result<(), JsValue> {
    let bill = Some(tree(bill)).filter(|bill| !matches!(bill, DynamicValue::Undefined | DynamicValue::Null));
    with(flow, |flow| flow.settlement()?.control(bill.as_ref()))
}

/// Says that a transaction is not the bill's.
#[wasm_bindgen]
pub fn flow_not_this_bill(flow: u32, tran_id: &str) -> Result<(), JsValue> {
    with(flow, |flow| flow.settlement()?.not_this_bill(tran_id))
}

/// Says what a person found out. Any other text than the name of a resolution is a violation.
#[wasm_bindgen]
pub fn flow_resolved(flow: u32, resolution: &str) -> Result<(), JsValue> {
    let resolution = settlement::resolution(resolution).map_err(thrown)?;
    with(flow, |flow| flow.settlement()?.resolved(resolution))
}

/// Warnings about the bill as JSON text.
#[wasm_bindgen]
pub fn flow_warnings(flow: u32) -> Result<String, JsValue> {
    with(flow, |flow| Ok(text(&flow.settlement()?.warnings())))
}

/// Says that each request gets the credentials of the moment. A settlement flow waits for them in any case.
#[wasm_bindgen]
pub fn flow_renews(flow: u32) -> Result<(), JsValue> {
    with(flow, |flow| {
        if let Flow::Credit(flow) = flow {
            flow.renews();
        }
        Ok(())
    })
}

/// Says which answer a request brought.
#[wasm_bindgen]
pub fn flow_answered(
    flow: u32,
    number: f64,
    status: u16,
    body: &[u8],
    retry_after_ms: Option<f64>,
    now_ms: f64,
) -> Result<(), JsValue> {
    let (number, retry_after_ms) = (number as i64, retry_after_ms.map(|millis| millis as u64));
    with(flow, |flow| either!(flow, flow => flow.answered(number, status, body, retry_after_ms, instant(now_ms))))
}

/// Says that a request brought no answer.
#[wasm_bindgen]
pub fn flow_no_answer(
    flow: u32,
    number: f64,
    maybe_sent: bool,
    retry_after_ms: Option<f64>,
    now_ms: f64,
) -> Result<(), JsValue> {
    let sent = if maybe_sent { Sent::Maybe } else { Sent::No };
    let (number, retry_after_ms) = (number as i64, retry_after_ms.map(|millis| millis as u64));
    with(flow, |flow| either!(flow, flow => flow.no_answer(number, sent, retry_after_ms, instant(now_ms))))
}

/// Says what became of a credit. Any other text than the name of a claim is a violation.
#[wasm_bindgen]
pub fn flow_claimed(flow: u32, claim: &str) -> Result<(), JsValue> {
    let claim = credit::claim(claim).map_err(thrown)?;
    with(flow, |flow| match flow {
        Flow::Settlement(_) => Err(Error::Internal),
        Flow::Credit(flow) => flow.claimed(claim),
    })
}

/// Says whether the ending is stored for a person.
#[wasm_bindgen]
pub fn flow_reviewed(flow: u32, is_stored: bool) -> Result<(), JsValue> {
    with(flow, |flow| match flow {
        Flow::Settlement(_) => Err(Error::Internal),
        Flow::Credit(flow) => flow.reviewed(is_stored),
    })
}

/// Throws the error for an answer that a flow does not wait for.
#[wasm_bindgen]
pub fn flow_out_of_turn(is_settlement: bool) -> Result<(), JsValue> {
    Err(thrown(settlement::out_of_turn(is_settlement)))
}

fn with<T>(flow: u32, work: impl FnOnce(&mut Flow) -> Result<T, Error>) -> Result<T, JsValue> {
    FLOWS.with_borrow_mut(|flows| flows.get_mut(flow).ok_or(Error::Internal).and_then(work)).map_err(thrown)
}

fn instant(millis: f64) -> Instant {
    Instant::from_unix_millis(millis as i64)
}

fn step_of(value: String, request: Option<FlowRequest>) -> Array {
    match request {
        Some(FlowRequest { http: HttpRequest { headers, body, .. }, .. }) => {
            Array::of3(&value.into(), &header_list(&headers), &body.map(Sensitive::into_text).into())
        }
        None => Array::of1(&value.into()),
    }
}
