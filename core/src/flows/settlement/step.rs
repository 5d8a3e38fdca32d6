//! The things that a flow asks its caller to do.

use crate::flows::{
    FlowRequest,
    settlement::{ending::SettlementEnding, meaning::Outcome},
};
use crate::wire::Instant;
use crate::wire::model::named::named;

/// One thing to do. Then tell the flow what happened, and ask for the next step.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[must_use = "the flow waits until the step is taken"]
pub enum SettlementStep {
    /// Load the stored record of the bill, then call `loaded` with its text, or with none. A flow begins with it,
    /// and asks again if a record was not saved.
    Load,
    /// Store the record durably, then call `saved`.
    ///
    /// Store it only where the stored record has the revision `previous`; none is stored before revision 1. Where
    /// it has another, or if the store does not answer, call `not_saved`. Write the row's other columns in the same
    /// statement.
    Save {
        /// JSON text without secrets, of a few hundred bytes.
        record: String,
        /// Revision of this record.
        revision: i64,
        /// Revision that the stored record must have; 0 if none is stored.
        previous: i64,
        /// State of the bill, for a column.
        state: SettlementState,
        /// Time at which a job goes on with an open bill; none if the bill has ended.
        until: Option<Instant>,
        /// Claim key of a settled bill, if a lookup showed its transaction.
        claim_key: Option<String>,
    },
    /// Send the request once, as it is. Then call `answered` or `no_answer` with its number.
    Send {
        /// The request.
        request: FlowRequest,
    },
    /// Name a bill that your books know as settled, or none: call `control`. The last settled one will do, if it is
    /// older than
    /// `not_found_holds_ms`. Its lookup shows whether lookups work; without it, a bill in doubt ends as unclear.
    Control,
    /// Wait until this time, then ask for the next step.
    Wait {
        /// Time by the clock of the caller.
        until: Instant,
        /// Reason of the pause.
        reason: WaitReason,
    },
    /// The bill has ended, and the stored record says so.
    Finished {
        /// The end.
        ending: SettlementEnding,
    },
    /// Another flow of the same bill goes on, and its record has everything that this one has heard.
    TakenOver,
}

named! {
    /// Reason of a pause.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
    #[non_exhaustive]
    pub enum WaitReason {
        /// The last attempt moved nothing, and the settlement is sent again.
        SendAgain = "sendAgain",
        /// The last attempt is in doubt, and the bill is looked up.
        LookUp = "lookUp",
        /// A credential was refused. The bill is open, and nobody but the credentials needs care: renew them, or
        /// run a flow with renewed ones later.
        Credentials = "credentials",
    }
}

named! {
    /// State of a bill, as a column of its row.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
    #[non_exhaustive]
    pub enum SettlementState {
        /// The bill has not ended. A job goes on with it.
        Open = "open",
        /// The money has moved.
        Settled = "settled",
        /// Nothing has moved. A person corrects the bill, or reopens it.
        Refused = "refused",
        /// It is not known whether the money has moved. A person asks the service; a job may look again.
        Unclear = "unclear",
    }
}

impl SettlementState {
    pub(crate) fn of(outcome: Option<&Outcome>) -> SettlementState {
        match outcome {
            None => SettlementState::Open,
            Some(Outcome::Settled(_)) => SettlementState::Settled,
            Some(Outcome::Closed(closed)) if closed.is_unclear => SettlementState::Unclear,
            Some(Outcome::Closed(_)) => SettlementState::Refused,
        }
    }
}
