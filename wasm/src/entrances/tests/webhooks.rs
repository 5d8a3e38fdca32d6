//! Webhooks of which JavaScript keeps the content.

use super::*;
use billwire::wire::offset_index::{OffsetIndex, Readability};
use billwire::{
    Delivery, EventIds, Expectation, Reply, Verdict, WebhookEvent, WebhookReceiver, WebhookToken, dedup_key,
};

const BODY: &str = r#"{"tran_id":"T-1","tran_no":"N-1","bank_code":"B","bank_ref":"R","status":"success","tran_amount":1e3,"customers":[{"bill_no":"INV-1"}],"new":1}"#;

fn event(body: &str) -> WebhookEvent {
    WebhookReceiver::checkout().receive([], body.as_bytes()).unwrap()
}

/// Answer to a verification: a transaction of 1000 KHR for INV-1.
fn answer(tran_id: &str) -> String {
    format!(
        r#"{{"code":"SUCCESS","message":"found","data":{{"tran_id":"{tran_id}","tran_date":"2026-01-31T09:00:00.000","tran_amount":1000,"fee_amount":0,"total_amount":1000,"currency":"KHR","identity_code":"INV-1","bank_code":"B","bank_ref":"R","purpose_of_transaction":"INV-1","status":"success"}}}}"#
    )
}

fn expectation() -> DynamicValue {
    object(vec![
        ("identity_code", text("INV-1")),
        ("purpose_of_transaction", text("INV-1")),
        ("currency", text("KHR")),
        ("amount", double(1000.0)),
    ])
}

fn typed_expectation() -> Expectation {
    Expectation::builder().identity_code("INV-1").purpose_of_transaction("INV-1").currency("KHR").amount(1000).build()
}

#[test]
fn authenticates_like_receive() {
    let proxy = WebhookReceiver::merchant_proxy(vec![WebhookToken::new("token")]).unwrap();
    for receiver in [proxy, WebhookReceiver::checkout()] {
        for tokens in [&[][..], &["token"], &["guess"], &["token", "token"]] {
            let shown: Vec<_> = tokens.iter().map(|token| token.as_bytes()).collect();
            let received = receiver.receive(tokens.iter().map(|token| ("Token", *token)), b"{}");
            assert_eq!(receiver.authenticate(&shown), received.map(|event| event.authentication));
        }
    }
}

#[test]
fn reads_offsets_and_payloads_like_receive() {
    let receiver = WebhookReceiver::checkout();
    for body in [BODY, "{}", r#"{"status":"ជោគជ័យ"}"#, r#"{"status":1}"#, "{", r#"{"Customer":[{}],"customers":[]}"#]
    {
        let received = receiver.receive([], body.as_bytes());
        let payload = receiver.read_payload(body.as_bytes());
        assert_eq!(payload, received.clone().map(|event| (event.payload, event.warnings)), "{body}");
        let mut offsets = OffsetIndex::default();
        let read = receiver.read_offsets(body.as_bytes(), &mut offsets);
        match received {
            Ok(_) => assert_eq!(read, Ok(()), "{body}"),
            // Two spellings are two fields in the offsets: a value is read by both.
            Err(error) if error.code() == Code::ConflictingValues => {
                assert!(read.is_ok() && offsets.readability() != Readability::Known)
            }
            Err(error) => assert_eq!(read, Err(error), "{body}"),
        }
    }
}

#[test]
fn refuses_a_body_above_the_limit() {
    let limits = object(vec![("bytes", double(20.0))]);
    let small = receiver(object(vec![("limits", limits)]), true).unwrap();
    for receiver in [small, WebhookReceiver::checkout()] {
        let limit = receiver.limits().bytes;
        let code = |bytes: usize| receiver.read_payload(&vec![b'<'; bytes]).unwrap_err().code();
        assert_eq!((code(limit), code(limit + 1)), (Code::InvalidJson, Code::TooLarge));
    }
}

#[test]
fn identifies_events_like_the_typed_api() {
    let event = event(BODY);
    assert_eq!(dedup_key([Some("T-1"), Some("N-1"), Some("B"), Some("R")], Some("success")), event.dedup_key());
    assert!(dedup_key([None; 4], Some("success")).is_none());
    assert_eq!(fingerprint(BODY.as_bytes()), Ok(event.fingerprint()));
    assert_eq!(refused(fingerprint(b"{")), places("invalid_webhook", &[("", Code::InvalidJson)]));
    let own = event.fingerprint();
    for stored in [None, Some(own.as_str()), Some("another")] {
        assert_eq!(Delivery::of(&own, stored), event.compare(stored));
    }
    assert_eq!(Delivery::of(&own, Some("another")), Delivery::Conflict);
    assert_eq!(Reply::acknowledgement(), event.acknowledge());
}

#[test]
fn confirms_an_event_by_its_kept_ids() {
    let ids = |tran_id: Option<&str>, tran_no: Option<&str>| {
        EventIds::builder().maybe_tran_id(tran_id.map(str::to_owned)).maybe_tran_no(tran_no.map(str::to_owned)).build()
    };
    let of_body = ids(Some("T-1"), Some("N-1"));
    for (body, kept) in [(BODY, of_body), (r#"{"tran_id":""}"#, ids(Some(""), None)), ("{}", ids(None, None))] {
        let typed = event(body).confirm(&biller(), typed_expectation()).unwrap();
        let own = confirm(&biller(), &expectation(), kept.clone()).unwrap();
        assert_eq!(own.call.body, typed.call.body, "{body}");
        for answer in [answer("T-1"), answer("N-1"), answer("T-2"), r#"{"code":"310"}"#.to_owned()] {
            let verdict = decide(&biller(), &expectation(), &kept, 200, answer.as_bytes());
            assert_eq!(verdict, typed.decide(200, answer.as_bytes()), "{body} {answer}");
            assert_eq!(verdict, own.decide(200, answer.as_bytes()), "{body} {answer}");
        }
    }
    // Only an event with an id can differ in it.
    let other = answer("T-2");
    let verdict = |kept| decide(&biller(), &expectation(), &ids(kept, None), 200, other.as_bytes());
    assert!(matches!(verdict(Some("T-1")), Ok(Verdict::Mismatch { .. })));
    assert!(matches!(verdict(Some("")), Ok(Verdict::Confirmed { .. })));
}

#[test]
fn requires_a_complete_expectation() {
    let missing = ["amount", "currency", "identity_code", "purpose_of_transaction"];
    let expected = places("invalid_request", &missing.map(|field| (field, Code::Required)));
    assert_eq!(refused(confirm(&biller(), &object(vec![]), EventIds::default())), expected);
    assert_eq!(refused(decide(&biller(), &object(vec![]), &EventIds::default(), 200, b"{}")), expected);
}
