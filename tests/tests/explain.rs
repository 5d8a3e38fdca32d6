//! Explanation of signatures: each hash that Python computes with a mistake is traced to that mistake.
//!
//! `BILLWIRE_FULL=1 cargo test --release -p billwire-conformance --test explain -- --nocapture` computes 100 hashes
//! of each mistake. It prints how many bills were skipped because a mistake does not change their hash.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "these are tests")]

use base64::{Engine, engine::general_purpose::STANDARD};
use billwire::{Cause, Explanation, Normalize, ObservedCode};
use billwire_conformance::{Case, cases, check, dynamic_value, is_full};
use serde_json::{Value, json};
use std::{collections::BTreeSet, path::Path, process::Command, thread};
use unicode_normalization::UnicodeNormalization;

#[test]
fn vectors() {
    check("mistakes", |case| {
        let explanation = explain(&Value::Object(case.fields.clone()), case.get("observed_hash"));
        let expected = json!({
            "matches": case.get("matches"),
            "trimmed": case.get("trimmed"),
            "code": case.get("code"),
            "causes": case.get("causes"),
        });
        let answer = answer(&explanation);
        if answer == expected { Ok(()) } else { Err(format!("\n    is  {answer}\n    not {expected}")) }
    });
}

/// `docs/guide/src/mistakes.md` has a row for each mistake.
#[test]
fn every_mistake_is_documented() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/guide/src/mistakes.md");
    let text = std::fs::read_to_string(docs).unwrap();
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
    let documented: BTreeSet<String> = rows.map(|(name, _)| name.to_owned()).filter(|name| name != "mistake").collect();
    let cases = cases("mistakes");
    let causes = cases.iter().flat_map(|case| case.get("causes").as_array().unwrap());
    let names = causes.flat_map(|cause| cause["mistake"].as_str().unwrap().split('+')).map(str::to_owned);
    assert_eq!(names.collect::<BTreeSet<_>>(), documented);
}

/// A search of all pairs takes some ten milliseconds in a release build.
#[test]
fn tries_no_more_than_the_limit() {
    let cases = cases("mistakes");
    let case = cases.iter().find(|case| case.id.ends_with("/zone+amount_decimals-+07:00-2")).unwrap();
    let explained = |limit: u32| {
        let explanation = explain_within(&Value::Object(case.fields.clone()), case.get("observed_hash"), Some(limit));
        explanation.observed.unwrap()
    };
    let all = explained(100_000);
    assert!((10_000..100_000).contains(&all.tried), "{}", all.tried);
    for limit in [1, 100, 2000] {
        assert_eq!(explained(limit).tried, limit as usize);
    }
    // The likeliest pairs come first.
    assert_eq!((explained(100).causes, explained(2000).causes), (vec![], all.causes));
}

/// A usual key counts 17,000 signatures, and a limit ends a search that would take minutes.
#[test]
fn a_signature_with_a_long_key_counts_as_several() {
    let cases = cases("mistakes");
    let case = cases.iter().find(|case| case.id.ends_with("/zone+amount_decimals-+07:00-2")).unwrap();
    let mut fields = case.fields.clone();
    fields.insert("key".into(), "x".repeat(6_000).into());
    let explanation = explain(&Value::Object(fields), &STANDARD.encode([7; 64]).into());
    let observed = explanation.observed.unwrap();
    assert_eq!((observed.tried, observed.code), (100_000, ObservedCode::Unexplained));
}

/// Some forms of a mistake have a sentence of their own.
#[test]
fn says_what_is_special_about_a_form() {
    let cases = cases("mistakes");
    for (id, words) in [
        ("mistakes/key-behind-byte-order-mark", "byte order mark stands before the key"),
        ("mistakes/text_before-\u{feff}", "byte order mark stands before the signing string"),
        ("mistakes/date_pattern-yyyyMdHms", "pad them"),
        ("mistakes/text-marked-text_digits-ASCII", "as those of ASCII"),
    ] {
        let causes = causes(&cases, id);
        assert!(causes.iter().any(|cause| cause.explanation.contains(words)), "{id}: {causes:?}");
    }
}

