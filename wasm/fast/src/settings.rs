//! Settings that JavaScript has packed: a word for each value, with its kind in the lowest bits, and the texts after each other.

use billwire::wire::input::DynamicValue;

/// Levels that are read: more than any settings have.
const DEPTH: usize = 8;

/// Bits of a word that hold a kind. The other bits are a count: of bytes, items or members.
const KIND_BITS: u32 = 3;
const UNDEFINED: i32 = 0;
const NULL: i32 = 1;
const BOOL: i32 = 2;
/// A whole number, as its digits.
const WHOLE: i32 = 3;
const TEXT: i32 = 4;
const LIST: i32 = 5;
/// For each member a text, its key, and its value.
const MEMBERS: i32 = 6;

/// Returns the packed value. `None` if the words are not those of one value.
pub(crate) fn unpacked(words: &[i32], text: &[u8]) -> Option<DynamicValue> {
    let mut packed = PackedValues { words, text: core::str::from_utf8(text).ok()? };
    packed.value(DEPTH).filter(|_| packed.words.is_empty() && packed.text.is_empty())
}

struct PackedValues<'a> {
    words: &'a [i32],
    text: &'a str,
}

impl PackedValues<'_> {
    fn value(&mut self, depth: usize) -> Option<DynamicValue> {
        let deeper = depth.checked_sub(1)?;
        let (word, rest) = self.words.split_first()?;
        self.words = rest;
        let count = usize::try_from(word >> KIND_BITS).ok()?;
        Some(match word & ((1 << KIND_BITS) - 1) {
            UNDEFINED => DynamicValue::Undefined,
            NULL => DynamicValue::Null,
            BOOL => DynamicValue::Bool(count == 1),
            WHOLE => DynamicValue::Whole(self.text(count)?.parse().ok()?),
            TEXT => DynamicValue::Text(self.text(count)?),
            LIST => DynamicValue::List((0..count).map(|_| self.value(deeper)).collect::<Option<_>>()?),
            MEMBERS => DynamicValue::Members((0..count).map(|_| self.member(deeper)).collect::<Option<_>>()?),
            _ => return None,
        })
    }

    fn member(&mut self, depth: usize) -> Option<(String, DynamicValue)> {
        let DynamicValue::Text(key) = self.value(1)? else { return None };
        Some((key, self.value(depth)?))
    }

    fn text(&mut self, len: usize) -> Option<String> {
        let (text, rest) = self.text.split_at_checked(len)?;
        self.text = rest;
        Some(text.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn word(kind: i32, count: i32) -> i32 {
        count << KIND_BITS | kind
    }

    #[test]
    fn reads_values_of_each_kind() {
        let words = [
            word(MEMBERS, 3),
            word(TEXT, 6),
            word(LIST, 2),
            word(TEXT, 3),
            word(UNDEFINED, 0),
            word(TEXT, 5),
            word(WHOLE, 4),
            word(TEXT, 6),
            word(BOOL, 1),
        ];
        let text = |text: &str| DynamicValue::Text(text.into());
        let expected = DynamicValue::Members(vec![
            ("tokens".into(), DynamicValue::List(vec![text("\u{1780}"), DynamicValue::Undefined])),
            ("bytes".into(), DynamicValue::Whole(-100)),
            ("strict".into(), DynamicValue::Bool(true)),
        ]);
        assert!(unpacked(&words, "tokens\u{1780}bytes-100strict".as_bytes()) == Some(expected));
        assert!(unpacked(&[word(NULL, 0)], b"") == Some(DynamicValue::Null));
    }

    #[test]
    fn refuses_what_is_no_packed_value() {
        for (words, text) in [
            (&[][..], ""),
            (&[word(TEXT, 2)], "a"),
            (&[word(TEXT, 1)], "ab"),
            (&[word(TEXT, -1)], "a"),
            (&[word(TEXT, 1)], "\u{e9}"),
            (&[word(WHOLE, 1)], "x"),
            (&[word(LIST, 2), word(NULL, 0)], ""),
            (&[word(MEMBERS, 1), word(NULL, 0), word(NULL, 0)], ""),
            (&[word(NULL, 0), word(NULL, 0)], ""),
            (&[7], ""),
            (&[word(LIST, 1); 9], ""),
        ] {
            assert!(unpacked(words, text.as_bytes()).is_none(), "{words:?}");
        }
        assert!(unpacked(&[word(TEXT, 1)], b"\xff").is_none());
    }
}
