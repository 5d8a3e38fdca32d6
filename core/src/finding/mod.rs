//! Findings: the path of a value, the rule that it violates, and a sentence about the rule.

mod code;
mod findings;
mod nearest;

pub use code::Code;
pub use findings::Findings;

pub(crate) use nearest::nearest;
use nearest::{names, prolonged};
use std::{borrow::Cow, fmt};

/// One violation or warning. It never contains the value itself.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi::export(Display))]
#[non_exhaustive]
pub struct Finding {
    /// Path of the value, such as `details[2].price`. Empty for the whole input.
    pub path: String,
    /// Violated rule.
    pub code: Code,
    /// One sentence that explains the rule.
    pub explanation: Cow<'static, str>,
    /// Byte offset in the body, for findings about received text.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub offset: Option<usize>,
}

impl Finding {
    /// Creates a finding with the explanation of its code.
    #[inline(never)]
    pub fn new(path: impl Into<String>, code: Code) -> Finding {
        Finding { path: path.into(), code, explanation: Cow::Borrowed(code.explanation()), offset: None }
    }

    /// Replaces the explanation.
    #[inline(never)]
    pub fn explained(self, explanation: impl Into<Cow<'static, str>>) -> Finding {
        Finding { explanation: explanation.into(), ..self }
    }

    /// Creates a finding about an unknown key, which suggests a similar known key.
    ///
    /// `noun` is `field` or `setting`. `known` returns the known key at an index, and `None` after the last one.
    pub fn unknown<'n>(path: String, key: &str, noun: &str, known: &dyn Fn(usize) -> Option<&'n str>) -> Finding {
        // A field may be meant although its name begins with a known one.
        let advice = match (nearest(key, known), noun) {
            (Some(name), _) => ["; did you mean `", name, "`?"].concat(),
            (None, "field") => "; if it is meant, put it into `extra`".into(),
            (None, _) => match prolonged(key, known) {
                Some(name) => ["; did you mean `", name, "`?"].concat(),
                None => "; ".to_owned() + &expected_one_of(names(known)),
            },
        };
        Finding::new(path, Code::UnknownField).explained(["unknown ", noun, &advice].concat())
    }

    /// Sets the byte offset in the body.
    pub fn at_byte(self, offset: usize) -> Finding {
        Finding { offset: Some(offset), ..self }
    }

    /// Replaces the path.
    pub fn with_path(self, path: impl Into<String>) -> Finding {
        Finding { path: path.into(), ..self }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        write!(f, "{} ({})", self.explanation, self.code)?;
        self.offset.map_or(Ok(()), |offset| write!(f, " at byte {offset}"))
    }
}

/// Writes findings after each other, and how many are not listed.
pub(crate) fn list(f: &mut fmt::Formatter<'_>, listed: &[Finding], omitted: usize) -> fmt::Result {
    for (index, finding) in listed.iter().enumerate() {
        write!(f, "{}{finding}", if index == 0 { "" } else { "; " })?;
    }
    if omitted == 0 { Ok(()) } else { write!(f, "; and {omitted} more") }
}

/// Sentence that names the words that are valid.
pub fn expected_one_of<'n>(words: impl IntoIterator<Item = &'n str>) -> String {
    let mut sentence = String::from("expected ");
    for (index, word) in words.into_iter().enumerate() {
        sentence.push_str(if index == 0 { "`" } else { ", `" });
        sentence.push_str(word);
        sentence.push('`');
    }
    sentence
}

/// Returns an untrusted key in printable form, for a path.
///
/// Escapes characters that act on a terminal, and cuts the text after 64 characters.
pub(crate) fn printable(key: &str) -> String {
    const LONGEST: usize = 64;
    if key.is_empty() {
        return "\"\"".into();
    }
    let mut letters = key.chars().flat_map(shown);
    let text: String = letters.by_ref().take(LONGEST).collect();
    if letters.next().is_some() { text + "…" } else { text }
}

/// Escapes a character that acts on a terminal, or that could end the quoted text.
fn shown(letter: char) -> impl Iterator<Item = char> {
    let acts = letter.is_control()
        || matches!(letter, '"' | '\\')
        || matches!(letter, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
    acts.then(|| letter.escape_default()).into_iter().flatten().chain((!acts).then_some(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printable_escapes_only_active_characters() {
        for (key, text) in [
            ("amounts", "amounts"),
            ("ឈ្មោះ", "ឈ្មោះ"),
            ("a\"b\\c", "a\\\"b\\\\c"),
            ("a\nb\u{1b}[31m", "a\\nb\\u{1b}[31m"),
            ("\u{202e}txt\u{feff}", "\\u{202e}txt\\u{feff}"),
            ("", "\"\""),
            ("\"\"", "\\\"\\\""),
        ] {
            assert_eq!(printable(key), text);
        }
    }

    #[test]
    fn printable_cuts_long_keys() {
        assert_eq!(printable(&"x".repeat(64)), "x".repeat(64));
        assert_eq!(printable(&"x".repeat(65)), "x".repeat(64) + "…");
        assert_eq!(printable(&"\n".repeat(1000)), "\\n".repeat(32) + "…");
    }
}
