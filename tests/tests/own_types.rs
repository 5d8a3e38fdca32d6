//! The interface of core that bindings build on: a caller's own types, values of no known type, and other names of settings.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "these are tests")]

use billwire::wire::{
    Draft,
    input::{DynamicValue, Input},
    validate::{ObjectPosition, Validator},
};
use billwire::{
    BearerToken, Biller, BillerConfig, Code, Error, HashToken, OperationName, Sent, Settlement, SettlementLookup,
    SigningKey, UntypedRequest, Verdict, Verification, VerificationToken, WebhookReceiver, WireProfile,
};

/// Texts by the names of fields.
struct Record(Vec<(&'static str, &'static str)>);

impl Draft for Record {
    fn encode<'a>(&'a self, validator: &mut Validator<'a>, position: ObjectPosition) {
        for (index, field) in position.schema.fields.iter().enumerate() {
            let given = self.0.iter().find(|(name, _)| *name == field.name);
            validator.field(position, index, field, given.map_or(Input::Absent, |(_, text)| Input::Text(text)));
        }
    }
}

fn biller() -> Biller {
    let lookup = SettlementLookup::builder().identity_code("ref_id").purpose_of_transaction("ref_id").build();
    Biller::new(
        BillerConfig::builder()
            .base_url("https://service.example")
            .bearer(BearerToken::new("bearer"))
            .verification_token(VerificationToken::new("token"))
            .hash_token(HashToken::new("key"))
            .profile(WireProfile::builder().settlement_lookup(lookup).build())
            .build(),
    )
    .unwrap()
}

fn verification() -> Verification {
    Verification::builder().identity_code("INV-1").purpose_of_transaction("INV-1").build()
}

const SEARCH: [(&str, &str); 2] = [("identity_code", "INV-1"), ("purpose_of_transaction", "INV-1")];

fn paths(error: Error) -> Vec<(String, Code)> {
    error.violations().iter().map(|finding| (finding.path.clone(), finding.code)).collect()
}

#[test]
fn prepares_a_callers_own_type() {
    let expected = biller().prepare(&verification()).unwrap();
    let call = biller().prepare_from::<Verification>(&Record(SEARCH.into())).unwrap();
    assert_eq!((call.url, call.headers, call.body), (expected.url, expected.headers, expected.body));
    let error = biller().prepare_from::<Verification>(&Record(SEARCH[..1].into())).unwrap_err();
    assert_eq!(paths(error), [("purpose_of_transaction".into(), Code::Required)]);
}

#[test]
fn prepares_a_value() {
    let text = |(name, text): (&str, &str)| (name.to_owned(), DynamicValue::Text(text.into()));
    let mut members: Vec<_> = SEARCH.into_iter().map(text).collect();
    let value = DynamicValue::Members(members.clone());
    let call = biller().prepare_value::<Verification>(&value).unwrap();
    assert_eq!(call.body, biller().prepare(&verification()).unwrap().body);
    members.push(text(("tran_no", "T-1")));
    let error = biller().prepare_value::<Verification>(&DynamicValue::Members(members)).unwrap_err();
    assert_eq!(paths(error), [("tran_no".into(), Code::UnknownField)]);
    let error = biller().prepare_value::<Verification>(&DynamicValue::Whole(1)).unwrap_err();
    assert_eq!(paths(error), [(String::new(), Code::WrongType)]);
}

const BILL: [(&str, &str); 7] = [
    ("ref_id", "INV-1"),
    ("date", "2026-01-31T09:00:00Z"),
    ("due_date", "2026-01-31T09:00:00Z"),
    ("currency", "KHR"),
    ("total_amount_khr", "40000"),
    ("customer_sync_code", "C-1"),
    ("settlement_to", "S-1"),
];

/// `total_amount` is a number, so a record of texts misses it.
#[test]
fn looks_up_a_callers_own_type() {
    let error = biller().prepare_settlement_lookup_from(&Record(BILL.into())).unwrap_err();
    assert_eq!(paths(error), [("total_amount".into(), Code::Required)]);
    let unset = Biller::new(BillerConfig::builder().base_url("https://a.example").build()).unwrap();
    let error = unset.prepare_settlement_lookup_from(&Record(BILL.into())).unwrap_err();
    assert_eq!(paths(error), [("profile.settlementLookup".into(), Code::SettlementLookup)]);
    let error = biller().prepare_from::<Settlement>(&Record(BILL.into())).unwrap_err();
    assert_eq!(paths(error), [("total_amount".into(), Code::Required)]);
}

#[test]
fn confirms_against_a_callers_own_type() {
    let event = WebhookReceiver::checkout().receive([], br#"{"tran_id":"T-1"}"#).unwrap();
    let mut fields = vec![SEARCH[0], SEARCH[1], ("currency", "KHR"), ("amount", "40000")];
    let confirmation = event.confirm_from(&biller(), &Record(fields.clone())).unwrap();
    let found = |amount: &str| {
        let data =
            r#""tran_date":"","fee_amount":0,"currency":"KHR","identity_code":"INV-1","bank_code":"","bank_ref":"""#;
        format!(
            r#"{{"code":"SUCCESS","message":"","data":{{"tran_id":"T-1","tran_amount":{amount},"total_amount":{amount},{data},
            "purpose_of_transaction":"INV-1","status":"success"}}}}"#
        )
    };
    let decided = |amount| confirmation.decide(200, found(amount).as_bytes()).unwrap();
    assert!(matches!(decided("40000"), Verdict::Confirmed { .. }));
    assert!(matches!(decided("39999"), Verdict::Mismatch { .. }));
    fields.pop();
    let error = event.confirm_from(&biller(), &Record(fields)).unwrap_err();
    assert_eq!(paths(error), [("amount".into(), Code::Required)]);
}

#[test]
fn validates_a_signing_key() {
    assert!(SigningKey::try_new(&HashToken::new("key")).is_ok());
    for (token, code) in [("", Code::Empty), ("key ", Code::SurroundingSpace)] {
        let error = SigningKey::try_new(&HashToken::new(token)).unwrap_err();
        assert_eq!(paths(error), [("hashToken".into(), code)]);
    }
}

#[test]
fn an_untyped_call_without_answer_has_a_next_step() {
    let request = UntypedRequest::builder().path("/banks").build();
    let name = OperationName::GetAvailableBanks;
    let call = biller().prepare_operation(name, &request).unwrap();
    for sent in [Sent::No, Sent::Maybe] {
        assert_eq!(call.no_answer(sent), biller().no_answer(name, sent));
    }
}
