//! The one error, as an exception that callers catch by its kind.

use crate::values::Int32;
use billwire::{Code, Error, NextStep, OperationName, Sensitive};
use std::{collections::HashMap, convert::Infallible, fmt};

/// Declares the kinds of errors, which all carry the same.
macro_rules! kinds {
    ($( $(#[doc = $doc:literal])+ $kind:ident($($pattern:tt)*) )+) => {
        /// The one error of billwire. Its text holds no value and no secret. Of the service's own words it holds the
        /// response code alone, escaped and cut.
        #[derive(Debug, uniffi::Error)]
        pub enum BillwireError {
            $(
                $(#[doc = $doc])+
                $kind {
                    /// Everything that billwire knows about the error.
                    details: ErrorDetails,
                },
            )+
        }

        impl From<Error> for BillwireError {
            fn from(error: Error) -> BillwireError {
                let details = ErrorDetails::from(&error);
                match error {
                    $( Error::$kind $($pattern)* => BillwireError::$kind { details }, )+
                    _ => BillwireError::Internal { details },
                }
            }
        }

        /// A conversion that cannot fail.
        impl From<Infallible> for BillwireError {
            fn from(never: Infallible) -> BillwireError {
                match never {}
            }
        }

        #[cfg(test)]
        impl BillwireError {
            /// The details of any kind of error.
            pub(crate) fn details(&self) -> ErrorDetails {
                match self { $( BillwireError::$kind { details } => details.clone(), )+ }
            }
        }

        impl fmt::Display for BillwireError {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $( BillwireError::$kind { details } => f.write_str(&details.text), )+ }
            }
        }
    };
}

kinds! {
    /// The request breaks a rule. Nothing was sent.
    InvalidRequest({ .. })
    /// The settings break a rule.
    InvalidConfig({ .. })
    /// The call needs a credential that is not configured.
    MissingCredential({ .. })
    /// The service refused, by a code that the profile lists as a refusal.
    Rejected((_))
    /// The outcome is unknown, or its meaning is not shown.
    Undetermined((_))
    /// The answer has HTTP status 200 and a body that does not have the operation's shape.
    Unreadable((_))
    /// The webhook did not show an expected token (section 5.4).
    Unauthenticated({ .. })
    /// The webhook's body does not have the shape of section 2.7.
    InvalidWebhook({ .. })
    /// Fault of billwire itself.
    Internal()
}

/// Everything that billwire knows about an error.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct ErrorDetails {
    /// The error in billwire's own words, without its kind and next step.
    pub text: String,
    /// Kind of the error, such as `invalid_request`.
    pub kind: String,
    /// Code of the error, or of its first violation.
    pub code: Code,
    /// The next step.
    pub next_step: NextStep,
    /// Violations, each with its path: the first hundred.
    pub violations: Vec<Finding>,
    /// Number of violations that the list omits.
    pub violations_omitted: Int32,
    /// Operation that was prepared or answered; the webhook for a received one.
    pub operation: Option<OperationName>,
    /// HTTP status of the answer.
    pub http_status: Option<Int32>,
    /// The service's own code, if its answer carries one.
    pub response_code: Option<String>,
    /// The service's own message in English. Untrusted text.
    pub message_en: Option<Sensitive>,
    /// The service's own message in Khmer. Untrusted text.
    pub message_kh: Option<Sensitive>,
    /// The response to give to a webhook.
    pub response: Option<Reply>,
}

/// Returns an error without the kind and the next step, which each language adds as its own enum spells it.
fn words(error: &Error) -> String {
    let text = error.to_string();
    let end = format!(" [{}, next: {}]", error.kind(), error.next_step().as_str());
    text.strip_suffix(&end).unwrap_or(&text).to_owned()
}

impl From<&Error> for ErrorDetails {
    fn from(error: &Error) -> ErrorDetails {
        let answer = error.answer();
        let untrusted =
            |text: fn(&billwire::ErrorDetails) -> Option<&String>| answer.and_then(text).map(Sensitive::from);
        ErrorDetails {
            text: words(error),
            kind: error.kind().into(),
            code: error.code(),
            next_step: error.next_step(),
            violations: error.violations().iter().cloned().map(Finding::from).collect(),
            violations_omitted: Int32::of(error.violations_omitted()),
            operation: error.operation(),
            http_status: answer.and_then(|answer| answer.http_status).map(Int32::of),
            response_code: answer.and_then(|answer| answer.response_code.clone()),
            message_en: untrusted(|answer| answer.message_en.as_ref()),
            message_kh: untrusted(|answer| answer.message_kh.as_ref()),
            response: error.response().map(Reply::from),
        }
    }
}

/// One violation or warning: a path, a code and a sentence, and for a body also the byte. It never holds the value.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct Finding {
    /// Path of the value, such as `details[2].price`; empty for the whole.
    pub path: String,
    /// The rule.
    pub code: Code,
    /// One sentence on what the rule asks for.
    pub explanation: String,
    /// Byte of the body at which the finding was made.
    pub offset: Option<Int32>,
}

impl From<billwire::Finding> for Finding {
    fn from(finding: billwire::Finding) -> Finding {
        Finding {
            path: finding.path,
            code: finding.code,
            explanation: finding.explanation.into_owned(),
            offset: finding.offset.map(Int32::of),
        }
    }
}

/// The response to give to a webhook (section 2.8).
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct Reply {
    /// The HTTP status.
    pub status: Int32,
    /// The headers.
    pub headers: HashMap<String, String>,
    /// The body, JSON.
    pub body: String,
}

impl From<&billwire::Reply> for Reply {
    fn from(reply: &billwire::Reply) -> Reply {
        Reply {
            status: Int32::of(reply.status),
            headers: reply.headers.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect(),
            body: reply.body.into(),
        }
    }
}

/// Returns the stable text of a code, such as `missing_offset`, which vectors, logs and other languages use.
#[uniffi::export]
pub fn code_text(code: Code) -> String {
    code.as_str().into()
}

/// Returns the address of a code in the error catalogue, which has its cause and its remedy.
#[uniffi::export]
pub fn code_doc_url(code: Code) -> String {
    code.doc_url()
}
