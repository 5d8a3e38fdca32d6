//! Each setting has its effect, and each violation of the settings its path.

use super::*;
use crate::{
    config::read_wire_profile,
    models::{CodesByOperation, SettlementLookup, SettlementOutcome},
    operations::{PreparedSettlement, PreparedVerification},
    values::Int32,
};
use billwire::{Code, DateStyle, KhrForm, LineItemKey, NextStep, VerificationAuth};

fn settled_by(biller: &Biller, bill: Settlement) -> String {
    let parts: PreparedSettlement = crossed(biller.prepare_settlement(bill).unwrap());
    parts.request.body.unwrap().as_str().to_owned()
}

/// The request differs from the default in one piece.
fn differs_in(profile: WireProfile, from: &str, to: &str) {
    let usual = settled_by(&biller(), full_bill());
    assert!(usual.contains(from), "{from} is not in {usual}");
    assert_eq!(settled_by(&biller_with(profile), full_bill()), usual.replace(from, to));
}

#[test]
fn applies_the_profile_to_requests() {
    assert_eq!(settled_by(&biller_with(profile()), full_bill()), settled_by(&biller(), full_bill()));
    differs_in(WireProfile { destination_key: Some("settle_to".into()), ..profile() }, "settlement_to", "settle_to");
    differs_in(WireProfile { line_item_key: Some(LineItemKey::ItemMame), ..profile() }, "item_name", "item_mame");
    differs_in(
        WireProfile { total_amount_khr_as: Some(KhrForm::Number), ..profile() },
        r#""total_amount_khr":"135300""#,
        r#""total_amount_khr":135300"#,
    );
}

