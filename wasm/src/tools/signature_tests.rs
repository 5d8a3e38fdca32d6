//! Explaining from value trees, compared with the typed API.

use super::*;
use billwire::wire::{Instant, SigningOffset};
use billwire::{CodeShape, SignedFields, SigningKey, UnsignedFields, explain_signature};

const DAY: i64 = 86_400_000;

fn text(text: &str) -> DynamicValue {
    DynamicValue::Text(text.into())
}

fn double(value: f64) -> DynamicValue {
    DynamicValue::Double(value, value.to_string())
}

fn object(members: Vec<(&str, DynamicValue)>) -> DynamicValue {
    DynamicValue::Members(members.into_iter().map(|(key, value)| (key.into(), value)).collect())
}

fn list(texts: &[&str]) -> DynamicValue {
    DynamicValue::List(texts.iter().map(|item| text(item)).collect())
}

/// Bill as a value tree, with other values for some fields.
fn tree(others: Vec<(&str, DynamicValue)>) -> DynamicValue {
    let mut members = vec![
        ("ref_id", text("INV-1")),
        ("date", DynamicValue::Millis(0.0)),
        ("due_date", DynamicValue::Millis(DAY as f64)),
        ("currency", text("KHR")),
        ("total_amount", double(1000.0)),
        ("customer_sync_code", text("C-1")),
        ("settlement_to", text("S-1")),
        ("description", text("ទឹក")),
    ];
    members.retain(|(name, _)| others.iter().all(|(other, _)| other != name));
    members.extend(others);
    object(members)
}

/// Kind of an error, and its violations in the order of the paths.
fn refused<T>(result: Result<T, Error>) -> (&'static str, Vec<(String, Code)>) {
    let Err(error) = result else { panic!("it is not refused") };
    let mut places: Vec<_> =
        error.violations().iter().map(|violation| (violation.path.clone(), violation.code)).collect();
    places.sort();
    (error.kind(), places)
}

fn places(kind: &'static str, places: &[(&str, Code)]) -> (&'static str, Vec<(String, Code)>) {
    (kind, places.iter().map(|(path, code)| ((*path).to_owned(), *code)).collect())
}

fn key() -> SigningKey {
    SigningKey::new(&HashToken::new("key"))
}

/// Signed fields of [`tree`].
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

fn options(others: Vec<(&str, DynamicValue)>) -> DynamicValue {
    object([vec![("hashToken", text("key"))], others].concat())
}

#[test]
fn explains_a_tree_like_the_typed_fields() {
    // The other program joins the fields by a separator.
    let observed = key().sign(b"INV-1|19700101070000|KHR|1000|C-1|S-1").to_string();
    let shape = CodeShape::builder().length(5).build();
    let typed = ExplainOptions::builder()
        .signing_offset("+07:00".parse().unwrap())
        .code_shapes(CodeShapes::builder().ref_id(shape).build())
        .observed_hash(observed.clone())
        .candidates(
            Candidates::builder().zones(["+06:45".parse().unwrap()]).separators(["|"]).destinations(["S-2"]).build(),
        )
        .build();
    let candidates =
        object(vec![("zones", list(&["+06:45"])), ("separators", list(&["|"])), ("destinations", list(&["S-2"]))]);
    let others = vec![
        ("signingOffset", text("+07:00")),
        ("codeShapes", object(vec![("ref_id", object(vec![("length", double(5.0))]))])),
        ("observedHash", text(&observed)),
        ("candidates", candidates),
    ];
    let unsigned = UnsignedFields::builder().total_amount_khr("1000").build();
    // The tree has more that may be signed instead, so more is tried.
    let [explanation, of_fields] =
        [explain(&tree(vec![]), options(others), &()), explain_signature(&fields(), &unsigned, &token(), &typed, &())]
            .map(|explanation| {
                let mut explanation = explanation.unwrap();
                explanation.observed.as_mut().unwrap().tried = 0;
                explanation
            });
    assert_eq!(explanation, of_fields);
    let causes = explanation.observed.unwrap().causes;
    assert_eq!(causes.iter().map(|cause| cause.with.as_deref()).collect::<Vec<_>>(), [Some("|")]);
}

