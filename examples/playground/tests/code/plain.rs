//! Prepares the settlement of a bill.
use billwire::*;
use std::env::var;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut config = BillerConfig::default();
    let (bearer, key) = (var("BILLWIRE_BEARER")?, var("BILLWIRE_HASH_TOKEN")?);
    config.base_url = "https://service.example".into();
    config.bearer = Some(BearerToken::new(bearer));
    config.hash_token = Some(HashToken::new(key));

    let mut settings = DraftSettings::default();
    settings.profile.clone_from(&config.profile);
    let bill: Settlement = draft_from_json(BILL.as_bytes(), &settings)?; // all violations at once
    let biller = Biller::new(config)?;
    let call = biller.prepare(&bill)?;
    println!("{}", call.url);
    // Send `call` once and unchanged, and pass the answer to `call.decode(status, &body)`.
    // If the answer is lost, look the bill up before you send it again.
    Ok(())
}

const BILL: &str = r#"{
  "ref_id": "INV-2026-0042",
  "date": "2026-01-31T18:30:00.000Z",
  "currency": "KHR",
  "total_amount": 40000,
  "customer_sync_code": "CUST-7",
  "settlement_to": "SUP-1",
  "due_date": "2026-02-14T18:30:00.000Z"
}"#;
