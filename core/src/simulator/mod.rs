//! State machine of the service, for tests and for the sandbox. It takes requests, and returns answers and due
//! webhooks.
//!
//! It does no I/O and uses no randomness. The time is an argument and ids are counted, so the same calls give the same
//! answers. [`SimulatorConfig::seed`] separates the ids of two runs. It checks requests by the crate's own schemas,
//! under its [`WireProfile`](crate::WireProfile): method, path, headers, strict JSON, types, required fields and the
//! hash.
//!
//! ```
//! use billwire::{simulator::*, *};
//!
//! let config = SimulatorConfig::builder()
//!     .bearer(BearerToken::new("b"))
//!     .verification_token(VerificationToken::new("v"))
//!     .hash_token(HashToken::new("h"))
//!     .webhook(WebhookEndpoint::merchant_proxy("http://127.0.0.1:9/hook", WebhookToken::new("webhook")));
//! let mut simulator = Simulator::new(config.build())?;
//! let config = BillerConfig::builder()
//!     .base_url("https://service.example")
//!     .bearer(BearerToken::new("b"))
//!     .verification_token(VerificationToken::new("v"))
//!     .hash_token(HashToken::new("h"));
//! let biller = Biller::new(config.build())?;
//!
//! // Send a call without a network.
//! let shop = Onboarding::builder().supplier_sync_code("SUB-3").name("Angkor Fresh Market").build();
//! let call = biller.prepare(&shop)?;
//! let answer = simulator.handle(&Request::of(&call), 1_000);
//! assert!(call.decode(answer.status, &answer.body).is_ok());
//!
//! // Script a fault by the bill's reference and the number of the attempt.
//! simulator.script(Script::default().settlement("INV-1", 1, AnswerFault::DropAfter));
//!
//! // Script what becomes of a payment: pending for a minute, and then paid, although verifications find it later.
//! let statuses = [StatusScript::new(0, "pending"), StatusScript::new(60_000, "success")];
//! let payment = TransactionScript::builder().statuses(statuses).found_ms([90_000]).build();
//! simulator.script(Script::default().payment("INV-2", [payment]));
//!
//! // Deliver due webhooks. Each is due again until it is acknowledged (section 2.8).
//! for webhook in simulator.due(2_000) {
//!     let receiver = WebhookReceiver::merchant_proxy(vec![WebhookToken::new("webhook")])?;
//!     let headers = webhook.request.headers.iter().map(|header| (&*header.name, header.value.as_str()));
//!     let event = receiver.receive(headers, webhook.body().as_bytes())?;
//!     simulator.delivered(webhook.id, event.acknowledge().into(), 2_001);
//! }
//! assert!(simulator.books().totals.is_empty());
//! # Ok::<(), Error>(())
//! ```
//!
//! # Behaviour that the interface leaves open
//!
//! - A second onboarding of the same sub biller updates its data and keeps its code. A settlement may name its
//!   destination by either code. It needs no linked account, unless [`LinkingConfig::required`] is set.
//! - The page behind `web_url` has a form with `bank`, `currency` and `action` (`link` or `leave`), and returns to
//!   `return_url` in either case. `POST /verify_linked_bank_account` and `POST /add_link_account` take the
//!   `supplier_sync_code` and the bearer token; they tell the linked accounts, and give a new link.
//! - A repeated `ref_id` moves the money again ([`RepeatedBill::Settle`]), so that a blind retry unbalances the books.
//! - `identity_code` and `purpose_of_transaction` are the fields of the bill that the profile's `settlement_lookup`
//!   names, or its `ref_id`; `bill_no` is its `ref_id`, and `customer_code` its `customer_sync_code`. A verification
//!   without a `tran_id` finds the latest transaction.
//! - Codes and statuses are the first that the profile lists for their meaning, if it lists any.
//! - Each settlement that takes effect creates one transaction and its webhook, unless a [`PaymentScript`] says
//!   otherwise. The sub biller has the money while the status of the transaction means success.
//! - Refusals have the codes and statuses of [`Refusal`].

mod answers;
mod books;
mod config;
mod customer_payment;
mod endpoint;
mod exchange;
mod faults;
mod fixtures;
mod gate;
mod ledger;
mod linking;
mod outgoing;
mod page;
mod payload;
mod payment_script;
mod payments;
mod reading;
mod refusal;
mod script;
#[cfg(feature = "serde")]
mod script_json;
mod service;
mod target;
mod transaction;
#[cfg(feature = "serde")]
mod tree;

pub use books::{Balances, BookedBill, BookedSubBiller, Books, LinkedAccount, Sums, Times, WebhookCounts};
pub use config::{
    CustomerAmounts, CustomersKey, LinkingConfig, RepeatedBill, SimulatorConfig, TestCase, WebhookEndpoint,
    WebhookRetries,
};
pub use customer_payment::CustomerPayment;
pub use exchange::{Answer, DeliveryResult, DueWebhook, Request, ResponseTransport, WebhookId};
pub use fixtures::{WebhookFixture, webhook_fixtures};
pub use payment_script::{PaymentScript, StatusScript, TransactionScript};
pub use refusal::Refusal;
pub use script::{AnswerFault, AnswerScript, LinkFault, LinkScript, Script, WebhookFault, WebhookScript};
pub use service::Simulator;
pub use target::WebhookTarget;

#[cfg(test)]
mod tests;
