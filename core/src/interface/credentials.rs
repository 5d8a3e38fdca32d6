//! Secrets: each its own type, none of them printable, all of them wiped when dropped.

use crate::finding::{Code, Finding, Findings};
use crate::wire::model::{
    declare::Hidden,
    input::DynamicValue,
    settings::{ReadSetting, RequiredSetting, SettingKind},
};
use std::fmt;
use zeroize::Zeroizing;

/// Declares one secret.
macro_rules! secrets {
    ($( $(#[doc = $doc:literal])+ $name:ident )+) => {
        $(
            $(#[doc = $doc])+
            ///
            /// It never prints, and its memory is wiped when it is dropped.
            #[derive(Clone)]
            #[cfg_attr(feature = "uniffi", derive(uniffi::Object))]
            pub struct $name(Zeroizing<String>);

            impl $name {
                /// Takes the secret over. Whether it can be used is found out where it is configured.
                pub fn new(secret: impl Into<String>) -> $name {
                    $name(Zeroizing::new(secret.into()))
                }

                /// Whether it has no text.
                pub fn is_empty(&self) -> bool {
                    self.0.is_empty()
                }

                pub(crate) fn expose(&self) -> &str {
                    &self.0
                }
            }

            impl ReadSetting for $name {
                const KIND: SettingKind = SettingKind::Text;

                fn read(value: DynamicValue, path: &str, violations: &mut Findings) -> Option<$name> {
                    String::read(value, path, violations).map($name::new)
                }
            }

            impl RequiredSetting for $name {
                fn blank() -> $name {
                    $name::new("")
                }
            }

            #[cfg(feature = "uniffi")]
            #[uniffi::export]
            impl $name {
                /// Takes ownership of the secret. The configuration that receives it validates it.
                #[uniffi::constructor(name = "new")]
                fn of_text(secret: String) -> $name {
                    $name::new(secret)
                }
            }

            impl fmt::Debug for $name {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.debug_tuple(stringify!($name)).field(&Hidden).finish()
                }
            }
        )+
    };
}

secrets! {
    /// The bearer token of onboarding and settlement (section 5.1), without the word `Bearer`.
    BearerToken
    /// The access token of transaction verification (section 5.2).
    VerificationToken
    /// The key of the request signature (section 5.3). Its UTF-8 bytes are the key as they are.
    HashToken
    /// A `Token` that the webhook's sender may show (section 5.4).
    WebhookToken
}

/// Checks a bearer token: visible ASCII, without the word `Bearer`.
pub(crate) fn check_bearer_token(token: &str) -> Result<(), Code> {
    if token.get(..7).is_some_and(|head| head.eq_ignore_ascii_case("bearer ")) {
        Err(Code::BearerPrefix)
    } else {
        check_header_token(token)
    }
}

/// Checks a token that is the whole value of a header: visible ASCII, and not empty.
pub(crate) fn check_header_token(token: &str) -> Result<(), Code> {
    if token.is_empty() {
        Err(Code::Empty)
    } else if has_blank_end(token) {
        Err(Code::SurroundingSpace)
    } else if !token.bytes().all(|byte| byte.is_ascii_graphic()) {
        Err(Code::InvalidToken)
    } else {
        Ok(())
    }
}

/// A key: any text, but not one that was copied with white space around it.
pub(crate) fn check_hash_token(token: &str) -> Result<(), Code> {
    if token.is_empty() {
        Err(Code::Empty)
    } else if has_blank_end(token) {
        Err(Code::SurroundingSpace)
    } else {
        Ok(())
    }
}

/// A violation of a credential. One that is empty often comes from an environment variable that is not set.
pub(crate) fn refused_credential(path: impl Into<String>, code: Code) -> Finding {
    let finding = Finding::new(path, code);
    if code == Code::Empty { finding.explained(UNSET) } else { finding }
}

const UNSET: &str = "the credential is empty; if it comes from an environment variable, that one is missing";

/// Warns of a credential that was probably not meant: the text of an absent value, a variable that nobody has
/// replaced, or text in quotes.
pub(crate) fn warn_of_placeholder(path: &str, token: &str) -> Option<Finding> {
    let is_absent = ["undefined", "null", "None", "NaN", "[object Object]"].contains(&token);
    let enclosings = [("\"", "\""), ("'", "'"), ("`", "`"), ("${", "}"), ("{{", "}}"), ("<", ">")];
    let is_enclosed = |(start, end)| token.strip_prefix(start).is_some_and(|rest: &str| rest.ends_with(end));
    let is_placeholder = is_absent || enclosings.into_iter().any(is_enclosed);
    is_placeholder.then(|| Finding::new(path, Code::PlaceholderCredential))
}

fn has_blank_end(token: &str) -> bool {
    token.starts_with(is_blank) || token.ends_with(is_blank)
}

/// Whether a character cannot be seen at an end of a key: white space, and the marks without width that editors and
/// copied pages leave there.
fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '\u{200b}' | '\u{2060}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_prints() {
        assert_eq!(format!("{:?}", HashToken::new("canary")), "HashToken([hidden])");
    }

    #[test]
    fn header_tokens() {
        for (token, verdict) in [
            ("abc.DEF-123_~+/=", Ok(())),
            ("", Err(Code::Empty)),
            ("Bearer abc", Err(Code::InvalidToken)),
            ("a b", Err(Code::InvalidToken)),
            (" a", Err(Code::SurroundingSpace)),
            ("a ", Err(Code::SurroundingSpace)),
            ("a\r\n", Err(Code::SurroundingSpace)),
            (" ", Err(Code::SurroundingSpace)),
            ("a\tb", Err(Code::InvalidToken)),
            ("a\r\nX: y", Err(Code::InvalidToken)),
            ("ឈ្មោះ", Err(Code::InvalidToken)),
        ] {
            assert_eq!(check_header_token(token), verdict, "{token}");
        }
    }

    #[test]
    fn the_word_bearer_is_refused_in_bearers_alone() {
        for (token, verdict) in [
            ("abc.DEF-123_~+/=", Ok(())),
            ("Bearer", Ok(())),
            ("", Err(Code::Empty)),
            ("Bearer abc", Err(Code::BearerPrefix)),
            ("bearer abc", Err(Code::BearerPrefix)),
            ("a b", Err(Code::InvalidToken)),
        ] {
            assert_eq!(check_bearer_token(token), verdict, "{token}");
        }
    }

    #[test]
    fn placeholders() {
        for token in [
            "undefined",
            "null",
            "[object Object]",
            "\"abc\"",
            "'abc'",
            "`a`",
            "${TOKEN}",
            "{{ token }}",
            "<HASH_TOKEN>",
        ] {
            assert!(warn_of_placeholder("bearer", token).is_some_and(|found| found.path == "bearer"), "{token}");
        }
        for token in ["", "\"", "undefined1", "abc", "a\"b\"", "\"abc", "abc\"", "$TOKEN}", "a${TOKEN}", "nullify"] {
            assert_eq!(warn_of_placeholder("bearer", token), None, "{token}");
        }
    }

    #[test]
    fn hash_tokens() {
        for (token, verdict) in [
            ("a b", Ok(())),
            ("ឈ្មោះ", Ok(())),
            ("", Err(Code::Empty)),
            (" a", Err(Code::SurroundingSpace)),
            ("a\n", Err(Code::SurroundingSpace)),
            ("\u{feff}a", Err(Code::SurroundingSpace)),
            ("a\u{feff}", Err(Code::SurroundingSpace)),
            ("\u{200b}a", Err(Code::SurroundingSpace)),
            ("a\u{200b}", Err(Code::SurroundingSpace)),
            ("a\u{2060}", Err(Code::SurroundingSpace)),
            ("a\u{200b}\u{feff}b", Ok(())),
        ] {
            assert_eq!(check_hash_token(token), verdict, "{token:?}");
        }
    }
}
