//! The key, as it is or as people change it. Every copy is wiped.

use super::{
    bytes::{
        Bytes, HEX, UPPER_CASE_HEX, ascii, base64, changed, hex, latin1, url_decoded, url_encoded, utf16_be, utf16_le,
    },
    deviation::{Row, Step, Table, row, values},
    fields::with_entities,
    input::Bill,
};
use crate::signing::{SigningKey, digest};
use base64::{
    Engine, alphabet,
    engine::{
        DecodePaddingMode,
        general_purpose::{GeneralPurpose, GeneralPurposeConfig},
    },
};

/// Bytes of a key, and its state.
pub(crate) struct Key {
    pub(crate) bytes: Bytes,
    pub(crate) state: SigningKey,
}

impl From<Bytes> for Key {
    fn from(bytes: Bytes) -> Key {
        Key { state: SigningKey::from_bytes(&bytes), bytes }
    }
}

const QUOTED: &str =
    "the key stands between quotes that belong to it: strip them where it is read, such as from an env file";
const DECODED: &str = "the key is decoded: it is used as it is";
const ENCODED: &str = "the key is encoded: it is used as it is";
const CUT: &str =
    "the key ends before this text, as programs that read files of settings cut it: put it between quotes";
const CUT_TO: &str = "the key is cut to this many bytes";
const CUT_BEFORE: &str = "the key begins behind this text: the whole of it is the key";
const EXPANDED: &str = "the key is changed where it has this text, as a shell or an env file expands variables: put it \
                        between single quotes, or escape it";
const BEHIND: &str = "the key carries this text at its end";
const BEFORE: &str = "the key carries this text at its beginning: cut it off where it is read";
const MISSING: &str = "the key is this text, or empty: its variable is not set";
const REMOVED: &str = "the key has lost this text";
const HASHED: &str = "the key is hashed first: it is used as it is";
const ENCODING: &str = "the key is in this encoding, not UTF-8";

/// The changes that programs make to the key.
pub(crate) fn keys<'a>(bill: &Bill<'_>) -> Table<'a> {
    let bytes = bill.key.bytes.as_slice();
    let Ok(key) = core::str::from_utf8(bytes) else { return Vec::new() };
    let around =
        |before: &str, behind: &str| -> Bytes { [before.as_bytes(), bytes, behind.as_bytes()].concat().into() };
    let part = |part: &str| -> Bytes { part.as_bytes().to_vec().into() };
    let trimmed = row("key_trimmed", "", "the white space around the key is cut off", part(key.trim()));
    let mut rows: Vec<Row<Bytes>> = vec![
        row("key_quoted", "\"", QUOTED, around("\"", "\"")),
        row("key_trailing_newline", "", "the key carries a newline at its end", around("", "\n")),
        trimmed.setting(Some("hashToken without the white space around it".into())),
        row("key_hex_decoded", "", "the key is decoded from hex: it is used as it is", hex_decoded(bytes)),
        row("key_base64_decoded", "", "the key is decoded from Base64: it is used as it is", base64_decoded(bytes)),
        row("key_trailing_crlf", "", "the key carries a carriage return and a newline at its end", around("", "\r\n")),
        row("key_quoted", "'", QUOTED, around("'", "'")),
        row(
            "key_before",
            "\u{feff}",
            "a byte order mark stands before the key: save its file without one",
            around("\u{feff}", ""),
        ),
    ];
    let inside = ["\"", "'", "`"].into_iter().find_map(|quote| key.strip_prefix(quote)?.strip_suffix(quote));
    let setting = inside.map(|_| "hashToken without the quotes around it".to_owned());
    rows.push(row("key_unquoted", "", "the quotes around the key are stripped", inside.map(part)).setting(setting));
    rows.extend(["$", "$$", "%"].map(|with| row("key_expanded", with, EXPANDED, expanded(bytes, with))));
    rows.extend(
        ["#", " ", "$", "=", ";", "&", ",", ":", "\n", "\\"]
            .map(|with| row("key_cut", with, CUT, key.split_once(with).map(|(start, _)| part(start)))),
    );
    rows.extend(
        ["=", ":", " ", ","]
            .map(|with| row("key_begins_behind", with, CUT_BEFORE, key.split_once(with).map(|(_, end)| part(end)))),
    );
    rows.push(row(
        "key_unescaped",
        "\\",
        "backslashes in the key escape what follows: put it between single quotes",
        unescaped(bytes),
    ));
    rows.extend([
        row("key_encoded", "hex", ENCODED, hex(bytes, HEX)),
        row("key_encoded", "Base64", ENCODED, base64(bytes)),
        row("key_encoded", "HEX", ENCODED, hex(bytes, UPPER_CASE_HEX)),
        row("key_encoded", "URL", ENCODED, url_encoded(bytes, UPPER_CASE_HEX)),
        row("key_encoded", "&amp;", ENCODED, changed(bytes, 6, |byte| entity(byte).bytes().collect::<Vec<_>>())),
        row("key_decoded", "URL", DECODED, url_decoded(bytes)),
        row("key_decoded", "+", DECODED, changed(bytes, 1, |byte| [if byte == b'+' { b' ' } else { byte }])),
    ]);
    rows.extend(["`"].map(|quote| row("key_quoted", quote, QUOTED, around(quote, quote))));
    rows.extend([" ", "\r", "=", ";", ","].map(|with| row("key_behind", with, BEHIND, around("", with))));
    rows.extend([" ", "Bearer ", "\n", "="].map(|with| row("key_before", with, BEFORE, around(with, ""))));
    rows.extend(
        ["", "undefined", "null", "None", "[object Object]"].map(|text| row("key_missing", text, MISSING, part(text))),
    );
    for (order, encoded) in [("LE", utf16_le(key)), ("BE", utf16_be(key))] {
        rows.push(row("utf16_key", order, "the key is in UTF-16, not UTF-8", encoded));
    }
    rows.push(row("key_encoding", "ASCII", ENCODING, ascii(key)));
    rows.push(row("key_encoding", "ISO-8859-1", ENCODING, latin1(key)));
    rows.push(row(
        "key_lower_case",
        "",
        "the key is in lower case",
        changed(bytes, 1, |byte| [byte.to_ascii_lowercase()]),
    ));
    rows.push(row(
        "key_upper_case",
        "",
        "the key is in upper case",
        changed(bytes, 1, |byte| [byte.to_ascii_uppercase()]),
    ));
    rows.extend(
        [" ", "-", "\\", "\"", "="].map(|with| row("key_without", with, REMOVED, without(bytes, with.as_bytes()))),
    );
    rows.push(row("key_hashed", "SHA-512", HASHED, Bytes::from(digest(bytes))));
    rows.extend([16, 24, 32, 48, 64].map(|most| {
        row("key_cut_to", most.to_string(), CUT_TO, bytes.get(..most).map(|start| Bytes::from(start.to_vec())))
    }));
    values(&bill.key.bytes, rows, |bytes| Step::Key(bytes.into()))
}

