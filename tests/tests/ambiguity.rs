//! Parses of a signing string: `strict` accepts no bill whose signing string has a second parse.
//!
//! The tests prepare all bills over small alphabets and count the parses independently of billwire. `BILLWIRE_FULL=1`
//! enlarges the alphabets.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "these are tests")]

use billwire::{
    BearerToken, Biller, BillerConfig, CodeShape, CodeShapes, Error, ExplainOptions, HashToken, Instant, Settlement,
    SignedFields, UnsignedFields, explain_signature,
};
use billwire_conformance::check;
use serde_json::Value;
use std::collections::HashMap;

#[test]
fn counts_parses_of_every_vector() {
    check("parses", |case| {
        let found = shapes_of(case.get("shapes")).parses(case.text("signing_string"));
        let expected = case.get("parses").as_u64().unwrap();
        if found == expected { Ok(()) } else { Err(format!("{found}, not {expected}")) }
    });
}

/// Codes of one to three characters. Only the borders of amount and customer can be ambiguous.
#[test]
fn strict_is_unambiguous_for_short_codes() {
    let codes = words(&["A", "1", "0"], 3);
    let references = words(&["A", "1"], 1);
    let last = if is_full() { 120 } else { 12 };
    let amounts: Vec<i64> =
        (0..=last).chain([20, 100, 101, 110, 111, 120].into_iter().filter(|&at| at > last)).collect();
    let mut total = Figures::default();
    for shapes in [
        [prefix("A"), prefix("A"), prefix("A")],
        [prefix("A"), prefix("1"), prefix("A")],
        [prefix("A"), prefix("0"), prefix("0")],
        [length(1), length(2), length(2)],
        [length(1), prefix("1"), length(2)],
        [length(1), pattern("A#"), pattern("@?")],
        [pattern("?"), pattern("?#"), prefix("1")],
        [length(1), prefix("A"), prefix("1")],
    ] {
        total.add(enumerate(&shapes, &references, &codes, &codes, &amounts));
    }
    println!("codes of few characters: {total:?}");
    assert!(total.accepted > 1_000 && total.ambiguous > 1_000, "{total:?}");
}

/// Codes that contain a date, a currency and an amount, so that any part may be parsed as another.
#[test]
fn strict_is_unambiguous_for_nested_codes() {
    let codes = words(&["A", "1", "20260131090000KHR1"], if is_full() { 3 } else { 2 });
    let amounts: Vec<i64> = if is_full() { (0..=30).collect() } else { vec![0, 1, 10, 11] };
    let mut total = Figures::default();
    for shapes in [
        [prefix("A"), prefix("A"), prefix("A")],
        [prefix("A"), prefix("1"), prefix("A")],
        [prefix("2"), prefix("A"), prefix("A")],
        [length(1), prefix("A"), prefix("2")],
        [length(19), prefix("A"), length(1)],
        [prefix("A"), pattern("A?"), pattern("??")],
    ] {
        total.add(enumerate(&shapes, &codes, &codes, &codes, &amounts));
    }
    println!("codes that look like other parts: {total:?}");
    assert!(total.accepted > 1_000 && total.ambiguous > 100, "{total:?}");
}

#[test]
fn strict_requires_all_three_shapes() {
    let declared = |some: [bool; 3]| {
        let shape = |some: bool| some.then(|| prefix("A"));
        CodeShapes::builder()
            .maybe_ref_id(shape(some[0]))
            .maybe_customer_sync_code(shape(some[1]))
            .maybe_settlement_to(shape(some[2]))
            .build()
    };
    for number in 0..8_u8 {
        let some = [number & 1 != 0, number & 2 != 0, number & 4 != 0];
        let error = Biller::new(config(declared(some))).err();
        let paths: Vec<String> = error.iter().flat_map(Error::violations).map(|one| one.path.clone()).collect();
        let fields = ["ref_id", "customer_sync_code", "settlement_to"].into_iter().zip(some);
        let missing: Vec<String> =
            fields.filter(|(_, some)| !some).map(|(field, _)| format!("codeShapes.{field}")).collect();
        assert_eq!(paths, missing);
    }
    let silent = || Some(CodeShape::builder().prefix(String::new()).build());
    let shapes = CodeShapes::builder()
        .maybe_ref_id(silent())
        .maybe_customer_sync_code(silent())
        .maybe_settlement_to(silent())
        .build();
    assert_eq!(Biller::new(config(shapes)).unwrap_err().violations().len(), 3, "a shape that every code has");
}

