//! How a settlement ends, and what shows it.

use crate::wire::model::named::named;
use crate::{
    finding::Code,
    flows::settlement::{last_answer::LastAnswer, lookup::LookupVerdict},
    interface::{
        error::{Error, NextStep},
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
