//! The platform's own objects: WebCrypto computes the same signatures, `Headers`, `Request` and `Response` carry
//! calls and answers.

use billwire_wasm::values;
use js_sys::{Array, Function, Object, Promise, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{Crypto, CryptoKey, Headers, Request, RequestInit, Response, ResponseInit};

use crate::{BILL, ONBOARDING, SETTLEMENT, VERIFICATION, biller, json, number, text, violations};

const LONGER_THAN_A_BLOCK: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\
    0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

#[wasm_bindgen_test]
async fn webcrypto_computes_the_same_signatures() {
    let options = json(r#"{"signingOffset": "+07:00"}"#);
    for ref_id in ["INV-0001", "វិក្កយបត្រ-១", "é😀"] {
        for key in ["test-hash-key", "គន្លឹះ", LONGER_THAN_A_BLOCK] {
            let bill = with(BILL, "ref_id", &ref_id.into());
            let number = values::new_key(&key.into()).unwrap();
            for (options, digits) in [(&JsValue::UNDEFINED, "20260131170000"), (&options, "20260201000000")] {
                let expected = webcrypto(key, &format!("{ref_id}{digits}KHR40000C-1S-1")).await;
                assert_eq!(values::sign_value(number, &bill, options).unwrap(), expected, "{ref_id} by {key}");
            }
            values::drop_key(number);
        }
    }
}

#[wasm_bindgen_test]
async fn a_prepared_request_has_the_signature_of_webcrypto() {
    let prepared = values::prepare_value(biller(), SETTLEMENT, &json(BILL)).unwrap();
    let expected = webcrypto("test-hash-key", "INV-000120260131170000KHR40000C-1S-1").await;
    assert_eq!(text(&text(&prepared, "body"), "hash"), expected);
}

#[wasm_bindgen_test]
async fn a_request_of_the_platform_carries_a_call() {
    let biller = biller();
    let bill = with(BILL, "description", &"ទឹក 😀 \"".into());
    let body = text(&values::prepare_value(biller, SETTLEMENT, &bill).unwrap(), "body");
    for (operation, name, secret) in [(SETTLEMENT, "Authorization", "Bearer b"), (VERIFICATION, "Token", "v")] {
        let envelope = values::envelope(biller, operation).unwrap();
        let init = RequestInit::new();
        init.set_method(&text(&envelope.get(0), "method"));
        init.set_headers(&headers_of(&envelope.get(1)));
        init.set_body(&body.as_str().into());
        let request = Request::new_with_str_and_init(&text(&envelope.get(0), "url"), &init).unwrap();
        assert_eq!(request.headers().get(name).unwrap().as_deref(), Some(secret));
        assert_eq!(request.headers().get("content-type").unwrap().as_deref(), Some("application/json"));
        assert_eq!(resolved(request.text()).await.as_string(), Some(body.clone()));
    }
}

#[wasm_bindgen_test]
async fn a_response_of_the_platform_is_an_answer() {
    let biller = biller();
    let settled =
        r#"{"code":"000","message":"ជោគជ័យ","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}"#;
    let (status, body) = read(settled, 200).await;
    assert_eq!(text(&values::decode(biller, SETTLEMENT, status, &body, None).unwrap(), "outcome"), "settled");
    let (status, body) = read("<html>", 503).await;
    let error = values::decode(biller, ONBOARDING, status, &body, None).unwrap_err();
    assert_eq!([text(&error, "kind"), text(&error, "nextStep")], ["undetermined", "askService"]);
}

#[wasm_bindgen_test]
async fn a_request_of_the_platform_is_a_webhook() {
    let receiver = number(values::new_receiver(&json(r#"{"tokens": ["hook"]}"#), false));
    let (_, body) = read(r#"{"tran_id":"T-1","bank_name":"ធនាគារ"}"#, 200).await;
    let headers = Headers::new().unwrap();
    let receive = |headers: &Headers| {
        let tokens: Array = headers.get("TOKEN").unwrap().iter().map(JsValue::from).collect();
        values::receive_value(receiver, &tokens, &body)
    };
    assert_eq!(text(&receive(&headers).unwrap_err(), "kind"), "unauthenticated");
    headers.append("Token", "hook").unwrap();
    assert!(receive(&headers).unwrap().contains("ធនាគារ"));
    // `Headers` joins two headers of a name.
    headers.append("token", "hook").unwrap();
    assert_eq!(text(&receive(&headers).unwrap_err(), "kind"), "unauthenticated");
}

#[wasm_bindgen_test]
fn an_object_of_the_platform_is_no_value() {
    let response = Response::new().unwrap();
    let headers = Headers::new().unwrap();
    headers.append("ref_id", "INV-0001").unwrap();
    let refused = |request: &JsValue| violations(&values::prepare_value(biller(), SETTLEMENT, request).unwrap_err());
    assert!(refused(&headers).contains(&"ref_id required".to_owned()));
    assert!(refused(&response).contains(&"ref_id required".to_owned()));
    assert_eq!(refused(&with(BILL, "ref_id", &headers)), ["ref_id wrong_type"]);
    assert_eq!(refused(&with(BILL, "details", &headers)), ["details wrong_type"]);
    assert_eq!(refused(&with(BILL, "date", &response)), ["date wrong_type"]);
    assert_eq!(violations(&values::new_biller(&headers, false).unwrap_err()), ["baseUrl required"]);
    assert_eq!(violations(&values::new_receiver(&headers, false).unwrap_err()), ["tokens required"]);
}

/// HMAC-SHA-512 by the platform, in Base64.
async fn webcrypto(key: &str, message: &str) -> String {
    let global = js_sys::global();
    let subtle = Reflect::get(&global, &"crypto".into()).unwrap().unchecked_into::<Crypto>().subtle();
    let algorithm = json(r#"{"name": "HMAC", "hash": "SHA-512"}"#).unchecked_into::<Object>();
    let raw = Uint8Array::from(key.as_bytes());
    let usages = Array::of1(&"sign".into());
    let imported = subtle.import_key_with_object("raw", &raw, &algorithm, false, &usages).unwrap();
    let key: CryptoKey = resolved(Ok(imported)).await.unchecked_into();
    let signature = resolved(subtle.sign_with_str_and_u8_array("HMAC", &key, message.as_bytes())).await;
    let binary: String = Uint8Array::new(&signature).to_vec().into_iter().map(char::from).collect();
    let btoa: Function = Reflect::get(&global, &"btoa".into()).unwrap().unchecked_into();
    btoa.call1(&global, &binary.into()).unwrap().as_string().unwrap()
}

/// Status and bytes of a response with this body.
async fn read(body: &str, status: u16) -> (u16, Vec<u8>) {
    let init = ResponseInit::new();
    init.set_status(status);
    let response = Response::new_with_opt_str_and_init(Some(body), &init).unwrap();
    (response.status(), Uint8Array::new(&resolved(response.array_buffer()).await).to_vec())
}

async fn resolved(promise: Result<Promise, JsValue>) -> JsValue {
    JsFuture::from(promise.unwrap()).await.unwrap()
}

/// `Headers` of a call's list, which has a name, a value and whether the value is secret.
fn headers_of(list: &JsValue) -> Headers {
    let headers = Headers::new().unwrap();
    for header in Array::from(list) {
        let header = Array::from(&header);
        let [name, value] = [0, 1].map(|index| header.get(index).as_string().unwrap());
        headers.append(&name, &value).unwrap();
    }
    headers
}

/// Object of JSON text, with another member.
fn with(object: &str, name: &str, value: &JsValue) -> JsValue {
    let object = json(object);
    Reflect::set(&object, &name.into(), value).unwrap();
    object
}
