//! Code units of callers and of bodies, and the ways from one to the other.
//!
//! JavaScript, Kotlin and Java have strings of UTF-16, Rust and Swift of UTF-8. Text is copied sixteen units at a time.

use crate::scan::WIDTH;
use wide::{u8x16, u16x8};

/// Code unit of a text: a byte, or 16 bits of UTF-16.
pub trait Unit: Copy + Default + Eq + 'static {
    /// Returns the unit of a byte of ASCII or Latin-1.
    fn from_byte(byte: u8) -> Self;

    /// Returns the units of bytes of ASCII or Latin-1.
    fn from_bytes(bytes: [u8; WIDTH]) -> [Self; WIDTH];

    /// Returns the low byte of each unit.
    fn low_bytes(units: &[Self; WIDTH]) -> [u8; WIDTH];

    /// Returns one bit for each unit outside ASCII.
    fn wide(units: &[Self; WIDTH]) -> u32;
}

impl Unit for u8 {
    #[inline(always)]
    fn from_byte(byte: u8) -> u8 {
        byte
    }

    #[inline(always)]
    fn from_bytes(bytes: [u8; WIDTH]) -> [u8; WIDTH] {
        bytes
    }

    #[inline(always)]
    fn low_bytes(units: &[u8; WIDTH]) -> [u8; WIDTH] {
        *units
    }

    #[inline(always)]
    fn wide(units: &[u8; WIDTH]) -> u32 {
        u8x16::new(*units).to_bitmask()
    }
}

impl Unit for u16 {
    #[inline(always)]
    fn from_byte(byte: u8) -> u16 {
        byte.into()
    }

    #[inline(always)]
    fn from_bytes(bytes: [u8; WIDTH]) -> [u16; WIDTH] {
        bytes.map(u16::from)
    }

    #[inline(always)]
    fn low_bytes(units: &[u16; WIDTH]) -> [u8; WIDTH] {
        units.map(|unit| unit as u8)
    }

    #[inline(always)]
    fn wide(units: &[u16; WIDTH]) -> u32 {
        by_halves(units, |half| !half.simd_lt(u16x8::splat(0x80)))
    }
}

/// Returns one bit for each of sixteen units, from a mask of eight.
#[inline(always)]
fn by_halves(units: &[u16; WIDTH], mask: impl Fn(u16x8) -> u16x8) -> u32 {
    let (halves, _) = units.as_chunks::<8>();
    halves.iter().rev().fold(0, |bits, half| (bits << 8) | mask(u16x8::new(*half)).to_bitmask())
}

/// Way from a caller's text to the text of a body.
pub trait Encoding {
    /// Unit of the caller's text.
    type From: Unit;
    /// Unit of the body.
    type To: Unit;

    /// Converts units that need no other treatment.
    fn convert(units: &[Self::From; WIDTH]) -> [Self::To; WIDTH];

    /// Returns one bit for each converted unit that needs another treatment: a control character, a quote, a backslash,
    /// or a part of a character that has to be checked.
    fn unusual(units: &[Self::To; WIDTH]) -> u32;

    /// Returns the characters of a text, and `None` for each place that holds none.
    fn characters(text: &[Self::From]) -> impl Iterator<Item = Option<char>>;

    /// Returns the units of a character, and how many of them there are.
    fn encode(character: char) -> ([Self::To; 4], usize);
}

/// UTF-16 whose units are all below U+0100, to one byte each. Use it for a packet that [`is_narrow`].
#[derive(Clone, Copy, Debug)]
pub struct Latin1;

impl Encoding for Latin1 {
    type From = u16;
    type To = u8;

    #[inline(always)]
    fn convert(units: &[u16; WIDTH]) -> [u8; WIDTH] {
        u16::low_bytes(units)
    }

    #[inline(always)]
    fn unusual(units: &[u8; WIDTH]) -> u32 {
        let units = u8x16::new(*units);
        let above = (units - u8x16::splat(0x7f)).simd_lt(u8x16::splat(0x21));
        (units.simd_lt(u8x16::splat(b' ')) | quotes(units) | above).to_bitmask()
    }

    fn characters(text: &[u16]) -> impl Iterator<Item = Option<char>> {
        Utf16::characters(text)
    }

    fn encode(character: char) -> ([u8; 4], usize) {
        ([u32::from(character) as u8, 0, 0, 0], 1)
    }
}

#[inline(always)]
fn quotes(units: u8x16) -> u8x16 {
    units.simd_eq(u8x16::splat(b'"')) | units.simd_eq(u8x16::splat(b'\\'))
}

