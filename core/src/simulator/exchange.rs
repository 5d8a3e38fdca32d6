//! What goes in and out of the simulator, as plain data.

use crate::{
    call::Call,
    http::{Header, Reply},
    operation::Operation,
};
use billwire_wire::{Json, model::Hidden};
use std::fmt;

/// A request as it arrived at the service.
#[derive(Clone)]
pub struct Request<'a> {
    /// The method, such as `POST`.
    pub method: &'a str,
    /// The path below the service's base address.
    pub path: &'a str,
    /// Names, in any case, and values of all headers.
    pub headers: Vec<(&'a str, &'a str)>,
    /// The body, as it arrived.
    pub body: &'a [u8],
}

impl<'a> Request<'a> {
    /// A prepared call as it arrives when it is sent unchanged.
    pub fn of<O: Operation>(call: &'a Call<O>) -> Request<'a> {
        Request {
            method: call.method.as_str(),
            path: O::PATH,
            headers: call.headers.iter().map(|header| (header.name, header.value.as_str())).collect(),
            body: call.body.as_bytes(),
        }
    }

    /// The values of a header, by its name in any case.
    pub(super) fn values(&self, name: &str) -> impl Iterator<Item = &'a str> {
        self.headers.iter().filter(move |(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| *value)
    }
}

/// Headers and body hold secrets.
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

/// What the service answers, and how that reaches the caller.
#[derive(Clone, PartialEq, Eq)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// Names and values of the headers.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
    /// What the I/O layer does with it.
    pub delivery: Delivery,
}

impl Answer {
    pub(super) fn json(status: u16, body: &Json) -> Answer {
        Answer::new(status, body.to_string().into_bytes()).with_header("Content-Type", "application/json")
    }

    pub(super) fn new(status: u16, body: Vec<u8>) -> Answer {
        Answer { status, headers: Vec::new(), body, delivery: Delivery::Send }
    }

    pub(super) fn with_header(mut self, name: &str, value: impl Into<String>) -> Answer {
        self.headers.push((name.into(), value.into()));
        self
    }
}

/// The body may hold a `web_url`.
impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answer")
            .field("status", &self.status)
            .field("headers", &self.headers)
            .field("body", &Hidden)
            .field("delivery", &self.delivery)
            .finish()
    }
}

/// What the I/O layer does with an [`Answer`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// It sends it at once.
    Send,
    /// It sends it after so many milliseconds. What the request did has been done already.
    Delay(u64),
    /// It closes the connection without a response. The request has done nothing.
    DropBefore,
    /// It closes the connection without a response. What the request did has been done already.
    DropAfter,
}

/// A webhook to deliver now. Say with [`Simulator::delivered`](super::Simulator::delivered) what came of it.
#[derive(Clone, PartialEq, Eq)]
pub struct DueWebhook {
    /// The delivery to speak of.
    pub id: WebhookId,
    /// Where to deliver it, by `POST`.
    pub url: String,
    /// The headers. The one with the token does not print.
    pub headers: Vec<Header>,
    /// The body, JSON.
    pub body: String,
    /// Which delivery of this webhook it is, from 1.
    pub attempt: u32,
}

impl fmt::Debug for DueWebhook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DueWebhook")
            .field("id", &self.id)
            .field("url", &self.url)
            .field("headers", &self.headers)
            .field("body", &Hidden)
            .field("attempt", &self.attempt)
            .finish()
    }
}

/// One delivery of one webhook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WebhookId(pub u64);

/// What came of a delivery.
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
        // Section 2.8 shows no values but the sample's: any word will do.
        ["status", "message"].iter().all(|key| matches!(members.get(key), Some(Json::Text(text)) if !text.is_empty()))
    }
}

/// The reply of a [`WebhookReceiver`](crate::WebhookReceiver) or an event, as it arrives when it is sent unchanged.
impl From<Reply> for DeliveryResult {
    fn from(reply: Reply) -> DeliveryResult {
        DeliveryResult::Answered { status: reply.status, body: reply.body.into() }
    }
}
