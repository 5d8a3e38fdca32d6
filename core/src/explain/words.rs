//! Mistakes in words: a stable name, a sentence, and the setting that agrees.

use super::{input::signed_field, mistake::Mistake, observed::Cause};
use crate::wire::SigningOffset;

impl Mistake {
    /// The mistake as an answer, with the setting that makes `own`, the zone of billwire's digits, agree.
    pub(crate) fn cause(&self, own: SigningOffset) -> Cause {
        let (name, with, explanation) = self.words();
        let setting = self.setting(own);
        Cause { mistake: name.into(), with, setting, explanation: explanation.into() }
    }

    /// Two mistakes at once, as an answer. No setting makes up for both.
    pub(crate) fn with(&self, other: &Mistake) -> Cause {
        let ((first, with, sentence), (second, _, behind)) = (self.words(), other.words());
        Cause {
            mistake: format!("{first}+{second}"),
            with,
            setting: None,
            explanation: format!("{sentence}, and {behind}"),
        }
    }

    fn setting(&self, own: SigningOffset) -> Option<String> {
        let zone = match self {
            Mistake::Zone(zone) => *zone,
            Mistake::ZoneDropped(zone) => own.west_by(*zone)?,
            Mistake::KeyTrimmed => return Some("hash_token without the white space around it".into()),
            _ => return None,
        };
        Some(format!("signing_offset: \"{zone}\""))
    }

    /// Its stable name, with what, and what the other side has done.
    fn words(&self) -> (&'static str, Option<String>, &'static str) {
        let with = |text: &str| Some(text.to_owned());
        match self {
            Mistake::Zone(zone) => ("zone", with(&zone.to_string()), "the digits of the date are written in this zone"),
            Mistake::ZoneDropped(zone) => {
                ("zone_dropped", with(&zone.to_string()), "the Z is dropped, and the date is read in this zone")
            }
            Mistake::Millis => ("millis", None, "the digits of the date carry milliseconds"),
            Mistake::IsoText => ("iso_text", None, "the date is signed as the text of the body"),
            Mistake::IsoTextSeconds => {
                ("iso_text_seconds", None, "the date is signed as ISO text without milliseconds")
            }
            Mistake::DateOnly => ("date_only", None, "the date is signed as its eight digits of the day"),
            Mistake::TwelveHours => {
                ("twelve_hours", None, "the hours are counted to twelve: the pattern has hh where HH is due")
            }
            Mistake::MinutesAndMonths(pattern) => (
                "minutes_and_months",
                with(pattern),
                "minutes and months are mixed up as in this pattern: MM is the month, and mm the minute",
            ),
            Mistake::SecondsMissing => ("seconds_missing", None, "the digits of the date end with the minutes"),
            Mistake::DateOrder(pattern) => {
                ("date_order", with(pattern), "the digits of the date are in the order of this pattern")
            }
            Mistake::BuddhistYear => ("buddhist_year", None, "the year of the date is one of the Buddhist calendar"),
            Mistake::UnixSeconds => ("unix_seconds", None, "the date is signed as seconds since 1970"),
            Mistake::UnixMillis => ("unix_millis", None, "the date is signed as milliseconds since 1970"),
            Mistake::DueDate => ("due_date", None, "due_date is signed instead of date"),
            Mistake::AmountDecimals(places) => {
                ("amount_decimals", with(&places.to_string()), "total_amount is signed with so many decimals")
            }
            Mistake::AmountThousands => ("amount_thousands", None, "total_amount is signed with thousands separators"),
            Mistake::AmountCents => ("amount_cents", None, "total_amount is signed in cents: a hundred times as much"),
            Mistake::AmountKhr => ("amount_khr", None, "total_amount_khr is signed instead of total_amount"),
            Mistake::OrderAlphabetical => ("order_alphabetical", None, "the fields are in the order of the alphabet"),
            Mistake::OrderReversed => ("order_reversed", None, "the fields are in the opposite order"),
            Mistake::OrderSwapped(at) => {
                let pair = format!("{},{}", signed_field(at - 1), signed_field(*at));
                ("order_swapped", Some(pair), "these two fields are swapped")
            }
            Mistake::FieldMissing(at) => {
                ("field_missing", with(signed_field(*at)), "this field is not in the signing string")
            }
            Mistake::Separator(text) => ("separator", with(text), "the fields are joined by this separator"),
            Mistake::Destination(text) => ("destination", with(text), "another destination is signed"),
            Mistake::CurrencyLowerCase => ("currency_lower_case", None, "the currency is signed in lower case"),
            Mistake::Nfc => ("nfc", None, "the text is brought into Unicode's form C before it is signed"),
            Mistake::Nfd => ("nfd", None, "the text is brought into Unicode's form D before it is signed"),
            Mistake::ValuesQuoted => ("values_quoted", None, "every value is signed between quotes"),
            Mistake::TextsQuoted => ("texts_quoted", None, "every value but total_amount is signed between quotes"),
            Mistake::JsonBody => ("json_body", None, "the JSON body is signed instead of the signing string"),
            Mistake::Utf16(order) => ("utf16", with(order.name()), "key and signing string are in UTF-16, not UTF-8"),
            Mistake::Utf16String(order) => {
                ("utf16_string", with(order.name()), "the signing string is in UTF-16, not UTF-8")
            }
            Mistake::Utf16Key(order) => ("utf16_key", with(order.name()), "the key is in UTF-16, not UTF-8"),
            Mistake::KeyHexDecoded => ("key_hex_decoded", None, "the key is decoded from hex: it is used as it is"),
            Mistake::KeyBase64Decoded => {
                ("key_base64_decoded", None, "the key is decoded from Base64: it is used as it is")
            }
            Mistake::KeyTrimmed => ("key_trimmed", None, "the white space around the key is cut off"),
            Mistake::KeyTrailingNewline => ("key_trailing_newline", None, "the key carries a newline at its end"),
            Mistake::KeyTrailingCrlf => {
                ("key_trailing_crlf", None, "the key carries a carriage return and a newline at its end")
            }
            Mistake::KeyAndMessageSwapped => ("key_and_message_swapped", None, "the signing string is used as the key"),
            Mistake::PlainKeyMessage => {
                ("plain_key_message", None, "it is SHA-512 of the key and the signing string, without HMAC")
            }
            Mistake::PlainMessageKey => {
                ("plain_message_key", None, "it is SHA-512 of the signing string and the key, without HMAC")
            }
            Mistake::HmacSha384 => ("hmac_sha384", None, "HMAC is made with SHA-384"),
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
            Mistake::Base64Twice => ("base64_twice", None, "the hash is encoded in Base64 twice"),
            Mistake::UrlEncoded => ("url_encoded", None, "the hash is encoded for a URL"),
            Mistake::UrlEncodedLowerCase => {
                ("url_encoded_lower_case", None, "the hash is encoded for a URL, with hex in lower case")
            }
            Mistake::MimeWrapped(line_end) => {
                ("mime_wrapped", with(line_end), "the hash is wrapped after 76 characters, as MIME does")
            }
            Mistake::PemWrapped(line_end) => {
                ("pem_wrapped", with(line_end), "the hash is wrapped after 64 characters, as PEM does")
            }
        }
    }
}
