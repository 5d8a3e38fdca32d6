//! The request of a flow.

use crate::wire::{Instant, model::Hidden};
use crate::{
    call::Call,
    catalogue::OperationName,
    http::{Header, Method},
    operation::Operation,
};
use std::fmt;

/// A request of a flow: a settlement, its lookup, or a verification. Redirects must not be followed, and nothing resent.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FlowRequest {
    /// Number by which the flow knows the request.
    pub number: u64,
    /// Settlement or verification. A lookup is a verification.
    pub operation: OperationName,
    /// HTTP method.
    pub method: Method,
    /// Full address.
    pub url: String,
    /// Headers. Those with credentials do not print.
    pub headers: Vec<Header>,
    /// Body, JSON in UTF-8.
    pub body: String,
    /// Time by the caller's clock from which a settlement must not be sent any more: say then that it was not sent. None for a
    /// verification, which only reads.
    pub send_before: Option<Instant>,
}

impl FlowRequest {
    pub(crate) fn of<O: Operation>(number: u64, call: &Call<O>, send_before: Option<Instant>) -> FlowRequest {
        FlowRequest {
            number,
            operation: O::NAME,
            method: call.method,
            url: call.url.clone(),
            headers: call.headers.clone(),
            body: call.body.clone(),
            send_before,
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
            .field("send_before", &self.send_before)
            .finish()
    }
}
