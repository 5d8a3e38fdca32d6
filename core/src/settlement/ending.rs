//! How a settlement ends, and what shows it.

use crate::{
    error::{Error, NextStep},
    finding::Code,
    models::{SettlementResponse, Transaction},
    settlement::lookup::LookupVerdict,
};

/// End of a [`SettlementFlow`](crate::SettlementFlow).
#[derive(Clone, Debug, PartialEq)]
#[must_use = "only `Settled` means that the money has moved"]
#[non_exhaustive]
pub enum SettlementEnding {
    /// The money has moved.
    Settled(SettlementProof),
    /// The bill is not settled, and nothing has moved.
    Refused(EndReason),
    /// It is not known whether the money has moved. A person asks the service; nothing is sent again by itself.
    Unclear(EndReason),
}

impl SettlementEnding {
    /// Returns the name that all languages use, such as `settled`.
    pub fn as_str(&self) -> &'static str {
        match self {
            SettlementEnding::Settled(_) => "settled",
            SettlementEnding::Refused(_) => "refused",
            SettlementEnding::Unclear(_) => "unclear",
        }
    }
}

/// Proof that the money has moved. A flow that resumed from the record of its end knows the kind alone.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SettlementProof {
    /// The answer to the settlement says so.
    Answer(Option<Box<SettlementResponse>>),
    /// A lookup found the transaction.
    Verification(Option<Box<Transaction>>),
}

impl SettlementProof {
    /// Returns the name that all languages use: `answer` or `verification`.
    pub fn as_str(&self) -> &'static str {
        match self {
            SettlementProof::Answer(_) => "answer",
            SettlementProof::Verification(_) => "verification",
        }
    }
}

/// Reason for which a bill is not settled, or not known to be.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct EndReason {
    /// Stable code.
    pub code: Code,
    /// Next step for a person or for a new flow.
    pub next_step: NextStep,
    /// Last answer to the settlement, unless the flow resumed from a record.
    pub error: Option<Box<Error>>,
    /// Last verdict of a lookup, unless the flow resumed from a record.
    pub lookup: Option<Box<LookupVerdict>>,
}

impl EndReason {
    pub(crate) fn new(code: Code, next_step: NextStep) -> EndReason {
        EndReason { code, next_step, error: None, lookup: None }
    }
}