fn without(key: &[u8], text: &[u8]) -> Bytes {
    changed(key, 1, |byte| Some(byte).filter(|byte| !text.contains(byte)))
}

fn entity(byte: u8) -> String {
    with_entities(&char::from(byte).to_string(), "&quot;", "&#39;")
}

/// By `with`: `$NAME`, `${NAME}` and `$1` become nothing, `$$` one of them, or `%NAME%` nothing.
fn expanded(key: &[u8], with: &str) -> Bytes {
    let (mut bytes, mut rest) = (Bytes::new(Vec::with_capacity(key.len())), key);
    while let [byte, behind @ ..] = rest {
        let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
        let name = behind.iter().take_while(is_name).count();
        let skipped = match (with, behind) {
            ("$", [b'{', inner @ ..]) => inner.iter().position(|byte| *byte == b'}').map(|end| end + 2),
            ("$", [b'0'..=b'9', ..]) => Some(1),
            ("$", _) if name > 0 => Some(name),
            ("%", _) if name > 0 && behind.get(name) == Some(&b'%') => Some(name + 1),
            ("$$", [b'$', ..]) => Some(1),
            _ => None,
        };
        let skipped = skipped.filter(|_| with.as_bytes().first() == Some(byte));
        if skipped.is_none() || with == "$$" {
            bytes.push(*byte);
        }
        rest = behind.get(skipped.unwrap_or_default()..).unwrap_or_default();
    }
    bytes
}

/// `\n`, `\r` and `\t` become what they stand for, and other characters lose their backslash.
fn unescaped(key: &[u8]) -> Bytes {
    let (mut bytes, mut rest) = (Bytes::new(Vec::with_capacity(key.len())), key);
    while let [byte, behind @ ..] = rest {
        let (byte, behind) = match (byte, behind) {
            (b'\\', [b'n', behind @ ..]) => (&b'\n', behind),
            (b'\\', [b'r', behind @ ..]) => (&b'\r', behind),
            (b'\\', [b't', behind @ ..]) => (&b'\t', behind),
            (b'\\', [next, behind @ ..]) => (next, behind),
            (byte, behind) => (byte, behind),
        };
        bytes.push(*byte);
        rest = behind;
    }
    bytes
}

fn hex_decoded(key: &[u8]) -> Option<Bytes> {
    let digit = |&byte: &u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let (pairs, rest) = key.as_chunks::<2>();
    let mut bytes = Bytes::new(Vec::with_capacity(pairs.len()));
    for [high, low] in pairs {
        bytes.push((digit(high)? << 4) + digit(low)?);
    }
    Some(bytes).filter(|bytes| rest.is_empty() && !bytes.is_empty())
}

fn base64_decoded(key: &[u8]) -> Option<Bytes> {
    // Decoders differ in what they forgive; those that people use forgive much.
    let lenient = GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let engines = [&alphabet::STANDARD, &alphabet::URL_SAFE].map(|alphabet| GeneralPurpose::new(alphabet, lenient));
    engines.iter().find_map(|engine| {
        let mut bytes = Bytes::new(vec![0; key.len()]);
        let len = engine.decode_slice(key, &mut bytes).ok()?;
        bytes.truncate(len);
        Some(bytes)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pairs_of_hex_digits_are_decoded() {
        assert_eq!(hex_decoded(b"0aF1").map(|bytes| bytes.to_vec()), Some(vec![0x0a, 0xf1]));
        for key in ["", "a", "abc", "ag", "ga", "0x"] {
            assert!(hex_decoded(key.as_bytes()).is_none(), "{key}");
        }
    }

    /// A vector that has grown has left a copy behind.
    #[test]
    fn changed_keys_are_written_in_one_piece() {
        let key = br#"a&"k$$e%y\n<%41"#;
        for bytes in [expanded(key, "$"), expanded(key, "$$"), unescaped(key), without(key, b"-")] {
            assert_eq!(bytes.capacity(), key.len());
        }
    }
}
