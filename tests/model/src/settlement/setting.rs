//! The bills, and the settings of the merchant.

use billwire::{BearerToken, Biller, BillerConfig, HashToken, Instant, Settlement, VerificationToken, WireProfile};

const PROFILE: &[u8] = br#"{"settlementLookup":{"identity_code":"ref_id","purpose_of_transaction":"ref_id"},
    "notFoundCodes":{"verification":["404"]},"existsAlreadyCodes":{"settlement":["E02"]},
    "pendingStatuses":{"transaction":["pending"]},
    "failedStatuses":{"bill":["failed"],"payment":["failed"],"transaction":["failed"]}}"#;

/// Reference of the bill that the books know as settled.
pub(crate) const CONTROL: &str = "INV-0";
pub(crate) const AMOUNT: i64 = 40_000;

/// Bill that is meant under the one reference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Meant {
    #[default]
    First,
    /// Corrected in a field that no lookup shows.
    Elsewhere,
    /// Corrected in its amount.
    Amended,
}

impl Meant {
    pub(crate) fn amount(self) -> i64 {
        if self == Meant::Amended { AMOUNT / 2 } else { AMOUNT }
    }

    pub(crate) fn bill(self) -> Settlement {
        bill("INV-1", self.amount(), if self == Meant::Elsewhere { "SUB-2" } else { "SUB-1" })
    }
}

pub(crate) fn control() -> Settlement {
    bill(CONTROL, AMOUNT, "SUB-1")
}

fn bill(ref_id: &str, amount: i64, settlement_to: &str) -> Settlement {
    let date = Instant::from_unix_millis(0);
    Settlement::builder()
        .ref_id(ref_id)
        .date(date)
        .due_date(date)
        .currency("KHR")
        .total_amount(amount)
        .customer_sync_code("C-1")
        .settlement_to(settlement_to)
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
