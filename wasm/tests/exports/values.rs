//! Exports that take and return values.

use billwire_wasm::values;
use js_sys::{Function, JSON, Reflect};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::{BILL, BODY, HASH, ONBOARDING, SETTLEMENT, VERIFICATION, biller, json, number, text, violations};

#[wasm_bindgen_test]
fn names_every_invalid_setting() {
    let options = json(r#"{"baseUrl": "http://service.example", "bearer": "Bearer x", "hashToken": " k", "token": 1}"#);
    let error = values::new_biller(&options, false).unwrap_err();
    assert_eq!(text(&error, "kind"), "invalid_config");
    assert_eq!(
        violations(&error),
        ["token unknown_field", "baseUrl insecure_base_url", "bearer bearer_prefix", "hashToken surrounding_space"]
    );
}

#[wasm_bindgen_test]
fn returns_settings_as_they_were_read() {
    let asked = "((asked = 0) => ({ baseUrl: 'https://service.example', get bearer() { return `read-${++asked}`; }, \
        strict: false, hashToken: undefined, codeShapes: null, profile: { successCodes: { settlement: ['0'] } } }))()";
    let settings = values::new_biller(&evaluate(asked), false).unwrap().get(1);
    let text = JSON::stringify(&settings).unwrap();
    assert_eq!(
        String::from(text),
        r#"{"baseUrl":"https://service.example","bearer":"read-1","strict":false,"codeShapes":null,"profile":{"successCodes":{"settlement":["0"]}}}"#
    );
    let limits = evaluate("({ limits: { bytes: 1024n, depth: 8 } })");
    let settings = values::new_receiver(&limits, true).unwrap().get(1);
    assert_eq!(String::from(JSON::stringify(&settings).unwrap()), r#"{"limits":{"bytes":1024,"depth":8}}"#);
}

#[wasm_bindgen_test]
fn refuses_credentials_in_a_browser() {
    let options = json(r#"{"baseUrl": "https://service.example", "bearer": "x"}"#);
    assert_eq!(violations(&values::new_biller(&options, true).unwrap_err()), ["dangerouslyAllowBrowser browser"]);
    assert!(values::new_biller(&json(r#"{"baseUrl": "https://service.example"}"#), true).is_ok());
}

#[wasm_bindgen_test]
fn prepares_and_signs_a_value() {
    let prepared = values::prepare_value(biller(), SETTLEMENT, &json(BILL)).unwrap();
    assert_eq!(text(&prepared, "body"), format!("{BODY}{HASH}\"}}"));
    assert_eq!(text(&prepared, "url"), "https://service.example/bill_payment/push_bill_with_payment");
}

#[wasm_bindgen_test]
fn explains_an_invalid_value() {
    let request = json(r#"{"ref_id": 1, "date": "2026-01-31T17:00:00", "details": [{"price": "x"}], "hash": "x"}"#);
    let error = values::prepare_value(biller(), SETTLEMENT, &request).unwrap_err();
    assert_eq!(text(&error, "kind"), "invalid_request");
    let found = violations(&error);
    assert_eq!(found[..2], ["ref_id wrong_type", "date missing_offset"]);
    assert!(found.contains(&"details[0].price invalid_decimal".into()));
    assert!(found.contains(&"hash reserved_key".into()));
}

#[wasm_bindgen_test]
fn handles_values_that_json_does_not_have() {
    for (expression, expected) in [
        ("undefined", "total_amount required"),
        ("null", "total_amount required"),
        ("NaN", "total_amount not_finite"),
        ("0.5", "total_amount not_an_integer"),
        ("2n ** 53n", "total_amount out_of_range"),
        ("-(10n ** 400n)", "total_amount out_of_range"),
        ("'40000'", "total_amount wrong_type"),
        ("Symbol('x')", "total_amount wrong_type"),
        ("() => 1", "total_amount wrong_type"),
    ] {
        let bill = json(BILL);
        Reflect::set(&bill, &"total_amount".into(), &evaluate(expression)).unwrap();
        let error = values::prepare_value(biller(), SETTLEMENT, &bill).unwrap_err();
        assert_eq!(violations(&error), [expected], "{expression}");
    }
    let bill = json(BILL);
    Reflect::set(&bill, &"total_amount".into(), &evaluate("40000n")).unwrap();
    Reflect::set(&bill, &"date".into(), &evaluate("new Date('2026-01-31T17:00:00Z')")).unwrap();
    assert!(text(&values::prepare_value(biller(), SETTLEMENT, &bill).unwrap(), "body").contains(HASH));
}

#[wasm_bindgen_test]
fn refuses_an_object_that_contains_itself() {
    let bill = json(BILL);
    Reflect::set(&bill, &"extra".into(), &bill).unwrap();
    let found = violations(&values::prepare_value(biller(), SETTLEMENT, &bill).unwrap_err());
    let (last, rest) = found.split_last().unwrap();
    assert_eq!(last, "extra.extra too_deep");
    assert!(rest.iter().all(|one| one.ends_with(" reserved_key")), "{rest:?}");
}

#[wasm_bindgen_test]
fn decodes_answers() {
    let success = br#"{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}"#;
    let outcome = values::decode(biller(), SETTLEMENT, 200, success).unwrap();
    assert_eq!(text(&outcome, "outcome"), "settled");
    let error = values::decode(biller(), ONBOARDING, 307, b"").unwrap_err();
    assert_eq!([text(&error, "kind"), text(&error, "code")], ["undetermined", "redirect"]);
    let error = values::decode(biller(), VERIFICATION, 200, b"{\"code\":\"SUCCESS\",}").unwrap_err();
    assert_eq!(text(&error, "kind"), "unreadable");
    let error = values::no_answer(biller(), SETTLEMENT, true).unwrap();
    assert_eq!(text(&error, "nextStep"), "askService");
}

#[wasm_bindgen_test]
fn signs_a_value() {
    let key = values::new_key(&"test-hash-key".into()).unwrap();
    assert_eq!(values::sign_value(key, &json(BILL), &JsValue::UNDEFINED).unwrap(), HASH);
    values::drop_key(key);
    let error = values::sign_value(key, &json(BILL), &JsValue::UNDEFINED).unwrap_err();
    assert_eq!(text(&error, "kind"), "internal");
}

#[wasm_bindgen_test]
fn reads_a_webhook_only_with_its_token() {
    let receiver = number(values::new_receiver(&json(r#"{"tokens": ["hook", "next"]}"#), false));
    let body = br#"{"tran_id":"T-1","status":"success"}"#;
    for token in ["", "hoo", "hooks", "NEXT"] {
        let error = values::receive_value(receiver, &json(&format!("[\"{token}\"]")), body).unwrap_err();
        assert_eq!(text(&error, "kind"), "unauthenticated");
    }
    let received = values::receive_value(receiver, &json(r#"["hook"]"#), body).unwrap();
    assert!(received.starts_with(r#"{"payload":{"tran_id":"T-1","#), "{received}");
    let error = values::receive_value(receiver, &json(r#"["next"]"#), b"{\"tran_id\":true}").unwrap_err();
    assert_eq!(violations(&error), ["tran_id wrong_type"]);
}

#[wasm_bindgen_test]
fn reuses_the_number_of_a_dropped_object() {
    let first = biller();
    values::drop_biller(first);
    assert_eq!(text(&values::prepare_value(first, SETTLEMENT, &json(BILL)).unwrap_err(), "kind"), "internal");
    assert_eq!(biller(), first);
    values::drop_biller(u32::MAX);
}

fn evaluate(expression: &str) -> JsValue {
    Function::new_no_args(&format!("return {expression}")).call0(&JsValue::NULL).unwrap()
}
