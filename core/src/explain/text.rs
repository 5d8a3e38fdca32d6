//! The signing string: its parts in other orders, between other separators, in other encodings.

use super::{
    bytes::{self, Bytes, HEX},
    date::{DatePattern, Moment},
    deviation::{Encoding, Join, Row, Step, Table, row, table},
    input::{Bill, Candidates, signed_field},
};
use crate::signing::digest;
use crate::wire::json_writer::JsonWriter;
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

type Parts<'a> = [&'a str; 6];
type Text = Option<Zeroizing<String>>;

const TEXT: usize = 3;
const SEPARATORS: [&str; 21] =
    ["|", ",", "&", " ", "\n", "-", ";", ":", "_", "\t", "/", ".", "#", "+", "\r\n", "||", ", ", "=", "~", "^", "*"];

/// The right way: the parts without separators.
pub(crate) fn joined(parts: &Parts<'_>) -> Text {
    Some(parts.concat().into())
}

fn names() -> Parts<'static> {
    [0, 1, 2, 3, 4, 5].map(signed_field)
}

/// Parts of an order, which may be fewer or more.
fn ordered<'a>(order: Vec<usize>) -> Join<'a> {
    Box::new(move |parts| {
        let parts: Vec<&str> = order.iter().filter_map(|&at| parts.get(at)).copied().collect();
        joined_by(&parts, "")
    })
}

fn joined_by(parts: &[&str], separator: &str) -> Text {
    Some(parts.join(separator).into())
}

/// The parts with another one before that at `at`.
fn inserted<'a>(at: usize, text: Option<Zeroizing<String>>) -> Join<'a> {
    Box::new(move |parts| {
        let (before, behind) = parts.split_at_checked(at)?;
        joined_by(&[before, &[text.as_ref()?.as_str()], behind].concat(), "")
    })
}

fn around<'a>(before: &'static str, behind: &'static str) -> Join<'a> {
    Box::new(move |parts| joined_by(&[before, &parts.concat(), behind], ""))
}

/// The parts between quotes, as in JSON; the amount may stand without.
fn quoted(parts: &Parts<'_>, with_amount: bool) -> [String; 6] {
    let mut at = 0;
    parts.map(|part| {
        at += 1;
        if at == TEXT + 1 && !with_amount { part.to_owned() } else { json_string(part) }
    })
}

fn json_string(text: &str) -> String {
    let mut out = JsonWriter::default();
    out.string(text);
    out.into_text()
}

/// `name=value` of each part.
fn labelled<'a>(equals: &'static str, between: &'static str, order: [usize; 6]) -> Join<'a> {
    Box::new(move |parts| {
        let (names, parts) = (order.map(|at| names().get(at).copied()), order.map(|at| parts.get(at).copied()));
        let labelled = names.iter().zip(parts).map(|(name, part)| Some([(*name)?, equals, part?].concat()));
        Some(labelled.collect::<Option<Vec<_>>>()?.join(between).into())
    })
}

/// The six fields as JSON.
fn object<'a>(order: [usize; 6], between: &'static str, colon: &'static str) -> Join<'a> {
    Box::new(move |parts| {
        let values = quoted(parts, false);
        let members = order.iter().map(|&at| Some([&json_string(signed_field(at)), colon, values.get(at)?].concat()));
        Some(["{", &members.collect::<Option<Vec<_>>>()?.join(between), "}"].concat().into())
    })
}

fn alphabetical() -> [usize; 6] {
    let mut order = [0, 1, 2, 3, 4, 5];
    order.sort_by_key(|&at| signed_field(at));
    order
}

fn moved(from: usize, to: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..6).filter(|&at| at != from).collect();
    order.insert(to, from);
    order
}

fn swapped(one: usize, other: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..6).collect();
    order.swap(one, other);
    order
}

const BEHIND: &str = "the signing string carries this text at its end: cut it off";
const BEFORE: &str = "the signing string carries this text at its beginning: cut it off";
const AROUND: &str = "the signing string stands between these characters";
const SWAPPED: &str = "these two fields are swapped";
const ADDED: &str = "this field is signed, too: it is not one of the six";
const UNDEFINED: &str = "this field is signed as a program writes one that it does not have: look for its name";
const LABELLED: &str = "the fields are signed with their names, joined so: sign the values alone";
const SPACED: &str = "the JSON body is signed instead of the signing string, with the spaces of this writer";
const JSON: &str = "the six fields are signed as JSON: sign the values alone";

