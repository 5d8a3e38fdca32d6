//! Prepares the settlement of a bill.
use billwire::*;
use std::env::var;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut config = BillerConfig::default();
    let (bearer, key) = (var("BILLWIRE_BEARER")?, var("BILLWIRE_HASH_TOKEN")?);
    config.base_url = "https://service.example".into();
    config.bearer = Some(BearerToken::new(bearer));
    config.hash_token = Some(HashToken::new(key));
    config.profile =
        WireProfile::from_json(r#"{"signingOffset":"+07:00","successCodes":{"settlement":["0","\""]}}"#.as_bytes())?;
    config.code_shapes.ref_id.get_or_insert_default().pattern = Some("INV?#".into());
    config.code_shapes.settlement_to.get_or_insert_default().pattern = Some("SUP-#".into());

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

const BILL: &str = r##"{
  "ref_id": "INV$1",
  "date": "2026-01-31T18:30:00.25+07:00",
  "currency": "USD",
  "total_amount": 9007199254740991,
  "customer_sync_code": "CUST-7",
  "settlement_to": "SUP-1",
  "due_date": "2026-02-14T18:30:00.000Z",
  "total_tax": 3,
  "description": "it's \"#\" \\ $HOME ${x} #{y} \\(z) `t` </script> ភ្នំពេញ 👍   %n r#\"\t1\r\n2",
  "exchange_rate_khr": "4100.50",
  "details": [
    {
      "item_name": "it's \"#\" \\ $HOME ${x} #{y} \\(z) `t` </script> ភ្នំពេញ 👍   %n r#\"",
      "quantity": 2,
      "price": "10.50"
    },
    {
      "amount": "1e3",
      "tax_amount": 0,
      "tax_name": "VAT"
    }
  ],
  "extra": {
    "note": [
      "it's \"#\" \\ $HOME ${x} #{y} \\(z) `t` </script> ភ្នំពេញ 👍   %n r#\"\t1\r\n2",
      null,
      {
        "a": true
      }
    ]
  }
}"##;
