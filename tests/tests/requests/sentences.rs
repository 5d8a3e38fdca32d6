//! Error sentences: what they say beyond the code, and that they never repeat a value.

use crate::{bill, biller, config};
use billwire::wire::input::DynamicValue;
use billwire::*;
use billwire_conformance::with;
use billwire_wasm::entrances;
use serde_json::{Value, json};

const USD: &str = r#"{"ref_id":"INV-1","date":"2026-01-31T17:00:00Z","due_date":"2026-01-31T17:00:00Z","currency":"USD",
    "total_amount":100,"customer_sync_code":"C-1","settlement_to":"S-1","exchange_rate_khr":"4100"}"#;

/// A bill as a value tree, with changed or added members.
fn tree(changes: Value) -> DynamicValue {
    let mut members: Value = serde_json::from_str(USD).unwrap();
    members.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    Json::parse(members.to_string().as_bytes()).unwrap().into()
}

/// Returns path, code and sentence of each violation, as in JavaScript.
fn told(changes: Value) -> Vec<String> {
    told_of(&tree(changes))
}

fn told_of(tree: &DynamicValue) -> Vec<String> {
    let error = entrances::prepare(&biller(), OperationName::Settlement, tree).unwrap_err();
    violations(&in_javascript(error))
}

/// Returns an error as in JavaScript.
fn in_javascript(error: Error) -> Value {
    json!(error)
}

fn violations(error: &Value) -> Vec<String> {
    let text = |violation: &Value, name: &str| violation[name].as_str().unwrap().to_owned();
    let told = error["violations"].as_array().unwrap().iter().map(|violation| {
        let [path, code, explanation] = ["path", "code", "explanation"].map(|name| text(violation, name));
        assert!(error["text"].as_str().unwrap().contains(&explanation), "{error}");
        format!("{path} {code}: {explanation}")
    });
    told.collect()
}

