//! Every answer to every operation has a next step, and so has every error.
//!
//! The tables are written by hand from the rules, not derived from the code.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "these are tests")]

use billwire::{
    BearerToken, Biller, BillerConfig, CodesByOperation, Effect, Error, HashToken, NextStep, OperationName, Outcome,
    Sent, SettlementLookup, SettlementOutcome, UntypedRequest, Verification, VerificationToken, WebhookReceiver,
    WebhookToken, WireProfile,
};
use billwire_conformance::with;
use std::collections::BTreeSet;

const SHAPED: [OperationName; 3] = [OperationName::Onboarding, OperationName::Settlement, OperationName::Verification];

/// Content of an answer's body.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Body {
    Success,
    /// A settlement with the success code, whose statuses are not both success.
    Unfinished,
    OtherCode,
    /// A code that the interface lists for onboarding without a meaning.
    WithoutMeaning,
    NoCode,
    Unreadable,
    Empty,
    /// A success code in a body without the shape of a success.
    Misshapen,
    Refusal,
    /// A refusal code together with a status that means success.
    RefusalOfSuccess,
    /// No code, and a status that means success.
    SuccessWithoutCode,
    /// A code that the profile lists as not found.
    NotFound,
    /// A code that the profile lists as existing already.
    ExistsAlready,
    /// A truncated success.
    CutOff,
}

const BODIES: [Body; 14] = [
    Body::Success,
    Body::Unfinished,
    Body::OtherCode,
    Body::WithoutMeaning,
    Body::NoCode,
    Body::Unreadable,
    Body::Empty,
    Body::Misshapen,
    Body::Refusal,
    Body::RefusalOfSuccess,
    Body::SuccessWithoutCode,
    Body::NotFound,
    Body::ExistsAlready,
    Body::CutOff,
];

