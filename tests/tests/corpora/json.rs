//! JSONTestSuite: each text as the value of an unknown key, parsed by itself and in a webhook.

use crate::corpus;
use billwire::{Code, Json, WebhookReceiver};
use std::path::Path;

/// Verdicts where the suite leaves the choice to the parser; `None` means accepted. Numbers of any size are kept as
/// text.
const CHOICES: &[(&str, Option<Code>)] = &[
    ("i_number_double_huge_neg_exp", None),
    ("i_number_huge_exp", None),
    ("i_number_neg_int_huge_exp", None),
    ("i_number_pos_double_huge_exp", None),
    ("i_number_real_neg_overflow", None),
    ("i_number_real_pos_overflow", None),
    ("i_number_real_underflow", None),
    ("i_number_too_big_neg_int", None),
    ("i_number_too_big_pos_int", None),
    ("i_number_very_big_negative_int", None),
    ("i_object_key_lone_2nd_surrogate", Some(Code::LoneSurrogate)),
    ("i_string_1st_surrogate_but_2nd_missing", Some(Code::LoneSurrogate)),
    ("i_string_1st_valid_surrogate_2nd_invalid", Some(Code::LoneSurrogate)),
    ("i_string_UTF-16LE_with_BOM", Some(Code::InvalidJson)),
    ("i_string_UTF-8_invalid_sequence", Some(Code::InvalidUtf8)),
    ("i_string_UTF8_surrogate_U+D800", Some(Code::InvalidUtf8)),
    ("i_string_incomplete_surrogate_and_escape_valid", Some(Code::LoneSurrogate)),
    ("i_string_incomplete_surrogate_pair", Some(Code::LoneSurrogate)),
    ("i_string_incomplete_surrogates_escape_valid", Some(Code::LoneSurrogate)),
    ("i_string_invalid_lonely_surrogate", Some(Code::LoneSurrogate)),
    ("i_string_invalid_surrogate", Some(Code::LoneSurrogate)),
    ("i_string_invalid_utf-8", Some(Code::InvalidUtf8)),
    ("i_string_inverted_surrogates_U+1D11E", Some(Code::LoneSurrogate)),
    ("i_string_iso_latin_1", Some(Code::InvalidUtf8)),
    ("i_string_lone_second_surrogate", Some(Code::LoneSurrogate)),
    ("i_string_lone_utf8_continuation_byte", Some(Code::InvalidUtf8)),
    ("i_string_not_in_unicode_range", Some(Code::InvalidUtf8)),
    ("i_string_overlong_sequence_2_bytes", Some(Code::InvalidUtf8)),
    ("i_string_overlong_sequence_6_bytes", Some(Code::InvalidUtf8)),
    ("i_string_overlong_sequence_6_bytes_null", Some(Code::InvalidUtf8)),
    ("i_string_truncated-utf-8", Some(Code::InvalidUtf8)),
    ("i_string_utf16BE_no_BOM", Some(Code::InvalidJson)),
    ("i_string_utf16LE_no_BOM", Some(Code::InvalidJson)),
    ("i_structure_500_nested_arrays", Some(Code::TooDeep)),
    ("i_structure_UTF-8_BOM_empty_object", Some(Code::InvalidJson)),
];

#[test]
fn json_test_suite() {
    let Some(folder) = corpus("actson", "tests/json_test_suite/test_parsing") else { return };
    let texts = texts(&folder);
    let of_kind = |kind: &str| -> Vec<(&str, Option<Code>)> {
        let texts = texts.iter().filter(|(name, _)| name.starts_with(kind));
        texts.map(|(name, text)| (name.as_str(), verdict(name, text))).collect()
    };
    let must_parse = of_kind("y_");
    for (name, verdict) in &must_parse {
        let twice = name.starts_with("y_object_duplicated_key").then_some(Code::DuplicateKey);
        assert_eq!(*verdict, twice, "{name}");
    }
    let must_fail = of_kind("n_");
    assert!(must_fail.iter().all(|(_, verdict)| verdict.is_some()), "{must_fail:?}");
    assert_eq!(of_kind("i_"), CHOICES);
    assert_eq!([must_parse.len(), must_fail.len()], [95, 188]);
}

/// Checks that both readers agree, and returns the reason of a refusal.
fn verdict(name: &str, text: &[u8]) -> Option<Code> {
    let body = [br#"{"x":"#, text, b"}"].concat();
    let webhook = WebhookReceiver::checkout().receive([], &body);
    let fault = Json::parse(&body).err();
    for finding in webhook.as_ref().err().into_iter().flat_map(|error| error.violations()).chain(&fault) {
        assert!(finding.offset.is_some_and(|offset| offset <= body.len()), "{name}: {finding}");
    }
    let error = match webhook {
        Ok(event) => {
            let json = Json::parse(&body).expect(name);
            assert_eq!(event.payload.extra.get("x"), json.as_object().unwrap().get("x"), "{name}");
            return None;
        }
        Err(error) => error,
    };
    let code = fault.as_ref().map(|finding| finding.code);
    match error.code() {
        // A body above the limit is refused without parsing.
        Code::TooLarge => assert!(code.is_some() && body.len() > 65_536, "{name}"),
        webhook => assert_eq!(Some(webhook), code, "{name}"),
    }
    code
}

fn texts(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let files = folder.read_dir().unwrap().map(|file| file.unwrap());
    let mut texts: Vec<_> = files
        .map(|file| (file.file_name().into_string().unwrap(), std::fs::read(file.path()).unwrap()))
        .map(|(name, text)| (name.trim_end_matches(".json").to_owned(), text))
        .collect();
    texts.sort();
    texts
}