/// Deviations of how the parts are joined.
pub(crate) fn texts<'a>(bill: &'a Bill<'a>, candidates: &Candidates) -> Table<'a> {
    let mut rows: Vec<Row<Join<'a>>> = Vec::new();
    let mut add = |name, with: &str, says, join: Join<'a>| rows.push(row(name, with, says, join));
    add("text_behind", "\n", BEHIND, around("", "\n"));
    let (separator, missing) = ("the fields are joined by this separator", "this field is not in the signing string");
    let joined_with = |separator: String| -> Join<'a> { Box::new(move |parts| joined_by(parts, &separator)) };
    for text in SEPARATORS.get(..10).unwrap_or_default() {
        add("separator", text, separator, joined_with((*text).into()));
    }
    for at in 0..6 {
        add("field_missing", signed_field(at), missing, ordered((0..6).filter(|&other| other != at).collect()));
    }
    add(
        "json_body",
        "",
        "the JSON body is signed instead of the signing string",
        Box::new(|_| without_hash(bill.unsigned.body?)),
    );
    add("order_alphabetical", "", "the fields are in the order of the alphabet", ordered(alphabetical().into()));
    add("order_reversed", "", "the fields are in the opposite order", ordered((0..6).rev().collect()));
    for at in 1..6 {
        add(
            "order_swapped",
            &format!("{},{}", signed_field(at - 1), signed_field(at)),
            SWAPPED,
            ordered(swapped(at - 1, at)),
        );
    }
    add("text_behind", "\r\n", BEHIND, around("", "\r\n"));
    add("text_before", "\u{feff}", "a byte order mark stands before the signing string", around("\u{feff}", ""));
    let due = bill.unsigned.due_date.and_then(|instant| DatePattern::RIGHT.of(Moment { instant, ..bill.moment() }));
    let due = due.map(Zeroizing::new);
    let in_khr = bill.unsigned.total_amount_khr.map(|amount| Zeroizing::new(amount.to_owned()));
    add("field_added", "due_date", ADDED, inserted(2, due.clone()));
    add("field_added", "due_date at the end", ADDED, inserted(6, due));
    add("field_added", "total_amount_khr", ADDED, inserted(4, in_khr.clone()));
    add("field_added", "total_amount_khr at the end", ADDED, inserted(6, in_khr));
    add(
        "values_quoted",
        "",
        "every value is signed between quotes",
        Box::new(|parts| Some(quoted(parts, true).concat().into())),
    );
    add(
        "texts_quoted",
        "",
        "every value but total_amount is signed between quotes",
        Box::new(|parts| Some(quoted(parts, false).concat().into())),
    );
    add("labelled", "name=value&", LABELLED, labelled("=", "&", [0, 1, 2, 3, 4, 5]));
    add("labelled", "name=value& in the order of the alphabet", LABELLED, labelled("=", "&", alphabetical()));
    add("labelled", "name=value|", LABELLED, labelled("=", "|", [0, 1, 2, 3, 4, 5]));
    add("labelled", "name=value,", LABELLED, labelled("=", ",", [0, 1, 2, 3, 4, 5]));
    add("labelled", "name:value,", LABELLED, labelled(":", ",", [0, 1, 2, 3, 4, 5]));
    add("labelled", "name=value", LABELLED, labelled("=", "", [0, 1, 2, 3, 4, 5]));
    add("json_fields", "", JSON, object([0, 1, 2, 3, 4, 5], ",", ":"));
    add("json_fields", "in the order of the alphabet", JSON, object(alphabetical(), ",", ":"));
    add("json_fields", "with spaces", JSON, object([0, 1, 2, 3, 4, 5], ", ", ": "));
    add(
        "json_fields",
        "list",
        JSON,
        Box::new(|parts| Some(["[", &quoted(parts, false).join(","), "]"].concat().into())),
    );
    for (with, indent) in [("Python", None), ("2 spaces", Some(2)), ("4 spaces", Some(4))] {
        add(
            "json_body_spaced",
            with,
            SPACED,
            Box::new(move |_| Some(respaced(&without_hash(bill.unsigned.body?)?, indent))),
        );
    }
    for text in SEPARATORS.get(10..).unwrap_or_default() {
        add("separator", text, separator, joined_with((*text).into()));
    }
    for text in ["|", "&", ",", "\n", ";", " "] {
        let says = "each field, and the last one too, is followed by this text";
        add("separator_behind", text, says, Box::new(move |parts| Some([&parts.join(text), text].concat().into())));
    }
    for text in [" ", "\0", "\r"] {
        add("text_behind", text, BEHIND, around("", text));
    }
    for text in [" ", "\n"] {
        add("text_before", text, BEFORE, around(text, ""));
    }
    for (with, before, behind) in [("\"", "\"", "\""), ("'", "'", "'"), ("[]", "[", "]"), ("{}", "{", "}")] {
        add("text_around", with, AROUND, around(before, behind));
    }
    let key = || core::str::from_utf8(&bill.key.bytes).ok().map(|key| Zeroizing::new(key.to_owned()));
    for (with, at) in [("first", 0), ("last", 6)] {
        add("key_in_text", with, "the signing string has the key in it: it belongs to HMAC alone", inserted(at, key()));
    }
    let fields = 0..6usize;
    for (one, other) in fields.clone().flat_map(|one| (one + 2..6).map(move |other| (one, other))) {
        add(
            "order_swapped",
            &format!("{},{}", signed_field(one), signed_field(other)),
            SWAPPED,
            ordered(swapped(one, other)),
        );
    }
    for at in 0..4 {
        add(
            "order_moved",
            &format!("{} last", signed_field(at)),
            "this field is at another place",
            ordered(moved(at, 5)),
        );
    }
    for at in 2..6 {
        add(
            "order_moved",
            &format!("{} first", signed_field(at)),
            "this field is at another place",
            ordered(moved(at, 0)),
        );
    }
    for text in ["undefined", "null", "None"] {
        for at in fields.clone() {
            let with = format!("{}: {text}", signed_field(at));
            add(
                "field_undefined",
                &with,
                UNDEFINED,
                Box::new(move |parts| {
                    let mut parts = *parts;
                    *parts.get_mut(at)? = text;
                    joined(&parts)
                }),
            );
        }
    }
    let known = |separator: &&String| !SEPARATORS.contains(&separator.as_str());
    let mut seen = std::collections::HashSet::new();
    for text in candidates.separators.iter().filter(known).filter(|text| seen.insert(text.as_str())) {
        add("separator", text, separator, joined_with(text.clone()));
    }
    table(rows, Step::Join)
}

