//! Webhooks from their bytes to the claim, against the vectors `webhooks`, `deliveries` and `confirmations`.

use super::*;
use crate::{
    credentials::WebhookToken,
    error::Reply,
    models::{Customers, Expectation, Mismatch},
    operations::PreparedVerification,
    values::Int32,
    webhook::{Confirmation, ReceivedEvent, Verdict, WebhookEvent, WebhookHeaders, WebhookLimits, WebhookReceiver},
};
use billwire::{Code, Delivery, MismatchCode, PaymentServiceType, Status, WebhookAuthentication};
use std::collections::HashMap;

const TOKEN: &str = "test-webhook";
const BODY: &str = concat!(
    r#"{"tran_id":"T-1","payment_service_type":"KHQR","tran_amount":40000,"currency":"KHR","identity_code":"INV-0001","#,
    r#""status":"success","customers":[{"bill_no":"INV-0001","amount":"40000.0"}],"new":[1]}"#,
);

fn token(text: &str) -> Arc<WebhookToken> {
    Arc::new(WebhookToken::new(text.into()))
}

fn receiver() -> WebhookReceiver {
    WebhookReceiver::merchant_proxy(vec![token(TOKEN)], None).unwrap()
}

fn headers(lines: &[(&str, &str)]) -> WebhookHeaders {
    lines.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
}

fn received(body: &str) -> ReceivedEvent {
    crossed(receiver().receive(headers(&[("Token", TOKEN)]), body.as_bytes()).unwrap())
}

fn event(body: &str) -> Arc<WebhookEvent> {
    received(body).event
}

/// The code with which a receiver refuses; none if it accepts.
fn refusal(receiver: &WebhookReceiver, headers: WebhookHeaders, body: &str) -> Option<Code> {
    receiver.receive(headers, body.as_bytes()).err().map(|error| error.details().code)
}

