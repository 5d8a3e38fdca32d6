//! The vectors of `tests/vectors`, which every language runs, and what the tests share.
//!
//! `tests/oracle` computes their expected values, independently of billwire.

pub mod promises;

use base64::{Engine, engine::general_purpose::STANDARD};
use billwire::internal::DynamicValue;
use billwire::{
    BearerToken, Biller, BillerConfig, HashToken, Instant, Settlement, VerificationToken, WebhookReceiver,
    WebhookToken, WireProfile,
};
use serde::Deserialize;
use serde_json::Value;
use std::path::Path;

/// One vector: its id, and everything else by name.
#[derive(Clone, Debug, Deserialize)]
pub struct Case {
    /// The id, unique over all files.
    pub id: String,
    /// The vector's fields.
    #[serde(flatten)]
    pub fields: serde_json::Map<String, Value>,
}

#[derive(Deserialize)]
struct File {
    cases: Vec<Case>,
}

/// Reads a file of vectors.
///
/// # Panics
/// Panics if the file cannot be read or is empty.
#[allow(clippy::panic, reason = "a test that has no vectors must not pass")]
pub fn cases(name: &str) -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors").join(name).with_extension("json");
    let file = std::fs::read(&path).map(|text| serde_json::from_slice::<File>(&text));
    match file {
        Ok(Ok(File { cases })) if !cases.is_empty() => cases,
        other => panic!("no vectors in {}: {:?}", path.display(), other.map(|file| file.map(|_| ()))),
    }
}

impl Case {
    /// Returns a field, or null if it is absent.
    pub fn get(&self, name: &str) -> &Value {
        self.fields.get(name).unwrap_or(&Value::Null)
    }

    /// Returns a text field, or an empty text if it is absent.
    pub fn text(&self, name: &str) -> &str {
        self.get(name).as_str().unwrap_or_default()
    }

    /// Returns the body, in any of its three forms.
    pub fn body(&self) -> Vec<u8> {
        if let Some(repeat) = self.get("body_repeat").as_object() {
            let part = |name: &str| repeat.get(name).and_then(Value::as_str).unwrap_or_default();
            let count = repeat.get("count").and_then(Value::as_u64).unwrap_or_default();
            let count = usize::try_from(count).unwrap_or_default();
            return [part("prefix"), &part("unit").repeat(count), part("suffix")].concat().into_bytes();
        }
        match self.get("body_base64").as_str() {
            Some(text) => STANDARD.decode(text).unwrap_or_default(),
            None => self.text("body").as_bytes().to_vec(),
        }
    }
}

/// Runs every case of a file and writes the ids of the passed ones, to compare all languages.
///
/// # Panics
/// Panics if a case fails. The message names all failed cases.
#[allow(clippy::panic, reason = "this is a test")]
pub fn check(file: &str, run: impl Fn(&Case) -> Result<(), String>) {
    let cases = cases(file);
    let (mut passed, mut failures) = (String::new(), Vec::new());
    for case in &cases {
        match run(case) {
            Ok(()) => passed += &format!("{}\n", case.id),
            Err(why) => failures.push(format!("{}: {why}", case.id)),
        }
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/vectors/rust");
    let written = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(folder.join(file), passed));
    assert!(written.is_ok(), "{}: {written:?}", folder.display());
    assert!(failures.is_empty(), "{} of {} cases fail\n{}", failures.len(), cases.len(), failures.join("\n"));
}

/// Returns a text as a dynamic value.
pub fn text(value: &str) -> DynamicValue {
    DynamicValue::Text(value.into())
}

/// Returns an object as a dynamic value.
pub fn object(members: Vec<(&str, DynamicValue)>) -> DynamicValue {
    DynamicValue::Members(members.into_iter().map(|(key, value)| (key.into(), value)).collect())
}

/// Converts a vector's value to a dynamic value. Numbers become doubles.
pub fn dynamic_value(value: &Value) -> DynamicValue {
    match value {
        Value::Null => DynamicValue::Null,
        Value::Bool(value) => DynamicValue::Bool(*value),
        Value::Number(number) => {
            let double = number.as_f64().unwrap_or(f64::NAN);
            DynamicValue::Double(double, shortest(double))
        }
        Value::String(text) => DynamicValue::Text(text.clone()),
        Value::Array(items) => DynamicValue::List(items.iter().map(dynamic_value).collect()),
        Value::Object(members) => {
            DynamicValue::Members(members.iter().map(|(key, value)| (key.clone(), dynamic_value(value))).collect())
        }
    }
}

/// Returns the shortest text of a double in JSON's grammar.
fn shortest(double: f64) -> String {
    if double == double.trunc() && double.abs() < 1e21 { format!("{double}") } else { format!("{double:?}") }
}

/// Runs the example of the crate's README.
#[cfg(doctest)]
#[doc = include_str!("../../core/README.md")]
struct Readme;

/// Base address of the service.
pub const BASE_URL: &str = "https://service.example";

/// Returns a config with every credential.
pub fn config() -> BillerConfig {
    BillerConfig::builder()
        .base_url(BASE_URL)
        .bearer(BearerToken::new("test-bearer"))
        .verification_token(VerificationToken::new("test-verification"))
        .hash_token(HashToken::new("test-hash-key"))
        .build()
}

/// Returns a biller with every credential and a profile, which is written as JSON.
///
/// # Panics
/// Panics if the profile is refused.
#[allow(clippy::unwrap_used, reason = "this is a test")]
pub fn biller(profile: &str) -> Biller {
    let profile = WireProfile::from_json(profile.as_bytes()).unwrap();
    Biller::new(with(config(), |config| config.profile = profile)).unwrap()
}

/// Returns a receiver that expects the header `Token: test-webhook`.
///
/// # Panics
/// Never: the token is valid.
#[allow(clippy::unwrap_used, reason = "this is a test")]
pub fn proxy() -> WebhookReceiver {
    WebhookReceiver::merchant_proxy(vec![WebhookToken::new("test-webhook")]).unwrap()
}

/// Returns a bill in riel without findings.
pub fn bill() -> Settlement {
    Settlement::builder()
        .ref_id("INV-1")
        .date(Instant::from_unix_millis(1_769_850_000_000))
        .due_date(Instant::from_unix_millis(1_769_850_000_000))
        .currency("KHR")
        .total_amount(40_000)
        .customer_sync_code("C-1")
        .settlement_to("SUB-1")
        .build()
}

/// Answer to the verification of [`bill`].
pub const TRANSACTION: &str = r#"{"code":"SUCCESS","message":"","data":{"tran_id":"T-1",
    "tran_date":"2026-01-31T09:00:00.000","tran_amount":40000,"fee_amount":0,"total_amount":40000,"currency":"KHR",
    "identity_code":"INV-1","bank_code":"B","bank_ref":"R","purpose_of_transaction":"INV-1","status":"success"}}"#;

/// Whether the long form of a test is asked for, with larger alphabets and more cases.
pub fn is_full() -> bool {
    std::env::var("BILLWIRE_FULL").is_ok_and(|value| value == "1")
}

/// Returns a value with a change, such as a bill with another amount.
pub fn with<T>(mut value: T, change: impl FnOnce(&mut T)) -> T {
    change(&mut value);
    value
}
