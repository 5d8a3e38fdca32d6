//! Final requests, and how their answers are read.
//!
//! A call comes over together with what is sent: where a crossing is dear, preparing is one, and `request` none. How a
//! language puts both into one object stands in `uniffi.toml`.

use super::{
    failure::{BillwireError, Finding},
    values::HttpStatus,
};
use crate::{
    call::{Call, Sent},
    http,
    operation::{Operation, OperationName},
    operations::{
        self, Onboarding, OnboardingResponse, Settlement, SettlementOutcome, Verification, VerificationResponse,
    },
};
use billwire_wire::Sensitive;
use std::{fmt, sync::Arc};

/// What is sent, as it is. Redirects must not be followed.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct HttpRequest {
    /// The method: `POST` or `GET`.
    pub method: String,
    /// The whole address.
    pub url: String,
    /// The headers. Their values do not print.
    pub headers: Vec<HttpHeader>,
    /// The body, JSON: the exact text that was signed. A call by `GET` has none.
    pub body: Option<Sensitive>,
}

/// A header of a request.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct HttpHeader {
    /// The name.
    pub name: String,
    /// The value.
    pub value: Sensitive,
}

impl From<&http::Header> for HttpHeader {
    fn from(header: &http::Header) -> HttpHeader {
        HttpHeader { name: header.name.into(), value: header.value.as_str().into() }
    }
}

impl<O: Operation> From<&Call<O>> for HttpRequest {
    fn from(call: &Call<O>) -> HttpRequest {
        HttpRequest {
            method: call.method.as_str().into(),
            url: call.url.clone(),
            headers: call.headers.iter().map(HttpHeader::from).collect(),
            body: Some(call.body.as_str().into()),
        }
    }
}

/// Declares what preparing gives: a call together with its request.
macro_rules! prepared {
    ($prepared:ident: $call:ident of $made:ty, in $parts:ident) => {
        /// A call, and what is sent.
        #[derive(uniffi::Record)]
        pub struct $parts {
            /// The call.
            pub call: Arc<$call>,
            /// What is sent.
            pub request: HttpRequest,
        }

        /// What other languages see as the call.
        pub struct $prepared($parts);

        uniffi::custom_newtype!($prepared, $parts);

        impl From<$made> for $prepared {
            fn from(made: $made) -> $prepared {
                let call = $call(made);
                $prepared($parts { request: call.request(), call: Arc::new(call) })
            }
        }
    };
}

/// Declares the call of an operation, which no other language can have as a generic type.
macro_rules! calls {
    ($( $(#[doc = $doc:literal])+ $name:ident = $operation:ty => $outcome:ty, $prepared:ident in $parts:ident; )+) => {
        $(
            prepared!($prepared: $name of Call<$operation>, in $parts);

            $(#[doc = $doc])+
            ///
            /// It is final, and prints neither credentials nor body.
            #[derive(uniffi::Object)]
            #[uniffi::export(Debug)]
            pub struct $name(pub(super) Call<$operation>);

            #[uniffi::export]
            impl $name {
                /// What is sent, as it is.
                pub fn request(&self) -> HttpRequest {
                    HttpRequest::from(&self.0)
                }

                /// What is worth a second look before sending.
                pub fn warnings(&self) -> Vec<Finding> {
                    self.0.warnings.iter().cloned().map(Finding::from).collect()
                }

                /// The operation that is called.
                pub fn operation(&self) -> OperationName {
                    self.0.operation()
                }

                /// What the answer means. Throws `Rejected`, `Undetermined` or `Unreadable`, each with its next step.
                pub fn decode(&self, status: HttpStatus, body: &[u8]) -> Result<$outcome, BillwireError> {
                    Ok(self.0.decode(status.number(), body)?)
                }

                /// The error, with its next step, for a request that brought no answer.
                pub fn no_answer(&self, sent: Sent) -> BillwireError {
                    self.0.no_answer(sent).into()
                }
            }

            impl fmt::Debug for $name {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    self.0.fmt(f)
                }
            }
        )+
    };
}

calls! {
    /// The registration of a sub biller (section 4.1).
    OnboardingCall = Onboarding => OnboardingResponse, PreparedOnboarding in OnboardingParts;
    /// The signed settlement of a bill (section 4.2).
    SettlementCall = Settlement => SettlementOutcome, PreparedSettlement in SettlementParts;
    /// The verification of a transaction (section 4.3).
    VerificationCall = Verification => VerificationResponse, PreparedVerification in VerificationParts;
}

prepared!(PreparedOperation: OperationCall of operations::UnshapedCall, in OperationParts);

/// A call of an operation that the interface names without a path or a shape (section 4.5): its answer has no known
/// meaning.
///
/// It is final, and prints neither credentials nor body.
#[derive(uniffi::Object)]
#[uniffi::export(Debug)]
pub struct OperationCall(operations::UnshapedCall);

#[uniffi::export]
impl OperationCall {
    /// What is sent, as it is.
    pub fn request(&self) -> HttpRequest {
        HttpRequest {
            method: self.0.method.as_str().into(),
            url: self.0.url.clone(),
            headers: self.0.headers.iter().map(HttpHeader::from).collect(),
            body: self.0.body.as_deref().map(Sensitive::from),
        }
    }

    /// The operation that is called.
    pub fn operation(&self) -> OperationName {
        self.0.operation
    }

    /// The status and the JSON of the answer. Throws `Unreadable` if the body is not JSON.
    pub fn decode(&self, status: HttpStatus, body: &[u8]) -> Result<OperationAnswer, BillwireError> {
        let answer = self.0.decode(status.number(), body)?;
        Ok(OperationAnswer { status: answer.status.into(), json: answer.json.as_ref().map(ToString::to_string) })
    }

    /// The error, with its next step, for a request that brought no answer.
    pub fn no_answer(&self, sent: Sent) -> BillwireError {
        operations::unshaped_no_answer(self.0.operation, sent).into()
    }
}

impl fmt::Debug for OperationCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An answer without a known meaning: it never claims success.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct OperationAnswer {
    /// The HTTP status.
    pub status: HttpStatus,
    /// The body as the text of JSON, if there is one.
    pub json: Option<String>,
}