impl Body {
    fn text(self, operation: OperationName) -> String {
        let success = if operation == OperationName::Verification { "SUCCESS" } else { "000" };
        match self {
            Body::Success => format!(r#"{{"code":"{success}","message":"done","data":{}}}"#, data(operation)),
            Body::Unfinished => format!(r#"{{"code":"{success}","message":"taken","data":{}}}"#, unfinished(operation)),
            Body::OtherCode => r#"{"code":"E-77","message":"what is this"}"#.into(),
            Body::WithoutMeaning => r#"{"code":"310"}"#.into(),
            Body::NoCode => r#"{"message":"hello"}"#.into(),
            Body::Unreadable => "<html>Bad Gateway</html>".into(),
            Body::Empty => String::new(),
            Body::Misshapen => format!(r#"{{"code":"{success}","message":"done","data":[]}}"#),
            Body::Refusal => r#"{"code":"REFUSED-9","message":"no"}"#.into(),
            Body::RefusalOfSuccess => format!(r#"{{"code":"REFUSED-9","data":{SETTLED}}}"#),
            Body::SuccessWithoutCode => format!(r#"{{"message":"done","data":{SETTLED}}}"#),
            Body::NotFound => r#"{"code":"NOTHING-4","message":"nothing"}"#.into(),
            Body::ExistsAlready => r#"{"code":"EXISTS-5","message":"bill exists"}"#.into(),
            Body::CutOff => format!(r#"{{"code":"{success}","message":"done","data":{{"bill":{{"sta"#),
        }
    }
}

const SETTLED: &str = r#"{"bill":{"status":"success"},"payment":{"status":"success"}}"#;

fn data(operation: OperationName) -> &'static str {
    match operation {
        OperationName::Settlement => SETTLED,
        OperationName::Verification => {
            r#"{"tran_id":"T","tran_date":"D","tran_amount":1,"fee_amount":0,"total_amount":1,"currency":"KHR",
            "identity_code":"I","bank_code":"B","bank_ref":"R","purpose_of_transaction":"P","status":"success"}"#
        }
        _ => "{}",
    }
}

fn unfinished(operation: OperationName) -> &'static str {
    match operation {
        OperationName::Settlement => r#"{"bill":{"status":"success"},"payment":{"status":"pending"}}"#,
        _ => data(operation),
    }
}

/// Expected result of an answer: kind, code, and next step.
#[derive(Debug, PartialEq)]
struct Known {
    end: &'static str,
    code: &'static str,
    next_step: Option<NextStep>,
}

fn expected(operation: OperationName, status: u16, body: Body, lookup: bool) -> Known {
    let known = |end, code, next_step| Known { end, code, next_step: Some(next_step) };
    let unsure = when_unsure(operation, lookup);
    let is_4xx = (400..500).contains(&status);
    let reads = operation == OperationName::Verification;
    if body == Body::Refusal && (status == 200 || is_4xx) {
        return known("rejected", "refused", NextStep::FixRequest);
    }
    if status != 200 {
        let tells_success = body.tells_success();
        let code = match status {
            300..=399 => "redirect",
            400..=599 if tells_success && !reads => "contradictory",
            400..=599 if body == Body::ExistsAlready => "exists_already",
            _ => "http_status",
        };
        let decides = reads || matches!(body, Body::NoCode | Body::Unreadable | Body::Empty);
        let next_step = match status {
            400 | 422 if decides => NextStep::FixRequest,
            401 | 403 if decides => NextStep::FixCredentials,
            429 if decides && !reads => NextStep::SendAgain,
            _ => unsure,
        };
        let next_step = if code == "exists_already" { unsure } else { next_step };
        return known("undetermined", code, next_step);
    }
    let is_onboarding = operation == OperationName::Onboarding;
    match body {
        Body::Unfinished if operation == OperationName::Settlement => known("accepted", "", unsure),
        Body::Success | Body::Unfinished => Known { end: "success", code: "", next_step: None },
        Body::WithoutMeaning if is_onboarding => known("undetermined", "code_without_meaning", unsure),
        Body::WithoutMeaning | Body::OtherCode => known("undetermined", "unknown_code", unsure),
        Body::NoCode | Body::SuccessWithoutCode => known("undetermined", "missing_code", unsure),
        Body::RefusalOfSuccess => known("undetermined", "contradictory", unsure),
        Body::NotFound => known("undetermined", "not_found", unsure),
        Body::ExistsAlready => known("undetermined", "exists_already", unsure),
        Body::Unreadable | Body::Empty | Body::CutOff => known("unreadable", "invalid_json", unsure),
        // A body with the wrong shape has it on every attempt.
        Body::Misshapen => known("unreadable", "wrong_type", if reads { NextStep::AskService } else { unsure }),
        Body::Refusal => unreachable!("seen above"),
    }
}

impl Body {
    /// Returns whether the body says that something has happened.
    fn tells_success(self) -> bool {
        use Body::*;
        matches!(self, Success | Unfinished | Misshapen | RefusalOfSuccess | SuccessWithoutCode)
    }

    /// Returns whether the body has no code, or a code that the profile lists as a refusal, and no contradiction.
    fn leaves_it_to_the_status(self) -> bool {
        matches!(self, Body::NoCode | Body::Unreadable | Body::Empty | Body::Refusal)
    }
}

fn when_unsure(operation: OperationName, lookup: bool) -> NextStep {
    match operation {
        OperationName::Settlement if lookup => NextStep::VerifyFirst,
        OperationName::Verification => NextStep::VerifyAgain,
        _ => NextStep::AskService,
    }
}

#[test]
fn every_answer_has_a_next_step() {
    let mut answers = 0;
    let mut steps = BTreeSet::new();
    for lookup in [false, true] {
        let biller = biller(lookup);
        for operation in SHAPED {
            for status in 100..=599 {
                for body in BODIES {
                    let answer = biller.decode(operation, status, body.text(operation).as_bytes());
                    let wanted = expected(operation, status, body, lookup);
                    assert_eq!(known(&answer), wanted, "{operation} {status} {body:?} {lookup}");
                    steps.insert((operation.as_str(), wanted.end, wanted.next_step.map(NextStep::as_str)));
                    answers += 1;
                }
            }
        }
    }
    println!("{answers} answers end in {} different ways", steps.len());
    assert_eq!(answers, 2 * 3 * 500 * BODIES.len());
}

fn known(answer: &Result<Outcome, Error>) -> Known {
    match answer {
        Ok(Outcome::Settlement(SettlementOutcome::Accepted { next_step, .. })) => {
            Known { end: "accepted", code: "", next_step: Some(*next_step) }
        }
        Ok(_) => Known { end: "success", code: "", next_step: None },
        Err(error) => Known { end: error.kind(), code: error.code().as_str(), next_step: Some(error.next_step()) },
    }
}

/// The rule behind the table: money that may have moved is never resent, and its answer never called a refusal.
#[test]
fn body_outweighs_every_status() {
    let harmless = [NextStep::VerifyFirst, NextStep::AskService];
    for lookup in [false, true] {
        for statuses in [vec![], vec![400, 401, 403, 422, 429], (400..=599).collect()] {
            let profile = with(profile(lookup), |profile| profile.nothing_happened_statuses = statuses);
            let biller = Biller::new(with(config(), |config| config.profile = profile)).unwrap();
            for operation in [OperationName::Onboarding, OperationName::Settlement] {
                for status in 100..=599 {
                    for body in BODIES.into_iter().filter(|body| !body.leaves_it_to_the_status()) {
                        let answer = biller.decode(operation, status, body.text(operation).as_bytes());
                        let step = known(&answer).next_step;
                        let is_harmless = step.is_none_or(|step| harmless.contains(&step));
                        assert!(is_harmless, "{operation} {status} {body:?}: {step:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn reading_operations_never_return_send_again() {
    for lookup in [false, true] {
        let biller = biller(lookup);
        for status in 100..=599 {
            for body in BODIES {
                let answer = biller.decode(
                    OperationName::Verification,
                    status,
                    body.text(OperationName::Verification).as_bytes(),
                );
                assert_ne!(known(&answer).next_step, Some(NextStep::SendAgain), "{status} {body:?}");
            }
        }
    }
}

#[test]
fn profile_lists_statuses_without_effect() {
    let step = |statuses: Vec<u16>, status| {
        let profile = with(profile(true), |profile| profile.nothing_happened_statuses = statuses);
        let biller = Biller::new(with(config(), |config| config.profile = profile)).unwrap();
        biller.decode(OperationName::Settlement, status, b"").unwrap_err().next_step()
    };
    for status in [400, 401, 403, 422, 429] {
        assert_eq!(step(Vec::new(), status), NextStep::VerifyFirst, "{status}");
    }
    for (status, next_step) in [
        (404, NextStep::FixRequest),
        (407, NextStep::FixCredentials),
        (408, NextStep::SendAgain),
        (503, NextStep::SendAgain),
    ] {
        assert_eq!(step(vec![status], status), next_step, "{status}");
    }
}

#[test]
fn unreadable_body_may_contain_a_code() {
    let biller = biller(true);
    for (body, next_step) in [
        (&b""[..], NextStep::SendAgain),
        (b"Too many requests", NextStep::SendAgain),
        (b"<html><body>429</body></html>", NextStep::SendAgain),
        (b"{}", NextStep::SendAgain),
        (br#"{"code":null}"#, NextStep::SendAgain),
        (br#"{"code":"000","data":{"bill":{"sta"#, NextStep::VerifyFirst),
        (b"\xef\xbb\xbf{\"code\":\"000\"}", NextStep::VerifyFirst),
        (br#"{"code":true}"#, NextStep::VerifyFirst),
        (br#"{"code":"E","code":"000"}"#, NextStep::VerifyFirst),
        (br#"[{"code":"000"}]"#, NextStep::VerifyFirst),
        (br#")]}',{"code":"000"}"#, NextStep::VerifyFirst),
        (br#"{"data":[{"deep":{"status":"success"}}]}"#, NextStep::VerifyFirst),
    ] {
        let error = biller.decode(OperationName::Settlement, 429, body).unwrap_err();
        assert_eq!(error.next_step(), next_step, "{}", String::from_utf8_lossy(body));
    }
}

#[test]
fn profile_adds_codes() {
    let own = |codes: &[&str]| CodesByOperation::builder().onboarding(codes.iter().copied()).build();
    let profile = WireProfile::builder().success_codes(own(&["OK", "310"])).refusal_codes(own(&["NO", "312"])).build();
    let biller = Biller::new(with(config(), |config| config.profile = profile)).unwrap();
    let end = |operation, code: &str| {
        let known = known(&biller.decode(operation, 200, format!(r#"{{"code":{code}}}"#).as_bytes()));
        (known.end, known.code)
    };
    for success in ["\"000\"", "\"OK\"", "\"310\"", "310"] {
        assert_eq!(end(OperationName::Onboarding, success), ("success", ""), "{success}");
    }
    for refusal in ["\"NO\"", "\"312\"", "312"] {
        assert_eq!(end(OperationName::Onboarding, refusal), ("rejected", "refused"), "{refusal}");
    }
    assert_eq!(end(OperationName::Onboarding, "1"), ("undetermined", "code_without_meaning"));
    // A list of one operation does not apply to another.
    for code in ["\"OK\"", "\"NO\"", "310", "312", "1"] {
        assert_eq!(end(OperationName::Settlement, code), ("undetermined", "unknown_code"), "{code}");
    }
}

#[test]
fn missing_answer_has_a_next_step() {
    for lookup in [false, true] {
        let biller = biller(lookup);
        for &operation in OperationName::ALL {
            let not_sent = match operation {
                OperationName::Onboarding | OperationName::Settlement => NextStep::SendAgain,
                operation if operation.effect() == Effect::Reads => NextStep::VerifyAgain,
                _ => NextStep::AskService,
            };
            for (sent, next_step) in [(Sent::No, not_sent), (Sent::Maybe, when_unsure(operation, lookup))] {
                let error = biller.no_answer(operation, sent);
                let found = (error.kind(), error.code().as_str(), error.next_step(), error.operation());
                assert_eq!(
                    found,
                    ("undetermined", "no_answer", next_step, Some(operation)),
                    "{operation} {sent:?} {lookup}"
                );
            }
        }
    }
}

/// Untyped operations never claim success: they return status and JSON, or an error with its next step.
#[test]
fn untyped_operations_never_claim_success() {
    let biller = biller(true);
    let untyped: Vec<_> = OperationName::ALL.iter().copied().filter(|name| !name.groups().is_empty()).collect();
    assert_eq!(untyped.len(), 11);
    for operation in untyped {
        let request = UntypedRequest::builder().path("/path").build();
        let call = biller.prepare_operation(operation, &request).unwrap();
        for status in 100..=599 {
            for body in BODIES {
                let is_json = !matches!(body, Body::Unreadable | Body::CutOff);
                match call.decode(status, body.text(OperationName::Onboarding).as_bytes()) {
                    Ok(answer) => assert_eq!((answer.status.as_u16(), is_json), (status, true)),
                    Err(error) => {
                        assert_eq!((error.kind(), error.next_step()), ("unreadable", NextStep::AskService));
                        assert!(!is_json, "{operation} {status}");
                    }
                }
            }
        }
        assert_eq!(biller.decode(operation, 200, b"{}").unwrap_err().kind(), "internal");
    }
}

/// One error of each variant. Core selects the step with an exhaustive match, so a new variant without a step does not
/// compile. Here, the kinds reveal a missing variant.
#[test]
fn every_error_has_a_next_step() {
    let biller = biller(false);
    let bare = Biller::new(BillerConfig::builder().base_url("https://service.example").build()).unwrap();
    let proxy = WebhookReceiver::merchant_proxy(vec![WebhookToken::new("webhook-token")]).unwrap();
    let search = |code: &str| Verification::builder().identity_code(code).purpose_of_transaction("P").build();
    let decode = |status, body: &str| biller.decode(OperationName::Settlement, status, body.as_bytes()).unwrap_err();
    let errors = [
        (biller.prepare(&search("")).unwrap_err(), "invalid_request", "empty", NextStep::FixRequest),
        (Biller::new(BillerConfig::default()).unwrap_err(), "invalid_config", "required", NextStep::FixRequest),
        (bare.prepare(&search("I")).unwrap_err(), "missing_credential", "verification_token", NextStep::FixCredentials),
        (decode(200, r#"{"code":"REFUSED-9"}"#), "rejected", "refused", NextStep::FixRequest),
        (decode(503, ""), "undetermined", "http_status", NextStep::AskService),
        (decode(200, "["), "unreadable", "invalid_json", NextStep::AskService),
        (proxy.receive([], b"{}").unwrap_err(), "unauthenticated", "missing_token", NextStep::FixCredentials),
        (
            proxy.receive([("Token", "webhook-token")], b"[]").unwrap_err(),
            "invalid_webhook",
            "wrong_type",
            NextStep::AskService,
        ),
        (biller.decode(OperationName::Webhook, 200, b"{}").unwrap_err(), "internal", "internal", NextStep::AskService),
    ];
    for (error, kind, code, next_step) in &errors {
        assert_eq!((error.kind(), error.code().as_str(), error.next_step()), (*kind, *code, *next_step), "{error}");
        assert!(error.to_string().contains(next_step.as_str()), "{error}");
    }
    let kinds: BTreeSet<_> = errors.iter().map(|(error, ..)| error.kind()).collect();
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
    let of_all = |code: &str| {
        let codes = || vec![code.to_owned()];
        CodesByOperation::builder().onboarding(codes()).settlement(codes()).verification(codes()).build()
    };
    let settlement_lookup =
        lookup.then(|| SettlementLookup::builder().identity_code("ref_id").purpose_of_transaction("ref_id").build());
    WireProfile::builder()
        .refusal_codes(of_all("REFUSED-9"))
        .not_found_codes(of_all("NOTHING-4"))
        .exists_already_codes(of_all("EXISTS-5"))
        .maybe_settlement_lookup(settlement_lookup)
        .build()
}

fn config() -> BillerConfig {
    BillerConfig::builder()
        .base_url("https://service.example")
        .bearer(BearerToken::new("test-bearer"))
        .verification_token(VerificationToken::new("test-verification"))
        .hash_token(HashToken::new("test-hash-key"))
        .build()
}
