//! Settings of a simulator.

use super::super::{Form, Setting as _};
use crate::{
    BearerToken, HashToken, VerificationToken, WebhookToken, WireProfile,
    simulator::{self, WebhookVariant},
};
use std::{
    hash::{BuildHasher, RandomState},
    sync::Arc,
};

/// Settings of a simulator.
#[derive(uniffi::Record)]
pub struct SimulatorConfig {
    /// Expected credential of onboarding and settlement (section 5.1).
    pub bearer: Arc<BearerToken>,
    /// Expected credential of verification (section 5.2), unless the profile selects the bearer token.
    pub verification_token: Arc<VerificationToken>,
    /// Key of the request signature (section 5.3).
    pub hash_token: Arc<HashToken>,
    /// Settings of the simulated deployment that the interface does not show. Give the biller the same.
    #[uniffi(default)]
    pub profile: Option<Form<WireProfile>>,
    /// Base address of the service: a request to any other fails to connect. Default every server, with no path.
    #[uniffi(default)]
    pub base_url: Option<String>,
    /// Endpoint for webhooks. Without it there are none.
    #[uniffi(default)]
    pub webhook: Option<WebhookEndpoint>,
    /// Text in the ids of all transactions, such as `TRAN-<seed>-00000001`. Default random characters, so that the ids of
    /// two runs differ. The empty text leaves it out.
    #[uniffi(default)]
    pub seed: Option<String>,
    /// Whether `purpose_of_transaction` is the empty text in verifications and webhooks. Default false.
    #[uniffi(default = false)]
    pub without_purpose: bool,
    /// Fee of each transaction, in whole units of its currency. Default 0.
    #[uniffi(default)]
    pub fee: Option<i64>,
    /// Effect of a second settlement with the same `ref_id`. Default it moves the money again.
    #[uniffi(default)]
    pub repeated_bill: Option<RepeatedBill>,
    /// Retries of a webhook without an acknowledgement.
    #[uniffi(default)]
    pub retries: Option<WebhookRetries>,
    /// Milliseconds that a webhook out of order waits for a later one. Default 2,000.
    #[uniffi(default)]
    pub hold_ms: Option<i64>,
}

/// Effect of a second settlement with the same `ref_id`.
#[derive(Clone, Copy, Debug, PartialEq, uniffi::Enum)]
pub enum RepeatedBill {
    /// It moves the money again, so that a blind retry shows in the books.
    Settle,
    /// It is refused.
    Refuse,
}

/// Endpoint of a merchant for webhooks (section 4.4).
#[derive(uniffi::Record)]
pub struct WebhookEndpoint {
    /// Its address, which the simulator passes on unread.
    pub url: String,
    /// Token that webhooks of the merchant-proxy variant show. Without it the variant is checkout.
    #[uniffi(default)]
    pub token: Option<Arc<WebhookToken>>,
    /// Test case that a header selects at the sample target. Default no such header.
    #[uniffi(default)]
    pub test_case: Option<WebhookTestCase>,
    /// Form of customers' amounts in the checkout variant. Default text. The other variant always sends numbers.
    #[uniffi(default)]
    pub amounts: Option<CustomerAmounts>,
    /// Key of the customers in the checkout variant. Default `customers`, which the other variant always sends.
    #[uniffi(default)]
    pub customers_key: Option<CustomersKey>,
}

/// Test case that a header selects at the sample target (section 4.4).
#[derive(Clone, Copy, Debug, PartialEq, uniffi::Enum)]
pub enum WebhookTestCase {
    /// `Success: success`.
    Success,
    /// `Fail: fail`.
    Fail,
}

/// Form of customers' amounts in the checkout variant: its field list says text, its sample payload has numbers.
#[derive(Clone, Copy, Debug, PartialEq, uniffi::Enum)]
pub enum CustomerAmounts {
    /// `"amount": "40000"`, as the field list says.
    Text,
    /// `"amount": 40000`, as the sample payload has it.
    Number,
}

/// Key of the customers in the checkout variant: its field list and its sample payload differ.
#[derive(Clone, Copy, Debug, PartialEq, uniffi::Enum)]
pub enum CustomersKey {
    /// `customers`, as the sample payload has it.
    Customers,
    /// `Customer`, as the field list says.
    Customer,
}

/// Retries of a webhook without an acknowledgement. The wait doubles each time.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct WebhookRetries {
    /// Deliveries in all. Default 8.
    #[uniffi(default)]
    pub deliveries: Option<i32>,
    /// Milliseconds before the second delivery. Default 250.
    #[uniffi(default)]
    pub first_ms: Option<i64>,
    /// Longest wait in milliseconds. Default 5,000.
    #[uniffi(default)]
    pub longest_ms: Option<i64>,
}

impl From<SimulatorConfig> for simulator::SimulatorConfig {
    fn from(config: SimulatorConfig) -> simulator::SimulatorConfig {
        simulator::SimulatorConfig::builder()
            .bearer(BearerToken::of(config.bearer))
            .verification_token(VerificationToken::of(config.verification_token))
            .hash_token(HashToken::of(config.hash_token))
            .maybe_profile(config.profile.map(WireProfile::of))
            .maybe_webhook(config.webhook.map(Into::into))
            .seed(config.seed.unwrap_or_else(random_seed))
            .without_purpose(config.without_purpose)
            .maybe_fee(config.fee.map(u64::of))
            .maybe_repeated_bill(config.repeated_bill.map(|repeated| match repeated {
                RepeatedBill::Refuse => simulator::RepeatedBill::Refuse,
                RepeatedBill::Settle => simulator::RepeatedBill::Settle,
            }))
            .maybe_retries(config.retries.map(Into::into))
            .maybe_hold_ms(config.hold_ms.map(u64::of))
            .build()
    }
}

/// Returns a text that differs from run to run. It protects nothing: core has no randomness, and a hash map's suffices here.
fn random_seed() -> String {
    format!("{:x}", RandomState::new().hash_one(()))
}

impl From<WebhookEndpoint> for simulator::WebhookEndpoint {
    fn from(endpoint: WebhookEndpoint) -> simulator::WebhookEndpoint {
        let token = endpoint.token.map(WebhookToken::of);
        simulator::WebhookEndpoint::builder()
            .url(endpoint.url)
            .variant(token.map_or(WebhookVariant::Checkout, WebhookVariant::MerchantProxy))
            .maybe_test_case(endpoint.test_case.map(|case| match case {
                WebhookTestCase::Success => simulator::TestCase::Success,
                WebhookTestCase::Fail => simulator::TestCase::Fail,
            }))
            .maybe_amounts(endpoint.amounts.map(|amounts| match amounts {
                CustomerAmounts::Number => simulator::CustomerAmounts::Number,
                CustomerAmounts::Text => simulator::CustomerAmounts::Text,
            }))
            .maybe_customers_key(endpoint.customers_key.map(|key| match key {
                CustomersKey::Customer => simulator::CustomersKey::Customer,
                CustomersKey::Customers => simulator::CustomersKey::Customers,
            }))
            .build()
    }
}

impl From<WebhookRetries> for simulator::Retries {
    fn from(retries: WebhookRetries) -> simulator::Retries {
        simulator::Retries::builder()
            .maybe_deliveries(retries.deliveries.map(u32::of))
            .maybe_first_ms(retries.first_ms.map(u64::of))
            .maybe_longest_ms(retries.longest_ms.map(u64::of))
            .build()
    }
}
