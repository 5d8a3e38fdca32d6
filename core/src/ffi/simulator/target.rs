//! The sample target of section 4.4.

use super::super::webhook::{WebhookEvent, WebhookReceiver, lines};
use crate::{Reply, simulator};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Endpoint of a merchant that behaves as the sample target: the header `Fail: fail` selects its failing test case,
/// `Success: success` or neither header the successful one. With both headers it fails.
#[derive(uniffi::Object)]
pub struct WebhookTarget(Mutex<simulator::WebhookTarget>);

#[uniffi::export]
impl WebhookTarget {
    /// Creates a target that reads webhooks as `receiver` does.
    #[uniffi::constructor]
    pub fn new(receiver: Arc<WebhookReceiver>) -> WebhookTarget {
        WebhookTarget(Mutex::new(simulator::WebhookTarget::new(receiver.0.clone())))
    }

    /// Receives a webhook and returns the response to it: the receiver's if it refuses the webhook; in the failing test
    /// case 500 with the status `failed`; else the acknowledgement of section 2.8.
    pub fn receive(&self, headers: HashMap<String, Vec<String>>, body: Vec<u8>) -> Reply {
        self.target().receive(lines(&headers), &body)
    }

    /// Returns the accepted webhooks, in their order.
    pub fn events(&self) -> Vec<Arc<WebhookEvent>> {
        self.target().events().iter().cloned().map(|event| Arc::new(WebhookEvent(event))).collect()
    }
}

impl WebhookTarget {
    fn target(&self) -> MutexGuard<'_, simulator::WebhookTarget> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
