//! The effects that the page about the profile shows: what billwire does without a setting (`-`) and with it (`+`).

use crate::{profile::sections, read};
use base64::{Engine, engine::general_purpose::STANDARD};
use billwire::{
    Biller, Expectation, Instant, LookupVerdict, OperationName, Outcome, Sent, Settlement, Verdict, WireProfile,
};
use billwire_conformance::{TRANSACTION, bill, biller, config, dynamic_value, proxy, with};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha512;

/// The hash token of [`billwire_conformance::config`].
const HASH_TOKEN: &[u8] = b"test-hash-key";
const SETTLED: &str = r#"{"code":"CODE","data":{"bill":{"status":"STATUS"},"payment":{"status":"STATUS"}}}"#;
/// Hours between a transaction and the bill's first attempt, within the tolerance of a lookup that knows no zone.
const EARLIER_HOURS: i64 = 8;

#[test]
fn every_setting_has_the_effect_that_the_page_shows() {
    let page = read("docs/guide/src/configure.md");
    let mut wrong = Vec::new();
    for (setting, section) in sections(&page) {
        let (without, with) = shown(section);
        let profile = section.split("```json\n").nth(1).and_then(|rest| rest.split("\n```").next()).unwrap();
        if (without, with) != effect(setting, profile) {
            wrong.push(format!("{setting}: {:?}", effect(setting, profile)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn notices_an_effect_that_is_another() {
    let right = effect("successCodes", r#"{"successCodes":{"settlement":["0"]}}"#);
    assert_ne!(right, effect("successCodes", r#"{"successCodes":{"settlement":["00"]}}"#));
    assert_ne!(right.0, right.1);
}

/// Lines of the section's diff.
fn shown(section: &str) -> (Vec<String>, Vec<String>) {
    let diff = section.split("```diff\n").nth(1).and_then(|rest| rest.split("\n```").next()).unwrap_or_default();
    let side = |mark: &str| diff.lines().filter_map(|line| Some(line.strip_prefix(mark)?.to_owned())).collect();
    (side("- "), side("+ "))
}

/// What differs between a profile without the setting and with it.
fn effect(setting: &str, profile: &str) -> (Vec<String>, Vec<String>) {
    let mut others: serde_json::Map<String, Value> = serde_json::from_str(profile).unwrap();
    others.shift_remove(setting);
    let others = Value::Object(others).to_string();
    let [without, with] = [&*others, profile].map(|profile| observed(setting, profile));
    let only = |lines: &[String], others: &[String]| -> Vec<String> {
        lines.iter().filter(|line| !others.contains(line)).cloned().collect()
    };
    (only(&without, &with), only(&with, &without))
}

/// Lines that show what a biller does, in the words of the page.
fn observed(setting: &str, profile: &str) -> Vec<String> {
    let biller = &biller(profile);
    let settled = |code: &str, status: &str| SETTLED.replace("CODE", code).replace("STATUS", status);
    let coded = |code: &str| format!(r#"{{"code":"{code}"}}"#);
    let transaction = |status: &str| TRANSACTION.replace("INV-1", "INV-0001").replace("success", status);
    match setting {
        "successCodes" => answered(biller, 200, &settled("0", "success")),
        "refusalCodes" => answered(biller, 200, &coded("105")),
        "existsAlreadyCodes" => answered(biller, 200, &coded("409")),
        "nothingHappenedStatuses" => answered(biller, 429, ""),
        "successStatuses" => answered(biller, 200, &settled("000", "PAID")),
        "notFoundCodes" => looked_up(biller, 200, &coded("404")),
        "notFoundStatuses" => looked_up(biller, 404, &coded("404")),
        "pendingStatuses" => looked_up(biller, 200, &transaction("pending")),
        "failedStatuses" => looked_up(biller, 200, &transaction("failed")),
        "settlementLookup" => without_answer(biller),
        "onboardingMayRepeat" => {
            let step = biller.no_answer(OperationName::Onboarding, Sent::Maybe).next_step();
            vec![format!("onboarding without an answer: next step {}", step.as_str())]
        }
        "tranDateOffset" => vec![looked_up_early(biller)],
        "tranDateDayFirst" => vec![looked_up_day_first(biller)],
        "verificationAuth" => verification_headers(profile),
        "verificationTranId" => vec![member("tran_id", &verification(biller)["tran_id"])],
        "compareTotals" => vec![confirmed(biller, ["40000", "500", "40000"])],
        "paidAmount" => vec![confirmed(biller, ["39500", "500", "40000"])],
        "amountPlaces" => vec![confirmed(biller, ["39999.999999999993", "0", "39999.999999999993"])],
        "allowLowerTotal" => vec![confirmed(biller, ["40000", "500", "39500"])],
        "signingOffset" => vec![signed(biller)],
        "sendEmptyText" => written(biller, &json!({ "description": "" })),
        "lineItemKey" => written(biller, &json!({ "details": [{ "item_name": "Rice" }] })),
        "totalAmountKhrRounding" => {
            written(biller, &json!({ "currency": "USD", "total_amount": 33, "exchange_rate_khr": "4102.5" }))
        }
        _ => written(biller, &json!({})),
    }
}

/// The bill of the page.
fn shop_bill() -> Settlement {
    with(bill(), |bill| {
        bill.date = "2026-01-31T23:30:00+07:00".parse().unwrap();
        bill.due_date = "2026-02-28T09:00:00+07:00".parse().unwrap();
        [bill.ref_id, bill.customer_sync_code, bill.settlement_to] = ["INV-0001", "C-17", "SHOP-1"].map(str::to_owned);
    })
}

/// Members of the body that is sent for the bill of the page with other fields, or the error. [`signed`] checks the
/// hash.
fn written(biller: &Biller, others: &Value) -> Vec<String> {
    let mut bill = json!({
        "ref_id": "INV-0001", "date": "2026-01-31T23:30:00+07:00", "due_date": "2026-02-28T09:00:00+07:00",
        "currency": "KHR", "total_amount": 40_000, "customer_sync_code": "C-17", "settlement_to": "SHOP-1",
    });
    bill.as_object_mut().unwrap().extend(others.as_object().unwrap().clone());
    let body = match biller.prepare_body(OperationName::Settlement, &dynamic_value(&bill)) {
        Ok((body, _)) => serde_json::from_str::<serde_json::Map<String, Value>>(&body).unwrap(),
        Err(error) => return vec![error.to_string()],
    };
    let is_shown = |key: &str| key != "hash" && (others.get("description").is_none() || key == "description");
    body.iter().filter(|(key, _)| is_shown(key)).map(|(key, value)| member(key, value)).collect()
}

fn member(key: &str, value: &Value) -> String {
    format!("\"{key}\": {value}")
}

/// The signing string of the page, if its hash is the one that is sent.
fn signed(biller: &Biller) -> String {
    let call = biller.prepare(&shop_bill()).unwrap();
    let body: Value = serde_json::from_str(&call.body).unwrap();
    let candidates = ["20260131163000", "20260131233000"].map(|digits| format!("INV-0001{digits}KHR40000C-17SHOP-1"));
    let is_signed = |text: &&String| {
        let mut mac = Hmac::<Sha512>::new_from_slice(HASH_TOKEN).unwrap();
        mac.update(text.as_bytes());
        body["hash"] == STANDARD.encode(mac.finalize().into_bytes())
    };
    format!("signing string: {}", candidates.iter().find(is_signed).unwrap())
}

fn answered(biller: &Biller, status: u16, body: &str) -> Vec<String> {
    let meaning = match biller.decode(OperationName::Settlement, status, body.as_bytes()) {
        Ok(Outcome::Settlement(outcome)) => match outcome.next_step() {
            Some(step) => format!("{}, next step {}", outcome.as_str(), step.as_str()),
            None => outcome.as_str().to_owned(),
        },
        Ok(other) => panic!("{other:?}"),
        Err(error) => format!("{}, {}, next step {}", error.kind(), error.code(), error.next_step().as_str()),
    };
    vec![meaning]
}

fn looked_up(biller: &Biller, status: u16, body: &str) -> Vec<String> {
    let verdict = biller.prepare_settlement_lookup(&shop_bill()).unwrap().decide(status, body.as_bytes());
    let name = if status == 200 { "lookup".to_owned() } else { format!("lookup, HTTP {status}") };
    vec![format!("{name}: {}", verdict_text(&verdict))]
}

/// A lookup that finds a transaction from before the bill's first attempt.
fn looked_up_early(biller: &Biller) -> String {
    let first_attempt: Instant = "2026-01-31T09:00:00+07:00".parse().unwrap();
    let first_attempt = Instant::from_unix_millis(first_attempt.unix_millis() + EARLIER_HOURS * 3_600_000);
    let transaction = TRANSACTION.replace("INV-1", "INV-0001");
    let lookup = biller.prepare_settlement_lookup(&shop_bill()).unwrap();
    let verdict = lookup.decide_since(Some(first_attempt), 200, transaction.as_bytes());
    format!("lookup, transaction of 09:00, first attempt at 17:00 +07:00: {}", verdict_text(&verdict))
}

/// A lookup that finds a transaction whose date puts the day first.
fn looked_up_day_first(biller: &Biller) -> String {
    const DATE: &str = "31/01/2026 09:00";
    let transaction = TRANSACTION.replace("INV-1", "INV-0001").replace("2026-01-31T09:00:00.000", DATE);
    assert!(transaction.contains(DATE));
    let verdict = biller.prepare_settlement_lookup(&shop_bill()).unwrap().decide(200, transaction.as_bytes());
    format!("lookup, transaction of {DATE}: {}", verdict_text(&verdict))
}

fn verdict_text(verdict: &LookupVerdict) -> String {
    match verdict.next_step() {
        Some(step) => format!("{}, next step {}", verdict.as_str(), step.as_str()),
        None => verdict.as_str().to_owned(),
    }
}

fn without_answer(biller: &Biller) -> Vec<String> {
    let step = biller.no_answer(OperationName::Settlement, Sent::Maybe).next_step();
    let answer = format!("settlement without an answer: next step {}", step.as_str());
    let lookup = biller.prepare_settlement_lookup(&shop_bill()).ok();
    [answer].into_iter().chain(lookup.map(|lookup| format!("lookup: {}", lookup.call.body))).collect()
}

fn verification_headers(profile: &str) -> Vec<String> {
    let config = with(config(), |config| {
        config.bearer = Some(billwire::BearerToken::new("BEARER"));
        config.verification_token = Some(billwire::VerificationToken::new("TOKEN"));
        config.profile = WireProfile::from_json(profile.as_bytes()).unwrap();
    });
    let biller = Biller::new(config).unwrap();
    let request = billwire::Verification::builder().identity_code("I").purpose_of_transaction("P").build();
    let call = biller.prepare(&request).unwrap();
    call.headers.iter().map(|header| format!("{}: {}", header.name, header.value.as_str())).collect()
}

/// Body of the verification of a webhook.
fn verification(biller: &Biller) -> Value {
    let body = r#"{"tran_id":"T-1","tran_no":"N-9","identity_code":"INV-0001"}"#;
    let event = proxy().receive([("Token", "test-webhook")], body.as_bytes()).unwrap();
    serde_json::from_str(&event.confirm(biller, expectation()).unwrap().call.body).unwrap()
}

fn expectation() -> Expectation {
    Expectation::builder()
        .identity_code("INV-0001")
        .purpose_of_transaction("INV-0001")
        .currency("KHR")
        .amount("40000")
        .build()
}

/// The verdict on a payment of 40,000 with a fee of 500, whose total is this.
/// Whether a transaction with these amounts confirms a payment of 40,000 riel.
fn confirmed(biller: &Biller, [amount, fee, total]: [&str; 3]) -> String {
    let event = proxy().receive([("Token", "test-webhook")], b"{}").unwrap();
    let amounts = format!(r#""tran_amount":{amount},"fee_amount":{fee},"total_amount":{total}"#);
    let answer = TRANSACTION
        .replace("INV-1", "INV-0001")
        .replace(r#""tran_amount":40000,"fee_amount":0,"total_amount":40000"#, &amounts);
    let verdict = match event.confirm(biller, expectation()).unwrap().decide(200, answer.as_bytes()).unwrap() {
        Verdict::Confirmed { .. } => "confirmed".to_owned(),
        Verdict::Mismatch { mismatches, .. } => {
            let fields: Vec<_> = mismatches.iter().map(|mismatch| &*mismatch.field).collect();
            format!("not confirmed: {}", fields.join(", "))
        }
        other => panic!("{other:?}"),
    };
    format!("tran_amount {amount}, fee_amount {fee}, total_amount {total}: {verdict}")
}
