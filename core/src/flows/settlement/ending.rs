//! How a settlement ends, and what shows it.

use crate::wire::model::named::named;
use crate::{
    finding::Code,
    flows::settlement::{
        by_name::{code_by_name, next_step_by_name},
        lookup::LookupVerdict,
    },
    interface::{
        error::{Error, NextStep},
        http::HttpStatus,
        models::{SettlementResponse, Transaction},
    },
};
use serde::{Deserialize, Serialize};

/// End of a `SettlementFlow`.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[must_use = "only `Settled` means that the money has moved"]
#[non_exhaustive]
pub enum SettlementEnding {
    /// The money has moved.
    Settled {
        /// The proof.
        proof: SettlementProof,
        /// Last verdict of a lookup of this flow. `look_again` shows with it whether the transaction has failed since.
        lookup: Option<Box<LookupVerdict>>,
    },
    /// The bill is not settled, and nothing has moved. A flow with `reopen` starts anew.
    Refused {
        /// The reason.
        reason: EndReason,
    },
    /// It is not known whether the money has moved. A further flow looks the bill up, and sends nothing else. A
    /// person who has asked the service says the result by `resolved`, or by `not_this_bill`.
    Unclear {
        /// The reason.
        reason: EndReason,
    },
}

impl SettlementEnding {
    /// Returns the name that all languages use, such as `settled`.
    pub fn as_str(&self) -> &'static str {
        match self {
            SettlementEnding::Settled { .. } => "settled",
            SettlementEnding::Refused { .. } => "refused",
            SettlementEnding::Unclear { .. } => "unclear",
        }
    }
}

/// Proof that the money has moved. A flow that has not seen the proof itself knows the kind and the claim key alone.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[non_exhaustive]
pub enum SettlementProof {
    /// The answer to the settlement says so.
    Answer {
        /// The answer, if this flow got it.
        response: Option<Box<SettlementResponse>>,
    },
    /// A lookup found the transaction.
    Verification {
        /// The transaction's `tran_id`. Store it under a unique constraint: one transaction settles one bill. If
        /// another bill has claimed it, say `not_this_bill`.
        claim_key: String,
        /// The transaction as the service has it, if this flow looked it up.
        transaction: Option<Box<Transaction>>,
    },
    /// A person has asked the service.
    Person,
}

impl SettlementProof {
    /// Returns the name that all languages use: `answer`, `verification` or `person`.
    pub fn as_str(&self) -> &'static str {
        match self {
            SettlementProof::Answer { .. } => "answer",
            SettlementProof::Verification { .. } => "verification",
            SettlementProof::Person => "person",
        }
    }

    /// Returns the key under which the transaction settles one bill, once; none if the proof is no transaction.
    pub fn claim_key(&self) -> Option<&str> {
        if let SettlementProof::Verification { claim_key, .. } = self { Some(claim_key) } else { None }
    }
}

named! {
    /// Result that a person found out from the service.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
    pub enum Resolution {
        /// The money has moved.
        Settled = "settled",
        /// Nothing has moved, and nothing will.
        NothingMoved = "nothingMoved",
    }
}

/// Reason for which a bill is not settled, or not known to be.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[non_exhaustive]
pub struct EndReason {
    /// Why the flow ended.
    pub code: Code,
    /// Next step for a person or for a new flow.
    pub next_step: NextStep,
    /// Last answer to the settlement, or the lack of one. None if nothing was sent.
    pub answer: Option<LastAnswer>,
    /// The same as an error, with the service's message, if this flow got it.
    pub error: Option<Box<Error>>,
    /// Last verdict of a lookup, if this flow made one.
    pub lookup: Option<Box<LookupVerdict>>,
}

/// Last answer to a settlement, as a record keeps it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[non_exhaustive]
pub struct LastAnswer {
    /// Why the answer does not settle the bill.
    #[serde(with = "code_by_name")]
    pub code: Code,
    /// Next step after the answer alone.
    #[serde(with = "next_step_by_name")]
    pub next_step: NextStep,
    /// HTTP status; none if there was no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub http_status: Option<HttpStatus>,
    /// The service's own code, cut to 64 characters. Untrusted text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub response_code: Option<String>,
    /// Whether the service answered in words that nobody has described.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub needs_person: bool,
}

/// Letters of a service's code that a record keeps.
const CODE_LETTERS: usize = 64;

impl LastAnswer {
    pub(crate) fn new(code: Code, next_step: NextStep) -> LastAnswer {
        LastAnswer { code, next_step, http_status: None, response_code: None, needs_person: false }
    }

    /// Returns an answer with a success code that does not settle the bill.
    pub(crate) fn of_outcome(code: Code, next_step: NextStep, http_status: u16) -> LastAnswer {
        LastAnswer { http_status: Some(http_status.into()), ..LastAnswer::new(code, next_step) }
    }

    pub(crate) fn of(error: &Error, needs_person: bool) -> LastAnswer {
        let details = error.answer();
        let response_code = details.and_then(|details| details.response_code.as_deref());
        LastAnswer {
            http_status: details.and_then(|details| details.http_status),
            response_code: response_code.map(|code| code.chars().take(CODE_LETTERS).collect()),
            needs_person,
            ..LastAnswer::new(error.code(), error.next_step())
        }
    }

    /// Whether the answer says that the request or a credential is wrong.
    pub(crate) fn is_refusal(&self) -> bool {
        matches!(self.next_step, NextStep::FixRequest | NextStep::FixCredentials)
    }
}
