//! The settlement flow as other languages drive it. The rules of the flow are tested in core.

use super::*;
use crate::{
    error::BillwireError,
    flow::FlowRequest,
    models::{SettlementLookup, SettlementPolicy},
    settlement::{SettlementEnding, SettlementFlow, SettlementProof, SettlementStep},
};
use billwire::{Code, NextStep, OperationName, Resolution, Sent, WaitReason};

const SETTLED: &[u8] = br#"{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}"#;

fn at(millis: i64) -> Instant {
    Instant::from_unix_millis(millis)
}

fn biller_that_looks_up() -> Arc<Biller> {
    let by = |field: &str| SettlementLookup {
        identity_code: field.into(),
        purpose_of_transaction: field.into(),
        date_format: None,
        customer_code: None,
    };
    Arc::new(biller_with(WireProfile { settlement_lookup: Some(by("ref_id")), ..profile() }))
}

fn start(policy: SettlementPolicy) -> Result<SettlementFlow, BillwireError> {
    SettlementFlow::start(biller_that_looks_up(), bill(), at(0), Some(policy))
}

fn resume(record: &str) -> Result<SettlementFlow, BillwireError> {
    SettlementFlow::resume(biller_that_looks_up(), bill(), record.into(), None)
}

fn step(flow: &SettlementFlow, now: i64) -> SettlementStep {
    crossed(flow.step(at(now), 0.0).unwrap())
}

fn save(flow: &SettlementFlow, now: i64) -> String {
    let SettlementStep::Save { record, revision, previous } = step(flow, now) else { panic!("nothing to save") };
    assert_eq!(previous + 1, revision);
    flow.saved(revision).unwrap();
    record
}

fn request(flow: &SettlementFlow, now: i64) -> FlowRequest {
    let SettlementStep::Send { request } = step(flow, now) else { panic!("nothing to send") };
    request
}

fn code<T>(result: Result<T, BillwireError>) -> Option<Code> {
    result.err().map(|error| error.details().code)
}

#[test]
fn a_flow_saves_sends_and_ends() {
    let flow = start(SettlementPolicy::default()).unwrap();
    save(&flow, 0);
    let sent = request(&flow, 0);
    let prepared = biller_that_looks_up().prepare_settlement(bill()).unwrap();
    assert_eq!((sent.operation, &sent.http), (OperationName::Settlement, &prepared.request));
    flow.answered(sent.number, 200.into(), SETTLED, at(0), None).unwrap();
    let record = save(&flow, 0);
    let SettlementStep::Finished { ending: SettlementEnding::Settled { proof } } = step(&flow, 0) else {
        panic!("settled")
    };
    assert!(matches!(proof, SettlementProof::Answer { response: Some(_) }));
    let SettlementStep::Finished { ending: SettlementEnding::Settled { proof } } = step(&resume(&record).unwrap(), 0)
    else {
        panic!("settled")
    };
    assert_eq!(proof, SettlementProof::Answer { response: None });
}

