//! What a model looks like on the wire, as constant data.

#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    reason = "it is evaluated by the compiler, where a panic is a message"
)]

/// How a value is written in JSON.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Text.
    Text,
    /// Text that may come as an integer; it is compared as text.
    Code,
    /// A whole number from 0 to 2^53-1.
    Integer,
    /// An exact decimal: a number, or text that holds one.
    Decimal,
    /// A timestamp.
    Instant,
    /// Another model.
    Object(&'static Schema),
    /// A list of another model.
    List(&'static Schema),
}

/// Whether a field has to be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It has to.
    Required,
    /// It may be absent; `null` is the same as absent.
    Optional,
    /// It may be absent or `null`, and the two are told apart.
    Nullable,
}

/// Part of how a field is written that [`Options`](crate::Options) decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variation {
    /// None.
    None,
    /// The key.
    Key {
        /// Position of the key in the options.
        position: usize,
        /// Name of the caller's setting, for sentences such as "give `name`; the setting says under which key …".
        setting: &'static str,
    },
    /// Whether a quoted decimal is written as text or as a number.
    Quotes,
}

/// One field of a model. The methods are the words that a declaration puts in brackets behind a field's type.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The key in JSON.
    pub name: &'static str,
    /// A second spelling that is understood when read.
    pub alias: Option<&'static str>,
    /// How the value is written.
    pub kind: Kind,
    /// Whether it has to be there.
    pub presence: Presence,
    /// The texts that the interface shows, where others may come too.
    pub words: &'static [&'static str],
    /// It is part of the signing string.
    pub signed: bool,
    /// Key of a computed member that is written behind it.
    pub followed_by: Option<&'static str>,
    /// Tab and newline may stand in the text.
    pub multiline: bool,
    /// The text may come as a number, whose digits are kept as they are written.
    pub numeric: bool,
    /// A value that cannot be read is no fault: it is kept among the unknown members, and noted.
    pub tolerant: bool,
    /// What to know where the number is not an integer.
    pub integer_hint: Option<&'static str>,
    /// The decimal may be below zero.
    pub negative: bool,
    /// The decimal is above zero.
    pub positive: bool,
    /// The decimal goes out as text.
    pub quoted: bool,
    /// What options decide about it.
    pub variation: Variation,
    /// Where the value lies in its tape record.
    pub word: usize,
    pub key: Key,
}

impl Field {
    /// A field with nothing special about it.
    pub const fn new(name: &'static str, kind: Kind, presence: Presence) -> Field {
        Field {
            name,
            alias: None,
            kind,
            presence,
            words: &[],
            signed: false,
            followed_by: None,
            multiline: false,
            numeric: false,
            tolerant: false,
            integer_hint: None,
            negative: false,
            positive: false,
            quoted: false,
            variation: Variation::None,
            word: 0,
            key: match Key::new(name) {
                Some(key) => key,
                None => panic!("a field name is plain ASCII of at most 28 bytes"),
            },
        }
    }

    /// Understood under a second spelling too.
    pub const fn also(self, alias: &'static str) -> Field {
        Field { alias: Some(alias), ..self }
    }

    /// The texts that the interface shows.
    pub const fn words(self, words: &'static [&'static str]) -> Field {
        Field { words, ..self }
    }

    /// Part of the signing string.
    pub const fn signed(self) -> Field {
        Field { signed: true, ..self }
    }

    /// Followed by a computed member.
    pub const fn followed_by(self, key: &'static str) -> Field {
        Field { followed_by: Some(key), ..self }
    }

    /// Text with tabs and newlines.
    pub const fn multiline(self) -> Field {
        Field { multiline: true, ..self }
    }

    /// Text that may come as a number.
    pub const fn numeric(self) -> Field {
        Field { numeric: true, ..self }
    }

    /// A value that nothing depends on.
    pub const fn tolerant(self) -> Field {
        Field { tolerant: true, ..self }
    }

    /// A whole number, with a sentence for callers who give a fraction.
    pub const fn integer_hint(self, hint: &'static str) -> Field {
        Field { integer_hint: Some(hint), ..self }
    }

    /// A decimal that may be below zero.
    pub const fn negative(self) -> Field {
        Field { negative: true, ..self }
    }

    /// A decimal above zero.
    pub const fn positive(self) -> Field {
        Field { positive: true, ..self }
    }

    /// A decimal written as text.
    pub const fn quoted(self) -> Field {
        Field { quoted: true, ..self }
    }

    /// Written as the options say.
    pub const fn varies(self, variation: Variation) -> Field {
        Field { variation, ..self }
    }

    /// Words that a value takes on the tape: where it begins and ends.
    const WIDTH: usize = 2;

    /// Gives each field its word.
    pub const fn layout<const N: usize>(mut fields: [Field; N]) -> [Field; N] {
        assert!(N <= 32, "a record keeps the fields seen in 32 bits");
        let (mut i, mut word) = (0, HEADER);
        while i < N {
            fields[i].word = word;
            word += Field::WIDTH * if fields[i].alias.is_some() { 2 } else { 1 };
            i += 1;
        }
        fields
    }

    /// Where the value of the second spelling lies.
    pub const fn alias_word(&self) -> usize {
        self.word + Field::WIDTH
    }
}

/// A record begins with three words: the bits of the fields seen, where the next record begins,
/// and the bits of the fields seen under their second spelling.
pub const HEADER: usize = 3;

/// A model.
#[derive(Debug)]
pub struct Schema {
    /// Its name in every language.
    pub name: &'static str,
    /// The section of the interface that it comes from.
    pub section: &'static str,
    /// Its fields, in the order of the interface's table.
    pub fields: &'static [Field],
    /// Words of one tape record.
    pub words: usize,
    /// One bit for each required field.
    pub required: u32,
    /// One bit for each signed field.
    signed: u32,
}

