//! Runs a flow to its end with the caller's store, HTTP client and clock. Feature `runner`.

use crate::{
    credit::{Claim, CreditEnding, CreditFlow, CreditStep},
    error::Error,
    flow::FlowRequest,
    http::{Reply, Sent},
    settlement::{SettlementEnding, SettlementFlow, SettlementStep},
    webhook::Confirmed,
};
use billwire_wire::Instant;
use std::future::Future;

/// Store, HTTP client and clock of the caller. A program without an executor returns [`ready`](std::future::ready) futures.
pub trait FlowRuntime {
    /// Error of the store. It ends the run, and the next flow resumes from the stored record.
    type Error: From<Error>;

    /// Returns the time by the caller's clock.
    fn now(&mut self) -> Instant;

    /// Returns a random number from 0 to 1, by which the pauses of many programs differ.
    fn random(&mut self) -> f64;

    /// Stores a record durably where the stored one has the revision `previous`; none is stored before revision 1.
    /// Returns false if the stored one has another.
    ///
    /// # Errors
    /// The store's own.
    fn save(&mut self, record: &StoredRecord<'_>) -> impl Future<Output = Result<bool, Self::Error>>;

    /// Sends a request once, as it is, without redirects and retries. Returns the status and the body.
    ///
    /// # Errors
    /// Whether the request may have reached the service. [`Sent::No`] only if no connection was made.
    fn send(&mut self, request: &FlowRequest) -> impl Future<Output = Result<(u16, Vec<u8>), Sent>>;

    /// Waits until a time of the caller's clock.
    fn wait(&mut self, until: Instant) -> impl Future<Output = ()>;
}

/// Database of the caller, where bills are credited.
pub trait CreditRuntime: FlowRuntime {
    /// Claims the transaction, credits the bill and stores the record, in one database transaction: see
    /// [`CreditStep::Credit`].
    ///
    /// # Errors
    /// The store's own.
    fn credit(
        &mut self,
        confirmed: &Confirmed,
        record: &StoredRecord<'_>,
    ) -> impl Future<Output = Result<Claim, Self::Error>>;
}

/// A record to store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StoredRecord<'a> {
    /// JSON text without secrets, of a few hundred bytes.
    pub record: &'a str,
    /// Revision of this record.
    pub revision: u64,
    /// Revision that the stored record must have; 0 if none is stored.
    pub previous: u64,
}

impl SettlementFlow {
    /// Runs the flow to its end. Returns no ending if another flow of the bill took over.
    ///
    /// # Errors
    /// The error of the store. Nothing is sent after it.
    pub async fn run<R: FlowRuntime>(mut self, runtime: &mut R) -> Result<Option<SettlementEnding>, R::Error> {
        loop {
            let now = runtime.now();
            match self.step(now, runtime.random())? {
                SettlementStep::Save { record, revision, previous } => {
                    match runtime.save(&StoredRecord { record: &record, revision, previous }).await? {
                        true => self.saved(revision)?,
                        false => self.not_saved(revision)?,
                    }
                }
                SettlementStep::Send(request) => match runtime.send(&request).await {
                    Ok((status, body)) => self.answered(request.number, status, &body, runtime.now())?,
                    Err(sent) => self.no_answer(request.number, sent, runtime.now())?,
                },
                SettlementStep::Wait { until, .. } => runtime.wait(until).await,
                SettlementStep::Finished(ending) => return Ok(Some(ending)),
                SettlementStep::TakenOver => return Ok(None),
            }
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
                CreditStep::Save { record, revision, previous } => {
                    match runtime.save(&StoredRecord { record: &record, revision, previous }).await? {
                        true => self.saved(revision)?,
                        false => self.not_saved(revision)?,
                    }
                }
                CreditStep::Send(request) => match runtime.send(&request).await {
                    Ok((status, body)) => self.answered(request.number, status, &body, runtime.now())?,
                    Err(sent) => self.no_answer(request.number, sent, runtime.now())?,
                },
                CreditStep::Credit { confirmed, record, revision, previous } => {
                    let record = StoredRecord { record: &record, revision, previous };
                    self.claimed(runtime.credit(&confirmed, &record).await?)?;
                }
                CreditStep::Wait { until, .. } => runtime.wait(until).await,
                CreditStep::Finished { ending, reply } => return Ok((ending, reply)),
            }
        }
    }
}
