//! Signing alone and explaining a hash, against the vectors `signing`, `mistakes` and `parses`.

use super::*;
use crate::{
    models::Explanation,
    signature::{ExplainOptions, SignedFields, SigningKey, count_parses, explain_signature, read_tran_date},
};
use billwire::Code;

fn fields() -> SignedFields {
    SignedFields {
        ref_id: "INV-0001".into(),
        date: instant("2026-01-31T17:00:00.123Z"),
        currency: "USD".into(),
        total_amount: 40_000,
        customer_sync_code: "C-1".into(),
        settlement_to: "S-1".into(),
    }
}

fn options() -> ExplainOptions {
    ExplainOptions {
        observed_hash: None,
        total_amount_khr: None,
        due_date: None,
        body: None,
        signing_offset: None,
        code_shapes: None,
        zones: Vec::new(),
        separators: Vec::new(),
        destinations: Vec::new(),
        limit: None,
    }
}

fn explained(fields: SignedFields, options: ExplainOptions) -> Explanation {
    explain_signature(fields, hash_key(), options).unwrap()
}

/// Mistakes that produce a hash, each with its parameter.
fn causes(fields: SignedFields, observed_hash: &str, options: ExplainOptions) -> Vec<(String, Option<String>)> {
    let observed_hash = Some(observed_hash.into());
    let observed = explained(fields, ExplainOptions { observed_hash, ..options }).observed.unwrap();
    assert!(!observed.matches);
    observed.causes.into_iter().map(|cause| (cause.mistake, cause.with)).collect()
}

const IN_PHNOM_PENH: &str = "8OI9iPY21vfrzxqFuQjkA6QKihIYX0n2qFrT4p3SlE3XXfL3d4bYLYpMKod8jaLdppmeQWhLko8OLxLlFrPKuw==";

#[test]
fn signs_in_the_zone_of_the_digits() {
    let signing = SigningKey::new(hash_key()).unwrap();
    let in_khr = SignedFields { currency: "KHR".into(), ..fields() };
    assert_eq!(signing.sign(in_khr, None).unwrap(), HASH);
    assert_eq!(signing.sign(fields(), Some("+07:00".parse().unwrap())).unwrap(), IN_PHNOM_PENH);
    assert_eq!(format!("{signing:?}"), "SigningKey([hidden])");
}

#[test]
fn names_fields_that_cannot_be_signed() {
    let signing = SigningKey::new(hash_key()).unwrap();
    let wrong = SignedFields { total_amount: -1, ref_id: String::new(), ..fields() };
    let failure = signing.sign(wrong, None).unwrap_err().details();
    let paths: Vec<_> = failure.violations.iter().map(|one| (one.path.as_str(), one.code)).collect();
    assert_eq!(paths, [("ref_id", Code::Empty), ("total_amount", Code::OutOfRange)]);
    let failure = SigningKey::new(Arc::new(HashToken::new("a key\n".into()))).err().unwrap().details();
    assert_eq!((failure.kind.as_str(), failure.code), ("invalid_config", Code::SurroundingSpace));
}

#[test]
fn takes_a_signature_apart() {
    let offset = Some("+07:00".parse().unwrap());
    let shapes = Some(code_shapes());
    let explanation = explained(fields(), ExplainOptions { signing_offset: offset, code_shapes: shapes, ..options() });
    let parts: Vec<_> = explanation.parts.iter().map(|part| (part.field.as_str(), part.text.as_str())).collect();
    assert_eq!(
        parts,
        [
            ("ref_id", "INV-0001"),
            ("date", "20260201000000"),
            ("currency", "USD"),
            ("total_amount", "40000"),
            ("customer_sync_code", "C-1"),
            ("settlement_to", "S-1")
        ]
    );
    assert_eq!(explanation.signing_string, "INV-000120260201000000USD40000C-1S-1");
    assert_eq!((explanation.signing_offset.as_str(), explanation.hash.as_str()), ("+07:00", IN_PHNOM_PENH));
    assert_eq!((explanation.parses, explanation.observed), (1, None));
    // Without shapes any digit of the amount may be the customer's.
    assert!(explained(fields(), options()).parses > 1);
    assert!(
        explained(
            fields(),
            ExplainOptions { observed_hash: Some(IN_PHNOM_PENH.into()), signing_offset: offset, ..options() }
        )
        .observed
        .unwrap()
        .matches
    );
    let wrong = SignedFields { currency: String::new(), ..fields() };
    assert_eq!(explain_signature(wrong, hash_key(), options()).unwrap_err().details().code, Code::Empty);
}

#[test]
fn finds_mistakes_with_given_candidates() {
    let zone = ("zone".to_owned(), Some("+07:00".to_owned()));
    assert!(causes(fields(), IN_PHNOM_PENH, options()).contains(&zone));
    let observed = "TQJemFo652TB5L3HiPMsE+UX+72hpAS8isM6pRZWP6n7nVoUQYcvppxQZm7x+0B8sbuepfmGcIuT2rJ6Clx27Q==";
    assert_eq!(causes(fields(), observed, options()), [("separator".to_owned(), Some("|".to_owned()))]);
    let observed = "0szJUgC1h5rEETm0iklwACUtGeiqnClxeGrKiQGlOmTKdcG6YwSz7ok+3rPd8g3Ev+iIdbo1cM9geeTTsomWMw==";
    assert_eq!(causes(fields(), observed, options()), []);
    let known = ExplainOptions { destinations: vec!["S-1".into(), "S-2".into()], ..options() };
    assert_eq!(causes(fields(), observed, known), [("destination".to_owned(), Some("S-2".to_owned()))]);
    let observed = "81poK4ftJylX3+4euI/8sAiGnosyycV6CcMYCcULLILrOUYrAgz4JDsSCIHJrSItEaSPHDQHRGpKGMiIEkeT0Q==";
    let known = ExplainOptions { total_amount_khr: Some("164000000.50".into()), ..options() };
    assert_eq!(causes(fields(), observed, known), [("amount_khr".to_owned(), None)]);
}

