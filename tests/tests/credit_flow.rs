//! Rules of the credit flow, one at a time. `tests/model` checks every order of events.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "these are tests")]

use billwire::{
    Biller, Claim, Code, CreditEnding, CreditFlow, CreditPolicy, CreditStep, CreditWait, Error, Expectation,
    FlowRequest, Instant, NextStep, Sent, WebhookEvent, WebhookReceiver,
};
use billwire_conformance::{TRANSACTION, config, proxy, with};

const NOT_FOUND: &str = r#"{"code":"404"}"#;
const POLICY: CreditPolicy =
    CreditPolicy::builder().attempts(2).pause_ms(10).longest_pause_ms(40).unauthenticated_reply_ms(5).build();
/// Transactions that have paid a bill.
const UNPAID: [&str; 0] = [];
const PAID: [&str; 1] = ["T-1"];

fn at(millis: i64) -> Instant {
    Instant::from_unix_millis(millis)
}

fn biller() -> Biller {
    billwire_conformance::biller(
        r#"{"notFoundCodes":{"verification":["404"]},"sendEmptyText":true,
        "pendingStatuses":{"transaction":["pending"]},"failedStatuses":{"transaction":["failed"]}}"#,
    )
}

fn bill() -> Expectation {
    Expectation::builder().identity_code("INV-1").purpose_of_transaction("INV-1").currency("KHR").amount(40_000).build()
}

/// An event of a sender that showed the token.
fn event(body: &str) -> WebhookEvent {
    proxy().receive([("Token", "test-webhook")], body.as_bytes()).unwrap()
}

/// An event that anyone can have sent.
fn anyones(body: &str) -> WebhookEvent {
    WebhookReceiver::checkout().receive([], body.as_bytes()).unwrap()
}

fn success(tran_id: &str) -> String {
    format!(
        r#"{{"tran_id":"{tran_id}","status":"success","identity_code":"INV-1","tran_amount":"40000.0",
            "currency":"KHR"}}"#
    )
}

fn with_status(status: &str) -> String {
    TRANSACTION.replace(r#""status":"success""#, &format!(r#""status":"{status}""#))
}

fn start<'a>(event: &WebhookEvent, claim_keys: impl IntoIterator<Item = &'a str>) -> CreditFlow {
    CreditFlow::of_event(&biller(), event, &bill(), claim_keys, POLICY, at(0)).unwrap()
}

fn of_bill<'a>(claim_keys: impl IntoIterator<Item = &'a str>) -> CreditFlow {
    CreditFlow::of_bill(&biller(), &bill(), claim_keys, POLICY).unwrap()
}

fn step(flow: &mut CreditFlow, now: i64) -> CreditStep {
    flow.step(at(now), 1.0).unwrap()
}

fn request(flow: &mut CreditFlow, now: i64) -> FlowRequest {
    let CreditStep::Send { request } = step(flow, now) else { panic!("nothing to send") };
    request
}

/// Verifies with this answer.
fn verify(flow: &mut CreditFlow, body: &str) {
    let request = request(flow, 0);
    flow.answered(request.number, 200, body.as_bytes(), None, at(0)).unwrap();
}

/// The ending, the name of the transaction in it, and the status of the reply.
type End = (&'static str, Option<String>, Option<u16>);

fn finished(flow: &mut CreditFlow, now: i64) -> End {
    let CreditStep::Finished { ending, reply } = step(flow, now) else { panic!("not finished") };
    let tran_id = ending.transaction().map(|transaction| transaction.tran_id.clone());
    (ending.as_str(), tran_id, reply.map(|reply| reply.status.as_u16()))
}

/// Verifies an event with this answer, claims, and returns the end.
fn ending<'a>(event: &WebhookEvent, claim_keys: impl IntoIterator<Item = &'a str>, body: &str) -> End {
    let mut flow = start(event, claim_keys);
    verify(&mut flow, body);
    if let CreditStep::Credit { .. } = step(&mut flow, 5) {
        flow.claimed(Claim::Credited).unwrap();
    }
    finished(&mut flow, 5)
}

fn told(outcome: &'static str, tran_id: &str, status: u16) -> End {
    (outcome, Some(tran_id.into()), Some(status))
}

fn code(result: Result<(), Error>) -> Code {
    result.unwrap_err().code()
}

