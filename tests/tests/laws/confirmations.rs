//! Only a verification that matches the bill confirms a payment, whatever the webhook says.

use crate::cases;
use billwire::*;
use billwire_conformance::{biller, proxy};
use proptest::{prelude::*, sample::select};
use serde_json::json;

const BLANK: &str = " \u{200b}";

proptest! {
    #![proptest_config(cases(5_000))]

    #[test]
    fn only_the_verification_confirms(
        (is_authenticated, tran_id, tran_no, told) in
            (any::<bool>(), option("T-1"), option("N-1"), option("success")),
        (code, found, status) in
            (mostly("SUCCESS", "000"), select(vec!["T-1", "N-1", "other", BLANK]), mostly("success", "pending")),
        (identity, purpose, currency) in
            (mostly("INV-1", "other"), mostly("2026-01-31", "other"), mostly("KHR", "USD")),
        (amount, missing_fee, compares_totals) in (mostly(40_000, 0), mostly(0, 500), any::<bool>()),
    ) {
        let event = json!({
            "tran_id": tran_id, "tran_no": tran_no, "status": told, "tran_amount": 40_000, "currency": "KHR",
            "identity_code": "INV-1",
        });
        let receiver = if is_authenticated { proxy() } else { WebhookReceiver::checkout() };
        let event = receiver.receive([("Token", "test-webhook")], event.to_string().as_bytes()).unwrap();
        let answer = json!({"code": code, "message": "found", "data": {
            "tran_id": found, "tran_date": "2026-01-31T17:00:00.1234567", "tran_amount": amount, "fee_amount": 500,
            "total_amount": amount + 500 - missing_fee, "currency": currency, "identity_code": identity,
            "bank_code": "B-9", "bank_ref": "BR-1", "purpose_of_transaction": purpose, "status": status,
        }});

        // The event only names the transaction.
        let named = [tran_id, tran_no];
        let is_named = named == [None, None] || named.contains(&Some(found));
        let is_bill = (identity, purpose, currency, amount) == ("INV-1", "2026-01-31", "KHR", 40_000);
        let is_total = missing_fee == 0 || !compares_totals;
        let matches = is_named && found != BLANK && is_bill && is_total;

        let biller = biller(&json!({ "compareTotals": compares_totals }).to_string());
        let expectation = Expectation::builder().identity_code("INV-1").purpose_of_transaction("2026-01-31");
        let confirmation = event.confirm(&biller, expectation.currency("KHR").amount(40_000).build()).unwrap();
        match confirmation.decide(200, answer.to_string().as_bytes()) {
            Ok(Verdict::Confirmed { confirmed }) => {
                prop_assert!(code == "SUCCESS" && matches && status == "success");
                prop_assert_eq!(confirmed.claim_key(), found);
            }
            Ok(Verdict::Pending { .. }) => prop_assert!(code == "SUCCESS" && matches && status == "pending"),
            Ok(Verdict::Mismatch { mismatches, .. }) => {
                prop_assert!(code == "SUCCESS" && !matches && !mismatches.is_empty());
            }
            Ok(verdict) => prop_assert!(false, "{verdict:?}"),
            Err(error) => prop_assert!(code == "000" && error.kind() == "undetermined", "{error}"),
        }
    }
}

fn option(value: &'static str) -> impl Strategy<Value = Option<&'static str>> {
    select(vec![Some(value), None])
}

fn mostly<T: Clone + std::fmt::Debug + 'static>(right: T, other: T) -> impl Strategy<Value = T> {
    prop_oneof![5 => Just(right), 1 => Just(other)]
}
