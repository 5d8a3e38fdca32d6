//! The runner of both flows, with a store, a service and a clock in memory.

#![allow(clippy::unwrap_used, clippy::panic, reason = "these are tests")]

use billwire::{
    Biller, BookedState, BookedTransaction, Claim, Confirmed, CreditFlow, CreditPolicy, CreditReview, CreditRuntime,
    Error, Expectation, FlowRequest, FlowRuntime, HttpAnswer, Instant, OperationName, Sent, Settlement,
    SettlementEnding, SettlementFlow, SettlementPolicy, SettlementRun, SettlementRuntime, StoredRecord, WaitReason,
};
use billwire_conformance::{TRANSACTION, bill};
use std::{
    collections::VecDeque,
    pin::pin,
    task::{Context, Poll, Waker},
};

const SETTLED: &str = r#"{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}"#;

#[derive(Debug, PartialEq)]
enum Stopped {
    Store,
    Flow(Error),
}

impl From<Error> for Stopped {
    fn from(error: Error) -> Stopped {
        Stopped::Flow(error)
    }
}

/// Log of a run, and the answers of the service.
#[derive(Default)]
struct Runtime {
    now: i64,
    log: Vec<String>,
    answers: VecDeque<Result<&'static str, Sent>>,
    record: Option<String>,
    revision: i64,
    /// Saves that fail, and those that find another record.
    failing: u32,
    /// Record of another flow that is stored instead of this revision.
    overtaken: Option<(i64, String)>,
    control: Option<Settlement>,
    renewed: Option<Biller>,
    max_wait_ms: Option<u64>,
}

impl FlowRuntime for Runtime {
    type Error = Stopped;

    fn now(&mut self) -> Instant {
        Instant::from_unix_millis(self.now)
    }

    fn random(&mut self) -> f64 {
        1.0
    }

    async fn send(&mut self, request: FlowRequest) -> Result<HttpAnswer, Sent> {
        let name = if request.operation == OperationName::Settlement { "settle" } else { "verify" };
        self.log.push(name.into());
        let status = |body: &str| if body == "401" { 401 } else { 200 };
        let answer = |body: &str| HttpAnswer { status: status(body), body: body.into(), retry_after_ms: Some(700) };
        self.answers.pop_front().unwrap().map(answer)
    }

    async fn wait(&mut self, until: Instant) {
        self.now = until.unix_millis();
        self.log.push(format!("wait {}", self.now));
    }
}

impl SettlementRuntime for Runtime {
    async fn load(&mut self) -> Result<Option<String>, Stopped> {
        self.log.push("load".into());
        Ok(self.record.clone())
    }

    async fn save(&mut self, record: &StoredRecord<'_>) -> Result<bool, Stopped> {
        if self.failing > 0 {
            self.failing -= 1;
            return Err(Stopped::Store);
        }
        if let Some((_, other)) = self.overtaken.take_if(|(revision, _)| *revision == record.revision) {
            (self.record, self.revision) = (Some(other), record.revision + 1);
        }
        if record.previous != self.revision {
            self.log.push("refused".into());
            return Ok(false);
        }
        (self.record, self.revision) = (Some(record.record.into()), record.revision);
        self.log.push(format!("save {} {}", record.revision, record.state.as_str()));
        Ok(true)
    }

    async fn control(&mut self) -> Result<Option<Settlement>, Stopped> {
        self.log.push("control".into());
        Ok(self.control.clone())
    }

    async fn biller(&mut self) -> Option<Biller> {
        self.renewed.clone()
    }

    fn max_wait_ms(&self) -> Option<u64> {
        self.max_wait_ms
    }
}

impl CreditRuntime for Runtime {
    async fn credit(&mut self, confirmed: &Confirmed) -> Result<Claim, Stopped> {
        self.log.push(format!("credit {}", confirmed.claim_key()));
        Ok(Claim::Credited)
    }

    async fn review(&mut self, review: &CreditReview) -> Result<bool, Stopped> {
        self.log.push(format!("review {} {}", review.name, review.claim_key));
        Ok(true)
    }
}

/// Runs a future that never waits.
fn run<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("the runtime of these tests never waits"),
    }
}

fn biller() -> Biller {
    billwire_conformance::biller(
        r#"{"settlementLookup":{"identity_code":"ref_id","purpose_of_transaction":"ref_id"},
            "notFoundCodes":{"verification":["404"]}}"#,
    )
}

fn settlement() -> SettlementFlow {
    SettlementFlow::new(&biller(), &bill(), SettlementPolicy::default()).unwrap()
}

#[test]
fn settles_a_bill_whose_answer_was_lost() {
    let mut runtime = Runtime { answers: [Err(Sent::Maybe), Ok(TRANSACTION)].into(), ..Runtime::default() };
    let ending = run(settlement().run(&mut runtime)).unwrap();
    assert!(matches!(ending, SettlementRun::Ended(SettlementEnding::Settled { .. })), "{ending:?}");
    let log = ["load", "save 1 open", "settle", "save 2 open", "wait 500", "verify", "save 3 settled"];
    assert_eq!(runtime.log, log);
}

