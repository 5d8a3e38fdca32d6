//! A settlement that is found again by verification (sections 4.2 and 4.3), and an event held against its bill.

use crate::{bill, biller, config, places};
use billwire::*;

fn expectation() -> Expectation {
    Expectation {
        identity_code: "C-1".into(),
        purpose_of_transaction: "INV-1".into(),
        currency: "USD".into(),
        amount: 100.into(),
        extra: Members::default(),
    }
}

#[test]
fn a_settlement_is_looked_up_as_the_profile_says() {
    let lookup =
        SettlementLookup { identity_code: "customer_sync_code".into(), purpose_of_transaction: "ref_id".into() };
    let profile = WireProfile { settlement_lookup: Some(lookup), ..WireProfile::default() };
    let biller = Biller::new(BillerConfig { profile, ..config() }).unwrap();
    let call = biller.prepare_settlement_lookup(&bill()).unwrap();
    assert_eq!(call.operation(), OperationName::Verification);
    assert_eq!(call.body, r#"{"identity_code":"C-1","purpose_of_transaction":"INV-1"}"#);
    let nameless = Settlement { ref_id: String::new(), ..bill() };
    let error = biller.prepare_settlement_lookup(&nameless).unwrap_err();
    assert_eq!(
        (error.operation(), places(error.violations())),
        (Some(OperationName::Settlement), vec![("ref_id", Code::Empty)])
    );
}

#[test]
fn without_a_lookup_there_is_none() {
    let error = biller().prepare_settlement_lookup(&bill()).unwrap_err();
    assert_eq!(places(error.violations()), [("profile.settlement_lookup", Code::SettlementLookup)]);
}

#[test]
fn the_same_call_again_is_the_same() {
    let call = biller().prepare(&bill()).unwrap();
    let again = call.clone();
    assert_eq!((again.operation(), again.method, &again.url), (OperationName::Settlement, call.method, &call.url));
    assert_eq!((&again.body, again.headers.len()), (&call.body, call.headers.len()));
    assert_eq!(again.decode(503, b"").unwrap_err().next_step(), call.decode(503, b"").unwrap_err().next_step());
}

#[test]
fn an_event_is_held_against_a_bill_that_is_one() {
    let event = WebhookReceiver::checkout().receive([], br#"{"tran_id":"T-1"}"#).unwrap();
    let confirmation = event.confirm(&biller(), expectation()).unwrap();
    assert_eq!(confirmation.call.body, r#"{"identity_code":"C-1","tran_id":"T-1","purpose_of_transaction":"INV-1"}"#);
    let more: Members = [("bank_ref", "B-1")].into_iter().collect();
    let wrong = Expectation { currency: String::new(), extra: more, ..expectation() };
    let error = event.confirm(&biller(), wrong).unwrap_err();
    assert_eq!(places(error.violations()), [("currency", Code::Empty), ("extra", Code::UnknownField)]);
}

#[test]
fn what_is_confirmed_is_the_services_transaction() {
    let event = WebhookReceiver::checkout().receive([], br#"{"tran_id":"T-1"}"#).unwrap();
    let confirmation = event.confirm(&biller(), expectation()).unwrap();
    let answer = br#"{"code":"SUCCESS","message":"ok","data":{"identity_code":"C-1","purpose_of_transaction":"INV-1",
        "tran_id":"T-1","currency":"USD","tran_amount":100,"fee_amount":1,"total_amount":101,"status":"success",
        "tran_date":"2026-01-31T09:00:00","bank_ref":"B-1","bank_code":"BANK"}}"#;
    match confirmation.decide(200, answer) {
        Ok(Verdict::Confirmed(confirmed)) => {
            assert_eq!((confirmed.claim_key(), confirmed.transaction().total_amount), ("T-1", 101));
        }
        other => panic!("{other:?}"),
    }
}
