//! How a settlement ends, and what shows it.

use crate::wire::model::named::named;
use crate::{
    finding::Code,
    flows::settlement::lookup::LookupVerdict,
    interface::{
        error::{Error, NextStep},
        http::HttpStatus,
        models::{SettlementResponse, Transaction},
    },
};

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
    },
    /// The bill is not settled, and nothing has moved. `SettlementFlow.reopen` starts anew.
    Refused {
        /// The reason.
        reason: EndReason,
    },
    /// It is not known whether the money has moved. A flow that resumes looks the bill up and sends nothing else. A
    /// person who has asked the service says the result by `SettlementFlow.resolved`.
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

/// Proof that the money has moved. A flow that resumed from the record of its end knows the kind and the claim key
/// alone.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[non_exhaustive]
pub enum SettlementProof {
    /// The answer to the settlement says so.
    Answer {
        /// The answer, unless the flow resumed from the record of its end.
        response: Option<Box<SettlementResponse>>,
    },
    /// A lookup found the transaction.
    Verification {
        /// The transaction's `tran_id`. Store it under a unique constraint: one transaction settles one bill.
        claim_key: Option<String>,
        /// The transaction as the service has it, unless the flow resumed from the record of its end.
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
        if let SettlementProof::Verification { claim_key, .. } = self { claim_key.as_deref() } else { None }
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
    /// The same as an error, with the service's message, unless the flow resumed from a record.
    pub error: Option<Box<Error>>,
    /// Last verdict of a lookup, unless the flow resumed from a record.
    pub lookup: Option<Box<LookupVerdict>>,
}

/// Last answer to a settlement, as a record keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[non_exhaustive]
pub struct LastAnswer {
    /// Why the answer does not settle the bill.
    pub code: Code,
    /// Next step after the answer alone.
    pub next_step: NextStep,
    /// HTTP status; none if there was no answer.
    pub http_status: Option<HttpStatus>,
    /// The service's own code, cut to 64 characters. Untrusted text.
    pub response_code: Option<String>,
    /// Whether the service answered in words that nobody has described.
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

impl EndReason {
    pub(crate) fn new(code: Code, next_step: NextStep) -> EndReason {
        EndReason { code, next_step, answer: None, error: None, lookup: None }
    }

    /// Returns the last answer as one that refuses for this reason.
    pub(crate) fn as_refusal(&self) -> LastAnswer {
        let answer = self.answer.clone().unwrap_or_else(|| LastAnswer::new(self.code, self.next_step));
        let next_step = if answer.is_refusal() { answer.next_step } else { NextStep::FixRequest };
        LastAnswer { code: self.code, next_step, ..answer }
    }
}
