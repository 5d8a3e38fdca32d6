//! Buffer for JSON text.
//!
//! A short text is copied as a block of constant size, and only its own bytes are kept. The compiler copies such blocks
//! faster than a length it does not know.

use crate::{
    scan::{self, WIDTH},
    schema::Key,
};

/// Writer of compact JSON into a buffer that grows as needed.
#[derive(Default)]
pub struct JsonWriter {
    buffer: Vec<u8>,
    len: usize,
}

/// Digits that fit into the block of [`JsonWriter::small`], besides the point.
const SMALL_DIGITS: usize = 14;

/// Digits of the largest `u128`.
const MOST_DIGITS: usize = 39;

/// Smallest capacity of a buffer, in bytes.
const FIRST_CAPACITY: usize = 256;

const HEX: &[u8; 16] = b"0123456789abcdef";

impl JsonWriter {
    /// Starts a new text, which overwrites the buffer.
    pub fn restart(&mut self) {
        self.len = 0;
    }

    /// Returns the bytes written so far.
    pub fn as_bytes(&self) -> &[u8] {
        self.buffer.get(..self.len).unwrap_or_default()
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

    /// Returns the length of the text so far, in bytes.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Writes all of `block`, and keeps `len` bytes of it.
    #[inline]
    fn block<const N: usize>(&mut self, block: &[u8; N], len: usize) {
        match self.buffer.get_mut(self.len..).and_then(<[u8]>::first_chunk_mut) {
            Some(place) => {
                *place = *block;
                self.len += len;
            }
            None => self.bytes(block.get(..len).unwrap_or_default()),
        }
    }

    /// Writes one byte, without escapes.
    #[inline]
    pub fn byte(&mut self, byte: u8) {
        match self.buffer.get_mut(self.len) {
            Some(place) => {
                *place = byte;
                self.len += 1;
            }
            None => self.bytes(&[byte]),
        }
    }

    /// Replaces the byte at `at`, which is already written.
    #[inline]
    pub fn replace(&mut self, at: usize, byte: u8) {
        if let Some(place) = self.buffer.get_mut(at) {
            *place = byte;
        }
    }

    /// Writes bytes without escapes, and grows the buffer as needed.
    #[inline(never)]
    pub fn bytes(&mut self, bytes: &[u8]) {
        let end = self.len.saturating_add(bytes.len());
        if self.buffer.get(..end).is_none() {
            self.buffer.resize(end.next_power_of_two().max(FIRST_CAPACITY), 0);
        }
        if let Some(place) = self.buffer.get_mut(self.len..end) {
            place.copy_from_slice(bytes);
            self.len = end;
        }
    }

    /// Writes a comma, a key and a colon.
    #[inline]
    pub fn key(&mut self, key: &Key) {
        self.block(&key.image, key.len);
    }

    /// Writes text without quotes and escapes.
    #[inline]
    pub fn raw(&mut self, text: &str) {
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            self.block(&scan::chunk(rest), WIDTH.min(rest.len()));
            rest = rest.get(WIDTH..).unwrap_or_default();
        }
    }

    /// Writes text between quotes. The caller ensures that it needs no escape.
    #[inline]
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

    /// Writes the digits of a number, with a point before the last `fraction` of them.
    #[inline]
    pub fn digits(&mut self, value: u128, fraction: usize) {
        if let (Ok(small), 0..SMALL_DIGITS) = (u32::try_from(value), fraction) {
            self.small(small, fraction);
        } else {
            self.large(value, fraction);
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
    fn small(&mut self, mut value: u32, fraction: usize) {
        let mut text = [b'0'; WIDTH];
        let mut left = WIDTH;
        for (place, at) in text.iter_mut().rev().zip(0..) {
            if at == fraction && fraction > 0 {
                *place = b'.';
            } else {
                *place = b'0' + (value % 10) as u8;
                value /= 10;
            }
            left -= 1;
            if value == 0 && (fraction == 0 || at > fraction) {
                break;
            }
        }
        let text = text.get(left..).unwrap_or_default();
        self.block(&scan::chunk(text), text.len());
    }

    #[cold]
    fn large(&mut self, mut value: u128, fraction: usize) {
        let mut digits = Vec::with_capacity(2 * MOST_DIGITS);
        while value > 0 || digits.len() <= fraction {
            if !digits.is_empty() && digits.len() == fraction {
                digits.push(b'.');
            }
            digits.push(b'0' + (value % 10) as u8);
            value /= 10;
        }
        digits.reverse();
        self.bytes(&digits);
    }

    /// Writes `zeros` zeros.
    pub fn zeros(&mut self, zeros: usize) {
        for _ in 0..zeros {
            self.byte(b'0');
        }
    }
}
