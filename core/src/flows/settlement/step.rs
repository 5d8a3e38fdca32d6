//! The things that a flow asks its caller to do.

use crate::flows::{FlowRequest, settlement::ending::SettlementEnding};
use crate::wire::Instant;
use crate::wire::model::named::named;

/// One thing to do. Then tell the flow what happened, and ask for the next step.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[must_use = "the flow waits until the step is taken"]
pub enum SettlementStep {
    /// Store the record durably, then call `saved`.
    ///
    /// Store it only where the stored record has the revision `previous`: none is stored before revision 1. Where it
    /// has another, a second flow of this bill went on: call `not_saved`. If the store does not answer, drop this
    /// flow and resume from the stored record: it may be this one.
    Save {
        /// JSON text without secrets, of a few hundred bytes.
        record: String,
        /// Revision of this record.
        revision: i64,
        /// Revision that the stored record must have; 0 if none is stored.
        previous: i64,
    },
    /// Send the request once, as it is. Then call `answered` or `no_answer` with its number.
    Send {
        /// The request.
        request: FlowRequest,
    },
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
    /// Another flow of the same bill stored a record in the meantime. It goes on, and this one has ended.
    TakenOver,
}

named! {
    /// Reason of a pause.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
    #[non_exhaustive]
    pub enum WaitReason {
        /// The last attempt moved nothing, and the settlement is sent again.
        SendAgain = "sendAgain",
        /// The last attempt is in doubt, and the bill is looked up.
        LookUp = "lookUp",
    }
}