/// The sentences of the four results differ.
#[test]
fn says_the_result_in_words() {
    let codes = [ObservedCode::Matches, ObservedCode::Explained, ObservedCode::Unexplained, ObservedCode::NotAHash];
    for code in codes {
        assert_eq!(json!(code), code.as_str());
    }
    let sentences: BTreeSet<_> =
        codes.iter().map(|code| code.explanation()).filter(|text| text.contains("hash")).collect();
    assert_eq!(sentences.len(), codes.len());
}

/// A date that is off by what no zone has is not called a zone without saying so.
#[test]
fn says_where_nobody_uses_a_zone() {
    const UNUSED: [&str; 3] = ["+00:30", "+12:30", "-12:00"];
    let cases = cases("mistakes");
    let unused = causes(&cases, "mistakes/zone-+00:30");
    assert!(unused.iter().all(|cause| cause.explanation.contains("no country uses")), "{unused:?}");
    let zones: Vec<_> = cases.iter().filter_map(|case| case.id.strip_prefix("mistakes/zone-")).collect();
    assert!(zones.len() > 10, "{zones:?}");
    for zone in zones {
        let causes = causes(&cases, &format!("mistakes/zone-{zone}"));
        let written_there: Vec<_> = causes.iter().filter(|cause| cause.mistake == "zone").collect();
        let [cause] = written_there[..] else { panic!("{zone}: {causes:?}") };
        assert_eq!(cause.explanation.contains("no country uses"), UNUSED.contains(&zone), "{cause:?}");
    }
    let an_hour_off = causes(&cases, "mistakes/zone-+01:00");
    assert!(an_hour_off.iter().any(|cause| cause.mistake == "hour_off"), "{an_hour_off:?}");
    assert!(an_hour_off.iter().any(|cause| cause.explanation.contains("not Cambodia's")), "{an_hour_off:?}");
    let here = causes(&cases, "mistakes/zone-+07:00");
    assert!(here.iter().all(|cause| !cause.explanation.contains("not Cambodia's")), "{here:?}");
}

fn causes(cases: &[Case], id: &str) -> Vec<Cause> {
    let case = cases.iter().find(|case| case.id == id).unwrap();
    explain(&Value::Object(case.fields.clone()), case.get("observed_hash")).observed.unwrap().causes
}

/// The true mistake is always found. Other causes must produce the same hash.
#[test]
fn every_mistake_is_found() {
    let Some(lines) = mistakes_at_random(if is_full() { 100 } else { 1 }) else { return };
    let (totals, lines) = lines.split_last().unwrap();
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for part in lines.chunks(lines.len().div_ceil(workers)) {
            scope.spawn(move || part.iter().for_each(check_line));
        }
    });
    report(totals["kinds"].as_array().expect("expected the totals in the last line"));
}

fn check_line(line: &Value) {
    let found = answer(&explain(line, &line["observed_hash"]));
    let expected = json!({"matches": false, "trimmed": false, "code": "explained", "causes": line["causes"]});
    assert_eq!(found, expected, "{line}");
    // A pair that looks like a single mistake is told as that one.
    let (truth, causes) = (&line["truth"], line["causes"].as_array().unwrap());
    let is_pair = truth["mistake"].as_str().unwrap().contains('+');
    assert!(is_pair && !causes.is_empty() || causes.contains(truth), "{line}");
}

fn report(kinds: &[Value]) {
    let (mut signed, mut skipped) = (0, 0);
    for kind in kinds {
        println!("{:>5} signed {:>5} skipped  {}", kind["signed"], kind["skipped"], kind["kind"]);
        signed += kind["signed"].as_u64().unwrap();
        skipped += kind["skipped"].as_u64().unwrap();
    }
    println!("{} mistakes: {signed} hashes signed wrong and traced, {skipped} bills skipped", kinds.len());
    assert!(kinds.len() > 400, "expected more than 400 kinds: zones, fields, separators, encodings, keys");
}

