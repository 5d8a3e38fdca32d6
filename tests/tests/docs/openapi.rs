//! Which fields openapi.json calls required: those without which billwire sends nothing, or cannot read an answer.

use crate::read;
use billwire::{Biller, OperationName};
use billwire_conformance::{biller, dynamic_value, proxy};
use serde_json::{Value, json};

#[test]
fn requests_have_every_required_field_and_no_optional_one() {
    for (name, schema, full) in requests() {
        for (field, is_required) in fields(schema) {
            let written = written_without(&biller("{}"), name, &full, &field);
            let is_always_there = written.is_none_or(|body| body.get(&field).is_some());
            assert_eq!(is_always_there, is_required, "{schema}.{field}");
        }
    }
}

#[test]
fn answers_are_read_without_each_optional_field_and_not_without_a_required_one() {
    for (name, schema, place, full) in answers() {
        for (field, is_required) in fields(schema) {
            for absent in [None, Some(Value::Null)] {
                let mut body = full.clone();
                let object = body.pointer_mut(place).and_then(Value::as_object_mut).unwrap();
                match absent {
                    Some(null) => object.insert(field.clone(), null),
                    None => object.shift_remove(&field),
                };
                let is_read = biller("{}").decode(name, 200, body.to_string().as_bytes()).is_ok();
                // Without a code, an answer can be read and is no success.
                let is_needed = is_required || field == "code" && place.is_empty();
                assert_eq!(is_read, !is_needed, "{schema}.{field}");
            }
        }
    }
}

#[test]
fn a_webhook_is_read_without_any_field() {
    assert!(fields("WebhookPayload").iter().chain(&fields("Customer")).all(|(_, is_required)| !is_required));
    for body in ["{}", r#"{"customers":[{}]}"#] {
        assert!(proxy().receive([("Token", "test-webhook")], body.as_bytes()).is_ok(), "{body}");
    }
}

/// The names of a schema's properties, and whether each is required.
fn fields(schema: &str) -> Vec<(String, bool)> {
    let description: Value = serde_json::from_str(&read("docs/guide/src/openapi.json")).unwrap();
    let schema = &description["components"]["schemas"][schema];
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let names = schema["properties"].as_object().unwrap().keys();
    names.map(|name| (name.clone(), required.contains(&json!(name)))).collect()
}

/// The body that is sent for a request without a field; none if it is refused.
fn written_without(biller: &Biller, name: OperationName, full: &Value, field: &str) -> Option<Value> {
    let mut request = full.clone();
    request.as_object_mut().unwrap().shift_remove(field);
    let (body, _) = biller.prepare_body(name, &dynamic_value(&request)).ok()?;
    serde_json::from_str(&body).ok()
}

/// Requests with every field that a caller may give.
fn requests() -> [(OperationName, &'static str, Value); 3] {
    let onboarding = json!({
        "supplier_sync_code": "SHOP-1", "name": "Angkor", "name_kh": "អង្គរ", "address": "Phnom Penh", "bank_id": "B",
        "return_url": "https://shop.example/linked", "currency": "KHR",
    });
    let settlement = json!({
        "ref_id": "INV-1", "date": "2026-01-31T09:00:00Z", "due_date": "2026-02-28T09:00:00Z", "currency": "KHR",
        "total_amount": 40_000, "customer_sync_code": "C-1", "total_tax": 0, "payment_method_token": "P",
        "settlement_to": "SHOP-1", "description": "D", "exchange_rate_khr": "1", "total_amount_khr": "40000",
        "details": [{ "item_name": "Rice" }],
    });
    let verification =
        json!({ "identity_code": "INV-1", "tran_id": "T", "bank_ref": "R", "purpose_of_transaction": "INV-1" });
    [
        // A bank needs an address to return to.
        (OperationName::Onboarding, "Onboarding", with_no_bank(onboarding)),
        (OperationName::Settlement, "Settlement", settlement),
        (OperationName::Verification, "Verification", verification),
    ]
}

fn with_no_bank(mut onboarding: Value) -> Value {
    onboarding.as_object_mut().unwrap().shift_remove("bank_id");
    onboarding
}

/// Successful answers with every field, and the place of each of their objects.
fn answers() -> Vec<(OperationName, &'static str, &'static str, Value)> {
    let onboarded = json!({ "code": "000", "message": "m", "message_kh": "ម", "data": {
        "code": "SUP-1", "supplier_sync_code": "SHOP-1", "name": "Angkor", "name_kh": "អ", "address": "A",
        "add_link_account": { "web_url": "https://bank.example/link" } } });
    let settled = json!({ "code": "000", "message": "m", "message_kh": "ម", "data": {
        "bill": { "status": "success" }, "payment": { "status": "success" } } });
    let verified = json!({ "code": "SUCCESS", "message": "m", "data": {
        "tran_id": "T", "tran_date": "2026-01-31T09:00:00", "tran_amount": 1, "fee_amount": 0, "total_amount": 1,
        "currency": "KHR", "identity_code": "I", "bank_code": "B", "bank_ref": "R", "purpose_of_transaction": "P",
        "status": "success", "customer_code": "C", "customer_name": "N", "customer_phone": "P", "description": "D" } });
    use OperationName::{Onboarding, Settlement, Verification};
    vec![
        (Onboarding, "OnboardingResponse", "", onboarded.clone()),
        (Onboarding, "OnboardedSubBiller", "/data", onboarded.clone()),
        (Onboarding, "AddLinkAccount", "/data/add_link_account", onboarded),
        (Settlement, "SettlementResponse", "", settled.clone()),
        (Settlement, "SettlementData", "/data", settled.clone()),
        (Settlement, "BillStatus", "/data/bill", settled.clone()),
        (Settlement, "PaymentStatus", "/data/payment", settled),
        (Verification, "VerificationResponse", "", verified.clone()),
        (Verification, "Transaction", "/data", verified),
    ]
}
