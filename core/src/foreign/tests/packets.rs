//! The hot half against the ordinary one: packets are written and read here as `packet.rs` says, by other code.

use super::*;
use crate::{
    credentials::WebhookToken,
    foreign::calls::{HttpHeader, HttpRequest, SettlementCall, SettlementParts},
    foreign::hot::webhook_header_hot,
    foreign::webhook::{EventParts, WebhookEvent, WebhookHeaders, WebhookReceiver},
};
use std::fmt::Write;
use uniffi::{FfiConverterArc, Handle};

const ABSENT: &str = "\0";

/// A number below 127 is one character. Any other is the character 127, and five digits to the base 128.
fn number(number: usize) -> String {
    let digit = |power: u32| char::from((number / 128_usize.pow(power) % 128) as u8);
    let digits = (0..4).map(digit).chain([char::from((number >> 28) as u8)]);
    if number < 127 { char::from(number as u8).into() } else { "\u{7f}".chars().chain(digits).collect() }
}

fn text(text: &str) -> String {
    number(text.len()) + text
}

fn there(packed: &str) -> String {
    format!("\u{1}{packed}")
}

fn long(bits: u64) -> String {
    number((bits % (1 << 32)) as usize) + &number((bits >> 32) as usize)
}

fn millis(text: &str) -> String {
    long((instant(text).unix_millis() as f64).to_bits())
}

/// A decimal by its digits and how many of them are the fraction.
fn digits(digits: i64, fraction: u8) -> String {
    format!("\0{}{}", char::from(fraction), long(digits as u64))
}

/// What is read of an answer.
struct Unpacking<'a>(&'a str);

impl<'a> Unpacking<'a> {
    fn characters(&mut self, count: usize) -> &'a str {
        let (taken, rest) = self.0.split_at(count);
        self.0 = rest;
        taken
    }

    fn number(&mut self) -> u64 {
        match self.characters(1) {
            "\u{7f}" => self.characters(5).bytes().rev().fold(0, |number, digit| number * 128 + u64::from(digit)),
            small => small.as_bytes()[0].into(),
        }
    }

    fn text(&mut self) -> &'a str {
        let length = self.number();
        self.characters(length as usize)
    }

    /// An object's handle is an address, which is neither nothing nor odd.
    fn handle(&mut self) -> u64 {
        let handle = self.number() + (self.number() << 32);
        assert!(handle != 0 && handle.is_multiple_of(2), "{handle} is no handle");
        handle
    }
}

/// Takes an object over. A handle that is none ends the tests, so it is asked for last.
fn object<T: FfiConverterArc<UniFfiTag, FfiType = Handle>>(handle: u64) -> Arc<T> {
    T::try_lift(Handle::from_raw_unchecked(handle)).unwrap()
}

/// The vector `requests/settlement-minimal`, with what may be left out at its places.
fn packed_bill(ref_id: &str, [total_tax, description, rate, khr, details, extra]: [&str; 6]) -> String {
    let signed = [&text(ref_id), &millis("2026-01-31T17:00:00Z"), &millis("2026-02-28T17:00:00Z"), &text("KHR")];
    let signed = signed.map(String::as_str).concat() + &long(40_000) + &text("C-1");
    [&signed, total_tax, ABSENT, &text("S-1"), description, rate, khr, details, extra].concat()
}

fn draft(ref_id: &str) -> BillDraft {
    BillDraft { ref_id: ref_id.into(), ..bill() }
}

/// The call and its request; none if the answer is nothing.
fn prepared_hot(packed: &str) -> Option<(Arc<SettlementCall>, HttpRequest)> {
    let answer = biller().prepare_settlement_hot(packed.into());
    if answer.is_empty() {
        return None;
    }
    assert!(answer.capacity() < answer.len() + 1024, "{} bytes for {}", answer.capacity(), answer.len());
    let mut answer = Unpacking(&answer);
    let handle = answer.handle();
    let (method, url) = (answer.text().to_owned(), answer.text().to_owned());
    let headers = (0..answer.number()).map(|_| {
        let [name, value] = [answer.text(), answer.text()];
        HttpHeader { name: name.into(), value: value.into() }
    });
    let headers = headers.collect();
    assert_eq!(answer.number(), 1, "a settlement has a body");
    let request = HttpRequest { method, url, headers, body: Some(answer.text().into()) };
    assert_eq!(answer.0, "");
    Some((object(handle), request))
}

/// Both ways make the same of a bill, given in both forms.
fn same(packed: &str, draft: BillDraft) {
    let (call, request) = prepared_hot(packed).unwrap();
    let ordinary: SettlementParts = crossed(biller().prepare_settlement(draft).unwrap());
    assert_eq!(request, ordinary.request);
    assert_eq!(call.request(), ordinary.request);
}

