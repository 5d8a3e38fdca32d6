//! Options and steps as JavaScript sees them.

use super::*;
use crate::js_values::text;
use billwire::{BearerToken, BillerConfig, HashToken, Sent, VerificationToken, WireProfile};

const BILL: &str = r#"{"ref_id":"INV-1","date":"2026-01-31T09:00:00Z","due_date":"2026-01-31T09:00:00Z","currency":"KHR",
    "total_amount":40000,"customer_sync_code":"C-17","settlement_to":"SUB-3"}"#;
const SETTLED: &[u8] = br#"{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}"#;

fn biller() -> Biller {
    let lookup = br#"{"settlementLookup":{"identity_code":"ref_id","purpose_of_transaction":"ref_id"}}"#;
    Biller::new(
        BillerConfig::builder()
            .base_url("https://service.example")
            .bearer(BearerToken::new("a"))
            .verification_token(VerificationToken::new("b"))
            .hash_token(HashToken::new("c"))
            .profile(WireProfile::from_json(lookup).unwrap())
            .build(),
    )
    .unwrap()
}

fn bill() -> DynamicValue {
    billwire::Json::parse(BILL.as_bytes()).unwrap().into()
}

fn at(millis: i64) -> Instant {
    Instant::from_unix_millis(millis)
}

fn number(value: f64) -> DynamicValue {
    DynamicValue::Double(value, value.to_string())
}

fn object(members: Vec<(&str, DynamicValue)>) -> DynamicValue {
    DynamicValue::Members(members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

fn started(options: DynamicValue) -> Result<SettlementFlow, Error> {
    flow(&biller(), &bill(), options, at(5))
}

fn shown(flow: &mut SettlementFlow) -> String {
    text(&SettlementStepValue::from(&flow.step(at(5), 0.5).unwrap()))
}

fn refused(options: DynamicValue) -> Vec<(String, Code)> {
    let error = started(options).expect_err("a violation");
    error.violations().iter().map(|finding| (finding.path.clone(), finding.code)).collect()
}

#[test]
fn a_flow_starts_without_a_record() {
    for record in [DynamicValue::Undefined, DynamicValue::Null] {
        let mut flow = started(object(vec![("record", record)])).unwrap();
        let step = shown(&mut flow);
        assert!(step.starts_with(r#"{"step":"save","record":"{\"version\":2,"#), "{step}");
        assert!(step.contains(r#"\"started\":5,"#) && step.ends_with(r#""revision":1,"previous":0}"#), "{step}");
    }
}

#[test]
fn every_step_has_its_members() {
    let mut flow = started(DynamicValue::Undefined).unwrap();
    shown(&mut flow);
    flow.saved(1).unwrap();
    let send = r#"{"step":"send","number":1,"operation":"settlement","method":"POST","url":"https://service.example/"#;
    let step = shown(&mut flow);
    assert!(step.starts_with(send), "{step}");
    let mut settled = flow.clone();
    flow.no_answer(1, Sent::Maybe, None, at(5)).unwrap();
    shown(&mut flow);
    flow.saved(2).unwrap();
    assert_eq!(shown(&mut flow), r#"{"step":"wait","until":380,"reason":"lookUp"}"#);
    settled.answered(1, 200, SETTLED, None, at(5)).unwrap();
    shown(&mut settled);
    settled.saved(2).unwrap();
    let step = shown(&mut settled);
    let proof = r#"{"step":"finished","ending":{"outcome":"settled","nextStep":null,"proof":"answer","response":{"#;
    assert!(step.starts_with(proof), "{step}");
}

#[test]
fn a_refusal_has_its_error() {
    let mut flow = started(DynamicValue::Undefined).unwrap();
    shown(&mut flow);
    flow.saved(1).unwrap();
    shown(&mut flow);
    flow.answered(1, 401, b"", None, at(5)).unwrap();
    shown(&mut flow);
    flow.saved(2).unwrap();
    let step = shown(&mut flow);
    let ending = r#"{"step":"finished","ending":{"outcome":"refused","nextStep":"fixCredentials","code":"http_status","answer":{"#;
    assert!(step.starts_with(ending) && step.contains(r#""httpStatus":401"#), "{step}");
}

#[test]
fn the_loser_of_two_flows_is_taken_over() {
    let mut flow = started(DynamicValue::Undefined).unwrap();
    shown(&mut flow);
    flow.saved(1).unwrap();
    shown(&mut flow);
    flow.answered(1, 200, SETTLED, None, at(5)).unwrap();
    flow.not_saved(2).unwrap();
    assert_eq!(shown(&mut flow), r#"{"step":"takenOver"}"#);
}

#[test]
fn a_policy_is_named_as_in_javascript() {
    let policy = |members| object(vec![("policy", object(members))]);
    let mut flow = started(policy(vec![("pauseMs", number(10.0)), ("deadlineMs", number(5e9))])).unwrap();
    shown(&mut flow);
    flow.saved(1).unwrap();
    shown(&mut flow);
    flow.no_answer(1, Sent::Maybe, None, at(5)).unwrap();
    shown(&mut flow);
    flow.saved(2).unwrap();
    assert_eq!(shown(&mut flow), r#"{"step":"wait","until":12,"reason":"lookUp"}"#);
    for (name, value, path, code) in [
        ("attempts", number(0.0), "policy.attempts", Code::OutOfRange),
        ("attempts", number(5e9), "policy.attempts", Code::OutOfRange),
        ("longestPauseMs", DynamicValue::Whole(1), "policy.longestPauseMs", Code::OutOfRange),
        ("pauseMs", number(0.5), "policy.pauseMs", Code::NotAnInteger),
        ("inFlightMs", number(-1.0), "policy.inFlightMs", Code::NotAnInteger),
        ("notFoundHoldsMs", number(f64::INFINITY), "policy.notFoundHoldsMs", Code::NotAnInteger),
        ("deadlineMs", DynamicValue::Text("1".into()), "policy.deadlineMs", Code::NotAnInteger),
        ("lookFirst", number(1.0), "policy.lookFirst", Code::WrongType),
        ("pause_ms", number(1.0), "policy.pause_ms", Code::UnknownField),
    ] {
        assert_eq!(refused(policy(vec![(name, value)])), [(path.to_owned(), code)]);
    }
}

#[test]
fn a_record_of_another_type_starts_nothing() {
    let violation = |code| vec![("record".to_owned(), code)];
    assert_eq!(refused(object(vec![("record", number(1.0))])), violation(Code::WrongType));
    assert_eq!(refused(object(vec![("record", object(vec![]))])), violation(Code::WrongType));
    assert_eq!(refused(object(vec![("record", DynamicValue::Text(String::new()))])), violation(Code::InvalidJson));
    assert_eq!(refused(object(vec![("rekord", number(1.0))])), [("rekord".to_owned(), Code::UnknownField)]);
}
