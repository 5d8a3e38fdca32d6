//! Buffer for JSON text.
//!
//! A short text is copied as a block of constant size, and only its own bytes are kept. The compiler copies such blocks
//! faster than a length it does not know.

use crate::wire::{
    model::schema::Key,
    read::scan::{self, WIDTH},
    write::encoding::{Unit, chunk, unusual},
};

/// Writer of compact JSON, in units of one width, into a buffer that grows as needed.
#[derive(Default)]
pub struct JsonWriter<U = u8> {
    buffer: Vec<U>,
    len: usize,
}

/// Digits of the largest `u128`.
const MOST_DIGITS: usize = 39;

/// Smallest capacity of a buffer, in bytes.
const FIRST_CAPACITY: usize = 256;

const HEX: &[u8; 16] = b"0123456789abcdef";

impl<U: Unit> JsonWriter<U> {
    /// Starts a new text, which overwrites the buffer.
    pub fn restart(&mut self) {
        self.len = 0;
    }

    /// Starts a new text of about `units` units.
    pub(crate) fn restart_with_capacity(&mut self, units: usize) {
        self.len = 0;
        if self.buffer.len() < units {
            self.buffer.resize(units.next_power_of_two(), U::default());
        }
    }

    /// Returns the units written so far.
    pub fn units(&self) -> &[U] {
        self.buffer.get(..self.len).unwrap_or_default()
    }

    /// Returns the length of the text so far, in units.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Drops what was written behind the first `len` units.
    pub(crate) fn cut(&mut self, len: usize) {
        self.len = len;
    }

    /// Writes all of `block`, and keeps `len` units of it.
    #[inline(always)]
    pub(crate) fn block<const N: usize>(&mut self, block: &[U; N], len: usize) {
        match self.buffer.get_mut(self.len..).and_then(<[U]>::first_chunk_mut) {
            Some(place) => {
                *place = *block;
                self.len += len;
            }
            None => self.all(block.get(..len).unwrap_or_default()),
        }
    }

    /// Writes one unit, without escapes.
    #[inline(always)]
    pub(crate) fn unit(&mut self, unit: U) {
        match self.buffer.get_mut(self.len) {
            Some(place) => {
                *place = unit;
                self.len += 1;
            }
            None => self.all(&[unit]),
        }
    }

    /// Writes one byte of ASCII, without escapes.
    #[inline(always)]
    pub fn byte(&mut self, byte: u8) {
        self.unit(U::from_byte(byte));
    }

    /// Replaces the unit at `at`, which is already written, by one of ASCII.
    #[inline(always)]
    pub fn replace(&mut self, at: usize, byte: u8) {
        if let Some(place) = self.buffer.get_mut(at) {
            *place = U::from_byte(byte);
        }
    }

    /// Writes units without escapes, and grows the buffer as needed.
    #[inline(never)]
    fn all(&mut self, units: &[U]) {
        let end = self.len.saturating_add(units.len());
        if self.buffer.get(..end).is_none() {
            self.buffer.resize(end.next_power_of_two().max(FIRST_CAPACITY), U::default());
        }
        if let Some(place) = self.buffer.get_mut(self.len..end) {
            place.copy_from_slice(units);
            self.len = end;
        }
    }

    /// Writes up to 32 bytes of ASCII, of which `len` are kept.
    #[inline(always)]
    pub(crate) fn image(&mut self, image: &[u8; 2 * WIDTH], len: usize) {
        let (start, (halves, _)) = (self.len, image.as_chunks::<WIDTH>());
        for half in halves {
            self.block(&U::from_bytes(*half), WIDTH);
        }
        self.len = start + len;
    }

    /// Writes a comma, a key and a colon.
    #[inline(always)]
    pub fn key(&mut self, key: &Key) {
        self.image(&key.image, key.len);
    }

