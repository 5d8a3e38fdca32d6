//! Calls by name, from value trees and from packets.

use super::*;
use billwire::wire::{Json, json_writer::JsonWriter, packet::Packet, pass::Kept};
use billwire::{
    Authentication, Call, Finding, Header, Method, OperationName, SigningKey, UntypedRequest, decode_untyped,
};

/// Request and warnings of a prepared call.
fn sent(prepared: &Prepared) -> (Method, &str, &[Header], &str, &[Finding]) {
    let Prepared { method, url, headers, body, warnings } = prepared;
    (*method, url, headers, body, warnings)
}

fn typed<O>(call: &Call<O>) -> (Method, &str, &[Header], &str, &[Finding]) {
    let Call { method, url, headers, body, warnings, .. } = call;
    (*method, url, headers, body, warnings)
}

#[test]
fn prepares_a_tree_like_a_draft() {
    let call = biller().prepare(&bill()).unwrap();
    let prepared = prepare(&biller(), OperationName::Settlement, &tree(vec![])).unwrap();
    assert_eq!(sent(&prepared), typed(&call));
    // Warnings are the same too.
    let late = with(bill(), |bill| bill.due_date = Instant::from_unix_millis(-DAY));
    let late_tree = tree(vec![("due_date", DynamicValue::Millis(-DAY as f64))]);
    let call = biller().prepare(&late).unwrap();
    let prepared = prepare(&biller(), OperationName::Settlement, &late_tree).unwrap();
    assert_eq!(sent(&prepared), typed(&call));
    assert_eq!(prepared.warnings.iter().map(|warning| warning.code).collect::<Vec<_>>(), [Code::DueBeforeDate]);
}

