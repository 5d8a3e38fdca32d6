//! Rules of the credit flow, one at a time, and random orders of events, flows and crashes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "these are tests")]

use billwire::{
    Biller, BillerConfig, Claim, Code, CreditEnding, CreditFlow, CreditPolicy, CreditStep, CreditWait, Error,
    Expectation, FlowRequest, Instant, NextStep, Sent, VerificationToken, WebhookEvent, WebhookReceiver, WebhookToken,
    WireProfile,
};
use billwire_conformance::with;
use proptest::prelude::*;
use std::{fs, path::Path};

const NOT_FOUND: &str = r#"{"code":"404"}"#;
const POLICY: CreditPolicy = CreditPolicy::builder()
    .attempts(2)
    .pause_ms(10)
    .longest_pause_ms(40)
    .in_flight_ms(50)
    .unauthenticated_pause_ms(500)
    .unauthenticated_reply_ms(5)
    .build();

fn at(millis: i64) -> Instant {
    Instant::from_unix_millis(millis)
}

fn biller() -> Biller {
    let profile = br#"{"notFoundCodes":{"verification":["404"]}}"#;
    Biller::new(
        BillerConfig::builder()
            .base_url("https://service.example")
            .verification_token(VerificationToken::new("secret-verification"))
            .profile(WireProfile::from_json(profile).unwrap())
            .build(),
    )
    .unwrap()
}

fn bill() -> Expectation {
    Expectation::builder().identity_code("INV-1").purpose_of_transaction("INV-1").currency("KHR").amount(40_000).build()
}

/// An event of a sender that showed the token.
fn event(body: &str) -> WebhookEvent {
    let receiver = WebhookReceiver::merchant_proxy(vec![WebhookToken::new("token")]).unwrap();
    receiver.receive([("Token", "token")], body.as_bytes()).unwrap()
}

/// An event that anyone can have sent.
fn anyones(body: &str) -> WebhookEvent {
    WebhookReceiver::checkout().receive([], body.as_bytes()).unwrap()
}

fn success(tran_id: &str) -> String {
    format!(
        r#"{{"tran_id":"{tran_id}","status":"success","identity_code":"INV-1","tran_amount":"40000.0","currency":"KHR"}}"#
    )
}

fn transaction(tran_id: &str, amount: u32) -> String {
    r#"{"code":"SUCCESS","message":"","data":{"tran_id":"ID","tran_date":"2026-01-31T09:00:00.000","tran_amount":AMOUNT,
        "fee_amount":0,"total_amount":AMOUNT,"currency":"KHR","identity_code":"INV-1","bank_code":"B","bank_ref":"R",
        "purpose_of_transaction":"INV-1","status":"success"}}"#
        .replace("ID\"", &format!("{tran_id}\""))
        .replace("AMOUNT", &amount.to_string())
}

fn start(event: &WebhookEvent, record: Option<&str>, now: i64) -> CreditFlow {
    CreditFlow::of_event(&biller(), event, &bill(), POLICY, record, at(now)).unwrap()
}

fn of_bill(record: Option<&str>) -> CreditFlow {
    CreditFlow::of_bill(&biller(), &bill(), POLICY, record).unwrap()
}

fn step(flow: &mut CreditFlow, now: i64) -> CreditStep {
    flow.step(at(now), 1.0).unwrap()
}

/// Saves what the flow asks to save, and returns the record.
fn save(flow: &mut CreditFlow, now: i64) -> String {
    let CreditStep::Save { record, revision, previous } = step(flow, now) else { panic!("nothing to save") };
    assert_eq!(previous + 1, revision);
    flow.saved(revision).unwrap();
    record
}

fn request(flow: &mut CreditFlow, now: i64) -> FlowRequest {
    let CreditStep::Send(request) = step(flow, now) else { panic!("nothing to send") };
    request
}

/// Stores that a verification begins, and sends it.
fn verify(flow: &mut CreditFlow, now: i64) -> FlowRequest {
    save(flow, now);
    request(flow, now)
}

fn answer(flow: &mut CreditFlow, request: &FlowRequest, body: &str, now: i64) {
    flow.answered(request.number, 200, body.as_bytes(), at(now)).unwrap();
}

