//! The one error type, and what to do next.

use crate::interface::models::{OnboardedSubBiller, SettlementData, Transaction};
use crate::wire::{
    Members, Sensitive,
    model::{declare::Hidden, named::named},
};
use crate::{
    finding::{self, Code, Finding, Findings, printable},
    interface::{
        catalogue::OperationName,
        http::{HttpStatus, Reply},
    },
};
use std::fmt;

/// Declares the error with the name and the doc comment of each kind.
macro_rules! kinds {
    ($(#[$attribute:meta])* pub enum $error:ident {
        $( $(#[doc = $doc:literal])+ $kind:ident $({ $($fields:tt)* })? = $name:literal, )+
    }) => {
        $(#[$attribute])*
        pub enum $error { $( $(#[doc = $doc])+ $kind $({ $($fields)* })?, )+ }

        impl $error {
            /// Name and doc comment of each kind, for the types of other languages.
            #[doc(hidden)]
            pub const KINDS: &'static [(&'static str, &'static str)] = &[ $( ($name, concat!($($doc),+)) ),+ ];

            /// The name of the variant, such as `invalid_request`.
            pub fn kind(&self) -> &'static str {
                match self { $( $error::$kind { .. } => $name ),+ }
            }
        }
    };
}

kinds! {
    /// The one error. Each variant is a kind of error.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "uniffi", derive(uniffi::Error), uniffi::export(Display))]
    #[non_exhaustive]
    pub enum BillwireError {
        /// The request breaks a rule; nothing was sent.
        InvalidRequest {
            /// The operation that was prepared.
            operation: OperationName,
            /// All that is wrong with it.
            violations: Findings,
        } = "invalid_request",
        /// The settings cannot be used.
        InvalidConfig {
            /// All that is wrong with them.
            violations: Findings,
        } = "invalid_config",
        /// The call needs a credential that was not configured.
        MissingCredential {
            /// The operation that was prepared.
            operation: OperationName,
            /// Name of the credential: `bearer`, `verification_token` or `hash_token`.
            credential: Code,
        } = "missing_credential",
        /// The service refused, by a code that the profile lists as a refusal.
        Rejected {
            /// Everything known about the answer.
            details: Box<ErrorDetails>,
        } = "rejected",
        /// Nothing is known about what happened, or its meaning is not shown.
        Undetermined {
            /// Everything known about the answer, or about the lack of one.
            details: Box<ErrorDetails>,
        } = "undetermined",
        /// HTTP 200 with a body that is not of the operation's shape.
        Unreadable {
            /// Everything known about the answer.
            details: Box<ErrorDetails>,
        } = "unreadable",
        /// A webhook did not show an expected token (section 5.4).
        Unauthenticated {
            /// `missing_token`, `duplicate_token` or `wrong_token`.
            code: Code,
            /// The response to give.
            response: Box<Reply>,
        } = "unauthenticated",
        /// A webhook's body is not what section 2.7 shows.
        InvalidWebhook {
            /// The violation, with its path and its byte.
            finding: Finding,
            /// The response to give.
            response: Box<Reply>,
        } = "invalid_webhook",
        /// A fault of billwire itself.
        Internal = "internal",
    }
}

/// The one error, as programs in Rust name it.
pub type Error = BillwireError;

/// An answer that is no success, or the lack of one.
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi::export(Debug))]
#[non_exhaustive]
pub struct ErrorDetails {
    /// The operation that was called.
    pub operation: OperationName,
    /// Why the answer is no success.
    pub code: Code,
    /// Next step.
    pub next_step: NextStep,
    /// The HTTP status, if there was an answer.
    pub http_status: Option<HttpStatus>,
    /// The service's own code, if the body carries one.
    pub response_code: Option<String>,
    /// The service's own message, in English. Untrusted text.
    pub message_en: Option<Sensitive>,
    /// The service's own message, in Khmer. Untrusted text.
    pub message_kh: Option<Sensitive>,
    /// The violation in the body, if the body cannot be read.
    pub finding: Option<Finding>,
    /// Readable part of the answer's `data`. It does not print. It proves nothing: the answer is no success.
    pub data: Option<AnswerData>,
}

/// Content of `data` in an answer that is no success, as far as the model of its operation reads it.
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum), uniffi::export(Debug))]
#[non_exhaustive]
pub enum AnswerData {
    /// A sub biller, as the answer to an onboarding names it.
    Onboarding {
        /// The sub biller.
        sub_biller: Box<OnboardedSubBiller>,
    },
    /// The statuses in the answer to a settlement.
    Settlement {
        /// The statuses.
        statuses: Box<SettlementData>,
    },
    /// The transaction in the answer to a verification.
    Verification {
        /// The transaction.
        transaction: Box<Transaction>,
    },
    /// Members that make no transaction, since one that it requires is missing or has another form.
    Unread {
        /// The members.
        members: Members,
    },
}

