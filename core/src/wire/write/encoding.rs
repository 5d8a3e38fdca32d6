//! Code units of the two encodings that languages have: JavaScript has UTF-16. Rust has UTF-8, and Kotlin and Swift
//! pass it.
//!
//! A body has the encoding of its caller. Text is copied sixteen units at a time.

use crate::wire::read::scan::WIDTH;
use wide::{u8x16, u16x8};

/// Code unit of a text: a byte of UTF-8, or 16 bits of UTF-16.
pub trait Unit: Copy + Default + Eq + 'static {
    /// Returns the units of ASCII.
    fn from_bytes(bytes: [u8; WIDTH]) -> [Self; WIDTH];

    /// Returns the unit of a byte of ASCII.
    fn from_byte(byte: u8) -> Self;
}

impl Unit for u8 {
    #[inline(always)]
    fn from_bytes(bytes: [u8; WIDTH]) -> [u8; WIDTH] {
        bytes
    }

    #[inline(always)]
    fn from_byte(byte: u8) -> u8 {
        byte
    }
}

impl Unit for u16 {
    #[inline(always)]
    fn from_bytes(bytes: [u8; WIDTH]) -> [u16; WIDTH] {
        bytes.map(u16::from)
    }

    #[inline(always)]
    fn from_byte(byte: u8) -> u16 {
        byte.into()
    }
}

/// Returns one bit for each unit that cannot be copied as it is: a control character, a quote, a backslash, or half
/// of a surrogate pair, which is checked.
#[inline(always)]
pub(crate) fn unusual(units: &[u16; WIDTH]) -> u32 {
    let bytes = Bytes::of(units);
    let units = bytes.clamped();
    let control = units.simd_lt(u8x16::splat(b' ')) | (units - u8x16::splat(0x7f)).simd_lt(u8x16::splat(0x21));
    let quotes = units.simd_eq(u8x16::splat(b'"')) | units.simd_eq(u8x16::splat(b'\\'));
    (quotes | control | bytes.surrogates()).to_bitmask()
}

/// Bytes of sixteen units of UTF-16.
#[derive(Clone, Copy)]
pub(crate) struct Bytes {
    /// Low byte of each unit.
    pub(crate) low: u8x16,
    /// High byte of each unit.
    pub(crate) high: u8x16,
}

impl Bytes {
    /// A unit is made small by a mask or a shift, and then narrowed. Of a minimum and a narrowing, LLVM 22 makes for
    /// wasm a narrowing of signed numbers alone, which takes a unit from U+8000 for a negative one.
    #[inline(always)]
    pub(crate) fn of(units: &[u16; WIDTH]) -> Bytes {
        let narrowed = |[a, b]: [u16x8; 2]| u8x16::narrow_i16x8(a.cast_signed(), b.cast_signed());
        let [a, b]: [u16x8; 2] = wide::bytemuck::cast(*units);
        let low = u16x8::splat(0xff);
        Bytes { low: narrowed([a & low, b & low]), high: narrowed([a >> 8, b >> 8]) }
    }

    /// Units as one byte each. One above U+00FF becomes 0xff.
    #[inline(always)]
    pub(crate) fn clamped(self) -> u8x16 {
        self.low | !self.high.simd_eq(u8x16::splat(0))
    }

    /// A mask of the halves of surrogate pairs.
    #[inline(always)]
    pub(crate) fn surrogates(self) -> u8x16 {
        (self.high & u8x16::splat(0xf8)).simd_eq(u8x16::splat(0xd8))
    }
}

/// Returns sixteen units of a text from `at`, of which those behind the text are zeros.
#[inline(always)]
pub(crate) fn chunk<U: Unit>(text: &[U], at: usize) -> [U; WIDTH] {
    match text.get(at..).and_then(|rest| rest.first_chunk()) {
        Some(chunk) => *chunk,
        None => last_chunk(text, at),
    }
}

#[cold]
#[inline(never)]
fn last_chunk<U: Unit>(text: &[U], at: usize) -> [U; WIDTH] {
    let mut chunk = [U::default(); WIDTH];
    chunk.iter_mut().zip(text.get(at..).unwrap_or_default()).for_each(|(place, unit)| *place = *unit);
    chunk
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the bits of each unit at each place against a definition by characters.
    fn agrees(units: impl Iterator<Item = (u16, bool)>, filler: u16) {
        for (unit, expected) in units {
            for at in 0..WIDTH {
                let mut chunk = [filler; WIDTH];
                chunk[at] = unit;
                let bits = u32::from(expected) << at;
                assert_eq!(unusual(&chunk), bits);
            }
        }
    }

    fn is_special(unit: u16) -> bool {
        matches!(unit, 0..0x20 | 0x22 | 0x5c | 0x7f..0xa0)
    }

    #[test]
    fn finds_what_is_unusual() {
        let surrogates = 0xd800..0xe000;
        agrees(
            (0..=u16::MAX)
                .step_by(7)
                .chain(0..0x400)
                .chain([0xd7ff, 0xd800, 0xdfff, 0xe000])
                .map(|unit| (unit, is_special(unit) || surrogates.contains(&unit))),
            0x1780,
        );
    }

    #[test]
    fn chunks_end_with_zeros() {
        let text: Vec<u16> = (1..=20).collect();
        assert_eq!(chunk(&text, 2), [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18]);
        assert_eq!(chunk(&text, 17), [18, 19, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(chunk(&text, 21), [0; WIDTH]);
    }
}