#[test]
fn credits_a_confirmed_payment() {
    let mut flow = start(&event(&success("T-1")), UNPAID);
    verify(&mut flow, TRANSACTION);
    let CreditStep::Credit { confirmed } = step(&mut flow, 1) else { panic!("nothing to credit") };
    assert_eq!((confirmed.claim_key(), confirmed.amount()), ("T-1", 40_000.into()));
    flow.claimed(Claim::Credited).unwrap();
    assert_eq!(finished(&mut flow, 1), told("credited", "T-1", 200));
}

#[test]
fn refuses_what_it_did_not_ask_for() {
    let mut flow = start(&event(&success("T-1")), UNPAID);
    assert_eq!(code(flow.claimed(Claim::Credited)), Code::OutOfTurn);
    let request = request(&mut flow, 0);
    assert_eq!(flow.step(at(0), 0.0).unwrap_err().code(), Code::OutOfTurn);
    assert_eq!(code(flow.answered(request.number + 1, 200, b"", None, at(0))), Code::OutOfTurn);
    flow.answered(request.number, 200, TRANSACTION.as_bytes(), None, at(0)).unwrap();
    assert_eq!(code(flow.answered(request.number, 200, b"", None, at(0))), Code::OutOfTurn);
    assert_eq!(code(flow.no_answer(request.number, Sent::No, None, at(0))), Code::OutOfTurn);
    flow.claimed(Claim::Credited).unwrap();
    assert_eq!(code(flow.claimed(Claim::Credited)), Code::OutOfTurn);
}