impl fmt::Debug for AnswerData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Hidden.fmt(f)
    }
}

named! {
    /// Next step after an error, or after a settlement that may be incomplete.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
    #[non_exhaustive]
    pub enum NextStep {
        /// Correct the request or the settings, and send anew.
        FixRequest = "fixRequest",
        /// Correct the credentials, and send anew.
        FixCredentials = "fixCredentials",
        /// Nothing has happened, or the profile lets an onboarding be repeated: this settlement or onboarding may be
        /// sent again.
        SendAgain = "sendAgain",
        /// Ask again later: the operation only reads. It is no permission to settle again.
        VerifyAgain = "verifyAgain",
        /// It may have happened: find out by verification before anything is sent again.
        VerifyFirst = "verifyFirst",
        /// Neither the interface nor the profile shows a way to find out: ask the service's people.
        AskService = "askService",
    }
}

impl ErrorDetails {
    /// The lack of an answer, of which nothing more is known.
    pub(crate) fn new(operation: OperationName, code: Code, next_step: NextStep) -> ErrorDetails {
        ErrorDetails {
            operation,
            code,
            next_step,
            http_status: None,
            response_code: None,
            message_en: None,
            message_kh: None,
            finding: None,
            data: None,
        }
    }
}

// Other languages ask an error the same.
#[cfg_attr(feature = "uniffi", uniffi::export)]
impl BillwireError {
    /// The code of the error; of its first violation, if it has several.
    pub fn code(&self) -> Code {
        match self {
            Error::InvalidRequest { violations, .. } | Error::InvalidConfig { violations } => {
                violations.first().map_or(Code::Internal, |violation| violation.code)
            }
            Error::MissingCredential { credential: code, .. } | Error::Unauthenticated { code, .. } => *code,
            Error::Rejected { details } | Error::Undetermined { details } | Error::Unreadable { details } => {
                details.code
            }
            Error::InvalidWebhook { finding, .. } => finding.code,
            Error::Internal => Code::Internal,
        }
    }

    /// How many violations there are beyond those that are listed.
    pub fn violations_omitted(&self) -> usize {
        match self {
            Error::InvalidRequest { violations, .. } | Error::InvalidConfig { violations } => violations.omitted(),
            _ => 0,
        }
    }

    /// The operation that was prepared or answered.
    pub fn operation(&self) -> Option<OperationName> {
        match self {
            Error::InvalidRequest { operation, .. } | Error::MissingCredential { operation, .. } => Some(*operation),
            Error::Unauthenticated { .. } | Error::InvalidWebhook { .. } => Some(OperationName::Webhook),
            _ => self.answer().map(|answer| answer.operation),
        }
    }

    /// Returns the next step.
    pub fn next_step(&self) -> NextStep {
        match self {
            Error::InvalidRequest { .. } | Error::InvalidConfig { .. } => NextStep::FixRequest,
            Error::MissingCredential { .. } | Error::Unauthenticated { .. } => NextStep::FixCredentials,
            Error::Rejected { details } | Error::Undetermined { details } | Error::Unreadable { details } => {
                details.next_step
            }
            Error::InvalidWebhook { .. } | Error::Internal => NextStep::AskService,
        }
    }
}

impl Error {
    /// All that is wrong, each with its path; of more than [`Findings::MAX_LISTED`] the first.
    pub fn violations(&self) -> &[Finding] {
        match self {
            Error::InvalidRequest { violations, .. } | Error::InvalidConfig { violations } => violations,
            Error::InvalidWebhook { finding, .. } => std::slice::from_ref(finding),
            Error::Rejected { details } | Error::Undetermined { details } | Error::Unreadable { details } => {
                details.finding.as_slice()
            }
            Error::MissingCredential { .. } | Error::Unauthenticated { .. } | Error::Internal => &[],
        }
    }

