//! How a credit ends.

use crate::{
    interface::{error::Error, models::Transaction},
    webhook::{Confirmed, Mismatch},
};
use std::sync::Arc;

/// End of a `CreditFlow`. Only `Credited` changed the books.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[must_use = "only `Credited` has changed the books"]
#[non_exhaustive]
pub enum CreditEnding {
    /// The bill is credited.
    Credited {
        /// The transaction.
        confirmed: Arc<Confirmed>,
    },
    /// The transaction had paid this bill before.
    CreditedBefore,
    /// The status of the event is listed as failed or pending, so nothing was verified.
    NothingToCredit,
    /// The books have no such bill.
    UnknownBill,
    /// The verification differs from what was billed, or the event is of another bill.
    Mismatch {
        /// The fields in which it differs.
        mismatches: Vec<Mismatch>,
        /// The transaction as the service has it; none if nothing was verified.
        transaction: Option<Box<Transaction>>,
    },
    /// The payment is real, and the bill needs none: another transaction has paid it, or this one has paid another
    /// bill. A person decides about the surplus.
    PaidTwice {
        /// The transaction.
        confirmed: Arc<Confirmed>,
    },
    /// A transaction that paid this bill is declared failed. A person decides.
    Reversed {
        /// The transaction as the service has it.
        transaction: Box<Transaction>,
    },
    /// The verification says that the transaction has failed. It paid nothing.
    PaymentFailed {
        /// The transaction as the service has it.
        transaction: Box<Transaction>,
    },
    /// The verification does not decide yet. The event comes again, and unpaid bills are asked about.
    Pending {
        /// The transaction as the service has it.
        transaction: Box<Transaction>,
    },
    /// Anyone can have sent the event, and the bill is paid already. Nothing was verified.
    Ignored,
    /// The verification has no result. Read its next step.
    Unconfirmed {
        /// The error.
        error: Box<Error>,
    },
}

impl CreditEnding {
    /// Returns the name that all languages use, such as `creditedBefore`.
    pub fn as_str(&self) -> &'static str {
        match self {
            CreditEnding::Credited { .. } => "credited",
            CreditEnding::CreditedBefore => "creditedBefore",
            CreditEnding::NothingToCredit => "nothingToCredit",
            CreditEnding::UnknownBill => "unknownBill",
            CreditEnding::Mismatch { .. } => "mismatch",
            CreditEnding::PaidTwice { .. } => "paidTwice",
            CreditEnding::Reversed { .. } => "reversed",
            CreditEnding::PaymentFailed { .. } => "paymentFailed",
            CreditEnding::Pending { .. } => "pending",
            CreditEnding::Ignored => "ignored",
            CreditEnding::Unconfirmed { .. } => "unconfirmed",
        }
    }

    /// Returns the transaction that the verification saw, if there was one.
    pub fn transaction(&self) -> Option<&Transaction> {
        match self {
            CreditEnding::Credited { confirmed } | CreditEnding::PaidTwice { confirmed } => {
                Some(confirmed.transaction())
            }
            CreditEnding::Reversed { transaction }
            | CreditEnding::PaymentFailed { transaction }
            | CreditEnding::Pending { transaction } => Some(transaction),
            CreditEnding::Mismatch { transaction, .. } => transaction.as_deref(),
            CreditEnding::CreditedBefore
            | CreditEnding::NothingToCredit
            | CreditEnding::UnknownBill
            | CreditEnding::Ignored
            | CreditEnding::Unconfirmed { .. } => None,
        }
    }
}
