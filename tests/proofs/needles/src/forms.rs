//! The forms that a credential may take in memory, and where they are found.

use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Value, json};
use sha2::block_api::compress512;
use std::collections::{BTreeMap, HashMap};

/// So much of a form is enough to know it by: what is freed is partly written over.
const PIECE: usize = 16;
const BLOCK: usize = 128;

/// All pieces of all forms.
pub(crate) struct Haystack {
    pieces: HashMap<[u8; PIECE], String>,
    forms: usize,
}

impl Haystack {
    pub(crate) fn of(credentials: &[String]) -> Haystack {
        let mut all = Haystack { pieces: HashMap::new(), forms: 0 };
        for (credential, name) in credentials.iter().zip(crate::NAMES) {
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

    /// How many places hold a piece of each form; pieces that follow one another are one place.
    pub(crate) fn find(&self, memory: &[u8]) -> Value {
        let (mut found, mut last) = (BTreeMap::<&str, usize>::new(), "");
        for piece in memory.array_windows::<PIECE>() {
            let name = self.pieces.get(piece).map_or("", String::as_str);
            if !name.is_empty() && name != last {
                *found.entry(name).or_default() += 1;
            }
            last = name;
        }
        json!(found)
    }
}

/// What code may make of a credential: the text in other encodings, and for each, as it could be a key, what HMAC makes
/// of it (RFC 2104).
fn forms(credential: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut all = vec![
        ("as it is".to_owned(), credential.to_vec()),
        ("in UTF-16".to_owned(), credential.iter().flat_map(|&byte| [byte, 0]).collect()),
        ("in UTF-16, big-endian".to_owned(), credential.iter().flat_map(|&byte| [0, byte]).collect()),
        ("in hex".to_owned(), credential.iter().flat_map(|byte| format!("{byte:02x}").into_bytes()).collect()),
        ("in words".to_owned(), in_words(credential)),
        ("in short words".to_owned(), in_short_words(credential)),
    ];
    // A text begins anywhere in what Base64 takes three at a time.
    for from in 0..3 {
        let text = STANDARD.encode(credential.get(from..).unwrap_or_default());
        all.push((format!("in Base64, from {from}"), text.trim_end_matches('=').into()));
    }
    for (side, pad) in [("inner", 0x36), ("outer", 0x5c)] {
        let padded: Vec<u8> = credential.iter().map(|byte| byte ^ pad).collect();
        let mut block = [pad; BLOCK];
        block.iter_mut().zip(&padded).for_each(|(place, byte)| *place = *byte);
        let mut state = INITIAL;
        compress512(&mut state, &[block]);
        all.push((format!("{side} state"), state.iter().flat_map(|word| word.to_ne_bytes()).collect()));
        all.push((
            format!("{side} state, swapped"),
            state.iter().flat_map(|word| word.swap_bytes().to_ne_bytes()).collect(),
        ));
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
