//! The forms that a credential may take in memory, and where they are found.

use base64::{Engine, engine::general_purpose::STANDARD};
use sha2::{Digest, Sha384, Sha512, digest::common::hazmat::SerializableState};
use std::collections::{BTreeMap, HashMap};

/// Bytes that identify a form: freed memory is partly overwritten.
const PIECE: usize = 16;
const BLOCK: usize = 128;

/// All pieces of all forms.
pub(crate) struct Forms {
    pieces: HashMap<[u8; PIECE], String>,
    forms: usize,
}

impl Forms {
    pub(crate) fn of(credentials: &[String]) -> Forms {
        let mut all = Forms { pieces: HashMap::new(), forms: 0 };
        for (credential, name) in credentials.iter().zip(billwire_secrets::NAMES) {
            for (form, bytes) in forms(credential.as_bytes()) {
                all.add(&format!("{name}, {form}"), &bytes);
            }
        }
        all
    }

    fn add(&mut self, name: &str, form: &[u8]) {
        self.forms += 1;
        for piece in form.array_windows() {
            self.pieces.insert(*piece, name.to_owned());
        }
    }

    pub(crate) fn forms(&self) -> usize {
        self.forms
    }

    /// Counts the findings of each form; adjacent pieces are one finding.
    pub(crate) fn find(&self, memory: &[u8]) -> BTreeMap<&str, usize> {
        let (mut found, mut last) = (BTreeMap::<&str, usize>::new(), "");
        for piece in memory.array_windows::<PIECE>() {
            let name = self.pieces.get(piece).map_or("", String::as_str);
            if !name.is_empty() && name != last {
                *found.entry(name).or_default() += 1;
            }
            last = name;
        }
        found
    }
}

/// Forms that code derives from a credential: the text in other encodings, and for each the keys and states of HMAC
/// (RFC 2104).
fn forms(credential: &[u8]) -> Vec<(String, Vec<u8>)> {
    let hex = credential.iter().flat_map(|byte| format!("{byte:02x}").into_bytes()).collect();
    let mut all = vec![("in hex".to_owned(), hex)];
    // Explaining a hash tries the key in all of these.
    for (encoding, key) in [
        ("as it is", credential.to_vec()),
        ("in UTF-16", credential.iter().flat_map(|&byte| [byte, 0]).collect()),
        ("in UTF-16, big-endian", credential.iter().flat_map(|&byte| [0, byte]).collect()),
    ] {
        all.extend(forms_of_key(&key).into_iter().map(|(form, bytes)| (format!("{encoding}, {form}"), bytes)));
        all.push((encoding.to_owned(), key));
    }
    // Base64 takes three bytes at a time, and a text may begin at any of them.
    for from in 0..3 {
        let text = STANDARD.encode(credential.get(from..).unwrap_or_default());
        all.push((format!("in Base64, from {from}"), text.trim_end_matches('=').into()));
    }
    all
}

/// The key as hashes load it, and the states behind its block.
fn forms_of_key(key: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut all = vec![("in words".to_owned(), in_words(key)), ("in short words".to_owned(), in_short_words(key))];
    // RFC 2104: a key that is longer than a block is hashed first.
    let hashed;
    let key = if key.len() > BLOCK {
        hashed = Sha512::digest(key);
        all.push(("hashed".to_owned(), hashed.to_vec()));
        &hashed[..]
    } else {
        key
    };
    for (side, pad) in [("inner", 0x36), ("outer", 0x5c)] {
        let padded: Vec<u8> = key.iter().map(|byte| byte ^ pad).collect();
        let mut block = [pad; BLOCK];
        block.iter_mut().zip(&padded).for_each(|(place, byte)| *place = *byte);
        for (algorithm, state) in [
            ("SHA-512", words(&Sha512::new_with_prefix(block).serialize())),
            ("SHA-384", words(&Sha384::new_with_prefix(block).serialize())),
        ] {
            let bytes = |word: fn(u64) -> u64| state.iter().flat_map(|&one| word(one).to_ne_bytes()).collect();
            all.push((format!("{side} state of {algorithm}"), bytes(|word| word)));
            all.push((format!("{side} state of {algorithm}, swapped"), bytes(u64::swap_bytes)));
        }
        all.push((format!("{side} key in words"), in_words(&padded)));
        all.push((format!("{side} key in short words"), in_short_words(&padded)));
        all.push((format!("{side} key"), padded));
    }
    all
}

/// As a hash loads it: each eight bytes as a big-endian number.
fn in_words(bytes: &[u8]) -> Vec<u8> {
    bytes.as_chunks::<8>().0.iter().flat_map(|word| u64::from_be_bytes(*word).to_ne_bytes()).collect()
}

/// As SHA-256 and SHA-1 do.
fn in_short_words(bytes: &[u8]) -> Vec<u8> {
    bytes.as_chunks::<4>().0.iter().flat_map(|word| u32::from_be_bytes(*word).to_ne_bytes()).collect()
}

/// The eight words of a state, with which its serialised form begins.
fn words(serialised: &[u8]) -> Vec<u64> {
    serialised.as_chunks().0.iter().take(8).map(|word| u64::from_le_bytes(*word)).collect()
}