#[test]
fn only_a_listed_status_is_believed() {
    for status in [r#","status":"failed""#, r#","status":"pending""#] {
        for make in [event, anyones] {
            let event = make(&format!(r#"{{"tran_id":"T-1","identity_code":"INV-1"{status}}}"#));
            assert_eq!(finished(&mut start(&event, UNPAID), 5), ("nothingToCredit", None, Some(200)), "{status}");
        }
    }
    let others = ["", r#","status":"""#, r#","status":null"#, r#","status":"Success""#, r#","status":"paid""#];
    for status in others {
        let event = event(&format!(r#"{{"tran_id":"T-1","identity_code":"INV-1"{status}}}"#));
        assert_eq!(ending(&event, UNPAID, TRANSACTION), told("credited", "T-1", 200), "{status}");
    }
}

#[test]
fn the_verification_decides_and_not_the_event() {
    for (name, value) in [("tran_amount", "1"), ("currency", "\"USD\""), ("currency", "840"), ("tran_amount", "[]")] {
        let event = event(&format!(r#"{{"tran_id":"T-1","status":"success","{name}":{value}}}"#));
        assert_eq!(ending(&event, UNPAID, TRANSACTION), told("credited", "T-1", 200), "{name} {value}");
    }
    let mut other = start(&event(r#"{"status":"success","identity_code":"INV-2"}"#), UNPAID);
    assert_eq!(finished(&mut other, 0), ("mismatch", None, Some(409)));
}

#[test]
fn an_id_that_no_transaction_can_have_is_a_conflict() {
    let mut flow = start(&event(r#"{"status":"success","tran_id":"\u0007"}"#), UNPAID);
    assert_eq!(finished(&mut flow, 0), ("mismatch", None, Some(409)));
}

#[test]
fn every_verdict_has_its_transaction() {
    let of = |body: &str| ending(&event(&success("T-1")), UNPAID, body);
    assert_eq!(of(&TRANSACTION.replace("40000", "20000")), told("mismatch", "T-1", 409));
    assert_eq!(of(&with_status("failed")), told("paymentFailed", "T-1", 200));
    assert_eq!(of(&with_status("pending")), told("pending", "T-1", 503));
}

#[test]
fn an_account_takes_any_amount_in_its_range() {
    let account = with(bill(), |bill| {
        (bill.amount, bill.min_amount, bill.max_amount) = (None, Some(10.into()), Some(45.into()));
    });
    for (amount, outcome) in [("45", "credited"), ("45.01", "mismatch")] {
        let mut flow =
            CreditFlow::of_event(&biller(), &event(&success("T-1")), &account, UNPAID, POLICY, at(0)).unwrap();
        verify(&mut flow, &TRANSACTION.replace("40000", amount));
        if let CreditStep::Credit { confirmed } = step(&mut flow, 0) {
            assert_eq!(confirmed.amount(), amount.parse().unwrap());
            flow.claimed(Claim::Credited).unwrap();
        }
        assert_eq!(finished(&mut flow, 0).0, outcome, "{amount}");
    }
}

#[test]
fn a_failure_that_waiting_mends_is_status_503() {
    let mut flow = start(&event(&success("T-1")), UNPAID);
    let request = request(&mut flow, 0);
    flow.no_answer(request.number, Sent::Maybe, None, at(5)).unwrap();
    assert_eq!(finished(&mut flow, 5), ("unconfirmed", None, Some(503)));
}

#[test]
fn a_failure_that_a_person_mends_is_status_500() {
    let mut flow = start(&event(&success("T-1")), UNPAID);
    let request = request(&mut flow, 0);
    flow.answered(request.number, 401, b"", None, at(0)).unwrap();
    let CreditStep::Finished { ending: CreditEnding::Unconfirmed { error }, reply } = step(&mut flow, 0) else {
        panic!("not finished")
    };
    assert_eq!((error.next_step(), reply.unwrap().status.as_u16()), (NextStep::FixCredentials, 500));
}

#[test]
fn an_unpaid_bill_is_verified_as_often_as_allowed() {
    for (answer, outcome) in [(NOT_FOUND, "unconfirmed"), (&*with_status("pending"), "pending")] {
        let mut flow = of_bill(UNPAID);
        verify(&mut flow, answer);
        let wait = CreditStep::Wait { until: at(10), reason: CreditWait::VerifyAgain };
        assert_eq!(step(&mut flow, 0), wait);
        assert_eq!(step(&mut flow, -9), CreditStep::Wait { until: at(1), reason: CreditWait::VerifyAgain });
        let second = request(&mut flow, 10);
        flow.answered(second.number, 200, answer.as_bytes(), None, at(10)).unwrap();
        assert_eq!(finished(&mut flow, 10).0, outcome);
    }
}

#[test]
fn a_wait_lasts_as_long_as_the_service_asks() {
    let mut flow = of_bill(UNPAID);
    let first = request(&mut flow, 0);
    flow.answered(first.number, 503, b"", Some(700), at(0)).unwrap();
    assert_eq!(step(&mut flow, 0), CreditStep::Wait { until: at(700), reason: CreditWait::VerifyAgain });
}

#[test]
fn a_bill_that_was_paid_is_not_verified() {
    assert_eq!(finished(&mut of_bill(PAID), 9), ("creditedBefore", None, None));
    for body in [&*success("T-1"), r#"{"tran_no":"T-1"}"#, r#"{"tran_id":"T-1","status":"pending"}"#] {
        assert_eq!(finished(&mut start(&event(body), PAID), 9), ("creditedBefore", None, Some(200)), "{body}");
    }
}

#[test]
fn a_second_payment_of_a_bill_is_told() {
    let second = TRANSACTION.replace("T-1", "T-2");
    assert_eq!(ending(&event(&success("T-2")), PAID, &second), told("paidTwice", "T-2", 409));
    // Without an id, the verification says which transaction it was.
    assert_eq!(ending(&event("{}"), PAID, TRANSACTION), ("creditedBefore", None, Some(200)));
}

#[test]
fn a_payment_that_failed_later_is_reversed() {
    let failed = event(r#"{"tran_id":"T-1","status":"failed"}"#);
    assert_eq!(ending(&failed, PAID, &with_status("failed")), told("reversed", "T-1", 200));
    assert_eq!(ending(&failed, PAID, TRANSACTION), ("creditedBefore", None, Some(200)));
    assert_eq!(ending(&failed, PAID, NOT_FOUND), ("unconfirmed", None, Some(503)));
    // That of another transaction concerns no payment.
    let other = event(r#"{"tran_id":"T-2","status":"failed"}"#);
    assert_eq!(finished(&mut start(&other, PAID), 0), ("nothingToCredit", None, Some(200)));
}

#[test]
fn the_books_decide_between_two_flows() {
    for (claim, expected) in [
        (Claim::CreditedBefore, ("creditedBefore", None, Some(200))),
        (Claim::PaidOtherwise, told("paidTwice", "T-1", 409)),
    ] {
        let mut flow = start(&event(&success("T-1")), UNPAID);
        verify(&mut flow, TRANSACTION);
        flow.claimed(claim).unwrap();
        assert_eq!(finished(&mut flow, 1), expected);
    }
}

#[test]
fn anyone_learns_nothing_from_the_reply() {
    let unknown = CreditFlow::of_unknown_bill(&biller(), &anyones(&success("T-9")), POLICY, at(0)).unwrap();
    let closed = start(&anyones(&success("T-9")), PAID);
    let mut verified = start(&anyones(&success("T-9")), UNPAID);
    let request = request(&mut verified, 0);
    assert!(!request.http.body.unwrap().as_str().contains("T-9"), "the verification holds nothing of the event");
    verified.answered(request.number, 200, NOT_FOUND.as_bytes(), None, at(0)).unwrap();
    let mut paid = start(&anyones(&success("T-9")), UNPAID);
    verify(&mut paid, TRANSACTION);
    paid.claimed(Claim::Credited).unwrap();
    for mut flow in [unknown, closed, verified, paid] {
        assert_eq!(step(&mut flow, 4), CreditStep::Wait { until: at(5), reason: CreditWait::Reply });
        let CreditStep::Finished { reply: Some(reply), .. } = step(&mut flow, 5) else { panic!("not finished") };
        assert_eq!(reply.status, 503);
        assert!(reply.headers.0.contains(&("Retry-After".into(), "60".into())));
    }
}

#[test]
fn every_stranger_is_answered_at_the_same_time() {
    let pending = r#"{"status":"pending","identity_code":"INV-1"}"#;
    let unknown = CreditFlow::of_unknown_bill(&biller(), &anyones(pending), POLICY, at(0)).unwrap();
    for mut flow in [unknown, start(&anyones(pending), UNPAID), start(&anyones(&success("T-1")), PAID)] {
        assert_eq!(step(&mut flow, 0), CreditStep::Wait { until: at(5), reason: CreditWait::Reply });
        assert_eq!(finished(&mut flow, 5).2, Some(200));
    }
}

#[test]
fn anyone_that_names_the_payment_is_acknowledged() {
    assert_eq!(ending(&anyones(&success("T-1")), UNPAID, TRANSACTION), told("credited", "T-1", 200));
}

#[test]
fn an_unknown_bill_is_a_conflict() {
    let mut flow = CreditFlow::of_unknown_bill(&biller(), &event(&success("T-1")), POLICY, at(0)).unwrap();
    assert_eq!(finished(&mut flow, 0), ("unknownBill", None, Some(409)));
}

#[test]
fn an_invalid_bill_or_policy_is_an_error() {
    let paths = |error: Error| -> Vec<_> { error.violations().iter().map(|finding| finding.path.clone()).collect() };
    let refused = |bill: Expectation| {
        paths(CreditFlow::of_event(&biller(), &event(&success("T-1")), &bill, UNPAID, POLICY, at(0)).unwrap_err())
    };
    assert_eq!(refused(with(bill(), |bill| bill.identity_code = String::new())), ["identity_code"]);
    assert_eq!(refused(with(bill(), |bill| bill.amount = None)), ["amount"]);
    assert_eq!(refused(with(bill(), |bill| bill.max_amount = Some(1.into()))), ["max_amount"]);
    let empty =
        with(bill(), |bill| (bill.amount, bill.min_amount, bill.max_amount) = (None, Some(2.into()), Some(1.into())));
    assert_eq!(refused(empty), ["max_amount"]);
    // The settings of the biller are at fault, not the event.
    let bare = Biller::new(with(config(), |config| config.verification_token = None)).unwrap();
    let error = CreditFlow::of_event(&bare, &event(&success("T-1")), &bill(), UNPAID, POLICY, at(0)).unwrap_err();
    assert_eq!(error.kind(), "missing_credential");
    const DAY: u64 = 24 * 3_600_000;
    let begin = |change: fn(&mut CreditPolicy)| CreditFlow::of_bill(&biller(), &bill(), UNPAID, with(POLICY, change));
    assert!(begin(|policy| policy.unauthenticated_reply_ms = DAY).is_ok());
    let error = begin(|policy| {
        policy.attempts = 0;
        policy.longest_pause_ms = 9;
        policy.unauthenticated_reply_ms = DAY + 1;
    })
    .unwrap_err();
    assert_eq!(paths(error), ["policy.attempts", "policy.longestPauseMs", "policy.unauthenticatedReplyMs"]);
}

#[test]
fn no_secret_is_printed() {
    let mut flow = start(&event(&success("T-1")), UNPAID);
    let request = request(&mut flow, 0);
    assert!(request.http.headers.iter().any(|header| header.value.as_str().contains("test-verification")));
    for text in [format!("{request:?}"), format!("{flow:?}")] {
        assert!(!text.contains("test-verification"), "{text}");
    }
}
