//! Findings: the path of a value, the rule that it violates, and a sentence about the rule.

use crate::wire::nearest::nearest;
use std::{borrow::Cow, fmt};

/// Calls the macro `$declare` with the table of this crate's rules and the caller's own entries.
///
/// A crate with more codes can so declare one enum of all codes without repeating the rules.
macro_rules! with_rules {
    ($declare:ident! { $($own:tt)* }) => {
        $declare! {
            wire {
                /// A required field is absent or null.
                Required = "required", "this field is required";
                /// A value of another type than the field has.
                WrongType = "wrong_type", "the value has the wrong type";
                /// A key that the model does not know.
                UnknownField = "unknown_field", "unknown field; if it is meant, put it into `extra`";
                /// A key that the caller must not pass: `hash`, or a known field inside `extra`.
                ReservedKey = "reserved_key", "this key is written by billwire and cannot be given";
                /// Text of length zero.
                Empty = "empty", "the text is empty";
                /// A control character, U+0000 to U+001F or U+007F to U+009F, that is not allowed.
                ControlCharacter = "control_character", "the text holds a control character";
                /// A lone surrogate, which UTF-8 cannot represent.
                LoneSurrogate = "lone_surrogate", "the text holds half a surrogate pair";
                /// A number with a fraction in an integer field.
                NotAnInteger = "not_an_integer", "the number is not an integer";
                /// NaN or an infinity.
                NotFinite = "not_finite", "the number is not finite";
                /// A number outside the bounds of its field.
                OutOfRange = "out_of_range", "the number is out of range for this field";
                /// More than 34 significant digits.
                TooManyDigits = "too_many_digits", "the number has more than 34 significant digits";
                /// A binary floating-point number of more than 15 significant digits, which has no exact decimal.
                InexactNumber = "inexact_number", "a number of over 15 digits is not exact: give the decimal as text";
                /// Text that is not a decimal number.
                InvalidDecimal = "invalid_decimal", "the text is not a plain decimal number";
                /// Text that is not an RFC 3339 timestamp.
                InvalidInstant = "invalid_instant", "the text is not an RFC 3339 timestamp such as 2026-01-31T09:00:00.000Z";
                /// A timestamp without an offset, which is ambiguous.
                MissingOffset = "missing_offset", "without Z or an offset such as +07:00 the timestamp is ambiguous";
                /// More than three fraction digits, or more places than an amount may have.
                TooPrecise = "too_precise", "the timestamp has more than three fraction digits";
                /// Second 60.
                LeapSecond = "leap_second", "second 60 cannot be signed";
                /// A year outside 0000 to 9999, in UTC or in the zone of the digits.
                YearOutOfRange = "year_out_of_range", "the year is outside 0000 to 9999";
                /// Nested more deeply than allowed.
                TooDeep = "too_deep", "the value is nested too deeply";
                /// More bytes than allowed.
                TooLarge = "too_large", "the body has more bytes than allowed";
                /// More elements than allowed.
                TooManyItems = "too_many_items", "the list has more elements than allowed";
                /// Not JSON (RFC 8259).
                InvalidJson = "invalid_json", "the body is not valid JSON";
                /// Bytes that are not UTF-8.
                InvalidUtf8 = "invalid_utf8", "the body is not valid UTF-8";
                /// A key that occurs twice in one object.
                DuplicateKey = "duplicate_key", "a key stands twice in one object";
                /// Two spellings of one field with different content.
                ConflictingValues = "conflicting_values", "two spellings of one field hold different values";
                /// A setting with a value that it does not accept.
                UnknownValue = "unknown_value", "this setting has no such value";
            }
            own { $($own)* }
        }
    };
}

