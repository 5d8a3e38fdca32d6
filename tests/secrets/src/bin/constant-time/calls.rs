//! Requests with the tokens in their headers and the hash in their body.

use crate::secret::{is_marked, published, secret};
use billwire::internal::DynamicValue;
use billwire::{Biller, OperationName};
use billwire_conformance::{Case, dynamic_value};
use billwire_wasm::entrances;

const BASE_URL: &str = "https://service.example";

pub(crate) fn check(case: &Case) {
    let call =
        entrances::prepare(&biller(case), operation(case), &dynamic_value(case.get("request"))).expect("a request");
    assert_eq!(call.body, case.text("body"), "{}", case.id);
    let headers = case.get("headers").as_array().expect("headers");
    assert_eq!(call.headers.len(), headers.len(), "{}", case.id);
    for (header, expected) in call.headers.iter().zip(headers) {
        assert_eq!(is_marked(header.value.as_str().as_bytes()), header.secret, "{}: {}", case.id, header.name);
        let expected = expected[1].as_str().expect("a header");
        assert_eq!(published(header.value.as_str().as_bytes()), expected.as_bytes(), "{}", case.id);
    }
}

fn biller(case: &Case) -> Biller {
    let options = [
        ("baseUrl", DynamicValue::Text(BASE_URL.into())),
        ("bearer", DynamicValue::Text(secret("test-bearer"))),
        ("verificationToken", DynamicValue::Text(secret("test-verification"))),
        ("hashToken", DynamicValue::Text(secret("test-hash-key"))),
        ("strict", DynamicValue::Bool(case.get("strict") == true)),
        ("codeShapes", dynamic_value(case.get("code_shapes"))),
        ("profile", dynamic_value(case.get("profile"))),
    ];
    let options = options.into_iter().map(|(name, value)| (name.into(), value)).collect();
    entrances::biller(DynamicValue::Members(options), false).expect("settings")
}

fn operation(case: &Case) -> OperationName {
    let name = case.text("operation");
    OperationName::ALL.iter().copied().find(|operation| operation.as_str() == name).expect("an operation")
}
