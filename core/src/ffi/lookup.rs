//! Looking a bill up.

use super::{biller::Biller, calls::VerificationCall};
use crate::{BillwireError, HttpStatus, Instant, LookupVerdict, Settlement};
use std::sync::Arc;

#[uniffi::export]
impl Biller {
    /// Prepares the lookup that finds out whether a bill is settled. The profile says how a settlement is found.
    ///
    /// Throws `InvalidConfig` if the profile sets no settlement lookup, `InvalidRequest` with all violations of the
    /// bill, or `MissingCredential` without the token that verification sends.
    pub fn prepare_settlement_lookup(&self, bill: Settlement) -> Result<Lookup, BillwireError> {
        self.0.prepare_settlement_lookup(&bill).map(Lookup)
    }
}

/// Lookup of a settlement: send its call, then decide by the answer.
#[derive(Debug, uniffi::Object)]
pub struct Lookup(crate::Lookup);

#[uniffi::export]
impl Lookup {
    /// Returns the verification to send.
    pub fn call(&self) -> Arc<VerificationCall> {
        Arc::new(VerificationCall(self.0.call.clone()))
    }

    /// Decides by the answer. An answer that is no success is `Unclear`, and throws nothing. A transaction that is
    /// older than the first attempt to settle the bill is another one.
    #[uniffi::method(default(first_attempt = None))]
    pub fn decide(&self, status: HttpStatus, body: Vec<u8>, first_attempt: Option<Instant>) -> LookupVerdict {
        self.0.decide_since(first_attempt, status.as_u16(), &body)
    }
}
