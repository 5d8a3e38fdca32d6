//! An SDK for one payment interface, without I/O: validation, signatures, decoding of answers and webhooks.
//!
//! Your program does the HTTP. A [`Biller`] prepares a final request, a [`Call`], and the same call decodes the answer.
//!
//! ```
//! use billwire::*;
//!
//! let biller = Biller::new(BillerConfig {
//!     base_url: "https://service.example".into(),
//!     bearer: Some(BearerToken::new("an-access-token")),
//!     verification_token: Some(VerificationToken::new("another-one")),
//!     hash_token: Some(HashToken::new("the key of the signature")),
//!     ..BillerConfig::default()
//! })?;
//! # fn send<O>(_: &Call<O>) -> (u16, Vec<u8>) {
//! #     (200, br#"{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}"#.to_vec())
//! # }
//!
//! // Settle a bill: all violations at once, or a request that is sent as it is.
//! let call = biller.prepare(&Settlement {
//!     ref_id: "INV-2026-0001".into(),
//!     date: "2026-01-31T09:00:00+07:00".parse().expect("RFC 3339"),
//!     due_date: "2026-02-28T09:00:00+07:00".parse().expect("RFC 3339"),
//!     currency: "KHR".into(),
//!     total_amount: 40_000,
//!     customer_sync_code: "C-17".into(),
//!     total_tax: None,
//!     payment_method_token: None,
//!     settlement_to: "SUB-3".into(),
//!     description: None,
//!     exchange_rate_khr: None,
//!     total_amount_khr: None,
//!     details: None,
//!     extra: Default::default(),
//! })?;
//! let (status, answer) = send(&call);
//! match call.decode(status, &answer)? {
//!     SettlementOutcome::Settled { .. } => println!("the money has moved"),
//!     SettlementOutcome::Accepted { next_step, .. } => println!("not known yet: {next_step:?}"),
//! }
//!
//! // Receive a webhook, and trust it only after the service's verification says the same.
//! let receiver = WebhookReceiver::merchant_proxy(vec![WebhookToken::new("a-webhook-token")])?;
//! let event = receiver.receive([("Token", "a-webhook-token")], br#"{"tran_id":"T-1","status":"success"}"#)?;
//! let confirmation = event.confirm(&biller, Expectation {
//!     identity_code: "INV-2026-0001".into(),
//!     purpose_of_transaction: "INV-2026-0001".into(),
//!     currency: "KHR".into(),
//!     amount: 40_000.into(),
//!     extra: Default::default(),
//! })?;
//! # fn verify(_: &Call<Verification>) -> (u16, Vec<u8>) { (503, Vec::new()) }
//! let (status, answer) = verify(&confirmation.call);
//! match confirmation.decide(status, &answer) {
//!     Ok(Verdict::Confirmed(confirmed)) => println!("claim {}", confirmed.claim_key()),
//!     Ok(Verdict::Mismatch(mismatches)) => println!("not what was billed: {mismatches:?}"),
//!     Err(error) => println!("not known yet: {:?}", error.next_step()),
//! }
//! # Ok::<(), Error>(())
//! ```

mod address;
mod ambiguity;
mod answer;
mod base64;
mod biller;
mod call;
mod catalogue;
mod context;
mod credentials;
mod credit;
mod draft;
mod error;
mod explain;
mod finding;
mod flow;
mod http;
mod models;
mod naming;
mod operation;
mod operations;
mod profile;
mod settlement;
mod signing;
mod validated;
mod values;
mod webhook;
mod workspace;

pub use ambiguity::{CodeShape, CodeShapes};
pub use biller::{Biller, BillerConfig, sign, sign_value};
pub use billwire_wire::{
    Decimal, Instant, InvalidDecimal, InvalidInstant, InvalidOffset, Json, Members, Number, Rule, Sensitive,
    SigningOffset,
};
pub use call::{Call, Envelope};
pub use catalogue::{Authentication, Effect, Group, OperationName};
pub use credentials::{BearerToken, HashToken, VerificationToken, WebhookToken};
pub use credit::{Claim, CreditEnding, CreditFlow, CreditPolicy, CreditStep, CreditWait};
pub use draft::{
    DraftSettings, Validation, draft_from_json, draft_from_json_as, draft_to_json, draft_value_to_json, validate_draft,
    validate_draft_value,
};
pub use error::{Error, ErrorDetails, NextStep};
pub use explain::{
    Candidates, Cause, ExplainOptions, Explanation, Normalize, Observed, ObservedCode, Part, UnsignedFields,
    explain_signature, explain_value,
};
pub use finding::{Code, Finding, Findings, Settings};
pub use flow::FlowRequest;
pub use http::{Header, Method, Reply, Sent};
pub use models::*;
pub use operation::Operation;
pub use operations::*;
pub use profile::{
    CodesByOperation, DateStyle, KhrForm, KhrRounding, LineItemKey, SettlementLookup, StatusesByObject,
    VerificationAuth, VerificationTranId, WireProfile,
};
pub use settlement::{
    EndReason, LookedUpBill, Lookup, LookupVerdict, SettlementEnding, SettlementFlow, SettlementPolicy,
    SettlementProof, SettlementStep, WaitReason,
};
pub use signing::{Hash, SigningKey};
pub use values::{PaymentServiceType, ResponseCode, Status, is_iso_4217};
pub use webhook::{
    Confirmation, Confirmed, Customer, Customers, Delivery, EventIds, Expectation, Mismatch, MismatchCode, Verdict,
    WebhookAuthentication, WebhookEvent, WebhookLimits, WebhookPayload, WebhookReceiver, dedup_key,
};
pub use workspace::Workspace;

#[cfg(feature = "runner")]
mod runner;
#[cfg(feature = "runner")]
pub use runner::{CreditRuntime, FlowRuntime, StoredRecord};

#[cfg(feature = "simulator")]
pub mod simulator;
