//! The one error: its details cross, and no secret does.

use super::*;
use crate::{
    credentials::WebhookToken,
    error::{BillwireError, ErrorDetails, Finding, Reply, code_doc_url, code_text},
    models::CodesByOperation,
    values::Int32,
    webhook::{WebhookHeaders, WebhookReceiver},
};
use billwire::{Code, NextStep, OperationName};
use std::collections::HashMap;

/// No field that concerns an answer or a webhook is set.
#[test]
fn a_violation_has_a_path_and_a_rule() {
    let wrong = Settlement { total_amount: -1, currency: String::new(), ..bill() };
    let error = biller().prepare_settlement(wrong).err().unwrap();
    let violation = |path: &str, code: Code, explanation: &str| Finding {
        path: path.into(),
        code,
        explanation: explanation.into(),
        offset: None,
    };
    let bounds = "expected a whole number from 0 to 9007199254740991";
    let expected = ErrorDetails {
        text: error.to_string(),
        kind: "invalid_request".into(),
        code: Code::Empty,
        next_step: NextStep::FixRequest,
        violations: vec![
            violation("currency", Code::Empty, "the text is empty"),
            violation("total_amount", Code::OutOfRange, bounds),
        ],
        violations_omitted: 0.into(),
        operation: Some(OperationName::Settlement),
        http_status: None,
        response_code: None,
        message_en: None,
        message_kh: None,
        response: None,
    };
    assert_eq!(error.details(), expected);
    assert!(matches!(error, BillwireError::InvalidRequest { .. }));
    let text = error.to_string();
    assert!(text.starts_with("settlement: currency: ") && text.contains("total_amount: "), "{text}");
    assert!(!text.contains("next"), "each language adds the next step as it spells it: {text}");
}

#[test]
fn counts_violations_beyond_a_hundred() {
    let line = Line { quantity: Some(-1), ..line("Rice", "Jasmine", 1, ["1", "1", "0"]) };
    let failure = biller().prepare_settlement(Settlement { details: Some(vec![line; 107]), ..bill() });
    let failure = failure.err().unwrap().details();
    assert_eq!((failure.violations.len(), failure.violations_omitted), (100, 7.into()));
    assert_eq!(failure.violations[99].path, "details[99].quantity");
}

/// As in the vector `responses/onboarding-refused-200`.
#[test]
fn keeps_the_services_words_apart() {
    let refusal_codes =
        CodesByOperation { onboarding: vec!["E-17".into(), "42".into()], ..CodesByOperation::default() };
    let biller = biller_with(WireProfile { refusal_codes: Some(refusal_codes), ..profile() });
    let body = r#"{"code":"E-17","message":"Not today","message_kh":"ទេ"}"#;
    let error = biller.decode_onboarding(422.into(), body.as_bytes()).unwrap_err();
    assert!(matches!(error, BillwireError::Rejected { .. }));
    let failure = error.details();
    assert_eq!(
        (failure.kind.as_str(), failure.code, failure.next_step),
        ("rejected", Code::Refused, NextStep::FixRequest)
    );
    assert_eq!((failure.http_status, failure.response_code.as_deref()), (Some(422.into()), Some("E-17")));
    let untrusted = [failure.message_en.as_ref(), failure.message_kh.as_ref()].map(|text| text.unwrap().as_str());
    assert_eq!(untrusted, ["Not today", "ទេ"]);
    for printed in [error.to_string(), format!("{error:?}")] {
        assert!(!printed.contains("Not today") && !printed.contains("ទេ"), "{printed}");
    }
}

/// The vector `responses/onboarding-unreadable-key-twice`.
#[test]
fn a_finding_in_a_body_has_its_byte() {
    let error = biller().decode_onboarding(200.into(), br#"{"note":"a","note":"a"}"#).unwrap_err();
    assert!(matches!(error, BillwireError::Unreadable { .. }));
    let [violation] = &error.details().violations[..] else { panic!("one violation") };
    assert_eq!((violation.path.as_str(), violation.code, violation.offset), ("", Code::DuplicateKey, Some(12.into())));
    assert_eq!(violation.explanation, "a key stands twice in one object");
}

#[test]
fn refuses_a_webhook_with_a_response() {
    let receiver = WebhookReceiver::merchant_proxy(vec![Arc::new(WebhookToken::new("right".into()))], None).unwrap();
    let receive = |token: &str| {
        let headers: WebhookHeaders = [("Token".to_owned(), token.to_owned())].into_iter().collect();
        receiver.receive(headers, b"[]").err().unwrap()
    };
    let reply = |status: u16, message: &str| Reply {
        status: Int32::of(status),
        headers: HashMap::from([("Content-Type".into(), "application/json".into())]),
        body: format!(r#"{{"status":"failed","message":"{message}"}}"#),
    };
    let forged = receive("wrong");
    assert!(matches!(forged, BillwireError::Unauthenticated { .. }));
    assert_eq!(forged.details().response, Some(reply(401, "unauthenticated")));
    assert_eq!(forged.details().operation, Some(OperationName::Webhook));
    let unreadable = receive("right");
    assert!(matches!(unreadable, BillwireError::InvalidWebhook { .. }));
    assert_eq!(unreadable.details().response, Some(reply(400, "invalid")));
}

#[test]
fn a_code_has_a_stable_text() {
    assert_eq!(code_text(Code::MissingOffset), "missing_offset");
    assert_eq!(code_text(Code::WrongToken), "wrong_token");
    let page = "https://billwire.github.io/billwire/errors.html";
    assert_eq!(code_doc_url(Code::WrongToken), format!("{page}#wrong_token"));
}
