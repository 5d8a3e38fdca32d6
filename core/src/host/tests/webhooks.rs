//! Webhooks piece by piece, as a host reads them that keeps what it has read.

use super::*;
use crate::{Delivery, Expectation, Verdict, WebhookEvent, WebhookReceiver, WebhookToken};
use billwire_wire::{
    offset_index::{OffsetIndex, Readability},
    reader::Units,
};

const BODY: &str = r#"{"tran_id":"T-1","tran_no":"N-1","bank_code":"B","bank_ref":"R","status":"success","tran_amount":1e3,"customers":[{"bill_no":"INV-1"}],"new":1}"#;

fn event(body: &str) -> WebhookEvent {
    WebhookReceiver::checkout().receive([], body.as_bytes()).unwrap()
}

/// The answer to a verification: a transaction of 1000 KHR for INV-1.
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
    Expectation {
        identity_code: "INV-1".into(),
        purpose_of_transaction: "INV-1".into(),
        currency: "KHR".into(),
        amount: "1000".parse().unwrap(),
        extra: Default::default(),
    }
}

#[test]
fn a_host_that_checks_the_token_alone_is_told_what_receiving_tells() {
    let proxy = WebhookReceiver::merchant_proxy(vec![WebhookToken::new("token")]).unwrap();
    for receiver in [proxy, WebhookReceiver::checkout()] {
        for tokens in [&[][..], &["token"], &["guess"], &["token", "token"]] {
            let shown: Vec<_> = tokens.iter().map(|token| token.as_bytes()).collect();
            let received = receiver.receive(tokens.iter().map(|token| ("Token", *token)), b"{}");
            assert_eq!(authenticate(&receiver, &shown), received.map(|event| event.authentication));
        }
    }
}

#[test]
fn a_host_reads_the_tape_or_the_payload() {
    let receiver = WebhookReceiver::checkout();
    for body in [BODY, "{}", r#"{"status":"ជោគជ័យ"}"#, r#"{"status":1}"#, "{", r#"{"Customer":[{}],"customers":[]}"#]
    {
        let received = receiver.receive([], body.as_bytes());
        let payload = read_webhook_payload(&receiver, body.as_bytes());
        assert_eq!(payload, received.clone().map(|event| (event.payload, event.warnings)), "{body}");
        let mut tape = OffsetIndex::default();
        let read = read_webhook(&receiver, body.as_bytes(), Units::Utf16, &mut tape);
        match received {
            // A body that is read tells whether its units are bytes.
            Ok(_) => assert_eq!(read, Ok(body.is_ascii()), "{body}"),
            // Two spellings are two fields on the tape: whoever takes the values looks at both.
            Err(error) if error.code() == Code::ConflictingValues => {
                assert!(read.is_ok() && tape.readability() != Readability::Known)
            }
            Err(error) => assert_eq!(read, Err(error), "{body}"),
        }
    }
}

#[test]
fn a_body_of_more_bytes_than_the_limit_need_not_be_taken_in() {
    let limits = object(vec![("bytes", double(20.0))]);
    let small = receiver(object(vec![("limits", limits)]), true).unwrap();
    for receiver in [small, WebhookReceiver::checkout()] {
        let limit = webhook_limit(&receiver);
        let code = |bytes: usize| read_webhook_payload(&receiver, &vec![b'<'; bytes]).unwrap_err().code();
        assert_eq!((code(limit), code(limit + 1)), (Code::InvalidJson, Code::TooLarge));
    }
}

#[test]
fn what_tells_events_apart() {
    let event = event(BODY);
    assert_eq!(dedup_key([Some("T-1"), Some("N-1"), Some("B"), Some("R")], Some("success")), event.dedup_key());
    assert!(dedup_key([None; 4], Some("success")).is_none());
    assert_eq!(fingerprint(BODY.as_bytes()), Ok(event.fingerprint()));
    assert_eq!(refused(fingerprint(b"{")), places("invalid_webhook", &[("", Code::InvalidJson)]));
    let own = event.fingerprint();
    for stored in [None, Some(own.as_str()), Some("another")] {
        assert_eq!(compare(&own, stored), event.compare(stored));
    }
    assert_eq!(compare(&own, Some("another")), Delivery::Conflict);
    assert_eq!(acknowledgement(), event.acknowledge());
}

#[test]
fn an_event_is_confirmed_by_what_was_kept_of_it() {
    let ids = |tran_id: Option<&str>, tran_no: Option<&str>| EventIds {
        tran_id: tran_id.map(str::to_owned),
        tran_no: tran_no.map(str::to_owned),
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
    // Only an event with an id of its own can be another's.
    let other = answer("T-2");
    let verdict = |kept| decide(&biller(), &expectation(), &ids(kept, None), 200, other.as_bytes());
    assert!(matches!(verdict(Some("T-1")), Ok(Verdict::Mismatch(_))));
    assert!(matches!(verdict(Some("")), Ok(Verdict::Confirmed(_))));
}

#[test]
fn an_expectation_has_to_be_complete() {
    let missing = ["amount", "currency", "identity_code", "purpose_of_transaction"];
    let expected = places("invalid_request", &missing.map(|field| (field, Code::Required)));
    assert_eq!(refused(confirm(&biller(), &object(vec![]), EventIds::default())), expected);
    assert_eq!(refused(decide(&biller(), &object(vec![]), &EventIds::default(), 200, b"{}")), expected);
}
