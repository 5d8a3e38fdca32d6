//! Settings of a simulator.

use crate::{
    interface::{
        credentials::{BearerToken, HashToken, VerificationToken, WebhookToken},
        profile::WireProfile,
    },
    wire::model::settings::{settings, words},
};
use bon::Builder;

settings! {
    #[derive(Clone, Debug, Builder)]
    #[builder(on(String, into))]
    mod simulator_config {
        /// Settings of a simulator.
        pub struct SimulatorConfig {
            /// The bearer token that onboarding and settlement must send (section 5.1).
            pub bearer: BearerToken,
            /// The token that verification must send (section 5.2), unless the profile selects the bearer token.
            pub verification_token: VerificationToken,
            /// The key of the request signature (section 5.3).
            pub hash_token: HashToken,
            /// The settings of the simulated provider that the interface leaves open. Give the biller the same.
            #[builder(default)]
            pub profile: WireProfile,
            /// Base address of the service, for callers that have whole addresses: a request to any other fails to
            /// connect. Default every server, with no path.
            pub base_url: Option<String>,
            /// The endpoint of the webhooks. Without one there are none.
            pub webhook: Option<WebhookEndpoint>,
            /// Text in the ids of all transactions, such as `TRAN-<seed>-00000001`. Give each run its own, so that
            /// the ids of two runs differ. The empty text leaves it out, which is the default of Rust: the simulator
            /// has no randomness. That of other languages is random.
            #[builder(default)]
            pub seed: String,
            /// Whether `purpose_of_transaction` is the empty text in verifications and webhooks. Default false.
            #[builder(default)]
            pub without_purpose: bool,
            /// The fee of each transaction, in whole units of its currency. Default 0.
            #[builder(default)]
            pub fee: u64,
            /// The effect of a `ref_id` that was settled before. Default: it moves the money again.
            #[builder(default)]
            pub repeated_bill: RepeatedBill,
            /// The links of sub billers' accounts.
            #[builder(default)]
            pub linking: LinkingConfig,
            /// The schedule of webhook deliveries.
            #[builder(default)]
            pub retries: WebhookRetries,
            /// Milliseconds that a webhook scripted as out of order waits at most for a later one to overtake it.
            /// Default 2,000.
            #[builder(default = 2_000)]
            pub hold_ms: u64,
        }
    }
}

impl SimulatorConfig {
    /// Returns settings with these credentials, and the defaults for everything else.
    pub fn new(bearer: BearerToken, verification_token: VerificationToken, hash_token: HashToken) -> SimulatorConfig {
        SimulatorConfig::builder().bearer(bearer).verification_token(verification_token).hash_token(hash_token).build()
    }
}

settings! {
    #[derive(Clone, Debug, PartialEq, Eq, Builder)]
    #[builder(on(String, into))]
    mod linking_config {
        /// Links of sub billers' accounts. The interface shows neither the page behind `web_url` nor how a settlement
        /// to a sub biller without a link is answered.
        pub struct LinkingConfig {
            /// Whether a settlement needs a linked account of its currency. Default false.
            #[builder(default)]
            pub required: bool,
            /// HTTP status of the answer to a settlement whose destination has linked no account. Default 422.
            #[builder(default = 422)]
            pub not_linked_status: u16,
            /// Code of that answer. Default `NOT_LINKED`.
            #[builder(default = "NOT_LINKED".to_owned())]
            pub not_linked_code: String,
            /// HTTP status of the answer to a settlement whose destination has linked accounts of other currencies
            /// only. Default 422.
            #[builder(default = 422)]
            pub other_currency_status: u16,
            /// Code of that answer. Default `OTHER_CURRENCY`.
            #[builder(default = "OTHER_CURRENCY".to_owned())]
            pub other_currency_code: String,
            /// Address of the server of the page behind `web_url`. Default `https://bank.example`.
            #[builder(default = "https://bank.example".to_owned())]
            pub page_url: String,
        }
    }
}

impl Default for LinkingConfig {
    fn default() -> LinkingConfig {
        LinkingConfig::builder().build()
    }
}

words! {
    /// Effect of a settlement whose `ref_id` was settled before.
    pub enum RepeatedBill {
        /// The settlement moves the money again, so a blind retry shows in the books.
        Settle = "settle",
        /// The simulator answers [`Refusal::Duplicate`](super::Refusal::Duplicate).
        Refuse = "refuse",
    }
}

