//! Values that say nothing. Services in Go, Java and PHP write them where they have no data.

use crate::wire::{Json, Members};

impl Json {
    /// Returns whether the value says nothing: `null`, `false`, zero, text without a letter, or a list or an object
    /// of such values. A zero date and the text of zero are nothing, too.
    pub(crate) fn is_blank(&self) -> bool {
        match self {
            Json::Null | Json::Bool(false) => true,
            Json::Bool(true) => false,
            Json::Number(number) => is_zero(number.as_str().split(['e', 'E']).next().unwrap_or_default()),
            Json::Text(text) => !has_word(text) || is_zero(text) || is_zero_date(text),
            Json::Array(items) => items.iter().all(Json::is_blank),
            Json::Object(members) => members.iter().all(|(_, value)| value.is_blank()),
        }
    }

    /// Returns whether the value says nothing beyond `known`: an object that only repeats it is nothing.
    pub(crate) fn is_blank_beside(&self, known: &Members) -> bool {
        match self {
            Json::Object(members) => {
                let repeats = |key: &str, value: &Json| value.as_word().is_some_and(|word| known.has_word(key, word));
                members.iter().all(|(key, value)| value.is_blank() || repeats(key, value))
            }
            value => value.is_blank(),
        }
    }

    /// Returns the text of a text or a number, which ids are compared by.
    pub(crate) fn as_word(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            Json::Number(number) => Some(number.as_str()),
            _ => None,
        }
    }
}

impl Members {
    fn has_word(&self, key: &str, word: &str) -> bool {
        self.get(key).and_then(Json::as_word) == Some(word)
    }
}

/// Returns whether a text has a letter that can be seen.
pub(crate) fn has_word(text: &str) -> bool {
    let is_seen = |letter: char| !letter.is_whitespace() && !matches!(letter, '\u{200b}'..='\u{200f}' | '\u{feff}');
    text.chars().any(is_seen)
}

/// Returns whether a text is a number of zeros alone.
fn is_zero(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    digits.starts_with('0') && digits.bytes().all(|byte| matches!(byte, b'0' | b'.'))
}

/// Returns whether a text is the date that Go and .NET write for none, or that of SQL.
fn is_zero_date(text: &str) -> bool {
    let time = text.strip_prefix("0001-01-01").or_else(|| text.strip_prefix("0000-00-00"));
    time.is_some_and(|time| {
        time.bytes().all(|byte| matches!(byte, b'0' | b':' | b'.' | b'+' | b'-' | b'T' | b'Z' | b' '))
    })
}