#[test]
fn right_hash_matches() {
    for case in cases("signing") {
        let bill =
            json!({"bill": case.get("fields"), "key": case.get("key"), "signing_offset": case.get("signing_offset")});
        let explanation = explain(&bill, case.get("hash"));
        let expected = json!({"matches": true, "trimmed": false, "code": "matches", "causes": []});
        assert_eq!(answer(&explanation), expected, "{}", case.id);
        assert_eq!(explanation.signing_string, case.text("signing_string"), "{}", case.id);
        let parts: String = explanation.parts.iter().map(|part| part.text.as_str()).collect();
        assert_eq!(parts, explanation.signing_string, "{}", case.id);
        assert_eq!(explanation.signing_offset, case.text("signing_offset").replace('Z', "+00:00"), "{}", case.id);
    }
}

#[test]
fn explanation_does_not_contain_the_key() {
    for case in cases("mistakes").iter().step_by(10) {
        let key = "Canary7e1f";
        let mut bill = Value::Object(case.fields.clone());
        bill["key"] = json!(key);
        for observed in [Value::Null, case.get("observed_hash").clone(), json!(key), json!(STANDARD.encode(key))] {
            let explanation = explain_within(&bill, &observed, Some(1000));
            let shown = format!("{explanation:?} {explanation:#?} {}", json!(explanation));
            for secret in [key.to_owned(), STANDARD.encode(key), hex(key.as_bytes())] {
                assert!(!shown.contains(&secret), "{}: {shown}", case.id);
            }
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn explain(case: &Value, observed: &Value) -> Explanation {
    explain_within(case, observed, None)
}

fn explain_within(case: &Value, observed: &Value, limit: Option<u32>) -> Explanation {
    let options = json!({
        "limit": limit,
        "hashToken": case["key"],
        "signingOffset": case["signing_offset"],
        "candidates": case.get("candidates"),
        "observedHash": observed,
    });
    billwire_wasm::explain::explain_signature(&dynamic_value(&case["bill"]), dynamic_value(&options), &Forms).unwrap()
}

/// Returns the result for the observed hash, without the sentences.
fn answer(explanation: &Explanation) -> Value {
    let observed = explanation.observed.as_ref().expect("a hash was given");
    let cause = |cause: &Cause| {
        assert!(!cause.explanation.is_empty());
        let mut told = json!(cause);
        told.as_object_mut().unwrap().remove("explanation");
        told
    };
    assert_eq!(observed.explanation, observed.code.explanation());
    json!({
        "matches": observed.matches,
        "trimmed": observed.trimmed,
        "code": observed.code,
        "causes": observed.causes.iter().map(cause).collect::<Vec<_>>(),
    })
}

struct Forms;

impl Normalize for Forms {
    fn nfc(&self, text: &str) -> String {
        text.nfc().collect()
    }

    fn nfd(&self, text: &str) -> String {
        text.nfd().collect()
    }
}

/// Returns what Python writes, a value a line. A developer may lack Python; CI must not.
fn mistakes_at_random(per_mistake: u32) -> Option<Vec<Value>> {
    let oracle = Path::new(env!("CARGO_MANIFEST_DIR")).join("oracle/mistakes.py");
    let per_mistake = per_mistake.to_string();
    let arguments = ["--stream", "--seed", "1", "--per-mistake", &per_mistake];
    match Command::new("python3").arg(oracle).args(arguments).output() {
        Ok(written) => {
            assert!(written.status.success(), "{}", String::from_utf8_lossy(&written.stderr));
            let lines = serde_json::Deserializer::from_slice(&written.stdout).into_iter();
            Some(lines.collect::<Result<_, _>>().unwrap())
        }
        Err(error) => {
            assert!(std::env::var("CI").is_err(), "expected python3 on CI: {error}");
            eprintln!("NOT RUN: python3 cannot be started ({error}), so no wrong hash was tested");
            None
        }
    }
}