    /// Writes ASCII without escapes.
    #[inline(always)]
    pub(crate) fn ascii(&mut self, text: &[u8]) {
        let mut rest = text;
        while !rest.is_empty() {
            self.block(&U::from_bytes(scan::chunk(rest)), WIDTH.min(rest.len()));
            rest = rest.get(WIDTH..).unwrap_or_default();
        }
    }

    #[cold]
    pub(crate) fn escape(&mut self, c: char) {
        let byte = u32::from(c) as u8;
        let short = match byte {
            b'"' | b'\\' => byte,
            8 => b'b',
            9 => b't',
            10 => b'n',
            12 => b'f',
            13 => b'r',
            _ => {
                let digit = |nibble: u8| HEX.get(usize::from(nibble)).copied().unwrap_or(b'0');
                return self.ascii(&[b'\\', b'u', b'0', b'0', digit(byte >> 4), digit(byte & 15)]);
            }
        };
        self.ascii(&[b'\\', short]);
    }

    /// Writes the digits of a number, with a point before the last `fraction` of them.
    #[inline(never)]
    pub fn digits(&mut self, value: u128, fraction: usize) {
        match (u32::try_from(value), fraction) {
            (Ok(value), 0) => self.short(value),
            (Ok(value), 1) => {
                self.short(value / 10);
                self.byte(b'.');
                self.digit(value);
            }
            (Ok(value), 2) => {
                self.short(value / 100);
                self.byte(b'.');
                self.pair(value % 100);
            }
            _ => self.large(value, fraction),
        }
    }

    /// Writes a whole number.
    pub fn whole(&mut self, value: i128) {
        if value.is_negative() {
            self.byte(b'-');
        }
        self.digits(value.unsigned_abs(), 0);
    }

    /// Writes a number of 32 bits, whose division is cheap on every target. Few amounts need more.
    #[inline]
    pub(crate) fn short(&mut self, value: u32) {
        match value {
            0..10 => self.digit(value),
            _ => self.long(value),
        }
    }

    /// Writes a number above 9 by eights of digits.
    #[inline(never)]
    fn long(&mut self, value: u32) {
        const EIGHT: u32 = 100_000_000;
        if value >= EIGHT {
            self.short(value / EIGHT);
            return self.eight(eight_digits(value % EIGHT), 0);
        }
        let digits = eight_digits(value);
        self.eight(digits, digits.trailing_zeros() / u8::BITS);
    }

    /// Writes eight digits without the first `left_out`.
    #[inline]
    fn eight(&mut self, digits: u64, left_out: u32) {
        const ZEROS: u64 = u64::from_le_bytes([b'0'; 8]);
        let kept = (digits >> (u8::BITS * left_out)) + ZEROS;
        self.block(&U::from_bytes(u128::from(kept).to_le_bytes()), 8 - left_out as usize);
    }

    #[inline]
    pub(crate) fn digit(&mut self, value: u32) {
        self.byte(b'0' + (value % 10) as u8);
    }

    #[inline(always)]
    pub(crate) fn pair(&mut self, value: u32) {
        let digit = |value: u32| U::from_byte(b'0' + (value % 10) as u8);
        self.block(&[digit(value / 10), digit(value)], 2);
    }

    /// Writes a point and hundredths, without a zero at their end.
    #[inline]
    pub(crate) fn hundredths(&mut self, value: u32) {
        let digit = |value: u32| U::from_byte(b'0' + (value % 10) as u8);
        let kept = if value.is_multiple_of(10) { 2 } else { 3 };
        self.block(&[U::from_byte(b'.'), digit(value / 10), digit(value)], kept);
    }

    #[cold]
    fn large(&mut self, value: u128, fraction: usize) {
        self.ascii(&large_digits(value, fraction));
    }

    /// Writes `zeros` zeros.
    pub fn zeros(&mut self, zeros: usize) {
        for _ in 0..zeros {
            self.byte(b'0');
        }
    }
}

