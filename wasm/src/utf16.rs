//! UTF-16, which JavaScript copies faster than UTF-8.

use billwire_wire::scan::{self, WIDTH};

/// Replaces the content of `units` by the UTF-16 of `text`. Invalid UTF-8 is left out.
pub fn widen(text: &[u8], units: &mut Vec<u16>) {
    units.clear();
    units.reserve(text.len() + WIDTH);
    let mut rest = text;
    while !rest.is_empty() {
        let chunk = scan::chunk(rest);
        let ascii = WIDTH.min(rest.len()).min(scan::marks(chunk).wide.trailing_zeros() as usize);
        let end = units.len() + ascii;
        units.extend_from_slice(&chunk.map(u16::from));
        units.truncate(end);
        rest = rest.get(ascii..).unwrap_or_default();
        rest = wide_run(rest, units);
    }
}

/// Writes the characters outside ASCII at the start of `text` and returns the rest.
fn wide_run<'a>(mut text: &'a [u8], units: &mut Vec<u16>) -> &'a [u8] {
    let low = |byte: u8| u32::from(byte & 0x3f);
    loop {
        let (code, rest) = match text {
            [a @ 0xe0..=0xef, b, c, rest @ ..] => ((u32::from(a & 0x0f) << 12) + (low(*b) << 6) + low(*c), rest),
            [a @ 0xc0..=0xdf, b, rest @ ..] => ((u32::from(a & 0x1f) << 6) + low(*b), rest),
            [a @ 0xf0..=0xf7, b, c, d, rest @ ..] => {
                ((u32::from(a & 0x07) << 18) + (low(*b) << 12) + (low(*c) << 6) + low(*d), rest)
            }
            [0x80..=0xff, rest @ ..] => return rest,
            _ => return text,
        };
        match u16::try_from(code) {
            Ok(unit) => units.push(unit),
            Err(_) => units.extend(char::from_u32(code).into_iter().flat_map(|c| {
                let mut pair = [0; 2];
                c.encode_utf16(&mut pair);
                pair
            })),
        }
        text = rest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widens_like_std() {
        let mut units = vec![7];
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
            widen(text.as_bytes(), &mut units);
            assert_eq!(units, text.encode_utf16().collect::<Vec<_>>(), "{text}");
        }
    }

    #[test]
    fn leaves_out_invalid_utf8() {
        let mut units = Vec::new();
        for (bytes, text) in
            [(&b"a\xe1\x9e"[..], "a"), (b"\xffa\x80b", "ab"), (b"\xf8a", "a"), (b"\xf7\xbf\xbf\xbfa", "a")]
        {
            widen(bytes, &mut units);
            assert_eq!(units, text.encode_utf16().collect::<Vec<_>>(), "{bytes:?}");
        }
    }

    /// A unit takes at least one byte, and whole chunks are written before their end is known.
    #[test]
    fn reserves_for_a_text_and_a_chunk() {
        let text = "0123456789abcdef".repeat(20);
        let mut units = Vec::new();
        widen(text.as_bytes(), &mut units);
        assert!(units.capacity() <= 2 * (text.len() + WIDTH), "{}", units.capacity());
    }
}
