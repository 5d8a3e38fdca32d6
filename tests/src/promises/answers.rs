//! Answers of any status and bytes, for every operation. An input is four bytes (deployment, operation, status) and the
//! body.

use super::{Verdict, billers::deployment, ensure, slow, slow::Slow};
use crate::cases;
use billwire::{Biller, Effect, Error, NextStep, OperationName, Outcome, SettlementOutcome, decode_untyped};

pub(crate) fn check(input: &[u8]) -> Verdict {
    decodes_rightly(input, Biller::decode)
}

pub(crate) fn control(input: &[u8]) -> Verdict {
    decodes_rightly(input, |biller, operation, _, body| biller.decode(operation, 200, body))
}

fn decodes_rightly(
    input: &[u8],
    decode: impl Fn(&Biller, OperationName, u16, &[u8]) -> Result<Outcome, Error>,
) -> Verdict {
    let Some(([choice, operation, high, low], body)) = input.split_first_chunk() else { return Ok(()) };
    let deployment = deployment(*choice);
    let operation = OperationName::ALL[usize::from(*operation) % OperationName::ALL.len()];
    let status = u16::from_be_bytes([*high, *low]);
    let success = match operation {
        OperationName::Onboarding | OperationName::Settlement => "000",
        OperationName::Verification => "SUCCESS",
        _ => return has_no_shape(operation, status, body),
    };
    let sent = slow::read_body(body).ok();
    let code = sent.as_ref().and_then(|sent| code(sent.get("code")?));
    let means_success = code.as_deref().is_some_and(|code| code == success || Some(code) == deployment.own_code);
    match decode(&deployment.biller, operation, status, body) {
        Ok(outcome) => {
            ensure!(status == 200, "{operation} is a success with status {status}");
            ensure!(means_success, "{operation} is a success with the code {code:?}");
            let says_success = |of: &str| {
                let status = sent.as_ref().and_then(|sent| sent.get("data")?.get(of)?.get("status")?.text());
                status == Some("success")
            };
            let settled = matches!(outcome, Outcome::Settlement(SettlementOutcome::Settled { .. }));
            ensure!(!settled || (says_success("bill") && says_success("payment")), "settled without its statuses");
            Ok(())
        }
        Err(error) => {
            let offsets = error.violations().iter().filter_map(|finding| finding.offset);
            ensure!(offsets.max().unwrap_or(0) <= body.len(), "{error}: outside of the body");
            ensure!(
                error.answer().and_then(|answer| answer.http_status).map(u16::from) == Some(status),
                "{error}: another status"
            );
            let refuses = code.is_some() && code.as_deref() == deployment.refusal;
            let is_refusal = refuses && (status == 200 || (400..500).contains(&status));
            let contradicts = sent.as_ref().and_then(|sent| sent.get("data")).is_some_and(contradicts_a_refusal);
            let is_rejected = error.kind() == "rejected";
            let body = String::from_utf8_lossy(body);
            ensure!(!is_rejected || is_refusal, "{status} with {code:?} is no refusal: {error}");
            ensure!(is_rejected || !is_refusal || contradicts, "a refusal is none: {error}");
            let has_no_code = match sent {
                Some(_) => code.is_none(),
                // A body that was cut off may have had one.
                None => !body.trim_start().starts_with(['{', '[']),
            };
            let steps = steps(operation, status, refuses, has_no_code);
            ensure!(steps.contains(&error.next_step()), "{operation} {status} {code:?}: {error}");
            Ok(())
        }
    }
}

/// Whether the data has a status of the bill or of the payment, or a success anywhere.
fn contradicts_a_refusal(data: &Slow) -> bool {
    let has_status = |object: &str| data.get(object).and_then(|object| object.get("status")).is_some();
    has_status("bill") || has_status("payment") || has_success(data)
}

fn has_success(value: &Slow) -> bool {
    match value {
        Slow::Object(members) => members
            .iter()
            .any(|(key, value)| (key == "status" && value.text() == Some("success")) || has_success(value)),
        Slow::Array(items) => items.iter().any(has_success),
        _ => false,
    }
}

/// The next steps that an answer may have. The body outweighs the status of an operation that changes something: with
/// any code but a refusal, nothing is sent again or called refused.
fn steps(operation: OperationName, status: u16, refuses: bool, has_no_code: bool) -> Vec<NextStep> {
    let by_status = match (status, operation.effect()) {
        (400 | 422, _) => Some(NextStep::FixRequest),
        (401 | 403, _) => Some(NextStep::FixCredentials),
        (429, Effect::Changes) => Some(NextStep::SendAgain),
        _ => None,
    };
    let reads = operation.effect() == Effect::Reads;
    let by_body = refuses.then_some(NextStep::FixRequest).filter(|_| status == 200 || (400..500).contains(&status));
    let unsure = if reads { NextStep::VerifyAgain } else { NextStep::VerifyFirst };
    let counts = reads || has_no_code || refuses;
    [Some(NextStep::AskService), Some(unsure), by_body, by_status.filter(|_| counts)].into_iter().flatten().collect()
}

/// Checks operations without a shape: a status and JSON, and never a success.
fn has_no_shape(operation: OperationName, status: u16, body: &[u8]) -> Verdict {
    ensure!(deployment(0).biller.decode(operation, status, body).is_err(), "{operation} has no shape");
    match (decode_untyped(operation, status, body), slow::read(body)) {
        (Ok(answer), read) => {
            ensure!(answer.status == status, "the status is another one");
            match (answer.json, read) {
                (None, _) => ensure!(body.is_empty(), "the body is passed over"),
                (Some(json), Ok(slow)) => ensure!(slow.is(&json), "the slow reader reads something else"),
                (Some(_), Err(code)) => return Err(format!("read, where the slow reader says {code:?}")),
            }
        }
        (Err(error), Err(_)) => ensure!(error.kind() == "unreadable", "{error}"),
        (Err(error), Ok(_)) => return Err(format!("{error}, where the slow reader accepts")),
    }
    Ok(())
}

/// A code as text, and an integer as its digits.
fn code(value: &Slow) -> Option<String> {
    match value {
        Slow::Text(text) => Some(text.clone()),
        Slow::Number(number) => number.parse::<f64>().ok().map(|number| format!("{}", number + 0.0)),
        _ => None,
    }
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for case in cases("responses") {
        let name = case.text("operation").to_owned();
        let Some(operation) = OperationName::ALL.iter().position(|operation| operation.as_str() == name) else {
            continue;
        };
        let status = case.get("status").as_u64().and_then(|status| u16::try_from(status).ok()).unwrap_or_default();
        let [high, low] = status.to_be_bytes();
        let deployment = u8::from(!case.get("profile").is_null());
        seeds.push([&[deployment, operation as u8, high, low], case.body().as_slice()].concat());
    }
    seeds
}
