//! JSON text as it grows.
//!
//! Short pieces are written as whole blocks of which only the meant bytes are kept, so that no copy has a length
//! unknown to the compiler.

use crate::wire::{
    scan::{self, WIDTH},
    schema::Key,
};

/// Text being written.
#[derive(Default)]
pub struct Sink {
    bytes: Vec<u8>,
}

const HEX: &[u8; 16] = b"0123456789abcdef";

impl Sink {
    /// Goes on in a buffer of an earlier text, whose content is dropped.
    pub fn reuse(mut bytes: Vec<u8>) -> Sink {
        bytes.clear();
        Sink { bytes }
    }

    /// Makes room, so that writing does not have to.
    pub fn reserve(&mut self, bytes: usize) {
        self.bytes.reserve(bytes);
    }

    /// What is written so far.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// What is written.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// What is written, as text.
    pub fn into_text(self) -> String {
        String::from_utf8(self.bytes).unwrap_or_default()
    }

    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Writes all of `block`, and keeps `len` bytes of it.
    #[inline(always)]
    fn block<const N: usize>(&mut self, block: &[u8; N], len: usize) {
        let end = self.bytes.len() + len;
        self.bytes.extend_from_slice(block);
        self.bytes.truncate(end);
    }

    #[inline(always)]
    pub(crate) fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    /// Puts `byte` in the place of one that is written.
    #[inline(always)]
    pub(crate) fn replace(&mut self, at: usize, byte: u8) {
        if let Some(place) = self.bytes.get_mut(at) {
            *place = byte;
        }
    }

    #[inline(always)]
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Writes a comma, a key and a colon.
    #[inline(always)]
    pub(crate) fn key(&mut self, key: &Key) {
        self.block(&key.image, key.len);
    }

    /// Writes text as it is.
    #[inline(always)]
    pub(crate) fn raw(&mut self, text: &str) {
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            self.block(&scan::chunk(rest), WIDTH.min(rest.len()));
            rest = rest.get(WIDTH..).unwrap_or_default();
        }
    }

    /// Writes text that needs no escape, between quotes.
    #[inline(always)]
    pub(crate) fn plain_string(&mut self, text: &str) {
        self.byte(b'"');
        self.raw(text);
        self.byte(b'"');
    }

    /// Writes any text, between quotes.
    pub(crate) fn string(&mut self, text: &str) {
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

    #[cold]
    fn escape(&mut self, c: char) {
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
                return self.bytes(&[b'\\', b'u', b'0', b'0', digit(byte >> 4), digit(byte & 15)]);
            }
        };
        self.bytes(&[b'\\', short]);
    }

    /// Writes a whole number.
    #[inline(always)]
    pub(crate) fn integer(&mut self, value: u64) {
        self.digits(u128::from(value));
    }

    /// Writes the digits of a number.
    #[inline(always)]
    pub(crate) fn digits(&mut self, value: u128) {
        let mut digits = [0; 39];
        let len = decimal_digits(value, &mut digits);
        self.bytes(digits.get(39 - len..).unwrap_or_default());
    }

    /// Writes `zeros` zeros.
    pub(crate) fn zeros(&mut self, zeros: usize) {
        self.bytes.extend(std::iter::repeat_n(b'0', zeros));
    }
}

/// Fills the end of `digits`, and tells how many there are.
#[inline(always)]
pub(crate) fn decimal_digits(value: u128, digits: &mut [u8; 39]) -> usize {
    let (mut len, mut high) = (0, value);
    let mut low = value as u64;
    // Division of 128 bits is slow, and hardly any amount needs it.
    if high > u128::from(u64::MAX) {
        low = 0;
    }
    for place in digits.iter_mut().rev() {
        let digit = if high > u128::from(u64::MAX) {
            let digit = (high % 10) as u8;
            high /= 10;
            if high <= u128::from(u64::MAX) {
                low = high as u64;
            }
            digit
        } else {
            let digit = (low % 10) as u8;
            low /= 10;
            digit
        };
        *place = b'0' + digit;
        len += 1;
        if high <= u128::from(u64::MAX) && low == 0 {
            break;
        }
    }
    len
}
