//! The hash of a key and a message, and its text.

use super::deviation::{Method, Step, Table, row, table};
use crate::signing::{Algorithm, digest, mac};
use base64::{
    Engine,
    engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD},
};
use zeroize::Zeroizing;

/// Ways to make a hash of a key and a message.
pub(crate) fn methods<'a>() -> Table<'a> {
    fn plain(parts: &[&[u8]]) -> Vec<u8> {
        digest(&Zeroizing::new(parts.concat()))
    }
    let rows: [(&'static str, &'static str, Method); 9] = [
        ("hmac_sha256", "HMAC is made with SHA-256", |key, text| mac(Algorithm::Sha256, key, text)),
        ("key_and_message_swapped", "the signing string is used as the key", |key, text| {
            mac(Algorithm::Sha512, text, key)
        }),
        ("plain_message_key", "it is SHA-512 of the signing string and the key, without HMAC", |key, text| {
            plain(&[text, key])
        }),
        ("plain_key_message", "it is SHA-512 of the key and the signing string, without HMAC", |key, text| {
            plain(&[key, text])
        }),
        ("hmac_sha1", "HMAC is made with SHA-1", |key, text| mac(Algorithm::Sha1, key, text)),
        ("hmac_sha384", "HMAC is made with SHA-384", |key, text| mac(Algorithm::Sha384, key, text)),
        ("plain_message", "it is SHA-512 of the signing string, without the key", |_, text| plain(&[text])),
        ("plain_key_message_key", "it is SHA-512 of the signing string between two keys, without HMAC", |key, text| {
            plain(&[key, text, key])
        }),
        ("hmac_twice", "the hash is signed once more", |key, text| {
            mac(Algorithm::Sha512, key, &mac(Algorithm::Sha512, key, text))
        }),
    ];
    table(rows.map(|(name, says, method)| row(name, "", says, method)), Step::Method)
}

type Write = fn(&[u8]) -> String;

const CUT: &str = "the hash is cut to this many characters: make the column wider";
const ESCAPED: &str = "the hash is escaped so, as text of another format";
const QUOTED: &str = "the hash stands between these characters";
const GROUPED: &str = "the hash is written as hex with this text between the bytes";
const BEFORE: &str = "this text stands before the hash";