/// Returns the name of the ending and the status of the reply.
fn finished(flow: &mut CreditFlow, now: i64) -> (&'static str, Option<u16>) {
    let CreditStep::Finished { ending, reply } = step(flow, now) else { panic!("not finished") };
    (ending.as_str(), reply.map(|reply| reply.status))
}

/// A flow that asks to credit transaction T-1, and the record of that step.
fn crediting() -> (CreditFlow, String) {
    let mut flow = start(&event(&success("T-1")), None, 0);
    let request = verify(&mut flow, 0);
    answer(&mut flow, &request, &transaction("T-1", 40_000), 1);
    let CreditStep::Credit { record, confirmed, .. } = step(&mut flow, 1) else { panic!("nothing to credit") };
    assert_eq!(confirmed.claim_key(), "T-1");
    (flow, record)
}

/// The record of a bill that transaction T-1 has paid.
fn paid() -> String {
    crediting().1
}

/// The record while a verification is under way since 0.
fn in_flight() -> String {
    save(&mut start(&event(&success("T-1")), None, 0), 0)
}

fn code(result: Result<(), Error>) -> Code {
    result.unwrap_err().code()
}

#[test]
fn credits_a_confirmed_payment() {
    let (mut flow, record) = crediting();
    assert!(record.contains(r#""claim_key":"T-1""#) && !record.contains("in_flight_since"), "{record}");
    flow.claimed(Claim::Credited).unwrap();
    assert_eq!(finished(&mut flow, 1), ("credited", Some(200)));
}

#[test]
fn stores_before_it_verifies() {
    let mut flow = start(&event(&success("T-1")), None, 0);
    assert!(matches!(step(&mut flow, 0), CreditStep::Save { revision: 1, previous: 0, .. }));
    assert!(matches!(step(&mut flow, 0), CreditStep::Save { revision: 1, previous: 0, .. }));
    assert_eq!(code(flow.saved(2)), Code::OutOfTurn);
    flow.saved(1).unwrap();
    assert!(matches!(step(&mut flow, 0), CreditStep::Send(_)));
}

#[test]
fn refuses_what_it_did_not_ask_for() {
    let (mut flow, _) = crediting();
    assert_eq!(code(flow.saved(1)), Code::OutOfTurn);
    assert_eq!(code(flow.answered(1, 200, b"", at(0))), Code::OutOfTurn);
    assert_eq!(code(flow.no_answer(1, Sent::No, at(0))), Code::OutOfTurn);
    flow.claimed(Claim::Credited).unwrap();
    assert_eq!(code(flow.claimed(Claim::Credited)), Code::OutOfTurn);
    let mut flow = start(&event(&success("T-1")), None, 0);
    assert_eq!(code(flow.claimed(Claim::Credited)), Code::OutOfTurn);
    let request = verify(&mut flow, 0);
    assert_eq!(flow.step(at(0), 0.0).unwrap_err().code(), Code::OutOfTurn);
    assert_eq!(code(flow.answered(request.number + 1, 200, b"", at(0))), Code::OutOfTurn);
}

#[test]
fn one_verification_is_under_way_per_bill() {
    let mut flow = start(&event(&success("T-2")), Some(&in_flight()), 99);
    assert_eq!(finished(&mut flow, 99), ("busy", Some(503)));
    assert_eq!(finished(&mut of_bill(Some(&in_flight())), 99), ("busy", None));
    // Its program may have crashed. It may also have sent the request just before its time was up.
    assert!(matches!(step(&mut of_bill(Some(&in_flight())), 100), CreditStep::Save { .. }));
}

#[test]
fn only_one_of_two_flows_verifies() {
    let mut flow = start(&event(&success("T-1")), None, 0);
    assert!(matches!(step(&mut flow, 0), CreditStep::Save { .. }));
    flow.not_saved(1).unwrap();
    assert_eq!(finished(&mut flow, 0), ("busy", Some(503)));
}

#[test]
fn a_verification_stored_long_ago_is_stored_anew() {
    let mut flow = start(&event(&success("T-1")), None, 0);
    save(&mut flow, 0);
    assert!(matches!(step(&mut flow, 50), CreditStep::Save { revision: 2, previous: 1, .. }));
}

#[test]
fn an_event_without_success_needs_no_verification() {
    for body in [r#"{"identity_code":"INV-1","status":"pending"}"#, r#"{"identity_code":"INV-1"}"#] {
        assert_eq!(finished(&mut start(&event(body), None, 0), 0), ("nothingToCredit", Some(200)));
        assert_eq!(finished(&mut start(&anyones(body), None, 0), 0), ("nothingToCredit", Some(200)));
    }
}

#[test]
fn an_event_that_contradicts_the_bill_is_a_conflict() {
    for (name, value) in [("tran_amount", "1"), ("currency", "\"USD\""), ("identity_code", "\"INV-2\"")] {
        let body = format!(r#"{{"status":"success","{name}":{value}}}"#);
        let CreditStep::Finished { ending: CreditEnding::Mismatch(found), reply } =
            step(&mut start(&event(&body), None, 0), 0)
        else {
            panic!("{name}")
        };
        assert_eq!((found[0].field.as_str(), reply.unwrap().status), (name, 409));
    }
}

#[test]
fn an_id_that_no_transaction_can_have_is_a_conflict() {
    let body = "{\"status\":\"success\",\"tran_id\":\"\\u0007\"}";
    assert_eq!(finished(&mut start(&event(body), None, 0), 0), ("mismatch", Some(409)));
}

#[test]
fn an_unconfirmed_payment_is_a_conflict() {
    let mut flow = start(&event(&success("T-1")), None, 0);
    let request = verify(&mut flow, 0);
    answer(&mut flow, &request, &transaction("T-1", 39_999), 1);
    let record = save(&mut flow, 1);
    assert!(!record.contains("in_flight_since") && !record.contains("claim_key"), "{record}");
    assert_eq!(finished(&mut flow, 1), ("mismatch", Some(409)));
    // A mismatch is an answer: the next event is verified at once.
    assert!(matches!(step(&mut start(&event(&success("T-2")), Some(&record), 2), 2), CreditStep::Save { .. }));
}

#[test]
fn a_failed_verification_is_repeated_after_a_pause() {
    let mut flow = start(&event(&success("T-1")), None, 0);
    let request = verify(&mut flow, 0);
    flow.no_answer(request.number, Sent::Maybe, at(5)).unwrap();
    let record = save(&mut flow, 5);
    assert_eq!(finished(&mut flow, 5), ("unconfirmed", Some(503)));
    assert_eq!(finished(&mut start(&event(&success("T-1")), Some(&record), 14), 14), ("busy", Some(503)));
    let mut flow = start(&event(&success("T-1")), Some(&record), 15);
    let request = verify(&mut flow, 15);
    answer(&mut flow, &request, NOT_FOUND, 16);
    // The second failure doubles the pause.
    assert!(save(&mut flow, 16).contains(r#""pause_until":36"#));
}

#[test]
fn a_failure_that_a_person_mends_is_status_500() {
    let mut flow = start(&event(&success("T-1")), None, 0);
    let request = verify(&mut flow, 0);
    flow.answered(request.number, 401, b"", at(0)).unwrap();
    save(&mut flow, 0);
    let CreditStep::Finished { ending: CreditEnding::Unconfirmed(error), reply } = step(&mut flow, 0) else {
        panic!("not finished")
    };
    assert_eq!((error.next_step(), reply.unwrap().status), (NextStep::FixCredentials, 500));
}

#[test]
fn an_unpaid_bill_is_verified_as_often_as_allowed() {
    let mut flow = of_bill(None);
    let first = verify(&mut flow, 0);
    answer(&mut flow, &first, NOT_FOUND, 0);
    save(&mut flow, 0);
    assert!(
        matches!(step(&mut flow, 0), CreditStep::Wait { until, reason: CreditWait::VerifyAgain } if until == at(10))
    );
    let second = verify(&mut flow, 10);
    assert!(second.number > first.number);
    answer(&mut flow, &second, NOT_FOUND, 10);
    save(&mut flow, 10);
    assert_eq!(finished(&mut flow, 10), ("unconfirmed", None));
}

#[test]
fn a_bill_that_was_paid_is_not_verified() {
    assert_eq!(finished(&mut of_bill(Some(&paid())), 9), ("creditedBefore", None));
    assert_eq!(finished(&mut start(&event(&success("T-1")), Some(&paid()), 9), 9), ("creditedBefore", Some(200)));
}

#[test]
fn a_second_payment_of_a_bill_is_told() {
    let mut flow = start(&event(&success("T-2")), Some(&paid()), 9);
    let request = verify(&mut flow, 9);
    answer(&mut flow, &request, &transaction("T-2", 40_000), 9);
    let CreditStep::Credit { record, .. } = step(&mut flow, 9) else { panic!("nothing to credit") };
    assert!(record.contains(r#""claim_key":"T-1""#), "the first payment stays: {record}");
    flow.claimed(Claim::PaidOtherwise).unwrap();
    assert!(save(&mut flow, 9).contains(r#""claim_key":"T-1""#));
    assert_eq!(finished(&mut flow, 9), ("paidOtherwise", Some(409)));
}

#[test]
fn a_transaction_of_another_bill_leaves_this_one_unpaid() {
    let (mut flow, _) = crediting();
    flow.claimed(Claim::PaidOtherwise).unwrap();
    assert!(!save(&mut flow, 1).contains("claim_key"));
    assert_eq!(finished(&mut flow, 1), ("paidOtherwise", Some(409)));
}

#[test]
fn a_credit_before_is_stored_and_acknowledged() {
    let (mut flow, _) = crediting();
    flow.claimed(Claim::CreditedBefore).unwrap();
    let CreditStep::Save { revision, .. } = step(&mut flow, 1) else { panic!("nothing to save") };
    flow.not_saved(revision).unwrap();
    assert_eq!(finished(&mut flow, 1), ("creditedBefore", Some(200)));
}

#[test]
fn anyone_learns_nothing_from_the_reply() {
    let unknown = CreditFlow::of_unknown_bill(&biller(), &anyones(&success("T-9")), POLICY, at(0)).unwrap();
    let contradicting = start(&anyones(r#"{"status":"success","currency":"USD"}"#), None, 0);
    let busy = start(&anyones(&success("T-9")), Some(&in_flight()), 0);
    let closed = start(&anyones(&success("T-9")), Some(&paid()), 0);
    let mut verified = start(&anyones(&success("T-9")), None, 0);
    let request = verify(&mut verified, 0);
    assert!(!request.body.contains("T-9"), "the verification holds nothing of the event");
    answer(&mut verified, &request, NOT_FOUND, 0);
    save(&mut verified, 0);
    for mut flow in [unknown, contradicting, busy, closed, verified] {
        assert!(matches!(step(&mut flow, 4), CreditStep::Wait { until, reason: CreditWait::Reply } if until == at(5)));
        let CreditStep::Finished { reply: Some(reply), .. } = step(&mut flow, 5) else { panic!("not finished") };
        let expected = (503, Some(&("Retry-After", "60")));
        assert_eq!((reply.status, reply.headers.first()), expected);
    }
}

#[test]
fn anyone_learns_nothing_from_an_event_of_no_payment() {
    for body in [r#"{"status":"pending","identity_code":"INV-1"}"#, r#"{"status":"failed"}"#, "{}"] {
        let unknown = CreditFlow::of_unknown_bill(&biller(), &anyones(body), POLICY, at(0)).unwrap();
        for mut flow in [unknown, start(&anyones(body), None, 0)] {
            assert_eq!(finished(&mut flow, 0), ("nothingToCredit", Some(200)), "{body}");
        }
        let mut known_sender = CreditFlow::of_unknown_bill(&biller(), &event(body), POLICY, at(0)).unwrap();
        assert_eq!(finished(&mut known_sender, 0), ("unknownBill", Some(409)), "{body}");
    }
}

#[test]
fn anyone_that_names_the_payment_is_acknowledged() {
    assert_eq!(finished(&mut start(&anyones(&success("T-1")), Some(&paid()), 0), 0), ("creditedBefore", Some(200)));
    let mut flow = start(&anyones(&success("T-1")), None, 0);
    let request = verify(&mut flow, 0);
    answer(&mut flow, &request, &transaction("T-1", 40_000), 0);
    assert!(matches!(step(&mut flow, 0), CreditStep::Credit { .. }));
    flow.claimed(Claim::Credited).unwrap();
    assert_eq!(finished(&mut flow, 0), ("credited", Some(200)));
}

#[test]
fn anyone_leads_to_a_verification_once_in_a_while() {
    let mut flow = start(&anyones(&success("T-1")), None, 0);
    let request = verify(&mut flow, 0);
    answer(&mut flow, &request, &transaction("T-1", 1), 0);
    let record = save(&mut flow, 0);
    assert_eq!(finished(&mut start(&anyones(&success("T-1")), Some(&record), 490), 499).0, "busy");
    assert!(matches!(step(&mut start(&anyones(&success("T-1")), Some(&record), 500), 500), CreditStep::Save { .. }));
    // Strangers do not hold up the service.
    assert!(matches!(step(&mut start(&event(&success("T-1")), Some(&record), 1), 1), CreditStep::Save { .. }));
}

#[test]
fn an_unknown_bill_is_a_conflict() {
    let mut flow = CreditFlow::of_unknown_bill(&biller(), &event(&success("T-1")), POLICY, at(0)).unwrap();
    assert_eq!(finished(&mut flow, 0), ("unknownBill", Some(409)));
}

#[test]
fn a_record_of_another_bill_is_refused() {
    let other = with(bill(), |bill| bill.identity_code = "INV-2".into());
    let error = CreditFlow::of_bill(&biller(), &other, POLICY, Some(&paid())).unwrap_err();
    assert_eq!((error.code(), error.violations()[0].path.as_str()), (Code::OtherBill, "record.identity_code"));
}

#[test]
fn an_unreadable_record_is_refused() {
    let newer = paid().replace(r#""version":1"#, r#""version":2"#);
    for (text, path, code) in [
        ("", "record", Code::InvalidJson),
        ("[]", "record", Code::WrongType),
        (r#"{"version":1}"#, "record.revision", Code::Required),
        (&newer, "record.version", Code::RecordVersion),
    ] {
        let error = CreditFlow::of_bill(&biller(), &bill(), POLICY, Some(text)).unwrap_err();
        assert_eq!((error.violations()[0].path.as_str(), error.code()), (path, code));
    }
}

#[test]
fn an_invalid_bill_or_policy_is_an_error() {
    let nameless = with(bill(), |bill| bill.identity_code = String::new());
    let error = CreditFlow::of_event(&biller(), &event(&success("T-1")), &nameless, POLICY, None, at(0)).unwrap_err();
    assert_eq!(error.violations()[0].path, "identity_code");
    let policy = with(POLICY, |policy| {
        policy.attempts = 0;
        policy.longest_pause_ms = 9;
    });
    let error = CreditFlow::of_bill(&biller(), &bill(), policy, None).unwrap_err();
    let paths: Vec<_> = error.violations().iter().map(|finding| finding.path.as_str()).collect();
    assert_eq!(paths, ["policy.attempts", "policy.longest_pause_ms"]);
}

#[test]
fn no_secret_is_printed_or_stored() {
    let mut flow = start(&event(&success("T-1")), None, 0);
    let record = save(&mut flow, 0);
    let request = request(&mut flow, 0);
    assert!(request.headers.iter().any(|header| header.value.contains("secret-verification")));
    for text in [record, format!("{request:?}"), format!("{flow:?}")] {
        assert!(!text.contains("secret-verification"), "{text}");
    }
}

/// The records that releases have written, by name.
fn kept(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("records");
    fs::read_to_string(folder.join(format!("credit-v1-{name}.json"))).unwrap()
}

#[test]
fn reads_and_writes_records_of_version_1() {
    let mut failed = start(&event(&success("T-1")), None, 0);
    let request = verify(&mut failed, 0);
    failed.no_answer(request.number, Sent::Maybe, at(5)).unwrap();
    for (name, record) in [("in-flight", in_flight()), ("failed", save(&mut failed, 5)), ("paid", paid())] {
        assert_eq!(record, kept(name).trim_end());
    }
    assert_eq!(finished(&mut of_bill(Some(&kept("in-flight"))), 1), ("busy", None));
    assert!(matches!(step(&mut of_bill(Some(&kept("failed"))), 5), CreditStep::Wait { until, .. } if until == at(15)));
    assert_eq!(finished(&mut of_bill(Some(&kept("paid"))), 1), ("creditedBefore", None));
}

/// Time after which a program gives up on an answer, within the policy's `in_flight_ms`.
const TIME_OUT: i64 = 40;

/// Several programs with one bill: a chance decides who goes on, what is lost, and who crashes.
#[derive(Default)]
struct World {
    now: i64,
    record: Option<String>,
    revision: u64,
    is_paid: bool,
    credits: u32,
    /// Times at which verifications were sent, those of crashed programs too.
    sent: Vec<i64>,
}

/// A program with its flow, and the request that it waits for.
struct Program {
    flow: CreditFlow,
    waits_for: Option<(FlowRequest, i64)>,
}

impl World {
    fn store(&mut self, record: &str, revision: u64, previous: u64) -> bool {
        let is_stored = self.revision == previous;
        if is_stored {
            (self.record, self.revision) = (Some(record.to_owned()), revision);
        }
        is_stored
    }

    /// One turn of a program. Returns whether it goes on.
    fn go_on(&mut self, program: &mut Program, luck: u8) -> bool {
        let flow = &mut program.flow;
        if let Some((request, sent)) = &program.waits_for {
            let is_late = self.now >= sent + TIME_OUT;
            match luck % 5 {
                _ if is_late => flow.no_answer(request.number, Sent::Maybe, at(self.now)).unwrap(),
                0 => return true,
                1 => answer(flow, request, NOT_FOUND, self.now),
                2 => answer(flow, request, &transaction("T-1", 1), self.now),
                _ => answer(flow, request, &transaction("T-1", 40_000), self.now),
            }
            self.sent.retain(|other| other != sent);
            program.waits_for = None;
        }
        match flow.step(at(self.now), f64::from(luck) / 255.0).unwrap() {
            CreditStep::Save { record, revision, previous } => match self.store(&record, revision, previous) {
                true => flow.saved(revision).unwrap(),
                false => flow.not_saved(revision).unwrap(),
            },
            CreditStep::Send(request) => {
                assert!(self.sent.iter().all(|sent| self.now >= sent + TIME_OUT), "two verifications are under way");
                self.sent.push(self.now);
                program.waits_for = Some((request, self.now));
            }
            CreditStep::Credit { record, revision, previous, .. } => {
                let claim = if self.is_paid { Claim::CreditedBefore } else { Claim::Credited };
                if claim == Claim::Credited {
                    (self.is_paid, self.credits) = (true, self.credits + 1);
                    self.store(&record, revision, previous);
                }
                // The database may have committed without an answer.
                if luck.is_multiple_of(7) {
                    return false;
                }
                flow.claimed(claim).unwrap();
            }
            CreditStep::Wait { until, .. } => self.now = self.now.max(until.unix_millis()),
            CreditStep::Finished { ending, reply } => {
                let is_acknowledged = reply.is_some_and(|reply| reply.status == 200);
                let is_credit = matches!(ending, CreditEnding::Credited(_) | CreditEnding::CreditedBefore);
                assert_eq!(is_acknowledged, is_credit, "{ending:?}");
                assert!(self.is_paid || !is_acknowledged, "an acknowledged payment is in the books");
                return false;
            }
        }
        true
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(512) })]

    #[test]
    fn no_order_of_events_credits_twice(turns in prop::collection::vec((0..3_usize, any::<u8>(), 0..40_i64), 1..150)) {
        let mut world = World { now: 1, ..World::default() };
        let mut programs: [Option<Program>; 3] = Default::default();
        for (place, luck, pause) in turns {
            world.now += pause;
            let program = &mut programs[place];
            // A program crashes now and then, and every event comes again.
            if luck.is_multiple_of(23) {
                *program = None;
            }
            let begin = || start(&event(&success("T-1")), world.record.as_deref(), world.now);
            let running = program.get_or_insert_with(|| Program { flow: begin(), waits_for: None });
            if !world.go_on(running, luck) {
                *program = None;
            }
        }
        prop_assert!(world.credits <= 1);
    }
}
