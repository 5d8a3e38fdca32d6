//! The bill, and the settings of the merchant.

use billwire::{BearerToken, Biller, BillerConfig, HashToken, Instant, Settlement, VerificationToken, WireProfile};

const PROFILE: &[u8] = br#"{"settlementLookup":{"identity_code":"ref_id","purpose_of_transaction":"ref_id"},
    "notFoundCodes":{"verification":["404"]},"existsAlreadyCodes":{"settlement":["E02"]},
    "pendingStatuses":{"transaction":["pending"]},"failedStatuses":{"transaction":["failed"]}}"#;

pub(crate) fn bill() -> Settlement {
    let date = Instant::from_unix_millis(0);
    Settlement::builder()
        .ref_id("INV-1")
        .date(date)
        .due_date(date)
        .currency("KHR")
        .total_amount(40_000)
        .customer_sync_code("C-1")
        .settlement_to("SUB-1")
        .build()
}

pub(crate) fn biller() -> Biller {
    Biller::new(
        BillerConfig::builder()
            .base_url("https://service.example")
            .bearer(BearerToken::new("a"))
            .verification_token(VerificationToken::new("b"))
            .hash_token(HashToken::new("c"))
            .profile(WireProfile::from_json(PROFILE).unwrap_or_else(|error| unreachable!("{error}")))
            .build(),
    )
    .unwrap_or_else(|error| unreachable!("{error}"))
}