#[test]
fn stops_at_a_long_wait() {
    let answers = [Ok("busy"), Ok("busy"), Ok("busy")].into();
    let mut runtime = Runtime { answers, max_wait_ms: Some(700), ..Runtime::default() };
    let (until, reason) = (Instant::from_unix_millis(2_400), WaitReason::LookUp);
    assert_eq!(run(settlement().run(&mut runtime)), Ok(SettlementRun::Waiting { until, reason }));
    let first = ["load", "save 1 open", "settle", "save 2 open", "wait 700", "verify", "save 3 open"];
    assert_eq!(runtime.log, [&first[..], &["wait 1400", "verify", "save 4 open"]].concat());
}

#[test]
fn a_store_may_fail_once_in_a_row() {
    let mut runtime = Runtime { failing: 1, answers: [Ok(SETTLED)].into(), ..Runtime::default() };
    assert!(matches!(run(settlement().run(&mut runtime)), Ok(SettlementRun::Ended(_))));
    assert_eq!(runtime.log, ["load", "load", "save 1 open", "settle", "save 2 settled"]);
    let mut runtime = Runtime { failing: 2, ..Runtime::default() };
    assert_eq!(run(settlement().run(&mut runtime)), Err(Stopped::Store));
    assert_eq!(runtime.log, ["load", "load"]);
}

#[test]
fn a_flow_that_was_overtaken_adds_what_it_heard() {
    let mut runtime =
        Runtime { answers: [Err(Sent::Maybe), Ok("busy")].into(), max_wait_ms: Some(0), ..Runtime::default() };
    let _ = run(settlement().run(&mut runtime));
    let other = runtime.record.unwrap().replace(r#""revision":2"#, r#""revision":3"#);
    let mut runtime = Runtime { overtaken: Some((2, other)), answers: [Ok(SETTLED)].into(), ..Runtime::default() };
    assert!(matches!(run(settlement().run(&mut runtime)), Ok(SettlementRun::Ended(_))));
    assert_eq!(runtime.log, ["load", "save 1 open", "settle", "refused", "load", "save 4 settled"]);
}

#[test]
fn a_store_that_contradicts_itself_ends_the_run() {
    let mut runtime = Runtime { revision: 7, ..Runtime::default() };
    let Err(Stopped::Flow(error)) = run(settlement().run(&mut runtime)) else { panic!("it goes on") };
    assert_eq!(error.violations().first().unwrap().path.to_string(), "record.revision");
}

#[test]
fn a_refused_credential_waits_for_a_renewed_one() {
    let mut runtime = Runtime { answers: [Ok("401")].into(), ..Runtime::default() };
    let waiting = run(settlement().run(&mut runtime)).unwrap();
    assert!(matches!(waiting, SettlementRun::Waiting { reason: WaitReason::Credentials, .. }), "{waiting:?}");
    let answers = [Ok("401"), Ok(r#"{"code":"404"}"#), Ok(SETTLED)].into();
    let mut runtime = Runtime { answers, renewed: Some(biller()), ..Runtime::default() };
    assert!(matches!(run(settlement().run(&mut runtime)), Ok(SettlementRun::Ended(_))));
    let wait = "wait 700";
    let log =
        ["load", "save 1 open", "settle", "save 2 open", wait, "verify", "save 3 open", "settle", "save 4 settled"];
    assert_eq!(runtime.log, log);
}

fn asks_about(books: Vec<BookedTransaction>) -> CreditFlow {
    let bill =
        Expectation::builder().identity_code("INV-1").purpose_of_transaction("INV-1").currency("KHR").amount(40_000);
    CreditFlow::of_bill(&biller(), &bill.build(), books, CreditPolicy::default()).unwrap()
}

#[test]
fn credits_an_unpaid_bill() {
    let mut runtime = Runtime { answers: [Err(Sent::No), Ok(TRANSACTION)].into(), ..Runtime::default() };
    let (ending, reply) = run(asks_about(Vec::new()).run(&mut runtime)).unwrap();
    assert_eq!((ending.as_str(), reply), ("credited", None));
    assert_eq!(runtime.log, ["verify", "wait 500", "verify", "credit T-1"]);
}

#[test]
fn stores_what_a_person_must_see() {
    let books = vec![BookedTransaction::new("T-0", BookedState::Credited, 40_000)];
    let mut runtime = Runtime { answers: [Ok(TRANSACTION)].into(), ..Runtime::default() };
    assert_eq!(run(asks_about(books).run(&mut runtime)).unwrap().0.as_str(), "paidTwice");
    assert_eq!(runtime.log, ["verify", "review paidTwice T-1"]);
}