#[test]
fn a_bill_is_prepared_alike_by_both_ways() {
    let packed = packed_bill("INV-0001", [ABSENT; 6]);
    same(&packed, bill());
    assert!(prepared_hot(&packed).unwrap().1.body.unwrap().as_str().contains(HASH));
    // Another's room is nobody's values: the same again is the same.
    same(&packed, bill());
}

#[test]
fn what_may_be_left_out_arrives_at_its_place() {
    let tax = there(&long(3));
    let description = there(&text("ភ្នំពេញ"));
    let (rate, khr) = (there(&text("1.0")), there(&digits(400_000, 1)));
    let extra = there(&text(r#"{"channel":"counter"}"#));
    let packed = packed_bill("INV-0001", [&tax, &description, &rate, &khr, ABSENT, &extra]);
    let given = BillDraft {
        total_tax: Some(3),
        description: Some("ភ្នំពេញ".into()),
        exchange_rate_khr: Some(decimal("1.0")),
        total_amount_khr: Some(decimal("40000.0")),
        extra: Some(r#"{"channel":"counter"}"#.into()),
        ..bill()
    };
    same(&packed, given);
}

#[test]
fn lines_are_a_count_and_each_line() {
    let packed_line = |price: &str, extra: &str| {
        [&there(&text("Rice")), ABSENT, &there(&long(2)), &there(price), ABSENT, ABSENT, ABSENT, extra].concat()
    };
    let given = |price: &str, extra: Option<&str>| LineDraft {
        description: None,
        amount: None,
        tax_amount: None,
        tax_name: None,
        extra: extra.map(str::to_owned),
        ..line("Rice", "", 2, [price, "0", "0"])
    };
    let lines = [
        packed_line(&digits(-1_050, 2), ABSENT),
        packed_line(&digits(0, 2), ABSENT),
        packed_line(&digits(i64::MAX, 0), &there(&text(r#"{"a":2}"#))),
        packed_line(&text("0.1"), ABSENT),
    ];
    let drafts = vec![
        given("-10.50", None),
        given("0.00", None),
        given("9223372036854775807", Some(r#"{"a":2}"#)),
        given("0.1", None),
    ];
    let packed = there(&(number(4) + &lines.concat()));
    same(
        &packed_bill("INV-0001", [ABSENT, ABSENT, ABSENT, ABSENT, &packed, ABSENT]),
        BillDraft { details: Some(drafts), ..bill() },
    );
    let empty = packed_bill("INV-0001", [ABSENT, ABSENT, ABSENT, ABSENT, &there(&number(0)), ABSENT]);
    same(&empty, BillDraft { details: Some(Vec::new()), ..bill() });
}

/// At 127 a length takes six characters, and at 16,384 a third digit.
#[test]
fn lengths_are_packed_as_they_grow() {
    assert_eq!([number(126), number(127), number(128)], ["~", "\u{7f}\u{7f}\0\0\0\0", "\u{7f}\0\u{1}\0\0\0"]);
    for length in [1, 126, 127, 128, 129, 2_000] {
        let ref_id = "R".repeat(length);
        same(&packed_bill(&ref_id, [ABSENT; 6]), draft(&ref_id));
    }
}

/// Then the language goes the way of all others, which explains.
#[test]
fn what_is_out_of_the_ordinary_is_answered_with_nothing() {
    let whole = packed_bill("INV-0001", [ABSENT; 6]);
    assert!(prepared_hot(&whole).is_some());
    for (why, packed) in [
        ("nothing at all", String::new()),
        ("cut off", whole[..whole.len() - 1].to_owned()),
        ("more behind it", whole.clone() + ABSENT),
        ("a violation", packed_bill("", [ABSENT; 6])),
        ("extra that is no object", packed_bill("R", [ABSENT, ABSENT, ABSENT, ABSENT, ABSENT, &there(&text("[]"))])),
        ("more lines than there is packet", {
            packed_bill("R", [ABSENT, ABSENT, ABSENT, ABSENT, &there(&number(60_000)), ABSENT])
        }),
        ("more digits behind the point than a byte holds", {
            packed_bill("R", [ABSENT, ABSENT, &there("\0\u{80}\0\0"), ABSENT, ABSENT, ABSENT])
        }),
    ] {
        assert!(prepared_hot(&packed).is_none(), "{why}");
    }
}

const TOKEN: &str = "test-webhook";

fn receiver() -> WebhookReceiver {
    WebhookReceiver::merchant_proxy(vec![Arc::new(WebhookToken::new(TOKEN))], None).unwrap()
}

/// What comes of a webhook: the handle of the event, and its payload, packed; none if the answer is nothing.
fn received_hot(body: &str) -> Option<(u64, String)> {
    let headers = text(&webhook_header_hot()) + &text(TOKEN);
    let answer = receiver().receive_hot(headers, body.as_bytes());
    if answer.is_empty() {
        return None;
    }
    assert!(answer.capacity() < answer.len() + 1024, "{} bytes for {}", answer.capacity(), answer.len());
    let mut answer = Unpacking(&answer);
    let handle = answer.handle();
    Some((handle, answer.0.to_owned()))
}

/// Both ways make the same of a webhook, and the payload of the hot one is packed so.
fn same_event(body: &str, packed: &str) {
    let (handle, payload) = received_hot(body).unwrap();
    assert_eq!(payload, packed, "{body}");
    let event: Arc<WebhookEvent> = object(handle);
    let headers: WebhookHeaders = [("Token".to_owned(), TOKEN.to_owned())].into_iter().collect();
    let ordinary: EventParts = crossed(receiver().receive(headers, body.as_bytes()).unwrap());
    assert_eq!((event.payload(), event.sender()), (ordinary.payload, ordinary.event.sender()));
    assert_eq!(event.fingerprint(), ordinary.event.fingerprint());
}

#[test]
fn the_header_that_crosses_is_the_one_that_receivers_look_at() {
    assert!(webhook_header_hot().eq_ignore_ascii_case("Token"));
}

/// The fields of section 2.7, and behind them what it does not name.
fn payload(fields: [(usize, String); 3], customers: &str, extra: &str) -> String {
    let mut packed = String::new();
    for place in 0..13 {
        let field = fields.iter().find(|(at, _)| *at == place).map(|(_, packed)| there(packed));
        packed.write_str(&field.unwrap_or(ABSENT.into())).unwrap();
    }
    packed + customers + &text(extra)
}

const TRAN_ID: usize = 0;
const SERVICE_TYPE: usize = 2;
const AMOUNT: usize = 4;
const BANK_NAME: usize = 7;
const STATUS: usize = 12;

/// A list of customers is absent, null, or there.
const NO_CUSTOMERS: &str = "\u{1}";
const NULL_CUSTOMERS: &str = "\u{2}";

/// A known word is its place among those of the interface; the last is for any other, with its text.
#[test]
fn words_are_numbers_where_they_are_known() {
    let kinds = [
        ("Bank Channel", number(1)),
        ("KHQR", number(2)),
        ("Deeplink/Checkout", number(3)),
        ("Direct Debit", number(4)),
        ("Crypto", number(5) + &text("Crypto")),
    ];
    for (kind, packed) in kinds {
        let body = format!(r#"{{"tran_id":"T-1","payment_service_type":"{kind}","status":"success"}}"#);
        let fields = [(TRAN_ID, text("T-1")), (SERVICE_TYPE, packed), (STATUS, number(1))];
        same_event(&body, &payload(fields, NO_CUSTOMERS, "{}"));
    }
}

#[test]
fn texts_and_amounts_are_packed_as_they_were_meant() {
    let body = r#"{"tran_id":"T-\u17a2\n1","tran_amount":1.50e1,"bank_name":"ធនាគារ","customers":null}"#;
    let fields = [(TRAN_ID, text("T-អ\n1")), (AMOUNT, text("15.0")), (BANK_NAME, text("ធនាគារ"))];
    same_event(body, &payload(fields, NULL_CUSTOMERS, "{}"));
    let body = r#"{"tran_id":"","tran_amount":"0.10","status":"reversed","new":{"a":[1,"x"]}}"#;
    let fields = [(TRAN_ID, text("")), (AMOUNT, text("0.10")), (STATUS, number(2) + &text("reversed"))];
    same_event(body, &payload(fields, NO_CUSTOMERS, r#"{"new":{"a":[1,"x"]}}"#));
}

#[test]
fn customers_are_a_count_and_each_of_them() {
    let body = r#"{"tran_id":"T-1","bank_name":"B","status":"success","customers":
        [{"bill_no":"INV-1","amount":"40000.0","note":1},{},{"branch_code":"001"}]}"#;
    let fields = || [(TRAN_ID, text("T-1")), (BANK_NAME, text("B")), (STATUS, number(1))];
    let first = ABSENT.repeat(5) + &there(&text("INV-1")) + &there(&text("40000.0")) + &text(r#"{"note":1}"#);
    let second = ABSENT.repeat(7) + &text("{}");
    let third = there(&text("001")) + &ABSENT.repeat(6) + &text("{}");
    same_event(body, &payload(fields(), &(number(3) + &number(3) + &first + &second + &third), "{}"));
    let body = r#"{"tran_id":"T-1","bank_name":"B","status":"success","customers":[]}"#;
    same_event(body, &payload(fields(), &(number(3) + &number(0)), "{}"));
}

/// The other spelling of `customers` has rules of its own; the ordinary way knows them.
#[test]
fn what_is_unusual_in_a_webhook_takes_the_ordinary_way() {
    for body in [r#"{"Customer":[]}"#, r#"{"tran_amount":"1.5.0"}"#, r#"{"bank_code":true}"#, "[]", ""] {
        assert!(received_hot(body).is_none(), "{body}");
    }
    let forged = text(&webhook_header_hot()) + &text("a-guess");
    assert_eq!(receiver().receive_hot(forged, b"{}"), "");
}
