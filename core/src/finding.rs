//! What is wrong, or worth a second look, in a value: where it stands, which rule it touches, and why.

use crate::nearest::nearest;
use std::{borrow::Cow, fmt};

/// Declares every code once: its name in Rust, its stable text, and the sentence that explains it.
macro_rules! codes {
    ($( $(#[doc = $doc:literal])+ $name:ident = $text:literal, $explanation:literal; )+) => {
        /// The rule that a [`Finding`] speaks of. Its text never changes once released.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        #[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
        pub enum Code { $( $(#[doc = $doc])+ $name ),+ }

        impl Code {
            /// Every code, in the order of declaration.
            pub const ALL: &'static [Code] = &[ $( Code::$name ),+ ];

            /// The stable text of the code, such as `missing_offset`.
            pub const fn as_str(self) -> &'static str {
                match self { $( Code::$name => $text ),+ }
            }

            /// One sentence on what the rule asks for. It never holds a value.
            pub const fn explanation(self) -> &'static str {
                match self { $( Code::$name => $explanation ),+ }
            }
        }
    };
}

codes! {
    /// A required field is absent or null.
    Required = "required", "this field is required";
    /// `return_url` is absent although `bank_id` is filled in (section 2.1).
    RequiredWithBankId = "required_with_bank_id", "return_url is required when bank_id is filled in";
    /// `total_amount_khr` was left out and cannot be computed (section 2.3).
    Underivable = "underivable", "give total_amount_khr, or exchange_rate_khr from which it is computed";
    /// A value of another type than the field has.
    WrongType = "wrong_type", "the value has the wrong type";
    /// A key that the model does not know.
    UnknownField = "unknown_field", "unknown field; if it is meant, put it into `extra`";
    /// A key that the caller may not give: `hash`, or a known field inside `extra`.
    ReservedKey = "reserved_key", "this key is written by billwire and cannot be given";
    /// Text of length zero.
    Empty = "empty", "the text is empty";
    /// A control character, U+0000 to U+001F or U+007F to U+009F, where none may stand.
    ControlCharacter = "control_character", "the text holds a control character";
    /// Half a surrogate pair, which no UTF-8 can carry.
    LoneSurrogate = "lone_surrogate", "the text holds half a surrogate pair";
    /// A number with a fraction in an integer field.
    NotAnInteger = "not_an_integer", "the number is not an integer";
    /// NaN or an infinity.
    NotFinite = "not_finite", "the number is not finite";
    /// A number outside the bounds of its field.
    OutOfRange = "out_of_range", "the number is out of range for this field";
    /// More than 34 significant digits.
    TooManyDigits = "too_many_digits", "the number has more than 34 significant digits";
    /// A binary floating-point number with more than 15 significant digits, which no longer tells the decimal meant.
    InexactNumber = "inexact_number", "a number of over 15 digits is not exact: give the decimal as text";
    /// Text that is not a decimal number.
    InvalidDecimal = "invalid_decimal", "the text is not a plain decimal number";
    /// Text that is not an RFC 3339 timestamp.
    InvalidInstant = "invalid_instant", "the text is not an RFC 3339 timestamp such as 2026-01-31T09:00:00.000Z";
    /// A timestamp without an offset, which could mean any of some thirty instants.
    MissingOffset = "missing_offset", "without Z or an offset such as +07:00 the timestamp is ambiguous";
    /// More than three fraction digits, or more places than an amount is to have.
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
    /// More line items than the setting `max_lines` (`maxLines`) allows.
    TooManyLines = "too_many_lines", "the bill has more line items than the biller's limit of lines allows";
    /// Not JSON (RFC 8259).
    InvalidJson = "invalid_json", "the body is not valid JSON";
    /// Bytes that are not UTF-8.
    InvalidUtf8 = "invalid_utf8", "the body is not valid UTF-8";
    /// A key that stands twice in one object.
    DuplicateKey = "duplicate_key", "a key stands twice in one object";
    /// Two spellings of one field with different content.
    ConflictingValues = "conflicting_values", "two spellings of one field hold different values";
    /// Warning: the lines' amounts, with or without their taxes, do not sum to `total_amount`.
    LinesDoNotSum = "lines_do_not_sum", "the amounts of the lines do not sum to total_amount";
    /// Warning: `total_amount_khr` is not `total_amount` times the rate.
    KhrDoesNotMatch = "khr_does_not_match", "total_amount_khr is not total_amount times the exchange rate";
    /// Warning: `due_date` lies before `date`.
    DueBeforeDate = "due_before_date", "due_date lies before date";
    /// Warning: `total_tax` is above `total_amount`, in which it is included.
    TaxAboveTotal = "tax_above_total", "total_tax is above total_amount, which includes it";
    /// Warning: the currency is no ISO 4217 code.
    UnknownCurrency = "unknown_currency", "the currency is not an ISO 4217 code";
    /// White space at either end of a signed field (a warning) or of a secret (a violation).
    SurroundingSpace = "surrounding_space", "there is white space at an end of the text";
    /// Warning: another amount and customer would give the same signing string (section 5.3).
    AmbiguousSigningString = "ambiguous_signing_string", "total_amount and customer_sync_code are signed without a separator, and the code begins with a digit";
    /// Warning: a code does not have the shape that was declared for it.
    ShapeMismatch = "shape_mismatch", "the code does not have the shape that was declared for it";
    /// The base address is not one that requests can be sent to.
    InvalidBaseUrl = "invalid_base_url", "give https://, a plain host and at most a path: no user, query, fragment or backslash";
    /// A path that does not stay below the base address.
    InvalidPath = "invalid_path", "give a path that begins with a slash: no dot segments, no empty ones, no query";
    /// Something that the operation does not take.
    NotAllowed = "not_allowed", "this operation does not take it";
    /// `http` where it is not allowed.
    InsecureBaseUrl = "insecure_base_url", "http is only for localhost, 127.0.0.1 and [::1], with `allow_loopback_http`";
    /// A header token with other than visible ASCII characters.
    InvalidToken = "invalid_token", "the token holds something else than visible ASCII characters";
    /// A bearer token that already begins with `Bearer `.
    BearerPrefix = "bearer_prefix", "give the token alone, without the word Bearer";
    /// Credentials in a browser, without having said that this is meant.
    Browser = "browser", "credentials do not belong in a browser: prepare on a server, or set dangerouslyAllowBrowser";
    /// A setting with a value that it cannot have.
    UnknownValue = "unknown_value", "this setting has no such value";
    /// A value that another list of the settings holds already.
    ListedTwice = "listed_twice", "another list holds this value already";
    /// No `Token` header (section 4.4).
    MissingToken = "missing_token", "the webhook carries no Token header";
    /// More than one `Token` header.
    DuplicateToken = "duplicate_token", "the webhook carries more than one Token header";
    /// A `Token` that is none of those expected.
    WrongToken = "wrong_token", "the webhook's Token is not an expected one";
    /// A response code that the profile lists as a refusal.
    Refused = "refused", "the service refused: its code is listed as a refusal";
    /// One of the codes that the interface names without a meaning (section 7).
    LabelledWithoutMeaning = "labelled_without_meaning", "the interface names this response code without a meaning";
    /// A response code that nobody has described.
    UnknownCode = "unknown_code", "the response code is neither a success nor a known refusal";
    /// A response without a code.
    MissingCode = "missing_code", "the response carries no code";
    /// A code that the profile lists for something that was not found.
    NotFound = "not_found", "the service has found nothing";
    /// An answer that tells a failure and a success at once.
    Contradictory = "contradictory", "the answer contradicts itself: a failure beside a success";
    /// An HTTP status other than 200.
    HttpStatus = "http_status", "the HTTP status is not 200";
    /// A redirect, which is never followed with credentials.
    Redirect = "redirect", "the service redirected: credentials and bills are not sent elsewhere";
    /// No answer arrived.
    NoAnswer = "no_answer", "no answer arrived";
    /// The bearer token is not configured (section 5.1).
    Bearer = "bearer", "this call needs the bearer token";
    /// The verification token is not configured (section 5.2).
    VerificationToken = "verification_token", "this call needs the verification token";
    /// The hash token is not configured (section 5.3).
    HashToken = "hash_token", "this call needs the hash token";
    /// The profile does not say how a settlement is found again.
    SettlementLookup = "settlement_lookup", "the profile's `settlement_lookup` is not set, so a bill cannot be looked up";
    /// A fault of billwire itself.
    Internal = "internal", "a fault inside billwire: please report it";
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One violation or warning: a path, a code, a sentence, and for what was read also the byte.
///
/// It never holds the value itself.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Finding {
    /// Where the value stands, such as `details[2].price`. Empty for the whole.
    pub path: String,
    /// The rule.
    pub code: Code,
    /// What the rule asks for, in one sentence.
    pub explanation: Cow<'static, str>,
    /// The byte of the body at which it was found.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub offset: Option<usize>,
}

impl Finding {
    /// A finding with the explanation of its code.
    pub(crate) fn new(path: impl Into<String>, code: Code) -> Finding {
        Finding { path: path.into(), code, explanation: Cow::Borrowed(code.explanation()), offset: None }
    }

    pub(crate) fn explained(self, explanation: impl Into<Cow<'static, str>>) -> Finding {
        Finding { explanation: explanation.into(), ..self }
    }

    /// A key that nobody knows, with the known one that it may have been meant for.
    pub(crate) fn unknown<'n>(
        path: String,
        key: &str,
        what: &str,
        known: &dyn Fn(usize) -> Option<&'n str>,
    ) -> Finding {
        let advice = match (nearest(key, known), what) {
            (Some(name), _) => ["; did you mean `", name, "`?"],
            (None, "field") => ["; if it is meant, put it into `extra`", "", ""],
            _ => [""; 3],
        };
        Finding::new(path, Code::UnknownField).explained(["unknown ", what, &advice.concat()].concat())
    }

    /// Names the setting of which the sentence speaks as a language does that writes names in camel case.
    pub(crate) fn name_in_camel_case(&mut self) {
        let setting = match self.code {
            Code::InsecureBaseUrl | Code::SettlementLookup => Some(0),
            // The field that is named first is named alike everywhere. "The profile's" stands before the setting.
            Code::UnknownField | Code::ReservedKey => self.explanation.find('\''),
            _ => None,
        };
        if let Some((same, named)) = setting.and_then(|at| self.explanation.split_at_checked(at)) {
            self.explanation = [same, &camel_case(named)].concat().into();
        }
    }
}

/// A name in snake case.
pub(crate) fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        snake.push_str(if letter.is_ascii_uppercase() { "_" } else { "" });
        snake.push(letter.to_ascii_lowercase());
    }
    snake
}

