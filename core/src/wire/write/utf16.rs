//! Received text in UTF-16, for languages whose strings are UTF-16.
//!
//! The reader reads bytes. It gets the *shadow* of the text, one byte for each unit, so that its offsets count units.

use crate::wire::{
    read::scan::{self, WIDTH},
    write::encoding::{self, Bytes},
};
use wide::u8x16;

/// Byte of a unit outside ASCII. No number, word or declared key holds it, and a string may hold any number of them.
/// A body with an unknown key that holds it is read from its bytes
/// ([`Readability::Uncommon`](crate::wire::read::offset_index::Readability)).
pub(crate) const SHADE: u8 = 0x7f;

/// Replaces the content of `bytes` by the shadow of a text. Returns false for a text with a lone surrogate.
pub fn shadow(text: &[u16], bytes: &mut Vec<u8>) -> bool {
    let mut found = u8x16::splat(0);
    each_chunk(text, bytes, |units| {
        let bytes = Bytes::of(units);
        found |= bytes.surrogates();
        bytes.clamped().min(u8x16::splat(SHADE)).to_array()
    });
    found.to_bitmask() == 0 || char::decode_utf16(text.iter().copied()).all(|character| character.is_ok())
}

/// Replaces the content of `bytes` by the Latin-1 of a text. Returns false, and has written nothing of use, if a unit
/// is above U+00FF.
pub fn narrow(text: &[u16], bytes: &mut Vec<u8>) -> bool {
    let mut above = u8x16::splat(0);
    each_chunk(text, bytes, |units| {
        let Bytes { low, high } = Bytes::of(units);
        above |= high;
        low.to_array()
    });
    above == u8x16::splat(0)
}

/// Replaces the content of `bytes` by what becomes of each chunk of a text. The last chunk overlaps the one before it.
#[inline(always)]
fn each_chunk(text: &[u16], bytes: &mut Vec<u8>, mut change: impl FnMut(&[u16; WIDTH]) -> [u8; WIDTH]) {
    bytes.resize(text.len(), 0);
    text.as_chunks().0.iter().zip(bytes.as_chunks_mut().0).for_each(|(chunk, place)| *place = change(chunk));
    match (text.last_chunk(), bytes.last_chunk_mut()) {
        (Some(chunk), Some(place)) => *place = change(chunk),
        _ => bytes.iter_mut().zip(change(&encoding::chunk(text, 0))).for_each(|(place, byte)| *place = byte),
    }
}

/// Returns whether a text without lone surrogates takes at most so many bytes in UTF-8.
pub fn fits(text: &[u16], bytes: usize) -> bool {
    // Half of a pair takes two bytes of four.
    let more = |unit: &u16| usize::from(*unit >= 0x80) + usize::from(*unit >= 0x800 && unit & 0xf800 != 0xd800);
    text.len() <= bytes / 3 || text.len() + text.iter().map(more).sum::<usize>() <= bytes
}

/// Returns whether all bytes are ASCII. The standard library takes a quarter of a chunk at a time in wasm.
#[inline]
pub fn is_ascii(bytes: &[u8]) -> bool {
    let (chunks, rest) = bytes.as_chunks();
    let all = chunks.iter().fold(u8x16::splat(0), |all, chunk| all | u8x16::new(*chunk));
    all.to_bitmask() == 0 && rest.is_ascii()
}

/// Writes the UTF-16 of `text` to the start of `units`. Returns the number of units.
///
/// Returns `None` for a text that is not UTF-8, and if there is not a place for each byte of the text and for a chunk
/// more: a unit takes at least one byte, and chunks are written whole.
pub fn widen(text: &[u8], units: &mut [u16]) -> Option<usize> {
    if units.len() < text.len() + WIDTH {
        return None;
    }
    let (mut rest, mut len) = (text, 0);
    while !rest.is_empty() {
        let chunk = scan::chunk(rest);
        let ascii = WIDTH.min(rest.len()).min(scan::marks(chunk).wide.trailing_zeros() as usize);
        if let Some(place) = units.get_mut(len..).and_then(|units| units.first_chunk_mut()) {
            *place = chunk.map(u16::from);
        }
        len += ascii;
        rest = wide_run(rest.get(ascii..).unwrap_or_default(), units, &mut len)?;
    }
    Some(len)
}

/// Writes the characters outside ASCII at the start of `text`, and returns the rest. Most of Khmer has three bytes.
#[inline]
fn wide_run<'a>(mut text: &'a [u8], units: &mut [u16], len: &mut usize) -> Option<&'a [u8]> {
    loop {
        let mut run = 0;
        for (bytes, place) in text.as_chunks().0.iter().zip(units.get_mut(*len..)?) {
            let Some(unit) = unit_of_three_bytes(*bytes) else { break };
            *place = unit;
            run += 1;
        }
        *len += run;
        text = text.get(3 * run..)?;
        if text.first().is_none_or(u8::is_ascii) {
            return Some(text);
        }
        text = other_character(text, units, len)?;
    }
}