#[test]
fn names_the_setting_in_camel_case() {
    let known = ExplainOptions { observed_hash: Some(IN_PHNOM_PENH.into()), ..options() };
    let observed = explained(fields(), known).observed.unwrap();
    let settings: Vec<_> = observed.causes.iter().filter_map(|cause| cause.setting.as_deref()).collect();
    assert_eq!(settings, [r#"signingOffset: "+07:00""#; 2]);
}

#[test]
fn refuses_over_a_thousand_separators() {
    let known = |count| ExplainOptions { separators: vec!["-".into(); count], ..options() };
    assert!(explain_signature(fields(), hash_key(), known(1000)).is_ok());
    let failure = explain_signature(fields(), hash_key(), known(1001)).unwrap_err().details();
    let paths: Vec<_> = failure.violations.iter().map(|one| (one.path.as_str(), one.code)).collect();
    assert_eq!((failure.kind.as_str(), paths), ("invalid_config", vec![("candidates.separators", Code::TooManyItems)]));
}

/// The vectors `mistakes/due_date` and `mistakes/json_body`.
#[test]
fn finds_unsigned_fields_as_the_mistake() {
    let observed = "kcyCRuGvmhaahaYnNuX1mYq5fSekPHwF86FD4fGNYJ5x+JYhdY2Gn4CfXk68rB1j04dqQ4iDz1iqqayQT/zPWQ==";
    assert_eq!(causes(fields(), observed, options()), []);
    let known = ExplainOptions { due_date: Some(instant("2026-02-14T08:30:15Z")), ..options() };
    assert_eq!(causes(fields(), observed, known), [("due_date".to_owned(), None)]);
    let body = concat!(
        r#"{"ref_id":"INV-0001","date":"2026-01-31T17:00:00.123Z","due_date":"2026-02-14T08:30:15.000Z","currency":"USD","#,
        r#""total_amount":40000,"customer_sync_code":"C-1","settlement_to":"S-1","exchange_rate_khr":"4100","#,
        r#""total_amount_khr":"164000000","hash":"aa=="}"#
    );
    let observed = "K77bYcH0FEPn497izJLNRRU4FGAR/pCP4xTOX+dbU/mAnM4WYe/btP7WMY90Uhz65y+mWf0jnPx69WELh0IMWg==";
    assert_eq!(causes(fields(), observed, options()), []);
    let known = ExplainOptions { body: Some(body.into()), ..options() };
    assert!(!format!("{known:?}").contains("INV-0001"));
    assert_eq!(causes(fields(), observed, known), [("json_body".to_owned(), None)]);
}

/// The vectors `mistakes/text-decomposed-nfc` and `mistakes/text-composed-nfd`.
#[test]
fn finds_text_in_another_normal_form() {
    let named = |ref_id: &str| SignedFields { ref_id: ref_id.into(), ..fields() };
    let composed = "OjgWuRKh5QBYARGOC56EIjPDq/LJG5I8saziiDnPwIQ86N2EZo6ol1upzfxNpT8bwVPLtLvYwNvu7FLg86gzTQ==";
    assert_eq!(causes(named("cafe\u{301}"), composed, options()), [("nfc".to_owned(), None)]);
    let decomposed = "86EBr94eMwMkw0kk31zcLg/TzF/d24ZmuFNG52B4srKPtEVBkFfykLVkt3dAcyCtlYPL/NC184EKCJMHfqiR1Q==";
    assert_eq!(causes(named("caf\u{e9}"), decomposed, options()), [("nfd".to_owned(), None)]);
}

#[test]
fn counts_parses_by_each_shape() {
    let shapes = |ref_id, customer_sync_code, settlement_to| CodeShapes { ref_id, customer_sync_code, settlement_to };
    let none = shapes(None, None, None);
    assert_eq!(count_parses("INV120260131170000KHR40000C1S1".into(), none.clone()), 25);
    assert_eq!(count_parses("no signing string".into(), none), 0);
    let length = |length: i32| Some(CodeShape { prefix: None, length: Some(length.into()), pattern: None });
    let pattern = |text: &str| Some(CodeShape { prefix: None, length: None, pattern: Some(text.into()) });
    let text = || "INV-001720260131170000KHR40000C123S45".to_owned();
    assert_eq!(count_parses(text(), shapes(length(8), length(4), length(3))), 1);
    assert_eq!(count_parses(text(), shapes(pattern("INV-####"), pattern("@###"), pattern("S##"))), 1);
    assert_eq!(count_parses(text(), shapes(length(-1), None, None)), 0);
}

#[test]
fn reads_a_received_date_in_the_assumed_zone() {
    let read = |text: &str| read_tran_date(text.into(), "+07:00".parse().unwrap());
    assert_eq!(read("2026-01-31T17:00:00.1234567"), Some(instant("2026-01-31T10:00:00.123Z")));
    assert_eq!(read("yesterday"), None);
}