#[test]
fn a_lost_answer_is_looked_up() {
    let flow = start(SettlementPolicy { pause_ms: Some(10), ..SettlementPolicy::default() }).unwrap();
    save(&flow, 0);
    let first = request(&flow, 0).number;
    flow.no_answer(first, Sent::Maybe, at(0), None).unwrap();
    save(&flow, 0);
    assert_eq!(step(&flow, 0), SettlementStep::Wait { until: at(5), reason: WaitReason::LookUp });
    let lookup = request(&flow, 5);
    assert_eq!(lookup.operation, OperationName::Verification);
    assert_eq!(code(flow.answered(first, 200.into(), SETTLED, at(5), None)), Some(Code::OutOfTurn));
    let found = FOUND.replace(r#""2026-01-31","status""#, r#""INV-0001","status""#);
    flow.answered(lookup.number, 200.into(), found.as_bytes(), at(5), None).unwrap();
    save(&flow, 5);
    let SettlementStep::Finished { ending: SettlementEnding::Settled { proof } } = step(&flow, 5) else {
        panic!("settled")
    };
    assert!(
        matches!(proof, SettlementProof::Verification { claim_key: Some(key), transaction: Some(_) } if key == "T-1")
    );
}

#[test]
fn an_end_names_its_reason() {
    let flow = start(SettlementPolicy::default()).unwrap();
    save(&flow, 0);
    let number = request(&flow, 0).number;
    flow.answered(number, 500.into(), br#"{"code":"77"}"#, at(0), Some(700)).unwrap();
    save(&flow, 0);
    assert_eq!(step(&flow, 0), SettlementStep::Wait { until: at(700), reason: WaitReason::LookUp });
    for time in [60_000, 120_000, 180_000] {
        let lookup = request(&flow, time).number;
        flow.answered(lookup, 200.into(), FOUND.as_bytes(), at(time), None).unwrap();
        save(&flow, time);
    }
    let SettlementStep::Finished { ending: SettlementEnding::Unclear { reason } } = step(&flow, 180_000) else {
        panic!("unclear")
    };
    assert_eq!((reason.code, reason.next_step), (Code::OtherTransaction, NextStep::AskService));
    assert!(reason.lookup.is_some() && reason.error.is_some());
    let answer = reason.answer.unwrap();
    assert_eq!((answer.http_status, answer.response_code.as_deref()), (Some(500.into()), Some("77")));
}

#[test]
fn a_person_and_the_store_have_their_say() {
    let flow = start(SettlementPolicy::default()).unwrap();
    assert!(matches!(step(&flow, 0), SettlementStep::Save { revision: 1, .. }));
    assert_eq!(code(flow.not_saved(1)), Some(Code::RecordStored));
    let flow = start(SettlementPolicy::default()).unwrap();
    let SettlementStep::Save { record, .. } = step(&flow, 0) else { panic!("nothing to save") };
    flow.maybe_saved(1).unwrap();
    flow.stored(Some(record.clone())).unwrap();
    assert_eq!(request(&flow, 0).operation, OperationName::Verification);
    assert_eq!(code(resume(&record).unwrap().resolved(Resolution::Settled)), Some(Code::NotRefused));
    let reopened = SettlementFlow::reopen(biller_that_looks_up(), bill(), record, at(0), None);
    assert_eq!(code(reopened), Some(Code::NotRefused));
    let warnings: Vec<_> = flow.warnings().into_iter().map(|one| one.code).collect();
    assert_eq!(warnings, [Code::NotFoundCodes]);
}

#[test]
fn a_flow_of_another_record_is_taken_over() {
    let flow = start(SettlementPolicy::default()).unwrap();
    save(&flow, 0);
    let number = request(&flow, 0).number;
    flow.answered(number, 200.into(), SETTLED, at(0), None).unwrap();
    assert!(matches!(step(&flow, 0), SettlementStep::Save { revision: 2, .. }));
    assert_eq!(code(flow.saved(-1)), Some(Code::OutOfTurn));
    flow.not_saved(2).unwrap();
    assert_eq!(step(&flow, 0), SettlementStep::TakenOver);
}

#[test]
fn a_policy_is_checked_under_its_names() {
    for policy in [
        SettlementPolicy { not_found_holds_ms: Some(-1), ..SettlementPolicy::default() },
        SettlementPolicy { not_found_holds_ms: Some(i64::MAX), ..SettlementPolicy::default() },
    ] {
        let details = start(policy).err().unwrap().details();
        assert_eq!((details.kind.as_str(), details.code), ("invalid_config", Code::OutOfRange));
        assert_eq!(details.violations[0].path, "policy.notFoundHoldsMs");
    }
    let many = start(SettlementPolicy { attempts: Some(i32::MAX.into()), ..SettlementPolicy::default() });
    assert_eq!(many.err().unwrap().details().violations[0].path, "policy.attempts");
}

#[test]
fn a_record_of_another_bill_is_refused() {
    let flow = SettlementFlow::start(biller_that_looks_up(), full_bill(), at(0), None).unwrap();
    let record = save(&flow, 0);
    assert_eq!(code(resume(&record)), Some(Code::OtherBill));
    assert_eq!(code(resume("[")), Some(Code::InvalidJson));
}

#[test]
fn a_flow_that_panicked_sends_nothing() {
    let flow = Arc::new(start(SettlementPolicy::default()).unwrap());
    let other = Arc::clone(&flow);
    let panicked = std::thread::spawn(move || other.panic()).join();
    assert!(panicked.is_err());
    assert_eq!(code(flow.step(at(0), 0.0)), Some(Code::Internal));
    assert_eq!(format!("{flow:?}"), "SettlementFlow");
}

#[test]
fn prints_no_secret_of_a_flow() {
    let flow = SettlementFlow::start(biller_that_looks_up(), full_bill(), at(0), None).unwrap();
    save(&flow, 0);
    let printed = format!("{flow:?} {:?}", step(&flow, 0));
    assert!(printed.contains("SettlementFlow") && printed.contains("FlowRequest"), "{printed}");
    for secret in [BEARER, VERIFICATION, KEY, "pm-token-1", "January"] {
        assert!(!printed.contains(secret), "{printed}");
    }
}
