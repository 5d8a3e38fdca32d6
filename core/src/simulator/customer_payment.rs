//! A customer's payment of one of the merchant's bills, which no settlement precedes.

use crate::simulator::{
    answers::first_of,
    config::WebhookEndpoint,
    payload::{self, Content},
    payment_script::{StatusScript, TransactionScript},
    service::Simulator,
    transaction::{Order, References},
};
use bon::Builder;

/// Payment by a customer to the merchant, such as by KHQR. A verification finds it, and a webhook reports it.
#[derive(Clone, Debug, PartialEq, Eq, Builder)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(deny_unknown_fields))]
#[builder(on(String, into))]
#[non_exhaustive]
pub struct CustomerPayment {
    /// Reference number at the merchant side.
    pub identity_code: String,
    /// Bill issue date or bill number. Default the `identity_code`.
    #[cfg_attr(feature = "serde", serde(default))]
    pub purpose_of_transaction: Option<String>,
    /// Currency code.
    pub currency: String,
    /// Amount, in whole units of the currency.
    pub amount: u64,
    /// Whether the service sends a webhook. Default true.
    #[builder(default = true)]
    #[cfg_attr(feature = "serde", serde(default = "yes"))]
    pub webhook: bool,
}

impl Simulator {
    /// The name under which [`Books::balances`](super::Books) has what customers have paid to the merchant.
    pub const OF_CUSTOMERS: &'static str = "customers";

    /// Takes a payment, and returns the body of the webhook that reports it. The webhook is due at once.
    pub fn pay(&mut self, payment: &CustomerPayment, now_ms: u64) -> String {
        let CustomerPayment { identity_code, purpose_of_transaction, currency, amount, webhook } = payment.clone();
        let order = Order {
            sub_biller: Simulator::OF_CUSTOMERS.into(),
            references: References {
                purpose_of_transaction: purpose_of_transaction.unwrap_or_else(|| identity_code.clone()),
                identity_code: identity_code.clone(),
                customer_code: None,
            },
            ref_id: identity_code,
            currency,
            amount,
            amount_khr: String::new(),
            fee: self.config.fee,
            customer: "CUSTOMER".into(),
            description: None,
        };
        let success = first_of(&self.config.profile.success_statuses.transaction, "success").to_owned();
        let status = StatusScript { webhook, ..StatusScript::new(0, &success) };
        let made = self.add_transaction(&order, &TransactionScript::builder().statuses([status]).build(), now_ms);
        self.advance(now_ms);
        let (transaction, endpoint) = (self.ledger.transaction(made), self.config.webhook.clone());
        let endpoint = endpoint.unwrap_or_else(|| WebhookEndpoint::checkout(""));
        let body = |transaction| payload::body(transaction, &endpoint, &Content::status(success));
        transaction.map(body).unwrap_or_default()
    }
}

#[cfg(feature = "serde")]
fn yes() -> bool {
    true
}
