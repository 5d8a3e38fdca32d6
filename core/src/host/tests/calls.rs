//! Calls by name: from value trees, and from packed values one after the other.

use super::*;
use crate::{Authentication, BillerConfig, Call, Finding, Header, Method, OperationName, SigningKey, UntypedRequest};
use billwire_wire::{Json, packed::Packed};

/// All that is sent, and what is said of it.
fn sent(prepared: &Prepared) -> (Method, &str, &[Header], &str, &[Finding]) {
    let Prepared { method, url, headers, body, warnings } = prepared;
    (*method, url, headers, body, warnings)
}

fn typed<O>(call: &Call<O>) -> (Method, &str, &[Header], &str, &[Finding]) {
    let Call { method, url, headers, body, warnings, .. } = call;
    (*method, url, headers, body, warnings)
}

#[test]
fn a_tree_is_prepared_as_a_draft() {
    let call = biller().prepare(&bill()).unwrap();
    let prepared = prepare(&biller(), OperationName::Settlement, &tree(vec![])).unwrap();
    assert_eq!(sent(&prepared), typed(&call));
    // What is worth a second look is told.
    let late = Settlement { due_date: Instant::from_unix_millis(-DAY), ..bill() };
    let late_tree = tree(vec![("due_date", DynamicValue::Millis(-DAY as f64))]);
    let call = biller().prepare(&late).unwrap();
    let prepared = prepare(&biller(), OperationName::Settlement, &late_tree).unwrap();
    assert_eq!(sent(&prepared), typed(&call));
    assert_eq!(prepared.warnings.iter().map(|warning| warning.code).collect::<Vec<_>>(), [Code::DueBeforeDate]);
}

#[test]
fn a_bill_is_looked_up_as_a_draft() {
    let lookup = biller().prepare_settlement_lookup(&bill()).unwrap();
    let (prepared, kept) = prepare_lookup(&biller(), &tree(vec![])).unwrap();
    assert_eq!(sent(&prepared), typed(&lookup.call));
    for (status, body) in [(200, "{}"), (500, ""), (200, r#"{"code":"NOT_FOUND","message":"m"}"#)] {
        let verdict = lookup.decide(status, body.as_bytes());
        assert_eq!(decide_lookup(&biller(), &kept, status, body.as_bytes()), Ok(verdict));
    }
    assert_eq!(decide_lookup(&biller(), "{}", 200, b"{}"), Err(Error::Internal));
}

#[test]
fn all_calls_of_an_operation_share_an_envelope() {
    let call = biller().prepare(&bill()).unwrap();
    let shared = envelope(&biller(), OperationName::Settlement).unwrap();
    assert_eq!((shared.method, shared.url, shared.headers), (call.method, call.url.clone(), call.headers.clone()));
    let untyped = OperationName::CreateCustomer;
    assert!(matches!(envelope(&biller(), untyped), Err(Error::Internal)));
    assert!(matches!(prepare(&biller(), untyped, &tree(vec![])), Err(Error::Internal)));
}

#[test]
fn a_prepared_call_prints_neither_body_nor_credentials() {
    let prepared = prepare(&biller(), OperationName::Settlement, &tree(vec![])).unwrap();
    let printed = format!("{prepared:?}");
    assert!(printed.contains("https://service.example/api/bill_payment/push_bill_with_payment"), "{printed}");
    assert!(printed.contains("Authorization") && !printed.contains("Bearer bearer"), "{printed}");
    assert!(printed.contains("body") && !printed.contains("INV-1"), "{printed}");
}

const TEXT: &str = "INV-1KHRC-1S-1ទឹក";
const LENGTHS: [i32; 13] = [5, -2, -2, 3, -2, 3, -1, -1, 3, 3, -1, -1, -1];
const SIGNED: [i32; 6] = [5, -2, 3, -2, 3, 3];

fn packed<'a>(text: &'a str, numbers: &'a [f64; 3]) -> Packed<'a> {
    Packed { text, lengths: &LENGTHS, numbers, ascii: text.is_ascii() }
}

#[test]
fn bodies_are_written_one_after_the_other() {
    let (biller, mut workspace) = (biller(), Workspace::default());
    let mut write = |packed: Packed<'_>| {
        let written = workspace.prepare(&biller, OperationName::Settlement, packed);
        written.ok().map(|written| written.then(|| String::from_utf8(workspace.body().to_vec()).unwrap()))
    };
    let day = DAY as f64;
    let first = biller.prepare(&bill()).unwrap().body;
    let other = Settlement { description: Some("abc".into()), total_amount: 7, ..bill() };
    let other = biller.prepare(&other).unwrap().body;
    for (text, numbers, body) in [
        (TEXT, [0.0, day, 1000.0], Some(&first)),
        ("INV-1KHRC-1S-1abc", [0.0, day, 7.0], Some(&other)),
        // A warning, a violation, and a number that its text alone can tell.
        (TEXT, [0.0, -day, 1000.0], None),
        (TEXT, [0.0, day, 0.5], None),
        (TEXT, [0.0, f64::NAN, 1000.0], None),
        (TEXT, [0.0, day, 1000.0], Some(&first)),
    ] {
        assert_eq!(write(packed(text, &numbers)).unwrap().as_ref(), body, "{text} {numbers:?}");
    }
    assert!(write(Packed { lengths: &[], ..packed(TEXT, &[0.0, day, 1000.0]) }).is_none());
    assert!(write(packed(TEXT, &[0.0, day, 1000.0])).is_some_and(|body| body == Some(first)));
    let untyped = workspace.prepare(&biller, OperationName::CreateCustomer, packed(TEXT, &[0.0; 3]));
    assert!(untyped.is_err());
}