/// A body as billwire writes it, without its member `hash`. Between other quotes that name would be escaped.
fn without_hash(body: &str) -> Text {
    const NAME: &str = ",\"hash\":\"";
    let cut = body.split_once(NAME).and_then(|(before, rest)| Some((before, rest.split_once('"')?.1)));
    Some(cut.map_or_else(|| body.to_owned(), |(before, behind)| [before, behind].concat()).into())
}

/// A body with the spaces of Python, or on lines with an indent.
fn respaced(body: &str, indent: Option<usize>) -> Zeroizing<String> {
    let deepest = body.matches(['{', '[']).count().min(8);
    let places = body.matches(['{', '[', '}', ']', ',', ':']).count();
    let mut text =
        Zeroizing::new(String::with_capacity(body.len() + places * (2 + indent.unwrap_or_default() * deepest)));
    let (mut depth, mut in_string, mut is_escaped, mut before) = (0, false, false, ' ');
    for c in body.chars() {
        let line = |text: &mut String, depth: usize| {
            text.extend(indent.map(|_| '\n'));
            text.extend(std::iter::repeat_n(' ', depth * indent.unwrap_or_default()));
        };
        let is_empty = matches!((before, c), ('{', '}') | ('[', ']'));
        if !in_string && matches!(c, '}' | ']') {
            depth -= 1;
        }
        if !in_string && !is_empty && (matches!(before, '{' | '[') || matches!(c, '}' | ']')) {
            line(&mut text, depth);
        }
        text.push(c);
        match c {
            _ if in_string => {
                in_string = c != '"' || is_escaped;
                is_escaped = c == '\\' && !is_escaped;
            }
            '"' => in_string = true,
            '{' | '[' => depth += 1,
            ':' => text.push(' '),
            ',' if indent.is_some() => line(&mut text, depth),
            ',' => text.push(' '),
            _ => {}
        }
        // What stands in a text or is its end opens nothing.
        before = if in_string { ' ' } else { c };
    }
    text
}

