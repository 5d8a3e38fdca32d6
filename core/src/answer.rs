//! Meaning of an answer: by its HTTP status, its code, and the statuses in its body.
//!
//! The body outweighs the status. The HTTP status decides alone only where the body carries no code, or a listed refusal.

use crate::{
    catalogue::{Effect, OperationName},
    context::Context,
    error::{Error, ErrorDetails, NextStep},
    finding::{Code, Finding},
    http::Sent,
    operation::{Declaration, Operation, Said},
    profile::{CodeMeaning, StatusesByObject},
    values::ResponseCode,
};
use billwire_wire::{Json, Members, Read, decode::Limits, json::MAX_DEPTH, model};

/// Bounds on an answer (section 8 shows none).
pub(crate) const LIMITS: Limits = Limits { bytes: 1 << 20, depth: MAX_DEPTH, items: 10_000 };

model! {
    received in "2.2, 2.4 and 2.6"
    /// Fields that all answers share.
    pub(crate) struct Envelope {
        /// Response code.
        code: Option<ResponseCode>,
        /// Message in English.
        message: Option<String>,
    }
}

impl Envelope {
    const MESSAGE_KH: &'static str = "message_kh";
    const DATA: &'static str = "data";
    const STATUS: &'static str = "status";

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

/// The error for a request that brought no answer.
pub(crate) fn no_answer(operation: &Declaration, context: &Context, sent: Sent) -> Error {
    let next_step = match (sent, operation.name.effect()) {
        (Sent::No, Effect::Changes) => NextStep::SendAgain,
        _ => operation.when_unsure(context),
    };
    Error::Undetermined(Box::new(ErrorDetails::new(operation.name, Code::NoAnswer, next_step)))
}

/// Returns the error for a call of an operation without a shape that brought no answer.
///
/// Its next step is never `sendAgain`: nothing is known of its effect.
pub(crate) fn no_untyped_answer(operation: OperationName, sent: Sent) -> Error {
    let next_step = match (sent, operation.effect()) {
        (Sent::No, Effect::Reads) => NextStep::VerifyAgain,
        _ => NextStep::AskService,
    };
    Error::Undetermined(Box::new(ErrorDetails::new(operation, Code::NoAnswer, next_step)))
}

/// Judges an answer by its status and its code; one that is a success is `read`.
fn judge(
    operation: &Declaration,
    context: &Context,
    status: u16,
    body: &[u8],
    read: &mut dyn FnMut(&[u8]) -> Result<(), Finding>,
) -> Result<(), Error> {
    let envelope = Envelope::from_body(body, LIMITS);
    let said = said(operation, context, body, &envelope);
    let envelope = envelope.map(Envelope::alone);
    let details = |code, next_step, finding| {
        let envelope = envelope.as_ref().ok();
        Box::new(ErrorDetails {
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
    let unsure = operation.when_unsure(context);
    let undetermined = |code, next_step| Err(Error::Undetermined(details(code, next_step, None)));
    let unreadable = |finding: Finding| {
        let next_step = operation.when_unreadable(finding.code, context);
        Error::Unreadable(details(finding.code, next_step, Some(finding)))
    };
    match (status, said) {
        (200 | 400..=499, Said::Refusal) => Err(Error::Rejected(details(Code::Refused, NextStep::FixRequest, None))),
        (200, Said::Success) => read(body).map_err(unreadable),
        (200, _) if let Err(finding) = &envelope => Err(unreadable(finding.clone())),
        (200, Said::Contradiction) => undetermined(Code::Contradictory, unsure),
        (200, Said::NotFound) => undetermined(Code::NotFound, unsure),
        (200, Said::CodeWithoutMeaning) => undetermined(Code::CodeWithoutMeaning, unsure),
        (200, Said::UnknownCode) => undetermined(Code::UnknownCode, unsure),
        (200, Said::SuccessWithoutCode | Said::Nothing | Said::Illegible) => undetermined(Code::MissingCode, unsure),
        (300..=399, _) => undetermined(Code::Redirect, unsure),
        (400.., Said::Success | Said::SuccessWithoutCode | Said::Contradiction)
            if operation.name.effect() == Effect::Changes =>
        {
            undetermined(Code::Contradictory, unsure)
        }
        (400..=499, Said::NotFound) => undetermined(Code::NotFound, unsure),
        (_, said) => undetermined(Code::HttpStatus, operation.next_step(status, said, context)),
    }
}

/// Returns what a body says, before its status counts.
fn said(operation: &Declaration, context: &Context, body: &[u8], envelope: &Result<Envelope, Finding>) -> Said {
    let Ok(envelope) = envelope else {
        return if may_hold_a_code(body) { Said::Illegible } else { Said::Nothing };
    };
    let profile = &context.profile;
    let meaning = envelope
        .code
        .as_ref()
        .map(|code| (code.as_str(), profile.meaning(operation.codes, operation.success, code.as_str())));
    let said = match meaning {
        Some((_, CodeMeaning::Success)) => return Said::Success,
        Some((_, CodeMeaning::Refusal)) => Said::Refusal,
        Some((_, CodeMeaning::NotFound)) => Said::NotFound,
        Some((code, CodeMeaning::Unknown)) if operation.codes_without_meaning.contains(&code) => {
            Said::CodeWithoutMeaning
        }
        Some((_, CodeMeaning::Unknown)) => Said::UnknownCode,
        None => Said::Nothing,
    };
    match said {
        Said::CodeWithoutMeaning | Said::UnknownCode => said,
        said if !envelope.tells_success(&profile.success_statuses) => said,
        Said::Nothing => Said::SuccessWithoutCode,
        _ => Said::Contradiction,
    }
}

/// Whether a body that cannot be read may be JSON with a code: one that was cut off, for example. A page of HTML, plain
/// text or nothing at all is none.
fn may_hold_a_code(body: &[u8]) -> bool {
    let is_mark = |byte: &&u8| byte.is_ascii_whitespace() || matches!(byte, 0 | 0xef | 0xbb | 0xbf | 0xfe | 0xff);
    matches!(body.iter().find(|byte| !is_mark(byte)), Some(b'{' | b'['))
        || body.windows(CODE.len()).any(|window| window == CODE)
}

/// The key of a code as JSON writes it.
const CODE: &[u8] = b"\"code\"";

impl Envelope {
    /// Whether any `status` inside `data` is one that means success.
    fn tells_success(&self, success: &StatusesByObject) -> bool {
        let means_success = |text: &str| {
            [&success.bill, &success.payment, &success.transaction].into_iter().flatten().any(|known| known == text)
        };
        self.extra.get(Envelope::DATA).is_some_and(|data| any_status(data, &means_success))
    }
}

/// Whether a value, or one inside it, has a `status` that `holds`. JSON is read to a bounded depth.
fn any_status(value: &Json, holds: &dyn Fn(&str) -> bool) -> bool {
    match value {
        Json::Array(items) => items.iter().any(|item| any_status(item, holds)),
        Json::Object(members) => members.iter().any(|(key, value)| match value {
            Json::Text(text) => key == Envelope::STATUS && holds(text),
            value => any_status(value, holds),
        }),
        _ => false,
    }
}