/// Declares an enum of codes: the name in Rust, the stable text, and the explanation of each.
macro_rules! codes {
    (
        $(#[$attribute:meta])+ $vis:vis enum $codes:ident {
            $( $(#[doc = $doc:literal])+ $name:ident = $text:literal, $explanation:literal; )+
        }
    ) => {
        $(#[$attribute])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        $vis enum $codes { $( $(#[doc = $doc])+ $name ),+ }

        impl $codes {
            /// Every code, in the order of declaration.
            pub const ALL: &'static [$codes] = &[ $( $codes::$name ),+ ];

            /// Returns the stable text of the code, such as `missing_offset`.
            pub const fn as_str(self) -> &'static str {
                match self { $( $codes::$name => $text ),+ }
            }

            /// Returns one sentence that explains the rule. It never contains a value.
            pub const fn explanation(self) -> &'static str {
                match self { $( $codes::$name => $explanation ),+ }
            }
        }

        impl std::fmt::Display for $codes {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        #[cfg(feature = "serde")]
        impl serde::Serialize for $codes {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }
    };
}

pub(crate) use {codes, with_rules};

macro_rules! declare_rules {
    (wire { $($rules:tt)+ } own { $($own:tt)+ }) => {
        codes! {
            /// Rule of the wire format: types, JSON, numbers, timestamps. Its text never changes once released.
            pub enum Rule { $($rules)+ $($own)+ }
        }
    };
}

with_rules! {
    declare_rules! {
        /// More elements than the options allow for a list of the schema.
        ListTooLong = "list_too_long", "the list has more elements than the options allow";
    }
}

/// Code of a finding: a rule of this crate, or a code that another crate adds.
pub trait FindingCode: Copy + Eq + fmt::Display + From<Rule> {
    /// Returns one sentence that explains the rule.
    fn explanation(self) -> &'static str;
}

impl FindingCode for Rule {
    fn explanation(self) -> &'static str {
        Rule::explanation(self)
    }
}

/// One violation or warning. It never contains the value itself.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Finding<C = Rule> {
    /// Path of the value, such as `details[2].price`. Empty for the whole input.
    pub path: String,
    /// Violated rule.
    pub code: C,
    /// One sentence that explains the rule.
    pub explanation: Cow<'static, str>,
    /// Byte offset in the body, for findings about received text.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub offset: Option<usize>,
}

impl<C: FindingCode> Finding<C> {
    /// Creates a finding with the explanation of its code.
    pub fn new(path: impl Into<String>, code: impl Into<C>) -> Finding<C> {
        let code = code.into();
        Finding { path: path.into(), code, explanation: Cow::Borrowed(code.explanation()), offset: None }
    }

    /// Replaces the explanation.
    pub fn explained(self, explanation: impl Into<Cow<'static, str>>) -> Finding<C> {
        Finding { explanation: explanation.into(), ..self }
    }

    /// Creates a finding about an unknown key, which suggests a similar known key.
    ///
    /// `noun` is `field` or `setting`. `known` returns the known key at an index, and `None` after the last one.
    pub fn unknown<'n>(path: String, key: &str, noun: &str, known: &dyn Fn(usize) -> Option<&'n str>) -> Finding<C> {
        let advice = match (nearest(key, known), noun) {
            (Some(name), _) => ["; did you mean `", name, "`?"],
            (None, "field") => ["; if it is meant, put it into `extra`", "", ""],
            _ => [""; 3],
        };
        Finding::new(path, Rule::UnknownField).explained(["unknown ", noun, &advice.concat()].concat())
    }
}

impl<C> Finding<C> {
    /// Returns the same finding with its code in another enum.
    pub fn recoded<D: From<C>>(self) -> Finding<D> {
        Finding { path: self.path, code: self.code.into(), explanation: self.explanation, offset: self.offset }
    }

    /// Sets the byte offset in the body.
    pub fn at_byte(self, offset: usize) -> Finding<C> {
        Finding { offset: Some(offset), ..self }
    }

    /// Replaces the path.
    pub fn with_path(self, path: impl Into<String>) -> Finding<C> {
        Finding { path: path.into(), ..self }
    }
}

impl<C: fmt::Display> fmt::Display for Finding<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        write!(f, "{} ({})", self.explanation, self.code)?;
        self.offset.map_or(Ok(()), |offset| write!(f, " at byte {offset}"))
    }
}

/// Returns an untrusted key in printable form, for a path.
///
/// Escapes characters that act on a terminal, and cuts the text after 64 characters.
pub fn printable(key: &str) -> String {
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
