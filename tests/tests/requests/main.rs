//! Validation of Rust input: what is refused, at which path, without revealing secrets.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "these are tests")]

mod addresses;
mod drafts;
mod limits;
mod lookups;
mod printed;
mod secrets;
mod sentences;
mod settings;
mod strictness;
mod violations;
mod webhooks;

use billwire::*;

fn config() -> BillerConfig {
    BillerConfig {
        base_url: "https://service.example".into(),
        bearer: Some(BearerToken::new("bearer")),
        verification_token: Some(VerificationToken::new("verification")),
        hash_token: Some(HashToken::new("key")),
        ..BillerConfig::default()
    }
}

fn biller() -> Biller {
    Biller::new(config()).unwrap()
}

/// A bill without findings.
fn bill() -> Settlement {
    Settlement {
        ref_id: "INV-1".into(),
        date: "2026-01-31T09:00:00+07:00".parse().unwrap(),
        due_date: "2026-02-28T09:00:00+07:00".parse().unwrap(),
        currency: "USD".into(),
        total_amount: 100,
        customer_sync_code: "C-1".into(),
        total_tax: None,
        payment_method_token: None,
        settlement_to: "S-1".into(),
        description: None,
        exchange_rate_khr: Some(decimal("4100")),
        total_amount_khr: None,
        details: None,
        extra: Members::default(),
    }
}

fn decimal(text: &str) -> Decimal {
    text.parse().unwrap()
}

/// Path and code of each violation.
fn places(findings: &[Finding]) -> Vec<(&str, Code)> {
    findings.iter().map(|finding| (finding.path.as_str(), finding.code)).collect()
}

/// Returns the violations of a bill, or nothing if it is accepted.
fn violations(biller: &Biller, bill: &Settlement) -> Vec<Finding> {
    biller.prepare(bill).map_or_else(|error| error.violations().to_vec(), |_| Vec::new())
}