#[inline]
fn unit_of_three_bytes([a, b, c]: [u8; 3]) -> Option<u16> {
    let bytes = u32::from_le_bytes([a, b, c, 0]);
    let unit = (((bytes & 0x0f) << 12) | ((bytes >> 2) & 0x0fc0) | ((bytes >> 16) & 0x3f)) as u16;
    // Less takes fewer bytes, and a surrogate is no character.
    (bytes & 0x00c0_c0f0 == 0x0080_80e0 && unit >= 0x800 && unit & 0xf800 != 0xd800).then_some(unit)
}

/// Writes a character of two or four bytes at the start of `text`, and returns the rest.
#[cold]
fn other_character<'a>(text: &'a [u8], units: &mut [u16], len: &mut usize) -> Option<&'a [u8]> {
    let size = if text.first()? & 0xe0 == 0xc0 { 2 } else { 4 };
    let (bytes, rest) = text.split_at_checked(size)?;
    let mut pair = [0; 2];
    for unit in core::str::from_utf8(bytes).ok()?.chars().next()?.encode_utf16(&mut pair) {
        *units.get_mut(*len)? = *unit;
        *len += 1;
    }
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widens_like_std() {
        let mut units = vec![7; 200];
        for text in [
            "",
            "a",
            "អ",
            "😀",
            "0123456789abcdef",
            "0123456789abcdefg",
            "abcអគ្គិសនីកម្ពុជា 0123456789abcdef😀xyz",
            "éé0é00é000é0000000000000000000000000000é",
            // The first and the last character of each length, and one of mixed bits.
            "\u{7f}\u{80}\u{7ff}\u{555}\u{800}\u{ffff}\u{a5a5}\u{10000}\u{10ffff}\u{a5a5a}",
        ] {
            let len = widen(text.as_bytes(), &mut units).unwrap();
            assert_eq!(units[..len], text.encode_utf16().collect::<Vec<_>>(), "{text}");
            assert_eq!(widen(text.as_bytes(), &mut vec![0; text.len() + WIDTH - 1]), None);
        }
    }

    #[test]
    fn widens_utf8_alone() {
        let mut units = vec![0; 64];
        let mut agrees = |bytes: &[u8]| {
            let expected = core::str::from_utf8(bytes).ok().map(|text| text.encode_utf16().collect::<Vec<_>>());
            let widened = widen(bytes, &mut units).map(|len| units[..len].to_vec());
            assert_eq!(widened, expected, "{bytes:x?}");
        };
        // Each lead byte, with continuations at the limits of what it allows.
        let limits = [0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff];
        for lead in 0x80..=0xff {
            for second in limits {
                agrees(&[lead, second]);
                for third in limits {
                    agrees(&[lead, second, third]);
                    agrees(&[lead, second, third, b'a', 0xe1, 0x9e, 0x80]);
                    for fourth in limits {
                        agrees(&[0xe1, 0x9e, 0x80, lead, second, third, fourth]);
                    }
                }
            }
        }
    }

    #[test]
    fn a_shadow_has_a_byte_for_each_unit() {
        let (mut bytes, long) = (vec![1], "កខគ 0123456789 é😀 ".repeat(9));
        for text in ["", "a\u{7f}", "\u{80}\u{7ff}\u{800}", "12345678😀", "1234567😀9", "អគ្គិសនីកម្ពុជា", &long]
        {
            let units: Vec<u16> = text.encode_utf16().collect();
            assert!(shadow(&units, &mut bytes), "{text}");
            let expected = units.iter().map(|&unit| u8::try_from(unit).unwrap_or(0x7f).min(0x7f));
            assert_eq!(bytes, expected.collect::<Vec<_>>(), "{text}");
        }
        for lone in [&[0xd800][..], &[0xdc00, 0xd800], &[0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0xd83d, 0x20]] {
            assert!(!shadow(lone, &mut bytes), "{lone:?}");
        }
    }

    #[test]
    fn every_byte_is_ascii_below_0x80() {
        for len in 0..40 {
            let mut bytes = vec![0x7f; len];
            assert!(is_ascii(&bytes), "{len}");
            for at in 0..len {
                bytes[at] = 0x80;
                assert!(!is_ascii(&bytes), "{len} {at}");
                bytes[at] = 0;
            }
        }
    }

    #[test]
    fn a_text_is_narrow_below_u_0100() {
        let mut bytes = Vec::new();
        for len in 0..40 {
            let mut text = vec![0xff; len];
            assert!(narrow(&text, &mut bytes) && bytes == vec![0xff; len], "{len}");
            for at in 0..len {
                text[at] = 0x100;
                assert!(!narrow(&text, &mut bytes), "{len} {at}");
                text[at] = 0;
            }
        }
    }

    #[test]
    fn a_text_fits_by_its_length_in_utf8() {
        for text in ["", "a", "\u{7f}\u{80}", "\u{7ff}\u{800}", "\u{d7ff}\u{e000}\u{ffff}", "\u{10000}\u{10ffff}a"] {
            let units: Vec<u16> = text.encode_utf16().collect();
            for bytes in 0..20 {
                assert_eq!(fits(&units, bytes), text.len() <= bytes, "{text} {bytes}");
            }
        }
    }
}
