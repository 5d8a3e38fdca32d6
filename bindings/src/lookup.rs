//! Looking a bill up.

use crate::{
    biller::Biller,
    error::{BillwireError, ErrorDetails},
    models::{self, Mismatch, Transaction},
    operations::PreparedVerification,
    values::Int32,
};
use billwire::NextStep;
use std::fmt;

#[uniffi::export]
impl Biller {
    /// Prepares the lookup that finds out whether a bill is settled. The profile says how a settlement is found.
    ///
    /// # Errors
    /// - `InvalidConfig` if the profile sets no settlement lookup
    /// - `InvalidRequest` with all violations of the bill
    /// - `MissingCredential` without the token that verification sends
    pub fn prepare_settlement_lookup(&self, bill: models::Settlement) -> Result<Lookup, BillwireError> {
        Ok(Lookup(self.0.prepare_settlement_lookup_from(&bill)?))
    }
}

/// Lookup of a settlement: send its call, then decide by the answer.
#[derive(uniffi::Object)]
#[uniffi::export(Debug)]
pub struct Lookup(billwire::Lookup);

#[uniffi::export]
impl Lookup {
    /// Returns the verification to send.
    pub fn call(&self) -> PreparedVerification {
        self.0.call.clone().into()
    }

    /// Decides by the answer. An answer that is no success is `Unclear`, and throws nothing.
    pub fn decide(&self, status: Int32, body: &[u8]) -> LookupVerdict {
        self.0.decide(status.status(), body).into()
    }
}

impl fmt::Debug for Lookup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Answer to a lookup, as far as it concerns the bill.
#[derive(Clone, Debug, PartialEq, uniffi::Enum)]
#[allow(clippy::large_enum_variant, reason = "uniffi passes it by value, and it lives as long as one call")]
pub enum LookupVerdict {
    /// The bill is settled: the transaction matches it, and its status means success.
    Settled {
        /// The transaction as the service has it.
        transaction: Transaction,
    },
    /// The service knows no such transaction, by a code of the profile's not-found codes. It may answer so before it
    /// has recorded a settlement that is under way.
    NotFound,
    /// The service has a transaction under these references that is not this settlement, such as one with another
    /// amount. Ask the service before you send anything again.
    Different {
        /// The transaction as the service has it.
        transaction: Transaction,
        /// The fields in which it differs.
        mismatches: Vec<Mismatch>,
    },
    /// The transaction matches the bill, and its status means that it has failed. An earlier attempt may have made it.
    Failed {
        /// The transaction as the service has it.
        transaction: Transaction,
    },
    /// The transaction matches the bill, and its status means that the outcome is still open.
    Pending {
        /// The transaction as the service has it.
        transaction: Transaction,
    },
    /// Nothing is known yet: the answer is unreadable or no success, or its status has no known meaning.
    Unclear {
        /// The next step: ask again, correct something, or ask the service.
        next_step: NextStep,
        /// The transaction, if only its status has no known meaning.
        transaction: Option<Transaction>,
        /// The error, if the answer is no success.
        error: Option<ErrorDetails>,
    },
}

impl From<billwire::LookupVerdict> for LookupVerdict {
    fn from(verdict: billwire::LookupVerdict) -> LookupVerdict {
        match verdict {
            billwire::LookupVerdict::Settled { transaction } => {
                LookupVerdict::Settled { transaction: (*transaction).into() }
            }
            billwire::LookupVerdict::NotFound => LookupVerdict::NotFound,
            billwire::LookupVerdict::Different { transaction, mismatches } => {
                let mismatches = mismatches.into_iter().map(Mismatch::from).collect();
                LookupVerdict::Different { transaction: (*transaction).into(), mismatches }
            }
            billwire::LookupVerdict::Failed { transaction } => {
                LookupVerdict::Failed { transaction: (*transaction).into() }
            }
            billwire::LookupVerdict::Pending { transaction } => {
                LookupVerdict::Pending { transaction: (*transaction).into() }
            }
            billwire::LookupVerdict::Unclear { next_step, transaction, error } => LookupVerdict::Unclear {
                next_step,
                transaction: transaction.map(|transaction| (*transaction).into()),
                error: error.as_deref().map(ErrorDetails::from),
            },
            // A verdict of a later core, which this match has to name before it is released.
            _ => LookupVerdict::Unclear { next_step: NextStep::AskService, transaction: None, error: None },
        }
    }
}
