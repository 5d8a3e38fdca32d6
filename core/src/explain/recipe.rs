//! How a hash is made, step by step, so that a mistake is one step done otherwise.

use super::Normalize;
use crate::{
    model::{DigitsOffset, Instant},
    operations::SignedFields,
    signing::{Algorithm, digest, mac},
    wire::sink::Sink,
};
use base64::{
    Engine, alphabet,
    engine::{
        DecodePaddingMode,
        general_purpose::{GeneralPurpose, GeneralPurposeConfig, STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD},
    },
};
use zeroize::Zeroizing;

/// A bill with all that a mistake may take instead of a signed field.
pub(crate) struct Bill<'a> {
    pub(crate) fields: &'a SignedFields<'a>,
    pub(crate) total_amount_khr: Option<&'a str>,
    pub(crate) digits_offset: DigitsOffset,
    pub(crate) normalize: &'a dyn Normalize,
}

/// One way to make a hash. The default is the right one.
#[derive(Clone, Debug)]
pub(crate) struct Recipe {
    pub(crate) date: DateForm,
    pub(crate) amount: AmountForm,
    pub(crate) text: TextForm,
    pub(crate) lower_case_currency: bool,
    pub(crate) destination: Option<String>,
    /// Which parts, in which order.
    pub(crate) order: Vec<usize>,
    pub(crate) separator: String,
    pub(crate) key: KeyForm,
    pub(crate) method: Method,
    pub(crate) output: Output,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum DateForm {
    Digits,
    DigitsAt(DigitsOffset),
    /// The wall clock of UTC, taken for one of this zone.
    ReadIn(DigitsOffset),
    Millis,
    Iso {
        millis: bool,
    },
    DateOnly,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum AmountForm {
    Plain,
    Decimals(usize),
    Thousands,
    Khr,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum TextForm {
    AsGiven,
    Nfc,
    Nfd,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum KeyForm {
    AsGiven,
    HexDecoded,
    Base64Decoded,
    Trimmed,
    TrailingNewline,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Method {
    Hmac(Algorithm),
    /// The message is the key.
    Swapped,
    /// No HMAC at all.
    KeyThenMessage,
    MessageThenKey,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Output {
    Base64,
    Base64NoPad,
    UrlSafe,
    UrlSafeNoPad,
    Hex,
    UpperCaseHex,
    Base64OfHex,
}

/// The order of section 5.3: `ref_id`, `date`, `currency`, `total_amount`, `customer_sync_code`, `settlement_to`.
pub(crate) const ORDER: [usize; 6] = [0, 1, 2, 3, 4, 5];

impl Default for Recipe {
    fn default() -> Recipe {
        Recipe {
            date: DateForm::Digits,
            amount: AmountForm::Plain,
            text: TextForm::AsGiven,
            lower_case_currency: false,
            destination: None,
            order: ORDER.to_vec(),
            separator: String::new(),
            key: KeyForm::AsGiven,
            method: Method::Hmac(Algorithm::Sha512),
            output: Output::Base64,
        }
    }
}

impl Recipe {
    /// What the hash of a bill is, made this way; none if it cannot be made.
    pub(crate) fn output(&self, bill: &Bill<'_>, key: &[u8]) -> Option<String> {
        let parts = self.parts(bill);
        // Without a date, such as one whose year has no four digits in a zone, there is nothing to sign.
        if parts.iter().any(String::is_empty) {
            return None;
        }
        let parts: Vec<&str> = self.order.iter().filter_map(|&at| parts.get(at)).map(String::as_str).collect();
        let message = parts.join(&self.separator).into_bytes();
        let key = self.key.of(key)?;
        let hash = match self.method {
            Method::Hmac(algorithm) => mac(algorithm, &key, &message),
            Method::Swapped => mac(Algorithm::Sha512, &message, &key),
            Method::KeyThenMessage => digest(&Zeroizing::new([key.as_slice(), &message].concat())),
            Method::MessageThenKey => digest(&Zeroizing::new([message.as_slice(), &key].concat())),
        };
        Some(self.output.of(&hash))
    }

    /// The six parts of the signing string.
    pub(crate) fn parts(&self, bill: &Bill<'_>) -> [String; 6] {
        let fields = bill.fields;
        let text = |text: &str| match self.text {
            TextForm::AsGiven => text.to_owned(),
            TextForm::Nfc => bill.normalize.nfc(text),
            TextForm::Nfd => bill.normalize.nfd(text),
        };
        let currency = text(fields.currency);
        [
            text(fields.ref_id),
            self.date.of(bill),
            if self.lower_case_currency { bill.normalize.lower_case(&currency) } else { currency },
            self.amount.of(bill),
            text(fields.customer_sync_code),
            text(self.destination.as_deref().unwrap_or(fields.settlement_to)),
        ]
    }
}

impl DateForm {
    fn of(self, bill: &Bill<'_>) -> String {
        let (date, own) = (bill.fields.date, bill.digits_offset);
        let digits = |offset| date.digits(offset).map(text_of).unwrap_or_default();
        match self {
            DateForm::Digits => digits(own),
            DateForm::DigitsAt(offset) => digits(offset),
            DateForm::ReadIn(zone) => {
                let read = date.shifted(zone.mirrored()).map(Instant::from_unix_millis);
                read.and_then(|read| read.digits(own)).map(text_of).unwrap_or_default()
            }
            DateForm::Millis => format!("{}{:03}", digits(own), date.unix_millis().rem_euclid(1000)),
            DateForm::Iso { millis } => {
                let mut out = Sink::default();
                date.write(&mut out, millis);
                out.into_text()
            }
            DateForm::DateOnly => digits(own).chars().take(8).collect(),
        }
    }
}

fn text_of(digits: [u8; 14]) -> String {
    digits.map(char::from).iter().collect()
}

impl AmountForm {
    fn of(self, bill: &Bill<'_>) -> String {
        let amount = bill.fields.total_amount;
        match self {
            AmountForm::Plain => amount.to_string(),
            AmountForm::Decimals(places) => format!("{amount}.{}", "0".repeat(places)),
            AmountForm::Thousands => thousands(&amount.to_string()),
            AmountForm::Khr => bill.total_amount_khr.unwrap_or_default().to_owned(),
        }
    }
}

fn thousands(digits: &str) -> String {
    let grouped = digits.bytes().rev().enumerate().flat_map(|(at, digit)| {
        let comma = (at > 0 && at % 3 == 0).then_some(',');
        comma.into_iter().chain([char::from(digit)])
    });
    let reversed: String = grouped.collect();
    reversed.chars().rev().collect()
}

impl KeyForm {
    fn of(self, key: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
        match self {
            KeyForm::AsGiven => Some(key.to_vec().into()),
            KeyForm::HexDecoded => hex_decoded(key),
            KeyForm::Base64Decoded => base64_decoded(key),
            KeyForm::Trimmed => core::str::from_utf8(key).ok().map(|key| key.trim().as_bytes().to_vec().into()),
            KeyForm::TrailingNewline => Some([key, b"\n"].concat().into()),
        }
    }
}

fn hex_decoded(key: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
    let digit = |&byte: &u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let (pairs, rest) = key.as_chunks::<2>();
    // In one piece from the beginning: what grows leaves copies behind.
    let mut bytes = Zeroizing::new(Vec::with_capacity(pairs.len()));
    for [high, low] in pairs {
        bytes.push((digit(high)? << 4) + digit(low)?);
    }
    Some(bytes).filter(|bytes| rest.is_empty() && !bytes.is_empty())
}

fn base64_decoded(key: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
    // Decoders differ in what they forgive; those that people use forgive much.
    let lenient = GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let engines = [&alphabet::STANDARD, &alphabet::URL_SAFE].map(|alphabet| GeneralPurpose::new(alphabet, lenient));
    engines.iter().find_map(|engine| {
        let mut bytes = Zeroizing::new(vec![0; key.len()]);
        let len = engine.decode_slice(key, &mut bytes).ok()?;
        bytes.truncate(len);
        Some(bytes)
    })
}

impl Output {
    fn of(self, hash: &[u8]) -> String {
        let hex = || hash.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        match self {
            Output::Base64 => base64(&STANDARD, hash),
            Output::Base64NoPad => base64(&STANDARD_NO_PAD, hash),
            Output::UrlSafe => base64(&URL_SAFE, hash),
            Output::UrlSafeNoPad => base64(&URL_SAFE_NO_PAD, hash),
            Output::Hex => hex(),
            Output::UpperCaseHex => hex().to_ascii_uppercase(),
            Output::Base64OfHex => base64(&STANDARD, hex().as_bytes()),
        }
    }
}

fn base64(engine: &impl Engine, bytes: &[u8]) -> String {
    let mut text = vec![0; bytes.len().div_ceil(3) * 4];
    let len = engine.encode_slice(bytes, &mut text).unwrap_or_default();
    text.truncate(len);
    String::from_utf8(text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::hex_decoded;

    #[test]
    fn only_pairs_of_hex_digits_are_decoded() {
        assert_eq!(hex_decoded(b"0aF1").map(|bytes| bytes.to_vec()), Some(vec![0x0a, 0xf1]));
        for key in ["", "a", "abc", "ag", "ga", "0x"] {
            assert!(hex_decoded(key.as_bytes()).is_none(), "{key}");
        }
    }
}