#[test]
fn names_the_field_that_was_meant() {
    for (changes, expected) in [
        (json!({"settlementTo": "x"}), "settlementTo unknown_field: unknown field; did you mean `settlement_to`?"),
        (json!({"descripton": "x"}), "descripton unknown_field: unknown field; did you mean `description`?"),
        (json!({"total_tex": 1}), "total_tex unknown_field: unknown field; did you mean `total_tax`?"),
        (json!({"shop": "x"}), "shop unknown_field: unknown field; if it is meant, put it into `extra`"),
        (json!({"": 1}), r#""" unknown_field: unknown field; if it is meant, put it into `extra`"#),
        (
            json!({"details": [{"taxName": "x"}]}),
            "details[0].taxName unknown_field: unknown field; did you mean `tax_name`?",
        ),
    ] {
        assert_eq!(told(changes), [expected]);
    }
}

#[test]
fn refuses_unknown_members_that_are_null() {
    for (changes, expected) in [
        (json!({"descripton": null}), &["descripton unknown_field: unknown field; did you mean `description`?"][..]),
        (
            json!({"details": [{"qty": null}]}),
            &["details[0].qty unknown_field: unknown field; if it is meant, put it into `extra`"],
        ),
    ] {
        assert_eq!(told(changes), expected);
    }
    // A null value counts as absent, and a null hash as none.
    let accepted = tree(json!({"description": null, "hash": null, "extra": {"shop": null}}));
    let prepared = entrances::prepare(&biller(), OperationName::Settlement, &accepted).unwrap();
    assert!(prepared.body.ends_with(r#","shop":null}"#), "{}", prepared.body);
    let DynamicValue::Members(mut members) = tree(json!({})) else { panic!("no object") };
    members.push(("shop".into(), DynamicValue::Undefined));
    assert!(entrances::prepare(&biller(), OperationName::Settlement, &DynamicValue::Members(members)).is_ok());
}

#[test]
fn names_the_setting_under_which_a_key_is_sent() {
    let sentence = "give `item_name`; the profile's `lineItemKey` says under which key it is sent";
    assert_eq!(
        told(json!({"details": [{"item_mame": "Rice"}]})),
        [format!("details[0].item_mame unknown_field: {sentence}")]
    );
    let profile = with(config().profile, |profile| profile.destination_key = "settle_to".into());
    let other = Biller::new(with(config(), |config| config.profile = profile)).unwrap();
    let bill = tree(json!({"settle_to": "x"}));
    let error = other.prepare_value::<Settlement>(&bill).unwrap_err();
    let sentence = "give `settlement_to`; the profile's `destinationKey` says under which key it is sent";
    assert_eq!(error.violations()[0].explanation, sentence);
}

#[test]
fn explains_wrong_values() {
    let whole = "the number is not an integer: totals are in whole units of the currency; ask the service whether a bill may be in \
                 another unit, such as cents";
    for (changes, expected) in [
        (json!({"total_amount": 10.5}), format!("total_amount not_an_integer: {whole}")),
        (json!({"total_tax": 0.5}), format!("total_tax not_an_integer: {whole}")),
        (
            json!({"details": [{"quantity": 0.5}]}),
            "details[0].quantity not_an_integer: the number is not an integer".into(),
        ),
        (json!({"ref_id": ""}), "ref_id empty: the text is empty".into()),
        (json!({"description": ""}), "description empty: the text is empty: leave the field out instead".into()),
        (json!({"ref_id": 7}), "ref_id wrong_type: expected text instead of a number".into()),
        (json!({"total_amount": "40000"}), "total_amount wrong_type: expected an integer instead of text".into()),
        (
            json!({"date": 1_770_000_000_000_u64}),
            "date wrong_type: expected a date, or text such as 2026-01-31T09:00:00+07:00, instead of a number".into(),
        ),
        (
            json!({"total_amount": -1}),
            "total_amount out_of_range: expected a whole number from 0 to 9007199254740991".into(),
        ),
        (
            json!({"exchange_rate_khr": 0}),
            "exchange_rate_khr out_of_range: expected a number above 0, with an exponent from -34 to 34".into(),
        ),
        (
            json!({"total_amount_khr": -1}),
            "total_amount_khr out_of_range: expected 0 or a number above 0, with an exponent from -34 to 34".into(),
        ),
        (
            json!({"details": [{"price": "1e35"}]}),
            "details[0].price out_of_range: expected a number with an exponent from -34 to 34".into(),
        ),
    ] {
        assert_eq!(told(changes), [expected]);
    }
    let DynamicValue::Members(mut members) = tree(json!({})) else { panic!("no object") };
    members
        .iter_mut()
        .filter(|(name, _)| name == "date")
        .for_each(|(_, value)| *value = DynamicValue::Millis(f64::NAN));
    let expected = ["date invalid_instant: the Date is invalid: it holds no time"];
    assert_eq!(told_of(&DynamicValue::Members(members)), expected);
}

#[test]
fn names_the_currency_that_was_meant() {
    for (currency, advice) in [
        ("usd", "; did you mean `USD`?"),
        (" USD", "; did you mean `USD`?"),
        ("riel", "; did you mean `KHR`?"),
        ("baht", ""),
    ] {
        let warnings = entrances::prepare(&biller(), OperationName::Settlement, &tree(json!({"currency": currency})));
        let sentence = format!("the currency is not an ISO 4217 code{advice}");
        assert_eq!(warnings.unwrap().warnings[0].explanation, sentence);
    }
}

#[test]
fn a_currency_without_a_rate_is_named_before_the_total() {
    let bill = json!({"currency": "riel", "exchange_rate_khr": null, "total_amount_khr": null});
    assert_eq!(
        told(bill),
        [
            "currency unknown_currency: the currency is not an ISO 4217 code; did you mean `KHR`?",
            "total_amount_khr underivable: give total_amount_khr, or exchange_rate_khr from which it is computed",
        ]
    );
}

/// A setting has one name in every language: the one of its JSON.
#[test]
fn a_setting_is_named_as_in_its_json() {
    let base_url = "http://localhost:8080".to_owned();
    let text = Biller::new(BillerConfig::builder().base_url(base_url).build()).unwrap_err().to_string();
    let sentence = "baseUrl: http is only for localhost, 127.0.0.1 and [::1], with `allowLoopbackHttp`";
    assert!(text.starts_with(sentence), "{text}");
    let lookup = biller_without_lookup().prepare_settlement_lookup(&bill()).unwrap_err();
    assert_eq!(lookup.violations()[0].path, "profile.settlementLookup");
    let sentence = "the profile's `settlementLookup` is not set, so a bill cannot be looked up";
    assert_eq!(lookup.violations()[0].explanation, sentence);
}

fn biller_without_lookup() -> Biller {
    Biller::new(with(config(), |config| config.profile = WireProfile::default())).unwrap()
}

#[test]
fn explains_settings_that_are_refused() {
    let base = json!({"baseUrl": "https://service.example"});
    let told = |changes: Value| {
        let mut options = base.clone();
        options.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        let options = Json::parse(options.to_string().as_bytes()).unwrap();
        violations(&in_javascript(entrances::biller(options.into(), false).unwrap_err()))
    };
    let zone = "expected Z or an offset such as +07:00, not a zone's name";
    for (changes, expected) in [
        (json!({"hash_token": "x"}), "hash_token unknown_field: unknown setting; did you mean `hashToken`?".to_owned()),
        (json!({"bearrer": null}), "bearrer unknown_field: unknown setting; did you mean `bearer`?".into()),
        (json!({"bearerToken": "x"}), "bearerToken unknown_field: unknown setting; did you mean `bearer`?".into()),
        (
            json!({"retries": 3}),
            "retries unknown_field: unknown setting; expected `baseUrl`, `bearer`, `verificationToken`, `hashToken`, \
             `allowLoopbackHttp`, `strict`, `codeShapes`, `maxLines`, `dangerouslyAllowBrowser`, `profile`"
                .into(),
        ),
        (json!({"maxLines": 0}), "maxLines out_of_range: expected a whole number from 1".into()),
        (json!({"maxLines": 100_001}), "maxLines out_of_range: expected a whole number from 1 to 100000".into()),
        (
            json!({"profile": {"verificationAuth": "basic"}}),
            "profile.verificationAuth unknown_value: expected `token`, `bearer`".into(),
        ),
        (
            json!({"profile": {"notFoundCodes": {"verification": ["404", null]}}}),
            "profile.notFoundCodes.verification[1] wrong_type: this value is not set; if it comes from an environment \
             variable, that one is missing"
                .into(),
        ),
        (
            json!({"profile": {"settlementLookup": {"identity_code": "bill_no", "purpose_of_transaction": "ref_id"}}}),
            "profile.settlementLookup.identity_code unknown_value: expected `ref_id`, `currency`, `customer_sync_code`, \
             `settlement_to`, `description`"
                .into(),
        ),
        (json!({"hashToken": ""}), "hashToken empty: the text is empty".into()),
        (json!({"strict": 1}), "strict wrong_type: expected true or false".into()),
        (
            json!({"profile": {"signing_offset": "Z"}}),
            "profile.signing_offset unknown_field: unknown setting; did you mean `signingOffset`?".into(),
        ),
        (
            json!({"profile": {"signingOffset": "Asia/Phnom_Penh"}}),
            format!("profile.signingOffset unknown_value: {zone}"),
        ),
    ] {
        assert_eq!(told(changes), [expected]);
    }
}

#[test]
fn errors_name_status_and_code_of_the_answer() {
    let call = biller().prepare(&bill()).unwrap();
    let told = |status, body: &str| call.decode(status, body.as_bytes()).unwrap_err().to_string();
    for (status, body, expected) in [
        (422, r#"{"code":"UNKNOWN_SUB_BILLER","message":"secret"}"#, "settlement: HTTP 422, code UNKNOWN_SUB_BILLER: "),
        (503, "<html>", "settlement: HTTP 503: "),
        (200, r#"{"code":17}"#, "settlement: HTTP 200, code 17: "),
        // Untrusted text is escaped, and cannot pass for ours.
        (200, r#"{"code":"7 (ok)\n\u001b[31m\""}"#, r#"settlement: HTTP 200, code "7 (ok)\n\u{1b}[31m\"": "#),
        (200, r#"{"code":""}"#, r#"settlement: HTTP 200, code """#),
    ] {
        let text = told(status, body);
        assert!(text.starts_with(expected), "{text}");
        assert!(!text.contains("secret"), "{text}");
    }
    let long = told(200, &format!(r#"{{"code":"{}"}}"#, "x".repeat(1000)));
    assert!(long.starts_with(&format!("settlement: HTTP 200, code {}…: ", "x".repeat(64))), "{long}");
    let none = call.no_answer(Sent::Maybe).to_string();
    assert!(none.starts_with("settlement: no answer arrived (no_answer)"), "{none}");
}

#[test]
fn suggests_only_for_listed_violations() {
    let others: serde_json::Map<String, Value> =
        (0..5_000).map(|one| (format!("descriptio{one}"), json!(null))).collect();
    let started = std::time::Instant::now();
    let told = told(Value::Object(others));
    assert_eq!(told.len(), Findings::MAX_LISTED);
    assert!(told[0].ends_with("did you mean `description`?"), "{}", told[0]);
    assert!(started.elapsed().as_secs() < 5);
}
