//! Webhooks to try a receiver on.

use super::super::webhook::WebhookHeaders;
use crate::{
    credentials::WebhookToken,
    finding::Code,
    simulator::{self, WebhookVariant},
};
use std::sync::Arc;

/// A webhook to try a receiver on.
#[derive(uniffi::Record)]
pub struct WebhookFixture {
    /// Its name, such as `direct_debit`. Each variant has each name once.
    pub name: String,
    /// The token that its receiver has to expect; none for the checkout variant, which shows none.
    pub token: Option<Arc<WebhookToken>>,
    /// The headers.
    pub headers: WebhookHeaders,
    /// The body.
    pub body: Vec<u8>,
    /// The code with which a receiver refuses it; none if it is one to take. To take it is not yet to believe it.
    pub error: Option<Code>,
}

/// Webhooks of both variants: each payment type, a duplicate, other statuses, forged ones, wrong amounts, what the service
/// may add one day, and bodies that no receiver may take.
///
/// They speak of one transaction of 40,000 KHR for the bill `INV-1`; those of another payment type, of `INV-2` to `INV-4`.
#[uniffi::export]
pub fn webhook_fixtures() -> Vec<WebhookFixture> {
    let fixture = |fixture: simulator::WebhookFixture| WebhookFixture {
        name: fixture.name.into(),
        token: match fixture.variant {
            WebhookVariant::MerchantProxy(token) => Some(Arc::new(token)),
            WebhookVariant::Checkout => None,
        },
        headers: fixture.headers.into_iter().map(|header| (header.name.to_owned(), header.value.clone())).collect(),
        body: fixture.body.into_bytes(),
        error: fixture.error,
    };
    simulator::webhook_fixtures().into_iter().map(fixture).collect()
}
