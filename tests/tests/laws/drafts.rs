//! Random drafts: their body and hash, equal for every kind of input.

use crate::{cases, keeps};
use billwire::*;
use billwire_conformance::{config, with};
use billwire_wasm::entrances;
use chrono::{DateTime, Utc};
use proptest::{collection::vec, option, prelude::*, sample::select};
use serde_json::{Value, json};

/// Keys of a settlement's draft.
const KEYS: &str = "ref_id date due_date currency total_amount customer_sync_code total_tax payment_method_token \
    settlement_to description exchange_rate_khr total_amount_khr details extra";

proptest! {
    #![proptest_config(cases(1_000))]

    #[test]
    fn valid_drafts_are_written_and_signed_unchanged(
        bill in valid_bill(),
        sub_biller in sub_biller(),
        search in search(),
    ) {
        is_written(0, &bill)?;
        is_written(1, &sub_biller)?;
        is_written(2, &search)?;
    }

    #[test]
    fn json_of_a_draft_reads_back_unchanged(bill in valid_bill()) {
        let settings = DraftSettings::default();
        let text = draft_to_json(&bill, &settings).unwrap();
        prop_assert_eq!(draft_from_json::<Settlement>(text.as_bytes(), &settings).unwrap(), bill.clone());
        // The keys are the interface's, without the hash, and no decimal is a number.
        let parsed: Value = serde_json::from_str(&text).unwrap();
        prop_assert!(parsed.as_object().unwrap().keys().all(|key| KEYS.split(' ').any(|name| name == key)));
        prop_assert_eq!(&parsed["ref_id"], &json!(bill.ref_id));
        prop_assert_eq!(&parsed["date"], &json!(iso(bill.date)));
        let rate = bill.exchange_rate_khr.map(|rate| json!(rate.to_string()));
        prop_assert_eq!(parsed.get("exchange_rate_khr"), rate.as_ref());
    }
}

/// Prepares a valid draft as what it is and as a value tree, and tests the promise of drafts on it.
fn is_written<O: Operation>(operation: u8, draft: &O) -> Result<(), TestCaseError> {
    let text = draft_to_json(draft, &DraftSettings::default()).unwrap();
    let biller = configured(WireProfile::default());
    let body = biller.prepare(draft).unwrap().body;
    // The text of a draft may have a level more than the reader's limit.
    if let Ok(tree) = Json::parse(text.as_bytes()) {
        prop_assert_eq!(entrances::prepare(&biller, O::NAME, &tree.into()).unwrap().body, body);
    }
    for deployment in [0, 1] {
        keeps("drafts", &[&[operation << 1 | deployment], text.as_bytes()].concat())?;
    }
    Ok(())
}

pub(crate) fn configured(profile: WireProfile) -> Biller {
    Biller::new(with(config(), |config| (config.hash_token, config.profile) = (Some(HashToken::new("key")), profile)))
        .unwrap()
}

fn iso(instant: Instant) -> String {
    DateTime::<Utc>::from_timestamp_millis(instant.unix_millis()).unwrap().format("%Y-%m-%dT%H:%M:%S%.3fZ").to_string()
}

pub(crate) fn valid_bill() -> impl Strategy<Value = Settlement> {
    let texts = [text(), text(), text()];
    let optional = (option::of(text()), option::of(paragraph()));
    let amounts = (amount(), option::of(amount()), option::of(decimal(false)), option::of(decimal(false)));
    let (dates, lines) = ([instant(), instant()], option::of(vec(line(), 0..4)));
    (texts, currency(), optional, amounts, dates, lines, extra()).prop_map(
        |([ref_id, customer_sync_code, settlement_to], currency, optional, amounts, dates, details, extra)| {
            let (total_amount, total_tax, rate, khr) = amounts;
            let is_khr = currency == "KHR";
            let derivable = is_khr || khr.is_some();
            let needed = if derivable { None } else { Some("4100.5".parse::<Decimal>().unwrap()) };
            Settlement::builder()
                .ref_id(ref_id)
                .date(dates[0])
                .due_date(dates[1])
                .currency(currency)
                .total_amount(total_amount)
                .customer_sync_code(customer_sync_code)
                .maybe_total_tax(total_tax)
                .maybe_payment_method_token(optional.0)
                .settlement_to(settlement_to)
                .maybe_description(optional.1)
                .maybe_exchange_rate_khr(rate.filter(|rate| !rate.is_zero()).or(needed))
                .maybe_total_amount_khr(khr.filter(|_| !is_khr))
                .maybe_details(details)
                .extra(extra)
                .build()
        },
    )
}

