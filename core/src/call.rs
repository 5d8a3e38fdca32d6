//! A prepared call: the request to send, and the way its answer is read.

use crate::{
    error::{Error, Unsuccessful},
    finding::{Code, Finding},
    http::{Header, Method},
    json::{Json, MAX_DEPTH, Members},
    model::ResponseCode,
    operation::{Declaration, Operation, OperationName},
    profile::{Dialect, WireProfile},
    wire::{Hidden, Read, decode::Limits, model},
};
use std::{fmt, marker::PhantomData, sync::Arc};

/// A final request: it is sent as it is, and its answer comes back to [`Call::decode`].
///
/// `body` is the exact text that was signed: it must not be parsed and written again. Redirects must not be followed.
pub struct Call<O> {
    /// The method.
    pub method: Method,
    /// The whole address.
    pub url: String,
    /// The headers. Those with credentials do not print.
    pub headers: Vec<Header>,
    /// The body, JSON in UTF-8.
    pub body: String,
    /// What is worth a second look before sending.
    pub warnings: Vec<Finding>,
    pub(crate) context: Arc<Context>,
    pub(crate) operation: PhantomData<O>,
}

/// Whether a request that brought no answer may have reached the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
pub enum Sent {
    /// It cannot have: no connection was made.
    No,
    /// It may have.
    Maybe,
}

impl<O: Operation> Call<O> {
    /// The operation that is called.
    pub fn operation(&self) -> OperationName {
        O::NAME
    }

    /// What the answer means.
    ///
    /// # Errors
    /// [`Error::Rejected`], [`Error::Undetermined`] or [`Error::Unreadable`], each with its next step.
    pub fn decode(&self, status: u16, body: &[u8]) -> Result<O::Outcome, Error> {
        decode::<O>(&self.context, status, body)
    }

    /// The error for a request that brought no answer.
    pub fn no_answer(&self, sent: Sent) -> Error {
        no_answer(O::DECLARATION, &self.context, sent)
    }
}

impl<O> Clone for Call<O> {
    fn clone(&self) -> Call<O> {
        Call {
            method: self.method,
            url: self.url.clone(),
            headers: self.headers.clone(),
            body: self.body.clone(),
            warnings: self.warnings.clone(),
            context: Arc::clone(&self.context),
            operation: PhantomData,
        }
    }
}

impl<O: Operation> fmt::Debug for Call<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call")
            .field("operation", &O::NAME)
            .field("method", &self.method)
            .field("url", &self.url)
            .field("headers", &self.headers)
            .field("body", &Hidden)
            .field("warnings", &self.warnings)
            .finish()
    }
}

/// What a biller knows besides its credentials.
#[derive(Debug)]
pub struct Context {
    pub(crate) base_url: String,
    pub(crate) strict: bool,
    pub(crate) profile: WireProfile,
    pub(crate) dialect: Dialect,
}

/// What kind of answer came that is no success.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Answer {
    /// The connection was never made.
    NotSent,
    /// A code that the profile lists as a refusal.
    Refused,
    /// An HTTP status other than 200.
    Status(u16),
    /// HTTP 200 that says nothing about success, or no answer at all.
    Unclear,
}

/// Bounds on an answer (section 8 shows none).
pub(crate) const LIMITS: Limits = Limits { bytes: 1 << 20, depth: MAX_DEPTH, items: 10_000 };

model! {
    internal in "2.2, 2.4 and 2.6"
    /// What all answers have in common.
    pub(crate) struct Envelope {
        /// Response code.
        code: Option<ResponseCode>,
        /// Message in English.
        message: Option<String>,
    }
}

impl Envelope {
    const MESSAGE_KH: &'static str = "message_kh";

    /// Without whatever else the answer holds, of which its response is read next: it is not kept twice.
    fn alone(self) -> Envelope {
        let message_kh = self.extra.0.into_iter().find(|(key, _)| key == Envelope::MESSAGE_KH);
        Envelope { extra: Members(message_kh.into_iter().collect()), ..self }
    }

    /// The message in Khmer, which is no field of every answer.
    fn message_kh(&self) -> Option<String> {
        self.extra.get(Envelope::MESSAGE_KH).and_then(Json::as_text).map(str::to_owned)
    }
}

/// Reads the answer of an operation.
pub(crate) fn decode<O: Operation>(context: &Context, status: u16, body: &[u8]) -> Result<O::Outcome, Error> {
    let read = |body: &[u8]| O::Response::from_body(body, LIMITS).map(|response| O::outcome(response, context));
    let mut outcome = None;
    judge(O::DECLARATION, context, status, body, &mut |body| {
        outcome = Some(read(body)?);
        Ok(())
    })?;
    outcome.ok_or(Error::Internal)
}

/// What an answer is, by its status and its code; one with a success code is `read`.
fn judge(
    operation: &Declaration,
    context: &Context,
    status: u16,
    body: &[u8],
    read: &mut dyn FnMut(&[u8]) -> Result<(), Finding>,
) -> Result<(), Error> {
    let envelope = Envelope::from_body(body, LIMITS).map(Envelope::alone);
    let code = envelope.as_ref().ok().and_then(|envelope| envelope.code.as_ref());
    let is_refusal = code.is_some_and(|code| context.profile.is_refusal(operation.name, code.as_str()));
    let is_success = code.is_some_and(|code| {
        code.as_str() == operation.success || context.profile.is_success(operation.name, code.as_str())
    });
    let is_labelled = code.is_some_and(|code| operation.labelled.contains(&code.as_str()));
    let unsuccessful = |code, answer, finding| {
        let (next_step, envelope) = (operation.next_step(answer, context), envelope.as_ref().ok());
        Box::new(Unsuccessful {
            operation: operation.name,
            code,
            next_step,
            http_status: Some(status),
            response_code: envelope.and_then(|envelope| envelope.code.clone().map(ResponseCode::into_text)),
            message_en: envelope.and_then(|envelope| envelope.message.clone()),
            message_kh: envelope.and_then(Envelope::message_kh),
            finding,
        })
    };
    let undetermined = |code, answer| Err(Error::Undetermined(unsuccessful(code, answer, None)));
    let unreadable = |finding: Finding| Error::Unreadable(unsuccessful(finding.code, Answer::Unclear, Some(finding)));
    match (status, &envelope) {
        (200 | 400..=499, _) if is_refusal => Err(Error::Rejected(unsuccessful(Code::Refused, Answer::Refused, None))),
        (200, Err(finding)) => Err(unreadable(finding.clone())),
        (200, Ok(_)) if is_success => read(body).map_err(unreadable),
        (200, Ok(_)) if is_labelled => undetermined(Code::LabelledWithoutMeaning, Answer::Unclear),
        (200, Ok(_)) if code.is_some() => undetermined(Code::UnknownCode, Answer::Unclear),
        (200, Ok(_)) => undetermined(Code::MissingCode, Answer::Unclear),
        (300..=399, _) => undetermined(Code::Redirect, Answer::Status(status)),
        _ => undetermined(Code::HttpStatus, Answer::Status(status)),
    }
}

/// The error for a request that brought no answer.
pub(crate) fn no_answer(operation: &Declaration, context: &Context, sent: Sent) -> Error {
    let answer = match sent {
        Sent::No => Answer::NotSent,
        Sent::Maybe => Answer::Unclear,
    };
    Error::Undetermined(Box::new(Unsuccessful::new(
        operation.name,
        Code::NoAnswer,
        operation.next_step(answer, context),
    )))
}
