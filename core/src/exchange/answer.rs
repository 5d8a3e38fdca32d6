//! Meaning of an answer: by its HTTP status, its code, and the statuses in its body.
//!
//! The body outweighs the status. The HTTP status decides alone only where the body carries no code, or a listed
//! refusal.

use crate::wire::{
    Json, Members, Read, Sensitive, model,
    model::declare::read_leniently,
    read::{blank::has_word, decode::Limits, json::MAX_DEPTH},
};
use crate::{
    exchange::context::Context,
    finding::{Code, Finding},
    interface::{
        catalogue::{Effect, OperationName},
        error::{AnswerData, Error, ErrorDetails, NextStep},
        http::Sent,
        operation::{Asked, Declaration, Operation, Said},
        profile::{CodeMeaning, StatusList, StatusMeaning, StatusesByObject, WireProfile},
        values::ResponseCode,
    },
};

/// Bounds on an answer (section 8 shows none).
pub(crate) const LIMITS: Limits = Limits { bytes: 1 << 20, depth: MAX_DEPTH, items: 10_000 };

/// Reads a received value from the JSON text that a program has made of it. If it cannot, ask for the value again.
///
/// The text may be longer than the body was, and one level deeper: `extra` is a member of its own.
pub(crate) fn received_from_json<M: Read>(text: &[u8], operation: OperationName) -> Result<M, Error> {
    const WRITTEN: Limits = Limits { bytes: usize::MAX, depth: MAX_DEPTH + 1, items: usize::MAX };
    M::from_json(text, WRITTEN).map_err(|finding| {
        let details = ErrorDetails::new(operation, finding.code, NextStep::VerifyAgain);
        Error::Unreadable { details: Box::new(ErrorDetails { finding: Some(finding), ..details }) }
    })
}

model! {
    received in "2.2, 2.4 and 2.6"
    /// Fields that all answers share.
    #[derive(Default)]
    pub(crate) struct AnswerHead {
        /// Response code.
        code: Option<ResponseCode> [decides],
        /// Message in English.
        message: Option<Sensitive>,
        /// Message in Khmer, which section 2.6 does not have.
        message_kh: Option<Sensitive>,
    }
}

impl AnswerHead {
    const DATA: &'static str = "data";
    const STATUS: &'static str = "status";
}

/// Reads the answer of an operation whose request is not at hand.
pub(crate) fn decode<O: Operation>(context: &Context, status: u16, body: &[u8]) -> Result<O::Outcome, Error> {
    decode_answer_to::<O>(context, &Asked::default(), status, body)
}

/// Reads the answer to a request.
pub(crate) fn decode_answer_to<O: Operation>(
    context: &Context,
    asked: &Asked<'_>,
    status: u16,
    body: &[u8],
) -> Result<O::Outcome, Error> {
    let read = |body: &[u8]| O::Response::from_body(body, LIMITS).map(|response| O::outcome(response, asked, context));
    let mut outcome = None;
    judge(O::DECLARATION, context, asked, status, body, &mut |body| {
        outcome = Some(read(body)?);
        Ok(())
    })?;
    outcome.ok_or(Error::Internal)
}

/// Whether an answer is in words that nobody has described. To send again could only repeat them.
pub(crate) fn needs_person(operation: &Declaration, context: &Context, status: u16, body: &[u8]) -> bool {
    let said = said(operation, context, &Asked::default(), body, &AnswerHead::from_body(body, LIMITS));
    status < 500 && !matches!(said, Said::Nothing | Said::Refusal)
}

/// The error for a request that brought no answer.
pub(crate) fn no_answer(operation: &Declaration, context: &Context, sent: Sent) -> Error {
    let next_step = match (sent, operation.name.effect()) {
        (Sent::No, Effect::Changes) => NextStep::SendAgain,
        _ => operation.when_lost(context),
    };
    Error::Undetermined { details: Box::new(ErrorDetails::new(operation.name, Code::NoAnswer, next_step)) }
}

/// Returns the error for a call that is or was sent, and is not sent a second time.
pub(crate) fn already_sent(operation: &Declaration, context: &Context) -> Error {
    let details = ErrorDetails::new(operation.name, Code::AlreadySent, operation.when_unsure(context));
    Error::Undetermined { details: Box::new(details) }
}

