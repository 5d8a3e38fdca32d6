//! The things that a credit flow asks its caller to do.

use crate::wire::Instant;
use crate::wire::model::named::named;
use crate::{
    flows::{
        FlowRequest,
        credit::ending::{CreditEnding, CreditReview},
    },
    interface::http::Reply,
    webhook::Confirmed,
};
use std::sync::Arc;

/// One thing to do. Then tell the flow what happened, and ask for the next step.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[must_use = "the flow waits until the step is taken"]
pub enum CreditStep {
    /// Send the verification once, as it is. Then call `answered` or `no_answer` with its number.
    Send {
        /// The request.
        request: FlowRequest,
    },
    /// Claim the transaction and credit the bill in one database transaction. Then call `claimed`.
    ///
    /// The claim key has a unique constraint: one transaction pays once. A bill that is paid once has one for the
    /// reference of its credited transaction, too. Credit the confirmed transaction's `amount` where the bill takes
    /// more than one amount.
    Credit {
        /// The transaction, and the key under which it pays once.
        confirmed: Arc<Confirmed>,
    },
    /// Store what a person must see, then call `reviewed`.
    ///
    /// Store it in the way of a credit, in one database transaction with the state of the transaction. Once it is
    /// stored, the response to the webhook is 200, so that the service does not send the event again and again.
    Review {
        /// Review to store.
        review: CreditReview,
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

named! {
    /// Reason of a pause.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
    #[non_exhaustive]
    pub enum CreditWait {
        /// The last verification had no result, and the bill is verified again.
        VerifyAgain = "verifyAgain",
        /// Anyone can have sent the event, so every response comes at the same time.
        Reply = "reply",
    }
}

named! {
    /// Result of the database transaction of a `CreditStep.Credit`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
    pub enum Claim {
        /// The transaction is claimed and the bill is credited.
        Credited = "credited",
        /// The books have this transaction for this bill already. Nothing was changed.
        CreditedBefore = "creditedBefore",
        /// The transaction has paid another bill, or another transaction has paid this one. Nothing was changed.
        PaidOtherwise = "paidOtherwise",
    }
}