/// Results of a strict biller for all bills.
#[derive(Debug, Default)]
struct Figures {
    accepted: u64,
    ambiguous: u64,
    misshapen: u64,
}

impl Figures {
    fn add(&mut self, other: Figures) {
        self.accepted += other.accepted;
        self.ambiguous += other.ambiguous;
        self.misshapen += other.misshapen;
    }
}

const DATES: [(&str, &str); 2] =
    [("2026-01-31T09:00:00Z", "20260131090000"), ("2012-11-10T10:11:01.999+00:00", "20121110101101")];

fn enumerate(
    shapes: &[CodeShape; 3],
    references: &[String],
    customers: &[String],
    destinations: &[String],
    amounts: &[i64],
) -> Figures {
    let [ref_id, customer, destination] = shapes.clone().map(Some);
    let declared = CodeShapes::builder()
        .maybe_ref_id(ref_id)
        .maybe_customer_sync_code(customer)
        .maybe_settlement_to(destination)
        .build();
    let biller = Biller::new(config(declared)).unwrap();
    let mut figures = Figures::default();
    let mut accepted: HashMap<String, [String; 6]> = HashMap::new();
    for reference in references {
        for customer in customers {
            for destination in destinations {
                let codes = [reference, customer, destination];
                if !codes.into_iter().zip(shapes).all(|(code, shape)| fits(code, shape)) {
                    // One bill suffices: its other fields do not matter.
                    let refusal = prepare(&biller, codes, DATES[0].0, "KHR", 1);
                    assert!(refusal.iter().any(|code| code == "shape_mismatch"), "{codes:?} {refusal:?}");
                    figures.misshapen += 1;
                    continue;
                }
                for ((date, digits), currency) in
                    DATES.into_iter().flat_map(|date| ["KHR", "USD"].map(|one| (date, one)))
                {
                    for &amount in amounts {
                        let bill = [reference, digits, currency, &amount.to_string(), customer, destination]
                            .map(str::to_owned);
                        let string = bill.concat();
                        let refusal = prepare(&biller, codes, date, currency, amount);
                        let parses = count(&string, shapes);
                        if refusal.is_empty() {
                            assert_eq!(parses, 1, "{bill:?} was accepted");
                            figures.accepted += 1;
                            let other = accepted.insert(string, bill.clone());
                            assert!(other.is_none(), "{bill:?} signs like {other:?}");
                        } else {
                            assert_eq!(refusal, ["ambiguous_signing_string"], "{bill:?}");
                            assert!(parses > 1, "{bill:?} was refused");
                            figures.ambiguous += 1;
                        }
                    }
                }
            }
        }
    }
    figures
}

/// Returns the codes of all violations, or nothing if the bill is accepted.
fn prepare(biller: &Biller, codes: [&String; 3], date: &str, currency: &str, amount: i64) -> Vec<String> {
    let [ref_id, customer_sync_code, settlement_to] = codes.map(String::clone);
    let date: Instant = date.parse().unwrap();
    let bill = Settlement::builder()
        .ref_id(ref_id)
        .date(date)
        .due_date(date)
        .currency(currency)
        .total_amount(amount)
        .customer_sync_code(customer_sync_code)
        .settlement_to(settlement_to)
        .maybe_exchange_rate_khr((currency == "USD").then_some(4100))
        .build();
    let error = biller.prepare(&bill).err();
    let codes = error.iter().flat_map(Error::violations).map(|violation| violation.code.to_string());
    // A total of zero is signed like any other.
    codes.filter(|code| code != "zero_total").collect()
}

