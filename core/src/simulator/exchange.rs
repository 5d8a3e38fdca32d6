//! Input and output of the simulator, as plain data.

use crate::wire::{Json, Sensitive, model::declare::Hidden};
use crate::{
    exchange::call::Call,
    interface::{
        http::{HttpRequest, Reply},
        operation::Operation,
    },
};
use std::fmt;

/// A request as the service receives it.
#[derive(Clone)]
pub struct Request<'a> {
    /// The method, such as `POST`.
    pub method: &'a str,
    /// The path below the service's base address.
    pub path: &'a str,
    /// Names (in any case) and values of all headers.
    pub headers: Vec<(&'a str, &'a str)>,
    /// The body, unchanged.
    pub body: &'a [u8],
}

impl<'a> Request<'a> {
    /// Returns the request that a prepared call sends.
    pub fn of<O: Operation>(call: &'a Call<O>) -> Request<'a> {
        Request {
            method: call.method.as_str(),
            path: O::DECLARATION.path,
            headers: call.headers.iter().map(|header| (&*header.name, header.value.as_str())).collect(),
            body: call.body.as_bytes(),
        }
    }

    /// Returns the values of a header. The case of the name does not matter.
    pub(super) fn values(&self, name: &str) -> impl Iterator<Item = &'a str> {
        self.headers.iter().filter(move |(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| *value)
    }
}

/// Headers and body contain secrets.
impl fmt::Debug for Request<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Request")
            .field("method", &self.method)
            .field("path", &self.path)
            .field("headers", &Hidden)
            .field("body", &Hidden)
            .finish()
    }
}

/// Answer of the service, and the way it reaches the caller.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// Names and values of the headers.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
    /// The way the I/O layer delivers it.
    pub transport: ResponseTransport,
}

impl Answer {
    pub(super) fn json(status: u16, body: &Json) -> Answer {
        Answer::new(status, body.to_string().into_bytes()).with_header("Content-Type", "application/json")
    }

    pub(super) fn new(status: u16, body: Vec<u8>) -> Answer {
        Answer { status, headers: Vec::new(), body, transport: ResponseTransport::Send }
    }

    pub(super) fn with_header(mut self, name: &str, value: impl Into<String>) -> Answer {
        self.headers.push((name.into(), value.into()));
        self
    }
}

/// The body may contain a `web_url`.
impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answer")
            .field("status", &self.status)
            .field("headers", &self.headers)
            .field("body", &Hidden)
            .field("transport", &self.transport)
            .finish()
    }
}

/// Way in which an answer reaches the caller, named as the fault that asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "kind", rename_all = "snake_case"))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
pub enum ResponseTransport {
    /// Send it at once.
    Send,
    /// Send it late. The request has taken effect already.
    Slow {
        /// Delay in milliseconds.
        delay_ms: i64,
    },
    /// Close the connection without a response. The request has no effect.
    DropBefore,
    /// Close the connection without a response. The request has taken effect.
    DropAfter,
}

/// A webhook to deliver now. Report its result to `Simulator.delivered`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[non_exhaustive]
pub struct DueWebhook {
    /// The id of this delivery.
    pub id: WebhookId,
    /// The request to send to the endpoint. It prints neither the token nor the body.
    pub request: HttpRequest,
    /// The number of this delivery of the webhook, counted from 1.
    pub attempt: usize,
}

impl DueWebhook {
    /// Returns the JSON body.
    pub fn body(&self) -> &str {
        self.request.body.as_ref().map_or("", Sensitive::as_str)
    }
}

/// Id of one delivery of one webhook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WebhookId(pub u64);

/// Result of a delivery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeliveryResult {
    /// The merchant's answer. It acknowledges the webhook if its status is 200 and its body is a JSON object with the
    /// texts `status` and `message` (section 2.8).
    Answered {
        /// The HTTP status.
        status: u16,
        /// The body.
        body: Vec<u8>,
    },
    /// No answer came.
    NoAnswer,
}

impl DeliveryResult {
    pub(super) fn is_acknowledgement(&self) -> bool {
        let DeliveryResult::Answered { status: 200, body } = self else { return false };
        let Ok(Json::Object(members)) = Json::parse(body) else { return false };
        // Section 2.8 defines no values, so any text is accepted.
        ["status", "message"].iter().all(|key| matches!(members.get(key), Some(Json::Text(text)) if !text.is_empty()))
    }
}

/// Converts the reply of a [`WebhookReceiver`](crate::WebhookReceiver) or an event, sent unchanged.
impl From<Reply> for DeliveryResult {
    fn from(reply: Reply) -> DeliveryResult {
        DeliveryResult::Answered { status: reply.status.into(), body: reply.body.into_owned().into_bytes() }
    }
}
