//! All violations at once, including values that JSON cannot express.

use crate::{bill, bill_with, biller, decimal, places, refused};
use billwire::internal::{DynamicValue, Model};
use billwire::*;
use billwire_conformance::{object, text, with};
use billwire_wasm::entrances;

#[test]
fn five_faults_in_a_tree_are_five_violations() {
    let line = object(vec![("prise", DynamicValue::Whole(1)), ("quantity", double(0.5))]);
    let tree = object(vec![
        ("ref_id", DynamicValue::LoneSurrogate),
        ("date", text("2026-01-31T09:00:00")),
        ("due_date", DynamicValue::Millis(0.0)),
        ("currency", text("KHR")),
        ("total_amount", double(f64::NAN)),
        ("customer_sync_code", text("C-1")),
        ("settlement_to", text("S-1")),
        ("details", DynamicValue::List(vec![line])),
    ]);
    assert_eq!(
        refused(&tree),
        [
            ("ref_id".into(), Code::LoneSurrogate),
            ("date".into(), Code::MissingOffset),
            ("total_amount".into(), Code::NotFinite),
            ("details[0].quantity".into(), Code::NotAnInteger),
            ("details[0].prise".into(), Code::UnknownField),
        ]
    );
}

#[test]
fn refuses_values_that_are_not_objects() {
    for tree in
        [DynamicValue::Undefined, DynamicValue::Null, text("{}"), DynamicValue::List(vec![]), DynamicValue::Other]
    {
        assert_eq!(refused(&tree), [(String::new(), Code::WrongType)]);
    }
    for (details, path) in [(text("[]"), "details"), (DynamicValue::List(vec![text("a")]), "details[0]")] {
        assert_eq!(refused(&bill_with("details", details)), [(path.into(), Code::WrongType)]);
    }
}

/// The vectors cover values that JSON can express. This test covers the others.
#[test]
fn refuses_values_that_json_cannot_express() {
    use Code::*;
    let rows = [
        (["ref_id", "description"], [WrongType, WrongType, LoneSurrogate, WrongType, WrongType, WrongType]),
        (["total_amount", "total_tax"], [NotFinite, NotFinite, LoneSurrogate, WrongType, OutOfRange, WrongType]),
        (
            ["exchange_rate_khr", "total_amount_khr"],
            [NotFinite, NotFinite, LoneSurrogate, WrongType, OutOfRange, WrongType],
        ),
        (["date", "due_date"], [WrongType, WrongType, LoneSurrogate, YearOutOfRange, WrongType, WrongType]),
    ];
    for (fields, codes) in rows {
        for field in fields {
            let values = [
                double(f64::NAN),
                double(f64::NEG_INFINITY),
                DynamicValue::LoneSurrogate,
                DynamicValue::Millis(8.64e15),
                DynamicValue::Whole(-1),
                DynamicValue::Other,
            ];
            for (value, code) in values.into_iter().zip(codes) {
                assert_eq!(refused(&bill_with(field, value)), [(field.into(), code)]);
            }
        }
    }
    for (field, value, code) in [
        ("date", DynamicValue::Millis(f64::NAN), InvalidInstant),
        ("date", DynamicValue::Millis(f64::INFINITY), YearOutOfRange),
        ("total_amount", DynamicValue::Whole(1 << 53), OutOfRange),
        ("total_amount", DynamicValue::Whole(i128::MAX), OutOfRange),
        ("total_amount", DynamicValue::Digits("1e400".into()), OutOfRange),
        ("exchange_rate_khr", DynamicValue::Whole(i128::MAX), TooManyDigits),
        ("exchange_rate_khr", DynamicValue::Digits("1e35".into()), OutOfRange),
        ("exchange_rate_khr", double(0.1 + 0.2), InexactNumber),
    ] {
        assert_eq!(refused(&bill_with(field, value)), [(field.into(), code)]);
    }
}