    /// The answer behind the error, if there was one to wait for.
    pub fn answer(&self) -> Option<&ErrorDetails> {
        match self {
            Error::Rejected { details } | Error::Undetermined { details } | Error::Unreadable { details } => {
                Some(details)
            }
            _ => None,
        }
    }

    /// The response to give, if it was a webhook.
    pub fn response(&self) -> Option<&Reply> {
        match self {
            Error::Unauthenticated { response, .. } | Error::InvalidWebhook { response, .. } => Some(response),
            _ => None,
        }
    }

    /// The webhook's body cannot be used.
    pub(crate) fn invalid_webhook(finding: Finding) -> Error {
        let response = Reply::json(400, r#"{"status":"failed","message":"invalid"}"#).into();
        Error::InvalidWebhook { finding, response }
    }

    /// The webhook's sender is not known.
    pub(crate) fn unauthenticated(code: Code) -> Error {
        let response = Reply::json(401, r#"{"status":"failed","message":"unauthenticated"}"#).into();
        Error::Unauthenticated { code, response }
    }
}

/// Our own words only: no value, no secret, and of what the service wrote its code alone, escaped and cut.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(operation) = self.operation() {
            write!(f, "{operation}: ")?;
        }
        if let Some(status) = self.answer().and_then(|answer| answer.http_status) {
            write!(f, "HTTP {}", usize::from(status.as_u16()))?;
            if let Some(code) = self.answer().and_then(|answer| answer.response_code.as_deref()) {
                let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
                let quote = if !code.is_empty() && code.bytes().all(is_plain) { "" } else { "\"" };
                write!(f, ", code {quote}{}{quote}", printable(code))?;
            }
            f.write_str(": ")?;
        }
        match self.violations() {
            [] => write!(f, "{} ({})", self.code().explanation(), self.code())?,
            violations => {
                finding::list(f, violations, self.violations_omitted())?;
            }
        }
        write!(f, " [{}, next: {}]", self.kind(), self.next_step().as_str())
    }
}

impl std::error::Error for Error {}

impl fmt::Debug for ErrorDetails {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ErrorDetails")
            .field("operation", &self.operation)
            .field("code", &self.code)
            .field("next_step", &self.next_step)
            .field("http_status", &self.http_status)
            .field("response_code", &self.response_code)
            .field("message_en", &self.message_en)
            .field("message_kh", &self.message_kh)
            .field("finding", &self.finding)
            .field("data", &self.data)
            .finish()
    }
}

/// The content alone; members that make no transaction are in `extra`, like those that a model does not know.
#[cfg(feature = "serde")]
impl serde::Serialize for AnswerData {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            AnswerData::Onboarding { sub_biller } => sub_biller.serialize(serializer),
            AnswerData::Settlement { statuses } => statuses.serialize(serializer),
            AnswerData::Verification { transaction } => transaction.serialize(serializer),
            AnswerData::Unread { members } => serializer.collect_map([("extra", members)]),
        }
    }
}

/// The error's sentence as `text`, and its facts.
#[cfg(feature = "serde")]
impl serde::Serialize for Error {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut out = serializer.serialize_struct("Error", 13)?;
        out.serialize_field("text", &self.to_string())?;
        out.serialize_field("kind", self.kind())?;
        out.serialize_field("code", &self.code())?;
        out.serialize_field("violations", self.violations())?;
        out.serialize_field("violations_omitted", &self.violations_omitted())?;
        out.serialize_field("next_step", &self.next_step())?;
        if let Some(operation) = self.operation() {
            out.serialize_field("operation", &operation)?;
        }
        if let Some(status) = self.answer().and_then(|answer| answer.http_status) {
            out.serialize_field("http_status", &status)?;
        }
        if let Some(answer) = self.answer() {
            let [english, khmer] =
                [&answer.message_en, &answer.message_kh].map(|it| it.as_ref().map(Sensitive::as_str));
            let words = [answer.response_code.as_deref(), english, khmer];
            for (name, word) in ["response_code", "message_en", "message_kh"].into_iter().zip(words) {
                if let Some(word) = word {
                    out.serialize_field(name, word)?;
                }
            }
        }
        if let Some(data) = self.answer().and_then(|answer| answer.data.as_ref()) {
            out.serialize_field("data", data)?;
        }
        if let Some(response) = self.response() {
            out.serialize_field("response", response)?;
        }
        out.end()
    }
}
