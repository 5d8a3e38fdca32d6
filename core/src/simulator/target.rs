//! The sample target of section 4.4: a merchant's endpoint whose answer a header selects.

use crate::{
    error::Error,
    http::Reply,
    simulator::config::TestCase,
    webhook::{WebhookEvent, WebhookReceiver},
};

/// A merchant's endpoint as the sample target is: the header `Fail: fail` selects its failing test case,
/// `Success: success` or neither the successful one. If both are there, it fails.
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
    /// A target that reads webhooks as `receiver` does.
    pub fn new(receiver: WebhookReceiver) -> WebhookTarget {
        WebhookTarget { receiver, events: Vec::new() }
    }

    /// Takes a webhook, and gives the response to it: that of the receiver if it cannot be taken; in the failing test
    /// case 500 with the status `failed`; else the acknowledgement of section 2.8.
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
            Err(Error::Unauthenticated { response, .. } | Error::InvalidWebhook { response, .. }) => response,
            Err(_) => WebhookTarget::failed(),
        }
    }

    /// The webhooks that were taken, in their order.
    pub fn events(&self) -> &[WebhookEvent] {
        &self.events
    }

    /// The response of the failing test case: 500, with the status `failed`.
    pub fn failed() -> Reply {
        Reply::json(500, r#"{"status":"failed","message":"failed"}"#)
    }
}
