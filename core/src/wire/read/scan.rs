//! Search for quotes, escapes and control characters, sixteen bytes at a time.

use wide::u8x16;

/// Bytes of a chunk.
pub const WIDTH: usize = 16;

/// Masks over a chunk: bit `i` stands for byte `i`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Marks {
    /// Quotes, backslashes and control characters below U+0020.
    pub special: u32,
    /// Bytes outside ASCII.
    pub wide: u32,
}

/// Returns the masks of one chunk.
#[inline]
pub(crate) fn marks(chunk: [u8; WIDTH]) -> Marks {
    let bytes = u8x16::new(chunk);
    let special =
        bytes.simd_eq(u8x16::splat(b'"')) | bytes.simd_eq(u8x16::splat(b'\\')) | bytes.simd_lt(u8x16::splat(b' '));
    Marks { special: special.to_bitmask(), wide: bytes.to_bitmask() }
}

/// Returns the first sixteen bytes, padded with zeros.
#[inline]
pub(crate) fn chunk(bytes: &[u8]) -> [u8; WIDTH] {
    match bytes.first_chunk() {
        Some(chunk) => *chunk,
        None => padded(bytes),
    }
}

/// Loads fewer than sixteen bytes in two overlapping loads, which are cheaper than a copy of unknown length.
#[inline(always)]
fn padded(bytes: &[u8]) -> [u8; WIDTH] {
    let (low, high) = match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(head), Some(tail)) => {
            let known = 8 * (2 * size_of::<u64>() - bytes.len()) as u32;
            (u64::from_le_bytes(*head), u64::from_le_bytes(*tail).checked_shr(known).unwrap_or(0))
        }
        _ => (padded_half(bytes), 0),
    };
    ((u128::from(high) << 64) | u128::from(low)).to_le_bytes()
}

#[inline(always)]
fn padded_half(bytes: &[u8]) -> u64 {
    let len = bytes.len() as u32;
    if let (Some(head), Some(tail)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        return u64::from(u32::from_le_bytes(*head)) | (u64::from(u32::from_le_bytes(*tail)) << (8 * (len - 4)));
    }
    bytes.iter().rev().fold(0, |value, &byte| (value << 8) | u64::from(byte))
}

/// Returns the length before the first special byte, and whether these bytes are all ASCII.
#[inline(always)]
pub(crate) fn plain_run(bytes: &[u8]) -> (usize, bool) {
    let (mut rest, mut wide) = (bytes, 0);
    loop {
        let marks = marks(chunk(rest));
        // The zeros past the end count as special, so the last round always stops.
        if marks.special != 0 {
            let inside = marks.special.trailing_zeros();
            wide |= marks.wide & ((1 << inside) - 1);
            return (bytes.len() - rest.len() + inside as usize, wide == 0);
        }
        wide |= marks.wide;
        rest = rest.get(WIDTH..).unwrap_or_default();
    }
}

/// Character classes in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Content {
    /// Whether the text needs no escape in JSON.
    pub(crate) plain: bool,
    /// Whether the text holds U+0000 to U+001F or U+007F to U+009F.
    pub(crate) control: bool,
}

/// Classifies the characters of a text.
#[inline]
pub(crate) fn content(text: &str) -> Content {
    let mut rest = text.as_bytes();
    let mut found = Content { plain: true, control: false };
    while !rest.is_empty() {
        let chunk = chunk(rest);
        let inside = (1 << rest.len().min(WIDTH)) - 1;
        let bytes = u8x16::new(chunk);
        let below = bytes.simd_lt(u8x16::splat(b' ')).to_bitmask() & inside;
        let quotes = (bytes.simd_eq(u8x16::splat(b'"')) | bytes.simd_eq(u8x16::splat(b'\\'))).to_bitmask();
        // U+007F, and the lead byte of U+0080 to U+00BF. Only U+0080 to U+009F are controls.
        let above = (bytes.simd_eq(u8x16::splat(0x7f)) | bytes.simd_eq(u8x16::splat(0xc2))).to_bitmask();
        if below | quotes | above != 0 {
            found.plain &= below | quotes == 0;
            found.control |= below != 0 || (above != 0 && has_control(text));
        }
        rest = rest.get(WIDTH..).unwrap_or_default();
    }
    found
}

#[cold]
#[inline(never)]
fn has_control(text: &str) -> bool {
    text.chars().any(char::is_control)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_agree_with_the_definition() {
        for byte in 0..=255u8 {
            for at in 0..WIDTH {
                for filler in [b'a', 0x1f, 0x80, b'"', 0x7f, 0x21, 0xff, 0] {
                    let mut chunk = [filler; WIDTH];
                    chunk[at] = byte;
                    let mask = |f: &dyn Fn(u8) -> bool| (0..WIDTH).fold(0, |m, i| m | (u32::from(f(chunk[i])) << i));
                    let special = mask(&|b| b < 0x20 || b == b'"' || b == b'\\');
                    assert_eq!(marks(chunk), Marks { special, wide: mask(&|b| b >= 0x80) });
                }
            }
        }
    }

    #[test]
    fn short_chunks_are_padded_with_zeros() {
        let bytes: Vec<u8> = (1..=15).collect();
        for len in 0..=15 {
            let mut expected = [0; WIDTH];
            expected[..len].copy_from_slice(&bytes[..len]);
            assert_eq!(chunk(&bytes[..len]), expected, "{len}");
        }
    }

    #[test]
    fn a_plain_run_ends_before_a_special_byte() {
        for before in 0..40 {
            for (end, after) in [("", ""), ("\"", "é"), ("\\", "é"), ("\n", "é")] {
                let ascii = "a".repeat(before);
                assert_eq!(plain_run([&ascii, end, after].concat().as_bytes()), (before, true), "{before} {end:?}");
                let wide = [&ascii, "é"].concat();
                assert_eq!(plain_run([&wide, end, after].concat().as_bytes()), (before + 2, false), "{before} {end:?}");
            }
        }
    }

    #[test]
    fn content_agrees_with_the_definition() {
        for c in (0..0x250).chain([0x200b, 0x2028, 0x1780, 0xfffd, 0x1f600]).filter_map(char::from_u32) {
            for before in [0, 1, 13, 14, 15, 16, 17, 31] {
                let text = format!("{}{c}{}", "a".repeat(before), "b".repeat(3));
                let expected = Content {
                    plain: !text.contains(|c| c < ' ' || c == '"' || c == '\\'),
                    control: text
                        .contains(|c: char| ('\0'..='\u{1f}').contains(&c) || ('\u{7f}'..='\u{9f}').contains(&c)),
                };
                assert_eq!(content(&text), expected, "{c:?} after {before}");
            }
        }
    }
}
