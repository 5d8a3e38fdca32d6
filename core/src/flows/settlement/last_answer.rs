//! The last answer to a settlement, as its record keeps it.

use crate::finding::Code;
use crate::flows::recorded::recorded;
use crate::interface::{
    error::{Error, NextStep},
    http::HttpStatus,
};

recorded! {
    /// Last answer to a settlement, as a record keeps it.
    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
    #[non_exhaustive]
    pub struct LastAnswer {
        /// Why the answer does not settle the bill.
        pub code: Code,
        /// Next step after the answer alone.
        pub next_step: NextStep,
        /// HTTP status; none if there was no answer.
        pub http_status: Option<HttpStatus> = None,
        /// The service's own code, cut to 64 characters. Untrusted text.
        pub response_code: Option<String> = None,
        /// Whether the service answered in words that nobody has described.
        pub needs_person: bool = false,
    }
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
