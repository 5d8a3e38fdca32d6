//! Warnings, and their effect under `strict`.

use crate::{bill, config, decimal, places};
use billwire::*;
use billwire_conformance::with;

/// Every warning that one bill can have.
fn doubtful() -> Settlement {
    let line = Line::builder().amount(decimal("1.5")).build();
    with(bill(), |bill| {
        bill.ref_id = " INV-1".into();
        bill.currency = "XYZ".into();
        bill.due_date = Instant::from_unix_millis(0);
        bill.total_tax = Some(101);
        bill.customer_sync_code = "0C".into();
        bill.settlement_to = "S-1\u{a0}".into();
        bill.total_amount_khr = Some(decimal("410000.01").into());
        bill.details = Some(vec![line]);
    })
}

#[test]
fn strict_turns_warnings_into_violations() {
    let biller = |strict, code_shapes| {
        Biller::new(with(config(), |config| {
            config.strict = strict;
            config.code_shapes = code_shapes;
        }))
    };
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
    let paths = ["codeShapes.ref_id", "codeShapes.customer_sync_code", "codeShapes.settlement_to"];
    assert_eq!(places(missing.violations()), paths.map(|path| (path, Code::Required)));

    let shape = |prefix: &str| Some(CodeShape::builder().prefix(prefix).build());
    let shapes = CodeShapes::builder()
        .maybe_ref_id(shape(" INV"))
        .maybe_customer_sync_code(shape("0C"))
        .maybe_settlement_to(shape("S-"))
        .build();
    let strict = biller(true, shapes).unwrap();
    let violations = strict.prepare(&doubtful()).unwrap_err();
    // These code shapes allow only one parse.
    expected.retain(|(_, code)| *code != Code::AmbiguousSigningString);
    assert_eq!(places(violations.violations()), expected);
}

#[test]
fn strict_adds_its_warnings_to_the_violations() {
    let shape = |prefix: &str| Some(CodeShape::builder().prefix(prefix).build());
    let code_shapes = CodeShapes::builder()
        .maybe_ref_id(shape("INV"))
        .maybe_customer_sync_code(shape("C"))
        .maybe_settlement_to(shape("S"))
        .build();
    let strict = Biller::new(with(config(), |config| {
        config.strict = true;
        config.code_shapes = code_shapes;
    }))
    .unwrap();
    assert!(strict.prepare(&bill()).is_ok());
    let error = strict
        .prepare(&with(bill(), |bill| {
            bill.total_tax = Some(101);
            bill.description = Some(String::new());
        }))
        .unwrap_err();
    assert_eq!(places(error.violations()), [("description", Code::Empty), ("total_tax", Code::TaxAboveTotal)]);
}
