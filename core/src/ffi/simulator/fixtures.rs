//! Sample webhooks, to test a receiver.

use crate::{Code, Header, WebhookToken, simulator};
use std::{collections::HashMap, sync::Arc};

/// Sample webhook, to test a receiver.
#[derive(uniffi::Record)]
pub struct WebhookFixture {
    /// Its name, such as `direct_debit`. Each variant has each name once.
    pub name: String,
    /// Token that its receiver has to expect; none for the checkout variant, which shows none.
    pub token: Option<Arc<WebhookToken>>,
    /// The headers.
    pub headers: HashMap<String, Vec<String>>,
    /// The body.
    pub body: Vec<u8>,
    /// Code with which a receiver refuses it; none if a receiver accepts it. An accepted webhook is not yet confirmed.
    pub error: Option<Code>,
}

/// Returns webhooks of both variants: each payment type, a duplicate, other statuses, forged ones, wrong amounts,
/// unknown members, and bodies that every receiver refuses.
///
/// They name one transaction of 40,000 KHR for the bill `INV-1`; those of another payment type name `INV-2` to `INV-4`.
#[uniffi::export]
pub fn webhook_fixtures() -> Vec<WebhookFixture> {
    let fixture = |fixture: simulator::WebhookFixture| WebhookFixture {
        name: fixture.name.into(),
        token: fixture.token.map(Arc::new),
        headers: grouped(fixture.headers),
        body: fixture.body.into_bytes(),
        error: fixture.error,
    };
    simulator::webhook_fixtures().into_iter().map(fixture).collect()
}

/// Returns the values of each header under its name.
fn grouped(headers: Vec<Header>) -> HashMap<String, Vec<String>> {
    let mut values = HashMap::<String, Vec<String>>::new();
    for header in headers {
        values.entry(header.name.into_owned()).or_default().push(header.value.into_text());
    }
    values
}