#[test]
fn an_event_has_its_payload() {
    let ReceivedEvent { event, payload } = received(BODY);
    assert_eq!(event.payload(), payload);
    assert_eq!(event.authentication(), WebhookAuthentication::Token);
    assert_eq!(payload.tran_id.as_deref(), Some("T-1"));
    assert_eq!(payload.payment_service_type, Some(PaymentServiceType::Khqr));
    assert_eq!((payload.tran_amount, payload.status), ("40000".parse().ok(), Some(Status::Success)));
    let Customers::Listed { customers } = &payload.customers else { panic!("a list") };
    assert_eq!((customers[0].bill_no.as_deref(), customers[0].amount), (Some("INV-0001"), "40000.0".parse().ok()));
    assert_eq!(crossed::<_, String>(payload.extra), r#"{"new":[1]}"#);
}

#[test]
fn reads_header_names_in_any_case() {
    let two = WebhookReceiver::merchant_proxy(vec![token("old"), token(TOKEN)], None).unwrap();
    let shown = |lines: &[(&str, &str)]| refusal(&two, headers(lines), BODY);
    assert_eq!(shown(&[("Accept", "application/json"), ("tOKEN", TOKEN), ("X", "")]), None);
    assert_eq!(shown(&[("Token", "old")]), None);
    assert_eq!(shown(&[("Token", "new")]), Some(Code::WrongToken));
    assert_eq!(shown(&[(TOKEN, "Token")]), Some(Code::MissingToken));
    assert_eq!(shown(&[]), Some(Code::MissingToken));
    assert_eq!(shown(&[("Token", TOKEN), ("token", TOKEN)]), Some(Code::DuplicateToken));
}

#[test]
fn checkout_webhooks_are_unauthenticated() {
    let parts: ReceivedEvent = crossed(WebhookReceiver::checkout().receive(headers(&[]), BODY.as_bytes()).unwrap());
    assert_eq!(parts.event.authentication(), WebhookAuthentication::Unauthenticated);
}

#[test]
fn refuses_tokens_that_cannot_stand_in_a_header() {
    let paths = |tokens| codes(WebhookReceiver::merchant_proxy(tokens, None).unwrap_err());
    assert_eq!(paths(Vec::new()), [("tokens".to_owned(), Code::Required)]);
    assert_eq!(paths(vec![token("a"), token("a b")]), [("tokens[1]".to_owned(), Code::InvalidToken)]);
    let printed = format!("{:?}", receiver());
    assert!(printed.contains("WebhookReceiver") && !printed.contains(TOKEN), "{printed}");
}

#[test]
fn applies_each_limit() {
    let limits = |bytes: Option<usize>, depth, customers| {
        let [depth, customers] = [depth, customers].map(|limit: Option<i32>| limit.map(Int32::from));
        Some(WebhookLimits { bytes: bytes.map(Int32::of), depth, customers })
    };
    let check = |limits: Option<WebhookLimits>, body: &str| {
        let proxy = WebhookReceiver::merchant_proxy(vec![token(TOKEN)], limits.clone()).unwrap();
        let code = refusal(&proxy, headers(&[("Token", TOKEN)]), body);
        let checkout = limits.map_or_else(|| Ok(WebhookReceiver::checkout()), WebhookReceiver::checkout_with_limits);
        assert_eq!(refusal(&checkout.unwrap(), headers(&[]), body), code);
        code
    };
    let (bytes, nested, two) = (r#"{"tran_id":"T-1"}"#, r#"{"new":[[]]}"#, r#"{"customers":[{},{}]}"#);
    for body in [bytes, nested, two] {
        assert_eq!((check(None, body), check(limits(None, None, None), body)), (None, None));
    }
    let length = Some(bytes.len());
    assert_eq!(check(limits(length, None, None), bytes), None);
    assert_eq!(check(limits(length.map(|length| length - 1), None, None), bytes), Some(Code::TooLarge));
    assert_eq!(check(limits(None, Some(3), None), nested), None);
    assert_eq!(check(limits(None, Some(2), None), nested), Some(Code::TooDeep));
    assert_eq!(check(limits(None, None, Some(2)), two), None);
    assert_eq!(check(limits(None, None, Some(1)), two), Some(Code::TooManyItems));
}

/// Core's limits have no numbers below zero.
#[test]
fn refuses_limits_below_one() {
    let limits = WebhookLimits { bytes: Some(0.into()), depth: Some((-1).into()), customers: Some(1.into()) };
    let expected = ["limits.bytes", "limits.depth"].map(|path| (path.to_owned(), Code::OutOfRange));
    let proxy = WebhookReceiver::merchant_proxy(vec![token(TOKEN)], Some(limits.clone()));
    assert_eq!(codes(proxy.unwrap_err()), expected);
    assert_eq!(codes(WebhookReceiver::checkout_with_limits(limits).unwrap_err()), expected);
}

fn reply(status: u16, body: &str) -> Reply {
    let headers = HashMap::from([("Content-Type".into(), "application/json".into())]);
    Reply { status: Int32::of(status), headers, body: body.into() }
}

#[test]
fn compares_deliveries_of_one_event() {
    let first = event(BODY);
    let acknowledged = reply(200, r#"{"status":"success","message":"success"}"#);
    assert_eq!(first.acknowledge(), acknowledged);
    assert_eq!(first.dedup_key().as_deref(), Some("tran_id:3:T-1|success"));
    assert_eq!(event("{}").dedup_key(), None);
    let stored = first.fingerprint();
    let verdict = |event: Arc<WebhookEvent>, stored: Option<&str>| {
        let verdict = event.compare(stored.map(str::to_owned));
        (verdict.delivery, verdict.reply)
    };
    assert_eq!(verdict(event(BODY), None), (Delivery::New, acknowledged.clone()));
    let again = BODY.replace("40000,", "40000.00,").replace(r#""new":[1]"#, r#""new":[2]"#);
    assert_eq!(verdict(event(&again), Some(&stored)), (Delivery::Replay, acknowledged));
    let conflict = reply(409, r#"{"status":"failed","message":"conflict"}"#);
    assert_eq!(verdict(event(&BODY.replace("40000,", "40001,")), Some(&stored)), (Delivery::Conflict, conflict));
}

fn expectation(amount: &str) -> Expectation {
    Expectation {
        identity_code: "INV-0001".into(),
        purpose_of_transaction: "2026-01-31".into(),
        currency: "KHR".into(),
        amount: Some(decimal(amount)),
        min_amount: None,
        max_amount: None,
    }
}

fn confirmation(body: &str, amount: &str) -> Confirmation {
    event(body).confirm(Arc::new(biller()), expectation(amount)).unwrap()
}

/// The vectors `confirmations/khr` and `confirmations/event-tran_id-empty`.
#[test]
fn confirms_an_event_by_verification() {
    let with_id = r#"{"identity_code":"INV-0001","tran_id":"T-1","purpose_of_transaction":"2026-01-31"}"#;
    let without_id = r#"{"identity_code":"INV-0001","purpose_of_transaction":"2026-01-31"}"#;
    for (body, asked) in [(BODY, with_id), (r#"{"tran_id":""}"#, without_id)] {
        let confirmation = confirmation(body, "40000.0");
        let call: PreparedVerification = crossed(confirmation.call());
        assert_eq!(call.request.body.unwrap().as_str(), asked);
        let verdict = confirmation.decide(200.into(), FOUND.as_bytes()).unwrap();
        let Verdict::Confirmed { confirmed, .. } = verdict else { panic!("it matches") };
        assert_eq!(confirmed.claim_key(), "T-1");
        let transaction = confirmed.transaction();
        assert_eq!((transaction.bank_ref.as_deref(), transaction.total_amount), (Some("BR-1"), 40_000.into()));
    }
}

/// The vector `confirmations/mismatch-amount-less`.
#[test]
fn does_not_confirm_what_was_not_billed() {
    let verdict = confirmation(BODY, "40001").decide(200.into(), FOUND.as_bytes()).unwrap();
    let Verdict::Mismatch { mismatches, .. } = verdict else { panic!("it does not match") };
    assert_eq!(mismatches, [Mismatch { field: "tran_amount".into(), code: MismatchCode::Different }]);
    let undecided = confirmation(BODY, "40000").decide(503.into(), FOUND.as_bytes()).err().unwrap();
    assert_eq!(undecided.details().code, Code::HttpStatus);
}

#[test]
fn validates_an_expectation() {
    let wrong = |expectation| event(BODY).confirm(Arc::new(biller()), expectation).err().unwrap().details();
    let failure = wrong(Expectation { identity_code: String::new(), amount: Some(decimal("NaN")), ..expectation("1") });
    let found: Vec<_> = failure.violations.iter().map(|one| (one.path.as_str(), one.code)).collect();
    assert_eq!(found, [("identity_code", Code::Empty), ("amount", Code::InvalidDecimal)]);
}