settings! {
    #[derive(Clone, Debug, Builder)]
    #[builder(on(String, into))]
    mod webhook_endpoint {
        /// The merchant's endpoint for webhooks (section 4.4).
        pub struct WebhookEndpoint {
            /// Its address. The simulator passes it on unchanged and unchecked.
            pub url: String,
            /// The token that webhooks of the merchant-proxy variant show. Without one the variant is checkout, which
            /// has no authentication.
            pub token: Option<WebhookToken>,
            /// The test case that the headers select at the sample target. Without one no such header is sent.
            pub test_case: Option<TestCase>,
            /// The form of customers' amounts in the checkout variant. The merchant-proxy variant always sends numbers.
            #[builder(default)]
            pub amounts: CustomerAmounts,
            /// The key of the customers in the checkout variant. The merchant-proxy variant always sends `customers`.
            #[builder(default)]
            pub customers_key: CustomersKey,
        }
    }
}

impl WebhookEndpoint {
    /// Returns an endpoint of the merchant-proxy variant that expects `token`.
    pub fn merchant_proxy(url: impl Into<String>, token: WebhookToken) -> WebhookEndpoint {
        WebhookEndpoint::builder().url(url).token(token).build()
    }

    /// Returns an endpoint of the checkout variant, without authentication.
    pub fn checkout(url: impl Into<String>) -> WebhookEndpoint {
        WebhookEndpoint::builder().url(url).build()
    }
}

words! {
    /// Form of customers' amounts in the checkout variant. The field list says text, the sample payload has numbers.
    pub enum CustomerAmounts {
        /// `"amount": "40000"`, as the field list says.
        Text = "text",
        /// `"amount": 40000`, as in the sample payload.
        Number = "number",
    }
    /// Key of the customers in the checkout variant. The field list and the sample payload name it differently.
    pub enum CustomersKey {
        /// `customers`, as in the sample payload.
        Customers = "customers",
        /// `Customer`, as the field list says.
        Customer = "Customer",
    }
    /// The test case that a header selects at the sample target (section 4.4).
    #[cfg_attr(feature = "uniffi", uniffi(name = "WebhookTestCase"))]
    pub enum TestCase {
        /// `Success: success`.
        Success = "success",
        /// `Fail: fail`.
        Fail = "fail",
    }
}

impl TestCase {
    /// Returns the test case that a webhook's headers select. `Fail: fail` wins; without a selection it is `Success`.
    pub fn of_headers<'h>(headers: impl IntoIterator<Item = (&'h str, &'h str)>) -> TestCase {
        let mut headers = headers.into_iter();
        let fails = headers.any(|(name, value)| name.eq_ignore_ascii_case("fail") && value == "fail");
        if fails { TestCase::Fail } else { TestCase::Success }
    }
}

settings! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Builder)]
    #[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(default, deny_unknown_fields))]
    mod webhook_retries {
        /// Schedule of the deliveries of a webhook that is not acknowledged. The wait doubles each time.
        ///
        /// The feature `serde` deserializes it from the sandbox's JSON.
        pub struct WebhookRetries {
            /// Total number of deliveries. Default 8.
            #[builder(default = 8)]
            pub deliveries: u32,
            /// Milliseconds before the second delivery. Default 250.
            #[builder(default = 250)]
            pub first_ms: u64,
            /// Longest wait in milliseconds. Default 5,000.
            #[builder(default = 5_000)]
            pub longest_ms: u64,
        }
    }
}

impl Default for WebhookRetries {
    fn default() -> WebhookRetries {
        WebhookRetries::builder().build()
    }
}

impl WebhookRetries {
    /// Returns the wait after this number of deliveries, or `None` after the last one.
    pub(super) fn wait_after(self, deliveries: u32) -> Option<u64> {
        let doublings = deliveries.saturating_sub(1).min(32);
        let wait = self.first_ms.saturating_mul(1 << doublings).min(self.longest_ms);
        (deliveries < self.deliveries).then_some(wait)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_the_longest() {
        let waits = (1..9).map(|deliveries| WebhookRetries::default().wait_after(deliveries));
        let expected = [Some(250), Some(500), Some(1_000), Some(2_000), Some(4_000), Some(5_000), Some(5_000), None];
        assert!(waits.eq(expected));
        assert_eq!(WebhookRetries { deliveries: u32::MAX, ..WebhookRetries::default() }.wait_after(100), Some(5_000));
    }
}
