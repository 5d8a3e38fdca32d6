//! The mistakes that people make, each a change to one step of the recipe.

use super::{
    date::DateForm,
    input::{Bill, Candidates, signed_field},
    key::KeyForm,
    output::Output,
    recipe::{AmountForm, Encoding, Message, Method, ORDER, Quotes, Recipe, TextForm},
    utf16::ByteOrder,
};
use crate::signing::Algorithm;
use crate::wire::SigningOffset;

/// A mistake in making the hash of section 5.3.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Mistake {
    /// The digits are written in another zone.
    Zone(SigningOffset),
    /// The `Z` is dropped, and the rest is read in this zone.
    ZoneDropped(SigningOffset),
    /// The digits carry milliseconds.
    Millis,
    /// The date is the text of the body.
    IsoText,
    /// The date is the text of the body without its milliseconds.
    IsoTextSeconds,
    /// The date is its day alone.
    DateOnly,
    /// The hours are counted to twelve.
    TwelveHours,
    /// Minutes and months are mixed up, as this pattern does.
    MinutesAndMonths(&'static str),
    /// The digits end with the minutes.
    SecondsMissing,
    /// The digits are in the order of this pattern.
    DateOrder(&'static str),
    /// The year is one of the Buddhist calendar.
    BuddhistYear,
    /// The date is a count of seconds.
    UnixSeconds,
    /// The date is a count of milliseconds.
    UnixMillis,
    /// The date is `due_date`.
    DueDate,
    /// The amount carries so many decimals.
    AmountDecimals(usize),
    /// The amount carries thousands separators.
    AmountThousands,
    /// The amount is in hundredths.
    AmountCents,
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
    /// Every value stands between quotes.
    ValuesQuoted,
    /// Every value but the amount stands between quotes.
    TextsQuoted,
    /// The JSON body without its hash is signed.
    JsonBody,
    /// Key and signing string are in UTF-16.
    Utf16(ByteOrder),
    /// The signing string is in UTF-16.
    Utf16String(ByteOrder),
    /// The key is in UTF-16.
    Utf16Key(ByteOrder),
    /// The key was decoded from hex.
    KeyHexDecoded,
    /// The key was decoded from Base64.
    KeyBase64Decoded,
    /// The white space around the key was cut off.
    KeyTrimmed,
    /// The key carries a newline at its end.
    KeyTrailingNewline,
    /// The key carries a carriage return and a newline at its end.
    KeyTrailingCrlf,
    /// Key and message are swapped.
    KeyAndMessageSwapped,
    /// SHA-512 of the key and the message, without HMAC.
    PlainKeyMessage,
    /// SHA-512 of the message and the key, without HMAC.
    PlainMessageKey,
    /// HMAC with SHA-384.
    HmacSha384,
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
    /// The hash is the Base64 of its Base64.
    Base64Twice,
    /// The hash is encoded for a URL.
    UrlEncoded,
    /// The hash is encoded for a URL, with hex in lower case.
    UrlEncodedLowerCase,
    /// The hash is in lines of 76 characters, with this line end.
    MimeWrapped(&'static str),
    /// The hash is in lines of 64 characters, with this line end.
    PemWrapped(&'static str),
}

const SEPARATORS: [&str; 10] = ["|", ",", "&", " ", "\n", "-", ";", ":", "_", "\t"];
const MINUTES_AND_MONTHS: [&str; 3] = ["yyyymmddHHMMss", "yyyyMMddHHMMss", "yyyymmddHHmmss"];
const DATE_ORDERS: [&str; 3] = ["ddMMyyyyHHmmss", "yyyyddMMHHmmss", "MMddyyyyHHmmss"];
const BYTE_ORDERS: [ByteOrder; 2] = [ByteOrder::Little, ByteOrder::Big];
const LINE_ENDS: [&str; 2] = ["\r\n", "\n"];

/// Every mistake that a bill can suffer, in documented order.
pub(crate) fn catalogue(bill: &Bill<'_>, candidates: &Candidates) -> Vec<Mistake> {
    let zones: Vec<_> = SigningOffset::whole_and_half_hours().chain(candidates.zones.iter().copied()).collect();
    let other_zone = |zone: &SigningOffset| *zone != bill.signing_offset;
    let mut mistakes: Vec<_> = zones.iter().copied().filter(other_zone).map(Mistake::Zone).collect();
    mistakes.extend(zones.iter().copied().filter(|zone| *zone != SigningOffset::UTC).map(Mistake::ZoneDropped));
    mistakes.extend([Mistake::Millis, Mistake::IsoText, Mistake::IsoTextSeconds, Mistake::DateOnly]);
    mistakes.push(Mistake::TwelveHours);
    mistakes.extend(MINUTES_AND_MONTHS.map(Mistake::MinutesAndMonths));
    mistakes.push(Mistake::SecondsMissing);
    mistakes.extend(DATE_ORDERS.map(Mistake::DateOrder));
    mistakes.extend([Mistake::BuddhistYear, Mistake::UnixSeconds, Mistake::UnixMillis, Mistake::DueDate]);
    mistakes.extend([Mistake::AmountDecimals(1), Mistake::AmountDecimals(2), Mistake::AmountThousands]);
    mistakes.extend([Mistake::AmountCents, Mistake::AmountKhr]);
    mistakes.extend([Mistake::OrderAlphabetical, Mistake::OrderReversed]);
    mistakes.extend((1..ORDER.len()).map(Mistake::OrderSwapped));
    mistakes.extend(ORDER.map(Mistake::FieldMissing));
    mistakes.extend(SEPARATORS.map(|separator| Mistake::Separator(separator.into())));
    mistakes.extend(candidates.separators.iter().cloned().map(Mistake::Separator));
    mistakes.extend(candidates.destinations.iter().cloned().map(Mistake::Destination));
    mistakes.extend([Mistake::CurrencyLowerCase, Mistake::Nfc, Mistake::Nfd]);
    mistakes.extend([Mistake::ValuesQuoted, Mistake::TextsQuoted, Mistake::JsonBody]);
    mistakes.extend(BYTE_ORDERS.map(Mistake::Utf16));
    mistakes.extend(BYTE_ORDERS.map(Mistake::Utf16String));
    mistakes.extend(BYTE_ORDERS.map(Mistake::Utf16Key));
    mistakes.extend([Mistake::KeyHexDecoded, Mistake::KeyBase64Decoded, Mistake::KeyTrimmed]);
    mistakes.extend([Mistake::KeyTrailingNewline, Mistake::KeyTrailingCrlf, Mistake::KeyAndMessageSwapped]);
    mistakes.extend([Mistake::PlainKeyMessage, Mistake::PlainMessageKey]);
    mistakes.extend([Mistake::HmacSha384, Mistake::HmacSha256, Mistake::HmacSha1]);
    mistakes.extend([Mistake::Hex, Mistake::UpperCaseHex, Mistake::Base64NoPad, Mistake::Base64UrlSafe]);
    mistakes.extend([Mistake::Base64UrlSafeNoPad, Mistake::Base64OfHex, Mistake::Base64Twice]);
    mistakes.extend([Mistake::UrlEncoded, Mistake::UrlEncodedLowerCase]);
    mistakes.extend(LINE_ENDS.map(Mistake::MimeWrapped));
    mistakes.extend(LINE_ENDS.map(Mistake::PemWrapped));
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
            Mistake::DateOnly => other.date = DateForm::Pattern("yyyyMMdd"),
            Mistake::TwelveHours => other.date = DateForm::Pattern("yyyyMMddhhmmss"),
            Mistake::MinutesAndMonths(pattern) | Mistake::DateOrder(pattern) => {
                other.date = DateForm::Pattern(pattern);
            }
            Mistake::SecondsMissing => other.date = DateForm::Pattern("yyyyMMddHHmm"),
            Mistake::BuddhistYear => other.date = DateForm::BuddhistYear,
            Mistake::UnixSeconds => other.date = DateForm::UnixSeconds,
            Mistake::UnixMillis => other.date = DateForm::UnixMillis,
            Mistake::DueDate => other.date = DateForm::DueDate,
            Mistake::AmountDecimals(places) => other.amount = AmountForm::Decimals(*places),
            Mistake::AmountThousands => other.amount = AmountForm::Thousands,
            Mistake::AmountCents => other.amount = AmountForm::Cents,
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
            Mistake::ValuesQuoted => other.quotes = Quotes::Everywhere,
            Mistake::TextsQuoted => other.quotes = Quotes::Texts,
            Mistake::JsonBody => other.message = Message::Body,
            Mistake::Utf16(order) => {
                other.encoding = Encoding::Utf16(*order);
                other.key = KeyForm::Utf16(*order);
            }
            Mistake::Utf16String(order) => other.encoding = Encoding::Utf16(*order),
            Mistake::Utf16Key(order) => other.key = KeyForm::Utf16(*order),
            Mistake::KeyHexDecoded => other.key = KeyForm::HexDecoded,
            Mistake::KeyBase64Decoded => other.key = KeyForm::Base64Decoded,
            Mistake::KeyTrimmed => other.key = KeyForm::Trimmed,
            Mistake::KeyTrailingNewline => other.key = KeyForm::Ending("\n"),
            Mistake::KeyTrailingCrlf => other.key = KeyForm::Ending("\r\n"),
            Mistake::KeyAndMessageSwapped => other.method = Method::Swapped,
            Mistake::PlainKeyMessage => other.method = Method::KeyThenMessage,
            Mistake::PlainMessageKey => other.method = Method::MessageThenKey,
            Mistake::HmacSha384 => other.method = Method::Hmac(Algorithm::Sha384),
            Mistake::HmacSha256 => other.method = Method::Hmac(Algorithm::Sha256),
            Mistake::HmacSha1 => other.method = Method::Hmac(Algorithm::Sha1),
            _ => other.output = self.output().unwrap_or(Output::Base64),
        }
        other
    }

    /// How the finished hash is written; none if the mistake lies elsewhere.
    pub(crate) fn output(&self) -> Option<Output> {
        Some(match *self {
            Mistake::Hex => Output::Hex,
            Mistake::UpperCaseHex => Output::UpperCaseHex,
            Mistake::Base64NoPad => Output::Base64NoPad,
            Mistake::Base64UrlSafe => Output::UrlSafe,
            Mistake::Base64UrlSafeNoPad => Output::UrlSafeNoPad,
            Mistake::Base64OfHex => Output::Base64OfHex,
            Mistake::Base64Twice => Output::Base64Twice,
            Mistake::UrlEncoded => Output::UrlEncoded,
            Mistake::UrlEncodedLowerCase => Output::UrlEncodedLowerCase,
            Mistake::MimeWrapped(line_end) => Output::Wrapped { columns: 76, line_end },
            Mistake::PemWrapped(line_end) => Output::Wrapped { columns: 64, line_end },
            _ => return None,
        })
    }
}

fn alphabetical() -> Vec<usize> {
    let mut order = ORDER.to_vec();
    order.sort_by_key(|&at| signed_field(at));
    order
}
