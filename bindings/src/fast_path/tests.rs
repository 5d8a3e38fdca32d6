//! The fast path's functions as Kotlin calls them: with numbers alone.

use super::{
    buffers::{Buffers, Part},
    *,
};
use crate::{
    credentials::WebhookToken,
    models::Settlement,
    tests::{HASH, bill, biller, hash_key},
    webhook::WebhookLimits,
};

const TOKEN: &str = "test-webhook";

/// Value of a packet.
enum Value<'a> {
    Text(&'a str),
    Number(f64),
    Absent,
}
use Value::{Absent, Number, Text};

/// Writes values as they do, and returns the numbers of units, lengths and numbers.
fn pack(buffers: i64, values: &[Value<'_>]) -> [i32; 3] {
    let parts = [Part::Units, Part::Lengths, Part::Numbers];
    for part in parts {
        assert_ne!(fast_reserve(buffers, part as i32, 1_000), 0);
    }
    let (mut units, mut lengths, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
    for value in values {
        lengths.push(match value {
            Text(text) => {
                let before = units.len();
                units.extend(text.encode_utf16());
                (units.len() - before) as i32
            }
            Number(number) => {
                numbers.push(*number);
                billwire::wire::packet::NUMBER
            }
            Absent => billwire::wire::packet::ABSENT,
        });
    }
    let counts = [units.len(), lengths.len(), numbers.len()].map(|len| len as i32);
    fill(buffers, |buffers| {
        buffers.units[..units.len()].copy_from_slice(&units);
        buffers.lengths[..lengths.len()].copy_from_slice(&lengths);
        buffers.numbers[..numbers.len()].copy_from_slice(&numbers);
    });
    counts
}

fn fill<R>(buffers: i64, work: impl FnOnce(&mut Buffers) -> R) -> R {
    Buffers::with(buffers, |buffers| Some(work(buffers))).unwrap()
}

/// Returns the text that a function has written.
fn written(buffers: i64, length: i32) -> String {
    fill(buffers, |buffers| String::from_utf16(&buffers.units[..length as usize]).unwrap())
}

/// The signed fields of [`bill`].
fn signed() -> [Value<'static>; 6] {
    let millis = bill().date.unix_millis() as f64;
    [Text("INV-0001"), Number(millis), Text("KHR"), Number(40_000.0), Text("C-1"), Text("S-1")]
}

fn packed_bill(buffers: i64, description: &str) -> [i32; 3] {
    let [ref_id, date, currency, total_amount, customer, settlement_to] = signed();
    let due_date = Number(bill().due_date.unix_millis() as f64);
    let description = if description.is_empty() { Absent } else { Text(description) };
    let values = [ref_id, date, due_date, currency, total_amount, customer, Absent, Absent, settlement_to, description];
    pack(buffers, &values.into_iter().chain([Absent, Absent, Absent]).collect::<Vec<_>>())
}

fn key() -> Arc<SigningKey> {
    Arc::new(SigningKey::new(hash_key()).unwrap())
}

fn receiver() -> Arc<WebhookReceiver> {
    Arc::new(WebhookReceiver::merchant_proxy(vec![Arc::new(WebhookToken::new(TOKEN.into()))], None).unwrap())
}

const SETTLEMENT: i32 = OperationName::Settlement as i32;

fn prepare(biller: &Arc<Biller>, buffers: i64, [units, lengths, numbers]: [i32; 3]) -> i32 {
    fast_prepare(biller.number(), SETTLEMENT, buffers, units, lengths, numbers)
}

fn receive(receiver: &Arc<WebhookReceiver>, buffers: i64, body: &str, token: &str) -> i64 {
    fast_reserve(buffers, Part::Bytes as i32, 1_000);
    fast_reserve(buffers, Part::Units as i32, 1_000);
    fill(buffers, |buffers| {
        buffers.bytes[..body.len() + token.len()].copy_from_slice([body, token].concat().as_bytes())
    });
    fast_receive(receiver.number(), buffers, body.len() as i32, token.len() as i32)
}

#[test]
fn signs_as_the_full_path() {
    let (key, buffers) = (key(), fast_buffers());
    let [units, lengths, numbers] = pack(buffers, &signed());
    let length = fast_sign(key.number(), buffers, units, lengths, numbers);
    assert_eq!(written(buffers, length), HASH);
}

#[test]
fn writes_the_body_of_the_full_path() {
    let (biller, buffers) = (Arc::new(biller()), fast_buffers());
    for description in ["", "January", "អគ្គិសនី 😀", "\"quoted\""] {
        let full =
            Settlement { description: Some(description.into()).filter(|text: &String| !text.is_empty()), ..bill() };
        let packed = packed_bill(buffers, description);
        let length = prepare(&biller, buffers, packed);
        let body = biller.prepare_settlement(full).unwrap().request.body.unwrap();
        assert_eq!(written(buffers, length), body.as_str());
    }
    let packed = packed_bill(buffers, "\u{1}");
    assert_eq!(prepare(&biller, buffers, packed), FALLBACK, "a violation");
}

#[test]
fn a_result_grows_its_buffer() {
    let (biller, buffers) = (Arc::new(biller()), fast_buffers());
    let packed = packed_bill(buffers, &"\"".repeat(900));
    let length = prepare(&biller, buffers, packed);
    assert!(length > 1_800, "{length}");
    assert_eq!(written(buffers, length).matches(r#"\""#).count(), 900);
}

#[test]
fn receives_the_offsets_of_values() {
    let (receiver, buffers) = (receiver(), fast_buffers());
    for body in [r#"{"tran_id":"T-1"}"#, r#"{"bank_name":"ស","tran_id":"T-1"}"#] {
        let result = receive(&receiver, buffers, body, TOKEN);
        let units = if body.is_ascii() { 0 } else { body.encode_utf16().count() };
        assert_eq!(result >> 32, units as i64);
        let start = fill(buffers, |buffers| buffers.lengths[3]);
        let end = body.encode_utf16().count() - r#"T-1"}"#.len();
        assert_eq!(start, end as i32, "{body}");
        assert_eq!(fill(buffers, |buffers| buffers.bytes[body.len()..body.len() + TOKEN.len()].to_vec()), [0; 12]);
    }
}

#[test]
fn unusual_webhooks_need_the_full_path() {
    let (receiver, buffers) = (receiver(), fast_buffers());
    for (body, token) in [
        ("{}", "another"),
        ("{}", ""),
        ("[]", TOKEN),
        (r#"{"new":1}"#, TOKEN),
        (r#"{"tran_id":1}"#, TOKEN),
        (r#"{"Customer":[]}"#, TOKEN),
        (r#"{"customers":[{"amount":"a"}]}"#, TOKEN),
    ] {
        assert_eq!(receive(&receiver, buffers, body, token), 0, "{body}");
    }
    assert_ne!(receive(&receiver, buffers, "{}", TOKEN), 0);
    let limits = WebhookLimits { bytes: Some(1.into()), depth: None, customers: None };
    let checkout = Arc::new(WebhookReceiver::checkout_with_limits(limits).unwrap());
    assert_eq!(receive(&checkout, buffers, "{}", ""), 0);
    assert_ne!(receive(&Arc::new(WebhookReceiver::checkout()), buffers, "{}", ""), 0);
}

#[test]
fn a_dropped_object_is_found_no_more() {
    let (first, buffers) = (key(), fast_buffers());
    let number = first.number();
    let [units, lengths, numbers] = pack(buffers, &signed());
    assert_ne!(fast_sign(number, buffers, units, lengths, numbers), FALLBACK);
    drop(first);
    let second = key();
    assert_ne!(second.number(), number, "no number is used twice");
    assert_eq!(fast_sign(number, buffers, units, lengths, numbers), FALLBACK);
}

#[test]
fn numbers_that_fit_nothing_need_the_full_path() {
    let (key, biller, receiver, buffers) = (key(), Arc::new(biller()), receiver(), fast_buffers());
    let [units, lengths, numbers] = pack(buffers, &signed());
    let (key, keys) = (key.number(), key);
    let (biller, billers) = (biller.number(), biller);
    let (receiver, receivers) = (receiver.number(), receiver);
    assert_ne!(fast_sign(key, buffers, units, lengths, numbers), FALLBACK);
    for wrong in [i32::MIN, -1, 0, 1, 5_000, i32::MAX] {
        assert_eq!(fast_sign(key, buffers, wrong, lengths, numbers), FALLBACK);
        assert_eq!(fast_sign(key, buffers, units, wrong, numbers), FALLBACK);
        assert_eq!(fast_sign(key, buffers, units, lengths, wrong), FALLBACK);
        assert_eq!(fast_prepare(biller, wrong, buffers, units, lengths, numbers), FALLBACK);
        assert_eq!(fast_receive(receiver, buffers, wrong, wrong), 0);
        assert_eq!(fast_sign(i64::from(wrong) << 40, buffers, units, lengths, numbers), FALLBACK);
        assert_eq!(fast_sign(key, i64::from(wrong) << 40, units, lengths, numbers), FALLBACK);
    }
    assert_eq!([-1, 4].map(|part| fast_reserve(buffers, part, 1)), [0, 0]);
    fast_drop(buffers);
    assert_eq!(fast_sign(key, buffers, units, lengths, numbers), FALLBACK);
    assert_eq!(fast_reserve(buffers, 0, 1), 0);
    drop((keys, billers, receivers));
}

/// Content of a buffer is the caller's: whatever it is, a call returns.
#[test]
fn garbage_is_no_fault() {
    let (key, biller, receiver, buffers) = (key(), Arc::new(biller()), receiver(), fast_buffers());
    pack(buffers, &signed());
    let (key_number, biller_number) = (key.number(), biller.number());
    let receiver_number = receiver.number();
    fast_reserve(buffers, Part::Bytes as i32, 64);
    let mut state = 1_u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    for _ in 0..20_000 {
        fill(buffers, |buffers| {
            buffers.units[..32].fill_with(|| random(0x1_0000) as u16);
            buffers.lengths[..16].fill_with(|| random(8) as i32 - 3);
            buffers.numbers[..8].fill_with(|| f64::from_bits(random(u64::MAX) << 33 | random(u64::MAX)));
            buffers.bytes[..64].fill_with(|| b"{}[]\",:tranid1\\\xe1\x9e\x80"[random(18) as usize]);
        });
        let [units, lengths, numbers] = [32, 14, 8].map(|below| random(below) as i32);
        fast_sign(key_number, buffers, units, lengths, numbers);
        fast_prepare(biller_number, random(15) as i32, buffers, units, lengths, numbers);
        fast_receive(receiver_number, buffers, units, numbers);
    }
    let [units, lengths, numbers] = pack(buffers, &signed());
    let length = fast_sign(key_number, buffers, units, lengths, numbers);
    assert_eq!(written(buffers, length), HASH);
}
