//! A prepared call: the request to send, and the decoding of its answer.

use crate::wire::model::declare::Hidden;
use crate::{
    exchange::{
        answer::{already_sent, decode_answer_to, no_answer},
        context::Context,
    },
    finding::Finding,
    interface::{
        catalogue::OperationName,
        error::Error,
        http::{Header, HttpRequest, Method, Sent},
        operation::{Asked, Operation},
    },
};
use std::{fmt, marker::PhantomData, sync::Arc};

/// A final request: it is sent as it is, and its answer comes back to [`Call::decode`].
///
/// `body` is the exact text that was signed: it must not be parsed and written again. Redirects must not be followed.
#[must_use = "a call does nothing until it is sent"]
pub struct Call<O> {
    /// The method.
    pub method: Method,
    /// The whole address.
    pub url: String,
    /// The headers. Those with credentials do not print.
    pub headers: Vec<Header>,
    /// The body, JSON in UTF-8.
    pub body: String,
    /// Warnings to read before sending.
    pub warnings: Vec<Finding>,
    pub(crate) context: Arc<Context>,
    pub(crate) operation: PhantomData<O>,
}

impl<O: Operation> Call<O> {
    /// Returns the operation that is called.
    pub fn operation(&self) -> OperationName {
        O::NAME
    }

    /// Returns the request as a value of its own.
    #[must_use]
    pub fn request(&self) -> HttpRequest {
        HttpRequest {
            method: self.method,
            url: self.url.clone(),
            headers: self.headers.clone(),
            body: Some(self.body.as_str().into()),
        }
    }

    /// Decodes the answer, and holds it against this request: one that names another subject is undetermined.
    ///
    /// # Errors
    /// [`Error::Rejected`], [`Error::Undetermined`] or [`Error::Unreadable`], each with its next step.
    pub fn decode(&self, status: u16, body: &[u8]) -> Result<O::Outcome, Error> {
        decode_answer_to::<O>(&self.context, &Asked::of(&self.body), status, body)
    }

    /// Returns the error for a request that brought no answer.
    #[must_use]
    pub fn no_answer(&self, sent: Sent) -> Error {
        no_answer(O::DECLARATION, &self.context, sent)
    }

    /// Returns the error for a sender that refuses to send this call a second time.
    #[must_use]
    pub fn already_sent(&self) -> Error {
        already_sent(O::DECLARATION, &self.context)
    }
}

impl<O> Clone for Call<O> {
    fn clone(&self) -> Call<O> {
        Call {
            method: self.method,
            url: self.url.clone(),
            headers: self.headers.clone(),
            body: self.body.clone(),
            warnings: self.warnings.clone(),
            context: Arc::clone(&self.context),
            operation: PhantomData,
        }
    }
}

impl<O: Operation> fmt::Debug for Call<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call")
            .field("operation", &O::NAME)
            .field("method", &self.method)
            .field("url", &self.url)
            .field("headers", &self.headers)
            .field("body", &Hidden)
            .field("warnings", &self.warnings)
            .finish()
    }
}

/// Address and headers that all calls of an operation share.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Envelope {
    /// HTTP method.
    pub method: Method,
    /// Full address.
    pub url: String,
    /// Headers. Those with credentials do not print.
    pub headers: Vec<Header>,
}
