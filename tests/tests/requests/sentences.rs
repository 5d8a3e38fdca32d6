//! Error sentences: what they say beyond the code, and that they never repeat a value.

use crate::{bill, bill_with, biller};
use billwire::internal::DynamicValue;
use billwire::*;
use billwire_conformance::{config, dynamic_value, object, text, with};
use billwire_wasm::entrances;
use serde_json::{Value, json};

/// Returns the sentences about a bill with one value replaced or added.
fn told(field: &str, value: Value) -> Vec<String> {
    told_of(&bill_with(field, dynamic_value(&value)))
}

fn told_of(tree: &DynamicValue) -> Vec<String> {
    let error = entrances::prepare(&biller(), OperationName::Settlement, tree).unwrap_err();
    let sentences = error.violations().iter().map(|violation| violation.explanation.to_string());
    sentences.inspect(|sentence| assert!(error.to_string().contains(sentence), "{error}")).collect()
}

/// Returns path, code and sentence of each violation, as in JavaScript.
fn violations(error: Error) -> Vec<String> {
    let error = json!(error);
    let told = error["violations"].as_array().unwrap().iter().map(|violation| {
        let [path, code, explanation] = ["path", "code", "explanation"].map(|name| violation[name].as_str().unwrap());
        assert!(error["text"].as_str().unwrap().contains(explanation), "{error}");
        format!("{path} {code}: {explanation}")
    });
    told.collect()
}

#[test]
fn names_the_field_that_was_meant() {
    let meant = |name: &str| format!("unknown field; did you mean `{name}`?");
    let other = "unknown field; if it is meant, put it into `extra`";
    for (field, value, expected) in [
        ("settlementTo", json!("x"), meant("settlement_to")),
        ("descripton", json!("x"), meant("description")),
        ("total_tex", json!(1), meant("total_tax")),
        ("shop", json!("x"), other.into()),
        ("", json!(1), other.into()),
        ("details", json!([{"taxName": "x"}]), meant("tax_name")),
    ] {
        assert_eq!(told(field, value), [expected]);
    }
}

#[test]
fn values_that_are_not_set_count_as_absent() {
    let body = |field, value| {
        let bill = bill_with(field, value);
        entrances::prepare(&biller(), OperationName::Settlement, &bill).map(|call| call.body).unwrap()
    };
    for (field, value) in [
        ("description", DynamicValue::Null),
        ("hash", DynamicValue::Null), // no other unknown field may be null
        ("shop", DynamicValue::Undefined),
        ("extra", object(vec![("shop", DynamicValue::Undefined)])),
    ] {
        assert_eq!(body(field, value), body("currency", text("KHR")), "{field}");
    }
}

#[test]
fn names_the_setting_under_which_a_key_is_sent() {
    let sentence = "give `item_name`; the profile's `lineItemKey` says under which key it is sent";
    assert_eq!(told("details", json!([{"item_mame": "Rice"}])), [sentence]);
    let profile = with(config().profile, |profile| profile.destination_key = "settle_to".into());
    let other = Biller::new(with(config(), |config| config.profile = profile)).unwrap();
    let error = other.prepare::<Settlement>(&bill_with("settle_to", text("x"))).unwrap_err();
    let sentence = "give `settlement_to`; the profile's `destinationKey` says under which key it is sent";
    assert_eq!(error.violations()[0].explanation, sentence);
}

#[test]
fn explains_wrong_values() {
    let whole = "the number is not an integer: totals are in whole units of the currency; ask the service \
                 whether a bill may be in another unit, such as cents";
    for (field, value, expected) in [
        ("total_amount", json!(10.5), whole),
        ("total_tax", json!(0.5), whole),
        ("details", json!([{"quantity": 0.5}]), "the number is not an integer"),
        ("ref_id", json!(""), "the text is empty"),
        ("description", json!(""), "the text is empty: leave the field out instead"),
        ("ref_id", json!(7), "expected text instead of a number"),
        ("total_amount", json!("40000"), "expected an integer instead of text"),
        ("extra", json!({"ref_id": "x"}), Code::ReservedKey.explanation()),
        ("ref_id", json!(true), "expected text"),
        ("date", json!(true), "expected a timestamp"),
        ("date", json!("soon"), Code::InvalidInstant.explanation()),
        ("date", json!(0), "expected a date, or text such as 2026-01-31T09:00:00+07:00, instead of a number"),
        ("total_amount", json!(-1), "expected a whole number from 0 to 9007199254740991"),
        ("exchange_rate_khr", json!(0), "expected a number above 0, with an exponent from -34 to 34"),
        ("total_amount_khr", json!(-1), "expected 0 or a number above 0, with an exponent from -34 to 34"),
        ("details", json!([{"price": "1e35"}]), "expected a number with an exponent from -34 to 34"),
    ] {
        assert_eq!(told(field, value), [expected]);
    }
    let no_date = bill_with("date", DynamicValue::Millis(f64::NAN));
    assert_eq!(told_of(&no_date), ["the Date is invalid: it holds no time"]);
}

