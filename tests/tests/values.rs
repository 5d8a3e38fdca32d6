//! The interface of core that JavaScript builds on: requests of values whose type is not known before.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "these are tests")]

use billwire::wire::input::DynamicValue;
use billwire::{
    BearerToken, Biller, BillerConfig, Code, Error, HashToken, OperationName, Sent, SettlementLookup, SigningKey,
    UntypedRequest, Verification, VerificationToken, WireProfile,
};

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
