//! Sample webhooks, to test a receiver.

use crate::{credentials::WebhookToken, webhook::WebhookHeaders};
use billwire::{
    Code,
    simulator::{self, WebhookVariant},
};
use std::sync::Arc;

/// Sample webhook, to test a receiver.
#[derive(uniffi::Record)]
pub struct WebhookFixture {
    /// Its name, such as `direct_debit`. Each variant has each name once.
    pub name: String,
    /// Token that its receiver has to expect; none for the checkout variant, which shows none.
    pub token: Option<Arc<WebhookToken>>,
    /// The headers.
    pub headers: WebhookHeaders,
    /// The body.
    pub body: Vec<u8>,
    /// Code with which a receiver refuses it; none if a receiver accepts it. An accepted webhook is not yet confirmed.
    pub error: Option<Code>,
}

/// Returns webhooks of both variants: each payment type, a duplicate, other statuses, forged ones, wrong amounts, unknown
/// members, and bodies that every receiver refuses.
///
/// They name one transaction of 40,000 KHR for the bill `INV-1`; those of another payment type name `INV-2` to `INV-4`.
#[uniffi::export]
pub fn webhook_fixtures() -> Vec<WebhookFixture> {
    let fixture = |fixture: simulator::WebhookFixture| WebhookFixture {
        name: fixture.name.into(),
        token: match fixture.variant {
            WebhookVariant::MerchantProxy(token) => Some(Arc::new(token.into())),
            WebhookVariant::Checkout => None,
        },
        headers: fixture.headers.into_iter().map(|header| (header.name.to_owned(), header.value.clone())).collect(),
        body: fixture.body.into_bytes(),
        error: fixture.error,
    };
    simulator::webhook_fixtures().into_iter().map(fixture).collect()
}
