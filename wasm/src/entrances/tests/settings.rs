//! Settings: named as in JavaScript, with the meaning of those of Rust.

use super::*;
use billwire::{Header, OperationName, Sent, WebhookLimits, WebhookReceiver, WebhookToken};

/// Settings of [`config`] named as in JavaScript, with other values for some.
fn options(others: Vec<(&str, DynamicValue)>) -> DynamicValue {
    let lookup =
        object(vec![("identity_code", text("ref_id")), ("purpose_of_transaction", text("customer_sync_code"))]);
    let mut members = vec![
        ("baseUrl", text("https://service.example/api/")),
        ("bearer", text("bearer")),
        ("verificationToken", text("verification")),
        ("hashToken", text("key")),
        ("profile", object(vec![("destinationKey", text("destination")), ("settlementLookup", lookup)])),
    ];
    members.retain(|(name, _)| others.iter().all(|(other, _)| other != name));
    members.extend(others);
    object(members)
}

/// Calls of a biller, which show its settings.
fn calls(biller: &Biller) -> [Result<String, Error>; 2] {
    let lookup = biller.prepare_settlement_lookup(&bill());
    [
        biller.prepare(&bill()).map(|call| format!("{} {:?} {}", call.url, header_values(&call.headers), call.body)),
        lookup.map(|billwire::Lookup { call, .. }| {
            format!("{} {:?} {}", call.url, header_values(&call.headers), call.body)
        }),
    ]
}

fn header_values(headers: &[Header]) -> Vec<&str> {
    headers.iter().map(|header| header.value.as_str()).collect()
}

#[test]
fn settings_of_both_languages_make_the_same_biller() {
    assert_eq!(calls(&entrances::biller(options(Vec::new()), false).unwrap()), calls(&biller()));
    // Without a profile, the biller has the default one.
    let plain = entrances::biller(options(vec![("profile", DynamicValue::Undefined)]), false).unwrap();
    let default = Biller::new(with(config(), |config| config.profile = WireProfile::default())).unwrap();
    assert_eq!(calls(&plain), calls(&default));
    assert_ne!(calls(&plain), calls(&biller()));
    let loopback = ("baseUrl", text("http://localhost:8080"));
    let allowed = vec![loopback.clone(), ("allowLoopbackHttp", DynamicValue::Bool(true))];
    assert!(entrances::biller(options(allowed), false).is_ok());
    let refusal = refused(entrances::biller(options(vec![loopback]), false));
    assert_eq!(refusal, places("invalid_config", &[("baseUrl", Code::InsecureBaseUrl)]));
}

#[test]
fn names_violations_as_javascript_does() {
    let others = vec![
        ("baseUrl", double(1.0)),
        ("verificationToken", text("a b")),
        ("hashToken", text(" a")),
        ("strict", DynamicValue::Bool(true)),
        ("codeShapes", object(vec![("ref_id", object(vec![("length", double(5.0))]))])),
        ("profile", object(vec![("destinationKey", text("hash"))])),
        ("base_url", text("https://service.example")),
    ];
    assert_eq!(
        refused(entrances::biller(options(others), false)),
        places(
            "invalid_config",
            &[
                // A setting of the wrong type has one violation, although the biller requires it.
                ("baseUrl", Code::WrongType),
                ("base_url", Code::UnknownField),
                ("codeShapes.customer_sync_code", Code::Required),
                ("codeShapes.settlement_to", Code::Required),
                ("hashToken", Code::SurroundingSpace),
                ("profile.destinationKey", Code::UnknownValue),
                ("verificationToken", Code::InvalidToken),
            ]
        )
    );
}

#[test]
fn refuses_an_unknown_setting() {
    let refusal = refused(entrances::biller(options(vec![("retries", double(3.0))]), false));
    assert_eq!(refusal, places("invalid_config", &[("retries", Code::UnknownField)]));
}

#[test]
fn refuses_credentials_in_a_browser_by_default() {
    let base_url = || ("baseUrl", text("https://service.example"));
    let meant = |meant: bool| ("dangerouslyAllowBrowser", DynamicValue::Bool(meant));
    for name in ["bearer", "verificationToken", "hashToken"] {
        let credential = || vec![base_url(), (name, text("secret"))];
        let with = |member| [credential(), vec![member]].concat();
        for (members, in_browser, is_refused) in [
            (credential(), true, true),
            (with(meant(false)), true, true),
            (with(meant(true)), true, false),
            (credential(), false, false),
            (with(meant(true)), false, false),
        ] {
            let biller = entrances::biller(object(members), in_browser);
            assert_eq!(biller.is_err(), is_refused, "{name} {in_browser}");
            if is_refused {
                assert_eq!(
                    refused(biller),
                    places("invalid_config", &[("dangerouslyAllowBrowser", Code::Browser)]),
                    "{name}"
                );
            }
        }
    }
    assert!(entrances::biller(object(vec![base_url()]), true).is_ok());
}

#[test]
fn a_biller_without_credentials_decodes_answers() {
    let bare = biller().without_credentials();
    let missing = |result: Result<_, Error>| result.map_err(|error| (error.kind(), error.code()));
    assert_eq!(missing(bare.prepare(&bill()).map(drop)), Err(("missing_credential", Code::Bearer)));
    let name = OperationName::Settlement;
    let body = br#"{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}"#;
    assert_eq!(bare.decode(name, 200, body), biller().decode(name, 200, body));
    assert_eq!(bare.no_answer(name, Sent::Maybe), biller().no_answer(name, Sent::Maybe));
}

#[test]
fn makes_receivers_of_both_variants() {
    let limits = |members: Vec<(&str, DynamicValue)>| ("limits", object(members));
    let tokens = || ("tokens", list(&["new", "old"]));
    let proxy = |limits| {
        let tokens = ["new", "old"].map(WebhookToken::new);
        WebhookReceiver::merchant_proxy(tokens.into()).unwrap().with_limits(limits)
    };
    let usual = WebhookLimits::default();
    for (options, checkout, expected) in [
        (vec![tokens()], false, proxy(usual)),
        (vec![], true, WebhookReceiver::checkout()),
        (
            vec![tokens(), limits(vec![("bytes", double(100.0)), ("depth", double(3.0)), ("customers", double(2.0))])],
            false,
            proxy(WebhookLimits::builder().bytes(100).depth(3).customers(2).build()),
        ),
        // A depth above the default has no effect.
        (vec![limits(vec![("depth", double(99.0))])], true, WebhookReceiver::checkout()),
    ] {
        let own = receiver(object(options), checkout).unwrap();
        assert_eq!(own.limits(), expected.limits());
        for token in ["new", "old", "none"] {
            let both = [&own, &expected].map(|receiver| receiver.receive([("Token", token)], b"{}"));
            assert_eq!(both[0], both[1], "{token}");
        }
    }
    for (options, checkout, violations) in [
        (object(vec![]), false, [("tokens", Code::Required)]),
        (object(vec![tokens()]), true, [("tokens", Code::UnknownField)]),
        (object(vec![("tokens", text("new"))]), false, [("tokens", Code::WrongType)]),
        (object(vec![("tokens", list(&["new", "a b"]))]), false, [("tokens[1]", Code::InvalidToken)]),
        (object(vec![tokens(), limits(vec![("depth", double(0.0))])]), false, [("limits.depth", Code::OutOfRange)]),
        (object(vec![limits(vec![("items", double(1.0))])]), true, [("limits.items", Code::UnknownField)]),
        (text("tokens"), true, [("", Code::WrongType)]),
    ] {
        assert_eq!(refused(receiver(options, checkout)), places("invalid_config", &violations));
    }
}
