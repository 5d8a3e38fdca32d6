//! The key, as it is or as people change it. Every copy is wiped.

use super::{
    change::{
        Change::{self, *},
        changed,
    },
    fields::ESCAPED,
    input::Bill,
    recipe::{Deviation, Row, Step, Table, each},
};

/// The changes that programs make to the key.
pub(crate) fn keys<'a>(bill: &Bill<'_>) -> Table<'a> {
    let mut table = Table::of(Step::Key(bill.key.clone()));
    for (name, with, changes) in each(KEYS) {
        let around = match name {
            "key_trimmed" => Some("white space"),
            "key_unquoted" => Some("quotes"),
            _ => None,
        };
        let setting = around.map(|around| format!("hashToken without the {around} around it"));
        let step = Step::Key(changed(&bill.key.bytes, changes, with).into());
        table.push(Some(Deviation { setting, ..Deviation::new(name, with, step) }));
    }
    table
}

const KEYS: &[Row<&[Change]>] = &[
    ("key_quoted", &["\""], &[Filled("·0·")]),
    ("key_trailing_newline", &[""], &[Filled("0\n")]),
    ("key_trimmed", &[""], &[Trimmed]),
    ("key_hex_decoded", &[""], &[HexDecoded]),
    ("key_base64_decoded", &[""], &[Base64Decoded]),
    ("key_trailing_crlf", &[""], &[Filled("0\r\n")]),
    ("key_quoted", &["'"], &[Filled("·0·")]),
    ("key_before", &["\u{feff}"], &[Filled("·0")]),
    ("key_unquoted", &[""], &[Unquoted]),
    ("key_expanded", &["$", "$$", "%"], &[Expanded]),
    ("key_cut", &["#", " ", "$", "=", ";", "&", ",", ":", "\n", "\\"], &[CutAt]),
    ("key_begins_behind", &["=", ":", " ", ","], &[BeginsBehind]),
    ("key_unescaped", &["\\"], &[Unescaped]),
    ("key_encoded", &["hex"], &[Hex]),
    ("key_encoded", &["Base64"], &[Base64]),
    ("key_encoded", &["HEX"], &[Hex, UpperCase]),
    ("key_encoded", &["URL"], &[UrlEncoded]),
    ("key_encoded", &["&amp;"], &[ESCAPED, Replaced(&[("\"", "&quot;"), ("'", "&#39;")])]),
    ("key_decoded", &["URL"], &[UrlDecoded]),
    ("key_decoded", &["+"], &[Replaced(&[("+", " ")])]),
    ("key_quoted", &["`"], &[Filled("·0·")]),
    ("key_behind", &[" ", "\r", "=", ";", ","], &[Filled("0·")]),
    ("key_before", &[" ", "Bearer ", "\n", "="], &[Filled("·0")]),
    ("key_missing", &["", "undefined", "null", "None", "[object Object]"], &[Filled("·")]),
    ("utf16_key", &["LE"], &[Utf16Le]),
    ("utf16_key", &["BE"], &[Utf16Be]),
    ("key_encoding", &["ASCII"], &[Ascii("?")]),
    ("key_encoding", &["ISO-8859-1"], &[Latin1]),
    ("key_lower_case", &[""], &[LowerCase]),
    ("key_upper_case", &[""], &[UpperCase]),
    ("key_without", &[" ", "-", "\\", "\"", "="], &[Without]),
    ("key_hashed", &["SHA-512"], &[Sha512]),
    ("key_cut_to", &["16", "24", "32", "48", "64"], &[FirstBytes]),
];