impl Schema {
    pub const fn new(name: &'static str, section: &'static str, fields: &'static [Field]) -> Schema {
        let (mut i, mut words, mut required, mut signed) = (0, HEADER, 0, 0);
        while i < fields.len() {
            let field = &fields[i];
            words += Field::WIDTH * if field.alias.is_some() { 2 } else { 1 };
            if matches!(field.presence, Presence::Required) {
                required |= 1 << i;
            }
            if field.signed {
                signed |= 1 << i;
            }
            i += 1;
        }
        Schema { name, section, fields, words, required, signed }
    }

    /// The signed fields with their places, in the order of the signing string.
    pub fn signed(&self) -> impl Iterator<Item = (usize, &'static Field)> + use<> {
        let (fields, mut left) = (self.fields, self.signed);
        std::iter::from_fn(move || {
            let next = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            fields.get(next).map(|field| (next, field))
        })
    }

    /// A field with its place. In a constant, a name that does not exist fails to compile.
    pub const fn field(&'static self, name: &str) -> (usize, &'static Field) {
        let index = self.index(name);
        (index, &self.fields[index])
    }

    /// The place of a field. In a constant, a name that does not exist fails to compile.
    pub const fn index(&self, name: &str) -> usize {
        let mut i = 0;
        while i < self.fields.len() {
            if same(self.fields[i].name, name) {
                return i;
            }
            i += 1;
        }
        panic!("no such field")
    }
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// A key as it stands in compact JSON, `,"name":`, padded so that it is compared and written whole.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    pub image: [u8; Key::WIDTH],
    /// Which of its bytes are compared.
    mask: [u64; Key::WORDS],
    pub len: usize,
}

impl Key {
    pub const WIDTH: usize = 32;
    const WORDS: usize = Key::WIDTH / 8;

    /// A key of plain ASCII; none if it is longer than 28 bytes or holds what JSON escapes.
    pub const fn new(name: &str) -> Option<Key> {
        let name = name.as_bytes();
        let len = name.len() + 4;
        if len > Key::WIDTH || name.is_empty() {
            return None;
        }
        let (mut image, mut mask) = ([0; Key::WIDTH], [0; Key::WIDTH]);
        image[0] = b',';
        image[1] = b'"';
        image[len - 2] = b'"';
        image[len - 1] = b':';
        let mut i = 0;
        while i < name.len() {
            if name[i] < b' ' || name[i] > b'~' || name[i] == b'"' || name[i] == b'\\' {
                return None;
            }
            image[i + 2] = name[i];
            i += 1;
        }
        i = 1; // the separator before the key is not compared
        while i < len {
            mask[i] = 0xff;
            i += 1;
        }
        Some(Key { image, mask: Key::words(&mask), len })
    }

    const fn words(bytes: &[u8; Key::WIDTH]) -> [u64; Key::WORDS] {
        let (chunks, _) = bytes.as_chunks::<8>();
        let (mut words, mut i) = ([0; Key::WORDS], 0);
        while i < Key::WORDS {
            words[i] = u64::from_le_bytes(chunks[i]);
            i += 1;
        }
        words
    }

    /// Whether `text` begins with a separator and this key.
    pub fn begins(&self, text: &[u8]) -> bool {
        let Some(head) = text.first_chunk() else { return self.begins_short(text) };
        let (words, own) = (Key::words(head), Key::words(&self.image));
        let differs = |((word, own), mask): ((&u64, &u64), &u64)| (word ^ own) & mask;
        words.iter().zip(&own).zip(&self.mask).map(differs).fold(0, |all, one| all | one) == 0
    }

    #[cold]
    #[inline(never)]
    fn begins_short(&self, text: &[u8]) -> bool {
        text.get(1..self.len).is_some_and(|head| self.image.get(1..self.len) == Some(head))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Model, sample::Order};

    #[test]
    fn a_key_is_found_behind_any_separator_and_before_anything() {
        let key = Key::new("ref_id").unwrap();
        for text in ["{\"ref_id\":\"a\"}", ",\"ref_id\":1, and thirty two bytes or more in all"] {
            assert!(key.begins(text.as_bytes()), "{text}");
        }
        for text in
            ["", "{", "{\"ref_id\"", "{\"ref_ia\":\"a\"}", ",\"ref_id2\":1, and thirty two bytes or more in all"]
        {
            assert!(!key.begins(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn two_like_differences_do_not_make_a_key() {
        let key = Key::new("customer_sync_code").unwrap();
        let mut text = *b"{\"customer_sync_code\":\"C-1\", and thirty two bytes or more in all";
        assert!(key.begins(&text));
        text[3] ^= 1;
        assert!(!key.begins(&text));
        text[11] ^= 1;
        assert!(!key.begins(&text));
    }

    #[test]
    fn each_value_has_a_slot_of_its_own_and_so_has_one_under_a_second_spelling() {
        let field = |name| Field::new(name, Kind::Text, Presence::Optional);
        let fields = Field::layout([field("first"), field("second").also("2nd"), field("third")]);
        assert_eq!(fields.map(|field| field.word), [HEADER, HEADER + 2, HEADER + 6]);
        assert_eq!(fields[1].alias_word(), HEADER + 4);
    }

    #[test]
    #[should_panic(expected = "no such field")]
    fn a_name_of_no_field_has_no_place() {
        Order::SCHEMA.index("ref");
    }

    #[test]
    fn keys_are_plain_and_short() {
        assert!(Key::new("a_name_of_twenty_eight_bytes").is_some());
        for name in ["", "a_name_of_twenty_nine_bytes__", "a\"b", "a\\b", "a\nb", "ឈ្មោះ"] {
            assert!(Key::new(name).is_none(), "{name}");
        }
    }
}
