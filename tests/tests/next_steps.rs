//! Every error has a next step, and no step repeats what may have moved money. The vectors of `responses` have the
//! step of each answer.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "these are tests")]

use billwire::{
    Biller, BillerConfig, Effect, Error, NextStep, OperationName, Outcome, Sent, SettlementOutcome, UntypedRequest,
    Verification, WireProfile,
};
use billwire_conformance::{BASE_URL, config, proxy, with};
use std::collections::BTreeSet;

const SETTLED: &str = r#"{"bill":{"status":"success"},"payment":{"status":"success"}}"#;

/// Bodies that say that something has happened, or that have or may have had a code that says so.
fn telling_bodies() -> [String; 11] {
    [
        r#"{"code":"000","message":"done"}"#.into(),
        format!(r#"{{"code":"000","data":{SETTLED}}}"#),
        r#"{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"pending"}}}"#.into(),
        r#"{"code":"000","message":"done","data":[]}"#.into(),
        r#"{"code":"000","message":"done","data":{"bill":{"sta"#.into(),
        r#"{"code":"E-77","message":"what is this"}"#.into(),
        r#"{"code":"310"}"#.into(),
        format!(r#"{{"code":"REFUSED-9","data":{SETTLED}}}"#),
        format!(r#"{{"message":"done","data":{SETTLED}}}"#),
        r#"{"code":"NOTHING-4","message":"nothing"}"#.into(),
        r#"{"code":"EXISTS-5","message":"bill exists"}"#.into(),
    ]
}

/// Money that may have moved is never resent, and its answer never called a refusal.
#[test]
fn body_outweighs_every_status() {
    for lookup in [false, true] {
        for statuses in [vec![], vec![400, 401, 403, 422, 429], (400..=499).chain([503]).collect()] {
            let profile = with(profile(lookup), |profile| profile.nothing_happened_statuses = statuses);
            let biller = Biller::new(with(config(), |config| config.profile = profile)).unwrap();
            for operation in [OperationName::Onboarding, OperationName::Settlement] {
                for (status, body) in (100..=599).flat_map(|status| telling_bodies().map(|body| (status, body))) {
                    let step = match biller.decode(operation, status, body.as_bytes()) {
                        Ok(Outcome::Settlement(SettlementOutcome::Accepted { next_step, .. })) => next_step,
                        Ok(_) => continue,
                        Err(error) => error.next_step(),
                    };
                    let is_harmless = matches!(step, NextStep::VerifyFirst | NextStep::AskService);
                    assert!(is_harmless, "{operation} {status} {body}: {step:?}");
                }
            }
        }
    }
}

#[test]
fn missing_answer_has_a_next_step() {
    for lookup in [false, true] {
        for &operation in OperationName::ALL {
            let unsure = match operation {
                OperationName::Settlement if lookup => NextStep::VerifyFirst,
                OperationName::Verification => NextStep::VerifyAgain,
                _ => NextStep::AskService,
            };
            let not_sent = match operation {
                OperationName::Onboarding | OperationName::Settlement => NextStep::SendAgain,
                operation if operation.effect() == Effect::Reads => NextStep::VerifyAgain,
                _ => NextStep::AskService,
            };
            for (sent, next_step) in [(Sent::No, not_sent), (Sent::Maybe, unsure)] {
                let error = biller(lookup).no_answer(operation, sent);
                let found = (error.kind(), error.code().as_str(), error.next_step(), error.operation());
                assert_eq!(found, ("undetermined", "no_answer", next_step, Some(operation)), "{sent:?} {lookup}");
            }
        }
    }
}

/// Untyped operations return status and JSON, or an error with its next step.
#[test]
fn untyped_operations_never_claim_success() {
    let untyped: Vec<_> = OperationName::ALL.iter().copied().filter(|name| !name.groups().is_empty()).collect();
    assert_eq!(untyped.len(), 11);
    for operation in untyped {
        let request = UntypedRequest::builder().path("/path").build();
        let call = biller(true).prepare_operation(operation, &request).unwrap();
        for status in [200, 204, 307, 400, 429, 500] {
            let answer = call.decode(status, br#"{"code":"000"}"#).unwrap();
            assert_eq!((answer.status.as_u16(), answer.json.is_some()), (status, true));
            for unreadable in [&b"<html>"[..], br#"{"code":"000"#] {
                let error = call.decode(status, unreadable).unwrap_err();
                assert_eq!((error.kind(), error.next_step()), ("unreadable", NextStep::AskService));
            }
        }
        assert_eq!(biller(true).decode(operation, 200, b"{}").unwrap_err().kind(), "internal");
    }
}

/// One error of each variant. Core selects the step with an exhaustive match, so a new variant without a step does not
/// compile. Here, the kinds reveal a missing variant.
#[test]
fn every_error_has_a_next_step() {
    let biller = biller(false);
    let bare = Biller::new(BillerConfig::builder().base_url(BASE_URL).build()).unwrap();
    let search = |code: &str| Verification::builder().identity_code(code).purpose_of_transaction("P").build();
    let decode = |status, body: &str| biller.decode(OperationName::Settlement, status, body.as_bytes()).unwrap_err();
    let received = |token, body: &str| proxy().receive([("Token", token)], body.as_bytes()).unwrap_err();
    let errors = [
        (biller.prepare(&search("")).unwrap_err(), "invalid_request", "empty", NextStep::FixRequest),
        (Biller::new(BillerConfig::default()).unwrap_err(), "invalid_config", "required", NextStep::FixRequest),
        (bare.prepare(&search("I")).unwrap_err(), "missing_credential", "verification_token", NextStep::FixCredentials),
        (decode(200, r#"{"code":"REFUSED-9"}"#), "rejected", "refused", NextStep::FixRequest),
        (decode(503, ""), "undetermined", "http_status", NextStep::AskService),
        (decode(200, "["), "unreadable", "invalid_json", NextStep::AskService),
        (received("other", "{}"), "unauthenticated", "wrong_token", NextStep::FixCredentials),
        (received("test-webhook", "[1]"), "invalid_webhook", "wrong_type", NextStep::AskService),
        (biller.decode(OperationName::Webhook, 200, b"{}").unwrap_err(), "internal", "internal", NextStep::AskService),
    ];
    for (error, kind, code, next_step) in &errors {
        assert_eq!((error.kind(), error.code().as_str(), error.next_step()), (*kind, *code, *next_step), "{error}");
        assert!(error.to_string().contains(next_step.as_str()), "{error}");
    }
    let kinds: BTreeSet<_> = errors.iter().map(|(error, ..): &(Error, _, _, _)| error.kind()).collect();
    assert_eq!(kinds.len(), errors.len(), "expected one error of each kind");
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), kinds_declared());
}

/// The npm package declares exactly these kinds.
fn kinds_declared() -> Vec<&'static str> {
    let types = include_str!("../../wasm/npm/src/models.d.ts");
    let (_, rest) = types.split_once("export const ErrorKind: {").unwrap();
    let (members, _) = rest.split_once("\n};").unwrap();
    let values = members.lines().filter(|line| line.trim_start().starts_with("readonly "));
    let mut kinds: Vec<_> = values.filter_map(|line| line.split('"').nth(1)).collect();
    kinds.sort_unstable();
    kinds
}

fn biller(lookup: bool) -> Biller {
    Biller::new(with(config(), |config| config.profile = profile(lookup))).unwrap()
}

fn profile(lookup: bool) -> WireProfile {
    let of_all =
        |code: &str| format!(r#"{{"onboarding":["{code}"],"settlement":["{code}"],"verification":["{code}"]}}"#);
    let [refusals, not_found, existing] = ["REFUSED-9", "NOTHING-4", "EXISTS-5"].map(of_all);
    let lookup = if lookup { r#"{"identity_code":"ref_id","purpose_of_transaction":"ref_id"}"# } else { "null" };
    let profile = format!(
        r#"{{"refusalCodes":{refusals},"notFoundCodes":{not_found},"existsAlreadyCodes":{existing},
            "settlementLookup":{lookup}}}"#
    );
    WireProfile::from_json(profile.as_bytes()).unwrap()
}
