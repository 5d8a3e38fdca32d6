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
    BillerConfig::builder()
        .base_url("https://service.example")
        .bearer(BearerToken::new("bearer"))
        .verification_token(VerificationToken::new("verification"))
        .hash_token(HashToken::new("key"))
        .build()
}

fn biller() -> Biller {
    Biller::new(config()).unwrap()
}

/// A bill without findings.
fn bill() -> Settlement {
    Settlement::builder()
        .ref_id("INV-1")
        .date("2026-01-31T09:00:00+07:00".parse().unwrap())
        .due_date("2026-02-28T09:00:00+07:00".parse().unwrap())
        .currency("USD")
        .total_amount(100)
        .customer_sync_code("C-1")
        .settlement_to("S-1")
        .exchange_rate_khr(decimal("4100"))
        .build()
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
