//! Options, steps and endings of a credit flow as JavaScript sees them.

use super::*;
use crate::js_values::text;
use billwire::{BillerConfig, Json, VerificationToken};

const EVENT: &[u8] = br#"{"tran_id":"T-1","status":"success","identity_code":"INV-1"}"#;
const TRANSACTION: &str = r#"{"code":"SUCCESS","message":"","data":{"tran_id":"T-1","tran_date":"2026-01-31T09:00:00.000",
    "tran_amount":40000,"fee_amount":0,"total_amount":40000,"currency":"KHR","identity_code":"INV-1","bank_code":"B",
    "bank_ref":"R","purpose_of_transaction":"INV-1","status":"success"}}"#;

fn tree(json: &str) -> DynamicValue {
    Json::parse(json.as_bytes()).unwrap().into()
}

fn bill() -> DynamicValue {
    tree(r#"{"identity_code":"INV-1","purpose_of_transaction":"INV-1","currency":"KHR","amount":"40000"}"#)
}

fn started(options: DynamicValue) -> Result<CreditFlow, Error> {
    let config = BillerConfig::builder().base_url("https://service.example");
    let biller = Biller::new(config.verification_token(VerificationToken::new("b")).build()).unwrap();
    flow(&biller, Some(&event(EVENT, true)?), &bill(), options, at(0))
}

fn at(millis: i64) -> Instant {
    Instant::from_unix_millis(millis)
}

fn step(flow: &mut CreditFlow) -> CreditStep {
    flow.step(at(5), 0.5).unwrap()
}

fn shown(step: &CreditStep) -> String {
    text(&CreditStepValue::from(step))
}

/// Walks a flow to the step after the answer to its verification.
fn answered(flow: &mut CreditFlow, body: &str) -> CreditStep {
    loop {
        match step(flow) {
            CreditStep::Send { request } => {
                let shown = shown(&CreditStep::Send { request: request.clone() });
                assert!(shown.starts_with(r#"{"step":"send","number":1,"operation":"verification","method":"POST","#));
                assert!(!shown.contains("body"), "{shown}");
                flow.answered(request.number, 200, body.as_bytes(), None, at(5)).unwrap();
            }
            other => return other,
        }
    }
}

#[test]
fn a_credited_bill_has_its_claim_key_and_its_reply() {
    let mut flow = started(DynamicValue::Undefined).unwrap();
    let credit = answered(&mut flow, TRANSACTION);
    let text = shown(&credit);
    assert!(
        text.starts_with(r#"{"step":"credit","claimKey":"T-1","amount":"40000","transaction":{"tran_id":"T-1","#),
        "{text}"
    );
    flow.claimed(Claim::Credited).unwrap();
    let text = shown(&answered(&mut flow, TRANSACTION));
    assert!(text.starts_with(r#"{"step":"finished","ending":{"outcome":"credited","claimKey":"T-1","#), "{text}");
    assert!(text.contains(r#""reply":{"status":200,"#), "{text}");
}

#[test]
fn another_amount_ends_with_its_mismatches() {
    let mut flow = started(DynamicValue::Undefined).unwrap();
    let text = shown(&answered(&mut flow, &TRANSACTION.replace("40000", "39999")));
    let mismatches = r#""mismatches":[{"field":"tran_amount","code":"different"}]"#;
    assert!(text.contains(r#""ending":{"outcome":"mismatch","transaction":{"#), "{text}");
    assert!(text.contains(mismatches) && text.contains(r#""reply":{"status":409,"#), "{text}");
}

#[test]
fn an_unreadable_answer_ends_with_its_error() {
    let mut flow = started(DynamicValue::Undefined).unwrap();
    let text = shown(&answered(&mut flow, "busy"));
    assert!(text.contains(r#""outcome":"unconfirmed","error":{"#), "{text}");
}

#[test]
fn a_policy_is_named_as_in_javascript() {
    let number = |(name, value): (&str, i128)| (name.to_owned(), DynamicValue::Whole(value));
    let policy = |settings: &[(&str, i128)]| {
        let policy = DynamicValue::Members(settings.iter().copied().map(number).collect());
        started(DynamicValue::Members(vec![("policy".into(), policy)]))
    };
    let known = [("attempts", 2), ("pauseMs", 10), ("longestPauseMs", 20), ("unauthenticatedReplyMs", 30)];
    assert!(policy(&known).is_ok());
    for (name, value, code) in [("attempts", 0, Code::OutOfRange), ("pause_ms", 10, Code::UnknownField)] {
        let error = policy(&[(name, value)]).expect_err("a violation");
        let finding = error.violations().first().unwrap();
        assert_eq!((finding.path.as_str(), finding.code), (format!("policy.{name}").as_str(), code));
    }
}

#[test]
fn a_claim_has_one_of_three_names() {
    for name in Claim::ALL {
        assert_eq!(claim(name.as_str()).unwrap(), *name);
    }
    assert_eq!(claim("Credited").unwrap_err().code(), Code::UnknownValue);
}
