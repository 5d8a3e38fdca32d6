//! Sample target of section 4.4: a merchant's endpoint whose answer a header selects.

use crate::{
    interface::{error::Error, http::Reply},
    simulator::config::TestCase,
    webhook::{WebhookEvent, WebhookReceiver},
};

/// A merchant's endpoint that behaves like the sample target. The header `Fail: fail` selects the failing test case.
/// Without it the test case succeeds.
///
/// ```
/// use billwire::{WebhookReceiver, simulator::WebhookTarget};
/// let mut target = WebhookTarget::new(WebhookReceiver::checkout());
/// assert_eq!(target.receive([("Success", "success")], br#"{"tran_id":"T-1"}"#).status, 200);
/// assert_eq!(target.receive([("Fail", "fail"), ("Success", "success")], br#"{"tran_id":"T-2"}"#).status, 500);
/// assert_eq!(target.events().len(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct WebhookTarget {
    receiver: WebhookReceiver,
    events: Vec<WebhookEvent>,
}

impl WebhookTarget {
    /// Returns a target that reads webhooks with `receiver`.
    pub fn new(receiver: WebhookReceiver) -> WebhookTarget {
        WebhookTarget { receiver, events: Vec::new() }
    }

    /// Receives a webhook and returns the response. A webhook that cannot be received gets the receiver's response. In
    /// the failing test case the response is 500 with the status `failed`, otherwise the acknowledgement of section
    /// 2.8.
    pub fn receive<'h>(&mut self, headers: impl IntoIterator<Item = (&'h str, &'h str)>, body: &[u8]) -> Reply {
        let headers: Vec<_> = headers.into_iter().collect();
        let case = TestCase::of_headers(headers.iter().copied());
        match self.receiver.receive(headers, body) {
            Ok(_) if case == TestCase::Fail => WebhookTarget::failed(),
            Ok(event) => {
                let reply = event.acknowledge();
                self.events.push(event);
                reply
            }
            Err(Error::Unauthenticated { response, .. } | Error::InvalidWebhook { response, .. }) => *response,
            Err(_) => WebhookTarget::failed(),
        }
    }

    /// Returns the received webhooks, in order.
    pub fn events(&self) -> &[WebhookEvent] {
        &self.events
    }

    /// Returns the response of the failing test case: 500 with the status `failed`.
    pub fn failed() -> Reply {
        Reply::json(500, r#"{"status":"failed","message":"failed"}"#)
    }
}
