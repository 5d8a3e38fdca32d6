//! The mistakes that people make, each a change to one step of the recipe.

use super::{
    Candidates, Cause,
    recipe::{AmountForm, Bill, DateForm, KeyForm, Method, ORDER, Output, Recipe, TextForm},
};
use crate::{model::DigitsOffset, operations::Settlement, signing::Algorithm, wire::Model};

/// A mistake in making the hash of section 5.3.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Mistake {
    /// The digits are written in another zone.
    Zone(DigitsOffset),
    /// The `Z` is dropped, and the rest is read in this zone.
    ZoneDropped(DigitsOffset),
    /// The digits carry milliseconds.
    Millis,
    /// The date is the text of the body.
    IsoText,
    /// The date is the text of the body without its milliseconds.
    IsoTextSeconds,
    /// The date is its day alone.
    DateOnly,
    /// The amount carries so many decimals.
    AmountDecimals(usize),
    /// The amount carries thousands separators.
    AmountThousands,
    /// The amount is `total_amount_khr`.
    AmountKhr,
    /// The fields are in the order of the alphabet.
    OrderAlphabetical,
    /// The fields are in the opposite order.
    OrderReversed,
    /// This field and the one before it are swapped.
    OrderSwapped(usize),
    /// This field is missing.
    FieldMissing(usize),
    /// The fields are joined by a separator.
    Separator(String),
    /// Another destination is signed.
    Destination(String),
    /// The currency is in lower case.
    CurrencyLowerCase,
    /// The text is in Unicode's form C.
    Nfc,
    /// The text is in Unicode's form D.
    Nfd,
    /// The key was decoded from hex.
    KeyHexDecoded,
    /// The key was decoded from Base64.
    KeyBase64Decoded,
    /// The white space around the key was cut off.
    KeyTrimmed,
    /// The key carries a newline at its end.
    KeyTrailingNewline,
    /// Key and message are swapped.
    KeyAndMessageSwapped,
    /// SHA-512 of the key and the message, without HMAC.
    PlainKeyMessage,
    /// SHA-512 of the message and the key, without HMAC.
    PlainMessageKey,
    /// HMAC with SHA-256.
    HmacSha256,
    /// HMAC with SHA-1.
    HmacSha1,
    /// The hash is written as hex.
    Hex,
    /// The hash is written as hex in upper case.
    UpperCaseHex,
    /// The hash is written in Base64 without padding.
    Base64NoPad,
    /// The hash is written in the Base64 for URLs.
    Base64UrlSafe,
    /// The hash is written in the Base64 for URLs, without padding.
    Base64UrlSafeNoPad,
    /// The hash is the Base64 of its hex.
    Base64OfHex,
}

/// Every mistake that a bill can suffer, in documented order.
pub(crate) fn catalogue(bill: &Bill<'_>, candidates: &Candidates) -> Vec<Mistake> {
    let zones: Vec<_> = DigitsOffset::whole_and_half_hours().chain(candidates.zones.iter().copied()).collect();
    let other_zone = |zone: &DigitsOffset| *zone != bill.digits_offset;
    let mut mistakes: Vec<_> = zones.iter().copied().filter(other_zone).map(Mistake::Zone).collect();
    mistakes.extend(zones.iter().copied().filter(|zone| *zone != DigitsOffset::UTC).map(Mistake::ZoneDropped));
    mistakes.extend([Mistake::Millis, Mistake::IsoText, Mistake::IsoTextSeconds, Mistake::DateOnly]);
    mistakes.extend([Mistake::AmountDecimals(1), Mistake::AmountDecimals(2), Mistake::AmountThousands]);
    mistakes.extend(bill.total_amount_khr.map(|_| Mistake::AmountKhr));
    mistakes.extend([Mistake::OrderAlphabetical, Mistake::OrderReversed]);
    mistakes.extend((1..ORDER.len()).map(Mistake::OrderSwapped));
    mistakes.extend(ORDER.map(Mistake::FieldMissing));
    mistakes.extend(["|", ",", "&", " ", "\n"].map(|separator| Mistake::Separator(separator.into())));
    mistakes.extend(candidates.separators.iter().cloned().map(Mistake::Separator));
    mistakes.extend(candidates.destinations.iter().cloned().map(Mistake::Destination));
    mistakes.extend([Mistake::CurrencyLowerCase, Mistake::Nfc, Mistake::Nfd]);
    mistakes.extend([Mistake::KeyHexDecoded, Mistake::KeyBase64Decoded, Mistake::KeyTrimmed]);
    mistakes.extend([Mistake::KeyTrailingNewline, Mistake::KeyAndMessageSwapped]);
    mistakes.extend([Mistake::PlainKeyMessage, Mistake::PlainMessageKey]);
    mistakes.extend([Mistake::HmacSha256, Mistake::HmacSha1]);
    mistakes.extend([Mistake::Hex, Mistake::UpperCaseHex, Mistake::Base64NoPad, Mistake::Base64UrlSafe]);
    mistakes.extend([Mistake::Base64UrlSafeNoPad, Mistake::Base64OfHex]);
    without_repeats(mistakes)
}

