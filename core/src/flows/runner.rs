//! Runs a flow to its end with the caller's store, HTTP client and clock. Feature `runner`.

use crate::wire::Instant;
use crate::{
    exchange::biller::Biller,
    flows::{
        FlowRequest,
        credit::{Claim, CreditEnding, CreditFlow, CreditReview, CreditStep},
        settlement::{SettlementEnding, SettlementFlow, SettlementState, SettlementStep, WaitReason},
    },
    interface::{
        error::Error,
        http::{Reply, Sent},
        models::Settlement,
    },
    webhook::Confirmed,
};
use std::future::{Future, ready};

/// Store, HTTP client and clock of the caller. A program without an executor returns [`ready`](std::future::ready)
/// futures.
pub trait FlowRuntime {
    /// Error of the store. It ends the run, and the next flow resumes from the stored record.
    type Error: From<Error>;

    /// Returns the time by the caller's clock.
    fn now(&mut self) -> Instant;

    /// Returns a random number from 0 to 1, by which the pauses of many programs differ.
    fn random(&mut self) -> f64;

    /// Sends a request once, as it is, without redirects and retries, and not from its `send_before` on. It is given
    /// away: a second attempt has to ask the flow.
    ///
    /// # Errors
    /// Whether the request may have reached the service. [`Sent::No`] only if no connection was made.
    fn send(&mut self, request: FlowRequest) -> impl Future<Output = Result<HttpAnswer, Sent>>;

    /// Waits until a time of the caller's clock.
    fn wait(&mut self, until: Instant) -> impl Future<Output = ()>;
}

/// Store of the caller, where records of settlements are kept.
pub trait SettlementRuntime: FlowRuntime {
    /// Returns the text of the stored record of the bill; none if no record is stored. It is asked first, and after
    /// a save that was refused or failed.
    ///
    /// # Errors
    /// The store's own. It ends the run.
    fn load(&mut self) -> impl Future<Output = Result<Option<String>, Self::Error>>;

    /// Stores a record durably where the stored one has the revision `previous`; none is stored before revision 1.
    /// Returns false if the stored one has another.
    ///
    /// # Errors
    /// The store's own. The run then loads what is stored; a second error in a row ends it.
    fn save(&mut self, record: &StoredRecord<'_>) -> impl Future<Output = Result<bool, Self::Error>>;

    /// Returns a bill that the books know as settled, such as the last one that is older than `not_found_holds_ms`;
    /// none if there is none. It is asked once a bill is in doubt.
    ///
    /// # Errors
    /// The store's own. It ends the run.
    fn control(&mut self) -> impl Future<Output = Result<Option<Settlement>, Self::Error>>;

    /// Returns a biller whose credentials may be renewed. It is asked before each request. Default none: the flow
    /// keeps its own, and a refused credential ends the run as [`SettlementRun::Waiting`].
    fn biller(&mut self) -> impl Future<Output = Option<Biller>> {
        ready(None)
    }

    /// Longest wait in this run; a longer one ends it. Default none: the run waits as long as the flow asks.
    fn max_wait_ms(&self) -> Option<u64> {
        None
    }
}

/// Database of the caller, where bills are credited.
pub trait CreditRuntime: FlowRuntime {
    /// Claims the transaction and credits the bill, in one database transaction: see [`CreditStep::Credit`].
    ///
    /// # Errors
    /// The store's own.
    fn credit(&mut self, confirmed: &Confirmed) -> impl Future<Output = Result<Claim, Self::Error>>;

    /// Stores what a person must see, in one database transaction: see [`CreditStep::Review`]. Returns whether it is
    /// stored.
    ///
    /// # Errors
    /// The store's own.
    fn review(&mut self, review: &CreditReview) -> impl Future<Output = Result<bool, Self::Error>>;
}

/// A record to store, with the columns of its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StoredRecord<'a> {
    /// JSON text without secrets, of a few hundred bytes.
    pub record: &'a str,
    /// Revision of this record.
    pub revision: i64,
    /// Revision that the stored record must have; 0 if none is stored.
    pub previous: i64,
    /// State of the bill.
    pub state: SettlementState,
    /// Time at which a job goes on with an open bill.
    pub until: Option<Instant>,
    /// Claim key of a settled bill, if a lookup showed its transaction.
    pub claim_key: Option<&'a str>,
}

/// An answer of the service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpAnswer {
    /// HTTP status.
    pub status: u16,
    /// Body as it arrived.
    pub body: Vec<u8>,
    /// Time of `Retry-After` in milliseconds, if the answer has one.
    pub retry_after_ms: Option<u64>,
}

