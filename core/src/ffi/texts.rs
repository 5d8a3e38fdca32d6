//! Sentences that an app shows to people.

use crate::{Code, Finding, Json, Members};
use std::sync::LazyLock;

/// Khmer sentence of each code. The guide and the playground read the same file.
static KHMER: LazyLock<Members> = LazyLock::new(|| match Json::parse(include_bytes!("../../texts/codes.km.json")) {
    Ok(Json::Object(sentences)) => sentences,
    _ => Members::default(),
});

/// Language of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, uniffi::Enum)]
pub enum Language {
    /// English.
    English,
    /// Khmer.
    Khmer,
}

/// Returns the sentence of a code in a language, to show to people. It never holds a value.
#[uniffi::export]
pub fn code_sentence(code: Code, language: Language) -> String {
    finding_sentence(code, code.explanation().into(), language)
}

/// Returns the sentence of a finding in a language. In English it is the finding's explanation, which may name more
/// than the code's own; in Khmer it is the sentence of the code.
#[uniffi::export]
pub fn finding_sentence(code: Code, explanation: String, language: Language) -> String {
    let khmer = || KHMER.get(code.as_str()).and_then(Json::as_text).map(str::to_owned);
    let translated = if language == Language::Khmer { khmer() } else { None };
    translated.unwrap_or_else(|| sentence(&explanation))
}

#[uniffi::export]
impl Finding {
    /// Returns the sentence of the finding in a language, to show at the field that `path` names.
    #[uniffi::method(name = "sentence")]
    fn sentence_in(&self, language: Language) -> String {
        finding_sentence(self.code, self.explanation.to_string(), language)
    }
}

/// Explanations of core begin in lower case and end without a full stop. A name such as `return_url` keeps its
/// spelling.
fn sentence(explanation: &str) -> String {
    let first = explanation.split(' ').next().unwrap_or_default();
    let mut letters = explanation.chars();
    let begun = match letters.next() {
        Some(letter) if first.bytes().all(|byte| byte.is_ascii_lowercase()) => letter.to_ascii_uppercase().to_string(),
        Some(letter) => letter.to_string(),
        None => return String::new(),
    };
    let end = if explanation.ends_with(['.', '?', '!']) { "" } else { "." };
    [&begun, letters.as_str(), end].concat()
}