/// Returns the error for a call of an operation without a shape that brought no answer.
///
/// Its next step is never `sendAgain`: nothing is known of its effect.
pub(crate) fn no_untyped_answer(operation: OperationName, sent: Sent) -> Error {
    let next_step = match (sent, operation.effect()) {
        (Sent::No, Effect::Reads) => NextStep::VerifyAgain,
        _ => NextStep::AskService,
    };
    Error::Undetermined { details: Box::new(ErrorDetails::new(operation, Code::NoAnswer, next_step)) }
}

/// Judges an answer by its status and its code; one that is a success is `read`.
fn judge(
    operation: &Declaration,
    context: &Context,
    asked: &Asked<'_>,
    status: u16,
    body: &[u8],
    read: &mut dyn FnMut(&[u8]) -> Result<(), Finding>,
) -> Result<(), Error> {
    let head = AnswerHead::from_body(body, LIMITS);
    let said = said(operation, context, asked, body, &head);
    // Drops the head, which holds the whole answer: its response is read next, and it is not kept twice.
    let broken = head.err();
    let details = |code, next_step, finding| {
        let facts = read_leniently::<AnswerHead>(body, LIMITS).filter(|_| said != Said::OfAnother);
        let data = facts.as_ref().and_then(|facts| facts.data_as_read(operation));
        let AnswerHead { code: response_code, message, message_kh, .. } = facts.unwrap_or_default();
        Box::new(ErrorDetails {
            operation: operation.name,
            code,
            next_step,
            http_status: Some(status.into()),
            response_code: response_code.map(ResponseCode::into_text),
            message_en: message,
            message_kh,
            finding,
            data,
        })
    };
    let (unsure, lost) = (operation.when_unsure(context), operation.when_lost(context));
    let undetermined = |code, next_step| Err(Error::Undetermined { details: details(code, next_step, None) });
    let unreadable = |finding: Finding| {
        let next_step = operation.when_unreadable(finding.code, context);
        Error::Unreadable { details: details(finding.code, next_step, Some(finding)) }
    };
    let may_say_not_found = context.profile.not_found_statuses.contains(&status);
    match (status, said) {
        (_, Said::OfAnother) => undetermined(Code::Contradictory, unsure),
        (200 | 400..=499, Said::Refusal) => {
            Err(Error::Rejected { details: details(Code::Refused, NextStep::FixRequest, None) })
        }
        (200, Said::Success) => read(body).map_err(unreadable),
        (200 | 400.., Said::ExistsAlready) if operation.may_exist => read(body).map_err(unreadable),
        (200, _) if let Some(finding) = broken => Err(unreadable(finding)),
        (200, Said::Contradiction) => undetermined(Code::Contradictory, unsure),
        (_, Said::NotFound) if may_say_not_found => undetermined(Code::NotFound, unsure),
        (200 | 400.., Said::ExistsAlready) => undetermined(Code::ExistsAlready, unsure),
        (200, Said::CodeWithoutMeaning) => undetermined(Code::CodeWithoutMeaning, unsure),
        (200, Said::UnknownCode | Said::NotFound) => undetermined(Code::UnknownCode, unsure),
        (200, Said::SuccessWithoutCode | Said::Nothing | Said::Illegible) => undetermined(Code::MissingCode, lost),
        (300..=399, _) => undetermined(Code::Redirect, unsure),
        (400.., Said::Success | Said::SuccessWithoutCode | Said::Contradiction)
            if operation.name.effect() == Effect::Changes =>
        {
            undetermined(Code::Contradictory, if status < 500 { unsure } else { lost })
        }
        (_, said) => undetermined(Code::HttpStatus, operation.next_step(status, said, context)),
    }
}

/// Returns what a body says, before its status counts.
fn said(
    operation: &Declaration,
    context: &Context,
    asked: &Asked<'_>,
    body: &[u8],
    head: &Result<AnswerHead, Finding>,
) -> Said {
    let Ok(head) = head else {
        return if may_hold_a_code(body) { Said::Illegible } else { Said::Nothing };
    };
    if asked.is_compared && head.names_another(&(operation.subject)(&context.profile), asked) {
        return Said::OfAnother;
    }
    let tells_success = || head.tells_success(&context.profile);
    match head.meaning(operation, &context.profile) {
        Some(CodeMeaning::Success) => Said::Success,
        Some(CodeMeaning::ExistsAlready) => Said::ExistsAlready,
        Some(CodeMeaning::Refusal) if tells_success() => Said::Contradiction,
        Some(CodeMeaning::Refusal) => Said::Refusal,
        // An answer of "not found" has no data.
        Some(CodeMeaning::NotFound) if head.has_data(asked.members()) => Said::Contradiction,
        Some(CodeMeaning::NotFound) => Said::NotFound,
        Some(CodeMeaning::Unknown) if head.is_without_meaning(operation) => Said::CodeWithoutMeaning,
        Some(CodeMeaning::Unknown) => Said::UnknownCode,
        None if tells_success() => Said::SuccessWithoutCode,
        None => Said::Nothing,
    }
}

