//! The one error, as an exception that can be caught by its kind.

use super::values::HttpStatus;
use crate::{
    error::{Error, NextStep, Unsuccessful},
    finding::{self, Code},
    http,
    operation::OperationName,
};
use billwire_wire::Sensitive;
use std::{collections::HashMap, fmt};

/// Declares the kinds of errors, which all carry the same.
macro_rules! kinds {
    ($( $(#[doc = $doc:literal])+ $kind:ident($($pattern:tt)*) )+) => {
        /// The one error of billwire. Its text is billwire's own: no value, no secret, and of what the service wrote its
        /// code alone, escaped and cut.
        #[derive(Debug, uniffi::Error)]
        #[uniffi::export(Display)]
        pub enum BillwireError {
            $(
                $(#[doc = $doc])+
                $kind {
                    /// What is known about it.
                    failure: Failure,
                },
            )+
        }

        impl From<Error> for BillwireError {
            fn from(error: Error) -> BillwireError {
                let error = error.in_camel_case();
                let failure = Failure::from(&error);
                match error {
                    $( Error::$kind $($pattern)* => BillwireError::$kind { failure }, )+
                }
            }
        }

        #[uniffi::export]
        impl BillwireError {
            /// What is known about it, whichever kind it is.
            pub fn failure(&self) -> Failure {
                match self { $( BillwireError::$kind { failure } => failure.clone(), )+ }
            }
        }

        impl fmt::Display for BillwireError {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $( BillwireError::$kind { failure } => f.write_str(&failure.text), )+ }
            }
        }
    };
}

kinds! {
    /// The request breaks a rule; nothing was sent.
    InvalidRequest({ .. })
    /// The settings cannot be used.
    InvalidConfig({ .. })
    /// The call needs a credential that was not configured.
    MissingCredential({ .. })
    /// The service refused, by a code that the profile lists as a refusal.
    Rejected((_))
    /// Nothing is known about what happened, or its meaning is not shown.
    Undetermined((_))
    /// HTTP 200 with a body that is not of the operation's shape.
    Unreadable((_))
    /// A webhook did not show an expected token (section 5.4).
    Unauthenticated({ .. })
    /// A webhook's body is not what section 2.7 shows.
    InvalidWebhook({ .. })
    /// A fault of billwire itself.
    Internal()
}

/// What is known about an error.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct Failure {
    /// What went wrong, in billwire's own words.
    pub text: String,
    /// The kind of the error, such as `invalid_request`.
    pub kind: String,
    /// The code; of the first violation, if there are several.
    pub code: Code,
    /// What to do next.
    pub next_step: NextStep,
    /// All that is wrong, each with its path; of more than a hundred the first.
    pub violations: Vec<Finding>,
    /// How many violations there are beyond those that are listed.
    pub violations_omitted: i64,
    /// The operation that was prepared or answered; the webhook for one that was received.
    pub operation: Option<OperationName>,
    /// The HTTP status, if there was an answer.
    pub http_status: Option<HttpStatus>,
    /// The service's own code, if its answer carries one.
    pub response_code: Option<String>,
    /// The service's own message in English. Untrusted text.
    pub message_en: Option<Sensitive>,
    /// The service's own message in Khmer. Untrusted text.
    pub message_kh: Option<Sensitive>,
    /// The response to give, if it was a webhook.
    pub response: Option<Reply>,
}

impl From<&Error> for Failure {
    fn from(error: &Error) -> Failure {
        let answer = error.answer();
        let untrusted =
            |text: fn(&Unsuccessful) -> &Option<String>| answer.and_then(text_of(text)).map(Sensitive::from);
        Failure {
            text: error.to_string(),
            kind: error.kind().into(),
            code: error.code(),
            next_step: error.next_step(),
            violations: error.violations().iter().cloned().map(Finding::from).collect(),
            violations_omitted: i64::try_from(error.violations_omitted()).unwrap_or(i64::MAX),
            operation: error.operation(),
            http_status: answer.and_then(|answer| answer.http_status).map(HttpStatus::from),
            response_code: answer.and_then(|answer| answer.response_code.clone()),
            message_en: untrusted(|answer| &answer.message_en),
            message_kh: untrusted(|answer| &answer.message_kh),
            response: error.response().map(Reply::from),
        }
    }
}

fn text_of(text: fn(&Unsuccessful) -> &Option<String>) -> impl Fn(&Unsuccessful) -> Option<String> {
    move |answer| text(answer).clone()
}

/// One violation or warning: a path, a code, a sentence, and for what was read also the byte. It never holds the value.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct Finding {
    /// Where the value stands, such as `details[2].price`; empty for the whole.
    pub path: String,
    /// The rule.
    pub code: Code,
    /// What the rule asks for, in one sentence.
    pub explanation: String,
    /// The byte of the body at which it was found.
    pub offset: Option<i64>,
}

impl From<finding::Finding> for Finding {
    fn from(finding: finding::Finding) -> Finding {
        Finding {
            path: finding.path,
            code: finding.code,
            explanation: finding.explanation.into_owned(),
            offset: finding.offset.and_then(|offset| i64::try_from(offset).ok()),
        }
    }
}

/// The response to give to a webhook (section 2.8).
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct Reply {
    /// The HTTP status.
    pub status: HttpStatus,
    /// The headers.
    pub headers: HashMap<String, String>,
    /// The body, JSON.
    pub body: String,
}

impl From<&http::Reply> for Reply {
    fn from(reply: &http::Reply) -> Reply {
        Reply {
            status: reply.status.into(),
            headers: reply.headers.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect(),
            body: reply.body.into(),
        }
    }
}

/// The stable text of a code, such as `missing_offset`.
#[uniffi::export]
impl Code {
    /// The text that vectors, logs and other languages know the code by, such as `missing_offset`.
    #[uniffi::method(name = "text")]
    pub(super) fn text_for_other_languages(&self) -> String {
        self.as_str().into()
    }
}
