//! Validation of Rust input: what is refused, at which path, without revealing secrets.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "these are tests")]

mod addresses;
mod calls;
mod drafts;
mod limits;
mod printed;
mod secrets;
mod sentences;
mod settings;
mod violations;
mod webhooks;

use billwire::{internal::DynamicValue, *};
use billwire_conformance::{config, object, text, with};
use billwire_wasm::entrances;

fn biller() -> Biller {
    Biller::new(config()).unwrap()
}

/// A bill in dollars without findings.
fn bill() -> Settlement {
    with(billwire_conformance::bill(), |bill| {
        (bill.currency, bill.total_amount) = ("USD".into(), 100);
        (bill.settlement_to, bill.exchange_rate_khr) = ("S-1".into(), Some(4100.into()));
    })
}

fn decimal(text: &str) -> Decimal {
    text.parse().unwrap()
}

/// Path and code of each violation.
fn places(findings: &[Finding]) -> Vec<(&str, Code)> {
    findings.iter().map(|finding| (finding.path.as_str(), finding.code)).collect()
}

/// A value tree of a bill with one value replaced or added.
fn bill_with(field: &str, value: DynamicValue) -> DynamicValue {
    let mut members = vec![
        ("ref_id", text("INV-1")),
        ("date", DynamicValue::Millis(0.0)),
        ("due_date", DynamicValue::Millis(0.0)),
        ("currency", text("KHR")),
        ("total_amount", DynamicValue::Whole(100)),
        ("customer_sync_code", text("C-1")),
        ("settlement_to", text("S-1")),
    ];
    members.retain(|(name, _)| *name != field);
    members.push((field, value));
    object(members)
}

fn refused(tree: &DynamicValue) -> Vec<(String, Code)> {
    let error = entrances::prepare(&biller(), OperationName::Settlement, tree).unwrap_err();
    assert_eq!(error.kind(), "invalid_request");
    found(&error)
}

fn found(error: &Error) -> Vec<(String, Code)> {
    error.violations().iter().map(|finding| (finding.path.clone(), finding.code)).collect()
}