#[test]
fn looks_a_tree_up_like_a_draft() {
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
fn calls_of_an_operation_share_an_envelope() {
    let call = biller().prepare(&bill()).unwrap();
    let shared = biller().envelope(OperationName::Settlement).unwrap();
    assert_eq!((shared.method, shared.url, shared.headers), (call.method, call.url.clone(), call.headers.clone()));
    let untyped = OperationName::CreateCustomer;
    assert!(matches!(biller().envelope(untyped), Err(Error::Internal)));
    assert!(matches!(prepare(&biller(), untyped, &tree(vec![])), Err(Error::Internal)));
}

#[test]
fn a_prepared_call_prints_no_body_and_no_credentials() {
    let prepared = prepare(&biller(), OperationName::Settlement, &tree(vec![])).unwrap();
    let printed = format!("{prepared:?}");
    assert!(printed.contains("https://service.example/api/bill_payment/push_bill_with_payment"), "{printed}");
    assert!(printed.contains("Authorization") && !printed.contains("Bearer bearer"), "{printed}");
    assert!(printed.contains("body") && !printed.contains("INV-1"), "{printed}");
}

const TEXT: &str = "INV-1KHRC-1S-1ទឹក";
const LENGTHS: [i32; 13] = [5, -2, -2, 3, -2, 3, -1, -1, 3, 3, -1, -1, -1];
const SIGNED: [i32; 6] = [5, -2, 3, -2, 3, 3];

/// Writes one body after the other with the same buffers.
#[derive(Default)]
struct Writer {
    kept: Kept,
    body: JsonWriter<u16>,
}

impl Writer {
    fn write(&mut self, operation: OperationName, (text, lengths, numbers): (&str, &[i32], &[f64])) -> Option<String> {
        let units: Vec<u16> = text.encode_utf16().collect();
        let packet = Packet::new(&units, units.len(), lengths, numbers)?;
        let is_written = biller().prepare_packet(operation, packet, &mut self.kept, &mut self.body);
        is_written.then(|| String::from_utf16(self.body.units()).unwrap())
    }
}

#[test]
fn writes_one_packet_after_the_other() {
    let mut writer = Writer::default();
    let mut write =
        |text, lengths, numbers: [f64; 3]| writer.write(OperationName::Settlement, (text, lengths, &numbers));
    let day = DAY as f64;
    let first = biller().prepare(&bill()).unwrap().body;
    let other = with(bill(), |bill| {
        bill.description = Some("abc".into());
        bill.total_amount = 7;
    });
    let other = biller().prepare(&other).unwrap().body;
    for (text, lengths, numbers, body) in [
        (TEXT, &LENGTHS, [0.0, day, 1000.0], Some(&first)),
        ("INV-1KHRC-1S-1abc", &LENGTHS, [0.0, day, 7.0], Some(&other)),
        // A warning, a violation, and a number that is not finite.
        (TEXT, &LENGTHS, [0.0, -day, 1000.0], None),
        (TEXT, &LENGTHS, [0.0, day, 0.5], None),
        (TEXT, &LENGTHS, [0.0, f64::NAN, 1000.0], None),
        (TEXT, &LENGTHS, [0.0, day, 1000.0], Some(&first)),
    ] {
        assert_eq!(write(text, lengths, numbers).as_ref(), body, "{text} {numbers:?}");
    }
    assert_eq!(writer.write(OperationName::Settlement, (TEXT, &[], &[0.0, day, 1000.0])), None);
    assert_eq!(writer.write(OperationName::CreateCustomer, (TEXT, &LENGTHS, &[0.0, day, 1000.0])), None);
}

/// Other doubles need their shortest text, which packets do not have.
#[test]
fn packed_numbers_have_at_most_hundredths() {
    let mut lengths = LENGTHS;
    lengths[10] = -2;
    for (rate, is_written) in [(4100.25, true), (4100.567, false), (0.1 + 0.2, false)] {
        let packed = ("INV-1USDC-1S-1ទឹក", &lengths[..], &[0.0, DAY as f64, 1000.0, rate][..]);
        assert_eq!(Writer::default().write(OperationName::Settlement, packed).is_some(), is_written, "{rate}");
    }
}

#[test]
fn signs_a_packet_like_a_tree() {
    let (key, mut writer) = (SigningKey::new(&HashToken::new("key")), Writer::default());
    let mut signed = |text: &str, numbers: &[f64]| {
        let units: Vec<u16> = text.encode_utf16().collect();
        let packet = Packet::new(&units, units.len(), &SIGNED, numbers)?;
        key.sign_packet(packet, &mut writer.kept, &mut writer.body)
    };
    let expected = |others| sign(&key, &tree(others), DynamicValue::Undefined).ok();
    assert_eq!(signed("INV-1KHRC-1S-1", &[0.0, 1000.0]), expected(vec![]));
    assert_eq!(signed("INV-1KHRC-1S-1", &[0.0, -1.0]), None);
    assert_eq!(signed("INV-1KHRC-1S-1", &[0.0]), None);
    let other = vec![("total_amount", double(7.0)), ("settlement_to", text("S-2"))];
    assert_eq!(signed("INV-1KHRC-1S-2", &[0.0, 7.0]), expected(other));
}

#[test]
fn prepares_untyped_operations() {
    let name = OperationName::CreateCustomer;
    let path = || ("path", text("/customers"));
    let request = || UntypedRequest::builder().path("/customers").build();
    let json = Json::parse(br#"{"name":"a","n":[1.5,null]}"#).unwrap();
    let query = vec![("page".to_owned(), "1".to_owned()), ("q".to_owned(), "a b".to_owned())];
    for (options, request) in [
        (vec![path()], request()),
        (vec![path(), ("auth", text("none"))], request()),
        (
            vec![path(), ("auth", text("bearer"))],
            with(request(), |it| it.authentication = Some(Authentication::Bearer)),
        ),
        (vec![path(), ("auth", text("token"))], with(request(), |it| it.authentication = Some(Authentication::Token))),
        (
            vec![path(), ("query", object(vec![("page", text("1")), ("q", text("a b"))]))],
            with(request(), |it| it.query = query),
        ),
        (vec![path(), ("json", json.clone().into())], with(request(), |it| it.json = Some(json))),
    ] {
        let own = prepare_operation(&biller(), name, object(options));
        assert_eq!(own, biller().prepare_operation(name, &request));
        assert!(own.is_ok());
    }
}

#[test]
fn lists_all_violations_of_an_untyped_request() {
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
    let bare = Biller::new(with(config(), |config| config.bearer = None)).unwrap();
    let request = object(vec![("path", text("/customers")), ("auth", text("bearer"))]);
    let error = prepare_operation(&bare, OperationName::CreateCustomer, request).unwrap_err();
    assert_eq!((error.kind(), error.code()), ("missing_credential", Code::Bearer));
}

#[test]
fn decodes_an_untyped_answer_by_its_name() {
    let name = OperationName::CreateCustomer;
    let call = prepare_operation(&biller(), name, object(vec![("path", text("/customers"))])).unwrap();
    for body in ["", r#"{"code":"000"}"#, "<html>"] {
        assert_eq!(decode_untyped(name, 200, body.as_bytes()), call.decode(200, body.as_bytes()), "{body}");
    }
}

#[test]
fn refuses_an_answer_above_the_limit() {
    let code =
        |bytes: usize| decode_untyped(OperationName::CreateCustomer, 200, &vec![b'<'; bytes]).unwrap_err().code();
    assert_eq!(
        (code(Biller::MAX_ANSWER_BYTES), code(Biller::MAX_ANSWER_BYTES + 1)),
        (Code::InvalidJson, Code::TooLarge)
    );
}
