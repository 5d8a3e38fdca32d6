//! Answers of any status and bytes, for every operation. An input is four bytes (deployment, operation, status) and the
//! body.

use crate::{Verdict, billers::deployment, ensure, slow, slow::Slow};
use billwire::{Biller, Effect, Error, NextStep, OperationName, Outcome, SettlementOutcome, decode_untyped};
use billwire_conformance::cases;

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
            leads_on(operation, status, &error)?;
            outweighs(operation, code.as_deref(), deployment.refusal, &error)
        }
    }
}

/// Checks next steps: settle again only if nothing happened, and correct only a refused request.
fn leads_on(operation: OperationName, status: u16, error: &Error) -> Verdict {
    let step = error.next_step();
    let settles = operation == OperationName::Settlement;
    ensure!(!settles || step != NextStep::SendAgain || status == 429, "settle again after {status}: {error}");
    let refused = error.kind() == "rejected" || status == 400 || status == 422;
    ensure!(step != NextStep::FixRequest || refused, "mend the request after {status}: {error}");
    ensure!(step != NextStep::FixCredentials || status == 401 || status == 403, "mend the credentials after {status}");
    Ok(())
}

/// Checks codes that are no refusals: whatever the HTTP status, the result is unknown, so nothing is resent or called
/// refused.
fn outweighs(operation: OperationName, code: Option<&str>, refusal: Option<&str>, error: &Error) -> Verdict {
    let step = error.next_step();
    let changes = operation.effect() == Effect::Changes;
    ensure!(changes || step != NextStep::SendAgain, "a reading operation is sent again: {error}");
    ensure!(!changes || step != NextStep::VerifyAgain, "a changing operation is verified again: {error}");
    let is_open = code.is_some() && code != refusal;
    let harmless = matches!(step, NextStep::VerifyFirst | NextStep::AskService);
    ensure!(!changes || !is_open || harmless, "the code {code:?} leads to {step:?}: {error}");
    Ok(())
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
