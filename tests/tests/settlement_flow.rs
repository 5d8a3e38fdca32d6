//! Rules of the settlement flow, one at a time. `tests/model` checks every order of events.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "these are tests")]

use billwire::{
    BearerToken, Biller, BillerConfig, Code, Error, FlowRequest, HashToken, Instant, NextStep, OperationName, Sent,
    Settlement, SettlementEnding, SettlementFlow, SettlementPolicy, SettlementProof, SettlementStep, VerificationToken,
    WaitReason, WireProfile,
};
use billwire_conformance::with;
use std::{fs, path::Path};

const SETTLED: &str = r#"{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}"#;
const NOT_FOUND: &str = r#"{"code":"404"}"#;
const SECRETS: [&str; 3] = ["secret-bearer", "secret-verification", "secret-hash"];
const POLICY: SettlementPolicy = SettlementPolicy::builder()
    .attempts(2)
    .pause_ms(10)
    .longest_pause_ms(10)
    .not_found_holds_ms(100)
    .in_flight_ms(50)
    .deadline_ms(1_000)
    .build();

fn at(millis: i64) -> Instant {
    Instant::from_unix_millis(millis)
}

fn biller() -> Biller {
    let profile = br#"{"settlementLookup":{"identity_code":"ref_id","purpose_of_transaction":"ref_id"},
        "notFoundCodes":{"verification":["404"]},"pendingStatuses":{"transaction":["pending"]}}"#;
    let [bearer, verification, hash] = SECRETS;
    Biller::new(
        BillerConfig::builder()
            .base_url("https://service.example")
            .bearer(BearerToken::new(bearer))
            .verification_token(VerificationToken::new(verification))
            .hash_token(HashToken::new(hash))
            .profile(WireProfile::from_json(profile).unwrap())
            .build(),
    )
    .unwrap()
}

fn bill() -> Settlement {
    Settlement::builder()
        .ref_id("INV-1")
        .date(at(0))
        .due_date(at(0))
        .currency("KHR")
        .total_amount(40_000)
        .customer_sync_code("C-1")
        .settlement_to("SUB-1")
        .build()
}

fn transaction(status: &str) -> String {
    r#"{"code":"SUCCESS","message":"","data":{"tran_id":"T-1","tran_date":"2026-01-31T09:00:00.000","tran_amount":40000,
        "fee_amount":0,"total_amount":40000,"currency":"KHR","identity_code":"INV-1","bank_code":"B","bank_ref":"R",
        "purpose_of_transaction":"INV-1","status":"STATUS"}}"#
        .replace("STATUS", status)
}

fn start() -> SettlementFlow {
    SettlementFlow::start(&biller(), &bill(), POLICY, at(0)).unwrap()
}

fn resume(record: &str) -> Result<SettlementFlow, Error> {
    SettlementFlow::resume(&biller(), &bill(), POLICY, record)
}

fn step(flow: &mut SettlementFlow, now: i64) -> SettlementStep {
    flow.step(at(now), 1.0).unwrap()
}

/// Saves what the flow asks to save, and returns the record.
fn save(flow: &mut SettlementFlow, now: i64) -> String {
    let SettlementStep::Save { record, revision, previous } = step(flow, now) else { panic!("nothing to save") };
    assert_eq!(previous + 1, revision);
    flow.saved(revision).unwrap();
    record
}

fn request(flow: &mut SettlementFlow, now: i64) -> FlowRequest {
    let SettlementStep::Send(request) = step(flow, now) else { panic!("nothing to send") };
    request
}

/// Looks the bill up, with this answer.
fn look_up(flow: &mut SettlementFlow, now: i64, answer: &str) {
    let request = request(flow, now);
    assert_eq!(request.operation, OperationName::Verification);
    flow.answered(request.number, 200, answer.as_bytes(), at(now)).unwrap();
}

/// A flow whose first attempt is saved and given out, and its number.
fn sent() -> (SettlementFlow, String, u64) {
    let mut flow = start();
    let record = save(&mut flow, 0);
    let number = request(&mut flow, 0).number;
    (flow, record, number)
}

/// A flow whose first attempt brought no answer.
fn in_doubt() -> SettlementFlow {
    let (mut flow, _, number) = sent();
    flow.no_answer(number, Sent::Maybe, at(0)).unwrap();
    flow
}

fn is_out_of_turn(result: Result<(), Error>) -> bool {
    result.is_err_and(|error| error.code() == Code::OutOfTurn)
}

fn refusal(record: &str) -> (String, Code) {
    let error = resume(record).map(drop).unwrap_err();
    assert!(matches!(error, Error::InvalidRequest { .. }), "{error}");
    let finding = error.violations().first().unwrap();
    (finding.path.to_string(), finding.code)
}