/// End of one run of a [`SettlementFlow`].
#[derive(Clone, Debug, PartialEq)]
#[must_use = "only `Settled` means that the money has moved"]
pub enum SettlementRun {
    /// The flow has ended.
    Ended(SettlementEnding),
    /// Another flow of the bill goes on.
    TakenOver,
    /// The flow waits longer than [`SettlementRuntime::max_wait_ms`], or for credentials. Run a flow of the bill
    /// again at this time.
    Waiting {
        /// Time by the clock of the caller.
        until: Instant,
        /// Reason of the wait.
        reason: WaitReason,
    },
}

impl SettlementFlow {
    /// Runs the flow to its end, or to its first long wait.
    ///
    /// # Errors
    /// The error of the store. Nothing is sent after it: run a flow of the bill again.
    pub async fn run<R: SettlementRuntime>(mut self, runtime: &mut R) -> Result<SettlementRun, R::Error> {
        let (mut store_failed, mut renews) = (false, false);
        loop {
            let now = runtime.now();
            match self.step(now, runtime.random())? {
                SettlementStep::Load => {
                    let record = runtime.load().await?;
                    self.loaded(record.as_deref(), runtime.now())?;
                }
                SettlementStep::Save { record, revision, previous, state, until, claim_key } => {
                    let claim_key = claim_key.as_deref();
                    let stored = StoredRecord { record: &record, revision, previous, state, until, claim_key };
                    match runtime.save(&stored).await {
                        Ok(true) => self.saved(revision)?,
                        Ok(false) => self.not_saved(revision)?,
                        Err(error) if store_failed => return Err(error),
                        Err(_) => {
                            store_failed = true;
                            self.not_saved(revision)?;
                            continue;
                        }
                    }
                    store_failed = false;
                }
                SettlementStep::Send { mut request } => {
                    if let Some(biller) = runtime.biller().await {
                        renews = true;
                        request = self.renew(&biller)?.ok_or(Error::Internal)?;
                    }
                    self.send(runtime, request).await?;
                }
                SettlementStep::Control => {
                    let control = runtime.control().await?;
                    self.control(control.as_ref())?;
                }
                SettlementStep::Wait { until, reason } => {
                    let millis = until.unix_millis().saturating_sub(now.unix_millis());
                    let is_long = runtime.max_wait_ms().is_some_and(|longest| i128::from(millis) > i128::from(longest));
                    if is_long || (reason == WaitReason::Credentials && !renews) {
                        return Ok(SettlementRun::Waiting { until, reason });
                    }
                    runtime.wait(until).await;
                }
                SettlementStep::Finished { ending } => return Ok(SettlementRun::Ended(ending)),
                SettlementStep::TakenOver => return Ok(SettlementRun::TakenOver),
            }
        }
    }

    async fn send<R: SettlementRuntime>(&mut self, runtime: &mut R, request: FlowRequest) -> Result<(), Error> {
        let number = request.number;
        match runtime.send(request).await {
            Ok(HttpAnswer { status, body, retry_after_ms }) => {
                self.answered(number, status, &body, retry_after_ms, runtime.now())
            }
            Err(sent) => self.no_answer(number, sent, None, runtime.now()),
        }
    }
}

impl CreditFlow {
    /// Runs the flow to its end. Returns the ending, and the response to the webhook if the flow began with one.
    ///
    /// # Errors
    /// The error of the store.
    pub async fn run<R: CreditRuntime>(mut self, runtime: &mut R) -> Result<(CreditEnding, Option<Reply>), R::Error> {
        loop {
            let now = runtime.now();
            match self.step(now, runtime.random())? {
                CreditStep::Send { request } => {
                    let number = request.number;
                    match runtime.send(request).await {
                        Ok(HttpAnswer { status, body, retry_after_ms }) => {
                            self.answered(number, status, &body, retry_after_ms, runtime.now())?;
                        }
                        Err(sent) => self.no_answer(number, sent, None, runtime.now())?,
                    }
                }
                CreditStep::Credit { confirmed } => self.claimed(runtime.credit(&confirmed).await?)?,
                CreditStep::Review { review } => self.reviewed(runtime.review(&review).await?)?,
                CreditStep::Wait { until, .. } => runtime.wait(until).await,
                CreditStep::Finished { ending, reply } => return Ok((ending, reply)),
            }
        }
    }
}