/// UTF-16, unit by unit.
#[derive(Clone, Copy, Debug)]
pub struct Utf16;

impl Encoding for Utf16 {
    type From = u16;
    type To = u16;

    #[inline(always)]
    fn convert(units: &[u16; WIDTH]) -> [u16; WIDTH] {
        *units
    }

    #[inline(always)]
    fn unusual(units: &[u16; WIDTH]) -> u32 {
        by_halves(units, |units| {
            units.simd_lt(u16x8::splat(b' '.into()))
                | units.simd_eq(u16x8::splat(b'"'.into()))
                | units.simd_eq(u16x8::splat(b'\\'.into()))
                | (units - u16x8::splat(0x7f)).simd_lt(u16x8::splat(0x21))
                | (units - u16x8::splat(0xd800)).simd_lt(u16x8::splat(0x800))
        })
    }

    fn characters(text: &[u16]) -> impl Iterator<Item = Option<char>> {
        char::decode_utf16(text.iter().copied()).map(Result::ok)
    }

    fn encode(character: char) -> ([u16; 4], usize) {
        let mut units = [0; 4];
        let len = character.encode_utf16(&mut units).len();
        (units, len)
    }
}

/// UTF-8, byte by byte.
#[derive(Clone, Copy, Debug)]
pub struct Utf8;

impl Encoding for Utf8 {
    type From = u8;
    type To = u8;

    #[inline(always)]
    fn convert(units: &[u8; WIDTH]) -> [u8; WIDTH] {
        *units
    }

    #[inline(always)]
    fn unusual(units: &[u8; WIDTH]) -> u32 {
        let units = u8x16::new(*units);
        // Bytes outside ASCII are checked: the lengths of a packet may end within a character.
        let special = units.simd_lt(u8x16::splat(b' ')) | quotes(units) | units.simd_eq(u8x16::splat(0x7f));
        (special | units).to_bitmask()
    }

    fn characters(text: &[u8]) -> impl Iterator<Item = Option<char>> {
        text.utf8_chunks().flat_map(|chunk| {
            let invalid = (!chunk.invalid().is_empty()).then_some(None);
            chunk.valid().chars().map(Some).chain(invalid)
        })
    }

    fn encode(character: char) -> ([u8; 4], usize) {
        let mut bytes = [0; 4];
        let len = character.encode_utf8(&mut bytes).len();
        (bytes, len)
    }
}

/// Returns whether all units of a text are below U+0100.
pub fn is_narrow(text: &[u16]) -> bool {
    let (chunks, rest) = text.as_chunks::<8>();
    let all = chunks.iter().fold(u16x8::splat(0), |all, chunk| all | u16x8::new(*chunk));
    all.to_array().iter().chain(rest).fold(0, |all, unit| all | unit) < 0x100
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
    fn agrees<E: Encoding>(units: impl Iterator<Item = (E::From, bool)>, filler: E::From) {
        for (unit, expected) in units {
            for at in 0..WIDTH {
                let mut chunk = [filler; WIDTH];
                chunk[at] = unit;
                let bits = u32::from(expected) << at;
                assert_eq!(E::unusual(&E::convert(&chunk)), bits);
            }
        }
    }

    fn is_special(unit: u16) -> bool {
        matches!(unit, 0..0x20 | 0x22 | 0x5c | 0x7f..0xa0)
    }

    #[test]
    fn finds_what_is_unusual() {
        agrees::<Latin1>((0..0x100).map(|unit| (unit, is_special(unit))), b'a'.into());
        let surrogates = 0xd800..0xe000;
        agrees::<Utf16>(
            (0..=u16::MAX)
                .step_by(7)
                .chain(0..0x400)
                .chain([0xd7ff, 0xd800, 0xdfff, 0xe000])
                .map(|unit| (unit, is_special(unit) || surrogates.contains(&unit))),
            0x1780,
        );
        agrees::<Utf8>((0..=u8::MAX).map(|unit| (unit, is_special(unit.into()) || unit >= 0x80)), b'a');
    }

    #[test]
    fn a_text_is_narrow_below_u_0100() {
        for len in 0..40 {
            let mut text = vec![0xff; len];
            assert!(is_narrow(&text), "{len}");
            for at in 0..len {
                text[at] = 0x100;
                assert!(!is_narrow(&text), "{len} {at}");
                text[at] = 0;
            }
        }
    }

    #[test]
    fn chunks_end_with_zeros() {
        let text: Vec<u16> = (1..=20).collect();
        assert_eq!(chunk(&text, 2), [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18]);
        assert_eq!(chunk(&text, 17), [18, 19, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(chunk(&text, 21), [0; WIDTH]);
    }
}