/// A user copies the setting into a program.
#[test]
fn names_the_setting_of_a_cause_as_its_json_does() {
    let observed = key().sign(b"INV-119700101080000KHR1000C-1S-1").to_string();
    let explanation = explain(&tree(vec![]), options(vec![("observedHash", text(&observed))]), &()).unwrap();
    let setting = explanation.observed.unwrap().causes[0].setting.clone();
    assert_eq!(setting.as_deref(), Some(r#"signingOffset: "+08:00""#));

    let key = SigningKey::new(&HashToken::new("key"));
    let observed = key.sign(b"INV-119700101000000KHR1000C-1S-1").to_string();
    let typed = ExplainOptions::builder().observed_hash(observed).build();
    let token = HashToken::new(" key");
    let trimmed = explain_signature(&fields(), &UnsignedFields::default(), &token, &typed, &()).unwrap();
    let setting = trimmed.observed.unwrap().causes[0].setting.clone().unwrap();
    assert_eq!(setting, "hashToken without the white space around it");
}

#[test]
fn tries_at_most_a_thousand_candidates() {
    let most = || vec!["-".to_owned(); Candidates::MAX];
    let explained = |candidates| {
        let options = ExplainOptions::builder().candidates(candidates).build();
        explain_signature(&fields(), &UnsignedFields::default(), &token(), &options, &()).map(|_| ())
    };
    let enough = Candidates::builder().separators(most()).destinations(most()).build();
    assert_eq!(explained(enough.clone()), Ok(()));
    let zones = vec![SigningOffset::UTC; Candidates::MAX + 1];
    let more = |mut texts: Vec<String>| {
        texts.push("-".into());
        texts
    };
    let too_many = Candidates::builder().zones(zones).separators(more(most())).destinations(more(most())).build();
    let expected = ["candidates.destinations", "candidates.separators", "candidates.zones"];
    let expected = expected.map(|path| (path, Code::TooManyItems));
    assert_eq!(refused(explained(too_many)), places("invalid_config", &expected));
}

#[test]
fn prints_no_body_of_unsigned_fields() {
    let unsigned = UnsignedFields::builder().body("pm-secret").build();
    assert_eq!(
        format!("{unsigned:?}"),
        "UnsignedFields { total_amount_khr: None, due_date: None, body: Some([hidden]) }"
    );
}

fn token() -> HashToken {
    HashToken::new("key")
}

/// Another program may sign the total in KHR instead of the total.
#[test]
fn computes_the_total_in_khr_of_a_mistake() {
    let observed = key().sign(b"INV-119700101000000USD4100250C-1S-1").to_string();
    let bill = tree(vec![("currency", text("USD")), ("exchange_rate_khr", text("4100.25"))]);
    let explanation = explain(&bill, options(vec![("observedHash", text(&observed))]), &()).unwrap();
    assert_eq!(explanation.observed.unwrap().causes.len(), 1);
}

#[test]
fn requires_only_valid_signed_fields() {
    let unsigned = vec![("due_date", text("tomorrow")), ("total_tax", double(-1.0)), ("details", DynamicValue::Other)];
    let explanation = explain(&tree(unsigned), options(vec![]), &()).unwrap();
    let expected = billwire::sign(&fields(), &key(), SigningOffset::default()).unwrap();
    assert_eq!((explanation.hash.as_str(), explanation.observed), (expected.as_str(), None));
    let signed = vec![("currency", text("")), ("total_amount", double(0.5)), ("due_date", text("tomorrow"))];
    let violations = [("currency", Code::Empty), ("total_amount", Code::NotAnInteger)];
    assert_eq!(refused(explain(&tree(signed), options(vec![]), &())), places("invalid_request", &violations));
}

#[test]
fn refuses_invalid_options() {
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
fn counts_parses_by_declared_shapes() {
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
