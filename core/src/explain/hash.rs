//! The bytes of the signing string, the hash of a key and these, and its text.

use super::{
    change::{
        Change::{self, *},
        changed, sha512,
    },
    input::{Bill, Key},
    recipe::{Method, Row, Step, Table},
};
use crate::interface::signing::keyed;
use hmac::{Hmac, KeyInit, Mac};
use zeroize::Zeroizing;

/// Encodings of the signing string.
pub(crate) fn encodings<'a>(bill: &Bill<'_>) -> Table<'a> {
    let mut table = Table::of(Step::Encoding(&[], None));
    let key = |encoding| Some(Key::from(changed(&bill.key.bytes, encoding, "")));
    table.rows(ENCODINGS_OF_BOTH, |encoding, _| Some(Step::Encoding(encoding, key(encoding))));
    table.rows(ENCODINGS, |encoding, _| Some(Step::Encoding(encoding, None)));
    table
}

const ENCODINGS_OF_BOTH: &[Row<&[Change]>] = &[("utf16", &["LE"], &[Utf16Le]), ("utf16", &["BE"], &[Utf16Be])];

const ENCODINGS: &[Row<&[Change]>] = &[
    ("encoding", &["ASCII"], &[Ascii("?")]),
    ("encoding", &["ISO-8859-1"], &[Latin1]),
    ("utf16_string", &["LE"], &[Utf16Le]),
    ("utf16_string", &["BE"], &[Utf16Be]),
    ("encoding", &["UTF-8 twice"], &[ReadAsLatin1]),
    ("encoding", &["UTF-16LE with a byte order mark"], &[Filled("\u{feff}0"), Utf16Le]),
    ("encoding", &["ASCII, ? for each byte"], &[AsciiBytes]),
    ("encoding", &["ASCII, others left out"], &[Ascii("")]),
    ("encoding", &["low bytes of UTF-16"], &[LowBytes]),
    ("text_encoded", &["\\u1797"], &[JsonEscaped]),
    ("text_encoded", &["&#6039;"], &[HtmlEscaped]),
    ("text_encoded", &["Base64"], &[Base64]),
    ("text_encoded", &["hex"], &[Hex]),
    ("text_encoded", &["URL"], &[UrlEncoded]),
    ("string_lower_case", &[""], &[LowerCase]),
    ("text_hashed", &["SHA-512"], &[Sha512]),
    ("text_hashed", &["SHA-256"], &[Sha256]),
    ("text_hashed", &["SHA-512 in hex"], &[Sha512, Hex]),
    ("text_hashed", &["SHA-256 in hex"], &[Sha256, Hex]),
];

