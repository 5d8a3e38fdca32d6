//! Entrances compared with the typed API: the same settings and values in both forms.

mod calls;
mod settings;
mod signature;
mod webhooks;

use super::*;
use crate::entrances;
use billwire::wire::{Instant, input::DynamicValue};
use billwire::{
    BearerToken, Biller, BillerConfig, Code, Error, HashToken, Settlement, SettlementLookup, VerificationToken,
    WireProfile,
};

const DAY: i64 = 86_400_000;

fn text(text: &str) -> DynamicValue {
    DynamicValue::Text(text.into())
}

fn double(value: f64) -> DynamicValue {
    DynamicValue::Double(value, value.to_string())
}

fn object(members: Vec<(&str, DynamicValue)>) -> DynamicValue {
    DynamicValue::Members(members.into_iter().map(|(key, value)| (key.into(), value)).collect())
}

fn list(texts: &[&str]) -> DynamicValue {
    DynamicValue::List(texts.iter().map(|item| text(item)).collect())
}

/// Settings of Rust.
fn config() -> BillerConfig {
    BillerConfig::builder()
        .base_url("https://service.example/api/")
        .bearer(BearerToken::new("bearer"))
        .verification_token(VerificationToken::new("verification"))
        .hash_token(HashToken::new("key"))
        .profile(
            WireProfile::builder()
                .destination_key("destination")
                .settlement_lookup(
                    SettlementLookup::builder()
                        .identity_code("ref_id")
                        .purpose_of_transaction("customer_sync_code")
                        .build(),
                )
                .build(),
        )
        .build()
}

fn biller() -> Biller {
    Biller::new(config()).unwrap()
}

/// Returns a value with a change.
fn with<T>(mut value: T, change: impl FnOnce(&mut T)) -> T {
    change(&mut value);
    value
}

/// Bill without findings.
fn bill() -> Settlement {
    Settlement::builder()
        .ref_id("INV-1")
        .date(Instant::from_unix_millis(0))
        .due_date(Instant::from_unix_millis(DAY))
        .currency("KHR")
        .total_amount(1000)
        .customer_sync_code("C-1")
        .settlement_to("S-1")
        .description("ទឹក")
        .build()
}

/// The same bill as a value tree, with other values for some fields.
fn tree(others: Vec<(&str, DynamicValue)>) -> DynamicValue {
    let mut members = vec![
        ("ref_id", text("INV-1")),
        ("date", DynamicValue::Millis(0.0)),
        ("due_date", DynamicValue::Millis(DAY as f64)),
        ("currency", text("KHR")),
        ("total_amount", double(1000.0)),
        ("customer_sync_code", text("C-1")),
        ("settlement_to", text("S-1")),
        ("description", text("ទឹក")),
    ];
    members.retain(|(name, _)| others.iter().all(|(other, _)| other != name));
    members.extend(others);
    object(members)
}

/// Kind of an error, and its violations in the order of the paths.
fn refused<T>(result: Result<T, Error>) -> (&'static str, Vec<(String, Code)>) {
    let Err(error) = result else { panic!("it is not refused") };
    let mut places: Vec<_> =
        error.violations().iter().map(|violation| (violation.path.clone(), violation.code)).collect();
    places.sort();
    (error.kind(), places)
}

fn places(kind: &'static str, places: &[(&str, Code)]) -> (&'static str, Vec<(String, Code)>) {
    (kind, places.iter().map(|(path, code)| ((*path).to_owned(), *code)).collect())
}
