//! The exported interface, used as Kotlin and Swift use it. The expected values are those of the shared vectors, and
//! the names of the bills are theirs.

mod calls;
mod config;
mod credit;
mod drafts;
mod errors;
mod settlement;
mod signatures;
mod texts;
mod values;
mod webhooks;

use crate::{
    UniFfiTag,
    biller::Biller,
    config::{BillerConfig, CodeShape, CodeShapes},
    credentials::{BearerToken, HashToken, VerificationToken},
    error::BillwireError,
    models::{Line, Onboarding, Settlement, Verification, WireProfile},
    values::DecimalDraft,
};
use billwire::{Code, Instant};
use std::sync::Arc;
use uniffi::{Lift, Lower};

pub(super) const BASE_URL: &str = "https://service.example/v1";
const BEARER: &str = "test-bearer";
const VERIFICATION: &str = "test-verification";
const KEY: &str = "test-hash-key";

/// The hash of the vector `requests/settlement-minimal`.
pub(super) const HASH: &str =
    "N7AQmVospQGWuQKOtyc18lzm8SlcBsGXJrb7AK6bNKA9aVb6IbB+dn0aBGkk+vXHby2axi3DAQFRSCcVef/5Xg==";

/// The value on the other side, as a type of the same form.
pub(super) fn crossed<T: Lower<UniFfiTag>, U: Lift<UniFfiTag, FfiType = T::FfiType>>(value: T) -> U {
    U::try_lift(T::lower(value)).unwrap()
}

/// Paths and codes of the violations of an error.
fn codes(error: BillwireError) -> Vec<(String, Code)> {
    error.details().violations.into_iter().map(|one| (one.path, one.code)).collect()
}

pub(super) fn instant(text: &str) -> Instant {
    text.parse().unwrap()
}

/// A decimal as these languages pass it: as text.
fn decimal(text: &str) -> DecimalDraft {
    crossed(text.to_owned())
}

fn config() -> BillerConfig {
    BillerConfig {
        base_url: BASE_URL.into(),
        bearer: Some(Arc::new(BearerToken::new(BEARER.into()))),
        verification_token: Some(Arc::new(VerificationToken::new(VERIFICATION.into()))),
        hash_token: Some(Arc::new(HashToken::new(KEY.into()))),
        allow_loopback_http: false,
        strict: false,
        code_shapes: None,
        max_lines: None,
        profile: None,
    }
}

pub(super) fn biller() -> Biller {
    Biller::new(config()).unwrap()
}

pub(super) fn hash_key() -> Arc<HashToken> {
    Arc::new(HashToken::new(KEY.into()))
}

fn biller_with(profile: WireProfile) -> Biller {
    Biller::new(BillerConfig { profile: Some(profile), ..config() }).unwrap()
}

/// A profile without settings.
fn profile() -> WireProfile {
    WireProfile::default()
}

fn code_shapes() -> CodeShapes {
    let begins = |prefix: &str| Some(CodeShape { prefix: Some(prefix.into()), length: None, pattern: None });
    CodeShapes { ref_id: begins("INV-"), customer_sync_code: begins("C-"), settlement_to: begins("S-") }
}

/// The vector `requests/onboarding-full`.
pub(super) fn sub_biller() -> Onboarding {
    Onboarding {
        supplier_sync_code: "S-1".into(),
        name: "Sok Dara Store".into(),
        name_kh: Some("ហាង សុខ ដារ៉ា".into()),
        address: Some("12 Street 271, Phnom Penh".into()),
        bank_id: Some("B-9".into()),
        return_url: Some("https://biller.example/return?a=1&b=2#top".into()),
        currency: Some("KHR".into()),
        extra: None,
    }
}

/// The vector `requests/settlement-minimal`.
pub(super) fn bill() -> Settlement {
    Settlement {
        ref_id: "INV-0001".into(),
        date: instant("2026-01-31T17:00:00.000Z"),
        due_date: instant("2026-02-28T17:00:00.000Z"),
        currency: "KHR".into(),
        total_amount: 40_000,
        customer_sync_code: "C-1".into(),
        total_tax: None,
        payment_method_token: None,
        settlement_to: "S-1".into(),
        description: None,
        exchange_rate_khr: None,
        total_amount_khr: None,
        details: None,
        extra: None,
    }
}

/// The vector `requests/settlement-full`.
fn full_bill() -> Settlement {
    Settlement {
        ref_id: "INV-0002".into(),
        date: instant("2026-01-31T17:00:00.250Z"),
        due_date: instant("2026-02-28T17:00:00.500Z"),
        currency: "USD".into(),
        total_amount: 33,
        customer_sync_code: "C-2".into(),
        total_tax: Some(3),
        payment_method_token: Some("pm-token-1".into()),
        settlement_to: "S-2".into(),
        description: Some("January".into()),
        exchange_rate_khr: Some(decimal("4100")),
        total_amount_khr: Some(decimal("135300")),
        details: Some(vec![
            line("Rice", "Jasmine, 5 kg", 2, ["10.50", "21.00", "2.10"]),
            line("Fish", "Dried", 1, ["9.00", "9.00", "0.90"]),
        ]),
        extra: Some(r#"{"channel":"counter"}"#.into()),
    }
}

fn line(name: &str, description: &str, quantity: i64, [price, amount, tax]: [&str; 3]) -> Line {
    Line {
        item_name: Some(name.into()),
        description: Some(description.into()),
        quantity: Some(quantity),
        price: Some(decimal(price)),
        amount: Some(decimal(amount)),
        tax_amount: Some(decimal(tax)),
        tax_name: Some("VAT".into()),
        extra: None,
    }
}

/// The vector `requests/verification-full`.
fn verification() -> Verification {
    Verification {
        identity_code: "INV-0001".into(),
        tran_id: Some("T-1".into()),
        bank_ref: Some("BR-1".into()),
        purpose_of_transaction: "2026-01-31".into(),
        extra: None,
    }
}

/// The body of the vector `responses/verification-minimal`, without the fee.
const FOUND: &str = concat!(
    r#"{"code":"SUCCESS","message":"Transaction found","data":{"tran_id":"T-1","tran_date":"2026-01-31T17:00:00.1234567","#,
    r#""tran_amount":40000,"fee_amount":0,"total_amount":40000,"currency":"KHR","identity_code":"INV-0001","#,
    r#""bank_code":"B-9","bank_ref":"BR-1","purpose_of_transaction":"2026-01-31","status":"success"}}"#,
);
