//! The sample target of section 4.4.

use super::super::{
    failure::Reply,
    webhook::{ReceivedEvent, WebhookHeaders, WebhookReceiver},
};
use crate::simulator;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A merchant's endpoint as the sample target is: the header `Fail: fail` selects its failing test case,
/// `Success: success` or neither the successful one. If both are there, it fails.
#[derive(uniffi::Object)]
pub struct WebhookTarget(Mutex<simulator::WebhookTarget>);

#[uniffi::export]
impl WebhookTarget {
    /// A target that reads webhooks as `receiver` does.
    #[uniffi::constructor]
    pub fn new(receiver: Arc<WebhookReceiver>) -> WebhookTarget {
        WebhookTarget(Mutex::new(simulator::WebhookTarget::new(receiver.0.clone())))
    }

    /// Takes a webhook, and gives the response to it: that of the receiver if it cannot be taken; in the failing test
    /// case 500 with the status `failed`; else the acknowledgement of section 2.8.
    pub fn receive(&self, headers: WebhookHeaders, body: &[u8]) -> Reply {
        Reply::from(&self.target().receive(headers.lines(), body))
    }

    /// The webhooks that were taken, in their order.
    pub fn events(&self) -> Vec<ReceivedEvent> {
        self.target().events().iter().cloned().map(ReceivedEvent::from).collect()
    }
}

impl WebhookTarget {
    fn target(&self) -> MutexGuard<'_, simulator::WebhookTarget> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