#[test]
fn names_the_currency_that_was_meant() {
    for (currency, advice) in [
        ("usd", "; did you mean `USD`?"),
        (" USD", "; did you mean `USD`?"),
        ("riel", "; did you mean `KHR`?"),
        ("baht", ""),
    ] {
        let bill = with(bill(), |bill| bill.currency = currency.into());
        let warnings = biller().prepare(&bill);
        let sentence = format!("the currency is not an ISO 4217 code{advice}");
        assert_eq!(warnings.unwrap().warnings[0].explanation, sentence);
    }
}

#[test]
fn a_currency_without_a_rate_is_named_before_the_total() {
    assert_eq!(
        told("currency", json!("riel")),
        [
            "the currency is not an ISO 4217 code; did you mean `KHR`?",
            "give total_amount_khr, or exchange_rate_khr from which it is computed",
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
    let lookup = biller().prepare_settlement_lookup(&bill()).unwrap_err();
    assert_eq!(lookup.violations()[0].path, "profile.settlementLookup");
    let sentence = "the profile's `settlementLookup` is not set, so a bill cannot be looked up";
    assert_eq!(lookup.violations()[0].explanation, sentence);
}

/// Settings beside the base address, and what is said about them in the indented lines.
const REFUSED: &str = r#"
{"hash_token":"x"}
  hash_token unknown_field: unknown setting; did you mean `hashToken`?
{"bearrer":null}
  bearrer unknown_field: unknown setting; did you mean `bearer`?
{"bearerToken":"x"}
  bearerToken unknown_field: unknown setting; did you mean `bearer`?
{"retries":3}
  retries unknown_field: unknown setting; expected `baseUrl`, `bearer`, `verificationToken`, `hashToken`,
  `allowLoopbackHttp`, `strict`, `codeShapes`, `maxLines`, `profile`, `dangerouslyAllowBrowser`
{"maxLines":0}
  maxLines out_of_range: expected a whole number from 1
{"maxLines":100001}
  maxLines out_of_range: expected a whole number from 1 to 100000
{"strict":1}
  strict wrong_type: expected true or false
{"hashToken":""}
  hashToken empty: the credential is empty; if it comes from an environment variable, that one is missing
{"baseUrl":""}
  baseUrl required: this address is required; if it comes from an environment variable, that one is missing
{"baseUrl":"service.example"}
  baseUrl invalid_base_url: the address has to begin with https://
{"baseUrl":"https://service.example/transaction/v2/verify"}
  baseUrl invalid_base_url: the address ends with the path of an operation, which billwire adds: leave that out
{"baseUrl":"http://service.example"}
  baseUrl insecure_base_url: credentials are not sent unencrypted: give an https:// address
{"profile":{"verificationAuth":"basic"}}
  profile.verificationAuth unknown_value: expected `token`, `bearer`
{"profile":{"notFoundCodes":{"verification":["404",null]}}}
  profile.notFoundCodes.verification[1] wrong_type: this value is not set; if it comes from an environment variable,
  that one is missing
{"profile":{"settlementLookup":{"identity_code":"bill_no","purpose_of_transaction":"ref_id"}}}
  profile.settlementLookup.identity_code unknown_value: expected `ref_id`, `currency`, `customer_sync_code`,
  `settlement_to`, `description`
{"profile":{"settlementLookup":{"identity_code":"ref_id","purpose_of_transaction":"date","dateFormat":"MMMM"}}}
  profile.settlementLookup.dateFormat unknown_value: expected `yyyy`, `MM`, `dd`, `HH`, `mm` and `ss`, with `-`, `/`,
  `.`, `:`, `_`, `T` or spaces between them
{"profile":{"nothingHappenedStatuses":[200]}}
  profile.nothingHappenedStatuses[0] out_of_range: expected a status from 400 to 499, or 503: no other one tells that
  nothing has happened
{"profile":{"signing_offset":"Z"}}
  profile.signing_offset unknown_field: unknown setting; did you mean `signingOffset`?
{"profile":{"signingOffset":"Asia/Phnom_Penh"}}
  profile.signingOffset unknown_value: expected Z or an offset such as +07:00, not a zone's name
{"profile":{"signingOffset":"-18:01"}}
  profile.signingOffset unknown_value: expected Z or an offset such as +07:00, not a zone's name
{"profile":{"dateStyle":"date","dateOffset":"ICT"}}
  profile.dateOffset unknown_value: expected Z or an offset such as +07:00, not a zone's name
{"profile":{"dateStyle":"date"}}
  profile.dateOffset required: a date without a time needs its zone: set `dateOffset`, such as +07:00
"#;

#[test]
fn explains_settings_that_are_refused() {
    for row in REFUSED.trim().replace("\n  ", " ").lines() {
        let (changes, expected) = row.split_once("} ").unwrap();
        let mut options = json!({"baseUrl": "https://service.example"});
        let changes: Value = serde_json::from_str(&format!("{changes}}}")).unwrap();
        options.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        let options = Json::parse(options.to_string().as_bytes()).unwrap();
        assert_eq!(violations(entrances::biller(options.into(), false).unwrap_err()), [expected]);
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
    let keys: Vec<_> = (0..5_000).map(|one| format!("descriptio{one}")).collect();
    let told = told_of(&object(keys.iter().map(|key| (key.as_str(), DynamicValue::Null)).collect()));
    assert_eq!(told.len(), Findings::MAX_LISTED);
    assert!(told.iter().any(|sentence| sentence.ends_with("did you mean `description`?")), "{told:?}");
}
