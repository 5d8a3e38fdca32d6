//! How a credit ends.

use crate::{
    error::Error,
    webhook::{Confirmed, Mismatch},
};
use billwire_wire::Instant;

/// End of a [`CreditFlow`](crate::CreditFlow). Only `Credited` changed the books.
#[derive(Clone, Debug, PartialEq)]
#[must_use = "only `Credited` has changed the books"]
#[non_exhaustive]
pub enum CreditEnding {
    /// The bill is credited.
    Credited(Confirmed),
    /// The transaction had paid this bill before.
    CreditedBefore,
    /// The status of the event is no success. A success arrives as an event of its own.
    NothingToCredit,
    /// The books have no such bill.
    UnknownBill,
    /// The event or the verification differs from what was billed.
    Mismatch(Vec<Mismatch>),
    /// The payment is real, but the transaction has paid another bill, or another transaction has paid this one. A person
    /// decides.
    PaidOtherwise(Confirmed),
    /// Anyone can have sent the event, and the bill is paid already. Nothing was verified.
    Ignored,
    /// Another flow verifies this bill, or the pause after a verification is not over.
    Busy {
        /// Time from which the bill is verified again.
        until: Instant,
    },
    /// The verification has no result. Read its next step.
    Unconfirmed(Box<Error>),
}

impl CreditEnding {
    /// Returns the name that all languages use, such as `creditedBefore`.
    pub fn as_str(&self) -> &'static str {
        match self {
            CreditEnding::Credited(_) => "credited",
            CreditEnding::CreditedBefore => "creditedBefore",
            CreditEnding::NothingToCredit => "nothingToCredit",
            CreditEnding::UnknownBill => "unknownBill",
            CreditEnding::Mismatch(_) => "mismatch",
            CreditEnding::PaidOtherwise(_) => "paidOtherwise",
            CreditEnding::Ignored => "ignored",
            CreditEnding::Busy { .. } => "busy",
            CreditEnding::Unconfirmed(_) => "unconfirmed",
        }
    }
}