#[test]
fn gives_nothing_out_before_its_record_is_saved() {
    let mut flow = start();
    for _ in 0..3 {
        assert!(matches!(step(&mut flow, 0), SettlementStep::Save { revision: 1, previous: 0, .. }));
    }
    assert!(is_out_of_turn(flow.saved(2)));
    assert!(is_out_of_turn(flow.answered(1, 200, SETTLED.as_bytes(), at(0))));
    assert!(matches!(step(&mut flow, 0), SettlementStep::Save { revision: 1, .. }));
    flow.saved(1).unwrap();
    assert_eq!(request(&mut flow, 0).operation, OperationName::Settlement);
}

#[test]
fn finishes_only_when_its_end_is_saved() {
    let (mut flow, _, number) = sent();
    flow.answered(number, 200, SETTLED.as_bytes(), at(0)).unwrap();
    assert!(save(&mut flow, 0).contains(r#""state":"settled""#));
    let SettlementStep::Finished(SettlementEnding::Settled(SettlementProof::Answer(Some(_)))) = step(&mut flow, 0)
    else {
        panic!("not settled")
    };
}

#[test]
fn expects_news_of_a_request_before_the_next_step() {
    let (mut flow, ..) = sent();
    assert!(is_out_of_turn(flow.step(at(0), 1.0).map(drop)));
}

#[test]
fn refuses_a_late_and_a_second_answer() {
    let (mut flow, _, number) = sent();
    flow.no_answer(number, Sent::Maybe, at(0)).unwrap();
    let before = format!("{flow:?}");
    assert!(is_out_of_turn(flow.answered(number, 200, SETTLED.as_bytes(), at(1))));
    assert!(is_out_of_turn(flow.no_answer(number, Sent::No, at(1))));
    assert_eq!(format!("{flow:?}"), before);
    let lookup = request(&mut flow, 10).number;
    assert_ne!(lookup, number);
    assert!(is_out_of_turn(flow.answered(number, 200, SETTLED.as_bytes(), at(10))));
}

#[test]
fn sends_again_at_once_only_what_was_never_sent() {
    let (mut flow, _, number) = sent();
    flow.no_answer(number, Sent::No, at(0)).unwrap();
    assert!(save(&mut flow, 0).contains(r#""state":"open""#));
    assert_eq!(step(&mut flow, 0), SettlementStep::Wait { until: at(10), reason: WaitReason::SendAgain });
    save(&mut flow, 10);
    assert_eq!(request(&mut flow, 10).operation, OperationName::Settlement);
}

#[test]
fn looks_up_what_brought_no_answer() {
    let mut flow = in_doubt();
    assert_eq!(step(&mut flow, 0), SettlementStep::Wait { until: at(10), reason: WaitReason::LookUp });
    look_up(&mut flow, 10, &transaction("success"));
    save(&mut flow, 10);
    let SettlementStep::Finished(SettlementEnding::Settled(SettlementProof::Verification(Some(found)))) =
        step(&mut flow, 10)
    else {
        panic!("not settled")
    };
    assert_eq!(found.tran_id, "T-1");
}

#[test]
fn resumes_in_doubt_with_a_lookup() {
    let (_, record, _) = sent();
    let mut flow = resume(&record).unwrap();
    assert_eq!(request(&mut flow, 1).operation, OperationName::Verification);
}

#[test]
fn believes_not_found_only_once_it_has_held() {
    let mut flow = in_doubt();
    look_up(&mut flow, 10, NOT_FOUND);
    assert!(save(&mut flow, 10).contains(r#""not_found_since":10"#));
    look_up(&mut flow, 109, NOT_FOUND);
    assert!(matches!(step(&mut flow, 109), SettlementStep::Wait { .. }));
    look_up(&mut flow, 119, NOT_FOUND);
    assert!(save(&mut flow, 119).contains(r#""attempts":2"#));
    assert_eq!(request(&mut flow, 119).operation, OperationName::Settlement);
}

#[test]
fn a_pending_transaction_resets_not_found() {
    let mut flow = in_doubt();
    look_up(&mut flow, 10, NOT_FOUND);
    save(&mut flow, 10);
    look_up(&mut flow, 50, &transaction("pending"));
    assert!(!save(&mut flow, 50).contains("not_found_since"));
    look_up(&mut flow, 110, NOT_FOUND);
    assert!(save(&mut flow, 110).contains(r#""not_found_since":110"#));
}

#[test]
fn a_lookup_without_an_answer_is_asked_again() {
    for sent in [Sent::No, Sent::Maybe] {
        let mut flow = in_doubt();
        let number = request(&mut flow, 10).number;
        flow.no_answer(number, sent, at(10)).unwrap();
        assert!(matches!(step(&mut flow, 10), SettlementStep::Wait { reason: WaitReason::LookUp, .. }));
        look_up(&mut flow, 20, &transaction("success"));
    }
}

#[test]
fn not_found_waits_for_an_attempt_of_another_flow() {
    let (_, record, _) = sent();
    let mut flow = resume(&record).unwrap();
    look_up(&mut flow, 99, NOT_FOUND);
    assert!(matches!(step(&mut flow, 99), SettlementStep::Wait { .. }));
    look_up(&mut flow, 109, NOT_FOUND);
    assert!(save(&mut flow, 109).contains(r#""not_found_since":109"#));
}

#[test]
fn stores_a_stale_attempt_anew_before_sending_it() {
    let mut flow = start();
    save(&mut flow, 0);
    let record = save(&mut flow, 50);
    assert!(record.contains(r#""revision":2"#) && record.contains(r#""begun":50"#), "{record}");
    assert_eq!(request(&mut flow, 99).operation, OperationName::Settlement);
}

#[test]
fn an_attempt_that_is_stored_slowly_ends() {
    let mut flow = start();
    for now in (0..POLICY.deadline_ms as i64).step_by(50) {
        save(&mut flow, now);
    }
    let record = save(&mut flow, POLICY.deadline_ms as i64);
    assert!(record.contains(r#""code":"deadline_passed""#), "{record}");
    assert!(matches!(step(&mut flow, 1_000), SettlementStep::Finished(SettlementEnding::Refused(_))));
}

#[test]
fn ends_when_another_flow_stored_a_record() {
    let mut flow = start();
    assert!(matches!(step(&mut flow, 0), SettlementStep::Save { .. }));
    assert!(is_out_of_turn(flow.not_saved(2)));
    flow.not_saved(1).unwrap();
    assert_eq!(step(&mut flow, 0), SettlementStep::TakenOver);
    assert!(is_out_of_turn(flow.saved(1)));
}

#[test]
fn a_refusal_keeps_its_reason_in_the_record() {
    let (mut flow, _, number) = sent();
    flow.answered(number, 400, b"", at(0)).unwrap();
    let record = save(&mut flow, 0);
    let SettlementStep::Finished(SettlementEnding::Refused(told)) = step(&mut flow, 0) else { panic!("not refused") };
    assert_eq!((told.code, told.next_step), (Code::HttpStatus, NextStep::FixRequest));
    let SettlementStep::Finished(SettlementEnding::Refused(read)) = step(&mut resume(&record).unwrap(), 9) else {
        panic!("not refused")
    };
    assert_eq!((read.code, read.next_step, read.error), (told.code, told.next_step, None));
}

#[test]
fn refuses_when_its_attempts_are_used_up() {
    let mut flow = start();
    for now in [0, 10] {
        save(&mut flow, now);
        let number = request(&mut flow, now).number;
        flow.answered(number, 429, b"", at(now)).unwrap();
        save(&mut flow, now);
    }
    assert!(save(&mut flow, 20).contains(r#""code":"attempts_used_up""#));
}

#[test]
fn stays_unclear_when_no_lookup_tells_in_time() {
    let mut flow = in_doubt();
    look_up(&mut flow, 990, &transaction("pending"));
    let record = save(&mut flow, 1_000);
    assert!(record.contains(r#""state":"unclear""#), "{record}");
    let SettlementStep::Finished(SettlementEnding::Unclear(reason)) = step(&mut flow, 1_000) else {
        panic!("not unclear")
    };
    assert_eq!((reason.code, reason.next_step), (Code::DeadlinePassed, NextStep::AskService));
    assert!(reason.lookup.is_some());
}

#[test]
fn refuses_the_record_of_another_bill() {
    let (_, record, _) = sent();
    let changed = with(bill(), |bill| bill.total_amount = 40_001);
    let error = SettlementFlow::resume(&biller(), &changed, POLICY, &record).map(drop).unwrap_err();
    assert_eq!(error.code(), Code::OtherBill);
    assert_eq!(refusal(&record.replace("INV-1", "INV-2")), ("record.bill".into(), Code::OtherBill));
}

#[test]
fn refuses_a_record_that_it_cannot_read() {
    let (_, record, _) = sent();
    let with = |from: &str, to: &str| {
        assert!(record.contains(from), "{record}");
        refusal(&record.replacen(from, to, 1))
    };
    assert_eq!(with(r#""version":1"#, r#""version":2"#), ("record.version".into(), Code::RecordVersion));
    assert_eq!(with(r#""revision":1"#, r#""revision":"1""#), ("record.revision".into(), Code::WrongType));
    assert_eq!(with(r#""revision":1,"#, ""), ("record.revision".into(), Code::Required));
    assert_eq!(with(r#""attempts":1"#, r#""attempts":-1"#), ("record.attempts".into(), Code::WrongType));
    assert_eq!(with(r#""attempts":1"#, r#""attempts":4294967296"#), ("record.attempts".into(), Code::OutOfRange));
    assert_eq!(with("in_doubt", "dubious"), ("record.state".into(), Code::UnknownValue));
    assert_eq!(refusal("[]"), ("record".into(), Code::WrongType));
    for rubbish in ["", "null x", "{", &record[1..]] {
        assert_eq!(refusal(rubbish), ("record".into(), Code::InvalidJson), "{rubbish}");
    }
}

#[test]
fn checks_the_bounds_of_a_policy() {
    let paths = |policy| {
        let error = SettlementFlow::start(&biller(), &bill(), policy, at(0)).map(drop).err();
        error.map(|error| error.violations().iter().map(|it| it.path.to_string()).collect::<Vec<_>>())
    };
    assert_eq!(paths(SettlementPolicy::default()), None);
    assert_eq!(paths(with(POLICY, |policy| policy.attempts = 100)), None);
    assert_eq!(paths(with(POLICY, |policy| policy.attempts = 101)), Some(vec!["policy.attempts".into()]));
    assert_eq!(paths(with(POLICY, |policy| policy.longest_pause_ms = 9)), Some(vec!["policy.longest_pause_ms".into()]));
    let nothing = SettlementPolicy::builder()
        .attempts(0)
        .pause_ms(0)
        .longest_pause_ms(0)
        .not_found_holds_ms(0)
        .in_flight_ms(0)
        .deadline_ms(0)
        .build();
    assert_eq!(paths(nothing).unwrap().len(), 5);
}

#[test]
fn pauses_grow_and_depend_on_chance() {
    let policy = with(POLICY, |policy| policy.longest_pause_ms = 60);
    for (random, pauses) in [(1.0, [10, 20, 40, 60]), (0.0, [5, 10, 20, 30]), (f64::NAN, [5, 10, 20, 30])] {
        let mut flow = SettlementFlow::start(&biller(), &bill(), policy, at(0)).unwrap();
        save(&mut flow, 0);
        let number = request(&mut flow, 0).number;
        flow.no_answer(number, Sent::Maybe, at(0)).unwrap();
        let mut now = 0;
        // The first lookup comes after the first pause, as does the second.
        for pause in [&pauses[..1], &pauses[..]].concat() {
            let SettlementStep::Wait { until, .. } = flow.step(at(now), random).unwrap() else { panic!("no pause") };
            assert_eq!(until.unix_millis() - now, pause);
            now = until.unix_millis();
            let number = request(&mut flow, now).number;
            flow.no_answer(number, Sent::Maybe, at(now)).unwrap();
        }
    }
}

#[test]
fn neither_a_record_nor_debug_holds_a_secret() {
    let (flow, record, _) = sent();
    let SettlementStep::Send(request) = step(&mut resume(&record).unwrap(), 0) else { panic!("nothing to send") };
    for text in [record, format!("{flow:?}"), format!("{request:?}")] {
        assert!(SECRETS.iter().all(|secret| !text.contains(secret)), "{text}");
    }
}

#[test]
fn reads_every_record_of_version_1() {
    let kept = [
        ("open", "save"),
        ("in-doubt", "send"),
        ("not-found", "send"),
        ("settled-by-answer", "settled by answer"),
        ("settled-by-verification", "settled by verification"),
        ("refused", "refused"),
        ("unclear", "unclear"),
    ];
    for (name, expected) in kept {
        let next = match step(&mut resume(&kept_record(name)).unwrap(), 500) {
            SettlementStep::Save { .. } => "save".to_owned(),
            SettlementStep::Send(_) => "send".to_owned(),
            SettlementStep::Finished(SettlementEnding::Settled(proof)) => format!("settled by {}", proof.as_str()),
            SettlementStep::Finished(ending) => ending.as_str().to_owned(),
            other => format!("{other:?}"),
        };
        assert_eq!(next, expected, "{name}");
    }
    let names = fs::read_dir(records()).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let files = names.filter(|name| name.starts_with("settlement-")).count();
    assert_eq!(files, kept.len(), "a record that no test reads");
}

#[test]
fn writes_records_of_version_1() {
    let (mut flow, record, number) = sent();
    assert_eq!(record, kept_record("in-doubt"));
    flow.answered(number, 429, b"", at(0)).unwrap();
    assert_eq!(save(&mut flow, 0), kept_record("open"));
    let mut flow = in_doubt();
    look_up(&mut flow, 10, NOT_FOUND);
    assert_eq!(save(&mut flow, 10), kept_record("not-found"));
}

fn kept_record(name: &str) -> String {
    let text = fs::read_to_string(records().join(format!("settlement-v1-{name}.json"))).unwrap();
    text.trim_end().to_owned()
}

fn records() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("records")
}