impl JsonWriter<u16> {
    /// Writes the first `len` units of a text between quotes. Returns false, and has written nothing of use, if one of
    /// them needs another treatment ([`unusual`]).
    #[inline]
    pub(crate) fn usual_string(&mut self, text: &[u16], len: usize) -> bool {
        self.byte(b'"');
        let (mut at, mut seen) = (0, 0);
        loop {
            let (units, left) = (chunk(text, at), len - at);
            let bits = unusual(&units);
            if left <= WIDTH {
                self.block(&units, left);
                self.byte(b'"');
                return seen | bits & ((1 << left) - 1) == 0;
            }
            seen |= bits;
            self.block(&units, WIDTH);
            at += WIDTH;
        }
    }
}

/// The digits of a number below 10^8, one in a byte, the first one lowest. They are divided from each other all at
/// once.
#[inline]
fn eight_digits(value: u32) -> u64 {
    let fours = u64::from(value / 10_000) + (u64::from(value % 10_000) << 32);
    let hundreds = ((fours * 10_486) >> 20) & 0x7f_0000_007f;
    let twos = hundreds + ((fours - 100 * hundreds) << 16);
    let tens = ((twos * 103) >> 10) & 0x0f_000f_000f_000f;
    tens + ((twos - 10 * tens) << 8)
}

fn large_digits(mut value: u128, fraction: usize) -> Vec<u8> {
    let mut digits = Vec::with_capacity(2 * MOST_DIGITS);
    while value > 0 || digits.len() <= fraction {
        if !digits.is_empty() && digits.len() == fraction {
            digits.push(b'.');
        }
        digits.push(b'0' + (value % 10) as u8);
        value /= 10;
    }
    digits.reverse();
    digits
}

impl JsonWriter {
    /// Returns the bytes written so far.
    pub fn as_bytes(&self) -> &[u8] {
        self.units()
    }

    /// Returns the bytes written.
    pub fn into_bytes(mut self) -> Vec<u8> {
        self.buffer.truncate(self.len);
        self.buffer
    }

    /// Returns the text written.
    pub fn into_text(self) -> String {
        String::from_utf8(self.into_bytes()).unwrap_or_default()
    }

    /// Writes bytes without escapes, and grows the buffer as needed.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.all(bytes);
    }

    /// Writes text without quotes and escapes.
    #[inline(always)]
    pub fn raw(&mut self, text: &str) {
        self.ascii(text.as_bytes());
    }

    /// Writes text between quotes. The caller ensures that it needs no escape.
    #[inline(always)]
    pub fn plain_string(&mut self, text: &str) {
        self.byte(b'"');
        self.raw(text);
        self.byte(b'"');
    }

    /// Writes text between quotes, with escapes.
    pub fn string(&mut self, text: &str) {
        self.byte(b'"');
        let mut rest = text;
        while let Some(at) = rest.bytes().position(|byte| byte < b' ' || byte == b'"' || byte == b'\\') {
            let (plain, tail) = rest.split_at(at);
            self.bytes(plain.as_bytes());
            let mut tail = tail.chars();
            self.escape(tail.next().unwrap_or_default());
            rest = tail.as_str();
        }
        self.bytes(rest.as_bytes());
        self.byte(b'"');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_number_of_four_digits_at_both_ends_of_eight() {
        for value in 0..10_000 {
            assert_eq!(eight_digits(value).to_le_bytes().map(|digit| b'0' + digit), *format!("{value:08}").as_bytes());
            let value = value * 10_000 + 9_999;
            assert_eq!(eight_digits(value).to_le_bytes().map(|digit| b'0' + digit), *format!("{value:08}").as_bytes());
        }
    }

    proptest! {
        #[test]
        fn digits_of_any_length(value: u32, cut in 0..u32::BITS) {
            let mut out = JsonWriter::<u16>::default();
            out.short(value >> cut);
            prop_assert_eq!(String::from_utf16(out.units()).unwrap(), (value >> cut).to_string());
        }
    }
}
