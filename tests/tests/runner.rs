//! The runner of both flows, with a store, a service and a clock in memory.

#![allow(clippy::unwrap_used, clippy::panic, reason = "these are tests")]

use billwire::{
    Biller, BookedState, BookedTransaction, Claim, Confirmed, CreditFlow, CreditPolicy, CreditReview, CreditRuntime,
    Error, Expectation, FlowRequest, FlowRuntime, HttpAnswer, Instant, OperationName, Sent, SettlementEnding,
    SettlementFlow, SettlementPolicy, SettlementRun, SettlementRuntime, StoredRecord,
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
    revision: i64,
    fails_at: Option<i64>,
    taken_over_at: Option<i64>,
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
        let answer = |body: &str| HttpAnswer { status: 200, body: body.into(), retry_after_ms: Some(700) };
        self.answers.pop_front().unwrap().map(answer)
    }

    async fn wait(&mut self, until: Instant) {
        self.now = until.unix_millis();
        self.log.push(format!("wait {}", self.now));
    }
}

impl SettlementRuntime for Runtime {
    async fn save(&mut self, record: &StoredRecord<'_>) -> Result<bool, Stopped> {
        assert_eq!(record.previous, self.revision);
        if self.fails_at == Some(record.revision) {
            return Err(Stopped::Store);
        }
        self.revision = record.revision;
        self.log.push(format!("save {}", record.revision));
        Ok(self.taken_over_at != Some(record.revision))
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
    billwire_conformance::biller(r#"{"settlementLookup":{"identity_code":"ref_id","purpose_of_transaction":"ref_id"}}"#)
}

fn settlement() -> SettlementFlow {
    SettlementFlow::start(&biller(), &bill(), SettlementPolicy::default(), Instant::from_unix_millis(0)).unwrap()
}

#[test]
fn settles_a_bill_whose_answer_was_lost() {
    let mut runtime = Runtime { answers: [Err(Sent::Maybe), Ok(TRANSACTION)].into(), ..Runtime::default() };
    let ending = run(settlement().run(&mut runtime)).unwrap();
    assert!(matches!(ending, SettlementRun::Ended(SettlementEnding::Settled { .. })), "{ending:?}");
    assert_eq!(runtime.log, ["save 1", "settle", "save 2", "wait 500", "verify", "save 3"]);
}

#[test]
fn stops_at_a_long_wait() {
    let answers = [Ok("busy"), Ok("busy"), Ok("busy")].into();
    let mut runtime = Runtime { answers, max_wait_ms: Some(700), ..Runtime::default() };
    let until = Instant::from_unix_millis(2_400);
    assert_eq!(run(settlement().run(&mut runtime)), Ok(SettlementRun::Waiting { until }));
    assert_eq!(
        runtime.log,
        ["save 1", "settle", "save 2", "wait 700", "verify", "save 3", "wait 1400", "verify", "save 4"]
    );
}

#[test]
fn sends_nothing_after_an_error_of_the_store() {
    let mut runtime = Runtime { fails_at: Some(1), ..Runtime::default() };
    assert_eq!(run(settlement().run(&mut runtime)), Err(Stopped::Store));
    assert!(runtime.log.is_empty());
}

#[test]
fn sends_nothing_after_another_flow_took_over() {
    let mut runtime = Runtime { taken_over_at: Some(2), answers: [Ok(SETTLED)].into(), ..Runtime::default() };
    assert_eq!(run(settlement().run(&mut runtime)), Ok(SettlementRun::TakenOver));
    assert_eq!(runtime.log, ["save 1", "settle", "save 2"]);
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
