//! Settings: all violations at once, and settings missing when a call needs them.

use crate::{bill, biller, places};
use billwire::internal::DynamicValue;
use billwire::*;
use billwire_conformance::{config, object, text, with};
use billwire_wasm::entrances;
use serde_json::json;

#[test]
fn reports_all_violations_at_once() {
    let lookup = SettlementLookup::builder().identity_code("total_amount").purpose_of_transaction("ref_id").build();
    let config = BillerConfig::builder()
        .base_url("http://service.example")
        .bearer(BearerToken::new("bEaReR abc"))
        .verification_token(VerificationToken::new("a\r\nb"))
        .hash_token(HashToken::new("key\n"))
        .strict(true)
        .profile(WireProfile::builder().destination_key("total_amount").settlement_lookup(lookup).build());
    let error = Biller::new(config.build()).unwrap_err();
    assert_eq!((error.kind(), error.next_step()), ("invalid_config", NextStep::FixRequest));
    assert_eq!(
        places(error.violations()),
        [
            ("baseUrl", Code::InsecureBaseUrl),
            ("bearer", Code::BearerPrefix),
            ("verificationToken", Code::InvalidToken),
            ("hashToken", Code::SurroundingSpace),
            ("codeShapes.ref_id", Code::Required),
            ("codeShapes.customer_sync_code", Code::Required),
            ("codeShapes.settlement_to", Code::Required),
            ("profile.destinationKey", Code::UnknownValue),
            ("profile.settlementLookup.identity_code", Code::UnknownValue),
        ]
    );
}

