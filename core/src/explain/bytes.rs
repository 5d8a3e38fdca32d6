//! Bytes of a text in other encodings, wiped after use and written in one piece: what grows leaves copies behind.

use base64::{Engine, engine::general_purpose::STANDARD};
use zeroize::Zeroizing;

pub(crate) type Bytes = Zeroizing<Vec<u8>>;

pub(crate) const HEX: &[u8; 16] = b"0123456789abcdef";
pub(crate) const UPPER_CASE_HEX: &[u8; 16] = b"0123456789ABCDEF";

/// Each byte becomes at most so many.
pub(crate) fn changed<I: IntoIterator<Item = u8>>(text: &[u8], most: usize, change: impl Fn(u8) -> I) -> Bytes {
    collected(text.len().saturating_mul(most), text.iter().flat_map(|byte| change(*byte)))
}

pub(crate) fn collected(capacity: usize, all: impl IntoIterator<Item = u8>) -> Bytes {
    let mut bytes = Bytes::new(Vec::with_capacity(capacity));
    all.into_iter().for_each(|byte| bytes.push(byte));
    bytes
}

pub(crate) fn hex(text: &[u8], digits: &[u8; 16]) -> Bytes {
    changed(text, 2, |byte| {
        [byte >> 4, byte & 15].map(|digit| digits.get(usize::from(digit)).copied().unwrap_or_default())
    })
}

pub(crate) fn base64(text: &[u8]) -> Bytes {
    let mut bytes = Bytes::new(vec![0; text.len().div_ceil(3) * 4]);
    let len = STANDARD.encode_slice(text, &mut bytes).unwrap_or_default();
    bytes.truncate(len);
    bytes
}

pub(crate) fn url_encoded(text: &[u8], digits: &[u8; 16]) -> Bytes {
    changed(text, 3, |byte| {
        let is_plain = byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
        let coded = [byte >> 4, byte & 15].map(|digit| digits.get(usize::from(digit)).copied().unwrap_or_default());
        let bytes = if is_plain { [byte, 0, 0] } else { [b'%', coded[0], coded[1]] };
        bytes.into_iter().take(if is_plain { 1 } else { 3 })
    })
}

pub(crate) fn url_decoded(text: &[u8]) -> Bytes {
    let (mut bytes, mut rest) = (Bytes::new(Vec::with_capacity(text.len())), text);
    while let [byte, behind @ ..] = rest {
        let digit = |at: usize| behind.get(at).and_then(|digit| char::from(*digit).to_digit(16));
        let coded = digit(0).zip(digit(1)).filter(|_| *byte == b'%');
        bytes.push(coded.map_or(*byte, |(high, low)| (high * 16 + low) as u8));
        rest = if coded.is_some() { behind.get(2..).unwrap_or_default() } else { behind };
    }
    bytes
}

fn of_chars<I: IntoIterator<Item = u8>>(text: &str, most: usize, change: impl Fn(char) -> I) -> Bytes {
    collected(text.len().saturating_mul(most), text.chars().flat_map(change))
}

/// A character that ASCII lacks becomes a question mark.
pub(crate) fn ascii(text: &str) -> Bytes {
    of_chars(text, 1, |c| [if c.is_ascii() { c as u8 } else { b'?' }])
}

pub(crate) fn ascii_alone(text: &str) -> Bytes {
    of_chars(text, 1, |c| c.is_ascii().then_some(c as u8))
}

/// A character that ISO-8859-1 lacks becomes a question mark.
pub(crate) fn latin1(text: &str) -> Bytes {
    of_chars(text, 1, |c| [u8::try_from(c).unwrap_or(b'?')])
}

/// The bytes of UTF-8 are taken for ISO-8859-1, and encoded in UTF-8 again.
pub(crate) fn utf8_twice(text: &str) -> Bytes {
    let change = |byte: u8| {
        let is_ascii = byte.is_ascii();
        let bytes = if is_ascii { [byte, 0] } else { [0xc0 | byte >> 6, 0x80 | byte & 0x3f] };
        bytes.into_iter().take(if is_ascii { 1 } else { 2 })
    };
    changed(text.as_bytes(), 2, change)
}

/// The low bytes of UTF-16.
pub(crate) fn low_bytes(text: &str) -> Bytes {
    collected(text.len(), text.encode_utf16().map(|unit| unit as u8))
}

pub(crate) fn utf16_le(text: &str) -> Bytes {
    collected(text.len() * 2, text.encode_utf16().flat_map(u16::to_le_bytes))
}

pub(crate) fn utf16_be(text: &str) -> Bytes {
    collected(text.len() * 2, text.encode_utf16().flat_map(u16::to_be_bytes))
}

/// UTF-16 behind a byte order mark.
pub(crate) fn utf16_marked(text: &str) -> Bytes {
    collected(text.len() * 2 + 2, "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes))
}

/// JSON's escapes for what is not ASCII.
pub(crate) fn json_escaped(text: &str) -> Bytes {
    let unit = |unit: u16| {
        let is_ascii = unit < 128;
        let digit = |shift: u16| HEX.get(usize::from(unit >> shift & 15)).copied().unwrap_or_default();
        let bytes = [b'\\', b'u', digit(12), digit(8), digit(4), digit(0)];
        let bytes = if is_ascii { [unit as u8, 0, 0, 0, 0, 0] } else { bytes };
        bytes.into_iter().take(if is_ascii { 1 } else { 6 })
    };
    collected(text.len().saturating_mul(6), text.encode_utf16().flat_map(unit))
}

/// HTML's numbers for what is not ASCII.
pub(crate) fn html_escaped(text: &str) -> Bytes {
    of_chars(text, 5, |c| if c.is_ascii() { c.to_string() } else { format!("&#{};", u32::from(c)) }.into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A vector that has grown has left a copy behind.
    #[test]
    fn bytes_are_written_in_one_piece() {
        for text in ["key", "កូនសោ", "\u{1f600}\u{1f600}", "a&\"%41é", ""] {
            let of_bytes = text.as_bytes();
            for (bytes, most) in [
                (hex(of_bytes, HEX), 2),
                (url_encoded(of_bytes, HEX), 3),
                (url_decoded(of_bytes), 1),
                (ascii(text), 1),
                (ascii_alone(text), 1),
                (latin1(text), 1),
                (utf8_twice(text), 2),
                (low_bytes(text), 1),
                (utf16_le(text), 2),
                (utf16_be(text), 2),
                (json_escaped(text), 6),
                (html_escaped(text), 5),
            ] {
                assert_eq!(bytes.capacity(), Vec::<u8>::with_capacity(text.len() * most).capacity(), "{text}");
            }
        }
    }
}
