//! Drafts of any value tree: refused with violations, or a body with the same values and a correct signature. An
//! input is a byte that chooses the deployment and the operation, and a tree.

use super::{
    Verdict,
    billers::{Deployment, HASH_TOKEN, deployment},
    ensure,
    readback::{Names, says_the_same},
    slow::{self, Slow},
    trees,
};
use crate::cases;
use base64::{Engine, engine::general_purpose::STANDARD};
use billwire::internal::{DynamicValue, member};
use billwire::{Biller, DateStyle, Error, LineItemKey, OperationName};
use billwire_wasm::entrances::{self, Prepared};
use chrono::{DateTime, TimeDelta};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha512;

/// The operations with a shape, and the keys of their requests.
const OPERATIONS: [(OperationName, &[&str]); 3] = [
    (
        OperationName::Settlement,
        &[
            "ref_id",
            "date",
            "due_date",
            "currency",
            "total_amount",
            "customer_sync_code",
            "total_tax",
            "payment_method_token",
            "settlement_to",
            "description",
            "exchange_rate_khr",
            "total_amount_khr",
            "details",
        ],
    ),
    (
        OperationName::Onboarding,
        &["supplier_sync_code", "name", "name_kh", "address", "bank_id", "return_url", "currency"],
    ),
    (OperationName::Verification, &["identity_code", "tran_id", "bank_ref", "purpose_of_transaction"]),
];

/// The keys of a line.
const LINE: &[&str] = &["item_name", "description", "quantity", "price", "amount", "tax_amount", "tax_name"];

pub(crate) fn check(input: &[u8]) -> Verdict {
    prepares_rightly(input, entrances::prepare)
}

pub(crate) fn control(input: &[u8]) -> Verdict {
    prepares_rightly(input, |biller, name, tree| {
        let DynamicValue::Members(members) = tree else { return entrances::prepare(biller, name, tree) };
        let known = |key: &str| key == "extra" || OPERATIONS.iter().any(|(_, keys)| keys.contains(&key));
        let left = members.iter().filter(|(key, _)| known(key)).cloned().collect();
        entrances::prepare(biller, name, &DynamicValue::Members(left))
    })
}

fn prepares_rightly(
    input: &[u8],
    prepare: impl Fn(&Biller, OperationName, &DynamicValue) -> Result<Prepared, Error>,
) -> Verdict {
    let Some((choice, input)) = input.split_first() else { return Ok(()) };
    let deployment = deployment(*choice);
    let (operation, fields) = OPERATIONS[usize::from(choice >> 1) % OPERATIONS.len()];
    let Some(tree) = trees::tree(input) else { return Ok(()) };
    let prepared = match prepare(&deployment.biller, operation, &tree) {
        Ok(prepared) => prepared,
        Err(error) => {
            ensure!(error.kind() == "invalid_request", "{error}");
            ensure!(!error.violations().is_empty(), "nothing is named: {error}");
            return Ok(());
        }
    };
    let body = slow::read(prepared.body.as_bytes()).map_err(|code| format!("the body is refused: {code:?}"))?;
    let settles = operation == OperationName::Settlement;
    let profile = &deployment.profile;
    let line_item = if profile.line_item_key == LineItemKey::ItemMame { "item_mame" } else { "item_name" };
    let names = Names {
        fields,
        lines: LINE,
        sent: &[("settlement_to", profile.destination_key.as_str()), ("item_name", line_item)],
        computed: if settles { &["hash", "total_amount_khr"] } else { &[] },
        seconds: profile.date_style == DateStyle::Seconds,
    };
    ensure!(body.written() == prepared.body, "serde_json writes {}", body.written());
    says_the_same(&tree, &body, &names)?;
    if settles {
        is_rightly_signed(&body, deployment)?;
        has_the_total_in_khr(&tree, &body)?;
    }
    Ok(())
}

/// Signature of section 5.3, computed from the body.
fn is_rightly_signed(body: &Slow, deployment: &Deployment) -> Verdict {
    let field = |key: &str| body.get(key).and_then(Slow::digits).ok_or_else(|| format!("{key} is not in the body"));
    let date = DateTime::parse_from_rfc3339(field("date")?).map_err(|error| error.to_string())?;
    let digits = date.naive_utc() + TimeDelta::seconds(deployment.digits_ahead);
    let message = [
        field("ref_id")?,
        &digits.format("%Y%m%d%H%M%S").to_string(),
        field("currency")?,
        field("total_amount")?,
        field("customer_sync_code")?,
        field(&deployment.profile.destination_key)?,
    ]
    .concat();
    let mac = Hmac::<Sha512>::new_from_slice(HASH_TOKEN.as_bytes()).map_err(|error| error.to_string())?;
    let expected = STANDARD.encode(mac.chain_update(message).finalize().into_bytes());
    ensure!(field("hash")? == expected, "the hash is not that of the body");
    Ok(())
}

/// Checks the derived total: `total_amount`, times the rate where the bill is not in KHR.
fn has_the_total_in_khr(tree: &DynamicValue, body: &Slow) -> Verdict {
    let DynamicValue::Members(members) = tree else { return Ok(()) };
    let digits = |key: &str| body.get(key).and_then(Slow::digits);
    let value = |key: &str| digits(key).and_then(super::decimals::big);
    let total = value("total_amount_khr").ok_or("total_amount_khr is not in the body")?;
    if !member(members, "total_amount_khr").is_absent() {
        return Ok(());
    }
    let in_khr = body.get("currency").and_then(Slow::text) == Some("KHR");
    let rate = if in_khr { Some(1.into()) } else { value("exchange_rate_khr") };
    let expected = value("total_amount").zip(rate).map(|(amount, rate)| amount * rate);
    ensure!(expected.as_ref() == Some(&total), "total_amount_khr is computed wrongly");
    let shortest = expected.map(|total| total.normalized().to_plain_string());
    ensure!(digits("total_amount_khr") == shortest.as_deref(), "total_amount_khr has more digits than it needs");
    Ok(())
}

/// The vectors' requests, once with each deployment, and once with odd values in them.
pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (number, case) in cases("requests").iter().enumerate() {
        let name = case.text("operation");
        let Some(at) = OPERATIONS.iter().position(|(operation, _)| operation.as_str() == name) else { continue };
        let choice = (at << 1) as u8 | u8::from(!case.get("profile").is_null());
        let mut seed = [&[choice], case.get("request").to_string().as_bytes()].concat();
        if number % 4 == 0 {
            seed.extend([0, (number / 4) as u8, (number / 3) as u8]);
        }
        seeds.push(seed);
    }
    seeds
}