#[test]
fn extra_accepts_any_json() {
    use Code::*;
    let deep = |levels| (0..levels).fold(DynamicValue::Null, |inner, _| DynamicValue::List(vec![inner]));
    for (value, path, code) in [
        (object(vec![("x", double(f64::NAN))]), "extra.x", NotFinite),
        (object(vec![("x", DynamicValue::Other)]), "extra.x", WrongType),
        (object(vec![("x", DynamicValue::Millis(0.0))]), "extra.x", WrongType),
        (
            object(vec![("x", DynamicValue::List(vec![DynamicValue::Null, DynamicValue::LoneSurrogate]))]),
            "extra.x[1]",
            LoneSurrogate,
        ),
        (object(vec![("x", object(vec![("a\n", double(f64::INFINITY))]))]), "extra.x.a\\n", NotFinite),
        (object(vec![("x", deep(32))]), "extra.x", TooDeep),
        (object(vec![("hash", text("a"))]), "extra.hash", ReservedKey),
        (DynamicValue::List(vec![]), "extra", WrongType),
        (text("a"), "extra", WrongType),
    ] {
        assert_eq!(refused(&bill_with("extra", value)), [(path.into(), code)]);
    }
    let extra = vec![("x", deep(32)), ("hash", deep(32)), ("z", double(f64::NAN)), ("hash", DynamicValue::Undefined)];
    let all = [("extra.x", TooDeep), ("extra.hash", ReservedKey), ("extra.hash", TooDeep), ("extra.z", NotFinite)];
    assert_eq!(refused(&bill_with("extra", object(extra))), all.map(|(path, code)| (path.to_owned(), code)));
    let extra = object(vec![
        ("a", DynamicValue::Undefined),
        ("b", DynamicValue::Null),
        ("c", deep(31)),
        ("d", DynamicValue::Whole(-1)),
    ]);
    let body = entrances::prepare(&biller(), OperationName::Settlement, &bill_with("extra", extra)).unwrap().body;
    let tail = format!(r#","b":null,"c":{}null{},"d":-1}}"#, "[".repeat(31), "]".repeat(31));
    assert!(body.ends_with(&tail), "{body}");
    assert!(Json::parse(body.as_bytes()).is_ok());
}

#[test]
fn extra_cannot_replace_known_fields() {
    let mut keys: Vec<_> = Settlement::SCHEMA.fields.iter().map(|field| field.name).collect();
    keys.push("hash");
    for key in keys {
        let extra = Members::from_iter([(key, "a")]);
        let path = format!("extra.{key}");
        let error = biller().prepare(&with(bill(), |bill| bill.extra = extra.into())).unwrap_err();
        assert_eq!(places(error.violations()), [(path.as_str(), Code::ReservedKey)]);
        assert_eq!(refused(&bill_with("extra", object(vec![(key, text("a"))]))), [(path, Code::ReservedKey)]);
    }
    for key in ["item_name", "item_mame", "tax_name"] {
        let line = Line::builder().extra(Members::from_iter([(key, "a")])).build();
        let error = biller().prepare(&with(bill(), |bill| bill.details = Some(vec![line]))).unwrap_err();
        assert_eq!(places(error.violations()), [(format!("details[0].extra.{key}").as_str(), Code::ReservedKey)]);
    }
    assert_eq!(refused(&bill_with("hash", text("a"))), [("hash".into(), Code::ReservedKey)]);
    // A key that differs in any character is another key.
    for key in ["Hash", "hash ", "item_name", ""] {
        let extra = Members::from_iter([(key, "a")]);
        assert!(biller().prepare(&with(bill(), |bill| bill.extra = extra.into())).is_ok(), "{key}");
    }
}

#[test]
fn extra_of_a_typed_bill_is_not_too_deep() {
    let extra = |depth: usize| {
        let value = (0..depth).fold(Json::from("x"), |inner, _| Json::Array([inner].into()));
        with(bill(), |bill| bill.extra = Members::from_iter([("note", value)]).into())
    };
    let deepest = (1..200).take_while(|&depth| biller().prepare(&extra(depth)).is_ok()).count();
    assert!(deepest > 8, "{deepest}");
    let error = biller().prepare(&extra(deepest + 1)).unwrap_err();
    assert_eq!(places(error.violations()), [("extra.note", Code::TooDeep)]);
}

#[test]
fn a_total_that_no_product_can_be_is_warned_of() {
    let bill = with(bill(), |bill| {
        bill.exchange_rate_khr = Some(decimal("1234567890123456789012345678901.234").into());
        bill.total_amount = 9_876_543;
        bill.total_amount_khr = Some(1.into());
    });
    let warnings = biller().prepare(&bill).unwrap().warnings;
    assert_eq!(places(&warnings), [("total_amount_khr", Code::KhrDoesNotMatch)]);
}

#[test]
fn rate_may_make_the_total_too_long() {
    let rate = decimal("1234567890123456789012345678901.234");
    let error = biller()
        .prepare(&with(bill(), |bill| {
            bill.exchange_rate_khr = Some(rate.into());
            bill.total_amount = 9_876_543;
        }))
        .unwrap_err();
    assert_eq!(places(error.violations()), [("total_amount_khr", Code::TooManyDigits)]);
}

fn double(value: f64) -> DynamicValue {
    DynamicValue::Double(value, value.to_string())
}

/// An amount of a draft is a number, a decimal or a text, and a text that is none has its path.
#[test]
fn amounts_of_a_draft_may_be_text() {
    let line = |price: Given<Decimal>| Line::builder().price(price).amount(2).build();
    let with_lines = |lines| with(bill(), |bill| bill.details = Some(lines));
    let decimal: Decimal = "1.50".parse().unwrap();
    assert!(biller().prepare(&with_lines(vec![line(decimal.into()), line("1.50".into()), line(2.into())])).is_ok());
    let error = biller().prepare(&with_lines(vec![line("2".into()), line("twelve".into())])).unwrap_err();
    assert_eq!(
        error.violations()[0].to_string(),
        "details[1].price: the text is not a plain decimal number (invalid_decimal)"
    );
}
