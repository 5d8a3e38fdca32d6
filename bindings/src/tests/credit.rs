//! The credit flow as other languages drive it. The rules of the flow are tested in core.

use super::*;
use crate::{
    credentials::WebhookToken,
    credit::{CreditEnding, CreditFlow, CreditStep},
    error::BillwireError,
    flow::FlowRequest,
    models::{CreditPolicy, Expectation},
    webhook::{WebhookEvent, WebhookHeaders, WebhookReceiver},
};
use billwire::{Claim, Code, CreditWait, NextStep, Sent};

const EVENT: &str = r#"{"tran_id":"T-1","status":"success","identity_code":"INV-0001"}"#;

fn at(millis: i64) -> Instant {
    Instant::from_unix_millis(millis)
}

fn event(body: &str) -> Arc<WebhookEvent> {
    let tokens = vec![Arc::new(WebhookToken::new("test-webhook".into()))];
    let headers: WebhookHeaders = [("Token".to_owned(), "test-webhook".to_owned())].into_iter().collect();
    WebhookReceiver::merchant_proxy(tokens, None).unwrap().receive(headers, body.as_bytes()).unwrap().event
}

fn billed() -> Expectation {
    Expectation {
        identity_code: "INV-0001".into(),
        purpose_of_transaction: "2026-01-31".into(),
        currency: "KHR".into(),
        amount: Some(decimal("40000")),
        min_amount: None,
        max_amount: None,
    }
}

fn start(claim_keys: &[&str]) -> CreditFlow {
    let claim_keys = claim_keys.iter().map(|key| (*key).to_owned()).collect();
    CreditFlow::of_event(Arc::new(biller()), event(EVENT), billed(), claim_keys, at(0), None).unwrap()
}

fn step(flow: &CreditFlow, now: i64) -> CreditStep {
    flow.step(at(now), 0.0).unwrap()
}

fn request(flow: &CreditFlow, now: i64) -> FlowRequest {
    let CreditStep::Send { request } = step(flow, now) else { panic!("nothing to send") };
    request
}

/// Returns the ending and the status of the reply.
fn finished(flow: &CreditFlow, now: i64) -> (CreditEnding, Option<i32>) {
    let CreditStep::Finished { ending, reply } = step(flow, now) else { panic!("not finished") };
    (ending, reply.map(|reply| crossed(reply.status)))
}

fn code<T>(result: Result<T, BillwireError>) -> Option<Code> {
    result.err().map(|error| error.details().code)
}

#[test]
fn credits_a_confirmed_event() {
    let flow = start(&[]);
    let request = request(&flow, 0);
    assert!(request.http.body.as_ref().unwrap().as_str().contains("INV-0001"));
    flow.answered(request.number, 200.into(), FOUND.as_bytes(), at(0), None).unwrap();
    let CreditStep::Credit { confirmed } = step(&flow, 0) else { panic!("no credit") };
    assert_eq!((confirmed.claim_key().as_str(), confirmed.amount()), ("T-1", "40000".parse().unwrap()));
    flow.claimed(Claim::Credited).unwrap();
    assert!(matches!(finished(&flow, 0), (CreditEnding::Credited { .. }, Some(200))));
    assert_eq!(code(flow.claimed(Claim::Credited)), Some(Code::OutOfTurn));
    assert!(matches!(finished(&start(&["T-1"]), 0), (CreditEnding::CreditedBefore, Some(200))));
}

#[test]
fn a_payment_otherwise_is_told() {
    let flow = start(&[]);
    let number = request(&flow, 0).number;
    flow.answered(number, 200.into(), FOUND.as_bytes(), at(0), None).unwrap();
    assert!(matches!(step(&flow, 0), CreditStep::Credit { .. }));
    flow.claimed(Claim::PaidOtherwise).unwrap();
    let (CreditEnding::PaidTwice { confirmed }, Some(409)) = finished(&flow, 0) else { panic!("paid twice") };
    assert_eq!(confirmed.claim_key(), "T-1");
}

#[test]
fn an_unpaid_bill_is_verified_again() {
    let policy = CreditPolicy { attempts: Some(2.into()), pause_ms: Some(10), ..CreditPolicy::default() };
    let flow = CreditFlow::of_bill(Arc::new(biller()), billed(), Vec::new(), Some(policy)).unwrap();
    let first = request(&flow, 0).number;
    flow.no_answer(first, Sent::Maybe, at(0), None).unwrap();
    assert!(matches!(step(&flow, 0), CreditStep::Wait { until, reason: CreditWait::VerifyAgain } if until == at(5)));
    let second = request(&flow, 5).number;
    assert_eq!(code(flow.answered(first, 200.into(), FOUND.as_bytes(), at(5), None)), Some(Code::OutOfTurn));
    flow.answered(second, 401.into(), b"", at(5), None).unwrap();
    let (CreditEnding::Unconfirmed { error }, None) = finished(&flow, 5) else { panic!("unconfirmed") };
    assert_eq!(error.next_step, NextStep::FixCredentials);
}

#[test]
fn ends_without_a_verification() {
    let flow = |body| CreditFlow::of_event(Arc::new(biller()), event(body), billed(), Vec::new(), at(0), None).unwrap();
    let (CreditEnding::Mismatch { mismatches, transaction: None }, Some(409)) =
        finished(&flow(&EVENT.replace("0001", "2")), 0)
    else {
        panic!("mismatch")
    };
    assert_eq!(mismatches[0].field, "identity_code");
    let unknown = CreditFlow::of_unknown_bill(Arc::new(biller()), event(EVENT), at(0), None).unwrap();
    assert!(matches!(finished(&unknown, 0), (CreditEnding::UnknownBill, Some(409))));
}

#[test]
fn anyone_waits_for_the_reply() {
    let lines: WebhookHeaders = [].into_iter().collect();
    let event = WebhookReceiver::checkout().receive(lines, EVENT.as_bytes()).unwrap().event;
    let flow = CreditFlow::of_unknown_bill(Arc::new(biller()), event, at(0), None).unwrap();
    assert!(matches!(step(&flow, 0), CreditStep::Wait { until, reason: CreditWait::Reply } if until == at(6_000)));
    assert!(matches!(finished(&flow, 6_000), (CreditEnding::UnknownBill, Some(503))));
}

#[test]
fn a_credit_is_checked_before_it_starts() {
    let policy = CreditPolicy { unauthenticated_reply_ms: Some(-1), ..CreditPolicy::default() };
    let error =
        CreditFlow::of_unknown_bill(Arc::new(biller()), event(EVENT), at(0), Some(policy)).err().unwrap().details();
    assert_eq!(error.violations[0].path, "policy.unauthenticatedReplyMs");
}

#[test]
fn a_credit_prints_no_secret() {
    let flow = start(&[]);
    let request = request(&flow, 0);
    for printed in [format!("{flow:?}"), format!("{request:?}")] {
        assert!(!printed.contains(VERIFICATION), "{printed}");
    }
}
