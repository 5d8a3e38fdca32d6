//! An SDK for one payment interface, without I/O: validation, signatures, decoding of answers and webhooks.
//!
//! Your program does the HTTP. A [`Biller`] prepares a final request, a [`Call`], and the same call decodes the answer.
//!
//! ```
//! use billwire::*;
//!
//! let config = BillerConfig::builder()
//!     .base_url("https://service.example")
//!     .bearer(BearerToken::new("an-access-token"))
//!     .verification_token(VerificationToken::new("another-one"))
//!     .hash_token(HashToken::new("the key of the signature"));
//! let biller = Biller::new(config.build())?;
//! # fn send<O>(_: &Call<O>) -> (u16, Vec<u8>) {
//! #     (200, br#"{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}"#.to_vec())
//! # }
//!
//! // Settle a bill: all violations at once, or a request that is sent as it is.
//! let bill = Settlement::builder()
//!     .ref_id("INV-2026-0001")
//!     .date("2026-01-31T09:00:00+07:00".parse()?)
//!     .due_date("2026-02-28T09:00:00+07:00".parse()?)
//!     .currency("KHR")
//!     .total_amount(40_000)
//!     .customer_sync_code("C-17")
//!     .settlement_to("SUB-3")
//!     .build();
//! let call = biller.prepare(&bill)?;
//! let (status, answer) = send(&call);
//! match call.decode(status, &answer)? {
//!     SettlementOutcome::Settled { .. } => println!("the money has moved"),
//!     outcome => println!("not known yet: {:?}", outcome.next_step()),
//! }
//!
//! // Receive a webhook, and trust it only after the service's verification says the same.
//! let receiver = WebhookReceiver::merchant_proxy(vec![WebhookToken::new("a-webhook-token")])?;
//! let event = receiver.receive([("Token", "a-webhook-token")], br#"{"tran_id":"T-1","status":"success"}"#)?;
//! let billed = Expectation::builder()
//!     .identity_code("INV-2026-0001")
//!     .purpose_of_transaction("INV-2026-0001")
//!     .currency("KHR")
//!     .amount(40_000);
//! let confirmation = event.confirm(&biller, billed.build())?;
//! # fn verify(_: &Call<Verification>) -> (u16, Vec<u8>) { (503, Vec::new()) }
//! let (status, answer) = verify(&confirmation.call);
//! match confirmation.decide(status, &answer) {
//!     Ok(Verdict::Confirmed { confirmed }) => println!("claim {}", confirmed.claim_key()),
//!     Ok(verdict) => println!("not what was billed: {verdict:?}"),
//!     Err(error) => println!("not known yet: {:?}", error.next_step()),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `explain` | [`explain_signature`]: why two programs compute different hashes |
//! | `http` | a call as an `http::Request`, and answers from an `http::Response` |
//! | `runner` | `run` of both flows, over a trait with your store, HTTP client and clock |
//! | `serde` | `Serialize` for answers, events and errors; drafts from a `serde_json::Value` |
//! | `simulator` | the module `simulator`: the simulated service, for tests |
//! | `uniffi` | what Kotlin and Swift see; programs in Rust have no use for it |
//!
//! No feature is on by default.

// docs.rs marks each item with the feature that adds it.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod exchange;
#[cfg(feature = "explain")]
mod explain;
#[cfg(feature = "uniffi")]
mod ffi;
mod finding;
mod flows;
#[cfg(feature = "http")]
mod http_types;
mod interface;
#[cfg(feature = "simulator")]
pub mod simulator;
mod webhook;
mod wire;

pub use exchange::biller::{Biller, BillerConfig, sign};
pub use exchange::call::{Call, Envelope};
#[cfg(feature = "serde")]
pub use exchange::draft::draft_from_value;
pub use exchange::draft::{DraftSettings, Validation, draft_from_json, draft_to_json, validate_draft};
pub use exchange::operations::*;
#[cfg(feature = "explain")]
pub use explain::{
    Candidates, Cause, ExplainOptions, Explanation, Normalize, Observed, ObservedCode, Part, UnsignedFields,
    explain_signature,
};
pub use finding::{Code, Finding, Findings};
pub use flows::FlowRequest;
pub use flows::credit::{
    BookedState, BookedTransaction, Claim, CreditEnding, CreditFlow, CreditPolicy, CreditReview, CreditStep, CreditWait,
};
#[cfg(feature = "runner")]
pub use flows::runner::{CreditRuntime, FlowRuntime, HttpAnswer, SettlementRun, SettlementRuntime, StoredRecord};
pub use flows::settlement::{
    EndReason, Evidence, LastAnswer, LookedUpBill, Lookup, LookupVerdict, Resolution, SettlementEnding, SettlementFlow,
    SettlementPolicy, SettlementProof, SettlementState, SettlementStep, WaitReason,
};
pub use interface::ambiguity::{CodeShape, CodeShapes};
pub use interface::catalogue::{Authentication, Effect, Group, OperationName};
pub use interface::credentials::{BearerToken, HashToken, VerificationToken, WebhookToken};
pub use interface::error::{AnswerData, BillwireError, Error, ErrorDetails, NextStep};
pub use interface::http::{Header, HttpRequest, HttpStatus, Method, Reply, ReplyHeaders, Sent};
pub use interface::models::*;
pub use interface::operation::{Operation, RequestOf};
pub use interface::profile::{
    CodesByOperation, DateStyle, KhrForm, KhrRounding, LineItemKey, PaidAmount, SettlementLookup, StatusesByObject,
    VerificationAuth, VerificationTranId, WireProfile,
};
pub use interface::signing::{Hash, SigningKey};
pub use interface::values::{PaymentServiceType, ResponseCode, Status, is_iso_4217};
pub use webhook::{
    Confirmation, Confirmed, Customer, Customers, Delivery, EventIds, Expectation, Mismatch, MismatchCode, Verdict,
    WebhookAuthentication, WebhookEvent, WebhookLimits, WebhookPayload, WebhookReceiver, dedup_key,
};
pub use wire::{
    Decimal, Given, Instant, InvalidDecimal, InvalidInstant, InvalidOffset, Json, Members, Number, Sensitive,
    SigningOffset,
};

/// Names that the bindings, generators and proofs of this repository use. They are no part of the API, nor are methods
/// that are `#[doc(hidden)]`.
#[doc(hidden)]
pub mod internal {
    pub use crate::exchange::biller::sign_value;
    pub use crate::exchange::draft::{draft_value_to_json, validate_draft_value};
    #[cfg(feature = "explain")]
    pub use crate::explain::explain_value;
    pub use crate::finding::expected_one_of;
    pub use crate::wire::model::{
        declare::{Description, Model, Read},
        draft::FromValues,
        input::{DynamicValue, member},
        options::Options,
        schema::{Field, HEADER, Kind, Presence, Schema},
        settings::{DeclaredSetting, ReadSetting, SettingKind, Settings, SettingsGroup, read_settings},
        validate::{Draft, Validator},
    };
    pub use crate::wire::read::{
        json::MAX_DEPTH,
        offset_index::{EXPONENT, OffsetIndex, Readability},
        scan::WIDTH,
    };
    pub use crate::wire::value::decimal::LARGEST_INTEGER;
    pub use crate::wire::write::{
        json_writer::JsonWriter,
        packet::{ABSENT, NUMBER, Packet},
        pass::Kept,
        utf16,
    };
}

#[cfg(feature = "uniffi")]
uniffi::setup_scaffolding!("billwire");
