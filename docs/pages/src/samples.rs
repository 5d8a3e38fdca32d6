//! Billers and bills of the examples.

use anyhow::{Context, Result};
use billwire::{
    BearerToken, Biller, BillerConfig, Expectation, HashToken, Instant, Json, Settlement, VerificationToken,
    WireProfile,
};

/// Answer that settles the bill.
pub(crate) const SETTLED: &str =
    r#"{"code":"000","message":"Success","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}"#;

pub(crate) const BASE_URL: &str = "https://service.example";
/// The bill of [`bill`] as JSON. A text keeps the offset of its dates.
pub(crate) const BILL: &str = r#"{"ref_id":"INV-0001","date":"2026-01-31T23:30:00+07:00","due_date":"2026-02-28T09:00:00+07:00",
    "currency":"KHR","total_amount":40000,"customer_sync_code":"C-17","settlement_to":"SHOP-1"}"#;

/// Biller with test credentials and this profile.
pub(crate) fn biller(profile: &str) -> Result<Biller> {
    Ok(Biller::new(
        BillerConfig::builder()
            .base_url(BASE_URL)
            .bearer(BearerToken::new("BEARER"))
            .verification_token(VerificationToken::new("TOKEN"))
            .hash_token(HashToken::new("HASH_TOKEN"))
            .profile(WireProfile::from_json(profile.as_bytes())?)
            .build(),
    )?)
}

/// Bill in riel.
pub(crate) fn bill() -> Result<Settlement> {
    Ok(Settlement::builder()
        .ref_id("INV-0001")
        .date(instant("2026-01-31T23:30:00+07:00")?)
        .due_date(instant("2026-02-28T09:00:00+07:00")?)
        .currency("KHR")
        .total_amount(40_000)
        .customer_sync_code("C-17")
        .settlement_to("SHOP-1")
        .build())
}

/// Values of the bill with which a verification must agree.
pub(crate) fn expectation() -> Expectation {
    Expectation::builder()
        .identity_code("INV-0001")
        .purpose_of_transaction("INV-0001")
        .currency("KHR")
        .amount(40_000)
        .build()
}

/// Answer of a verification that finds the bill's transaction, with this status, fee and total.
pub(crate) fn transaction(status: &str, fee: u32, total: u32) -> String {
    format!(
        r#"{{"code":"SUCCESS","message":"Found","data":{{"tran_id":"T-1","tran_date":"2026-01-31T23:31:00.000",
        "tran_amount":40000,"fee_amount":{fee},"total_amount":{total},"currency":"KHR","identity_code":"INV-0001",
        "bank_code":"B-1","bank_ref":"R-1","purpose_of_transaction":"INV-0001","status":"{status}"}}}}"#
    )
}

pub(crate) fn instant(text: &str) -> Result<Instant> {
    text.parse().map_err(|_| anyhow::anyhow!("{text} is no timestamp"))
}

/// Members of a body, one a line, in its order.
pub(crate) fn lines(body: &str) -> Result<Vec<String>> {
    let json = json(body)?;
    let members = json.as_object().context("a body is an object")?;
    Ok(members.0.iter().map(|(key, value)| format!("\"{key}\": {value}")).collect())
}

pub(crate) fn json(text: &str) -> Result<Json> {
    Json::parse(text.as_bytes()).map_err(|finding| anyhow::anyhow!("{finding}"))
}
