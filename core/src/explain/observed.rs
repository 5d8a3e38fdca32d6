//! An observed hash, and the mistakes that produce it.

use super::{
    input::{Bill, ExplainOptions},
    recipe::Cause,
    search::causes,
};
use crate::interface::signing::Hash;
use crate::wire::model::named::named;

/// Findings about an observed hash.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
#[non_exhaustive]
pub struct Observed {
    /// Whether it is the right one.
    pub matches: bool,
    /// Whether white space around it was cut off first, or a character that nobody sees (U+200B, U+FEFF).
    pub trimmed: bool,
    /// The result in one word.
    pub code: ObservedCode,
    /// The result in one sentence.
    pub explanation: String,
    /// The mistakes that produce it, each of them alone, the likeliest first. If none does, pairs of mistakes.
    pub causes: Vec<Cause>,
    /// How many signatures were tried: the search has ended early if it is the limit.
    pub tried: usize,
}

named! {
    /// Result of looking at an observed hash.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
    #[non_exhaustive]
    pub enum ObservedCode {
        /// The hash is the right one.
        Matches = "matches",
        /// Known mistakes produce it.
        Explained = "explained",
        /// No known mistake produces it: another key or other values.
        Unexplained = "unexplained",
        /// No known mistake produces it, and it is not 88 characters of Base64.
        NotAHash = "not_a_hash",
    }
}

impl ObservedCode {
    /// The result in one sentence.
    pub const fn explanation(self) -> &'static str {
        match self {
            ObservedCode::Matches => "the observed hash is the right one",
            ObservedCode::Explained => "each of these mistakes produces the observed hash",
            ObservedCode::Unexplained => "no known mistake produces the observed hash: another key or other values",
            ObservedCode::NotAHash => "the observed hash is not 88 characters of Base64",
        }
    }
}

/// Compares an observed hash with the right one, and with what deviations produce.
pub(crate) fn observe(observed: &str, hash: &Hash, bill: &Bill<'_>, options: &ExplainOptions) -> Observed {
    let text = cut(observed);
    let matches = text == hash.as_str();
    let searched = if matches { Default::default() } else { causes(bill, &options.candidates, options.limit, text) };
    let (causes, tried) = searched;
    let code = match text {
        _ if matches => ObservedCode::Matches,
        _ if !causes.is_empty() => ObservedCode::Explained,
        _ if is_base64(text) => ObservedCode::Unexplained,
        _ => ObservedCode::NotAHash,
    };
    let explanation = code.explanation().into();
    Observed { matches, trimmed: text.len() < observed.len(), code, explanation, causes, tried }
}

/// A pasted text without what is easily pasted with it.
fn cut(observed: &str) -> &str {
    observed.trim_matches(|letter: char| letter.is_whitespace() || matches!(letter, '\u{200b}' | '\u{feff}'))
}

/// Whether a text could be a hash of this service: 64 bytes in Base64.
fn is_base64(text: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    text.len() == Hash::LENGTH && text.strip_suffix("==").is_some_and(|letters| letters.bytes().all(is_letter))
}