const ENCODING: &str = "the signing string is in this encoding, not UTF-8";
const ENCODED: &str = "the signing string is encoded so before it is signed: sign it as it is";
const HASHED: &str = "the signing string is hashed so before it is signed: sign it as it is";

/// Encodings of the text.
pub(crate) fn encodings<'a>(bill: &Bill<'_>) -> Table<'a> {
    let key = core::str::from_utf8(&bill.key.bytes).unwrap_or_default();
    let both = "key and signing string are in UTF-16, not UTF-8";
    let orders: [(&str, Encoding); 2] = [("LE", bytes::utf16_le), ("BE", bytes::utf16_be)];
    let of_both = orders.map(|(with, encoding)| row("utf16", with, both, encoding));
    let mut all = table(of_both, |encoding| Step::EncodingOfBoth(encoding, encoding(key).into()));
    let sha256 = |text: &str| -> Bytes { Bytes::new(Sha256::digest(text).to_vec()) };
    let sha512 = |text: &str| -> Bytes { Bytes::new(digest(text.as_bytes())) };
    let rows: [(&'static str, &'static str, &'static str, Encoding); 17] = [
        ("encoding", "ASCII", ENCODING, bytes::ascii),
        ("encoding", "ISO-8859-1", ENCODING, bytes::latin1),
        ("utf16_string", "LE", "the signing string is in UTF-16, not UTF-8", bytes::utf16_le),
        ("utf16_string", "BE", "the signing string is in UTF-16, not UTF-8", bytes::utf16_be),
        ("encoding", "UTF-8 twice", ENCODING, bytes::utf8_twice),
        ("encoding", "UTF-16LE with a byte order mark", ENCODING, bytes::utf16_marked),
        ("encoding", "ASCII, ? for each byte", ENCODING, |text| {
            bytes::changed(text.as_bytes(), 1, |byte| [if byte.is_ascii() { byte } else { b'?' }])
        }),
        ("encoding", "ASCII, others left out", ENCODING, bytes::ascii_alone),
        ("encoding", "low bytes of UTF-16", ENCODING, bytes::low_bytes),
        ("text_encoded", "\\u1797", ENCODED, bytes::json_escaped),
        ("text_encoded", "&#6039;", ENCODED, bytes::html_escaped),
        ("text_encoded", "Base64", ENCODED, |text| bytes::base64(text.as_bytes())),
        ("text_encoded", "hex", ENCODED, |text| bytes::hex(text.as_bytes(), HEX)),
        ("text_encoded", "URL", ENCODED, |text| bytes::url_encoded(text.as_bytes(), bytes::UPPER_CASE_HEX)),
        ("string_lower_case", "", "the signing string is in lower case", |text| {
            bytes::changed(text.as_bytes(), 1, |byte| [byte.to_ascii_lowercase()])
        }),
        ("text_hashed", "SHA-512", HASHED, sha512),
        ("text_hashed", "SHA-256", HASHED, sha256),
    ];
    let hashed: [(&str, Encoding); 2] = [
        ("SHA-512 in hex", |text| bytes::hex(&digest(text.as_bytes()), HEX)),
        ("SHA-256 in hex", |text| bytes::hex(&Sha256::digest(text), HEX)),
    ];
    all.extend(table(rows.map(|(name, with, says, encoding)| row(name, with, says, encoding)), Step::Encoding));
    all.extend(table(hashed.map(|(with, encoding)| row("text_hashed", with, HASHED, encoding)), Step::Encoding));
    all
}