/// Methods that make a hash of a key and a message.
pub(crate) fn methods<'a>() -> Table<'a> {
    let mut table = Table::of(Step::Method(|key, text| key.state.mac(text).to_vec()));
    let rows: &[(&'static str, Method)] = &[
        ("hmac_sha256", |key, text| mac::<Hmac<sha2::Sha256>>(&key.bytes, text)),
        ("key_and_message_swapped", |key, text| mac::<Hmac<sha2::Sha512>>(text, &key.bytes)),
        ("plain_message_key", |key, text| plain(&[text, &key.bytes])),
        ("plain_key_message", |key, text| plain(&[&key.bytes, text])),
        ("hmac_sha1", |key, text| mac::<Hmac<sha1::Sha1>>(&key.bytes, text)),
        ("hmac_sha384", |key, text| mac::<Hmac<sha2::Sha384>>(&key.bytes, text)),
        ("plain_message", |_, text| plain(&[text])),
        ("plain_key_message_key", |key, text| plain(&[&key.bytes, text, &key.bytes])),
        ("hmac_twice", |key, text| key.state.mac(&key.state.mac(text)).to_vec()),
    ];
    for (name, method) in rows {
        table.add(name, "", Some(Step::Method(*method)));
    }
    table
}

/// Returns an HMAC with any hash function.
fn mac<M: Mac + KeyInit>(key: &[u8], message: &[u8]) -> Vec<u8> {
    keyed::<M>(key).chain_update(message).finalize().into_bytes().to_vec()
}

fn plain(parts: &[&[u8]]) -> Vec<u8> {
    sha512(&Zeroizing::new(parts.concat()))
}

/// Forms of the finished hash.
pub(crate) fn outputs<'a>() -> Table<'a> {
    let mut table = Table::of(Step::Output(&[Base64]));
    table.rows(OUTPUTS, |changes, _| Some(Step::Output(changes)));
    table
}

const OUTPUTS: &[Row<&[Change]>] = &[
    ("hex", &[""], &[Hex]),
    ("upper_case_hex", &[""], &[Hex, UpperCase]),
    ("base64_no_pad", &[""], &[Base64, WITHOUT_PADDING]),
    ("base64_url_safe", &[""], &[Base64, URL_SAFE]),
    ("base64_url_safe_no_pad", &[""], &[Base64, URL_SAFE, WITHOUT_PADDING]),
    ("base64_of_hex", &[""], &[Hex, Base64]),
    ("base64_twice", &[""], &[Base64, Base64]),
    ("url_encoded", &[""], &[Base64, UrlEncoded]),
    ("url_encoded_lower_case", &[""], &[Base64, UrlEncodedInLowerCase]),
    ("plus_as_space", &[""], &[Base64, Replaced(&[("+", " ")])]),
    ("mime_wrapped", &["\r\n", "\n"], &[Base64, Lines(76)]),
    ("pem_wrapped", &["\r\n", "\n"], &[Base64, Lines(64)]),
    ("hash_lower_case", &[""], &[Base64, LowerCase]),
    ("hash_upper_case", &[""], &[Base64, UpperCase]),
    ("base64_of_upper_case_hex", &[""], &[Hex, UpperCase, Base64]),
    ("hex_of_base64", &[""], &[Base64, Hex]),
    ("base64_of_text", &["ISO-8859-1"], &[ReadAsLatin1, Base64]),
    ("base64_of_text", &["UTF-8"], &[ReadAsUtf8, Base64]),
    ("hex_grouped", &["-"], &[Hex, UpperCase, Lines(2)]),
    ("hex_grouped", &[":", " "], &[Hex, Lines(2)]),
    ("hash_before", &["0x", "sha512="], &[Hex, Filled("·0")]),
    ("hash_before", &["sha512=", "HMAC "], &[Base64, Filled("·0")]),
    ("hash_quoted", &["\"", "'"], &[Base64, Filled("·0·")]),
    ("hash_quoted", &["b'"], &[Base64, Filled("b'0'")]),
    ("hash_escaped", &["\\/"], &[Base64, Replaced(&[("/", "\\/")])]),
    ("hash_escaped", &["\\u002B"], &[Base64, Replaced(&[("+", "\\u002B")])]),
    ("hash_escaped", &["\\u003d"], &[Base64, Replaced(&[("=", "\\u003d")])]),
    ("hash_escaped", &["&#x2B;"], &[Base64, Replaced(&[("+", "&#x2B;"), ("=", "&#x3D;")])]),
    ("hash_escaped", &["&#43;"], &[Base64, Replaced(&[("+", "&#43;"), ("=", "&#61;")])]),
    ("hash_escaped", &["%252B"], &[Base64, UrlEncoded, UrlEncoded]),
    ("byte_list", &["signed"], &[SignedList, Filled("[0]")]),
    ("byte_list", &[""], &[List, Filled("[0]")]),
    ("hash_cut", &["32", "50", "64"], &[Base64, FirstChars]),
    ("hash_cut", &["64 of hex"], &[Hex, FirstChars]),
];

const WITHOUT_PADDING: Change = Replaced(&[("=", "")]);
const URL_SAFE: Change = Replaced(&[("+", "-"), ("/", "_")]);
