//! The request of a flow.

use crate::{
    exchange::call::Call,
    interface::{catalogue::OperationName, http::HttpRequest, operation::Operation},
    wire::Instant,
};

/// Request of a flow: a settlement, its lookup, or a verification. Do not follow redirects, and do not resend it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi::export(Debug))]
#[non_exhaustive]
pub struct FlowRequest {
    /// Number by which the flow knows the request.
    pub number: i64,
    /// Settlement or verification. A lookup is a verification.
    pub operation: OperationName,
    /// The request to send as it is.
    pub http: HttpRequest,
    /// Time by the caller's clock from which a settlement must not be sent any more: say then that it was not sent.
    /// None for a verification, which only reads.
    pub send_before: Option<Instant>,
}

impl FlowRequest {
    pub(crate) fn of<O: Operation>(number: i64, call: &Call<O>, send_before: Option<Instant>) -> FlowRequest {
        FlowRequest { number, operation: O::NAME, http: call.request(), send_before }
    }
}