/// A name in camel case.
pub(crate) fn camel_case(name: &str) -> String {
    let (mut camel, mut is_initial) = (String::new(), false);
    for letter in name.chars() {
        if letter != '_' {
            camel.push(if is_initial { letter.to_ascii_uppercase() } else { letter });
        }
        is_initial = letter == '_';
    }
    camel
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

#[cfg(feature = "serde")]
impl serde::Serialize for Code {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Known names and ordinals make up a path; a key that nobody knows is escaped and cut, for it is untrusted text.
pub(crate) fn printable(key: &str) -> String {
    const LONGEST: usize = 64;
    if key.is_empty() {
        return "\"\"".into();
    }
    let mut letters = key.chars().flat_map(shown);
    let text: String = letters.by_ref().take(LONGEST).collect();
    if letters.next().is_some() { text + "…" } else { text }
}

/// A letter as it is, unless it would act on whoever prints it, or pass for the end of the text that is shown.
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
    fn unknown_keys_are_shown_as_they_are_unless_they_act() {
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
    fn unknown_keys_are_cut() {
        assert_eq!(printable(&"x".repeat(64)), "x".repeat(64));
        assert_eq!(printable(&"x".repeat(65)), "x".repeat(64) + "…");
        assert_eq!(printable(&"\n".repeat(1000)), "\\n".repeat(32) + "…");
    }
}
