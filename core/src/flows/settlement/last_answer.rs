//! The last answer to a settlement, as its record keeps it.

use crate::finding::Code;
use crate::flows::settlement::by_name::{code_by_name, next_step_by_name};
use crate::interface::{
    error::{Error, NextStep},
    http::HttpStatus,
};
use serde::{Deserialize, Serialize};

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
