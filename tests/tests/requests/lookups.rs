//! Lookup of a settlement by verification (sections 4.2 and 4.3), and comparison of an event with its bill.

use crate::{bill, biller, config, places};
use billwire::*;
use billwire_conformance::with;
use serde_json::{Value, json};

fn expectation() -> Expectation {
    Expectation::builder().identity_code("C-1").purpose_of_transaction("INV-1").currency("USD").amount(100).build()
}

fn profile(settings: &str) -> WireProfile {
    let lookup = r#""settlementLookup":{"identity_code":"customer_sync_code","purpose_of_transaction":"ref_id"}"#;
    let not_found = r#""notFoundCodes":{"verification":["NOT_FOUND"]}"#;
    WireProfile::from_json(format!("{{{lookup},{not_found}{settings}}}").as_bytes()).unwrap()
}

fn looking(settings: &str) -> Biller {
    Biller::new(with(config(), |config| config.profile = profile(settings))).unwrap()
}

#[test]
fn profile_configures_the_lookup() {
    let call = looking("").prepare_settlement_lookup(&bill()).unwrap().call;
    assert_eq!(call.operation(), OperationName::Verification);
    assert_eq!(call.body, r#"{"identity_code":"C-1","purpose_of_transaction":"INV-1"}"#);
    let nameless = with(bill(), |bill| bill.ref_id = String::new());
    let error = looking("").prepare_settlement_lookup(&nameless).unwrap_err();
    assert_eq!(
        (error.operation(), places(error.violations())),
        (Some(OperationName::Settlement), vec![("ref_id", Code::Empty)])
    );
}

#[test]
fn date_is_a_purpose_in_its_format_and_zone() {
    let lookup = SettlementLookup::builder()
        .identity_code("ref_id")
        .purpose_of_transaction("date")
        .date_format("dd/MM/yyyy")
        .build();
    let date_offset = "+07:00".parse().unwrap();
    let profile = WireProfile::builder().settlement_lookup(lookup).date_offset(date_offset).build();
    let biller = Biller::new(with(config(), |config| config.profile = profile)).unwrap();
    let late = with(bill(), |bill| bill.date = "2026-01-31T20:00:00Z".parse().unwrap());
    let call = biller.prepare_settlement_lookup(&late).unwrap().call;
    assert_eq!(call.body, r#"{"identity_code":"INV-1","purpose_of_transaction":"01/02/2026"}"#);
}

/// Returns the answer to a lookup of `bill` with changed members, such as `"status":"failed"`.
fn answer(changes: &[(&str, &str)]) -> String {
    let mut members = vec![
        ("identity_code", r#""C-1""#),
        ("purpose_of_transaction", r#""INV-1""#),
        ("tran_id", r#""T-1""#),
        ("currency", r#""USD""#),
        ("tran_amount", "100"),
        ("fee_amount", "1"),
        ("total_amount", "101"),
        ("status", r#""success""#),
        ("tran_date", r#""D""#),
        ("bank_ref", r#""R""#),
        ("bank_code", r#""B""#),
    ];
    for (name, value) in changes {
        members.retain(|(known, _)| known != name);
        members.push((name, value));
    }
    let members: Vec<_> = members.iter().map(|(name, value)| format!(r#""{name}":{value}"#)).collect();
    format!(r#"{{"code":"SUCCESS","message":"m","data":{{{}}}}}"#, members.join(","))
}

#[test]
fn lookup_compares_the_bill_before_the_status() {
    let statuses = r#","pendingStatuses":{"transaction":["wait"]},"failedStatuses":{"transaction":["failed"]}"#;
    let lookup = looking(statuses).prepare_settlement_lookup(&bill()).unwrap();
    for (changes, verdict, fields) in [
        (&[][..], "settled", &[][..]),
        (&[("tran_amount", "100.00")], "settled", &[]),
        (&[("tran_amount", "\"1e2\"")], "settled", &[]),
        (&[("settlement_to", "\"S-1\"")], "settled", &[]),
        (&[("status", "\"wait\"")], "pending", &[]),
        (&[("status", "\"Success\"")], "unclear", &[]),
        (&[("status", "\"failed\"")], "failed", &[]),
        (&[("status", "\"failed\""), ("tran_amount", "1")], "different", &["tran_amount"]),
        (&[("tran_id", "\" \"")], "different", &["tran_id"]),
        (&[("tran_amount", "101")], "different", &["tran_amount"]),
        (&[("tran_amount", "-100")], "different", &["tran_amount"]),
        (&[("currency", "\"KHR\"")], "different", &["currency"]),
        (&[("settlement_to", "\"S-2\"")], "different", &["settlement_to"]),
        (&[("settlement_to", "7")], "different", &["settlement_to"]),
        (&[("identity_code", "\"C-2\"")], "different", &["identity_code"]),
        (&[("purpose_of_transaction", "\"\"")], "different", &["purpose_of_transaction"]),
        (&[("tran_amount", "1"), ("status", "\"wait\"")], "different", &["tran_amount"]),
    ] {
        let told = lookup.decide(200, answer(changes).as_bytes());
        let mismatches = match &told {
            LookupVerdict::Different { mismatches, .. } => mismatches.iter().map(|m| m.field.as_str()).collect(),
            _ => Vec::new(),
        };
        assert_eq!((told.as_str(), mismatches.as_slice()), (verdict, fields), "{changes:?}");
        assert_eq!(told.transaction().is_some(), verdict != "notFound");
    }
}

#[test]
fn only_profile_codes_mean_not_found() {
    let lookup = looking("").prepare_settlement_lookup(&bill()).unwrap();
    let not_found = br#"{"code":"NOT_FOUND","message":"m"}"#;
    for (status, body, verdict, next_step) in [
        (200, &not_found[..], "notFound", Some(NextStep::VerifyAgain)),
        (404, not_found, "unclear", Some(NextStep::VerifyAgain)),
        (500, not_found, "unclear", Some(NextStep::VerifyAgain)),
        (404, b"", "unclear", Some(NextStep::VerifyAgain)),
        (401, b"", "unclear", Some(NextStep::FixCredentials)),
        (200, br#"{"code":"NOTHING","message":"m"}"#, "unclear", Some(NextStep::VerifyAgain)),
        (200, br#"{"code":"SUCCESS","message":"m"}"#, "unclear", Some(NextStep::AskService)),
        // A transaction together with the code for not found.
        (200, br#"{"code":"NOT_FOUND","data":{"status":"success"}}"#, "unclear", Some(NextStep::VerifyAgain)),
    ] {
        let told = lookup.decide(status, body);
        assert_eq!(
            (told.as_str(), told.next_step()),
            (verdict, next_step),
            "{status} {}",
            String::from_utf8_lossy(body)
        );
    }
    let unset = Biller::new(with(config(), |config| {
        config.profile = with(profile(""), |profile| profile.not_found_codes = CodesByOperation::default())
    }));
    let told = unset.unwrap().prepare_settlement_lookup(&bill()).unwrap().decide(200, not_found);
    assert_eq!(told.as_str(), "unclear");
}

#[test]
fn lookup_requires_its_setting() {
    let error = biller().prepare_settlement_lookup(&bill()).unwrap_err();
    assert_eq!(places(error.violations()), [("profile.settlementLookup", Code::SettlementLookup)]);
}

#[test]
fn resent_call_is_equal() {
    let call = biller().prepare(&bill()).unwrap();
    let again = call.clone();
    assert_eq!((again.operation(), again.method, &again.url), (OperationName::Settlement, call.method, &call.url));
    assert_eq!((&again.body, again.headers.len()), (&call.body, call.headers.len()));
    assert_eq!(again.decode(503, b"").unwrap_err().next_step(), call.decode(503, b"").unwrap_err().next_step());
}

#[test]
fn event_confirmation_requires_a_valid_bill() {
    let event = WebhookReceiver::checkout().receive([], br#"{"tran_id":"T-1"}"#).unwrap();
    let confirmation = event.confirm(&biller(), expectation()).unwrap();
    assert_eq!(confirmation.call.body, r#"{"identity_code":"C-1","tran_id":"T-1","purpose_of_transaction":"INV-1"}"#);
    let wrong = with(expectation(), |bill| bill.currency = String::new());
    let error = event.confirm(&biller(), wrong).unwrap_err();
    assert_eq!(places(error.violations()), [("currency", Code::Empty)]);
}

#[test]
fn a_row_with_more_columns_is_an_expectation() {
    let row = |more: Value| {
        let mut row =
            json!({"identity_code": "C-1", "purpose_of_transaction": "INV-1", "currency": "USD", "min_amount": 1});
        row.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        Expectation::try_from(row)
    };
    let plain = row(json!({})).unwrap();
    assert_eq!(row(json!({"id": 7, "created_at": "today", "extra": {"a": 1}, "note": null})).unwrap(), plain);
    // A misspelt bound would let any amount through.
    for key in ["maxAmount", "max_amont", "MAX_AMOUNT"] {
        assert_eq!(places(row(json!({ key: 9 })).unwrap_err().violations()), [(key, Code::UnknownField)]);
    }
    // Beside the field itself, it is a column like any other.
    assert!(row(json!({"max_amount": 9, "maxAmount": 8})).is_ok());
}

#[test]
fn confirmed_transaction_is_the_services() {
    let event = WebhookReceiver::checkout().receive([], br#"{"tran_id":"T-1"}"#).unwrap();
    let confirmation = event.confirm(&biller(), expectation()).unwrap();
    let answer = br#"{"code":"SUCCESS","message":"ok","data":{"identity_code":"C-1","purpose_of_transaction":"INV-1",
        "tran_id":"T-1","currency":"USD","tran_amount":100,"fee_amount":1,"total_amount":101,"status":"success",
        "tran_date":"2026-01-31T09:00:00","bank_ref":"B-1","bank_code":"BANK"}}"#;
    match confirmation.decide(200, answer) {
        Ok(Verdict::Confirmed { confirmed }) => {
            assert_eq!((confirmed.claim_key(), confirmed.transaction().total_amount), ("T-1", 101.into()));
        }
        other => panic!("{other:?}"),
    }
}