/// Counts parses by trying every position of the five borders.
fn count(string: &str, shapes: &[CodeShape; 3]) -> usize {
    let [ref_id, customer, destination] = shapes;
    let is_ours = |date: &str| DATES.iter().any(|(_, digits)| *digits == date);
    let dated = (1..string.len()).filter(|&at| fits(&string[..at], ref_id)).filter_map(|at| {
        let rest = string[at..].split_at_checked(14).filter(|(date, _)| is_ours(date) || exists(date));
        rest.and_then(|(_, rest)| rest.strip_prefix("KHR").or(rest.strip_prefix("USD")))
    });
    let priced = dated.flat_map(|rest| {
        let ends =
            (1..rest.len()).filter(|&end| rest[..end].parse::<u64>().is_ok_and(|it| it.to_string() == rest[..end]));
        ends.map(|end| &rest[end..])
    });
    let split = priced.flat_map(|codes| (1..codes.len()).map(|at| codes.split_at(at)));
    split.filter(|(first, second)| fits(first, customer) && fits(second, destination)).count()
}

/// Returns whether fourteen digits are a valid date.
fn exists(date: &str) -> bool {
    if !date.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let number = |at: usize| date[at..at + 2].parse::<u32>().unwrap();
    let year = number(0) * 100 + number(2);
    let leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    let days = match number(4) {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&number(6)) && number(8) < 24 && number(10) < 60 && number(12) < 60
}

fn fits(code: &str, shape: &CodeShape) -> bool {
    let like = |(sign, c): (char, char)| match sign {
        '#' => "0123456789".contains(c),
        '@' => c.is_ascii_uppercase() || c.is_ascii_lowercase(),
        '?' => true,
        _ => sign == c,
    };
    let prefix = shape.prefix.as_deref().unwrap_or("");
    let length = shape.length.unwrap_or(code.len());
    let pattern = shape.pattern.clone().unwrap_or_else(|| "?".repeat(code.len()));
    code.get(..prefix.len()) == Some(prefix)
        && code.len() == length
        && code.len() == pattern.len()
        && pattern.chars().zip(code.chars()).all(like)
}

/// Every function returns the same count.
#[test]
fn explanation_counts_the_same_parses() {
    let options = ExplainOptions::builder().code_shapes(shapes_of(&serde_json::json!({}))).build();
    let fields = SignedFields {
        ref_id: "R",
        date: DATES[0].0.parse().unwrap(),
        currency: "KHR",
        total_amount: 100,
        customer_sync_code: "C",
        settlement_to: "D",
    };
    let explanation =
        explain_signature(&fields, &UnsignedFields::default(), &HashToken::new("key"), &options, &()).unwrap();
    assert_eq!(explanation.signing_string, "R20260131090000KHR100CD");
    assert_eq!(explanation.parses as u64, options.code_shapes.parses(&explanation.signing_string));
    assert_eq!(explanation.parses, 6);
}

/// Returns all words of one to this number of parts.
fn words(parts: &[&str], most: usize) -> Vec<String> {
    let mut all = Vec::new();
    let mut last = vec![String::new()];
    for _ in 0..most {
        last = last.iter().flat_map(|word| parts.iter().map(move |part| format!("{word}{part}"))).collect();
        all.extend(last.clone());
    }
    all
}

fn config(code_shapes: CodeShapes) -> BillerConfig {
    BillerConfig::builder()
        .base_url("https://service.example")
        .bearer(BearerToken::new("test-bearer"))
        .hash_token(HashToken::new("test-hash-key"))
        .strict(true)
        .code_shapes(code_shapes)
        .build()
}

fn prefix(prefix: &str) -> CodeShape {
    CodeShape::builder().prefix(prefix).build()
}

fn length(length: usize) -> CodeShape {
    CodeShape::builder().length(length).build()
}

fn pattern(pattern: &str) -> CodeShape {
    CodeShape::builder().pattern(pattern).build()
}

fn shapes_of(value: &Value) -> CodeShapes {
    let shape = |field: &str| {
        value.get(field).map(|shape| {
            CodeShape::builder()
                .maybe_prefix(shape["prefix"].as_str().map(str::to_owned))
                .maybe_length(shape["length"].as_u64().and_then(|length| length.try_into().ok()))
                .maybe_pattern(shape["pattern"].as_str().map(str::to_owned))
                .build()
        })
    };
    CodeShapes::builder()
        .maybe_ref_id(shape("ref_id"))
        .maybe_customer_sync_code(shape("customer_sync_code"))
        .maybe_settlement_to(shape("settlement_to"))
        .build()
}

fn is_full() -> bool {
    std::env::var("BILLWIRE_FULL").is_ok_and(|value| value == "1")
}
