//! Looking a bill up.

use super::{calls::PreparedVerification, failure::Failure, values::HttpStatus};
use crate::{error::NextStep, lookup, operations::Transaction, webhook::Mismatch};
use std::fmt;

/// The lookup of a settlement under way: send its call, then decide by the answer.
#[derive(uniffi::Object)]
#[uniffi::export(Debug)]
pub struct Lookup(pub(super) lookup::Lookup);

#[uniffi::export]
impl Lookup {
    /// The verification to send.
    pub fn call(&self) -> PreparedVerification {
        self.0.call.clone().into()
    }

    /// Returns what the answer says of the bill. It throws nothing: an answer that is no success is `Unclear`.
    pub fn decide(&self, status: HttpStatus, body: &[u8]) -> LookupVerdict {
        self.0.decide(status.number(), body).into()
    }
}

impl fmt::Debug for Lookup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The answer to a lookup, as far as it is about this bill.
#[derive(Clone, Debug, PartialEq, uniffi::Enum)]
#[allow(clippy::large_enum_variant, reason = "uniffi crosses by value, and one lives as long as its crossing")]
pub enum LookupVerdict {
    /// The bill is settled: the transaction matches it, and its status means success.
    Settled {
        /// The transaction as the service has it.
        transaction: Transaction,
    },
    /// The service knows no such transaction, by a code of the profile's not-found codes. It may answer so before it
    /// has recorded a settlement that is under way.
    NotFound,
    /// The service has a transaction under these references that does not settle this bill: another amount, say, or one
    /// that has failed. Ask the service before anything is sent again.
    Different {
        /// The transaction as the service has it.
        transaction: Transaction,
        /// The fields in which it differs.
        mismatches: Vec<Mismatch>,
    },
    /// The transaction matches the bill, and its status means that the outcome is still open.
    Pending {
        /// The transaction as the service has it.
        transaction: Transaction,
    },
    /// Nothing is known yet: the answer cannot be read or is no success, or its status has no known meaning.
    Unclear {
        /// The next step: ask again, correct something, or ask the service.
        next_step: NextStep,
        /// The transaction, if only its status is not understood.
        transaction: Option<Transaction>,
        /// The error, if the answer is no success.
        failure: Option<Failure>,
    },
}

impl From<lookup::LookupVerdict> for LookupVerdict {
    fn from(verdict: lookup::LookupVerdict) -> LookupVerdict {
        match verdict {
            lookup::LookupVerdict::Settled { transaction } => LookupVerdict::Settled { transaction: *transaction },
            lookup::LookupVerdict::NotFound => LookupVerdict::NotFound,
            lookup::LookupVerdict::Different { transaction, mismatches } => {
                LookupVerdict::Different { transaction: *transaction, mismatches }
            }
            lookup::LookupVerdict::Pending { transaction } => LookupVerdict::Pending { transaction: *transaction },
            lookup::LookupVerdict::Unclear { next_step, transaction, error } => LookupVerdict::Unclear {
                next_step,
                transaction: transaction.map(|transaction| *transaction),
                failure: error.as_deref().map(Failure::from),
            },
        }
    }
}
