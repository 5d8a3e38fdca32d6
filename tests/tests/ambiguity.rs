//! Parses of a signing string: `strict` accepts no bill whose signing string has a second parse.
//!
//! The vectors count parses independently of billwire. The tests prepare all bills over small alphabets;
//! `BILLWIRE_FULL=1` enlarges the alphabets.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "these are tests")]

use billwire::internal::read_settings;
use billwire::{
    Biller, CodeShape, CodeShapes, Error, ExplainOptions, HashToken, Instant, Settlement, SignedFields, UnsignedFields,
    explain_signature,
};
use billwire_conformance::{bill, check, config, dynamic_value, is_full, with};
use serde_json::{Value, json};
use std::collections::HashMap;

#[test]
fn counts_parses_of_every_vector() {
    check("parses", |case| {
        let found = shapes(case.get("shapes")).parses(case.text("signing_string"));
        let expected = case.get("parses").as_u64().unwrap();
        if found == expected { Ok(()) } else { Err(format!("{found}, not {expected}")) }
    });
}

/// Codes of one to three characters. Only the borders of amount and customer can be ambiguous.
#[test]
fn strict_is_unambiguous_for_short_codes() {
    let codes = words(&["A", "1", "0"], 3);
    let last = if is_full() { 120 } else { 12 };
    let amounts: Vec<i64> =
        (0..=last).chain([20, 100, 101, 110, 111, 120].into_iter().filter(|&at| at > last)).collect();
    let shapes = [
        [prefix("A"), prefix("A"), prefix("A")],
        [prefix("A"), prefix("1"), prefix("A")],
        [prefix("A"), prefix("0"), prefix("0")],
        [length(1), length(2), length(2)],
        [length(1), prefix("1"), length(2)],
        [length(1), pattern("A#"), pattern("@?")],
        [pattern("?"), pattern("?#"), prefix("1")],
        [length(1), prefix("A"), prefix("1")],
    ];
    let figures = enumerate(&words(&["A", "1"], 1), &codes, &amounts, shapes);
    assert!(figures.accepted > 1_000 && figures.ambiguous > 1_000, "{figures:?}");
}

/// Codes that contain a date, a currency and an amount, so that any part may be parsed as another.
#[test]
fn strict_is_unambiguous_for_nested_codes() {
    let codes = words(&["A", "1", "20260131090000KHR1"], if is_full() { 3 } else { 2 });
    let amounts: Vec<i64> = if is_full() { (0..=30).collect() } else { vec![0, 1, 10, 11] };
    let shapes = [
        [prefix("A"), prefix("A"), prefix("A")],
        [prefix("A"), prefix("1"), prefix("A")],
        [prefix("2"), prefix("A"), prefix("A")],
        [length(1), prefix("A"), prefix("2")],
        [length(19), prefix("A"), length(1)],
        [prefix("A"), pattern("A?"), pattern("??")],
    ];
    let figures = enumerate(&codes, &codes, &amounts, shapes);
    assert!(figures.accepted > 1_000 && figures.ambiguous > 100, "{figures:?}");
}

/// Numbers of bills by the answer of a strict biller.
#[derive(Debug, Default)]
struct Figures {
    accepted: u64,
    ambiguous: u64,
}

fn enumerate<const N: usize>(
    references: &[String],
    codes: &[String],
    amounts: &[i64],
    all_shapes: [[Value; 3]; N],
) -> Figures {
    let mut figures = Figures::default();
    for [ref_id, customer, destination] in all_shapes {
        let shapes = shapes(&json!({"ref_id": ref_id, "customer_sync_code": customer, "settlement_to": destination}));
        let biller = strict(shapes.clone()).unwrap();
        let mut accepted = HashMap::new();
        for ref_id in references {
            for customer in codes {
                for destination in codes {
                    let bill = with(bill(), |bill| {
                        bill.ref_id.clone_from(ref_id);
                        bill.customer_sync_code.clone_from(customer);
                        bill.settlement_to.clone_from(destination);
                    });
                    if has_shapes(&bill, &shapes) {
                        variants(&bill, amounts).for_each(|bill| figures.count(&biller, &shapes, bill, &mut accepted));
                    } else {
                        // One bill suffices: its other fields do not matter.
                        let refusal = refusal(&biller, &bill);
                        assert!(refusal.iter().any(|code| code == "shape_mismatch"), "{bill:?} {refusal:?}");
                    }
                }
            }
        }
    }
    figures
}

