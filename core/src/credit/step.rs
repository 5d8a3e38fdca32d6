//! The things that a credit flow asks its caller to do.

use crate::{credit::ending::CreditEnding, flow::FlowRequest, http::Reply, webhook::Confirmed};
use billwire_wire::Instant;

/// One thing to do. Then tell the flow what happened, and ask for the next step.
#[derive(Clone, Debug, PartialEq)]
#[must_use = "the flow waits until the step is taken"]
pub enum CreditStep {
    /// Store the record durably, then call [`saved`](crate::CreditFlow::saved).
    ///
    /// Store it only where the stored record has the revision `previous`: none is stored before revision 1. Where it has
    /// another, another flow of this bill went on: call [`not_saved`](crate::CreditFlow::not_saved).
    Save {
        /// JSON text without secrets, of a few hundred bytes.
        record: String,
        /// Revision of this record.
        revision: u64,
        /// Revision that the stored record must have; 0 if none is stored.
        previous: u64,
    },
    /// Send the verification once, as it is. Then call [`answered`](crate::CreditFlow::answered) or
    /// [`no_answer`](crate::CreditFlow::no_answer) with its number.
    Send(FlowRequest),
    /// Claim the transaction and credit the bill in one database transaction. Then call
    /// [`claimed`](crate::CreditFlow::claimed).
    ///
    /// The claim key and the bill's reference have a unique constraint each: one transaction pays one bill, and one bill is
    /// paid once. Store the record in the same database transaction, where the stored one has the revision `previous`; it
    /// does not matter if it has another.
    Credit {
        /// The transaction, and the key under which it pays one bill.
        confirmed: Confirmed,
        /// JSON text without secrets, of a few hundred bytes.
        record: String,
        /// Revision of this record.
        revision: u64,
        /// Revision that the stored record should have.
        previous: u64,
    },
    /// Wait until this time, then ask for the next step.
    Wait {
        /// Time by the clock of the caller.
        until: Instant,
        /// Reason of the pause.
        reason: CreditWait,
    },
    /// The flow has ended.
    Finished {
        /// The result.
        ending: CreditEnding,
        /// The response to the webhook; none if the flow began without an event.
        reply: Option<Reply>,
    },
}

/// Reason of a pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CreditWait {
    /// The last verification had no result, and the bill is verified again.
    VerifyAgain,
    /// Anyone can have sent the event, so every response takes the same time.
    Reply,
}

impl CreditWait {
    /// Returns the name that all languages use, such as `verifyAgain`.
    pub fn as_str(self) -> &'static str {
        match self {
            CreditWait::VerifyAgain => "verifyAgain",
            CreditWait::Reply => "reply",
        }
    }
}

/// Result of the database transaction of a [`CreditStep::Credit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The transaction is claimed and the bill is credited.
    Credited,
    /// This transaction has paid this bill before. Nothing was changed.
    CreditedBefore,
    /// The transaction has paid another bill, or another transaction has paid this one. Nothing was changed.
    PaidOtherwise,
}

impl Claim {
    /// All results.
    pub const ALL: &'static [Claim] = &[Claim::Credited, Claim::CreditedBefore, Claim::PaidOtherwise];

    /// Returns the name that all languages use, such as `creditedBefore`.
    pub fn as_str(self) -> &'static str {
        match self {
            Claim::Credited => "credited",
            Claim::CreditedBefore => "creditedBefore",
            Claim::PaidOtherwise => "paidOtherwise",
        }
    }
}