/// Whether a body that cannot be read may be JSON with a code: one that was cut off, for example. A page of HTML, plain
/// text or nothing at all is none.
fn may_hold_a_code(body: &[u8]) -> bool {
    // Before it may be a byte order mark, or any white space and control characters, which JSON does not have.
    matches!(body.iter().find(|byte| byte.is_ascii_graphic()), Some(b'{' | b'['))
        || body.windows(CODE.len()).any(|window| window == CODE)
}

/// The key of a code as JSON writes it.
const CODE: &[u8] = b"\"code\"";

impl AnswerHead {
    fn meaning(&self, operation: &Declaration, profile: &WireProfile) -> Option<CodeMeaning> {
        self.code.as_ref().map(|code| profile.meaning(operation.codes, operation.success, code.as_str()))
    }

    fn is_without_meaning(&self, operation: &Declaration) -> bool {
        self.code.as_ref().is_some_and(|code| operation.codes_without_meaning.contains(&code.as_str()))
    }

    /// Whether the answer names another subject than the request: at its top, in `data`, or in an object of it.
    fn names_another(&self, subject: &[(&str, &str)], asked: &Asked<'_>) -> bool {
        let data = self.extra.get(AnswerHead::DATA).and_then(Json::as_object);
        let inside = data.into_iter().flat_map(Members::iter).filter_map(|(_, value)| value.as_object());
        let places: Vec<&Members> = [Some(&self.extra), data].into_iter().flatten().chain(inside).collect();
        let differs = |(named, by): &(&str, &str)| {
            let mut named = places.iter().filter_map(|place| place.get(named)?.as_word()).filter(|word| has_word(word));
            named.any(|named| {
                let asked = asked.members().get(by).filter(|asked| !asked.is_blank()).and_then(Json::as_word);
                asked.is_some_and(|asked| named != asked)
            })
        };
        subject.iter().any(differs)
    }

    /// Reads `data` as far as the model of the operation goes.
    fn data_as_read(&self, operation: &Declaration) -> Option<AnswerData> {
        let data = self.extra.get(AnswerHead::DATA)?;
        let members = data.as_object().filter(|members| !members.is_empty())?;
        let read = (operation.data)(data.to_string().as_bytes());
        Some(read.unwrap_or_else(|| AnswerData::Unread { members: members.clone() }))
    }

    /// Whether `data` says anything beyond the request, which some services repeat.
    fn has_data(&self, asked: &Members) -> bool {
        self.extra.get(AnswerHead::DATA).is_some_and(|data| !data.is_blank_beside(asked))
    }

    /// Whether the service took the request: any `status` inside `data` means success, or that of the bill or of the
    /// payment is neither blank nor declared failed.
    fn tells_success(&self, profile: &WireProfile) -> bool {
        let Some(data) = self.extra.get(AnswerHead::DATA) else { return false };
        let is_taken = |object: &str, of: StatusList| {
            let status = data.as_object().and_then(|data| data.get(object)?.as_object()?.get(AnswerHead::STATUS));
            match status {
                Some(Json::Text(text)) => has_word(text) && profile.status(of, text) != StatusMeaning::Failed,
                Some(status) => !status.is_blank(),
                None => false,
            }
        };
        any_status(data, &|text| means_success(text, profile))
            || is_taken("bill", |statuses| &statuses.bill)
            || is_taken("payment", |statuses| &statuses.payment)
    }
}

/// Whether a status means success for any object.
pub(crate) fn means_success(status: &str, profile: &WireProfile) -> bool {
    StatusesByObject::LISTS.iter().any(|(_, of)| profile.status(*of, status) == StatusMeaning::Success)
}

/// Whether a value, or one inside it, has a `status` that `holds`. JSON is read to a bounded depth.
pub(crate) fn any_status(value: &Json, holds: &dyn Fn(&str) -> bool) -> bool {
    match value {
        Json::Array(items) => items.iter().any(|item| any_status(item, holds)),
        Json::Object(members) => members.iter().any(|(key, value)| match value {
            Json::Text(text) => key == AnswerHead::STATUS && holds(text),
            value => any_status(value, holds),
        }),
        _ => false,
    }
}
