//! Rules of the settlement flow, one at a time. `tests/model` checks every order of events.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "these are tests")]

use billwire::{
    BearerToken, Biller, Code, EndReason, Error, Evidence, FlowRequest, Instant, NextStep, OperationName, Resolution,
    Sent, Settlement, SettlementEnding, SettlementFlow, SettlementPolicy, SettlementProof, SettlementState,
    SettlementStep, WaitReason,
};
use billwire_conformance::{TRANSACTION, config, with};

const SETTLED: &str = r#"{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}"#;
const PENDING: &str = r#"{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"pending"}}}"#;
const NOT_FOUND: &str = r#"{"code":"404"}"#;
const PROFILE: &str = r#"{"settlementLookup":{"identity_code":"ref_id","purpose_of_transaction":"ref_id"},
    "notFoundCodes":{"verification":["404"]},"pendingStatuses":{"transaction":["pending"]},
    "failedStatuses":{"bill":["failed"],"payment":["failed"],"transaction":["failed"]},
    "refusalCodes":{"settlement":["E01"]},"existsAlreadyCodes":{"settlement":["E02"]}}"#;
const POLICY: SettlementPolicy = SettlementPolicy::builder()
    .attempts(2)
    .pause_ms(10)
    .longest_pause_ms(10)
    .not_found_holds_ms(100)
    .in_flight_ms(50)
    .deadline_ms(1_000)
    .build();
/// Time at which every test begins: that of the transaction.
const START: i64 = 1_769_850_000_000;

fn at(millis: i64) -> Instant {
    Instant::from_unix_millis(millis)
}

fn biller() -> Biller {
    billwire_conformance::biller(PROFILE)
}

/// The bill of the stored records.
fn bill() -> Settlement {
    with(billwire_conformance::bill(), |bill| (bill.date, bill.due_date) = (at(0), at(0)))
}