/// Forms of the finished hash.
pub(crate) fn outputs<'a>() -> Table<'a> {
    let mime = "the hash is wrapped after 76 characters, as MIME does";
    let pem = "the hash is wrapped after 64 characters, as PEM does";
    let rows: [(&'static str, &'static str, &'static str, Write); 42] = [
        ("hex", "", "the hash is written as hex", hex),
        ("upper_case_hex", "", "the hash is written as hex in upper case", |hash| hex(hash).to_ascii_uppercase()),
        ("base64_no_pad", "", "the hash is written in Base64 without padding", |hash| base64(&STANDARD_NO_PAD, hash)),
        ("base64_url_safe", "", "the hash is written in the Base64 for URLs", |hash| base64(&URL_SAFE, hash)),
        ("base64_url_safe_no_pad", "", "the hash is written in the Base64 for URLs, without padding", |hash| {
            base64(&URL_SAFE_NO_PAD, hash)
        }),
        ("base64_of_hex", "", "the hash is the Base64 of its hex text", |hash| base64(&STANDARD, hex(hash).as_bytes())),
        ("base64_twice", "", "the hash is encoded in Base64 twice", |hash| base64(&STANDARD, right(hash).as_bytes())),
        ("url_encoded", "", "the hash is encoded for a URL", |hash| replaced(hash, ["%2B", "%2F", "%3D"])),
        ("url_encoded_lower_case", "", "the hash is encoded for a URL, with hex in lower case", |hash| {
            replaced(hash, ["%2b", "%2f", "%3d"])
        }),
        ("plus_as_space", "", "each + of the hash has become a space: encode it for the URL", |hash| {
            replaced(hash, [" ", "/", "="])
        }),
        ("mime_wrapped", "\r\n", mime, |hash| wrapped(hash, 76, "\r\n")),
        ("mime_wrapped", "\n", mime, |hash| wrapped(hash, 76, "\n")),
        ("pem_wrapped", "\r\n", pem, |hash| wrapped(hash, 64, "\r\n")),
        ("pem_wrapped", "\n", pem, |hash| wrapped(hash, 64, "\n")),
        ("hash_lower_case", "", "the hash is written in lower case, which loses what it says", |hash| {
            right(hash).to_ascii_lowercase()
        }),
        ("hash_upper_case", "", "the hash is written in upper case, which loses what it says", |hash| {
            right(hash).to_ascii_uppercase()
        }),
        ("base64_of_upper_case_hex", "", "the hash is the Base64 of its hex text in upper case", |hash| {
            base64(&STANDARD, hex(hash).to_ascii_uppercase().as_bytes())
        }),
        ("hex_of_base64", "", "the hash is the hex of its Base64 text", |hash| hex(right(hash).as_bytes())),
        (
            "base64_of_text",
            "ISO-8859-1",
            "the bytes of the hash are taken for a text in this encoding before its Base64 is made",
            |hash| base64(&STANDARD, latin1(hash).as_bytes()),
        ),
        (
            "base64_of_text",
            "UTF-8",
            "the bytes of the hash are taken for a text in this encoding before its Base64 is made",
            |hash| base64(&STANDARD, String::from_utf8_lossy(hash).as_bytes()),
        ),
        ("hex_grouped", "-", GROUPED, |hash| grouped(hash, "-").to_ascii_uppercase()),
        ("hex_grouped", ":", GROUPED, |hash| grouped(hash, ":")),
        ("hex_grouped", " ", GROUPED, |hash| grouped(hash, " ")),
        ("hash_before", "0x", BEFORE, |hash| ["0x", &hex(hash)].concat()),
        ("hash_before", "sha512=", BEFORE, |hash| ["sha512=", &hex(hash)].concat()),
        ("hash_before", "sha512=", BEFORE, |hash| ["sha512=", &right(hash)].concat()),
        ("hash_before", "HMAC ", BEFORE, |hash| ["HMAC ", &right(hash)].concat()),
        ("hash_quoted", "\"", QUOTED, |hash| ["\"", &right(hash), "\""].concat()),
        ("hash_quoted", "'", QUOTED, |hash| ["'", &right(hash), "'"].concat()),
        ("hash_quoted", "b'", QUOTED, |hash| ["b'", &right(hash), "'"].concat()),
        ("hash_escaped", "\\/", ESCAPED, |hash| replaced(hash, ["+", "\\/", "="])),
        ("hash_escaped", "\\u002B", ESCAPED, |hash| replaced(hash, ["\\u002B", "/", "="])),
        ("hash_escaped", "\\u003d", ESCAPED, |hash| replaced(hash, ["+", "/", "\\u003d"])),
        ("hash_escaped", "&#x2B;", ESCAPED, |hash| replaced(hash, ["&#x2B;", "/", "&#x3D;"])),
        ("hash_escaped", "&#43;", ESCAPED, |hash| replaced(hash, ["&#43;", "/", "&#61;"])),
        ("hash_escaped", "%252B", ESCAPED, |hash| replaced(hash, ["%252B", "%252F", "%253D"])),
        ("byte_list", "signed", "the hash is the list of its bytes", |hash| {
            format!("{:?}", hash.iter().map(|byte| *byte as i8).collect::<Vec<_>>())
        }),
        ("byte_list", "", "the hash is the list of its bytes", |hash| format!("{hash:?}")),
        ("hash_cut", "32", CUT, |hash| right(hash).chars().take(32).collect()),
        ("hash_cut", "50", CUT, |hash| right(hash).chars().take(50).collect()),
        ("hash_cut", "64", CUT, |hash| right(hash).chars().take(64).collect()),
        ("hash_cut", "64 of hex", CUT, |hash| hex(hash).chars().take(64).collect()),
    ];
    table(rows.map(|(name, with, says, write)| row(name, with, says, write)), Step::Output)
}

/// The right text of a hash.
pub(crate) fn right(hash: &[u8]) -> String {
    base64(&STANDARD, hash)
}

/// The bytes of a hash in the right form.
pub(crate) fn read(text: &str) -> Option<Vec<u8>> {
    let mut bytes = vec![0; text.len()];
    let len = STANDARD.decode_slice(text, &mut bytes).ok()?;
    bytes.truncate(len);
    Some(bytes)
}

fn hex(hash: &[u8]) -> String {
    grouped(hash, "")
}

fn grouped(hash: &[u8], separator: &str) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(separator)
}

fn base64(engine: &impl Engine, bytes: &[u8]) -> String {
    let mut text = vec![0; bytes.len().div_ceil(3) * 4];
    let len = engine.encode_slice(bytes, &mut text).unwrap_or_default();
    text.truncate(len);
    String::from_utf8(text).unwrap_or_default()
}

fn latin1(hash: &[u8]) -> String {
    hash.iter().map(|byte| char::from(*byte)).collect()
}

fn replaced(hash: &[u8], [plus, slash, equals]: [&str; 3]) -> String {
    let letter = |letter| match letter {
        '+' => plus.to_owned(),
        '/' => slash.to_owned(),
        '=' => equals.to_owned(),
        other => other.to_string(),
    };
    right(hash).chars().map(letter).collect()
}

fn wrapped(hash: &[u8], columns: usize, line_end: &str) -> String {
    let text = right(hash);
    let lines: Vec<_> =
        text.as_bytes().chunks(columns).map(|line| core::str::from_utf8(line).unwrap_or_default()).collect();
    lines.join(line_end)
}
