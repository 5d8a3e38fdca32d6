//! Random drafts: their body and hash, equal for every kind of input.

use crate::cases;
use base64::{Engine, engine::general_purpose::STANDARD};
use billwire::*;
use billwire_conformance::{config, with};
use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit, Mac};
use proptest::{collection::vec, option, prelude::*, sample::select};
use serde_json::{Value, json};
use sha2::Sha512;

const KEY: &str = "ឈ្មោះ a key of any text";

/// Keys of a settlement in the order of the interface's table, including the hash.
const TABLE: &str = "ref_id date due_date currency total_amount customer_sync_code total_tax payment_method_token \
    settlement_to description exchange_rate_khr total_amount_khr hash details";

fn place(key: &str) -> Option<usize> {
    TABLE.split(' ').position(|name| name == key)
}

proptest! {
    #![proptest_config(cases(1_000))]

    #[test]
    fn valid_bill_is_written_and_signed_unchanged(bill in valid_bill()) {
        let call = biller().prepare(&bill).unwrap();
        prop_assert_eq!(&call.body, &expected_body(&bill));
        let parsed: Value = serde_json::from_str(&call.body).unwrap();
        let places: Vec<_> = parsed.as_object().unwrap().keys().filter_map(|key| place(key)).collect();
        prop_assert!(places.is_sorted());
        prop_assert_eq!(&parsed["hash"], &json!(expected_hash(&bill)));
        prop_assert_eq!(&parsed["ref_id"], &json!(bill.ref_id));
        prop_assert_eq!(&parsed["details"].as_array().map(Vec::len), &bill.details.as_ref().map(Vec::len));
    }

    #[test]
    fn json_of_a_draft_reads_back_unchanged(bill in valid_bill()) {
        let settings = DraftSettings::default();
        let text = draft_to_json(&bill, &settings).unwrap();
        prop_assert_eq!(draft_from_json::<Settlement>(text.as_bytes(), &settings).unwrap(), bill.clone());
        // The keys are the interface's, without the hash, and no decimal is a number.
        let parsed: Value = serde_json::from_str(&text).unwrap();
        let known = |key: &String| place(key).is_some() || key == "extra";
        prop_assert!(parsed.as_object().unwrap().keys().all(known));
        prop_assert_eq!(parsed.get("hash"), None);
        prop_assert_eq!(&parsed["ref_id"], &json!(bill.ref_id));
        prop_assert_eq!(&parsed["date"], &json!(iso(bill.date)));
        let rate = bill.exchange_rate_khr.map(|rate| json!(rate.to_string()));
        prop_assert_eq!(parsed.get("exchange_rate_khr"), rate.as_ref());
    }

    #[test]
    fn valid_sub_biller_is_written_unchanged(
        [id, name] in [text(), text()],
        [name_kh, bank_id, currency] in [option::of(text()), option::of(text()), option::of(text())],
        (address, url, extra) in (option::of(paragraph()), text(), extra()),
    ) {
        let return_url = bank_id.as_ref().map(|_| url);
        let draft = Onboarding::builder()
            .supplier_sync_code(id)
            .name(name)
            .maybe_name_kh(name_kh)
            .maybe_address(address)
            .maybe_bank_id(bank_id)
            .maybe_return_url(return_url)
            .maybe_currency(currency)
            .extra(extra)
            .build();
        let Onboarding { supplier_sync_code, name, name_kh, address, .. } = &draft;
        let Onboarding { bank_id, return_url, currency, extra, .. } = &draft;
        let mut body = Body::default();
        body.text("supplier_sync_code", supplier_sync_code).text("name", name);
        let optional = [("name_kh", name_kh), ("address", address), ("bank_id", bank_id), ("return_url", return_url)];
        for (key, value) in optional {
            body.maybe_text(key, value);
        }
        body.maybe_text("currency", currency).extra(extra.value().unwrap());
        prop_assert_eq!(biller().prepare(&draft).unwrap().body, body.finish());
    }

    #[test]
    fn valid_search_is_written_unchanged(
        [identity_code, purpose_of_transaction] in [text(), text()],
        [tran_id, bank_ref] in [option::of(text()), option::of(text())],
        extra in extra(),
    ) {
        let draft = Verification::builder()
            .identity_code(identity_code)
            .maybe_tran_id(tran_id)
            .maybe_bank_ref(bank_ref)
            .purpose_of_transaction(purpose_of_transaction)
            .extra(extra)
            .build();
        let mut body = Body::default();
        body.text("identity_code", &draft.identity_code).maybe_text("tran_id", &draft.tran_id);
        body.maybe_text("bank_ref", &draft.bank_ref).text("purpose_of_transaction", &draft.purpose_of_transaction);
        body.extra(draft.extra.value().unwrap());
        prop_assert_eq!(biller().prepare(&draft).unwrap().body, body.finish());
    }
}