/// A candidate may be known already.
fn without_repeats(mistakes: Vec<Mistake>) -> Vec<Mistake> {
    let mut kept: Vec<Mistake> = Vec::with_capacity(mistakes.len());
    for mistake in mistakes {
        if !kept.contains(&mistake) {
            kept.push(mistake);
        }
    }
    kept
}

impl Mistake {
    /// The recipe with this one step done otherwise.
    pub(crate) fn applied_to(&self, recipe: &Recipe) -> Recipe {
        let mut other = recipe.clone();
        match self {
            Mistake::Zone(zone) => other.date = DateForm::DigitsAt(*zone),
            Mistake::ZoneDropped(zone) => other.date = DateForm::ReadIn(*zone),
            Mistake::Millis => other.date = DateForm::Millis,
            Mistake::IsoText => other.date = DateForm::Iso { millis: true },
            Mistake::IsoTextSeconds => other.date = DateForm::Iso { millis: false },
            Mistake::DateOnly => other.date = DateForm::DateOnly,
            Mistake::AmountDecimals(places) => other.amount = AmountForm::Decimals(*places),
            Mistake::AmountThousands => other.amount = AmountForm::Thousands,
            Mistake::AmountKhr => other.amount = AmountForm::Khr,
            Mistake::OrderAlphabetical => other.order = alphabetical(),
            Mistake::OrderReversed => other.order.reverse(),
            Mistake::OrderSwapped(at) => other.order.get_mut(at - 1..=*at).unwrap_or_default().reverse(),
            Mistake::FieldMissing(field) => other.order.retain(|at| at != field),
            Mistake::Separator(separator) => other.separator.clone_from(separator),
            Mistake::Destination(destination) => other.destination = Some(destination.clone()),
            Mistake::CurrencyLowerCase => other.lower_case_currency = true,
            Mistake::Nfc => other.text = TextForm::Nfc,
            Mistake::Nfd => other.text = TextForm::Nfd,
            Mistake::KeyHexDecoded => other.key = KeyForm::HexDecoded,
            Mistake::KeyBase64Decoded => other.key = KeyForm::Base64Decoded,
            Mistake::KeyTrimmed => other.key = KeyForm::Trimmed,
            Mistake::KeyTrailingNewline => other.key = KeyForm::TrailingNewline,
            Mistake::KeyAndMessageSwapped => other.method = Method::Swapped,
            Mistake::PlainKeyMessage => other.method = Method::KeyThenMessage,
            Mistake::PlainMessageKey => other.method = Method::MessageThenKey,
            Mistake::HmacSha256 => other.method = Method::Hmac(Algorithm::Sha256),
            Mistake::HmacSha1 => other.method = Method::Hmac(Algorithm::Sha1),
            Mistake::Hex => other.output = Output::Hex,
            Mistake::UpperCaseHex => other.output = Output::UpperCaseHex,
            Mistake::Base64NoPad => other.output = Output::Base64NoPad,
            Mistake::Base64UrlSafe => other.output = Output::UrlSafe,
            Mistake::Base64UrlSafeNoPad => other.output = Output::UrlSafeNoPad,
            Mistake::Base64OfHex => other.output = Output::Base64OfHex,
        }
        other
    }

    /// Whether it lies in how the finished hash is written.
    pub(crate) fn is_about_output(&self) -> bool {
        use Mistake::{Base64NoPad, Base64OfHex, Base64UrlSafe, Base64UrlSafeNoPad, Hex, UpperCaseHex};
        matches!(self, Hex | UpperCaseHex | Base64NoPad | Base64UrlSafe | Base64UrlSafeNoPad | Base64OfHex)
    }

    /// The mistake as an answer.
    pub(crate) fn cause(&self) -> Cause {
        let (name, with, explanation) = self.words();
        Cause { mistake: name.into(), with, explanation: explanation.into() }
    }

