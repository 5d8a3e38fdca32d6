//! Rules of the settlement flow, one at a time. `tests/model` checks every order of events.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "these are tests")]

use billwire::{
    Biller, Code, EndReason, Error, Evidence, FlowRequest, Instant, NextStep, OperationName, Resolution, Sent,
    Settlement, SettlementEnding, SettlementFlow, SettlementPolicy, SettlementProof, SettlementStep, WaitReason,
};
use billwire_conformance::{TRANSACTION, bill, with};

const SETTLED: &str = r#"{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}"#;
const PENDING: &str = r#"{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"pending"}}}"#;
const NOT_FOUND: &str = r#"{"code":"404"}"#;
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
    billwire_conformance::biller(
        r#"{"settlementLookup":{"identity_code":"ref_id","purpose_of_transaction":"ref_id"},
        "notFoundCodes":{"verification":["404"]},"pendingStatuses":{"transaction":["pending"]},
        "failedStatuses":{"bill":["failed"],"payment":["failed"],"transaction":["failed"]},
        "refusalCodes":{"settlement":["E01"]},"existsAlreadyCodes":{"settlement":["E02"]}}"#,
    )
}

fn transaction(status: &str) -> String {
    TRANSACTION.replace(r#""status":"success""#, &format!(r#""status":"{status}""#))
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

/// Saves and waits until the flow asks to send, and returns the request with the time.
fn request(flow: &mut SettlementFlow, mut now: i64) -> (FlowRequest, i64) {
    loop {
        match step(flow, now) {
            SettlementStep::Save { revision, .. } => flow.saved(revision).unwrap(),
            SettlementStep::Wait { until, .. } => now = until.unix_millis(),
            SettlementStep::Send { request } => return (request, now),
            other => panic!("nothing to send: {other:?}"),
        }
    }
}

/// Sends the settlement, with this answer. Returns the time.
fn settle(flow: &mut SettlementFlow, now: i64, status: u16, answer: &str) -> i64 {
    let (request, now) = request(flow, now);
    assert_eq!(request.operation, OperationName::Settlement);
    flow.answered(request.number, status, answer.as_bytes(), None, at(now)).unwrap();
    now
}

/// Looks the bill up, with this answer. Returns the time.
fn look_up(flow: &mut SettlementFlow, now: i64, answer: &str) -> i64 {
    let (request, now) = request(flow, now);
    assert_eq!(request.operation, OperationName::Verification);
    flow.answered(request.number, 200, answer.as_bytes(), None, at(now)).unwrap();
    now
}

/// Looks the bill up so many times, and finds nothing. Returns the time.
fn find_nothing(flow: &mut SettlementFlow, now: i64, times: u32) -> i64 {
    (0..times).fold(now, |now, _| look_up(flow, now, NOT_FOUND))
}

/// Runs to the end, with these answers to lookups and one to every settlement. Returns the end and the number of
/// settlements.
fn run(
    flow: &mut SettlementFlow,
    mut now: i64,
    settlement: (u16, &str),
    lookup: impl Fn(i64) -> String,
) -> (SettlementEnding, u32, i64) {
    let mut settlements = 0;
    for _ in 0..10_000 {
        match step(flow, now) {
            SettlementStep::Save { revision, .. } => flow.saved(revision).unwrap(),
            SettlementStep::Wait { until, .. } => now = until.unix_millis(),
            SettlementStep::Send { request } if request.operation == OperationName::Settlement => {
                settlements += 1;
                flow.answered(request.number, settlement.0, settlement.1.as_bytes(), None, at(now)).unwrap();
            }
            SettlementStep::Send { request } => {
                flow.answered(request.number, 200, lookup(now).as_bytes(), None, at(now)).unwrap();
            }
            SettlementStep::Finished { ending } => return (ending, settlements, now),
            other => panic!("{other:?}"),
        }
    }
    panic!("the flow does not end");
}

/// A flow whose first attempt brought this answer.
fn answered(status: u16, answer: &str) -> SettlementFlow {
    let mut flow = start();
    settle(&mut flow, 0, status, answer);
    flow
}

/// A flow whose first attempt is saved and given out, and its number.
fn sent() -> (SettlementFlow, String, i64) {
    let mut flow = start();
    let record = save(&mut flow, 0);
    let number = request(&mut flow, 0).0.number;
    (flow, record, number)
}

/// A flow whose first attempt brought no answer.
fn in_doubt() -> SettlementFlow {
    let (mut flow, _, number) = sent();
    flow.no_answer(number, Sent::Maybe, None, at(0)).unwrap();
    flow
}

/// The reason of an end without a settlement.
fn reason(ending: &SettlementEnding) -> &EndReason {
    match ending {
        SettlementEnding::Refused { reason } | SettlementEnding::Unclear { reason } => reason,
        other => panic!("{other:?}"),
    }
}

fn http_status(reason: &EndReason) -> Option<u16> {
    reason.answer.as_ref().unwrap().http_status.map(u16::from)
}

/// The end that a flow comes to with its next step.
fn finished(flow: &mut SettlementFlow, now: i64) -> SettlementEnding {
    let SettlementStep::Finished { ending } = step(flow, now) else { panic!("not finished") };
    ending
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
fn warns_of_a_profile_by_which_nothing_is_ever_not_found() {
    let found = |profile: &str| {
        let flow = SettlementFlow::start(&billwire_conformance::biller(profile), &bill(), POLICY, at(0)).unwrap();
        flow.warnings().iter().map(|one| format!("{} {}", one.path, one.code)).collect::<Vec<_>>()
    };
    const LOOKUP: &str = r#""settlementLookup":{"identity_code":"ref_id","purpose_of_transaction":"ref_id"}"#;
    let unheard = format!("{{{LOOKUP}}}");
    let heard = format!(r#"{{{LOOKUP},"notFoundCodes":{{"verification":["404"]}}}}"#);
    assert_eq!(found("{}"), ["profile.settlementLookup settlement_lookup"]);
    assert_eq!(found(&unheard), ["profile.notFoundCodes not_found_codes"]);
    assert_eq!(found(&heard), [""; 0]);
}

#[test]
fn gives_nothing_out_before_its_record_is_saved() {
    let mut flow = start();
    for _ in 0..3 {
        assert!(matches!(step(&mut flow, 0), SettlementStep::Save { revision: 1, previous: 0, .. }));
    }
    assert!(is_out_of_turn(flow.saved(2)));
    assert!(is_out_of_turn(flow.answered(1, 200, SETTLED.as_bytes(), None, at(0))));
    assert!(matches!(step(&mut flow, 0), SettlementStep::Save { revision: 1, .. }));
    flow.saved(1).unwrap();
    assert_eq!(request(&mut flow, 0).0.operation, OperationName::Settlement);
}

#[test]
fn finishes_only_when_its_end_is_saved() {
    let mut flow = answered(200, SETTLED);
    assert!(save(&mut flow, 0).contains(r#""state":"settled""#));
    let SettlementEnding::Settled { proof: SettlementProof::Answer { response: Some(_) } } = finished(&mut flow, 0)
    else {
        panic!("not settled")
    };
}

#[test]
fn expects_one_answer_to_each_request() {
    let (mut flow, _, number) = sent();
    assert!(is_out_of_turn(flow.step(at(0), 1.0).map(drop)));
    flow.no_answer(number, Sent::Maybe, None, at(0)).unwrap();
    let before = format!("{flow:?}");
    assert!(is_out_of_turn(flow.answered(number, 200, SETTLED.as_bytes(), None, at(1))));
    assert!(is_out_of_turn(flow.no_answer(number, Sent::No, None, at(1))));
    assert_eq!(format!("{flow:?}"), before);
    let lookup = request(&mut flow, 10).0.number;
    assert_ne!(lookup, number);
    assert!(is_out_of_turn(flow.answered(number, 200, SETTLED.as_bytes(), None, at(10))));
}

#[test]
fn a_settlement_says_until_when_it_may_be_sent() {
    let mut flow = start();
    save(&mut flow, 0);
    assert_eq!(request(&mut flow, 9).0.send_before, Some(at(50)));
    assert_eq!(request(&mut in_doubt(), 0).0.send_before, None);
}

#[test]
fn sends_again_what_moved_nothing_after_one_lookup() {
    let (mut flow, _, number) = sent();
    flow.no_answer(number, Sent::No, None, at(0)).unwrap();
    assert!(save(&mut flow, 0).contains(r#""evidence":"none","has_earlier":false,"state":"open""#));
    assert_eq!(step(&mut flow, 0), SettlementStep::Wait { until: at(10), reason: WaitReason::SendAgain });
    look_up(&mut flow, 10, NOT_FOUND);
    assert_eq!(settle(&mut flow, 10, 200, SETTLED), 10);
    // A lookup that says nothing holds nothing up.
    let mut flow = answered(429, "");
    look_up(&mut flow, 0, "busy");
    settle(&mut flow, 10, 200, SETTLED);
}

#[test]
fn a_lookup_shows_that_moved_nothing_was_wrong() {
    let mut flow = answered(429, "");
    look_up(&mut flow, 0, TRANSACTION);
    save(&mut flow, 10);
    assert_eq!(finished(&mut flow, 10).as_str(), "settled");
}

#[test]
fn nothing_is_sent_beside_a_transaction_that_is_seen() {
    for status in ["pending", "unheard of"] {
        let mut flow = answered(429, "");
        let now = look_up(&mut flow, 0, &transaction(status));
        assert!(save(&mut flow, now).contains(r#""evidence":"seen","seen":"T-1""#));
        let (ending, settlements, _) = run(&mut flow, now, (200, SETTLED), |_| transaction(status));
        assert_eq!((settlements, ending.as_str()), (0, "unclear"), "{status}");
    }
}

#[test]
fn another_transaction_of_the_bill_is_not_paid_beside() {
    for (from, to) in [("40000", "39999"), ("2026-01-31", "1960-01-31")] {
        let (other, mut flow) = (TRANSACTION.replace(from, to), answered(429, ""));
        let (ending, settlements, _) = run(&mut flow.clone(), 0, (200, SETTLED), |_| other.clone());
        let outcome = (settlements, ending.as_str(), reason(&ending).code);
        assert_eq!(outcome, (0, "unclear", Code::OtherTransaction), "{to}");
        // A single one may come from a proxy, and the record keeps the doubt.
        look_up(&mut flow, 0, &other);
        assert!(save(&mut flow, 20).contains(r#""evidence":"tried""#));
        assert_eq!(run(&mut flow, 30, (200, SETTLED), |_| NOT_FOUND.into()).0.as_str(), "settled");
    }
}

#[test]
fn many_attempts_lengthen_no_doubt_beyond_the_deadline() {
    let (_, record, _) = sent();
    for attempts in [7, 64, u32::MAX] {
        let mut flow = resume(&record.replace(r#""attempts":1"#, &format!(r#""attempts":{attempts}"#))).unwrap();
        let (ending, settlements, now) = run(&mut flow, 0, (200, SETTLED), |_| NOT_FOUND.into());
        assert_eq!((settlements, ending.as_str()), (0, "refused"), "{attempts}");
        assert!(now < 10_000, "{attempts}: {now}");
    }
}

#[test]
fn looks_up_what_brought_no_answer() {
    let mut flow = in_doubt();
    assert!(save(&mut flow, 0).contains(r#""evidence":"tried""#));
    assert_eq!(step(&mut flow, 0), SettlementStep::Wait { until: at(10), reason: WaitReason::LookUp });
    look_up(&mut flow, 10, TRANSACTION);
    assert!(save(&mut flow, 10).contains(r#""claim_key":"T-1""#));
    let SettlementEnding::Settled { proof } = finished(&mut flow, 10) else { panic!("not settled") };
    assert_eq!((proof.as_str(), proof.claim_key()), ("verification", Some("T-1")));
}

#[test]
fn resumes_in_doubt_with_a_lookup() {
    let (_, record, _) = sent();
    let mut flow = resume(&record).unwrap();
    assert_eq!(flow.evidence(), Evidence::Tried);
    assert_eq!(request(&mut flow, 1).0.operation, OperationName::Verification);
}

#[test]
fn believes_not_found_only_once_it_has_held() {
    let mut flow = in_doubt();
    let mut now = 0;
    for times in 1..=10 {
        now = look_up(&mut flow, now, NOT_FOUND);
        let record = save(&mut flow, now);
        let counts = format!(r#""not_found":{times},"unusable":0,"waited_ms":{}"#, (times - 1) * 10);
        assert!(record.contains(&counts), "{record}");
    }
    now = look_up(&mut flow, now, NOT_FOUND);
    assert_eq!(now, 110);
    assert!(save(&mut flow, now).contains(r#""attempts":2"#));
    settle(&mut flow, now, 200, SETTLED);
}

#[test]
fn not_found_takes_three_lookups_however_long_the_pauses() {
    let policy =
        with(POLICY, |policy| (policy.pause_ms, policy.longest_pause_ms, policy.not_found_holds_ms) = (100, 100, 1));
    let mut flow = SettlementFlow::start(&biller(), &bill(), policy, at(0)).unwrap();
    let (sent, _) = request(&mut flow, 0);
    flow.no_answer(sent.number, Sent::Maybe, None, at(0)).unwrap();
    let mut now = 0;
    for time in [100, 101, 201] {
        assert_eq!(flow.evidence(), Evidence::Tried);
        now = look_up(&mut flow, now, NOT_FOUND);
        assert_eq!(now, time);
    }
    assert_eq!(request(&mut flow, now).0.operation, OperationName::Settlement);
}

#[test]
fn no_pause_makes_not_found_hold_longer_than_it_must() {
    let policy = with(POLICY, |policy| policy.longest_pause_ms = 1_000);
    let mut flow = SettlementFlow::start(&biller(), &bill(), policy, at(0)).unwrap();
    let (sent, _) = request(&mut flow, 0);
    flow.no_answer(sent.number, Sent::Maybe, None, at(0)).unwrap();
    let mut now = 0;
    let times = [(); 4].map(|()| {
        now = look_up(&mut flow, now, NOT_FOUND);
        now
    });
    // The pauses would be 10, 20, 40 and 80, and it holds for 100.
    assert_eq!(times, [10, 20, 40, 80]);
    assert_eq!(
        (look_up(&mut flow, now, NOT_FOUND), request(&mut flow, 110).0.operation),
        (110, OperationName::Settlement)
    );
}

#[test]
fn anything_else_resets_not_found() {
    for other in ["busy", r#"{"code":"500"}"#, &transaction("unheard of"), &transaction("pending"), "not at all"] {
        let mut flow = in_doubt();
        let now = find_nothing(&mut flow, 0, 9);
        let (lookup, at_time) = request(&mut flow, now);
        match other {
            "not at all" => flow.no_answer(lookup.number, Sent::Maybe, None, at(at_time)).unwrap(),
            other => flow.answered(lookup.number, 200, other.as_bytes(), None, at(at_time)).unwrap(),
        }
        assert!(save(&mut flow, at_time).contains(r#""not_found":0,"unusable":0,"waited_ms":0"#), "{other}");
    }
}

#[test]
fn a_jump_of_the_clock_adds_no_more_than_the_pause() {
    for jump in [i64::from(i32::MAX), 200] {
        let mut flow = in_doubt();
        let now = look_up(&mut flow, 0, NOT_FOUND);
        look_up(&mut flow, now + jump, NOT_FOUND);
        let record = save(&mut flow, now + jump);
        assert!(record.contains(r#""waited_ms":10"#), "{record}");
    }
}

#[test]
fn a_clock_that_is_set_back_makes_no_pause_longer() {
    let mut flow = in_doubt();
    save(&mut flow, 0);
    assert_eq!(step(&mut flow, -500), SettlementStep::Wait { until: at(-490), reason: WaitReason::LookUp });
    assert_eq!(request(&mut flow, -490).0.operation, OperationName::Verification);
}

#[test]
fn what_the_service_accepted_is_never_sent_again() {
    for answer in [
        PENDING,
        SETTLED,
        r#"{"code":"000"}"#,
        r#"{"code":"E02"}"#,
        r#"{"code":"E01","data":{"payment":{"status":"paid"}}}"#,
        &SETTLED.replace("000", "77"),
        r#"{"data":{"bill":{"status":true}}}"#,
    ] {
        for status in [200, 202, 302, 400, 401, 409, 422, 429, 500, 503] {
            if (status, answer) == (200, SETTLED) {
                continue;
            }
            let mut flow = start();
            let (ending, settlements, _) = run(&mut flow, 0, (status, answer), |_| NOT_FOUND.into());
            assert_eq!(flow.evidence(), Evidence::Accepted, "{status} {answer}");
            assert_eq!((settlements, ending.as_str()), (1, "unclear"), "{status} {answer}");
            assert_eq!(http_status(reason(&ending)), Some(status));
        }
    }
}

#[test]
fn what_a_lookup_saw_is_never_sent_again() {
    for status in ["pending", "unheard of"] {
        let mut flow = in_doubt();
        let now = look_up(&mut flow, 0, &transaction(status));
        assert_eq!(flow.evidence(), Evidence::Seen);
        let (ending, settlements, _) = run(&mut flow, now, (200, SETTLED), |_| NOT_FOUND.into());
        assert_eq!((settlements, ending.as_str()), (0, "unclear"), "{status}");
    }
}

#[test]
fn what_moved_nothing_ends_no_earlier_doubt() {
    let mut flow = in_doubt();
    let now = find_nothing(&mut flow, 0, 11);
    let now = settle(&mut flow, now, 429, "");
    assert!(save(&mut flow, now).contains(r#""evidence":"tried","has_earlier":false,"state":"in_doubt""#));
}

#[test]
fn a_refusal_after_a_doubt_is_looked_up() {
    for (status, answer) in [(200, r#"{"code":"E01"}"#), (400, ""), (401, ""), (403, ""), (422, "")] {
        let mut flow = in_doubt();
        let mut now = find_nothing(&mut flow, 0, 11);
        now = settle(&mut flow, now, status, answer);
        // The first attempt is recorded late.
        let late = now + 50;
        let found = |now| if now < late { NOT_FOUND } else { TRANSACTION }.into();
        assert_eq!(run(&mut flow.clone(), now, (500, ""), found).0.as_str(), "settled", "{status}");
        let (ending, settlements, _) = run(&mut flow, now, (500, ""), |_| NOT_FOUND.into());
        assert_eq!((settlements, ending.as_str()), (0, "refused"), "{status}");
        let next_step = reason(&ending).next_step;
        assert!(matches!(next_step, NextStep::FixRequest | NextStep::FixCredentials), "{status}");
    }
}

#[test]
fn only_a_status_of_success_contradicts_a_refusal() {
    for (data, expected) in [
        (r#"{"name":"success"}"#, "refused"),
        (r#"{"name":{"status":"void"}}"#, "refused"),
        (r#"{"name":[{"status":"success"}]}"#, "accepted"),
    ] {
        let record = save(&mut answered(400, &format!(r#"{{"code":"E01","data":{data}}}"#)), 0);
        assert!(record.contains(&format!(r#":"{expected}""#)), "{record}");
    }
}

#[test]
fn an_answer_that_nobody_understands_is_not_repeated() {
    for answer in [r#"{"code":"318"}"#, r#"{"code":"000","message":"o"#, "\n{\"co", "\u{feff}[{"] {
        let (ending, settlements, _) = run(&mut start(), 0, (200, answer), |_| NOT_FOUND.into());
        let outcome = (settlements, ending.as_str(), reason(&ending).next_step);
        assert_eq!(outcome, (1, "unclear", NextStep::AskService));
        assert_eq!(http_status(reason(&ending)), Some(200));
    }
    for status in [500, 503] {
        let (ending, settlements, _) = run(&mut start(), 0, (status, r#"{"code":"318"}"#), |_| NOT_FOUND.into());
        assert_eq!((settlements, ending.as_str()), (2, "refused"), "{status}");
    }
}

#[test]
fn a_failed_transaction_refuses_its_attempt_alone() {
    let mut flow = in_doubt();
    look_up(&mut flow, 0, &transaction("failed"));
    let record = save(&mut flow, 10);
    assert!(
        record.contains(r#""failed":["T-1"],"has_earlier":false,"state":"refused","code":"declared_failed""#),
        "{record}"
    );
    // The same transaction says nothing of a later attempt.
    let mut flow = SettlementFlow::reopen(&biller(), &bill(), POLICY, &record, at(20)).unwrap();
    let (sent, now) = request(&mut flow, 20);
    flow.no_answer(sent.number, Sent::Maybe, None, at(now)).unwrap();
    look_up(&mut flow, now, &transaction("failed"));
    assert!(save(&mut flow, now + 10).contains(r#""state":"in_doubt""#));
    // Nor does the transaction of any attempt before the last one that failed.
    let now = look_up(&mut flow, now + 10, &transaction("failed").replace("T-1", "T-2"));
    let record = save(&mut flow, now);
    assert!(record.contains(r#""failed":["T-1","T-2"],"has_earlier":false,"state":"refused""#), "{record}");
    let mut flow = SettlementFlow::reopen(&biller(), &bill(), POLICY, &record, at(now)).unwrap();
    let (sent, now) = request(&mut flow, now);
    flow.no_answer(sent.number, Sent::Maybe, None, at(now)).unwrap();
    let now = look_up(&mut flow, now, &transaction("failed"));
    assert!(save(&mut flow, now + 10).contains(r#""state":"in_doubt""#));
    // Nor is a second transaction the attempt's.
    let mut flow = in_doubt();
    let now = look_up(&mut flow, 0, &transaction("pending"));
    let (ending, ..) = run(&mut flow, now, (500, ""), |_| transaction("failed").replace("T-1", "T-2"));
    assert_eq!(ending.as_str(), "unclear");
    // After two attempts, it may be that of the first.
    let failed_late = |now| if now < 200 { NOT_FOUND.into() } else { transaction("failed") };
    let (ending, settlements, _) = run(&mut start(), 0, (503, r#"{"code":"318"}"#), failed_late);
    assert_eq!((settlements, ending.as_str()), (2, "unclear"));
}

#[test]
fn a_declared_failure_is_looked_up_before_it_counts() {
    let failed = PENDING.replace("pending", "failed");
    let (ending, settlements, _) = run(&mut start(), 0, (200, &failed), |_| NOT_FOUND.into());
    assert_eq!((settlements, ending.as_str(), reason(&ending).code), (1, "refused", Code::DeclaredFailed));
}

#[test]
fn one_misleading_lookup_ends_nothing() {
    let other = TRANSACTION.replace("40000", "39999");
    for (status, answer) in
        [(401, ""), (403, "<html>"), (400, ""), (200, "[]"), (200, "<html>"), (407, ""), (200, ""), (200, &other)]
    {
        let mut flow = in_doubt();
        let mut now = 0;
        for _ in 0..2 {
            let (lookup, time) = request(&mut flow, now);
            flow.answered(lookup.number, status, answer.as_bytes(), None, at(time)).unwrap();
            now = time;
        }
        now = look_up(&mut flow, now, TRANSACTION);
        assert!(save(&mut flow, now).contains(r#""state":"settled""#), "{status} {answer}");
    }
    assert!(unclear().contains(r#""state":"unclear","code":"other_transaction""#));
    // Three of them end with the reason of the last.
    let mut flow = in_doubt();
    for _ in 0..3 {
        let (lookup, now) = request(&mut flow, 0);
        flow.answered(lookup.number, 401, b"", None, at(now)).unwrap();
    }
    assert!(save(&mut flow, 30).contains(r#""state":"unclear","code":"http_status","next_step":"fixCredentials""#));
}

#[test]
fn a_transaction_from_before_the_first_attempt_is_another() {
    let dated = |date: &str| TRANSACTION.replace("2026-01-31T09:00:00.000", date);
    // The first attempt is at 2026-01-31T09:00:00Z.
    let first = 1_769_850_000_000;
    for (date, is_found) in [
        ("2026-01-31T09:00:00", true),
        ("2026-01-30T10:00:00", true),
        ("2026-01-30T08:59:00", false),
        ("2020-01-01T00:00:00", false),
        ("2026-01-31T08:58:00Z", true),
        ("2026-01-31T08:55:00Z", true),
        ("2026-01-31T08:54:59Z", false),
        ("2026-01-31T15:58:00+07:00", true),
        ("2026-01-31", true),
        ("2026-01-29 23:59:59", false),
        ("", true),
        ("yesterday", false),
    ] {
        let mut flow = SettlementFlow::start(&biller(), &bill(), POLICY, at(first)).unwrap();
        let (sent, now) = request(&mut flow, first);
        flow.no_answer(sent.number, Sent::Maybe, None, at(now)).unwrap();
        let now = look_up(&mut flow, now, &dated(date));
        assert_eq!(save(&mut flow, now).contains(r#""state":"settled""#), is_found, "{date}");
    }
}

#[test]
fn not_found_waits_for_an_attempt_of_another_flow() {
    let (_, record, _) = sent();
    let mut flow = resume(&record).unwrap();
    let now = look_up(&mut flow, 99, NOT_FOUND);
    assert!(save(&mut flow, now).contains(r#""not_found":0"#));
    let now = look_up(&mut flow, now, NOT_FOUND);
    assert!(save(&mut flow, now).contains(r#""not_found":1"#));
    let mut flow = resume(&record).unwrap();
    assert_eq!(look_up(&mut flow, 100, NOT_FOUND), 100);
    assert!(save(&mut flow, 100).contains(r#""not_found":1"#));
}

#[test]
fn a_resumed_flow_goes_on_with_pause_and_lookups() {
    let mut flow = in_doubt();
    let mut now = find_nothing(&mut flow, 0, 5);
    let record = save(&mut flow, now);
    let mut flow = resume(&record).unwrap();
    assert_eq!(step(&mut flow, now), SettlementStep::Wait { until: at(now + 10), reason: WaitReason::LookUp });
    now = find_nothing(&mut flow, now, 6);
    assert_eq!((now, request(&mut flow, now).0.operation), (110, OperationName::Settlement));
}

#[test]
fn stores_a_stale_attempt_anew_before_sending_it() {
    let mut flow = start();
    save(&mut flow, 0);
    let record = save(&mut flow, 50);
    assert!(record.contains(r#""revision":2"#) && record.contains(r#""begun":50"#), "{record}");
    assert_eq!(request(&mut flow, 99).0.operation, OperationName::Settlement);
}

#[test]
fn an_attempt_that_is_stored_slowly_ends() {
    let mut flow = start();
    for now in (0..POLICY.deadline_ms as i64).step_by(50) {
        save(&mut flow, now);
    }
    let record = save(&mut flow, POLICY.deadline_ms as i64);
    assert!(record.contains(r#""code":"deadline_passed""#), "{record}");
    assert_eq!(finished(&mut flow, 1_000).as_str(), "refused");
}

#[test]
fn ends_when_another_flow_stored_a_record() {
    let mut flow = answered(200, SETTLED);
    assert!(matches!(step(&mut flow, 0), SettlementStep::Save { .. }));
    assert!(is_out_of_turn(flow.not_saved(1)));
    flow.not_saved(2).unwrap();
    assert_eq!(step(&mut flow, 0), SettlementStep::TakenOver);
    assert!(is_out_of_turn(flow.saved(2)));
}

#[test]
fn a_flow_without_the_stored_record_asks_for_it() {
    let mut flow = start();
    let _ = step(&mut flow, 0);
    assert_eq!(flow.not_saved(1).unwrap_err().code(), Code::RecordStored);
    // So does one that does not know whether its own record is stored.
    let mut flow = answered(200, SETTLED);
    let _ = step(&mut flow, 0);
    flow.maybe_saved(2).unwrap();
    assert_eq!(flow.not_saved(2).unwrap_err().code(), Code::RecordStored);
}

#[test]
fn goes_on_from_the_record_that_is_stored() {
    let mut flow = start();
    let SettlementStep::Save { record, .. } = step(&mut flow, 0) else { panic!("nothing to save") };
    flow.maybe_saved(1).unwrap();
    flow.stored(None).unwrap();
    assert!(matches!(step(&mut flow, 0), SettlementStep::Save { revision: 1, .. }));
    flow.stored(Some(&record)).unwrap();
    // It may be another flow's, which has sent it.
    assert_eq!(request(&mut flow, 0).0.operation, OperationName::Verification);
}

#[test]
fn a_silent_store_forgets_no_answer() {
    let (mut flow, record, number) = sent();
    flow.answered(number, 200, SETTLED.as_bytes(), None, at(0)).unwrap();
    let _ = step(&mut flow, 0);
    flow.maybe_saved(2).unwrap();
    // The record before is stored: the flow's own is not.
    flow.stored(Some(&record)).unwrap();
    assert!(save(&mut flow, 0).contains(r#""evidence":"accepted","has_earlier":false,"state":"settled""#));
    // Another flow's is stored.
    let mut flow = answered(200, PENDING);
    let _ = step(&mut flow, 0);
    flow.maybe_saved(2).unwrap();
    flow.stored(Some(&record.replace(r#""revision":1"#, r#""revision":2"#))).unwrap();
    assert_eq!(flow.evidence(), Evidence::Accepted);
    // An answer to the request before is none to the next one.
    assert_eq!(request(&mut flow, 0).0.number, 2);
}

#[test]
fn a_refused_bill_reopens_with_corrections() {
    let mut flow = answered(401, "");
    let record = save(&mut flow, 0);
    let corrected = with(bill(), |bill| bill.customer_sync_code = "C-2".into());
    let reopen = |bill: &Settlement, record: &str| SettlementFlow::reopen(&biller(), bill, POLICY, record, at(9_000));
    let mut flow = reopen(&corrected, &record).unwrap();
    assert!(matches!(step(&mut flow, 9_000), SettlementStep::Save { revision: 3, previous: 2, .. }));
    settle(&mut flow, 9_000, 200, SETTLED);
    let settled = save(&mut flow, 9_000);
    assert_eq!(reopen(&corrected, &settled).map(drop).unwrap_err().code(), Code::NotRefused);
    let other = with(bill(), |bill| bill.ref_id = "INV-2".into());
    assert_eq!(reopen(&other, &record).map(drop).unwrap_err().code(), Code::OtherBill);
}

#[test]
fn a_bill_refused_after_a_doubt_reopens_with_lookups() {
    let once = with(POLICY, |policy| policy.attempts = 1);
    let mut flow = SettlementFlow::start(&biller(), &bill(), once, at(0)).unwrap();
    let mut now = settle(&mut flow, 0, 503, "");
    now = find_nothing(&mut flow, now, 11);
    let record = save(&mut flow, now);
    let reopened_from =
        |record: &str, now| SettlementFlow::reopen(&biller(), &bill(), POLICY, record, at(now)).unwrap();
    let reopened = |now| reopened_from(&record, now);
    for evidence in [Evidence::Tried, Evidence::Seen] {
        let record = record.replace("tried", evidence.as_str());
        assert_eq!(reopened_from(&record, now).evidence(), evidence);
    }
    assert_eq!(request(&mut reopened(now), now).0.operation, OperationName::Verification);
    let mut flow = reopened(now);
    now = find_nothing(&mut flow, now, 11);
    settle(&mut flow, now, 400, "");
    assert!(save(&mut flow, now).contains(r#""state":"in_doubt""#));
    // A transaction of the attempt before is the bill's, however much later it is reopened.
    let later = 1_800_000_000_000;
    let mut flow = reopened(later);
    look_up(&mut flow, later, TRANSACTION);
    assert!(save(&mut flow, later).contains(r#""state":"settled""#));
}

/// The record of a bill that is unclear, since three lookups show another amount.
fn unclear() -> String {
    let mut flow = in_doubt();
    for _ in 0..3 {
        look_up(&mut flow, 0, &TRANSACTION.replace("40000", "1"));
    }
    save(&mut flow, 30)
}

#[test]
fn an_unclear_record_resumes_by_lookups_alone() {
    let record = unclear();
    for (answer, expected) in [(NOT_FOUND, "unclear"), (TRANSACTION, "settled")] {
        let (ending, settlements, _) = run(&mut resume(&record).unwrap(), 5_000, (200, SETTLED), |_| answer.into());
        assert_eq!((settlements, ending.as_str()), (0, expected));
    }
    // As many lookups as attempts, with a pause between them.
    let mut flow = resume(&record).unwrap();
    assert_eq!(look_up(&mut flow, 5_000, NOT_FOUND), 5_000);
    assert_eq!(step(&mut flow, 5_000), SettlementStep::Wait { until: at(5_010), reason: WaitReason::LookUp });
    assert_eq!(look_up(&mut flow, 5_000, NOT_FOUND), 5_010);
    assert_eq!(finished(&mut flow, 5_010).as_str(), "unclear");
}

#[test]
fn a_person_resolves_an_unclear_record() {
    let record = unclear();
    let mut flow = resume(&record).unwrap();
    flow.resolved(Resolution::Settled).unwrap();
    let settled = save(&mut flow, 0);
    assert!(settled.contains(r#""state":"settled","proof":"person""#));
    for flow in [&mut flow, &mut resume(&settled).unwrap()] {
        assert_eq!(finished(flow, 0), SettlementEnding::Settled { proof: SettlementProof::Person });
    }
    let mut flow = resume(&record).unwrap();
    flow.resolved(Resolution::NothingMoved).unwrap();
    let refused = save(&mut flow, 0);
    assert!(refused.contains(r#""state":"refused","code":"persons_word""#), "{refused}");
    assert_eq!(reason(&finished(&mut flow, 0)).answer.as_ref().map(|answer| answer.code), Some(Code::NoAnswer));
    let reopen = || SettlementFlow::reopen(&biller(), &bill(), POLICY, &refused, at(0)).unwrap();
    settle(&mut reopen(), 0, 200, SETTLED);
    // A transaction that failed may be that of the attempt before, also after another refusal.
    let mut flow = reopen();
    settle(&mut flow, 0, 400, "");
    let again = save(&mut flow, 0);
    for record in [&refused, &again] {
        let mut flow = SettlementFlow::reopen(&biller(), &bill(), POLICY, record, at(0)).unwrap();
        let (ending, settlements, _) = run(&mut flow, 0, (500, ""), |_| transaction("failed"));
        assert_eq!((ending.as_str(), settlements), ("unclear", 1));
    }
    let (_, in_doubt, _) = sent();
    assert_eq!(resume(&in_doubt).unwrap().resolved(Resolution::Settled).unwrap_err().code(), Code::NotRefused);
}

#[test]
fn looks_first_where_an_attempt_may_be_forgotten() {
    let policy = with(POLICY, |policy| policy.look_first = true);
    let start = || SettlementFlow::start(&biller(), &bill(), policy, at(0)).unwrap();
    let early = TRANSACTION.replace("2026", "1969");
    assert_eq!(run(&mut start(), 0, (500, ""), |_| early.clone()).0.as_str(), "settled");
    let (ending, settlements, now) = run(&mut start(), 0, (200, SETTLED), |_| NOT_FOUND.into());
    assert_eq!((ending.as_str(), settlements, now), ("settled", 1, 100));
    // A transaction that failed may be that of a forgotten attempt, of several.
    let (ending, settlements, _) = run(&mut start(), 0, (200, SETTLED), |_| transaction("failed"));
    assert_eq!((ending.as_str(), settlements), ("unclear", 0));
    let error = SettlementFlow::start(&billwire_conformance::biller("{}"), &bill(), policy, at(0)).map(drop);
    assert_eq!(error.unwrap_err().code(), Code::SettlementLookup);
}

#[test]
fn looks_first_after_a_refusal_that_may_be_old() {
    let refused = save(&mut answered(400, ""), 0);
    let policy = with(POLICY, |policy| policy.look_first = true);
    for (answer, expected) in [(TRANSACTION, "settled"), (NOT_FOUND, "refused")] {
        let mut flow = SettlementFlow::resume(&biller(), &bill(), policy, &refused).unwrap();
        let (ending, settlements, _) = run(&mut flow, 0, (200, SETTLED), |_| answer.into());
        assert_eq!((ending.as_str(), settlements), (expected, 0));
        if let SettlementEnding::Refused { reason } = ending {
            assert_eq!((reason.code, reason.next_step), (Code::HttpStatus, NextStep::FixRequest));
        }
    }
    // Also where a person's word refused it, after an attempt without an answer.
    let mut flow = resume(&unclear()).unwrap();
    flow.resolved(Resolution::NothingMoved).unwrap();
    let refused = save(&mut flow, 0);
    let mut flow = SettlementFlow::resume(&biller(), &bill(), policy, &refused).unwrap();
    let (ending, settlements, _) = run(&mut flow, 0, (200, SETTLED), |_| NOT_FOUND.into());
    assert_eq!((ending.as_str(), settlements, reason(&ending).code), ("refused", 0, Code::PersonsWord));
}

#[test]
fn a_wait_lasts_as_long_as_the_service_asks() {
    for (status, asked, until, reason) in
        [(429, 700, at(700), WaitReason::SendAgain), (503, u64::MAX, at(1_000), WaitReason::LookUp)]
    {
        let (mut flow, _, number) = sent();
        flow.answered(number, status, b"", Some(asked), at(0)).unwrap();
        save(&mut flow, 0);
        assert_eq!(step(&mut flow, 0), SettlementStep::Wait { until, reason });
    }
}

#[test]
fn a_refusal_keeps_its_reason_in_the_record() {
    let mut flow = answered(400, r#"{"code":"E01","message":"m"}"#);
    let record = save(&mut flow, 0);
    let (told, read) = (finished(&mut flow, 0), finished(&mut resume(&record).unwrap(), 9));
    assert_eq!([&told, &read].map(SettlementEnding::as_str), ["refused"; 2]);
    let (told, read) = (reason(&told), reason(&read));
    assert_eq!((read.code, read.next_step, &read.answer), (Code::Refused, NextStep::FixRequest, &told.answer));
    assert_eq!((told.code, told.next_step), (read.code, read.next_step));
    assert_eq!((http_status(read), &read.error), (Some(400), &None));
    assert_eq!(told.error.as_ref().map(|error| error.code()), Some(Code::Refused));
    assert_eq!(read.answer.as_ref().unwrap().response_code.as_deref(), Some("E01"));
}

#[test]
fn refuses_when_its_attempts_are_used_up() {
    let (ending, settlements, _) = run(&mut start(), 0, (429, ""), |_| NOT_FOUND.into());
    assert_eq!((settlements, ending.as_str(), http_status(reason(&ending))), (2, "refused", Some(429)));
    let EndReason { code, next_step, .. } = reason(&ending);
    assert_eq!((*code, *next_step), (Code::AttemptsUsedUp, NextStep::SendAgain));
}

#[test]
fn stays_unclear_when_no_lookup_tells_in_time() {
    for lookup in [&transaction("pending"), r#"{"code":"500"}"#] {
        let (ending, ..) = run(&mut in_doubt(), 0, (200, SETTLED), |_| lookup.into());
        let EndReason { code, next_step, lookup, answer, .. } = reason(&ending);
        let outcome = (ending.as_str(), *code, *next_step);
        assert_eq!(outcome, ("unclear", Code::DeadlinePassed, NextStep::AskService));
        assert!(lookup.is_some() && answer.is_some());
    }
}

#[test]
fn refuses_the_record_of_another_bill() {
    let (_, record, _) = sent();
    let others: [fn(&mut Settlement); 6] = [
        |bill| bill.total_amount = 40_001,
        |bill| bill.payment_method_token = Some("PM-2".into()),
        |bill| bill.due_date = at(1),
        |bill| bill.total_tax = Some(1),
        |bill| bill.description = Some("d".into()),
        |bill| bill.details = Some(vec![]),
    ];
    for other in others {
        let error = SettlementFlow::resume(&biller(), &with(bill(), other), POLICY, &record).map(drop).unwrap_err();
        assert_eq!(error.code(), Code::OtherBill);
    }
    assert_eq!(refusal(&record.replace("INV-1", "INV-2")), ("record.bill".into(), Code::OtherBill));
}

#[test]
fn refuses_a_record_that_it_cannot_read() {
    let (_, record, _) = sent();
    let with = |from: &str, to: &str| {
        assert!(record.contains(from), "{record}");
        refusal(&record.replacen(from, to, 1))
    };
    assert_eq!(with(r#""version":2"#, r#""version":3"#), ("record.version".into(), Code::RecordVersion));
    assert_eq!(with(r#""revision":1"#, r#""revision":"1""#), ("record.revision".into(), Code::WrongType));
    assert_eq!(with(r#""version":2"#, r#""version":1"#), ("record.version".into(), Code::UnknownValue));
    assert_eq!(with(r#""revision":1,"#, ""), ("record.revision".into(), Code::Required));
    assert_eq!(with(r#""attempts":1"#, r#""attempts":-1"#), ("record.attempts".into(), Code::WrongType));
    assert_eq!(with(r#""attempts":1"#, r#""attempts":4294967296"#), ("record.attempts".into(), Code::OutOfRange));
    assert_eq!(with(r#""evidence":"tried""#, r#""evidence":"sure""#), ("record.evidence".into(), Code::UnknownValue));
    assert_eq!(with(r#""in_flight":true"#, r#""in_flight":1"#), ("record.in_flight".into(), Code::WrongType));
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
    assert_eq!(paths(with(POLICY, |policy| policy.longest_pause_ms = 9)), Some(vec!["policy.longestPauseMs".into()]));
    const YEAR: u64 = 366 * 24 * 3_600_000;
    assert_eq!(paths(with(POLICY, |policy| policy.deadline_ms = YEAR)), None);
    assert_eq!(paths(with(POLICY, |policy| policy.deadline_ms = YEAR + 1)), Some(vec!["policy.deadlineMs".into()]));
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
        let number = request(&mut flow, 0).0.number;
        flow.no_answer(number, Sent::Maybe, None, at(0)).unwrap();
        let mut now = 0;
        // The first lookup comes after the first pause, as does the second.
        for pause in [&pauses[..1], &pauses[..]].concat() {
            let SettlementStep::Save { revision, .. } = flow.step(at(now), random).unwrap() else {
                panic!("no record")
            };
            flow.saved(revision).unwrap();
            let SettlementStep::Wait { until, .. } = flow.step(at(now), random).unwrap() else { panic!("no pause") };
            assert_eq!(until.unix_millis() - now, pause);
            now = until.unix_millis();
            let number = request(&mut flow, now).0.number;
            flow.no_answer(number, Sent::Maybe, None, at(now)).unwrap();
        }
    }
}

#[test]
fn neither_a_record_nor_debug_holds_a_secret() {
    let (flow, record, _) = sent();
    let SettlementStep::Send { request } = step(&mut resume(&record).unwrap(), 0) else { panic!("nothing to send") };
    assert!(format!("{flow:?}").contains(r#"ref_id: "INV-1""#));
    for text in [record, format!("{flow:?}"), format!("{request:?}")] {
        let secrets = ["test-bearer", "test-verification", "test-hash-key"];
        assert!(secrets.iter().all(|secret| !text.contains(secret)), "{text}");
    }
}
