//! Drafts without credentials. The rules are those of core, whose tests have them.

use super::*;
use crate::{
    operations::{
        onboarding_from_json, onboarding_to_json, settlement_from_json, settlement_to_json, validate_onboarding,
        validate_settlement, validate_verification, verification_from_json, verification_to_json,
    },
    validation::{DraftSettings, transaction_from_json},
};
use billwire::Code;

fn settings() -> DraftSettings {
    DraftSettings::default()
}

#[test]
fn validates_a_draft_without_credentials() {
    let bill =
        Settlement { total_amount: -1, total_tax: Some(200), due_date: instant("1970-01-01T00:00:00Z"), ..bill() };
    let validation = validate_settlement(bill, settings()).unwrap();
    assert_eq!(validation.violations.iter().map(|one| one.code).collect::<Vec<_>>(), [Code::OutOfRange]);
    assert_eq!(validation.warnings.iter().map(|one| one.code).collect::<Vec<_>>(), [Code::DueBeforeDate]);
    assert_eq!(validation.violations_omitted, 0.into());
    assert!(validate_onboarding(sub_biller(), settings()).unwrap().violations.is_empty());
    assert!(validate_verification(verification(), settings()).unwrap().violations.is_empty());
}

#[test]
fn draft_settings_are_those_of_a_biller() {
    let shapes = DraftSettings { code_shapes: Some(code_shapes()), max_lines: Some(1.into()), ..settings() };
    let validation = validate_settlement(full_bill(), shapes).unwrap();
    assert_eq!(validation.violations.first().map(|one| one.code), Some(Code::TooManyLines));
    let profile = Some(WireProfile { destination_key: Some("hash".into()), ..profile() });
    let wrong = DraftSettings { profile, max_lines: Some((-1).into()), ..settings() };
    let details = validate_settlement(bill(), wrong).unwrap_err().details();
    let paths: Vec<_> = details.violations.iter().map(|one| one.path.as_str()).collect();
    assert_eq!((details.kind.as_str(), paths), ("invalid_config", vec!["maxLines", "profile.destinationKey"]));
}

#[test]
fn drafts_cross_as_json() {
    let json = settlement_to_json(full_bill(), settings()).unwrap();
    assert_eq!(settlement_from_json(json, settings()).unwrap(), full_bill());
    let json = onboarding_to_json(sub_biller(), settings()).unwrap();
    assert_eq!(onboarding_from_json(json, settings()).unwrap(), sub_biller());
    let json = verification_to_json(verification(), settings()).unwrap();
    assert_eq!(verification_from_json(json, settings()).unwrap(), verification());
}

#[test]
fn json_of_a_wrong_draft_is_refused() {
    let error = settlement_to_json(Settlement { total_amount: -1, ..bill() }, settings()).unwrap_err();
    assert_eq!(error.details().violations[0].path, "total_amount");
    let error = settlement_from_json(r#"{"refId":"INV-1"}"#.into(), settings()).unwrap_err();
    assert!(error.details().violations.iter().any(|one| one.path == "refId" && one.code == Code::UnknownField));
}

#[test]
fn reads_a_transaction_without_a_biller() {
    let json = r#"{"tran_id":"T-1","tran_date":"2026-01-31T09:00:00.123","tran_amount":"40000","fee_amount":"0.5",
        "total_amount":"40000.5","currency":"KHR","identity_code":"INV-1","bank_code":"B","bank_ref":"R","purpose_of_transaction":
        "INV-1","status":"success","extra":{"note":"n"}}"#;
    let transaction = transaction_from_json(json.into()).unwrap();
    assert_eq!((transaction.total_amount.to_string().as_str(), transaction.extra.len()), ("40000.5", 1));
    let details = transaction_from_json("{}".into()).unwrap_err().details();
    assert_eq!((details.kind.as_str(), details.next_step), ("unreadable", billwire::NextStep::VerifyAgain));
}
