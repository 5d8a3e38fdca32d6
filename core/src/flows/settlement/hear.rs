//! Reads the answer to a settlement for what it adds to the knowledge. A success counts under any HTTP status and in
//! any body; a refusal only where nothing else is said.

use crate::exchange::{
    answer::{any_status, means_success, needs_person},
    call::Call,
    operations::SettlementOutcome,
};
use crate::finding::Code;
use crate::flows::settlement::{knowledge::Heard, last_answer::LastAnswer};
use crate::interface::{
    error::{Error, NextStep},
    models::Settlement,
    operation::Behaviour,
    profile::{CodeMeaning, StatusList, StatusMeaning, WireProfile},
};
use crate::wire::Json;

/// An answer, as far as it can be read.
pub(crate) struct Hearing {
    pub(crate) heard: Heard,
    /// Outcome of the answer by the rules of a call.
    pub(crate) outcome: Result<SettlementOutcome, Error>,
}

/// Reads an answer to a settlement.
pub(crate) fn hear(settlement: &Call<Settlement>, status: u16, body: &[u8]) -> Hearing {
    let outcome = settlement.decode(status, body);
    let signs = match outcome {
        // Its bill and its payment have been read, and say so.
        Ok(SettlementOutcome::Settled { .. }) => Signs { is_taken: true, ..Signs::default() },
        _ => Signs::of(body, &settlement.context.profile),
    };
    let took = signs.takes();
    let failed = !took && signs.has_failed;
    let mut heard = Heard { ended: true, took, failed, ..Heard::default() };
    match &outcome {
        Ok(SettlementOutcome::Settled { .. }) => heard.settled = true,
        Ok(SettlementOutcome::Accepted { next_step, .. }) => {
            heard.took = true;
            heard.answer = Some(LastAnswer::of_outcome(Code::NotSettledYet, *next_step, status));
        }
        Ok(SettlementOutcome::Failed { next_step, .. }) => {
            let code = if took { Code::Contradictory } else { Code::DeclaredFailed };
            heard.failed = !took;
            heard.answer = Some(LastAnswer::of_outcome(code, *next_step, status));
        }
        Err(error) => {
            let needs_person = needs_person(Settlement::DECLARATION, &settlement.context, status, body);
            heard.answer = Some(LastAnswer::of(error, needs_person));
            let is_silent = !took && !failed;
            match error.next_step() {
                NextStep::SendAgain if is_silent => heard.busy = true,
                NextStep::FixRequest if is_silent => heard.refused = true,
                NextStep::FixCredentials if is_silent => heard.unauthorised = true,
                _ => {
                    heard.unsure = is_silent;
                    heard.other_words = is_silent && needs_person;
                }
            }
        }
    }
    Hearing { heard, outcome }
}

/// Signs in a body that may be cut off, repeated or ill-typed.
#[derive(Default)]
struct Signs {
    /// A code means success, or that the bill exists already.
    has_code: bool,
    /// A status means success, or that of the bill or of the payment is not declared failed.
    is_taken: bool,
    /// The bill or the payment is declared failed.
    has_failed: bool,
}

impl Signs {
    fn of(body: &[u8], profile: &WireProfile) -> Signs {
        let mut signs = Signs::default();
        match Json::parse(body) {
            Ok(json) => signs.read(&json, profile),
            // UTF-16 of ASCII differs by zeros alone.
            Err(_) => signs.scan(&body.iter().copied().filter(|byte| *byte != 0).collect::<Vec<_>>(), profile),
        }
        signs
    }

    /// Whether the service took the bill. A code of success beside a bill that is declared failed does not say so;
    /// halves that contradict do.
    fn takes(&self) -> bool {
        self.is_taken || (self.has_code && !self.has_failed)
    }

    fn read(&mut self, json: &Json, profile: &WireProfile) {
        let code = json.as_object().and_then(|members| members.get("code")).and_then(Json::as_word);
        self.has_code = code.is_some_and(|code| is_taken_by(code, profile));
        let data = json.as_object().and_then(|members| members.get("data"));
        let half = |name: &str| data?.as_object()?.get(name)?.as_object()?.get("status");
        let lists: [(&str, StatusList); 2] =
            [("bill", |statuses| &statuses.bill), ("payment", |statuses| &statuses.payment)];
        for (name, list) in lists {
            match half(name).and_then(word) {
                Some(status) if profile.status(list, &status) == StatusMeaning::Failed => self.has_failed = true,
                Some(_) => self.is_taken = true,
                None => {}
            }
        }
        self.is_taken |= any_status(json, &|status| means_success(status, profile));
    }

    /// Reads the text or number after each key of a code or a status. Which object a status is of cannot be told.
    fn scan(&mut self, text: &[u8], profile: &WireProfile) {
        self.has_code = values_after(text, b"\"code\"").any(|code| is_taken_by(&code, profile));
        self.is_taken = values_after(text, b"\"status\"").any(|status| means_success(&status, profile));
    }
}

fn is_taken_by(code: &str, profile: &WireProfile) -> bool {
    let meaning = profile.meaning(Settlement::DECLARATION.codes, Settlement::DECLARATION.success, code);
    matches!(meaning, CodeMeaning::Success | CodeMeaning::ExistsAlready)
}

/// Returns a status as text, whatever its type. Blank is nothing.
fn word(json: &Json) -> Option<String> {
    let word = json.as_text().map_or_else(|| json.to_string(), str::to_owned);
    (!json.is_blank() && !word.trim().is_empty()).then_some(word)
}

/// Returns the texts and numbers after a key, wherever it stands and whatever follows. One that is cut off is none.
fn values_after<'a>(text: &'a [u8], key: &'a [u8]) -> impl Iterator<Item = String> + 'a {
    let after = move |at: usize| text.get(at..)?.strip_prefix(key)?.trim_ascii_start().strip_prefix(b":");
    (0..text.len()).filter_map(move |at| {
        let value = after(at)?.trim_ascii_start();
        let (rest, is_end): (&[u8], fn(&u8) -> bool) = match value.strip_prefix(b"\"") {
            Some(quoted) => (quoted, |byte| *byte == b'"'),
            None => (value, |byte| !byte.is_ascii_alphanumeric()),
        };
        let end = rest.iter().position(is_end)?;
        rest.get(..end).map(|word| String::from_utf8_lossy(word).into_owned())
    })
}