    /// Two mistakes at once, as an answer.
    pub(crate) fn with(&self, other: &Mistake) -> Cause {
        let (first, second) = (self.cause(), other.cause());
        Cause {
            mistake: format!("{}+{}", first.mistake, second.mistake),
            with: first.with,
            explanation: format!("{}, and {}", first.explanation, second.explanation),
        }
    }

    /// Its stable name, with what, and what the other side has done.
    fn words(&self) -> (&'static str, Option<String>, &'static str) {
        match self {
            Mistake::Zone(zone) => ("zone", Some(zone.to_string()), "the digits of the date are written in this zone"),
            Mistake::ZoneDropped(zone) => {
                ("zone_dropped", Some(zone.to_string()), "the Z is dropped, and the date is read in this zone")
            }
            Mistake::Millis => ("millis", None, "the digits of the date carry milliseconds"),
            Mistake::IsoText => ("iso_text", None, "the date is signed as the text of the body"),
            Mistake::IsoTextSeconds => {
                ("iso_text_seconds", None, "the date is signed as ISO text without milliseconds")
            }
            Mistake::DateOnly => ("date_only", None, "the date is signed as its eight digits of the day"),
            Mistake::AmountDecimals(places) => {
                ("amount_decimals", Some(places.to_string()), "total_amount is signed with so many decimals")
            }
            Mistake::AmountThousands => ("amount_thousands", None, "total_amount is signed with thousands separators"),
            Mistake::AmountKhr => ("amount_khr", None, "total_amount_khr is signed instead of total_amount"),
            Mistake::OrderAlphabetical => ("order_alphabetical", None, "the fields are in the order of the alphabet"),
            Mistake::OrderReversed => ("order_reversed", None, "the fields are in the opposite order"),
            Mistake::OrderSwapped(at) => {
                let pair = format!("{},{}", signed_field(at - 1), signed_field(*at));
                ("order_swapped", Some(pair), "these two fields are swapped")
            }
            Mistake::FieldMissing(at) => {
                ("field_missing", Some(signed_field(*at).into()), "this field is not in the signing string")
            }
            Mistake::Separator(text) => ("separator", Some(text.clone()), "the fields are joined by this separator"),
            Mistake::Destination(text) => ("destination", Some(text.clone()), "another destination is signed"),
            Mistake::CurrencyLowerCase => ("currency_lower_case", None, "the currency is signed in lower case"),
            Mistake::Nfc => ("nfc", None, "the text is brought into Unicode's form C before it is signed"),
            Mistake::Nfd => ("nfd", None, "the text is brought into Unicode's form D before it is signed"),
            Mistake::KeyHexDecoded => ("key_hex_decoded", None, "the key is decoded from hex: it is used as it is"),
            Mistake::KeyBase64Decoded => {
                ("key_base64_decoded", None, "the key is decoded from Base64: it is used as it is")
            }
            Mistake::KeyTrimmed => ("key_trimmed", None, "the white space around the key is cut off"),
            Mistake::KeyTrailingNewline => ("key_trailing_newline", None, "the key carries a newline at its end"),
            Mistake::KeyAndMessageSwapped => ("key_and_message_swapped", None, "the signing string is used as the key"),
            Mistake::PlainKeyMessage => {
                ("plain_key_message", None, "it is SHA-512 of the key and the signing string, without HMAC")
            }
            Mistake::PlainMessageKey => {
                ("plain_message_key", None, "it is SHA-512 of the signing string and the key, without HMAC")
            }
            Mistake::HmacSha256 => ("hmac_sha256", None, "HMAC is made with SHA-256"),
            Mistake::HmacSha1 => ("hmac_sha1", None, "HMAC is made with SHA-1"),
            Mistake::Hex => ("hex", None, "the hash is written as hex"),
            Mistake::UpperCaseHex => ("upper_case_hex", None, "the hash is written as hex in upper case"),
            Mistake::Base64NoPad => ("base64_no_pad", None, "the hash is written in Base64 without padding"),
            Mistake::Base64UrlSafe => ("base64_url_safe", None, "the hash is written in the Base64 for URLs"),
            Mistake::Base64UrlSafeNoPad => {
                ("base64_url_safe_no_pad", None, "the hash is written in the Base64 for URLs, without padding")
            }
            Mistake::Base64OfHex => ("base64_of_hex", None, "the hash is the Base64 of its hex text"),
        }
    }
}

fn signed_field(at: usize) -> &'static str {
    Settlement::SCHEMA.signed().nth(at).map_or("", |(_, field)| field.name)
}

fn alphabetical() -> Vec<usize> {
    let mut order = ORDER.to_vec();
    order.sort_by_key(|&at| signed_field(at));
    order
}
