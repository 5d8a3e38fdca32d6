//! Sentences for people.

use crate::texts::{Language, code_sentence, finding_sentence};
use billwire::Code;

#[test]
fn every_code_has_a_khmer_sentence() {
    for &code in Code::ALL {
        let khmer = code_sentence(code, Language::Khmer);
        assert!(khmer.chars().any(|letter| ('\u{1780}'..='\u{17ff}').contains(&letter)), "{code}: {khmer}");
        assert!(khmer.ends_with('។'), "{code}: {khmer}");
    }
}

#[test]
fn english_sentences_begin_and_end() {
    assert_eq!(code_sentence(Code::NoAnswer, Language::English), "No answer arrived.");
    let named = code_sentence(Code::RequiredWithBankId, Language::English);
    assert_eq!(named, "return_url is required when bank_id is filled in.");
}

#[test]
fn a_finding_keeps_its_own_explanation_in_english() {
    let explanation = "unknown field; did you mean `ref_id`?".to_owned();
    let english = finding_sentence(Code::UnknownField, explanation.clone(), Language::English);
    assert_eq!(english, "Unknown field; did you mean `ref_id`?");
    let khmer = finding_sentence(Code::UnknownField, explanation, Language::Khmer);
    assert_eq!(khmer, code_sentence(Code::UnknownField, Language::Khmer));
}
