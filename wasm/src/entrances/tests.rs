//! Settings and untyped requests, named as JavaScript names them. The vectors and the laws compare the calls with the
//! typed API.

use super::*;
use crate::test_values::{double, list, object, places, refused, text};
use billwire::internal::DynamicValue;
use billwire::{Code, Error, OperationName, SigningKey, WebhookReceiver};

fn base_url() -> (&'static str, DynamicValue) {
    ("baseUrl", text("https://service.example"))
}

#[test]
fn a_setting_of_the_wrong_type_has_one_violation() {
    let options = object([("baseUrl", double(1.0)), ("verificationToken", text("a b")), ("base_url", text("x"))]);
    let violations = places([
        ("baseUrl", Code::WrongType),
        ("base_url", Code::UnknownField),
        ("verificationToken", Code::InvalidToken),
    ]);
    assert_eq!(refused(biller(options, false)), violations);
}

#[test]
fn refuses_each_credential_in_a_browser_by_default() {
    for name in ["bearer", "verificationToken", "hashToken"] {
        let made = |meant, in_browser| {
            let options = object([base_url(), (name, text("secret")), ("dangerouslyAllowBrowser", meant)]);
            biller(options, in_browser)
        };
        for meant in [DynamicValue::Undefined, DynamicValue::Bool(false)] {
            assert_eq!(refused(made(meant, true)), places([("dangerouslyAllowBrowser", Code::Browser)]), "{name}");
        }
        for in_browser in [true, false] {
            assert!(made(DynamicValue::Bool(true), in_browser).is_ok(), "{name}");
        }
    }
}

#[test]
fn makes_receivers_of_both_variants() {
    let limit = |name, value| ("limits", object([(name, double(value))]));
    let tokens = || ("tokens", list(&["new", "old"]));
    let limits = object([("bytes", double(100.0)), ("depth", double(3.0)), ("customers", double(2.0))]);
    let own = receiver(object([tokens(), ("limits", limits)]), false).unwrap();
    let own_limits = own.limits();
    assert_eq!((own_limits.bytes, own_limits.depth, own_limits.customers), (100, 3, 2));
    for (token, is_known) in [("new", true), ("old", true), ("none", false)] {
        assert_eq!(own.receive([("Token", token)], b"{}").is_ok(), is_known, "{token}");
    }
    let checkout = receiver(DynamicValue::Undefined, true).unwrap();
    assert_eq!(checkout.limits(), WebhookReceiver::checkout().limits());
    for (options, is_checkout, violations) in [
        (object([]), false, [("tokens", Code::Required)]),
        (object([tokens()]), true, [("tokens", Code::UnknownField)]),
        (object([("tokens", text("new"))]), false, [("tokens", Code::WrongType)]),
        (object([("tokens", list(&["new", "a b"]))]), false, [("tokens[1]", Code::InvalidToken)]),
        (object([tokens(), limit("depth", 0.0)]), false, [("limits.depth", Code::OutOfRange)]),
        (object([limit("items", 1.0)]), true, [("limits.items", Code::UnknownField)]),
        (text("tokens"), true, [("", Code::WrongType)]),
    ] {
        assert_eq!(refused(receiver(options, is_checkout)), places(violations));
    }
}

#[test]
fn a_key_from_a_value_signs_like_any_key() {
    let key = SigningKey::new(&billwire::HashToken::new("key"));
    assert_eq!(signing_key(text("key")).unwrap().sign(b"text"), key.sign(b"text"));
    for (token, code) in [
        (DynamicValue::Undefined, Code::Required),
        (DynamicValue::Null, Code::Required),
        (text(""), Code::Empty),
        (text(" key"), Code::SurroundingSpace),
        (double(1.0), Code::WrongType),
    ] {
        assert_eq!(refused(signing_key(token)), places([("hashToken", code)]));
    }
    let options = object([("signingOffset", text("Asia/Phnom_Penh")), ("zone", text("Z"))]);
    let violations = places([("signingOffset", Code::UnknownValue), ("zone", Code::UnknownField)]);
    assert_eq!(refused(sign(&key, &DynamicValue::Undefined, options)), violations);
}

#[test]
fn prepares_untyped_operations() {
    let biller = biller(object([base_url(), ("bearer", text("b")), ("verificationToken", text("v"))]), false);
    let biller = biller.unwrap();
    let name = OperationName::CreateCustomer;
    for (auth, credential) in [("none", None), ("bearer", Some("Authorization")), ("token", Some("token"))] {
        let request = object([("path", text("/customers")), ("auth", text(auth))]);
        let call = prepare_operation(&biller, name, request).unwrap();
        let secret = call.headers.iter().find(|header| header.secret);
        assert_eq!(secret.map(|header| &*header.name), credential, "{auth}");
    }
    let request = object([
        ("auth", text("basic")),
        ("path", double(1.0)),
        ("query", object([("page", double(1.0))])),
        ("json", DynamicValue::List(vec![double(f64::NAN)])),
        ("body", text("{}")),
    ]);
    let refusal = prepare_operation(&biller, name, request);
    assert!(matches!(refusal, Err(Error::InvalidRequest { .. })));
    let violations = places([
        ("auth", Code::UnknownValue),
        ("path", Code::WrongType),
        ("query.page", Code::WrongType),
        ("json[0]", Code::NotFinite),
        ("body", Code::UnknownField),
    ]);
    assert_eq!(refused(refusal), violations);
}

#[test]
fn a_prepared_call_prints_no_body_and_no_credentials() {
    let biller = biller(object([base_url(), ("verificationToken", text("secret"))]), false).unwrap();
    let search = object([("identity_code", text("INV-1")), ("purpose_of_transaction", text("INV-1"))]);
    let printed = format!("{:?}", prepare(&biller, OperationName::Verification, &search).unwrap());
    assert!(printed.contains("https://service.example/"), "{printed}");
    assert!(!printed.contains("secret") && !printed.contains("INV-1"), "{printed}");
}
