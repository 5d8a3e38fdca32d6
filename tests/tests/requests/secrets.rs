//! A canary in every secret: it is sent where it must be, and printed nowhere.

use crate::bill;
use billwire::internal::DynamicValue;
use billwire::*;
use billwire_conformance::with;
use billwire_wasm::entrances;
use std::fmt::Debug;

const CANARY: &str = "CANARY";

#[test]
fn secrets_do_not_print() {
    let config = BillerConfig::builder()
        .base_url("https://service.example")
        .bearer(BearerToken::new("CANARY-bearer"))
        .verification_token(VerificationToken::new("CANARY-verification"))
        .hash_token(HashToken::new("CANARY-key"))
        .build();
    silent(&config);
    silent(&config.bearer);
    silent(&config.verification_token);
    silent(&config.hash_token);
    silent(&SigningKey::new(&HashToken::new("CANARY-key")));
    let biller = Biller::new(config).unwrap();
    silent(&biller);
    silent(&biller.with_bearer(BearerToken::new("CANARY-other")).unwrap());

    let draft = with(bill(), |bill| bill.payment_method_token = Some("CANARY-method".into()));
    silent(&draft);
    let call = biller.prepare(&draft).unwrap();
    silent(&call);
    call.headers.iter().for_each(silent);
    // The secrets are present all the same.
    assert!(call.body.contains("CANARY-method"));
    assert!(call.headers.iter().any(|header| header.secret && header.value.as_str() == "Bearer CANARY-bearer"));
    for status in [200, 400, 500] {
        let body = br#"{"code":"E-1","message":"CANARY-message","message_kh":"CANARY","CANARY":"CANARY"}"#;
        let error = call.decode(status, body).unwrap_err();
        assert_eq!(error.answer().unwrap().message_en.as_ref().map(Sensitive::as_str), Some("CANARY-message"));
        // The service's words do not appear in our errors, except for its code.
        assert!(!error.to_string().contains(CANARY), "{error}");
    }
    fails(&call.decode(200, br#"{"code":"000","data":"CANARY"}"#));
    fails(&call.decode(200, b"CANARY"));
    fails(&call.decode(200, br#"{"CANARY":1,"CANARY":2}"#));
    silent(&call.no_answer(Sent::Maybe));

    let event = webhook();
    let expectation =
        Expectation::builder().identity_code("INV-1").purpose_of_transaction("INV-1").currency("KHR").amount(1).build();
    let confirmation = event.confirm(&biller, expectation).unwrap();
    silent(&confirmation);
    assert!(
        confirmation.call.headers.iter().any(|header| header.secret && header.value.as_str() == "CANARY-verification")
    );
}

#[test]
fn errors_do_not_repeat_refused_values() {
    for token in ["Bearer CANARY", "CANARY CANARY", "CANARY\n", " CANARY"] {
        let none = || BillerConfig::builder().base_url("https://service.example").build();
        fails(&Biller::new(with(none(), |config| config.bearer = Some(BearerToken::new(token)))));
        let verification_token = Some(VerificationToken::new(token));
        fails(&Biller::new(with(none(), |config| config.verification_token = verification_token)));
        fails(&WebhookReceiver::merchant_proxy(vec![WebhookToken::new(token)]));
    }
    let key = Some(HashToken::new("CANARY "));
    fails(&Biller::new(BillerConfig::builder().maybe_hash_token(key).base_url("https://CANARY@host").build()));

    let biller = crate::biller();
    let method = Some("CANARY\u{0}".into());
    fails(&biller.prepare(&with(bill(), |bill| {
        bill.payment_method_token = method;
        bill.ref_id = "CANARY\u{1}".into();
    })));
    let members = ["ref_id", "payment_method_token", "total_amount", "exchange_rate_khr", "date", "details"];
    let tree = members.map(|name| (name.to_owned(), DynamicValue::Text("CANARY\u{0}".into())));
    let error =
        entrances::prepare(&biller, OperationName::Settlement, &DynamicValue::Members(tree.into())).unwrap_err();
    assert!(error.violations().len() > members.len());
    silent(&error);
}

#[test]
fn webhook_errors_contain_no_token_and_no_body() {
    let receiver = WebhookReceiver::merchant_proxy(vec![WebhookToken::new("CANARY-expected")]).unwrap();
    silent(&receiver);
    for headers in
        [vec![], vec![("Token", "CANARY-guess")], vec![("token", "CANARY-expected"), ("TOKEN", "CANARY-expected")]]
    {
        let error = receiver.receive(headers, b"{}").unwrap_err();
        assert_eq!(error.kind(), "unauthenticated");
        silent(&error);
    }
    let bodies: [&[u8]; 5] = [
        b"CANARY",
        br#"{"CANARY":1,"CANARY":2}"#,
        br#"{"tran_id":["CANARY"]}"#,
        br#"{"customers":"CANARY"}"#,
        br#"{"x":"CANARY\ud800"}"#,
    ];
    for body in bodies {
        fails(&receiver.receive([("Token", "CANARY-expected")], body));
    }
    silent(&webhook());
    // An unreadable amount refuses no webhook, and its warning does not repeat it.
    let odd = br#"{"tran_amount":"CANARY","customers":[{"amount":"CANARY"}]}"#;
    let event = receiver.receive([("Token", "CANARY-expected")], odd).unwrap();
    assert_eq!(
        crate::places(&event.warnings),
        [("tran_amount", Code::InvalidDecimal), ("customers[0].amount", Code::InvalidDecimal)]
    );
    assert_eq!(event.payload.customers.as_slice()[0].extra.get("amount").and_then(Json::as_text), Some(CANARY));
    silent(&event);
}

#[test]
fn confidential_answers_do_not_print() {
    let body = br#"{"code":"000","data":{"add_link_account":{"web_url":"CANARY"}},"CANARY":{"CANARY":"CANARY"}}"#;
    let Outcome::Onboarding(outcome) = crate::biller().decode(OperationName::Onboarding, 200, body).unwrap() else {
        panic!("no onboarding");
    };
    silent(&outcome);
    assert_eq!(outcome.response.data.unwrap().add_link_account.unwrap().web_url, Some(CANARY.into()));
}

/// An event with a canary as token.
fn webhook() -> WebhookEvent {
    let receiver = WebhookReceiver::merchant_proxy(vec![WebhookToken::new("CANARY-webhook")]).unwrap();
    receiver.receive([("Token", "CANARY-webhook")], br#"{"tran_id":"T-1","CANARY":"CANARY"}"#).unwrap()
}

fn fails<T>(result: &Result<T, Error>) {
    let error = result.as_ref().err().expect("a refusal");
    silent(error);
    assert!(!error.to_string().contains(CANARY), "{error}");
    assert!(!serde_json::to_string(error).unwrap().contains(CANARY), "{error}");
}

fn silent(value: &impl Debug) {
    for printed in [format!("{value:?}"), format!("{value:#?}")] {
        assert!(!printed.contains(CANARY) && !printed.is_empty(), "{printed}");
    }
}