/// Beyond hundredths a double is told by its shortest text, which packed values do not carry.
#[test]
fn a_number_that_needs_its_text_is_not_written() {
    let mut lengths = LENGTHS;
    lengths[10] = -2;
    for (rate, is_written) in [(4100.25, true), (4100.567, false), (0.1 + 0.2, false)] {
        let numbers = [0.0, DAY as f64, 1000.0, rate];
        let packed = Packed { text: "INV-1USDC-1S-1ទឹក", lengths: &lengths, numbers: &numbers, ascii: false };
        let written = Workspace::default().prepare(&biller(), OperationName::Settlement, packed);
        assert_eq!(written.ok(), Some(is_written), "{rate}");
    }
}

#[test]
fn packed_fields_are_signed_as_a_tree() {
    let (key, mut workspace) = (SigningKey::new(&HashToken::new("key")), Workspace::default());
    let mut signed = |text: &str, numbers: &[f64]| {
        let packed = Packed { text, lengths: &SIGNED, numbers, ascii: true };
        workspace.sign(&key, packed).map_err(drop)
    };
    let expected = |others| sign(&key, &tree(others), DynamicValue::Undefined).unwrap();
    assert_eq!(signed("INV-1KHRC-1S-1", &[0.0, 1000.0]), Ok(Some(expected(vec![]))));
    assert_eq!(signed("INV-1KHRC-1S-1", &[0.0, -1.0]), Ok(None));
    assert_eq!(signed("INV-1KHRC-1S-1", &[0.0]), Err(()));
    let other = vec![("total_amount", double(7.0)), ("settlement_to", text("S-2"))];
    assert_eq!(signed("INV-1KHRC-1S-2", &[0.0, 7.0]), Ok(Some(expected(other))));
}

#[test]
fn operations_without_a_shape() {
    let name = OperationName::CreateCustomer;
    let path = || ("path", text("/customers"));
    let request = || UntypedRequest { path: "/customers".into(), ..UntypedRequest::default() };
    let json = Json::parse(br#"{"name":"a","n":[1.5,null]}"#).unwrap();
    let query = vec![("page".to_owned(), "1".to_owned()), ("q".to_owned(), "a b".to_owned())];
    for (options, request) in [
        (vec![path()], request()),
        (vec![path(), ("auth", text("none"))], request()),
        (
            vec![path(), ("auth", text("bearer"))],
            UntypedRequest { authentication: Some(Authentication::Bearer), ..request() },
        ),
        (
            vec![path(), ("auth", text("token"))],
            UntypedRequest { authentication: Some(Authentication::Token), ..request() },
        ),
        (
            vec![path(), ("query", object(vec![("page", text("1")), ("q", text("a b"))]))],
            UntypedRequest { query, ..request() },
        ),
        (vec![path(), ("json", json.clone().into())], UntypedRequest { json: Some(json), ..request() }),
    ] {
        let own = prepare_operation(&biller(), name, object(options));
        assert_eq!(own, biller().prepare_operation(name, &request));
        assert!(own.is_ok());
    }
}

#[test]
fn all_that_is_wrong_with_a_request_without_a_shape() {
    let request = object(vec![
        ("auth", text("basic")),
        ("path", double(1.0)),
        ("query", object(vec![("page", double(1.0))])),
        ("json", DynamicValue::List(vec![double(f64::NAN)])),
        ("body", text("{}")),
    ]);
    let refusal = refused(prepare_operation(&biller(), OperationName::CreateCustomer, request));
    let violations = [
        ("auth", Code::UnknownValue),
        ("body", Code::UnknownField),
        ("json[0]", Code::NotFinite),
        ("path", Code::WrongType),
        ("query.page", Code::WrongType),
    ];
    assert_eq!(refusal, places("invalid_request", &violations));
    let bare = Biller::new(BillerConfig { bearer: None, ..config() }).unwrap();
    let request = object(vec![("path", text("/customers")), ("auth", text("bearer"))]);
    let error = prepare_operation(&bare, OperationName::CreateCustomer, request).unwrap_err();
    assert_eq!((error.kind(), error.code()), ("missing_credential", Code::Bearer));
}

#[test]
fn an_answer_without_a_shape_is_read_by_its_name() {
    let name = OperationName::CreateCustomer;
    let call = prepare_operation(&biller(), name, object(vec![("path", text("/customers"))])).unwrap();
    for body in ["", r#"{"code":"000"}"#, "<html>"] {
        assert_eq!(decode_untyped(name, 200, body.as_bytes()), call.decode(200, body.as_bytes()), "{body}");
    }
}

#[test]
fn an_answer_of_more_bytes_than_the_limit_need_not_be_taken_in() {
    let code =
        |bytes: usize| decode_untyped(OperationName::CreateCustomer, 200, &vec![b'<'; bytes]).unwrap_err().code();
    assert_eq!((code(answer_limit()), code(answer_limit() + 1)), (Code::InvalidJson, Code::TooLarge));
}
