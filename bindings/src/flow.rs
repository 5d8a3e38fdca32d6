//! Request of a flow.

use crate::{calls::HttpRequest, values::signed};
use billwire::{Instant, OperationName};

/// Request of a flow. Do not follow redirects, and do not resend it.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct FlowRequest {
    /// Number by which the flow knows the request.
    pub number: i64,
    /// Settlement, or verification for a lookup or a credit.
    pub operation: OperationName,
    /// The request to send as it is.
    pub http: HttpRequest,
    /// Time by the caller's clock from which a settlement must not be sent any more: say then that it was not sent. None
    /// for a verification, which only reads.
    pub send_before: Option<Instant>,
}

impl From<billwire::FlowRequest> for FlowRequest {
    fn from(request: billwire::FlowRequest) -> FlowRequest {
        FlowRequest {
            number: signed(request.number),
            operation: request.operation,
            send_before: request.send_before,
            http: HttpRequest {
                method: request.method.as_str().into(),
                url: request.url,
                headers: request.headers.iter().map(Into::into).collect(),
                body: Some(request.body.into()),
            },
        }
    }
}
