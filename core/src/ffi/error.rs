//! Methods of errors, and texts of codes.

use super::values::Int;
use crate::{AnswerData, BillwireError, Code, Finding, Reply, Sensitive};

#[uniffi::export]
impl BillwireError {
    /// Returns the kind of the error, such as `invalid_request`.
    #[uniffi::method(name = "kind")]
    fn kind_text(&self) -> String {
        self.kind().into()
    }

    /// Returns the violations, each with its path: the first hundred.
    #[uniffi::method(name = "violations")]
    fn listed_violations(&self) -> Vec<Finding> {
        self.violations().to_vec()
    }

    /// Returns the HTTP status of the answer; none without an answer.
    pub fn http_status(&self) -> Option<Int> {
        self.answer().and_then(|answer| answer.http_status).map(|status| status.as_u16().into())
    }

    /// Returns the service's own code, if its answer carries one. Untrusted text.
    pub fn response_code(&self) -> Option<String> {
        self.answer().and_then(|answer| answer.response_code.clone())
    }

    /// Returns the service's own message in English. Untrusted text.
    pub fn message_en(&self) -> Option<Sensitive> {
        self.answer().and_then(|answer| answer.message_en.clone())
    }

    /// Returns the service's own message in Khmer. Untrusted text.
    pub fn message_kh(&self) -> Option<Sensitive> {
        self.answer().and_then(|answer| answer.message_kh.clone())
    }

    /// Returns what could be read of the `data` of an answer that is no success. It does not print, and it proves
    /// nothing.
    pub fn answer_data(&self) -> Option<AnswerData> {
        self.answer().and_then(|answer| answer.data.clone())
    }

    /// Returns the response to give to a webhook; none for any other error.
    #[uniffi::method(name = "response")]
    fn response_to_give(&self) -> Option<Reply> {
        self.response().cloned()
    }
}

/// Returns the stable text of a code, such as `missing_offset`, which vectors, logs and other languages use.
#[uniffi::export]
fn code_text(code: Code) -> String {
    code.as_str().into()
}

/// Returns the address of a code in the error catalogue, which has its cause and its remedy.
#[uniffi::export]
fn code_doc_url(code: Code) -> String {
    code.doc_url()
}
