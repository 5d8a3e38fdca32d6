//! Warnings, and their effect under `strict`.

use crate::{bill, config, decimal, places};
use billwire::*;

/// Every warning that one bill can have.
fn doubtful() -> Settlement {
    let line = Line { amount: Some(decimal("1.5")), ..Line::default() };
    Settlement {
        ref_id: " INV-1".into(),
        currency: "XYZ".into(),
        due_date: Instant::from_unix_millis(0),
        total_tax: Some(101),
        customer_sync_code: "0C".into(),
        settlement_to: "S-1\u{a0}".into(),
        total_amount_khr: Some(decimal("410000.01")),
        details: Some(vec![line]),
        ..bill()
    }
}

#[test]
fn strict_turns_warnings_into_violations() {
    let biller = |strict, code_shapes| Biller::new(BillerConfig { strict, code_shapes, ..config() });
    let lenient = biller(false, CodeShapes::default()).unwrap();
    let warnings = lenient.prepare(&doubtful()).unwrap().warnings;
    let mut expected = vec![
        ("currency", Code::UnknownCurrency),
        ("ref_id", Code::SurroundingSpace),
        ("settlement_to", Code::SurroundingSpace),
        ("customer_sync_code", Code::AmbiguousSigningString),
        ("due_date", Code::DueBeforeDate),
        ("total_tax", Code::TaxAboveTotal),
        ("total_amount_khr", Code::KhrDoesNotMatch),
        ("details", Code::LinesDoNotSum),
    ];
    assert_eq!(places(&warnings), expected);
    assert!(lenient.prepare(&bill()).unwrap().warnings.is_empty());

    // `strict` requires declared code shapes.
    let missing = biller(true, CodeShapes::default()).unwrap_err();
    let paths = ["code_shapes.ref_id", "code_shapes.customer_sync_code", "code_shapes.settlement_to"];
    assert_eq!(places(missing.violations()), paths.map(|path| (path, Code::Required)));

    let shape = |prefix: &str| Some(CodeShape { prefix: Some(prefix.into()), ..CodeShape::default() });
    let shapes = CodeShapes { ref_id: shape(" INV"), customer_sync_code: shape("0C"), settlement_to: shape("S-") };
    let strict = biller(true, shapes).unwrap();
    let violations = strict.prepare(&doubtful()).unwrap_err();
    // These code shapes allow only one parse.
    expected.retain(|(_, code)| *code != Code::AmbiguousSigningString);
    assert_eq!(places(violations.violations()), expected);
}

#[test]
fn strict_adds_its_warnings_to_the_violations() {
    let shape = |prefix: &str| Some(CodeShape { prefix: Some(prefix.into()), ..CodeShape::default() });
    let code_shapes = CodeShapes { ref_id: shape("INV"), customer_sync_code: shape("C"), settlement_to: shape("S") };
    let strict = Biller::new(BillerConfig { strict: true, code_shapes, ..config() }).unwrap();
    assert!(strict.prepare(&bill()).is_ok());
    let error =
        strict.prepare(&Settlement { total_tax: Some(101), description: Some(String::new()), ..bill() }).unwrap_err();
    assert_eq!(places(error.violations()), [("description", Code::Empty), ("total_tax", Code::TaxAboveTotal)]);
}