#[test]
fn checks_destination_keys() {
    for (key, usable) in [
        ("settlement_to", true),
        ("destination", true),
        ("a_key_of_28_characters_long__", false),
        ("a_key_of_28_characters_long_", true),
        ("", false),
        ("hash", false),
        ("ref_id", false),
        ("details", false),
        ("a\"b", false),
        ("ក", false),
    ] {
        let profile = WireProfile::builder().destination_key(key).build();
        let biller = Biller::new(with(config(), |config| config.profile = profile));
        assert_eq!(biller.is_ok(), usable, "{key}");
        if let Ok(biller) = biller {
            assert!(biller.prepare(&bill()).unwrap().body.contains(&format!(r#""{key}":"S-1""#)));
        }
    }
}

#[test]
fn checks_the_places_of_amounts() {
    let places = WireProfile::builder().amount_places([("KHR", 0), ("USD", 12), ("usd", 2), ("", 2), ("KWD", 13)]);
    let error = Biller::new(with(config(), |config| config.profile = places.build())).unwrap_err();
    let expected = [
        ("profile.amountPlaces.\"\"", Code::UnknownCurrency),
        ("profile.amountPlaces.KWD", Code::OutOfRange),
        ("profile.amountPlaces.usd", Code::UnknownCurrency),
    ];
    assert_eq!(self::places(error.violations()), expected);
    let error = WireProfile::from_json(br#"{"amountPlaces":{"USD":2.5,"KHR":"0","THB":-1}}"#).unwrap_err();
    let expected = [
        ("profile.amountPlaces.USD", Code::NotAnInteger),
        ("profile.amountPlaces.KHR", Code::WrongType),
        ("profile.amountPlaces.THB", Code::OutOfRange),
    ];
    assert_eq!(self::places(error.violations()), expected);
    let error = WireProfile::from_json(br#"{"amountPlaces":[2]}"#).unwrap_err();
    assert_eq!(self::places(error.violations()), [("profile.amountPlaces", Code::WrongType)]);
}

/// Returns why a config with a change is refused.
fn refusal(change: impl FnOnce(&mut BillerConfig)) -> Option<Code> {
    Biller::new(with(config(), change)).err().map(|error| error.code())
}

#[test]
fn checks_every_token() {
    for (token, header, key) in [
        ("", Some(Code::Empty), Some(Code::Empty)),
        ("a b", Some(Code::InvalidToken), None),
        (" a", Some(Code::SurroundingSpace), Some(Code::SurroundingSpace)),
        ("a\u{a0}", Some(Code::SurroundingSpace), Some(Code::SurroundingSpace)),
        ("a\u{7f}", Some(Code::InvalidToken), None),
        ("ឈ្មោះ", Some(Code::InvalidToken), None),
        ("Bearer", None, None),
        ("a.b-c_d~e+f/g=", None, None),
    ] {
        assert_eq!(refusal(|config| config.bearer = Some(BearerToken::new(token))), header, "{token:?}");
        let verification = refusal(|config| config.verification_token = Some(VerificationToken::new(token)));
        assert_eq!(verification, header, "{token:?}");
        assert_eq!(refusal(|config| config.hash_token = Some(HashToken::new(token))), key, "{token:?}");
        let other = biller().with_bearer(BearerToken::new(token));
        assert_eq!(other.err().map(|error| (error.kind(), error.code())), header.map(|code| ("invalid_config", code)));
        let receiver = WebhookReceiver::merchant_proxy(vec![WebhookToken::new("a"), WebhookToken::new(token)]);
        let refused = receiver.err().map(|error| (error.violations()[0].path.clone(), error.code()));
        assert_eq!(refused, header.map(|code| ("tokens[1]".into(), code)), "{token:?}");
    }
}

#[test]
fn validates_a_signing_key() {
    assert!(SigningKey::try_new(&HashToken::new("key")).is_ok());
    for (token, code) in [("", Code::Empty), ("key ", Code::SurroundingSpace)] {
        let error = SigningKey::try_new(&HashToken::new(token)).unwrap_err();
        assert_eq!(places(error.violations()), [("hashToken", code)]);
    }
}

#[test]
fn warns_of_credentials_that_were_not_filled_in() {
    let placeholder = BearerToken::new("${BEARER}");
    let doubtful = |config: &mut BillerConfig| {
        config.bearer = Some(placeholder.clone());
        config.hash_token = Some(HashToken::new("'key'"));
    };
    let both = [("bearer", Code::PlaceholderCredential), ("hashToken", Code::PlaceholderCredential)];
    let doubted = Biller::new(with(config(), doubtful)).unwrap();
    assert_eq!(places(doubted.warnings()), both);
    let call = doubted.prepare(&bill()).unwrap();
    assert_eq!(places(&call.warnings), both);
    let flow = SettlementFlow::new(&doubted, &bill(), SettlementPolicy::default()).unwrap();
    let lookup = ("profile.settlementLookup", Code::SettlementLookup);
    assert_eq!(places(flow.warnings()), [both[0], both[1], lookup]);

    let renewed = doubted.with_bearer(BearerToken::new("right")).unwrap();
    assert_eq!(places(renewed.warnings()), [both[1]]);
    assert_eq!(places(biller().with_bearer(placeholder.clone()).unwrap().warnings()), [both[0]]);
    assert!(doubted.without_credentials().warnings().is_empty() && biller().warnings().is_empty());

    let receiver = WebhookReceiver::merchant_proxy(["a", "undefined"].map(WebhookToken::new).into()).unwrap();
    let expected = [("tokens[1]", Code::PlaceholderCredential)];
    assert_eq!(places(receiver.warnings()), expected);
    assert_eq!(places(&receiver.receive([("Token", "a")], b"{}").unwrap().warnings), expected);
}

#[test]
fn strict_refuses_credentials_that_were_not_filled_in() {
    let shape = || Some(CodeShape::builder().prefix("A").build());
    let strict = |config: &mut BillerConfig| {
        config.strict = true;
        let shapes = &mut config.code_shapes;
        (shapes.ref_id, shapes.customer_sync_code, shapes.settlement_to) = (shape(), shape(), shape());
    };
    let refusal = Biller::new(with(config(), |config| {
        strict(config);
        config.verification_token = Some(VerificationToken::new("null"));
    }));
    assert_eq!(places(refusal.unwrap_err().violations()), [("verificationToken", Code::PlaceholderCredential)]);
    let renewed = Biller::new(with(config(), strict)).unwrap().with_bearer(BearerToken::new("undefined"));
    assert_eq!(renewed.unwrap_err().code(), Code::PlaceholderCredential);
}

/// A bearer must not contain the word `Bearer`. Other tokens may, without its space.
#[test]
fn only_bearers_must_not_contain_bearer() {
    let bearer = Some(BearerToken::new("Bearer a"));
    assert_eq!(refusal(|config| config.bearer = bearer), Some(Code::BearerPrefix));
    let verification_token = Some(VerificationToken::new("Bearer a"));
    assert_eq!(refusal(|config| config.verification_token = verification_token), Some(Code::InvalidToken));
    assert_eq!(refusal(|config| config.hash_token = Some(HashToken::new("Bearer a"))), None);
}

/// Members of a profile, or the fields of a lookup with the form and the zone of a date, and why they are refused: the
/// path below the profile, and the code.
const PROFILES: &str = r#"
"successCodes":{"settlement":["","OK"]} | successCodes.settlement[0] empty
"refusalCodes":{"onboarding":[" "]} | refusalCodes.onboarding[0] empty
"successCodes":{"settlement":["A","B"]},"refusalCodes":{"settlement":["B"]} | refusalCodes.settlement[0] listed_twice
"refusalCodes":{"onboarding":["N"]},"notFoundCodes":{"onboarding":["M","N"]} | notFoundCodes.onboarding[1] listed_twice
"refusalCodes":{"settlement":["000"]} | refusalCodes.settlement[0] listed_twice
"notFoundCodes":{"verification":["SUCCESS"]} | notFoundCodes.verification[0] listed_twice
# A list of one operation does not apply to another. The interface's own code may be listed.
"successCodes":{"settlement":["A","000"]},"refusalCodes":{"onboarding":["A"]} |
"successStatuses":{"bill":[]} | successStatuses.bill required
"pendingStatuses":{"transaction":["success"]} | pendingStatuses.transaction[0] listed_twice
"pendingStatuses":{"bill":["w"]},"failedStatuses":{"bill":["w"],"payment":["w"]} | failedStatuses.bill[0] listed_twice
"nothingHappenedStatuses":[] |
"nothingHappenedStatuses":[400,200] | nothingHappenedStatuses[1] out_of_range
"nothingHappenedStatuses":[400,499,503] |
"nothingHappenedStatuses":[500] | nothingHappenedStatuses[0] out_of_range
"nothingHappenedStatuses":[503,502] | nothingHappenedStatuses[1] out_of_range
"nothingHappenedStatuses":[504] | nothingHappenedStatuses[0] out_of_range
# Fields of a lookup, and how it writes a date.
lookup ref_id customer_sync_code |
lookup payment_method_token ref_id | settlementLookup.identity_code unknown_value
lookup ref_id payment_method_token | settlementLookup.purpose_of_transaction unknown_value
lookup date ref_id | settlementLookup.identity_code unknown_value
lookup ref_id date | settlementLookup.dateFormat required
lookup ref_id date yyyy-MM-dd | dateOffset required
lookup ref_id due_date MM:mm | dateOffset required
lookup ref_id date yyyy-MM-dd_HH |
lookup ref_id due_date days | settlementLookup.dateFormat unknown_value
lookup ref_id ref_id yyyy | settlementLookup.dateFormat not_allowed
# A day alone needs its zone.
lookup ref_id date dd/MM/yyyy +00:00 |
"dateStyle":"local_seconds" |
"dateStyle":"date" | dateOffset required
"dateStyle":"date","dateOffset":"+07:00" |
"#;

#[test]
fn refuses_settings_that_contradict() {
    for row in PROFILES.lines().filter(|row| row.contains('|')) {
        let (profile, refusal) = row.split_once(" |").unwrap();
        let json = match profile.split(' ').collect::<Vec<_>>()[..] {
            ["lookup", identity, purpose, ref more @ ..] => {
                let [format, offset] = [more.first(), more.get(1)];
                let lookup =
                    json!({"identity_code": identity, "purpose_of_transaction": purpose, "dateFormat": format});
                json!({"settlementLookup": lookup, "dateOffset": offset}).to_string()
            }
            _ => format!("{{{profile}}}"),
        };
        let profile = WireProfile::from_json(json.as_bytes()).unwrap();
        let error = Biller::new(with(config(), |config| config.profile = profile)).err();
        let told = error.map(|error| {
            let [finding] = error.violations() else { panic!("{error}") };
            format!(" {} {}", finding.path.strip_prefix("profile.").unwrap(), finding.code)
        });
        assert_eq!(told.unwrap_or_default(), refusal, "{row}");
    }
}

#[test]
fn receiver_requires_a_token() {
    let error = WebhookReceiver::merchant_proxy(Vec::new()).unwrap_err();
    assert_eq!(places(error.violations()), [("tokens", Code::Required)]);
}

#[test]
fn receiver_takes_other_limits() {
    let nested = |levels: usize| format!(r#"{{"x":{}{}}}"#, "[".repeat(levels - 1), "]".repeat(levels - 1));
    let listed = |customers: usize| format!(r#"{{"customers":[{}]}}"#, vec!["{}"; customers].join(","));
    let padded = |bytes: usize| "{}".to_owned() + &" ".repeat(bytes - 2);
    let small =
        WebhookReceiver::checkout().with_limits(WebhookLimits::builder().bytes(40).depth(3).customers(2).build());
    // The reader never goes beyond 32 levels, whatever the setting.
    let boundless = WebhookLimits::builder().bytes(usize::MAX).depth(usize::MAX).customers(usize::MAX).build();
    let boundless = WebhookReceiver::checkout().with_limits(boundless);
    for (receiver, body, refusal) in [
        (&small, nested(3), None),
        (&small, nested(4), Some(Code::TooDeep)),
        (&small, listed(2), None),
        (&small, listed(3), Some(Code::TooManyItems)),
        (&small, padded(40), None),
        (&small, padded(41), Some(Code::TooLarge)),
        (&boundless, listed(5_000), None),
        (&boundless, nested(32), None),
        (&boundless, nested(500_000), Some(Code::TooDeep)),
    ] {
        assert_eq!(receiver.receive([], body.as_bytes()).err().map(|error| error.code()), refusal);
    }
}

#[test]
fn call_names_its_missing_setting() {
    let missing = |config: BillerConfig| -> [Option<Code>; 3] {
        let biller = Biller::new(config).unwrap();
        let code = |error: Error| {
            assert_eq!((error.kind(), error.next_step()), ("missing_credential", NextStep::FixCredentials));
            error.code()
        };
        let onboarding = Onboarding::builder().supplier_sync_code("S-1").name("Shop").build();
        let verification = Verification::builder().identity_code("INV-1").purpose_of_transaction("INV-1").build();
        [
            biller.prepare(&bill()).err().map(code),
            biller.prepare(&onboarding).err().map(code),
            biller.prepare(&verification).err().map(code),
        ]
    };
    let none = BillerConfig::builder().base_url("https://service.example").build();
    assert_eq!(missing(config()), [None; 3]);
    assert_eq!(missing(none.clone()), [Some(Code::Bearer), Some(Code::Bearer), Some(Code::VerificationToken)]);
    assert_eq!(missing(with(config(), |config| config.hash_token = None)), [Some(Code::HashToken), None, None]);
    assert_eq!(
        missing(with(config(), |config| config.verification_token = None)),
        [None, None, Some(Code::VerificationToken)]
    );
    assert_eq!(missing(with(config(), |config| config.bearer = None)), [Some(Code::Bearer), Some(Code::Bearer), None]);
    let profile = WireProfile::builder().verification_auth(VerificationAuth::Bearer).build();
    let by_bearer = with(config(), |config| {
        config.verification_token = None;
        config.profile = profile;
    });
    assert_eq!(missing(by_bearer), [None; 3]);
    // Violations of the request come first: they need no credential.
    let error = Biller::new(none).unwrap().prepare(&with(bill(), |bill| bill.ref_id = String::new())).unwrap_err();
    assert_eq!(error.kind(), "invalid_request");
}

#[test]
fn changed_bearer_keeps_the_key() {
    let first = biller();
    let second = first.with_bearer(BearerToken::new("another")).unwrap();
    let calls = [&first, &second].map(|biller| biller.prepare(&bill()).unwrap());
    assert_eq!(calls[0].body, calls[1].body);
    let shown =
        calls.map(|call| call.headers.iter().find(|header| header.name == "Authorization").unwrap().value.clone());
    assert_eq!(shown, ["Bearer test-bearer".into(), "Bearer another".into()]);
}

/// Settings of dynamic languages: names in their style, and browsers only on request.
#[test]
fn dynamic_settings_use_camel_case() {
    let refused = |members, in_browser| entrances::biller(object(members), in_browser).unwrap_err();
    let error = refused(
        vec![
            ("bearer", DynamicValue::Bool(true)),
            ("hashToken", text(" a")),
            ("baseURL", text("x")),
            ("profile", text("x")),
        ],
        false,
    );
    let mut found = places(error.violations());
    found.sort();
    assert_eq!(
        found,
        [
            ("baseURL", Code::UnknownField),
            ("baseUrl", Code::Required),
            ("bearer", Code::WrongType),
            ("hashToken", Code::SurroundingSpace),
            ("profile", Code::WrongType),
        ]
    );
    let with_key = || vec![("baseUrl", text("https://service.example")), ("hashToken", text("a"))];
    assert_eq!(places(refused(with_key(), true).violations()), [("dangerouslyAllowBrowser", Code::Browser)]);
    let mut meant = with_key();
    meant.push(("dangerouslyAllowBrowser", DynamicValue::Bool(true)));
    assert!(entrances::biller(object(meant), true).is_ok());
    assert!(entrances::biller(object(vec![("baseUrl", text("https://service.example"))]), true).is_ok());
}
