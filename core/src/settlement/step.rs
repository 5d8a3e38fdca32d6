//! The things that a flow asks its caller to do.

use crate::{
    call::Call,
    catalogue::OperationName,
    http::{Header, Method},
    operation::Operation,
    settlement::ending::SettlementEnding,
};
use billwire_wire::{Instant, model::Hidden};
use std::fmt;

/// One thing to do. Then tell the flow what happened, and ask for the next step.
#[derive(Clone, Debug, PartialEq)]
pub enum SettlementStep {
    /// Store the record durably, then call [`saved`](crate::SettlementFlow::saved).
    ///
    /// Store it only where the stored record has the revision `previous`: none is stored before revision 1. Where it has
    /// another, a second flow of this bill went on: call [`not_saved`](crate::SettlementFlow::not_saved). If the store does
    /// not answer, drop this flow and resume from the stored record: it may be this one.
    Save {
        /// JSON text without secrets, of a few hundred bytes.
        record: String,
        /// Revision of this record.
        revision: u64,
        /// Revision that the stored record must have; 0 if none is stored.
        previous: u64,
    },
    /// Send the request once, as it is. Then call [`answered`](crate::SettlementFlow::answered) or
    /// [`no_answer`](crate::SettlementFlow::no_answer) with its number.
    Send(FlowRequest),
    /// Wait until this time, then ask for the next step.
    Wait {
        /// Time by the clock of the caller.
        until: Instant,
        /// Reason of the pause.
        reason: WaitReason,
    },
    /// The bill has ended, and the stored record says so.
    Finished(SettlementEnding),
    /// Another flow of the same bill stored a record in the meantime. It goes on, and this one has ended.
    TakenOver,
}

/// Reason of a pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitReason {
    /// The last attempt moved nothing, and the settlement is sent again.
    SendAgain,
    /// The last attempt is in doubt, and the bill is looked up.
    LookUp,
}

impl WaitReason {
    /// Returns the name that all languages use, such as `lookUp`.
    pub fn as_str(self) -> &'static str {
        match self {
            WaitReason::SendAgain => "sendAgain",
            WaitReason::LookUp => "lookUp",
        }
    }
}

/// A request of a flow: the settlement or its lookup. Redirects must not be followed, and nothing resent.
#[derive(Clone, PartialEq, Eq)]
pub struct FlowRequest {
    /// Number by which the flow knows the request.
    pub number: u64,
    /// Settlement, or verification for a lookup.
    pub operation: OperationName,
    /// HTTP method.
    pub method: Method,
    /// Full address.
    pub url: String,
    /// Headers. Those with credentials do not print.
    pub headers: Vec<Header>,
    /// Body, JSON in UTF-8.
    pub body: String,
}

impl FlowRequest {
    pub(crate) fn of<O: Operation>(number: u64, call: &Call<O>) -> FlowRequest {
        FlowRequest {
            number,
            operation: O::NAME,
            method: call.method,
            url: call.url.clone(),
            headers: call.headers.clone(),
            body: call.body.clone(),
        }
    }
}

impl fmt::Debug for FlowRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FlowRequest")
            .field("number", &self.number)
            .field("operation", &self.operation)
            .field("method", &self.method)
            .field("url", &self.url)
            .field("headers", &self.headers)
            .field("body", &Hidden)
            .finish()
    }
}
