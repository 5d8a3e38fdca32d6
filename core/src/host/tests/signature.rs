//! Signing and explaining from value trees.

use super::*;
use crate::{
    Candidates, CodeShape, CodeShapes, ExplainOptions, SignedFields, SigningKey, UnsignedFields, explain_signature,
};
use billwire_wire::SigningOffset;

fn key() -> SigningKey {
    SigningKey::new(&HashToken::new("key"))
}

/// The signed fields of [`bill`].
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
fn a_key_from_a_value_signs_as_any() {
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
fn a_tree_signs_as_the_typed_fields() {
    for zone in ["Z", "+07:00"] {
        let offset: SigningOffset = zone.parse().unwrap();
        let typed = crate::sign(&fields(), &key(), offset).unwrap();
        assert_eq!(sign(&key(), &tree(Vec::new()), object(vec![("signingOffset", text(zone))])), Ok(typed));
    }
    // Only what is signed has to be there, in UTC if nothing else is said.
    let unsigned = vec![("due_date", DynamicValue::Other), ("x", DynamicValue::Other)];
    let typed = crate::sign(&fields(), &key(), SigningOffset::default());
    assert_eq!(sign(&key(), &tree(unsigned), DynamicValue::Undefined), typed);
}

#[test]
fn what_cannot_be_signed() {
    let required = ["currency", "customer_sync_code", "date", "ref_id", "settlement_to", "total_amount"];
    let required = required.map(|field| (field, Code::Required));
    assert_eq!(refused(sign(&key(), &object(vec![]), DynamicValue::Undefined)), places("invalid_request", &required));
    let options = object(vec![("signingOffset", text("Asia/Phnom_Penh")), ("zone", text("Z"))]);
    let violations = [("signingOffset", Code::UnknownValue), ("zone", Code::UnknownField)];
    assert_eq!(refused(sign(&key(), &tree(Vec::new()), options)), places("invalid_config", &violations));
}

fn options(others: Vec<(&str, DynamicValue)>) -> DynamicValue {
    object([vec![("hashToken", text("key"))], others].concat())
}

#[test]
fn a_tree_is_explained_as_the_typed_fields() {
    // The other side has put a separator between the fields, and signed the total in KHR.
    let observed = key().sign(b"INV-1|19700101070000|KHR|1000|C-1|S-1").to_string();
    let shape = CodeShape { length: Some(5), ..CodeShape::default() };
    let typed = ExplainOptions {
        signing_offset: "+07:00".parse().unwrap(),
        code_shapes: CodeShapes { ref_id: Some(shape), ..CodeShapes::default() },
        observed_hash: Some(observed.clone()),
        candidates: Candidates {
            zones: vec!["+06:45".parse().unwrap()],
            separators: vec!["|".into()],
            destinations: vec!["S-2".into()],
        },
    };
    let candidates =
        object(vec![("zones", list(&["+06:45"])), ("separators", list(&["|"])), ("destinations", list(&["S-2"]))]);
    let others = vec![
        ("signingOffset", text("+07:00")),
        ("codeShapes", object(vec![("ref_id", object(vec![("length", double(5.0))]))])),
        ("observedHash", text(&observed)),
        ("candidates", candidates),
    ];
    let explanation = explain(&tree(vec![]), options(others), &()).unwrap();
    let unsigned = UnsignedFields { total_amount_khr: Some("1000"), ..UnsignedFields::default() };
    assert_eq!(Ok(&explanation), explain_signature(&fields(), &unsigned, &token(), &typed, &()).as_ref());
    let causes = explanation.observed.unwrap().causes;
    assert_eq!(causes.iter().map(|cause| cause.with.as_deref()).collect::<Vec<_>>(), [Some("|")]);
}

/// The setting is one to be copied into a program.
#[test]
fn a_cause_spells_its_setting_as_the_caller_does() {
    let observed = key().sign(b"INV-119700101080000KHR1000C-1S-1").to_string();
    let typed = ExplainOptions { observed_hash: Some(observed.clone()), ..ExplainOptions::default() };
    let in_rust = explain_signature(&fields(), &UnsignedFields::default(), &token(), &typed, &()).unwrap();
    let elsewhere = explain(&tree(vec![]), options(vec![("observedHash", text(&observed))]), &()).unwrap();
    let settings = [in_rust, elsewhere].map(|explanation| explanation.observed.unwrap().causes[0].setting.clone());
    assert_eq!(settings.map(Option::unwrap), [r#"signing_offset: "+08:00""#, r#"signingOffset: "+08:00""#]);

    let key = SigningKey::new(&HashToken::new("key"));
    let observed = key.sign(b"INV-119700101000000KHR1000C-1S-1").to_string();
    let typed = ExplainOptions { observed_hash: Some(observed), ..ExplainOptions::default() };
    let token = HashToken::new(" key");
    let trimmed = explain_signature(&fields(), &UnsignedFields::default(), &token, &typed, &()).unwrap();
    let setting = trimmed.observed.unwrap().causes[0].setting.clone().unwrap();
    assert_eq!(setting, "hash_token without the white space around it");
}

#[test]
fn of_candidates_a_thousand_are_tried() {
    let most = || vec!["-".to_owned(); Candidates::MAX];
    let explained = |candidates| {
        let options = ExplainOptions { candidates, ..ExplainOptions::default() };
        explain_signature(&fields(), &UnsignedFields::default(), &token(), &options, &()).map(|_| ())
    };
    let enough = Candidates { separators: most(), destinations: most(), ..Candidates::default() };
    assert_eq!(explained(enough.clone()), Ok(()));
    let zones = vec![SigningOffset::UTC; Candidates::MAX + 1];
    let more = |mut texts: Vec<String>| {
        texts.push("-".into());
        texts
    };
    let too_many = Candidates { zones, separators: more(most()), destinations: more(most()) };
    let expected = ["candidates.destinations", "candidates.separators", "candidates.zones"];
    let expected = expected.map(|path| (path, Code::TooManyItems));
    assert_eq!(refused(explained(too_many)), places("invalid_config", &expected));
}

#[test]
fn what_is_not_signed_is_not_printed() {
    let unsigned = UnsignedFields { body: Some("pm-secret"), ..UnsignedFields::default() };
    assert_eq!(
        format!("{unsigned:?}"),
        "UnsignedFields { total_amount_khr: None, due_date: None, body: Some([hidden]) }"
    );
}

fn token() -> HashToken {
    HashToken::new("key")
}

/// The total in KHR is what another side may have signed in place of the total.
#[test]
fn the_total_in_khr_is_computed_before_it_is_suspected() {
    let observed = key().sign(b"INV-119700101000000USD4100250C-1S-1").to_string();
    let bill = tree(vec![("currency", text("USD")), ("exchange_rate_khr", text("4100.25"))]);
    let explanation = explain(&bill, options(vec![("observedHash", text(&observed))]), &()).unwrap();
    assert_eq!(explanation.observed.unwrap().causes.len(), 1);
}

#[test]
fn only_what_is_signed_has_to_be_right_to_be_explained() {
    let unsigned = vec![("due_date", text("tomorrow")), ("total_tax", double(-1.0)), ("details", DynamicValue::Other)];
    let explanation = explain(&tree(unsigned), options(vec![]), &()).unwrap();
    let expected = crate::sign(&fields(), &key(), SigningOffset::default()).unwrap();
    assert_eq!((explanation.hash.as_str(), explanation.observed), (expected.as_str(), None));
    let signed = vec![("currency", text("")), ("total_amount", double(0.5)), ("due_date", text("tomorrow"))];
    let violations = [("currency", Code::Empty), ("total_amount", Code::NotAnInteger)];
    assert_eq!(refused(explain(&tree(signed), options(vec![]), &())), places("invalid_request", &violations));
}

#[test]
fn options_that_explain_nothing() {
    let required = [("hashToken", Code::Required)];
    for (options, violations) in [
        (DynamicValue::Undefined, &required[..]),
        (object(vec![("hashToken", text(""))]), &required),
        (object(vec![("hashToken", double(1.0))]), &[("hashToken", Code::WrongType)]),
        (text("key"), &[("", Code::WrongType)]),
        (options(vec![("zone", text("Z"))]), &[("zone", Code::UnknownField)]),
        (
            options(vec![("candidates", object(vec![("zones", list(&["Z", "nowhere"]))]))]),
            &[("candidates.zones", Code::UnknownValue)],
        ),
        (options(vec![("signingOffset", text("nowhere"))]), &[("signingOffset", Code::UnknownValue)]),
    ] {
        assert_eq!(refused(explain(&tree(vec![]), options, &())), places("invalid_config", violations));
    }
}

#[test]
fn readings_by_declared_shapes() {
    let string = "INV-120260131090000KHR1000CS";
    // Behind KHR the amount has one to four digits, and what is left falls into two codes in 4, 3, 2 and 1 ways.
    assert_eq!(count_parses(string, DynamicValue::Undefined), Ok(4 + 3 + 2 + 1));
    let shapes = object(vec![("customer_sync_code", object(vec![("prefix", text("0")), ("length", double(2.0))]))]);
    // 1 with 00 and 0CS, 10 with 00 and CS, 100 with 0C and S.
    assert_eq!(count_parses(string, shapes), Ok(3));
    let wrong = object(vec![("customer", object(vec![]))]);
    let violations = [("codeShapes.customer", Code::UnknownField)];
    assert_eq!(refused(count_parses(string, wrong)), places("invalid_config", &violations));
}