fn transaction(status: &str) -> String {
    TRANSACTION.replace(r#""status":"success""#, &format!(r#""status":"{status}""#))
}

fn new_flow() -> SettlementFlow {
    flow_of(&bill())
}

fn flow_of(bill: &Settlement) -> SettlementFlow {
    SettlementFlow::new(&biller(), bill, POLICY).unwrap()
}

/// A flow of the bill by another policy.
fn flow_by(policy: SettlementPolicy) -> SettlementFlow {
    SettlementFlow::new(&biller(), &bill(), policy).unwrap()
}

/// A flow with a person's word about the bill.
fn resolved(word: Resolution) -> SettlementFlow {
    let mut flow = new_flow();
    flow.resolved(word).unwrap();
    flow
}

/// A flow with a person's word about a transaction.
fn not_this_bill(tran_id: &str) -> SettlementFlow {
    let mut flow = new_flow();
    flow.not_this_bill(tran_id).unwrap();
    flow
}

/// A bill of the books that is settled.
fn control() -> Settlement {
    with(bill(), |bill| bill.ref_id = "INV-0".into())
}

/// An answer of the service, or none.
#[derive(Clone)]
enum Answer {
    Http(u16, String),
    Lost(Sent),
}

fn http(status: u16, body: &str) -> Answer {
    Answer::Http(status, body.to_owned())
}

fn ok(body: &str) -> Answer {
    http(200, body)
}

/// The service, the store and the books.
struct World {
    now: i64,
    record: Option<String>,
    revision: i64,
    /// What each save stored in the columns.
    saves: Vec<(SettlementState, Option<i64>)>,
    settlement: Box<dyn Fn(u32) -> Answer>,
    lookup: Box<dyn Fn(&World) -> Answer>,
    control_lookup: Answer,
    control: Option<Settlement>,
    settlements: u32,
    lookups: u32,
    controls: u32,
}

impl World {
    fn new(settlement: impl Fn(u32) -> Answer + 'static, lookup: impl Fn(&World) -> Answer + 'static) -> World {
        World {
            now: START,
            record: None,
            revision: 0,
            saves: Vec::new(),
            settlement: Box::new(settlement),
            lookup: Box::new(lookup),
            control_lookup: ok(&TRANSACTION.replace("INV-1", "INV-0")),
            control: Some(control()),
            settlements: 0,
            lookups: 0,
            controls: 0,
        }
    }

    /// A world whose first settlement brings this, whose others succeed, and whose lookups bring that.
    fn of(first: Answer, lookup: &str) -> World {
        let lookup = lookup.to_owned();
        World::new(move |number| if number == 1 { first.clone() } else { ok(SETTLED) }, move |_| ok(&lookup))
    }

    fn lost(lookup: &str) -> World {
        World::of(Answer::Lost(Sent::Maybe), lookup)
    }

    fn without_control(self) -> World {
        World { control: None, ..self }
    }

    /// The same world, whose lookups bring this from now on.
    fn finds(self, lookup: &str) -> World {
        let lookup = lookup.to_owned();
        World { lookup: Box::new(move |_| ok(&lookup)), ..self }
    }

    fn store(&mut self, flow: &mut SettlementFlow, step: &SettlementStep) {
        let SettlementStep::Save { record, revision, previous, state, until, .. } = step else { panic!("{step:?}") };
        if *previous != self.revision {
            return flow.not_saved(*revision).unwrap();
        }
        (self.record, self.revision) = (Some(record.clone()), *revision);
        self.saves.push((*state, until.map(Instant::unix_millis)));
        flow.saved(*revision).unwrap();
    }

    fn answer(&mut self, request: &FlowRequest) -> Answer {
        let is_control = request.http.body.as_ref().unwrap().as_str().contains("INV-0");
        match request.operation {
            OperationName::Settlement => {
                self.settlements += 1;
                (self.settlement)(self.settlements)
            }
            _ if is_control => {
                self.controls += 1;
                self.control_lookup.clone()
            }
            _ => {
                self.lookups += 1;
                (self.lookup)(self)
            }
        }
    }

    fn tell(&mut self, flow: &mut SettlementFlow, number: i64, answer: Answer) {
        match answer {
            Answer::Http(status, body) => flow.answered(number, status, body.as_bytes(), None, at(self.now)).unwrap(),
            Answer::Lost(sent) => flow.no_answer(number, sent, None, at(self.now)).unwrap(),
        }
    }

    /// Does the steps of a flow until it gives out a request, waits or ends.
    fn next(&mut self, flow: &mut SettlementFlow) -> SettlementStep {
        loop {
            let step = flow.step(at(self.now), 1.0).unwrap();
            match &step {
                SettlementStep::Load => flow.loaded(self.record.clone().as_deref(), at(self.now)).unwrap(),
                SettlementStep::Save { .. } => self.store(flow, &step),
                SettlementStep::Control => flow.control(self.control.as_ref()).unwrap(),
                _ => return step,
            }
        }
    }

    /// Does the steps of a flow until it gives out a request, and returns it.
    fn request(&mut self, flow: &mut SettlementFlow) -> FlowRequest {
        loop {
            match self.next(flow) {
                SettlementStep::Wait { until, .. } => self.now = until.unix_millis(),
                SettlementStep::Send { request } => return request,
                other => panic!("nothing to send: {other:?}"),
            }
        }
    }

    /// Brings a new flow so far that it wants to store its first attempt, and returns that save.
    fn first_save(&mut self, flow: &mut SettlementFlow) -> SettlementStep {
        assert_eq!(flow.step(at(self.now), 1.0), Ok(SettlementStep::Load));
        flow.loaded(None, at(self.now)).unwrap();
        flow.step(at(self.now), 1.0).unwrap()
    }

    /// Sends the first settlement of a flow, whose answer is lost, and returns its number.
    fn lose_answer(&mut self, flow: &mut SettlementFlow) -> i64 {
        let FlowRequest { number, .. } = self.request(flow);
        self.tell(flow, number, Answer::Lost(Sent::Maybe));
        number
    }

    /// Runs a flow to its end. None: another one goes on.
    fn run(&mut self, mut flow: SettlementFlow) -> Option<SettlementEnding> {
        self.go_on(&mut flow)
    }

    fn go_on(&mut self, flow: &mut SettlementFlow) -> Option<SettlementEnding> {
        for _ in 0..10_000 {
            match self.next(flow) {
                SettlementStep::Wait { until, .. } => self.now = until.unix_millis(),
                SettlementStep::Send { request } => {
                    let answer = self.answer(&request);
                    self.tell(flow, request.number, answer);
                }
                SettlementStep::Finished { ending } => return Some(ending),
                SettlementStep::TakenOver => return None,
                other => panic!("{other:?}"),
            }
        }
        panic!("the flow does not end");
    }

    /// Runs a flow of the bill, and returns its outcome with the code of its end.
    fn outcome(&mut self) -> Outcome {
        self.outcome_of(new_flow())
    }

    fn outcome_of(&mut self, flow: SettlementFlow) -> Outcome {
        let ending = self.run(flow).unwrap();
        (ending.as_str(), reason(&ending).map(|reason| reason.code))
    }

    /// Expects that a flow of the bill ends like this, after so many settlements in this world.
    #[track_caller]
    fn ends(mut self, outcome: Outcome, settlements: u32) -> World {
        assert_eq!((self.outcome(), self.settlements), (outcome, settlements));
        self
    }

    /// Evidence that the stored record holds.
    fn evidence(&mut self) -> Evidence {
        let mut flow = new_flow();
        let _ = flow.step(at(self.now), 1.0).unwrap();
        flow.loaded(self.record.as_deref(), at(self.now)).unwrap();
        flow.evidence()
    }
}

fn reason(ending: &SettlementEnding) -> Option<&EndReason> {
    match ending {
        SettlementEnding::Refused { reason } | SettlementEnding::Unclear { reason } => Some(reason),
        _ => None,
    }
}

fn loading_error(flow: SettlementFlow, record: &str) -> Option<(String, Code)> {
    let mut flow = flow;
    let _ = flow.step(at(START), 1.0).unwrap();
    let error = flow.loaded(Some(record), at(START)).err()?;
    let finding = error.violations().first().unwrap();
    Some((finding.path.to_string(), finding.code))
}

fn is_out_of_turn(result: Result<(), Error>) -> bool {
    result.is_err_and(|error| error.code() == Code::OutOfTurn)
}

type Outcome = (&'static str, Option<Code>);

const SETTLES: Outcome = ("settled", None);

const fn refused(code: Code) -> Outcome {
    ("refused", Some(code))
}

const fn unclear(code: Code) -> Outcome {
    ("unclear", Some(code))
}

/// Answers to settlements, answers to lookups, and the end of the bill: its proof, or its code and next step; the
/// stored evidence; the numbers of settlements, lookups and lookups of the control bill; and the time in milliseconds.
/// Another flow may take the bill up then. The last answer of a list is that of all further requests. A fourth column
/// says what lookups of the control bring.
const SCENARIOS: &str = r#"
# What moved nothing is sent again after one lookup. What never left needs none, and uses no attempt up.
429; settled | missing | settled by answer, accepted, 2 1 0, 10
unsent; settled | missing | settled by answer, accepted, 2 0 0, 10
unsent x8; settled | missing | settled by answer, accepted, 9 0 0, 80
429 | missing | refused attempts_used_up sendAgain, none, 2 2 0, 20
429 | found | settled by verification, seen, 1 1 0, 10
# A lookup that says nothing is no look.
429 | 200 busy | refused unusable_lookup sendAgain, none, 1 99 0, 1000
429; settled | 503 x4; missing | settled by answer, accepted, 2 5 0, 50
# "Not found" holds for 100 ms after the control was found, and until the control is found again.
lost; settled | missing | settled by answer, accepted, 2 12 2, 110
lost | found | settled by verification, seen, 1 1 0, 10
lost | missing | unclear blind_lookup askService, tried, 1 99 99, 1000 | control missing
lost | missing | unclear blind_lookup askService, tried, 1 1 99, 1000 | control 503
lost | missing | unclear no_control askService, tried, 1 12 0, 110 | control none
lost | found | settled by verification, seen, 1 1 0, 10 | control none
# Anything else begins "not found" anew.
lost; settled | missing x8; 200 busy; missing | settled by answer, accepted, 2 20 2, 190
lost; settled | missing x8; 503; missing | settled by answer, accepted, 2 20 2, 190
lost; settled | missing x8; lost; missing | settled by answer, accepted, 2 20 2, 190
# One misleading lookup ends nothing.
lost | 403 <html> x2; found | settled by verification, seen, 1 3 0, 30
lost | 400 x2; found | settled by verification, seen, 1 3 0, 30
lost | 200 [1] x2; found | settled by verification, seen, 1 3 0, 30
lost | 200 <html> x2; found | settled by verification, seen, 1 3 0, 30
lost | 407 x2; found | settled by verification, seen, 1 3 0, 30
lost | 200 x2; found | settled by verification, seen, 1 3 0, 30
lost | 200 [1] | unclear unusable_lookup askService, tried, 1 3 0, 30
# A refusal after a doubt is looked up, and so is a declared failure.
lost; 200 {"code":"E01"} | missing | refused refused fixRequest, tried, 2 34 4, 320
lost; 400 | missing | refused http_status fixRequest, tried, 2 34 4, 320
lost; 422 | missing | refused http_status fixRequest, tried, 2 34 4, 320
lost; 200 {"code":"E01"} | missing x12; found | settled by verification, seen, 2 13 2, 120
lost; 400 | missing x12; found | settled by verification, seen, 2 13 2, 120
lost; 422 | missing x12; found | settled by verification, seen, 2 13 2, 120
400 {"data":{"payment":{"status":"failed"}}} | missing | refused declared_failed fixRequest, tried, 1 12 2, 110
declared failed | missing | refused declared_failed sendAgain, tried, 1 12 2, 110
# An answer that nobody understands is not repeated, unless its status says that the service has failed.
200 {"code":"318"} | missing | unclear unknown_code askService, tried, 1 12 2, 110
200 {"co | missing | unclear invalid_json askService, tried, 1 12 2, 110
500 {"code":"318"} | missing | refused attempts_used_up sendAgain, tried, 2 34 4, 320
503 {"code":"318"} | missing | refused attempts_used_up sendAgain, tried, 2 34 4, 320
# Only a status of success contradicts a refusal.
refusal {"name":"success"} | missing | refused refused fixRequest, none, 1 0 0, 0
refusal {"name":{"status":"void"}} | missing | refused refused fixRequest, none, 1 0 0, 0
refusal {"bill":{"status":""},"payment":{"status":null}} | missing | refused refused fixRequest, none, 1 0 0, 0
refusal {"name":[{"status":"success"}]} | missing | unclear not_settled_yet askService, accepted, 1 99 0, 1000
# Nothing is sent beside a transaction that is seen. One that failed refuses as long as it holds, and may be that of the
# first of two attempts alone.
429 | found pending | unclear not_settled_yet askService, seen, 1 99 0, 1000
429 | found unheard of | unclear not_settled_yet askService, seen, 1 99 0, 1000
lost | found pending | unclear not_settled_yet askService, seen, 1 99 0, 1000
lost | found unheard of | unclear not_settled_yet askService, seen, 1 99 0, 1000
lost | found failed | refused declared_failed sendAgain, tried, 1 12 0, 110
503 {"code":"318"} | missing x12; found failed | unclear deadline_passed askService, tried, 2 100 2, 1000
lost | found failed x6; other failed; found failed | refused declared_failed sendAgain, tried, 1 18 0, 170
# A transaction without the reference says nothing of the bill.
lost | unreferenced | unclear unusable_lookup askService, tried, 1 3 0, 30
# A transaction from before the first attempt is another: by a day where its date has no zone, else by five minutes.
lost | dated 2026-01-31T09:00:00 | settled by verification, seen, 1 1 0, 10
lost | dated 2026-01-30T10:00:00 | settled by verification, seen, 1 1 0, 10
lost | dated 2026-01-30T08:59:00 | unclear other_transaction askService, seen, 1 3 0, 30
lost | dated 2020-01-01T00:00:00 | unclear other_transaction askService, seen, 1 3 0, 30
lost | dated 2026-01-31T08:55:00Z | settled by verification, seen, 1 1 0, 10
lost | dated 2026-01-31T08:54:59Z | unclear other_transaction askService, seen, 1 3 0, 30
lost | dated 2026-01-31T15:58:00+07:00 | settled by verification, seen, 1 1 0, 10
# A refused credential is waited for until the deadline.
401; unsent | missing | refused deadline_passed sendAgain, none, 100 100 0, 1000
lost | 401 x8; found | settled by verification, seen, 1 9 0, 90
# A refused bill is looked up once its attempts would be recorded, and then sent again: a gateway may refuse what moves.
400; settled | missing | refused http_status fixRequest, none, 1 0 0, 0
then reopen | missing | settled by answer, accepted, 2 1 0, 200
400; settled | missing | refused http_status fixRequest, none, 1 0 0, 0
then run | found | refused http_status fixRequest, none, 1 0 0, 0
then reopen | found | settled by verification, seen, 1 1 0, 200
400; settled | missing | refused http_status fixRequest, none, 1 0 0, 0
then restored | found | settled by verification, seen, 1 2 0, 10
# A record that was restored may lack an attempt, so the bill is looked up first.
restored: settled | missing | settled by answer, accepted, 1 22 2, 200
restored: settled | found | settled by verification, seen, 0 1 0, 0
# An attempt after a reopening is none of before, although every flow here has one mark and a reopening folds the first.
429 x2; lost | missing | refused attempts_used_up sendAgain, none, 2 2 0, 20 | control none
then reopen | missing | unclear no_control askService, tried, 3 15 0, 320
# An unclear bill is looked up as often as it may be sent, and not sent.
lost | missing | unclear no_control askService, tried, 1 12 0, 110 | control none
then run | missing | unclear no_control askService, tried, 1 14 0, 120
then run | found | settled by verification, seen, 1 15 0, 120
# A person's word resolves it. Another takes its place, and a look comes before the next attempt.
lost; settled | missing | unclear no_control askService, tried, 1 12 0, 110 | control none
then settled | missing | settled by person, tried, 1 12 0, 110
then nothing moved | missing | refused persons_word fixRequest, none, 1 12 0, 110
then reopen | found pending | unclear not_settled_yet askService, seen, 1 103 0, 1110
# What differs ends sending until a person calls it another bill's. "Nothing moved" does not cover it.
lost; settled | other; missing | unclear other_transaction askService, seen, 1 99 0, 1000
then nothing moved | missing | unclear other_transaction askService, seen, 1 99 0, 1000
then not T-1 | missing | unclear disputed askService, none, 1 99 0, 1000
then nothing moved | missing | refused persons_word fixRequest, none, 1 99 0, 1000
then reopen | missing | settled by answer, accepted, 2 100 0, 1000
# A settled bill whose claim key pays another is unclear.
lost | found | settled by verification, seen, 1 1 0, 10
then not T-1 | found | unclear disputed askService, tried, 1 1 0, 10
then nothing moved | found | refused persons_word fixRequest, none, 1 1 0, 10
"#;

#[test]
fn a_bill_ends_as_its_answers_say() {
    let mut world = World::lost(NOT_FOUND);
    for row in SCENARIOS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let columns: Vec<_> = row.split(" | ").collect();
        let flow = match columns[0].strip_prefix("then ") {
            Some(way) => way_on(way),
            None => {
                let restored = columns[0].strip_prefix("restored: ");
                let settlements = answers(restored.unwrap_or(columns[0]));
                world = World::new(move |number| nth(&settlements, number), |_| unreachable!());
                if restored.is_some() { new_flow().restored() } else { new_flow() }
            }
        };
        match columns.get(3) {
            Some(&"control none") => world.control = None,
            Some(control) => world.control_lookup = answer(control.strip_prefix("control ").unwrap()),
            None => {}
        }
        let (lookups, before) = (answers(columns[1]), world.lookups);
        world.lookup = Box::new(move |world| nth(&lookups, world.lookups - before));
        let ending = match world.run(flow).unwrap() {
            SettlementEnding::Settled { proof, .. } => format!("settled by {}", proof.as_str()),
            ending => {
                let EndReason { code, next_step, .. } = reason(&ending).unwrap();
                format!("{} {code} {}", ending.as_str(), next_step.as_str())
            }
        };
        let evidence = world.evidence().as_str();
        let World { settlements, lookups, controls, now, .. } = world;
        let found = format!("{ending}, {evidence}, {settlements} {lookups} {controls}, {}", now - START);
        assert_eq!(found, columns[2], "{row}");
    }
}

/// A flow that takes up a bill that has ended.
fn way_on(way: &str) -> SettlementFlow {
    match way {
        "run" => new_flow(),
        "reopen" => new_flow().reopen(),
        "restored" => new_flow().restored(),
        "settled" => resolved(Resolution::Settled),
        "nothing moved" => resolved(Resolution::NothingMoved),
        _ => not_this_bill(way.strip_prefix("not ").unwrap()),
    }
}

fn nth(answers: &[Answer], number: u32) -> Answer {
    answers[answers.len().min(number as usize) - 1].clone()
}

/// Reads answers, such as `lost x2; 400 {"code":"E01"}; settled`.
fn answers(list: &str) -> Vec<Answer> {
    let times = |one: &str| match one.rsplit_once(" x") {
        Some((one, times)) => vec![answer(one); times.parse().unwrap()],
        None => vec![answer(one)],
    };
    list.split("; ").flat_map(times).collect()
}

fn answer(text: &str) -> Answer {
    match text.split_once(' ').unwrap_or((text, "")) {
        ("lost", _) => Answer::Lost(Sent::Maybe),
        ("unsent", _) => Answer::Lost(Sent::No),
        ("settled", _) => ok(SETTLED),
        ("declared", status) => ok(&SETTLED.replace("success", status)),
        ("missing", _) => ok(NOT_FOUND),
        ("found", "") => ok(TRANSACTION),
        ("found", status) => ok(&transaction(status)),
        ("other", "") => ok(&TRANSACTION.replace("40000", "40500")),
        ("other", status) => ok(&transaction(status).replace("T-1", "T-2").replace("40000", "40500")),
        ("unreferenced", _) => {
            ok(&TRANSACTION.replace(r#""purpose_of_transaction":"INV-1""#, r#""purpose_of_transaction":"""#))
        }
        ("refusal", data) => http(400, &format!(r#"{{"code":"E01","data":{data}}}"#)),
        ("dated", date) => ok(&TRANSACTION.replace("2026-01-31T09:00:00.000", date)),
        (status, body) => http(status.parse().unwrap(), body),
    }
}

// One flow, and a service that answers.

#[test]
fn stores_an_attempt_before_it_is_sent() {
    let mut flow = new_flow();
    let step = World::lost(NOT_FOUND).first_save(&mut flow);
    assert!(matches!(step, SettlementStep::Save { revision: 1, previous: 0, state: SettlementState::Open, .. }));
    assert_eq!(flow.step(at(START), 1.0).unwrap(), step);
    assert!(is_out_of_turn(flow.saved(2)));
    assert!(is_out_of_turn(flow.answered(1, 200, SETTLED.as_bytes(), None, at(START))));
    flow.saved(1).unwrap();
    let SettlementStep::Send { request } = flow.step(at(START + 9), 1.0).unwrap() else { panic!("nothing to send") };
    assert_eq!((request.operation, request.send_before), (OperationName::Settlement, Some(at(START + 50))));
    assert!(is_out_of_turn(flow.step(at(START), 1.0).map(drop)));
}

#[test]
fn a_bill_that_is_answered_takes_two_saves() {
    let mut world = World::of(ok(SETTLED), NOT_FOUND);
    let ending = world.run(new_flow()).unwrap();
    let SettlementEnding::Settled { proof: SettlementProof::Answer { response: Some(_) }, lookup: None } = ending
    else {
        panic!("{ending:?}")
    };
    assert_eq!((world.settlements, world.lookups, world.revision), (1, 0, 2));
    assert_eq!(world.saves, [(SettlementState::Open, Some(START + 100)), (SettlementState::Settled, None)]);
}

#[test]
fn a_usual_record_is_small() {
    let record = World::of(ok(SETTLED), NOT_FOUND).ends(SETTLES, 1).record.unwrap();
    assert!(record.len() < 500, "{} bytes: {record}", record.len());
}

#[test]
fn a_refusal_keeps_its_reason_in_the_record() {
    let mut world = World::of(http(400, r#"{"code":"E01","message":"m"}"#), NOT_FOUND);
    let (told, read) = (world.run(new_flow()).unwrap(), world.run(new_flow()).unwrap());
    assert_eq!([&told, &read].map(SettlementEnding::as_str), ["refused"; 2]);
    let (told, read) = (reason(&told).unwrap(), reason(&read).unwrap());
    assert_eq!((read.code, read.next_step, &read.answer), (Code::Refused, NextStep::FixRequest, &told.answer));
    assert_eq!(told.error.as_ref().map(|error| error.code()), Some(Code::Refused));
    let answer = read.answer.as_ref().unwrap();
    assert_eq!((answer.response_code.as_deref(), answer.http_status.map(u16::from)), (Some("E01"), Some(400)));
}

/// A save that brings no answer, of which the record is stored or not.
fn save_without_answer(world: &mut World, flow: &mut SettlementFlow, is_stored: bool) {
    loop {
        match flow.step(at(world.now), 1.0).unwrap() {
            SettlementStep::Load => flow.loaded(world.record.as_deref(), at(world.now)).unwrap(),
            SettlementStep::Save { record, revision, .. } => {
                if is_stored {
                    (world.record, world.revision) = (Some(record), revision);
                }
                world.now += 1;
                return flow.not_saved(revision).unwrap();
            }
            other => panic!("nothing to save: {other:?}"),
        }
    }
}

fn openings(world: &World) -> usize {
    world.record.as_ref().unwrap().matches(r#""opened":"#).count()
}

#[test]
fn a_first_save_without_an_answer_opens_a_bill_once() {
    let mut world = World::of(http(400, ""), NOT_FOUND);
    let mut flow = new_flow();
    save_without_answer(&mut world, &mut flow, false);
    assert_eq!(world.go_on(&mut flow).unwrap().as_str(), "refused");
    assert_eq!((openings(&world), world.settlements, world.lookups), (1, 1, 0));
}

#[test]
fn a_reopening_without_an_answer_reopens_a_bill_once() {
    for is_stored in [false, true] {
        let mut world = World::of(http(400, ""), NOT_FOUND);
        assert_eq!(world.outcome().0, "refused");
        let mut flow = new_flow().reopen();
        save_without_answer(&mut world, &mut flow, is_stored);
        assert_eq!(world.go_on(&mut flow).unwrap().as_str(), "settled");
        assert_eq!((openings(&world), world.settlements), (2, 2));
    }
}

// An answer that is lost, or ill written.

#[test]
fn what_the_service_took_is_never_sent_again() {
    let success = SETTLED.strip_prefix('{').unwrap();
    let bodies = [
        PENDING.to_owned(),
        SETTLED.to_owned(),
        r#"{"code":"000"}"#.into(),
        r#"{"code":"E02"}"#.into(),
        r#"{"code":"E01","data":{"payment":{"status":"paid"}}}"#.into(),
        SETTLED.replace("000", "77"),
        r#"{"data":{"bill":{"status":true}}}"#.into(),
        format!(r#"{{"message":7,{success}"#),
        format!(r#"{{"message":{{"en":"ok"}},{success}"#),
        format!(r#"{{"message":"a","message":"a",{success}"#),
        format!(r#"{{"message":"\ud800",{success}"#),
        r#"{"code":true,"data":{"payment":{"status":"success"}}}"#.into(),
        r#"{"code":"000","data":[]}"#.into(),
        r#"{"code":"000","message":"cut o"#.into(),
        r#"{"code" : 000 , "message":"cut o"#.into(),
        r#"{"data":{"payment":{"status":"success"},"bill":{"#.into(),
        r#"{"message":{"en":"exists"},"code":"E02","#.into(),
        SETTLED.chars().flat_map(|letter| [letter, '\0']).collect(),
        // Halves that contradict are doubt.
        PENDING.replace("pending", "failed"),
        SETTLED.replacen("success", "failed", 1),
        PENDING.replacen("success", "failed", 1),
    ];
    for body in bodies {
        for status in [200, 202, 302, 400, 401, 409, 422, 429, 500, 503] {
            let mut world = World::of(http(status, &body), NOT_FOUND);
            let outcome = world.outcome();
            let is_known = outcome == unclear(Code::NotSettledYet) || (status == 200 && outcome == SETTLES);
            assert!(is_known, "{status} {body}: {outcome:?}");
            assert_eq!((world.settlements, world.evidence()), (1, Evidence::Accepted), "{status} {body}");
        }
    }
}

// "Not found" is earned.

/// Settlements, lookups, lookups of the control bill, and milliseconds of a bill whose first answer is lost.
fn counts_by(policy: SettlementPolicy, mut world: World) -> (u32, u32, u32, i64) {
    assert_eq!(world.outcome_of(flow_by(policy)), SETTLES);
    (world.settlements, world.lookups, world.controls, world.now - START)
}

#[test]
fn a_policy_says_when_not_found_counts() {
    let trusting = with(POLICY, |policy| policy.trust_not_found = true);
    assert_eq!(counts_by(trusting, World::lost(NOT_FOUND).without_control()), (2, 11, 0, 110));
    // Three lookups find nothing, however soon it counts. The first of the four comes before the control, the second at
    // once after it, the third when "not found" has held.
    let soon = with(POLICY, |policy| policy.not_found_holds_ms = 1);
    assert_eq!(counts_by(soon, World::lost(NOT_FOUND)), (2, 4, 2, 21));
    // A pause ends when "not found" has held for long enough.
    let slow = with(POLICY, |policy| (policy.pause_ms, policy.longest_pause_ms) = (60, 60));
    assert_eq!(counts_by(slow, World::lost(NOT_FOUND)), (2, 4, 2, 60 + 60 + 40));
}

#[test]
fn a_bill_does_not_control_itself() {
    let mut world = World::lost(NOT_FOUND);
    world.control = Some(bill());
    let mut flow = new_flow();
    world.lose_answer(&mut flow);
    let error = loop {
        match flow.step(at(world.now), 1.0).unwrap() {
            SettlementStep::Control => break flow.control(Some(&bill())).unwrap_err(),
            SettlementStep::Wait { until, .. } => world.now = until.unix_millis(),
            SettlementStep::Send { request } => world.tell(&mut flow, request.number, ok(NOT_FOUND)),
            step => world.store(&mut flow, &step),
        }
    };
    assert_eq!(error.code(), Code::SameBill);
}

#[test]
fn a_jump_of_the_clock_makes_nothing_hold() {
    let mut world = World::new(|_| Answer::Lost(Sent::Maybe), |_| ok(NOT_FOUND));
    let mut flow = new_flow();
    world.lose_answer(&mut flow);
    for _ in 0..4 {
        world.now += 300;
        let request = world.request(&mut flow);
        assert_eq!(request.operation, OperationName::Verification);
        let answer = world.answer(&request);
        world.tell(&mut flow, request.number, answer);
    }
}

#[test]
fn a_clock_that_is_set_back_makes_no_pause_longer() {
    let mut world = World::lost(NOT_FOUND);
    let mut flow = new_flow();
    world.lose_answer(&mut flow);
    assert_eq!(world.next(&mut flow), SettlementStep::Wait { until: at(START + 10), reason: WaitReason::LookUp });
    world.now = START - 500;
    assert_eq!(world.next(&mut flow), SettlementStep::Wait { until: at(START - 490), reason: WaitReason::LookUp });
}

#[test]
fn a_wait_lasts_as_long_as_the_service_asks() {
    let cases = [(429, 700, START + 700, WaitReason::SendAgain), (503, u64::MAX, START + 1_000, WaitReason::LookUp)];
    for (status, asked, until, reason) in cases {
        let (mut world, mut flow) = (World::lost(NOT_FOUND), new_flow());
        let number = world.request(&mut flow).number;
        flow.answered(number, status, b"", Some(asked), at(START)).unwrap();
        assert_eq!(world.next(&mut flow), SettlementStep::Wait { until: at(until), reason });
        assert_eq!(world.saves.last(), Some(&(SettlementState::Open, Some(until))));
    }
}

// Transactions under the reference.

#[test]
fn a_person_names_only_what_a_lookup_has_shown() {
    let mut world = World::lost(&transaction("pending"));
    assert_eq!(world.outcome().0, "unclear");
    let error = loading_error(not_this_bill("T-2"), world.record.as_ref().unwrap());
    assert_eq!(error, Some(("tran_id".into(), Code::UnknownValue)));
}

// Two flows of one bill.

#[test]
fn a_flow_that_is_too_late_to_store_adds_what_it_has_heard() {
    for (answer, expected) in [(SETTLED, "settled"), (PENDING, "unclear")] {
        let mut world = World::lost(NOT_FOUND);
        let (mut first, mut second) = (new_flow(), new_flow());
        let number = world.request(&mut first).number;
        // The second looks the bill up, and stores that.
        let lookup = world.request(&mut second);
        world.tell(&mut second, lookup.number, ok(NOT_FOUND));
        let _ = world.next(&mut second);
        first.answered(number, 200, answer.as_bytes(), None, at(world.now)).unwrap();
        let ending = world.go_on(&mut first);
        assert!(ending.is_none_or(|ending| ending.as_str() == expected), "{answer}");
        let second = world.go_on(&mut second).map(|ending| ending.as_str());
        assert!(second.is_none_or(|second| second == expected), "{second:?}");
        assert_eq!((world.outcome().0, world.settlements), (expected, 0), "{answer}");
    }
}

#[test]
fn a_flow_with_nothing_to_add_is_taken_over() {
    for (answer, goes_on) in [(NOT_FOUND.to_owned(), false), (transaction("pending"), true)] {
        let mut world = World::lost(NOT_FOUND);
        let (mut first, mut second) = (new_flow(), new_flow());
        world.lose_answer(&mut first);
        let _ = world.next(&mut first);
        let first_lookup = world.request(&mut first).number;
        for _ in 0..3 {
            let lookup = world.request(&mut second).number;
            world.tell(&mut second, lookup, ok(NOT_FOUND));
        }
        world.tell(&mut first, first_lookup, ok(&answer));
        let step = world.next(&mut first);
        assert_eq!(step != SettlementStep::TakenOver, goes_on, "{step:?}");
        // What one lookup saw, another does not undo.
        assert_eq!(world.evidence(), if goes_on { Evidence::Seen } else { Evidence::Tried });
    }
}

#[test]
fn a_flow_leaves_a_bill_that_was_corrected() {
    let mut world = World::of(ok(SETTLED), &transaction("pending"));
    let (mut first, mut second) = (new_flow(), new_flow());
    let number = world.request(&mut first).number;
    let lookup = world.request(&mut second).number;
    world.tell(&mut first, number, http(400, ""));
    assert_eq!(world.go_on(&mut first).unwrap().as_str(), "refused");
    let corrected = with(bill(), |bill| bill.settlement_to = "SUB-9".into());
    let _ = world.next(&mut flow_of(&corrected).reopen());
    // It has seen a transaction, stores that, and leaves the bill to the flow that knows the new one.
    world.tell(&mut second, lookup, ok(&transaction("pending")));
    assert_eq!(world.go_on(&mut second), None);
    assert_eq!((world.saves.last().unwrap().0, world.settlements), (SettlementState::Open, 0));
}

/// A late answer to the first attempt comes when the second is stored, and not sent.
#[test]
fn nothing_is_sent_once_the_service_took_the_bill() {
    for (answer, outcome) in [(SETTLED, "settled"), (PENDING, "unclear")] {
        let (mut world, mut flow) = (World::lost(NOT_FOUND), new_flow());
        let number = world.lose_answer(&mut flow);
        loop {
            match flow.step(at(world.now), 1.0).unwrap() {
                SettlementStep::Wait { until, .. } => world.now = until.unix_millis(),
                SettlementStep::Control => flow.control(Some(&control())).unwrap(),
                SettlementStep::Send { request } => {
                    let answer = world.answer(&request);
                    world.tell(&mut flow, request.number, answer);
                }
                step => world.store(&mut flow, &step),
            }
            if world.record.as_ref().unwrap().matches(r#""begun":"#).count() == 2 {
                break;
            }
        }
        world.tell(&mut flow, number, ok(answer));
        assert_eq!((world.go_on(&mut flow).unwrap().as_str(), world.settlements), (outcome, 0));
    }
}

#[test]
fn an_attempt_of_another_flow_is_awaited_before_an_end() {
    // Without a lookup, the second flow would end the bill as unclear, and the answer would come too late for a person.
    let biller = billwire_conformance::biller("{}");
    let blind_flow = || SettlementFlow::new(&biller, &bill(), POLICY).unwrap();
    let mut world = World::lost(NOT_FOUND);
    let (mut first, mut second) = (blind_flow(), blind_flow());
    let number = world.request(&mut first).number;
    let SettlementStep::Wait { until, .. } = world.next(&mut second) else { panic!("it does not wait") };
    assert_eq!(until, at(START + 100));
    first.answered(number, 200, SETTLED.as_bytes(), None, at(START)).unwrap();
    assert_eq!(world.go_on(&mut first).unwrap().as_str(), "settled");
    world.now = START + 100;
    assert!(world.go_on(&mut second).is_none_or(|ending| ending.as_str() == "settled"));
}

#[test]
fn a_silent_store_is_asked_for_what_it_holds() {
    let mut world = World::lost(NOT_FOUND);
    let mut flow = new_flow();
    let number = world.request(&mut flow).number;
    flow.answered(number, 200, SETTLED.as_bytes(), None, at(START)).unwrap();
    // It has stored the record, and did not answer.
    let SettlementStep::Save { record, revision, .. } = flow.step(at(START), 1.0).unwrap() else { panic!("no save") };
    (world.record, world.revision) = (Some(record), revision);
    flow.not_saved(revision).unwrap();
    assert_eq!(flow.step(at(START), 1.0).unwrap(), SettlementStep::Load);
    flow.loaded(world.record.as_deref(), at(START)).unwrap();
    let SettlementStep::Finished { ending } = flow.step(at(START), 1.0).unwrap() else { panic!("not finished") };
    assert_eq!((ending.as_str(), world.revision), ("settled", 2));
}

#[test]
fn a_late_answer_counts_after_the_end() {
    let mut world = World::new(|_| http(400, ""), |_| ok(NOT_FOUND));
    let mut flow = new_flow();
    assert_eq!(world.go_on(&mut flow).unwrap().as_str(), "refused");
    flow.answered(1, 200, PENDING.as_bytes(), None, at(world.now)).unwrap();
    let ending = world.go_on(&mut flow).unwrap();
    assert_eq!((ending.as_str(), reason(&ending).unwrap().code), ("unclear", Code::HeardLater));
    assert_eq!(world.saves.last(), Some(&(SettlementState::Unclear, None)));
}

#[test]
fn flows_of_one_clock_and_one_mark_do_not_both_send() {
    let mut world = World::lost(NOT_FOUND);
    let mut flows = [new_flow(), new_flow()];
    let saves = flows.each_mut().map(|flow| world.first_save(flow));
    assert_eq!(saves[0], saves[1]);
    let SettlementStep::Save { record, revision, .. } = &saves[0] else { panic!("{saves:?}") };
    (world.record, world.revision) = (Some(record.clone()), *revision);
    // Neither knows whose save was stored.
    for flow in &mut flows {
        flow.not_saved(*revision).unwrap();
        assert_eq!(world.request(flow).operation, OperationName::Verification);
    }
}

/// A flow whose first settlement brought no answer, and the save of that.
fn saving_a_loss(world: &mut World) -> (SettlementFlow, i64, SettlementStep) {
    let mut flow = new_flow();
    let number = world.lose_answer(&mut flow);
    let step = flow.step(at(world.now), 1.0).unwrap();
    assert!(matches!(step, SettlementStep::Save { .. }), "{step:?}");
    (flow, number, step)
}

#[test]
fn what_is_heard_during_a_save_is_stored_next() {
    for (body, outcome) in [(SETTLED, "settled"), (PENDING, "unclear")] {
        let mut world = World::lost(NOT_FOUND);
        let (mut flow, number, save) = saving_a_loss(&mut world);
        world.tell(&mut flow, number, ok(body));
        world.store(&mut flow, &save);
        assert_eq!(world.go_on(&mut flow).unwrap().as_str(), outcome);
        // The next process knows it from the record alone.
        assert_eq!((world.outcome().0, world.settlements), (outcome, 0));
    }
}

#[test]
fn a_save_that_is_asked_for_again_is_the_same() {
    let mut world = World::lost(NOT_FOUND);
    let (mut flow, number, save) = saving_a_loss(&mut world);
    world.tell(&mut flow, number, ok(SETTLED));
    assert_eq!(flow.step(at(world.now), 1.0).unwrap(), save);
}

#[test]
fn what_is_heard_during_a_save_without_answer_makes_no_stranger_of_it() {
    let mut world = World::lost(NOT_FOUND);
    let (mut flow, number, save) = saving_a_loss(&mut world);
    let SettlementStep::Save { record, revision, .. } = save else { unreachable!() };
    // It is stored, and its answer is lost; then the service's late one comes.
    (world.record, world.revision) = (Some(record), revision);
    world.tell(&mut flow, number, ok(SETTLED));
    flow.not_saved(revision).unwrap();
    assert_eq!(world.go_on(&mut flow).unwrap().as_str(), "settled");
    assert_eq!(world.outcome().0, "settled");
}

#[test]
fn an_attempt_that_is_stored_too_slowly_is_not_sent() {
    let mut world = World::of(ok(SETTLED), NOT_FOUND);
    let mut flow = new_flow();
    let save = world.first_save(&mut flow);
    world.now = START + 50;
    world.store(&mut flow, &save);
    let request = world.request(&mut flow);
    assert_eq!((request.operation, request.send_before), (OperationName::Settlement, Some(at(START + 100))));
}

// Ends, and the ways on.

#[test]
fn a_reopened_bill_waits_for_a_request_that_was_given_out_late() {
    // A gateway refuses what moves, and lookups show it as late as they may.
    let shown = |world: &World| ok(if world.now < START + 198 { NOT_FOUND } else { TRANSACTION });
    let mut world = World::new(|_| ok(SETTLED), shown);
    let mut flow = new_flow();
    let save = world.first_save(&mut flow);
    world.store(&mut flow, &save);
    world.now = START + 49;
    let number = world.request(&mut flow).number;
    world.now = START + 98;
    flow.answered(number, 400, b"", None, at(world.now)).unwrap();
    assert_eq!(world.go_on(&mut flow).unwrap().as_str(), "refused");
    assert_eq!((world.outcome_of(new_flow().reopen()), world.settlements), (SETTLES, 0));
}

#[test]
fn a_reopened_bill_that_was_paid_late_is_settled_by_its_transaction() {
    let paid = |world: &World| ok(&if world.now < START + 120 { transaction("failed") } else { TRANSACTION.into() });
    let mut world = World::new(|_| Answer::Lost(Sent::Maybe), paid);
    let policy = with(POLICY, |policy| policy.not_found_holds_ms = 1);
    assert_eq!(world.outcome_of(flow_by(policy)), refused(Code::DeclaredFailed));
    world.now = START + 10_000;
    assert_eq!(world.outcome_of(flow_by(policy).reopen()), SETTLES);
    assert_eq!(world.settlements, 1);
}

#[test]
fn a_crash_after_a_reopening_is_gone_on_with() {
    let mut world = World::of(http(400, ""), NOT_FOUND).ends(refused(Code::HttpStatus), 1);
    let _ = world.next(&mut new_flow().reopen());
    assert_eq!(world.saves.last().unwrap().0, SettlementState::Open);
    // The job knows nothing of the reopening, or a person opens it again.
    let mut other =
        World { record: world.record.clone(), revision: world.revision, ..World::of(ok(SETTLED), NOT_FOUND) };
    assert_eq!(other.outcome(), SETTLES);
    assert_eq!(world.outcome_of(new_flow().reopen()), SETTLES);
}

#[test]
fn what_was_reopened_already_is_not_reopened_once_more() {
    let answers = |number| http(if number == 1 { 400 } else { 429 }, "");
    // A flow reopens the bill or goes on with a reopening, and is late to store its answer.
    for is_own in [true, false] {
        let mut world = World::new(answers, |_| ok(NOT_FOUND)).ends(refused(Code::HttpStatus), 1);
        let mut late = new_flow().reopen();
        let _ = world.next(&mut late);
        late = if is_own { late } else { new_flow().reopen() };
        let number = world.request(&mut late).number;
        assert_eq!(world.outcome(), refused(Code::AttemptsUsedUp));
        world.tell(&mut late, number, http(429, ""));
        assert_eq!(world.go_on(&mut late).unwrap().as_str(), "refused");
        assert_eq!(openings(&world), 2);
    }
}

#[test]
fn only_a_refused_bill_is_reopened() {
    let mut world = World::of(ok(SETTLED), NOT_FOUND);
    assert_eq!(world.outcome(), SETTLES);
    let record = world.record.unwrap();
    assert_eq!(loading_error(new_flow().reopen(), &record), Some(("record.state".into(), Code::NotRefused)));
    let other = with(bill(), |bill| bill.ref_id = "INV-2".into());
    assert_eq!(loading_error(flow_of(&other).reopen(), &record), Some(("record.ref_id".into(), Code::OtherBill)));
}

#[test]
fn a_corrected_bill_is_not_settled_by_the_payment_to_the_wrong_shop() {
    let once = with(POLICY, |policy| policy.attempts = 1);
    let corrected = with(bill(), |bill| bill.settlement_to = "SUB-9".into());
    for settlements in [1, 2] {
        // The first attempt turns up late, before the second is sent or after, and does not show where it went.
        let found = move |world: &World| ok(if world.settlements < settlements { NOT_FOUND } else { TRANSACTION });
        let mut world = World::new(|_| Answer::Lost(Sent::Maybe), |_| ok(NOT_FOUND));
        assert_eq!(world.outcome_of(flow_by(once)), refused(Code::AttemptsUsedUp));
        world.lookup = Box::new(found);
        let corrected = SettlementFlow::new(&biller(), &corrected, once).unwrap().reopen();
        assert_eq!((world.outcome_of(corrected).0, world.settlements), ("unclear", settlements));
    }
}

#[test]
fn an_ended_bill_is_asked_about_once_more() {
    let mut world = World::of(ok(SETTLED), TRANSACTION).ends(SETTLES, 1);
    let ending = world.run(new_flow().look_again()).unwrap();
    let SettlementEnding::Settled { proof, lookup } = &ending else { panic!("{ending:?}") };
    assert_eq!((proof.claim_key(), lookup.as_ref().unwrap().as_str()), (Some("T-1"), "settled"));
    // It is reversed.
    let mut world = world.finds(&transaction("failed"));
    let ending = world.run(new_flow().look_again()).unwrap();
    let SettlementEnding::Settled { lookup, .. } = &ending else { panic!("{ending:?}") };
    assert_eq!((lookup.as_ref().unwrap().as_str(), world.lookups), ("failed", 2));
}

// Credentials.

#[test]
fn a_refused_credential_is_a_wait() {
    let (mut world, mut flow) = (World::of(http(401, ""), NOT_FOUND), new_flow());
    let number = world.request(&mut flow).number;
    world.tell(&mut flow, number, http(401, ""));
    let step = world.next(&mut flow);
    assert!(matches!(step, SettlementStep::Wait { reason: WaitReason::Credentials, .. }), "{step:?}");
    assert_eq!(world.saves.last().unwrap().0, SettlementState::Open);
    // Hours later a job has a new bearer. The pause and the attempt do not count.
    world.now += 24 * 3_600_000;
    let renewed = biller().with_bearer(BearerToken::new("renewed")).unwrap();
    let mut flow = SettlementFlow::new(&renewed, &bill(), with(POLICY, |policy| policy.attempts = 1)).unwrap();
    assert_eq!((world.go_on(&mut flow).unwrap().as_str(), world.settlements), ("settled", 1 + 1));
}

#[test]
fn a_request_takes_renewed_credentials() {
    let (mut world, mut flow) = (World::of(ok(SETTLED), NOT_FOUND), new_flow());
    let request = world.request(&mut flow);
    let renewed = biller().with_bearer(BearerToken::new("renewed")).unwrap();
    let again = flow.renew(&renewed).unwrap().unwrap();
    assert_eq!(
        (again.number, &again.http.body, again.send_before),
        (request.number, &request.http.body, request.send_before)
    );
    let bearer = again.http.headers.iter().find(|header| header.name == "Authorization").unwrap();
    assert_eq!(bearer.value.as_str(), "Bearer renewed");
    let elsewhere = Biller::new(with(config(), |config| config.base_url = "https://other.example".into())).unwrap();
    assert_eq!(flow.renew(&elsewhere).map(drop).unwrap_err().code(), Code::OtherService);
}

// Records.

#[test]
fn a_record_is_of_the_signed_fields() {
    let mut world = World::lost(NOT_FOUND);
    let _ = world.request(&mut new_flow());
    let record = world.record.unwrap();
    let unsigned: [fn(&mut Settlement); 4] = [
        |bill| bill.payment_method_token = Some("PM-2".into()),
        |bill| bill.description = Some("d".into()),
        |bill| bill.due_date = at(START),
        |bill| bill.total_tax = Some(1),
    ];
    for change in unsigned {
        assert_eq!(loading_error(flow_of(&with(bill(), change)), &record), None);
    }
    let signed: [fn(&mut Settlement); 3] =
        [|bill| bill.total_amount = 40_001, |bill| bill.settlement_to = "SUB-9".into(), |bill| bill.date = at(START)];
    for change in signed {
        let error = loading_error(flow_of(&with(bill(), change)), &record);
        assert_eq!(error, Some(("record.bill".into(), Code::OtherBill)));
    }
}

#[test]
fn a_record_is_of_one_service() {
    let mut world = World::lost(NOT_FOUND);
    let _ = world.request(&mut new_flow());
    let elsewhere = Biller::new(with(config(), |config| config.base_url = "https://other.example".into())).unwrap();
    let flow = SettlementFlow::new(&elsewhere, &bill(), POLICY).unwrap();
    let error = loading_error(flow, &world.record.unwrap());
    assert_eq!(error, Some(("record.service".into(), Code::OtherService)));
}

#[test]
fn what_another_lookup_did_not_find_says_nothing() {
    let mut world = World::lost(NOT_FOUND);
    let mut first = new_flow();
    while world.lookups < 10 {
        let request = world.request(&mut first);
        let answer = world.answer(&request);
        world.tell(&mut first, request.number, answer);
    }
    let _ = world.next(&mut first);
    let other = PROFILE
        .replace(r#""notFoundCodes":{"verification":["404"]}"#, r#""notFoundCodes":{"verification":["404","405"]}"#);
    let second = SettlementFlow::new(&billwire_conformance::biller(&other), &bill(), POLICY).unwrap();
    assert_eq!(world.outcome_of(second), SETTLES);
    assert!(world.lookups >= 20, "{}", world.lookups);
}

#[test]
fn refuses_a_record_that_it_cannot_read() {
    let mut world = World::lost(NOT_FOUND);
    let _ = world.request(&mut new_flow());
    let record = world.record.unwrap();
    let error = |from: &str, to: &str| {
        assert!(record.contains(from), "{record}");
        loading_error(new_flow(), &record.replacen(from, to, 1)).unwrap()
    };
    assert_eq!(error(r#""version":1"#, r#""version":2"#), ("record.version".into(), Code::RecordVersion));
    assert_eq!(error(r#""version":1"#, r#""version":0"#), ("record".into(), Code::OutOfRange));
    assert_eq!(error(r#""revision":1"#, r#""revision":"1""#), ("record".into(), Code::WrongType));
    assert_eq!(error(r#""revision":1"#, r#""revision":-1"#), ("record".into(), Code::OutOfRange));
    assert_eq!(error(r#""begun""#, r#""begin""#), ("record".into(), Code::WrongType));
    assert_eq!(error("INV-1", "INV-2"), ("record.ref_id".into(), Code::OtherBill));
    assert_eq!(loading_error(new_flow(), "[]"), Some(("record".into(), Code::WrongType)));
    for rubbish in ["", "null x", "{", &record[1..]] {
        assert_eq!(loading_error(new_flow(), rubbish), Some(("record".into(), Code::InvalidJson)), "{rubbish}");
    }
}

#[test]
fn neither_a_record_nor_debug_holds_a_secret() {
    let (mut world, mut flow) = (World::lost(NOT_FOUND), new_flow());
    let request = world.request(&mut flow);
    assert!(format!("{flow:?}").contains(r#"ref_id: "INV-1""#));
    for text in [world.record.unwrap(), format!("{flow:?}"), format!("{request:?}")] {
        let secrets = ["test-bearer", "test-verification", "test-hash-key"];
        assert!(secrets.iter().all(|secret| !text.contains(secret)), "{text}");
    }
}

// Settings.

#[test]
fn warns_of_a_profile_by_which_nothing_is_ever_not_found() {
    let found = |profile: &str| {
        let (biller, bill) = (billwire_conformance::biller(profile), billwire_conformance::bill());
        let flow = SettlementFlow::new(&biller, &bill, POLICY).unwrap();
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
fn checks_the_bounds_of_a_policy() {
    let paths = |policy| {
        let error = SettlementFlow::new(&biller(), &bill(), policy).map(drop).err();
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
    // A job makes a flow for each lookup.
    for (is_one_flow, random, pauses) in [
        (true, 1.0, [10, 10, 20, 40, 60]),
        (true, 0.0, [5, 5, 10, 20, 30]),
        (true, f64::NAN, [5, 5, 10, 20, 30]),
        (false, 0.9, [9, 19, 38, 57, 57]),
        (false, 0.0, [5, 10, 20, 30, 30]),
    ] {
        let (mut world, mut flow) = (World::lost(NOT_FOUND), flow_by(policy));
        let mut seen = Vec::new();
        while seen.len() < pauses.len() {
            match flow.step(at(world.now), random).unwrap() {
                SettlementStep::Load => flow.loaded(world.record.as_deref(), at(world.now)).unwrap(),
                SettlementStep::Wait { until, .. } => {
                    seen.push(until.unix_millis() - world.now);
                    world.now = until.unix_millis();
                    flow = if is_one_flow { flow } else { flow_by(policy) };
                }
                SettlementStep::Send { request } => world.tell(&mut flow, request.number, Answer::Lost(Sent::Maybe)),
                step => world.store(&mut flow, &step),
            }
        }
        assert_eq!(seen, pauses, "{is_one_flow} {random}");
    }
}

/// Records of this version, which later releases read.
#[test]
fn reads_the_records_of_this_version() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("records");
    let worlds: [(&str, World, &str); 5] = [
        ("settled-by-answer", World::of(ok(SETTLED), NOT_FOUND), "settled"),
        ("settled-by-transaction", World::lost(TRANSACTION), "settled"),
        ("refused", World::of(http(400, r#"{"code":"E01"}"#), NOT_FOUND), "refused"),
        ("unclear", World::lost(NOT_FOUND).without_control(), "unclear"),
        ("other-transaction", World::lost(&TRANSACTION.replace("40000", "40500")), "unclear"),
    ];
    for (name, mut world, expected) in worlds {
        assert_eq!(world.outcome().0, expected, "{name}");
        let path = folder.join(format!("settlement-1-{name}.json"));
        let stored = std::fs::read_to_string(&path).expect("a record that is checked in");
        assert_eq!(world.record.as_deref(), Some(stored.trim_end()), "{name}");
        let revision = world.revision;
        let mut later = World { record: Some(stored), revision, ..World::lost(NOT_FOUND) };
        assert_eq!(later.outcome().0, expected, "{name}");
    }
}
