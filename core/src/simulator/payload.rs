//! Payload of a webhook (section 2.7), and its headers (section 4.4).

use crate::wire::{Json, Members};
use crate::{
    interface::{http::Header, values::PaymentServiceType},
    simulator::{
        config::{CustomerAmounts, CustomersKey, TestCase, WebhookEndpoint},
        transaction::Transaction,
    },
};

/// Content of a webhook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Content {
    /// The status. `None` omits it.
    pub(super) status: Option<String>,
    pub(super) lie: Option<Lie>,
}

/// Content that the service never sends. Such a webhook is not retried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lie {
    WrongAmount,
    /// Reports a transaction that nobody made, with a guessed token.
    Forged,
}

impl Content {
    pub(super) fn status(status: impl Into<String>) -> Content {
        Content { status: Some(status.into()), lie: None }
    }

    pub(super) fn has(&self, lie: Lie) -> bool {
        self.lie == Some(lie)
    }
}

pub(super) fn headers(endpoint: &WebhookEndpoint, content: &Content) -> Vec<Header> {
    let mut headers = vec![Header::plain("Content-Type", "application/json")];
    headers.push(Header::plain("Accept", "application/json"));
    if let Some(token) = &endpoint.token {
        let token = if content.has(Lie::Forged) { guess(token.expose()) } else { token.expose().to_owned() };
        headers.push(Header::secret("Token", token));
    }
    headers.extend(endpoint.test_case.map(|case| match case {
        TestCase::Success => Header::plain("Success", "success"),
        TestCase::Fail => Header::plain("Fail", "fail"),
    }));
    headers
}

/// Returns a token that differs from the right one and reveals nothing of it.
fn guess(right: &str) -> String {
    let guess = "a-guessed-token";
    if right == guess { "another-guess".into() } else { guess.into() }
}

pub(super) fn body(transaction: &Transaction, endpoint: &WebhookEndpoint, content: &Content) -> String {
    let order = &transaction.order;
    let kind = payment_service_type(transaction.number);
    let amount = order.amount.saturating_add(u64::from(content.has(Lie::WrongAmount)));
    let tran_id = transaction.tran_id();
    let mut body = Members::default();
    body.insert("tran_id", if content.has(Lie::Forged) { format!("FORGED-{tran_id}") } else { tran_id });
    body.insert("tran_no", transaction.tran_no());
    body.insert("payment_service_type", kind.as_str());
    body.insert("tran_date", transaction.date.as_str());
    body.insert("tran_amount", amount);
    body.insert("currency", order.currency.as_str());
    body.insert("bank_code", Transaction::BANK_CODE);
    body.insert("bank_name", Transaction::BANK_NAME);
    body.insert("bank_ref", transaction.bank_ref());
    body.insert("identity_code", order.references.identity_code.as_str());
    body.insert("purpose_of_transaction", order.references.purpose_of_transaction.as_str());
    if kind == PaymentServiceType::Khqr {
        body.insert("device_code", "POS-1");
    }
    if let Some(status) = &content.status {
        body.insert("status", status.as_str());
    }
    let is_checkout = endpoint.token.is_none();
    let key = if is_checkout && endpoint.customers_key == CustomersKey::Customer { "Customer" } else { "customers" };
    body.insert(key, customers(transaction, endpoint, amount));
    Json::Object(body).to_string()
}

/// The payment types alternate.
fn payment_service_type(number: u64) -> PaymentServiceType {
    match number % 4 {
        1 => PaymentServiceType::BankChannel,
        2 => PaymentServiceType::Khqr,
        3 => PaymentServiceType::DeeplinkCheckout,
        _ => PaymentServiceType::DirectDebit,
    }
}

/// In the merchant-proxy variant every second webhook has null, and amounts are numbers.
fn customers(transaction: &Transaction, endpoint: &WebhookEndpoint, amount: u64) -> Json {
    let order = &transaction.order;
    let amount = match (&endpoint.token, endpoint.amounts) {
        (Some(_), _) if transaction.number.is_multiple_of(2) => return Json::Null,
        (Some(_), _) | (None, CustomerAmounts::Number) => Json::from(amount),
        (None, CustomerAmounts::Text) => amount.to_string().into(),
    };
    let mut customer = Members::default();
    customer.insert("branch_code", "001");
    customer.insert("branch_name", "Phnom Penh");
    customer.insert("customer_code", order.customer.as_str());
    customer.insert("customer_name", format!("អតិថិជន {}", order.customer));
    customer.insert("customer_name_latin", format!("Customer {}", order.customer));
    customer.insert("bill_no", order.ref_id.as_str());
    customer.insert("amount", amount);
    Json::Array([customer.into()].into())
}

#[cfg(test)]
mod tests {
    use super::guess;

    #[test]
    fn guess_differs_from_the_token() {
        for right in ["", "t", "a-guessed-token", "another-guess", "xyzzy"] {
            assert_ne!(guess(right), right);
        }
    }
}