/// The vector `requests/settlement-profile-several`.
#[test]
fn applies_the_profile_to_dates_and_signatures() {
    let hash_in_utc = "YO1kG/GSo4eg+Ch81Gt9qnodMbX4VqDwbdcLu5063fidf3PlNBuwqG+ZetUJUs46EJmpi9/2iDWuR/qqBgZi9g==";
    let hash_elsewhere = "/0tGeywYSOvhxKoMgVgabvArA7aVWTbCi/g1S1ISc8LKc5ZyFlIsAVCGeDv80s63/idV99dRCRL1ieZtmnEGAw==";
    differs_in(
        WireProfile { signing_offset: Some("-03:30".parse().unwrap()), ..profile() },
        hash_in_utc,
        hash_elsewhere,
    );
    let body = settled_by(&biller_with(WireProfile { date_style: Some(DateStyle::Seconds), ..profile() }), full_bill());
    assert!(body.contains(r#""date":"2026-01-31T17:00:00Z","due_date":"2026-02-28T17:00:00Z""#), "{body}");
    assert!(body.contains(hash_in_utc));
}

#[test]
fn applies_the_profile_to_verification() {
    let empty = || Verification { tran_id: Some(String::new()), bank_ref: None, ..verification() };
    assert_eq!(codes(biller().prepare_verification(empty()).err().unwrap()), [("tran_id".to_owned(), Code::Empty)]);
    let biller = biller_with(WireProfile {
        send_empty_text: Some(true),
        verification_auth: Some(VerificationAuth::Bearer),
        ..profile()
    });
    let parts: PreparedVerification = crossed(biller.prepare_verification(empty()).unwrap());
    let body = r#"{"identity_code":"INV-0001","tran_id":"","purpose_of_transaction":"2026-01-31"}"#;
    assert_eq!(parts.request.body.unwrap().as_str(), body);
    let header = &parts.request.headers[2];
    assert_eq!((header.name.as_str(), header.value.as_str()), ("Authorization", "Bearer test-bearer"));
}

#[test]
fn applies_the_profile_to_answers() {
    let settlement = |code: &str| CodesByOperation { settlement: vec![code.into()], ..CodesByOperation::default() };
    let answer = br#"{"code":"E-17"}"#;
    let unknown = biller().decode_settlement(200.into(), answer).unwrap_err().details();
    assert_eq!((unknown.kind.as_str(), unknown.next_step), ("undetermined", NextStep::AskService));
    let refusing = biller_with(WireProfile { refusal_codes: Some(settlement("E-17")), ..profile() });
    assert_eq!(refusing.decode_settlement(200.into(), answer).unwrap_err().details().kind, "rejected");
    let content = biller_with(WireProfile { success_codes: Some(settlement("E-17")), ..profile() });
    let accepted = content.decode_settlement(200.into(), answer).unwrap();
    assert!(matches!(accepted, SettlementOutcome::Accepted { next_step: NextStep::AskService, .. }));
    let by = SettlementLookup {
        identity_code: "ref_id".into(),
        purpose_of_transaction: "ref_id".into(),
        customer_code: None,
        date_format: None,
    };
    let looking = biller_with(WireProfile { settlement_lookup: Some(by), ..profile() });
    assert_eq!(looking.decode_settlement(200.into(), answer).unwrap_err().details().next_step, NextStep::VerifyFirst);
}

#[test]
fn reads_a_profile_from_json() {
    let json = r#"{"destinationKey":"settle_to","successCodes":{"onboarding":["1"]},"refusalCodes":{"verification":["2"]},
        "settlementLookup":{"identity_code":"ref_id","purpose_of_transaction":"customer_sync_code"},
        "lineItemKey":"item_mame","verificationAuth":"bearer","dateStyle":"seconds","signingOffset":"+07:00",
        "totalAmountKhrAs":"number","sendEmptyText":true}"#;
    let lookup = SettlementLookup {
        identity_code: "ref_id".into(),
        purpose_of_transaction: "customer_sync_code".into(),
        customer_code: None,
        date_format: None,
    };
    let expected = WireProfile {
        destination_key: Some("settle_to".into()),
        success_codes: Some(CodesByOperation { onboarding: vec!["1".into()], ..CodesByOperation::default() }),
        refusal_codes: Some(CodesByOperation { verification: vec!["2".into()], ..CodesByOperation::default() }),
        settlement_lookup: Some(lookup),
        line_item_key: Some(LineItemKey::ItemMame),
        verification_auth: Some(VerificationAuth::Bearer),
        date_style: Some(DateStyle::Seconds),
        signing_offset: Some("+07:00".parse().unwrap()),
        total_amount_khr_as: Some(KhrForm::Number),
        send_empty_text: Some(true),
        ..read_wire_profile("{}".into()).unwrap()
    };
    let read = read_wire_profile(json.into()).unwrap();
    assert_eq!(read, expected);
    assert_eq!(crossed::<_, WireProfile>(read), expected);
    let error = read_wire_profile(r#"{"dateStyle":"days","zone":1}"#.into()).unwrap_err();
    assert_eq!(
        codes(error),
        [("profile.dateStyle".to_owned(), Code::UnknownValue), ("profile.zone".to_owned(), Code::UnknownField)]
    );
}

#[test]
fn a_call_needs_its_own_credential_and_no_other() {
    let without = |config: BillerConfig| Biller::new(config).unwrap();
    let missing = |error: BillwireError| (error.details().kind, error.details().code);
    let bearer = without(BillerConfig { bearer: None, ..config() });
    let error = bearer.prepare_onboarding(sub_biller()).err().unwrap();
    assert_eq!(missing(error), ("missing_credential".into(), Code::Bearer));
    assert!(bearer.prepare_verification(verification()).is_ok());
    let token = without(BillerConfig { verification_token: None, ..config() });
    let error = token.prepare_verification(verification()).err().unwrap();
    assert_eq!(missing(error), ("missing_credential".into(), Code::VerificationToken));
    assert!(token.prepare_settlement(bill()).is_ok());
    let hash = without(BillerConfig { hash_token: None, ..config() });
    let error = hash.prepare_settlement(bill()).err().unwrap();
    assert_eq!(missing(error), ("missing_credential".into(), Code::HashToken));
    assert!(hash.prepare_onboarding(sub_biller()).is_ok());
}

#[test]
fn allows_http_to_loopback_only_on_request() {
    let at = |base_url: &str, allow_loopback_http| {
        Biller::new(BillerConfig { base_url: base_url.into(), allow_loopback_http, ..config() })
    };
    assert!(at("http://127.0.0.1:8080", true).is_ok());
    let refused = [("baseUrl".to_owned(), Code::InsecureBaseUrl)];
    assert_eq!(codes(at("http://127.0.0.1:8080", false).err().unwrap()), refused);
    assert_eq!(codes(at("http://service.example", true).err().unwrap()), refused);
}

/// In paths and in sentences.
#[test]
fn names_settings_in_camel_case() {
    let told = |error: BillwireError| {
        let failure = error.details();
        assert!(failure.violations.iter().all(|one| failure.text.contains(&one.explanation)), "{}", failure.text);
        failure.violations.into_iter().map(|one| format!("{}: {}", one.path, one.explanation)).collect::<Vec<_>>()
    };
    let profile = WireProfile { destination_key: Some("hash".into()), ..profile() };
    let wrong = BillerConfig { base_url: "http://127.0.0.1".into(), strict: true, profile: Some(profile), ..config() };
    assert_eq!(
        told(Biller::new(wrong).err().unwrap()),
        [
            "baseUrl: http is only for localhost, 127.0.0.1 and [::1], with `allowLoopbackHttp`",
            "codeShapes.ref_id: this field is required",
            "codeShapes.customer_sync_code: this field is required",
            "codeShapes.settlement_to: this field is required",
            "profile.destinationKey: expected a key that no other field has, of at most 28 printable ASCII characters",
        ]
    );
    let lookup = told(biller().prepare_settlement_lookup(bill()).err().unwrap());
    let sentence = "the profile's `settlementLookup` is not set, so a bill cannot be looked up";
    assert_eq!(lookup, [format!("profile.settlementLookup: {sentence}")]);
    let line = Line { extra: Some(r#"{"item_mame":"Rice"}"#.into()), ..line("Rice", "", 1, ["1", "1", "0"]) };
    let reserved = told(biller().prepare_settlement(Settlement { details: Some(vec![line]), ..bill() }).err().unwrap());
    let sentence = "give `item_name`; the profile's `lineItemKey` says under which key it is sent";
    assert!(reserved.contains(&format!("details[0].extra.item_mame: {sentence}")), "{reserved:?}");
}

/// The vectors `requests/settlement-strict-and-clean`, `-not-strict-ambiguous-0C` and `-strict-ambiguous-0C`.
#[test]
fn strict_turns_warnings_into_violations() {
    let digits_first = || Settlement { customer_sync_code: "0C".into(), ..bill() };
    let strict = BillerConfig { strict: true, code_shapes: Some(code_shapes()), ..config() };
    let strict = Biller::new(strict).unwrap();
    assert!(settled_by(&strict, bill()).contains(HASH));
    let error = strict.prepare_settlement(digits_first()).err().unwrap();
    assert_eq!(codes(error), [("customer_sync_code".to_owned(), Code::ShapeMismatch)]);
    let lenient = Biller::new(BillerConfig { code_shapes: Some(code_shapes()), ..config() }).unwrap();
    let warned: PreparedSettlement = crossed(lenient.prepare_settlement(digits_first()).unwrap());
    assert_eq!(warned.call.warnings()[0].code, Code::ShapeMismatch);
    let shapeless = Biller::new(BillerConfig { strict: true, ..config() }).err().unwrap();
    assert_eq!(codes(shapeless).len(), 3);
}

#[test]
fn limits_the_lines_of_a_bill() {
    let of = |lines: usize| Settlement { details: Some(vec![line("Water", "cold", 1, ["0"; 3]); lines]), ..bill() };
    let by = |max_lines: Option<i32>| Biller::new(BillerConfig { max_lines: max_lines.map(Int32::from), ..config() });
    for (max_lines, most) in [(None, 10_000), (Some(2), 2)] {
        let biller = by(max_lines).unwrap();
        assert!(biller.prepare_settlement(of(most)).is_ok());
        let refused = codes(biller.prepare_settlement(of(most + 1)).err().unwrap());
        assert_eq!(refused, [("details".to_owned(), Code::TooManyLines)]);
    }
    for none in [i32::MIN, -1, 0, 100_001, i32::MAX] {
        assert_eq!(codes(by(Some(none)).err().unwrap()), [("maxLines".to_owned(), Code::OutOfRange)]);
    }
}