fn sub_biller() -> impl Strategy<Value = Onboarding> {
    let optional = [option::of(text()), option::of(text()), option::of(text())];
    ([text(), text()], optional, option::of(paragraph()), text(), extra()).prop_map(
        |([id, name], [name_kh, bank_id, currency], address, url, extra)| {
            Onboarding::builder()
                .supplier_sync_code(id)
                .name(name)
                .maybe_name_kh(name_kh)
                .maybe_address(address)
                .maybe_return_url(bank_id.as_ref().map(|_| url))
                .maybe_bank_id(bank_id)
                .maybe_currency(currency)
                .extra(extra)
                .build()
        },
    )
}

fn search() -> impl Strategy<Value = Verification> {
    ([text(), text()], [option::of(text()), option::of(text())], extra()).prop_map(
        |([identity_code, purpose_of_transaction], [tran_id, bank_ref], extra)| {
            Verification::builder()
                .identity_code(identity_code)
                .maybe_tran_id(tran_id)
                .maybe_bank_ref(bank_ref)
                .purpose_of_transaction(purpose_of_transaction)
                .extra(extra)
                .build()
        },
    )
}

pub(crate) fn line() -> impl Strategy<Value = Line> {
    let texts = (option::of(text()), option::of(paragraph()), option::of(text()));
    let amounts = [option::of(decimal(true)), option::of(decimal(true)), option::of(decimal(true))];
    (texts, option::of(amount()), amounts, extra()).prop_map(
        |((item_name, description, tax_name), quantity, amounts, extra)| {
            let [price, amount, tax_amount] = amounts;
            Line::builder()
                .maybe_item_name(item_name)
                .maybe_description(description)
                .maybe_quantity(quantity)
                .maybe_price(price)
                .maybe_amount(amount)
                .maybe_tax_amount(tax_amount)
                .maybe_tax_name(tax_name)
                .extra(extra)
                .build()
        },
    )
}

/// Text that every field accepts.
pub(crate) fn text() -> impl Strategy<Value = String> {
    let any = vec(any::<char>().prop_filter("a control character", |c| !c.is_control()), 1..24);
    prop_oneof![
        3 => "[A-Z]{1,4}-[0-9]{1,20}",
        1 => "[ -~]{1,40}",
        2 => "[ក-ឳ\u{200b}-\u{200d}]{1,20}",
        1 => any.prop_map(|text| text.into_iter().collect()),
    ]
}

pub(crate) fn paragraph() -> impl Strategy<Value = String> {
    prop_oneof![text(), "[a-z\"\\\\/\\t\\n]{1,40}"]
}

pub(crate) fn currency() -> impl Strategy<Value = String> {
    prop_oneof![3 => Just("KHR".into()), 2 => Just("USD".into()), 1 => "[A-Za-z]{1,4}"]
}

pub(crate) fn amount() -> impl Strategy<Value = i64> {
    prop_oneof![4 => 0..100_000i64, 1 => 0..1i64 << 53, 1 => select(vec![0, 1, (1 << 53) - 1])]
}

/// A decimal with so few digits that its product with any amount is a decimal too.
pub(crate) fn decimal(negative: bool) -> impl Strategy<Value = Decimal> {
    let digits = prop_oneof![3 => 0..1_000_000u64, 1 => any::<u64>().prop_map(|digits| digits / 1_000_000)];
    (digits, 0..7usize, any::<bool>()).prop_map(move |(digits, places, minus)| {
        let width = places + 1;
        let digits = format!("{digits:0>width$}");
        let (whole, fraction) = digits.split_at(digits.len() - places);
        let sign = if negative && minus { "-" } else { "" };
        let point = if places == 0 { "" } else { "." };
        format!("{sign}{whole}{point}{fraction}").parse().unwrap()
    })
}

pub(crate) fn instant() -> impl Strategy<Value = Instant> {
    prop_oneof![
        3 => 946_684_800_000..4_102_444_800_000i64,
        1 => -62_167_219_200_000..253_402_300_800_000i64,
    ]
    .prop_map(Instant::from_unix_millis)
}

pub(crate) fn extra() -> impl Strategy<Value = Members> {
    let value = crate::text::json().prop_map(|text| Json::parse(text.as_bytes()).unwrap_or(Json::Null));
    // serde_json's values contain no number beyond a double.
    let value =
        value.prop_filter("a number too large", |json| serde_json::from_str::<Value>(&json.to_string()).is_ok());
    // In a line of a body it is below three levels.
    let shallow = value.prop_filter("as deep as a body may be", |json| depth(json) < 30);
    let key = prop_oneof!["x_[a-z]{0,40}", "ក[ខ-ឳ\"\\\\\n]{0,6}"];
    prop_oneof![4 => Just(Members::default()), 1 => vec((key, shallow), 0..3).prop_map(Members::from_iter)]
}

fn depth(json: &Json) -> usize {
    match json {
        Json::Array(elements) => 1 + elements.iter().map(depth).max().unwrap_or(0),
        Json::Object(members) => 1 + members.iter().map(|(_, value)| depth(value)).max().unwrap_or(0),
        _ => 0,
    }
}
