//! Base64 of a digest (RFC 4648 section 4), in one straight line: a general encoder takes a tenth of a signature's time.
//! Bits that do not meet are put together by sums, here as in all of core: of an or, no test could tell an exclusive one.

use wide::u8x16;

/// Words of a digest of 64 bytes.
const WORDS: usize = 8;

/// The 88 letters of a digest, the last two of them padding. In eights they are moved by plain loads and stores; engines
/// copy an array of their length by a call.
pub(crate) type Letters = [[u8; 8]; 11];

/// Encodes a digest.
#[inline]
pub(crate) fn encode(digest: &[u8; 64]) -> Letters {
    let mut words = [0; WORDS];
    for (word, bytes) in words.iter_mut().zip(digest.as_chunks().0) {
        *word = u64::from_be_bytes(*bytes);
    }
    let [a, b, c, d, e, f, g, h] = words;
    let ([s0, s1, s2, s3], [s4, s5, s6, s7], [s8, s9, s10, _]) = (sixes(a, b, c), sixes(d, e, f), sixes(g, h, 0));
    let ([l0, l1], [l2, l3], [l4, l5]) = (letters(s0, s1), letters(s2, s3), letters(s4, s5));
    let ([l6, l7], [l8, l9], [l10, _]) = (letters(s6, s7), letters(s8, s9), letters(s10, 0));
    let [t0, t1, t2, t3, t4, t5, _, _] = l10;
    [l0, l1, l2, l3, l4, l5, l6, l7, l8, l9, [t0, t1, t2, t3, t4, t5, b'=', b'=']]
}

/// Three words as four times eight sextets, each in a byte, the first one lowest.
#[inline]
fn sixes(a: u64, b: u64, c: u64) -> [u64; 4] {
    const LOW_48: u64 = (1 << 48) - 1;
    [a >> 16, ((a << 32) | (b >> 32)) & LOW_48, ((b << 16) | (c >> 48)) & LOW_48, c & LOW_48].map(spread)
}

/// Forty-eight bits as eight sextets, each in a byte, the first one lowest.
#[inline]
fn spread(bits: u64) -> u64 {
    const HALVES: u64 = 0x00ff_ffff;
    const QUARTERS: u64 = 0x0000_0fff_0000_0fff;
    const EIGHTHS: u64 = 0x003f_003f_003f_003f;
    let halves = (bits >> 24) | ((bits & HALVES) << 32);
    let quarters = (halves >> 12 & QUARTERS) | ((halves & QUARTERS) << 16);
    (quarters >> 6 & EIGHTHS) | ((quarters & EIGHTHS) << 8)
}

/// Sextets to letters. Within a row of the alphabet, letter and sextet are equally far apart.
#[inline]
fn letters(low: u64, high: u64) -> [[u8; 8]; 2] {
    const fn distance(letter: u8, sextet: u8) -> u8 {
        letter.wrapping_sub(sextet)
    }
    const UPPER: u8 = distance(b'A', 0);
    const LOWER: u8 = distance(b'a', 26);
    const DIGIT: u8 = distance(b'0', 52);
    const PLUS: u8 = distance(b'+', 62);
    const SLASH: u8 = distance(b'/', 63);
    let sextets = u8x16::new(((u128::from(high) << 64) | u128::from(low)).to_le_bytes());
    let from = |sextet: u8, change: u8| sextets.simd_gt(u8x16::splat(sextet - 1)) & u8x16::splat(change);
    let change = from(26, LOWER.wrapping_sub(UPPER))
        + from(52, DIGIT.wrapping_sub(LOWER))
        + from(62, PLUS.wrapping_sub(DIGIT))
        + from(63, SLASH.wrapping_sub(PLUS));
    let letters = u128::from_le_bytes((sextets + u8x16::splat(UPPER) + change).to_array());
    [letters as u64, (letters >> 64) as u64].map(u64::to_le_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::{Engine, engine::general_purpose::STANDARD};
    use proptest::prelude::*;

    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    #[test]
    fn every_letter_at_every_place() {
        for shift in 0..ALPHABET.len() {
            // Behind 510 bits there are two more, and four that are not.
            let last = [b'A', b'Q', b'g', b'w'][shift % 4];
            let mut text: Vec<u8> = (0..85).map(|at| ALPHABET[(at + shift) % ALPHABET.len()]).collect();
            text.extend([last, b'=', b'=']);
            let digest = STANDARD.decode(&text).unwrap();
            assert_eq!(encode(digest[..].try_into().unwrap()).as_flattened(), text);
        }
    }

    proptest! {
        #[test]
        fn like_the_general_encoder(digest in proptest::collection::vec(any::<u8>(), 64)) {
            prop_assert_eq!(encode(digest[..].try_into().unwrap()).as_flattened().to_vec(), STANDARD.encode(digest).into_bytes());
        }
    }
}
