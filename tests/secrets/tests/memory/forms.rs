//! The forms that a credential may take in memory, and where they are found.

use base64::{Engine, engine::general_purpose::STANDARD};
use sha2::{Digest, Sha512, block_api::compress512};
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
        for (algorithm, mut state) in [("SHA-512", INITIAL), ("SHA-384", INITIAL_384)] {
            compress512(&mut state, &[block]);
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

/// FIPS 180-4 section 5.3.4.
const INITIAL_384: [u64; 8] = [
    0xcbbb_9d5d_c105_9ed8,
    0x629a_292a_367c_d507,
    0x9159_015a_3070_dd17,
    0x152f_ecd8_f70e_5939,
    0x6733_2667_ffc0_0b31,
    0x8eb4_4a87_6858_1511,
    0xdb0c_2e0d_64f9_8fa7,
    0x47b5_481d_befa_4fa4,
];

/// FIPS 180-4 section 5.3.5.
const INITIAL: [u64; 8] = [
    0x6a09_e667_f3bc_c908,
    0xbb67_ae85_84ca_a73b,
    0x3c6e_f372_fe94_f82b,
    0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1,
    0x9b05_688c_2b3e_6c1f,
    0x1f83_d9ab_fb41_bd6b,
    0x5be0_cd19_137e_2179,
];
