//! How a credit ends.

use crate::{
    flows::credit::books::BookedTransaction,
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
    /// The books have this payment already, as the service has it.
    CreditedBefore,
    /// The status of the event is listed as failed or pending, and the books have no transaction of the bill; or they
    /// have this one as held or reversed, and nothing is new.
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
    /// The money of a transaction that had paid this bill went back. The bill is open again, and a person decides.
    Reversed {
        /// The transaction as the service has it.
        transaction: Box<Transaction>,
    },
    /// A part of the money of a transaction that had paid this bill went back. A person decides.
    ReversedInPart {
        /// The transaction as the service has it.
        transaction: Box<Transaction>,
    },
    /// The money of a transaction that waits for a person went back, or a part of it. Do not refund it again.
    HeldReversed {
        /// The transaction as the service has it.
        transaction: Box<Transaction>,
    },
    /// A transaction that the books have as reversed is a success again. It waits for a person.
    Restored {
        /// The transaction as the service has it.
        transaction: Box<Transaction>,
    },
    /// The verification says that the transaction has failed. It paid nothing.
    PaymentFailed {
        /// The transaction as the service has it.
        transaction: Box<Transaction>,
    },
    /// The verification does not decide yet. The event comes again, and unpaid bills are asked about. If the books
    /// have the transaction, its status is no success any more, and a person has to see it.
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
            CreditEnding::ReversedInPart { .. } => "reversedInPart",
            CreditEnding::HeldReversed { .. } => "heldReversed",
            CreditEnding::Restored { .. } => "restored",
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
            | CreditEnding::ReversedInPart { transaction }
            | CreditEnding::HeldReversed { transaction }
            | CreditEnding::Restored { transaction }
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

/// An ending that a person must see. Store it once, by its claim key and the name of the ending: a later one replaces
/// it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[non_exhaustive]
pub struct CreditReview {
    /// The ending, which has the transaction as the service has it.
    pub ending: CreditEnding,
    /// Name of the ending, such as `paidTwice`.
    pub name: String,
    /// Key of the transaction: its `tran_id`.
    pub claim_key: String,
    /// The transaction as the books have it from now on: store it in the same database transaction, unless its row is
    /// of another bill. None if the books keep what they have.
    pub booked: Option<BookedTransaction>,
}