impl Figures {
    /// Prepares a bill whose codes have their shapes. `accepted` are the bills so far by their signing strings.
    fn count(
        &mut self,
        biller: &Biller,
        shapes: &CodeShapes,
        bill: Settlement,
        accepted: &mut HashMap<String, Settlement>,
    ) {
        let (string, refusal) = (signing_string(&bill), refusal(biller, &bill));
        if refusal.is_empty() {
            assert_eq!(shapes.parses(&string), 1, "{string} was accepted");
            self.accepted += 1;
            let other = accepted.insert(string, bill);
            assert!(other.is_none(), "another bill signs like {other:?}");
        } else {
            assert_eq!(refusal, ["ambiguous_signing_string"], "{string}");
            assert!(shapes.parses(&string) > 1, "{string} was refused");
            self.ambiguous += 1;
        }
    }
}

/// A bill on two dates, in two currencies and with each amount.
fn variants(bill: &Settlement, amounts: &[i64]) -> impl Iterator<Item = Settlement> {
    let dates = ["2026-01-31T09:00:00Z", "2012-11-10T10:11:01.999+00:00"];
    let dated = dates.into_iter().flat_map(|date| ["KHR", "USD"].map(|currency| (date.parse().unwrap(), currency)));
    dated.flat_map(move |(date, currency): (Instant, _)| {
        amounts.iter().map(move |&amount| {
            with(bill.clone(), |bill| {
                (bill.date, bill.due_date, bill.currency, bill.total_amount) = (date, date, currency.into(), amount);
                bill.exchange_rate_khr = (currency == "USD").then(|| 4100.into());
            })
        })
    })
}

fn signing_string(bill: &Settlement) -> String {
    let Settlement { ref_id, date, currency, total_amount, customer_sync_code, settlement_to, .. } = bill;
    let digits: String = date.to_string()[..19].chars().filter(char::is_ascii_digit).collect();
    format!("{ref_id}{digits}{currency}{total_amount}{customer_sync_code}{settlement_to}")
}

fn has_shapes(bill: &Settlement, shapes: &CodeShapes) -> bool {
    let fits = |shape: &Option<CodeShape>, code: &str| shape.as_ref().is_some_and(|shape| shape.fits(code));
    fits(&shapes.ref_id, &bill.ref_id)
        && fits(&shapes.customer_sync_code, &bill.customer_sync_code)
        && fits(&shapes.settlement_to, &bill.settlement_to)
}

/// Returns the codes of all violations, or nothing if the bill is accepted.
fn refusal(biller: &Biller, bill: &Settlement) -> Vec<String> {
    let error = biller.prepare(bill).err();
    let codes = error.iter().flat_map(Error::violations).map(|violation| violation.code.to_string());
    // A total of zero is signed like any other.
    codes.filter(|code| code != "zero_total").collect()
}

#[test]
fn strict_requires_all_three_shapes() {
    let fields = ["ref_id", "customer_sync_code", "settlement_to"];
    // A shape that every code has is none.
    for silent in [Value::Null, prefix("")] {
        for number in 0..8 {
            let is_declared = |at: usize| number & (1 << at) != 0;
            let declared = (0..3).map(|at| (fields[at], if is_declared(at) { prefix("A") } else { silent.clone() }));
            let error = strict(shapes(&declared.collect())).err();
            let paths: Vec<_> = error.iter().flat_map(Error::violations).map(|one| one.path.clone()).collect();
            let missing = (0..3).filter(|&at| !is_declared(at)).map(|at| format!("codeShapes.{}", fields[at]));
            assert_eq!(paths, missing.collect::<Vec<_>>());
        }
    }
}

/// Every function returns the same count.
#[test]
fn explanation_counts_the_same_parses() {
    let options = ExplainOptions::builder().code_shapes(CodeShapes::default()).build();
    let fields = SignedFields {
        ref_id: "R",
        date: "2026-01-31T09:00:00Z".parse().unwrap(),
        currency: "KHR",
        total_amount: 100,
        customer_sync_code: "C",
        settlement_to: "D",
    };
    let explanation =
        explain_signature(&fields, &UnsignedFields::default(), &HashToken::new("key"), &options, &()).unwrap();
    assert_eq!(explanation.signing_string, "R20260131090000KHR100CD");
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

fn strict(code_shapes: CodeShapes) -> Result<Biller, Error> {
    Biller::new(with(config(), |config| (config.strict, config.code_shapes) = (true, code_shapes)))
}

fn prefix(prefix: &str) -> Value {
    json!({ "prefix": prefix })
}

fn length(length: usize) -> Value {
    json!({ "length": length })
}

fn pattern(pattern: &str) -> Value {
    json!({ "pattern": pattern })
}

fn shapes(shapes: &Value) -> CodeShapes {
    read_settings("codeShapes", dynamic_value(shapes)).unwrap()
}
