//! JSON text of every kind, valid and damaged.

use proptest::{collection::vec, prelude::*, sample::select};

/// A value's text with any white space, escapes and numbers of the grammar, and sometimes duplicate keys.
pub(crate) fn json() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        3 => number(),
        4 => string(),
        1 => select(vec!["null", "true", "false"]).prop_map(String::from),
    ];
    let nested = leaf.prop_recursive(5, 40, 6, |inner| {
        let array = (vec((space(), inner.clone(), space()), 0..6), space())
            .prop_map(|(items, empty)| format!("[{}]", joined(items.into_iter().map(|(a, b, c)| a + &b + &c), empty)));
        let member = (space(), key(), space(), space(), inner, space());
        let object = (vec(member, 0..6), space()).prop_map(|(members, empty)| {
            let members = members.into_iter().map(|(a, key, b, c, value, d)| format!("{a}{key}{b}:{c}{value}{d}"));
            format!("{{{}}}", joined(members, empty))
        });
        prop_oneof![array, object]
    });
    // Sometimes deeper than a reader's limit.
    let depth = prop_oneof![8 => Just(0), 2 => 24..36usize, 1 => 100..140usize];
    (space(), nested, depth, any::<bool>()).prop_map(|(space, value, depth, array)| {
        let [open, close] = if array { ["[", "]"] } else { ["{\"a\":", "}"] };
        format!("{space}{}{value}{}{space}", open.repeat(depth), close.repeat(depth))
    })
}

/// Mutated JSON, which may still be valid.
pub(crate) fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let byte =
        || prop_oneof![select(b"{}[]:,\"\\ 0123456789-+.eEutrfnbd/\n\x00\xc3\xed\xa0\xf4\xff".to_vec()), any::<u8>()];
    let wound = (0..4u8, any::<prop::sample::Index>(), byte());
    (json(), vec(wound, 0..4)).prop_map(|(text, wounds)| {
        let mut bytes = text.into_bytes();
        for (kind, at, byte) in wounds {
            let at = at.index(bytes.len() + 1);
            match kind {
                0 => bytes.truncate(at),
                1 => bytes.insert(at, byte),
                2 if at < bytes.len() => bytes[at] = byte,
                _ if at < bytes.len() => drop(bytes.remove(at)),
                _ => bytes.push(byte),
            }
        }
        bytes
    })
}

pub(crate) fn number() -> impl Strategy<Value = String> {
    "-?(0|[1-9][0-9]{0,3}|[1-9][0-9]{0,40})(\\.[0-9]{1,20})?([eE][+-]?[0-9]{1,3})?"
}

pub(crate) fn string() -> impl Strategy<Value = String> {
    let unescaped = any::<char>().prop_filter("JSON escapes these", |&c| c >= ' ' && c != '"' && c != '\\');
    let escaped = |c: char| c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04X}")).collect();
    let piece = prop_oneof![
        4 => "[a-z ]{1,20}",
        2 => unescaped.prop_map(String::from),
        1 => "ក[ខ-ឳ]{0,9}\u{200b}?",
        2 => select(vec!["\\\"", "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t"]).prop_map(String::from),
        1 => any::<u16>().prop_map(|unit| format!("\\u{unit:04x}")),
        1 => any::<char>().prop_map(escaped),
    ];
    vec(piece, 0..4).prop_map(|pieces| format!("\"{}\"", pieces.concat()))
}

fn key() -> impl Strategy<Value = String> {
    let meeting_again = select(vec!["\"a\"", "\"\\u0061\"", "\"ខ\"", "\"\\u1781\"", "\"b\"", "\"tran_id\""]);
    prop_oneof![1 => meeting_again.prop_map(String::from), 4 => string()]
}

fn space() -> impl Strategy<Value = String> {
    prop_oneof![6 => Just(String::new()), 1 => "[ \\n\\r\\t]{1,3}"]
}

fn joined(parts: impl ExactSizeIterator<Item = String>, empty: String) -> String {
    if parts.len() == 0 { empty } else { parts.collect::<Vec<_>>().join(",") }
}