pub(crate) fn biller() -> Biller {
    configured(WireProfile::default())
}

pub(crate) fn configured(profile: WireProfile) -> Biller {
    Biller::new(with(config(), |config| (config.hash_token, config.profile) = (Some(HashToken::new(KEY)), profile)))
        .unwrap()
}

fn expected_hash(bill: &Settlement) -> String {
    let date = DateTime::<Utc>::from_timestamp_millis(bill.date.unix_millis()).unwrap();
    let Settlement { ref_id, currency, total_amount, customer_sync_code, settlement_to, .. } = bill;
    let digits = date.format("%Y%m%d%H%M%S");
    let message = format!("{ref_id}{digits}{currency}{total_amount}{customer_sync_code}{settlement_to}");
    let mac = Hmac::<Sha512>::new_from_slice(KEY.as_bytes()).unwrap().chain_update(message);
    STANDARD.encode(mac.finalize().into_bytes())
}

fn expected_body(bill: &Settlement) -> String {
    let mut body = Body::default();
    body.text("ref_id", &bill.ref_id).text("date", &iso(bill.date)).text("due_date", &iso(bill.due_date));
    body.text("currency", &bill.currency).raw("total_amount", bill.total_amount);
    body.text("customer_sync_code", &bill.customer_sync_code).maybe_raw("total_tax", bill.total_tax);
    let token = bill.payment_method_token.as_ref().map(|token| token.as_str().to_owned());
    body.maybe_text("payment_method_token", &token).text("settlement_to", &bill.settlement_to);
    body.maybe_text("description", &bill.description);
    body.maybe_text("exchange_rate_khr", &bill.exchange_rate_khr.as_ref().map(|rate| rate.to_string()));
    body.text("total_amount_khr", &total_in_khr(bill)).text("hash", &expected_hash(bill));
    if let Some(lines) = &bill.details {
        let lines: Vec<_> = lines.iter().map(expected_line).collect();
        body.raw("details", format!("[{}]", lines.join(",")));
    }
    body.extra(bill.extra.value().unwrap()).finish()
}

fn expected_line(line: &Line) -> String {
    let mut body = Body::default();
    body.maybe_text("item_name", &line.item_name).maybe_text("description", &line.description);
    body.maybe_raw("quantity", line.quantity)
        .maybe_raw("price", line.price.as_ref())
        .maybe_raw("amount", line.amount.as_ref());
    body.maybe_raw("tax_amount", line.tax_amount.as_ref()).maybe_text("tax_name", &line.tax_name);
    body.extra(line.extra.value().unwrap()).finish()
}

fn total_in_khr(bill: &Settlement) -> String {
    let computed = match &bill.exchange_rate_khr {
        _ if bill.currency == "KHR" => {
            return bill.total_amount.to_string();
        }
        Some(rate) => rate.to_string().parse::<bigdecimal::BigDecimal>().unwrap() * bill.total_amount,
        None => Default::default(),
    };
    bill.total_amount_khr.as_ref().map_or(computed.normalized().to_plain_string(), |khr| khr.to_string())
}

fn iso(instant: Instant) -> String {
    DateTime::<Utc>::from_timestamp_millis(instant.unix_millis()).unwrap().format("%Y-%m-%dT%H:%M:%S%.3fZ").to_string()
}

/// Writes a body as serde_json does, member by member.
#[derive(Default)]
struct Body(Vec<String>);

impl Body {
    fn raw(&mut self, key: &str, value: impl ToString) -> &mut Body {
        self.0.push(format!("{}:{}", json!(key), value.to_string()));
        self
    }

    fn maybe_raw(&mut self, key: &str, value: Option<impl ToString>) -> &mut Body {
        if let Some(value) = value { self.raw(key, value) } else { self }
    }

    fn text(&mut self, key: &str, value: &str) -> &mut Body {
        self.raw(key, json!(value))
    }

    fn maybe_text(&mut self, key: &str, value: &Option<String>) -> &mut Body {
        self.maybe_raw(key, value.as_ref().map(|value| json!(value)))
    }

    fn extra(&mut self, extra: &Members) -> &mut Body {
        for (key, value) in extra.iter() {
            self.raw(key, value);
        }
        self
    }

    fn finish(&self) -> String {
        format!("{{{}}}", self.0.join(","))
    }
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
    let shallow = value.prop_filter("as deep as a body may be", |json| depth(json) < 31);
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
