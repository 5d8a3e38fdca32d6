//! Signing from value trees, compared with the typed API.

use super::*;
use billwire::wire::SigningOffset;
use billwire::{SignedFields, SigningKey};

fn key() -> SigningKey {
    SigningKey::new(&HashToken::new("key"))
}

/// Signed fields of [`bill`].
fn fields() -> SignedFields<'static> {
    SignedFields {
        ref_id: "INV-1",
        date: Instant::from_unix_millis(0),
        currency: "KHR",
        total_amount: 1000,
        customer_sync_code: "C-1",
        settlement_to: "S-1",
    }
}

#[test]
fn a_key_from_a_value_signs_like_any_key() {
    assert_eq!(signing_key(text("key")).unwrap().sign(b"text"), key().sign(b"text"));
    for (token, code) in [
        (DynamicValue::Undefined, Code::Required),
        (DynamicValue::Null, Code::Required),
        (text(""), Code::Empty),
        (text(" key"), Code::SurroundingSpace),
        (double(1.0), Code::WrongType),
    ] {
        assert_eq!(refused(signing_key(token)), places("invalid_config", &[("hashToken", code)]));
    }
}

#[test]
fn signs_a_tree_like_the_typed_fields() {
    for zone in ["Z", "+07:00"] {
        let offset: SigningOffset = zone.parse().unwrap();
        let typed = billwire::sign(&fields(), &key(), offset).unwrap();
        assert_eq!(sign(&key(), &tree(Vec::new()), object(vec![("signingOffset", text(zone))])), Ok(typed));
    }
    // Only the signed fields are required. The default zone is UTC.
    let unsigned = vec![("due_date", DynamicValue::Other), ("x", DynamicValue::Other)];
    let typed = billwire::sign(&fields(), &key(), SigningOffset::default());
    assert_eq!(sign(&key(), &tree(unsigned), DynamicValue::Undefined), typed);
}

#[test]
fn lists_violations_of_signed_fields() {
    let required = ["currency", "customer_sync_code", "date", "ref_id", "settlement_to", "total_amount"];
    let required = required.map(|field| (field, Code::Required));
    assert_eq!(refused(sign(&key(), &object(vec![]), DynamicValue::Undefined)), places("invalid_request", &required));
    let options = object(vec![("signingOffset", text("Asia/Phnom_Penh")), ("zone", text("Z"))]);
    let violations = [("signingOffset", Code::UnknownValue), ("zone", Code::UnknownField)];
    assert_eq!(refused(sign(&key(), &tree(Vec::new()), options)), places("invalid_config", &violations));
}
