//! Schemas: the form of each model in JSON, as constant data.

#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    reason = "constants call these functions, so a panic is a compile error"
)]

/// Form of a value in JSON.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Text.
    Text,
    /// Text that may arrive as an integer. It compares as text.
    Code,
    /// A whole number from 0 to 2^53-1.
    Integer,
    /// An exact decimal: a number, or text that holds one.
    Decimal,
    /// A timestamp.
    Instant,
    /// Object of another model.
    Object(&'static Schema),
    /// List of objects of another model.
    List(&'static Schema),
}

/// Whether a field has to be present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It has to be present, and `null` is refused.
    Required,
    /// It may be absent. `null` means absent.
    Optional,
    /// It may be absent or `null`, which differ.
    Nullable,
}

/// Part of a field's written form that [`Options`](crate::wire::Options) set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variation {
    /// No part.
    None,
    /// The key.
    Key {
        /// Position of the key in the options.
        position: usize,
        /// Name of the caller's setting, for error sentences.
        setting: &'static str,
    },
    /// Whether a quoted decimal is written as text or as a number.
    Quotes,
}

/// Field of a model. `model!` takes its methods in brackets after the field's type.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Key in JSON.
    pub name: &'static str,
    /// Second spelling of the key, accepted in received bodies.
    pub alias: Option<&'static str>,
    /// Form of the value in JSON.
    pub kind: Kind,
    /// Whether the field has to be present.
    pub presence: Presence,
    /// Known texts. Other texts are valid too.
    pub words: &'static [&'static str],
    /// Whether the value is part of the signing string.
    pub signed: bool,
    /// Key of a computed member that is written after the field.
    pub followed_by: Option<&'static str>,
    /// Whether the text may hold tabs and line ends.
    pub multiline: bool,
    /// Whether the text may arrive as a number, whose digits are kept as written.
    pub numeric: bool,
    /// Whether a received value of another form is refused. No decision needs any other field: of a text the JSON is
    /// kept as text, and every such value is kept among the unknown members.
    pub strict: bool,
    /// Whether a text of another form is kept among the unknown members alone.
    pub aside: bool,
    /// Whether a required text may be empty where the options allow empty text.
    pub may_be_empty: bool,
    /// Sentence for a number that is not an integer.
    pub integer_hint: Option<&'static str>,
    /// Whether the decimal may be below zero.
    pub negative: bool,
    /// Whether the decimal has to be above zero.
    pub positive: bool,
    /// Whether the decimal is written as text.
    pub quoted: bool,
    /// Part of the written form that options set.
    pub variation: Variation,
    /// Whether rules that span fields look at the text. They always see signed texts, numbers and timestamps.
    pub kept: bool,
    /// Whether rules compute the value where it is absent, from fields before it.
    pub derived: bool,
    /// Index of the sum (`Values::sum`) to which the decimals of a list's elements are added.
    pub sum: Option<usize>,
    /// Position of the value's two words in a record of the index (`offset_index`).
    pub word: usize,
    /// Key as compact JSON writes it.
    pub key: Key,
}

impl Field {
    /// Creates a field. Panics, in constants at compile time, unless `name` is a valid [`Key`].
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
            strict: matches!(presence, Presence::Required),
            aside: false,
            may_be_empty: false,
            integer_hint: None,
            negative: false,
            positive: false,
            quoted: false,
            variation: Variation::None,
            kept: false,
            derived: false,
            sum: None,
            word: 0,
            key: match Key::new(name) {
                Some(key) => key,
                None => panic!("a field name is plain ASCII of at most 28 bytes"),
            },
        }
    }

    /// Accepts a second spelling of the key in received bodies.
    pub const fn also(self, alias: &'static str) -> Field {
        Field { alias: Some(alias), ..self }
    }

    /// Sets the known texts.
    pub const fn words(self, words: &'static [&'static str]) -> Field {
        Field { words, ..self }
    }

    /// Makes the value part of the signing string.
    pub const fn signed(self) -> Field {
        Field { signed: true, ..self }
    }

    /// Adds a computed member after the field. Panics, in constants at compile time, unless `key` is a valid [`Key`].
    pub const fn followed_by(self, key: &'static str) -> Field {
        assert!(Key::new(key).is_some(), "a key is plain ASCII of at most 28 bytes");
        Field { followed_by: Some(key), ..self }
    }

    /// Allows tabs and line ends in the text.
    pub const fn multiline(self) -> Field {
        Field { multiline: true, ..self }
    }

    /// Accepts a number as text in received bodies.
    pub const fn numeric(self) -> Field {
        Field { numeric: true, ..self }
    }

    /// Allows a required text to be empty where the options allow empty text.
    pub const fn may_be_empty(self) -> Field {
        Field { may_be_empty: true, ..self }
    }

    /// Refuses a received value of another form, since a decision needs the field.
    pub const fn decides(self) -> Field {
        Field { strict: true, ..self }
    }

    /// Keeps a text of another form among the unknown members alone, where no decision takes it for the text.
    pub const fn aside(self) -> Field {
        Field { aside: true, ..self }
    }

    /// Sets the sentence for a number that is not an integer.
    pub const fn integer_hint(self, hint: &'static str) -> Field {
        Field { integer_hint: Some(hint), ..self }
    }

    /// Allows a decimal below zero.
    pub const fn negative(self) -> Field {
        Field { negative: true, ..self }
    }

    /// Requires a decimal above zero.
    pub const fn positive(self) -> Field {
        Field { positive: true, ..self }
    }

    /// Writes the decimal as text.
    pub const fn quoted(self) -> Field {
        Field { quoted: true, ..self }
    }

    /// Lets options set a part of the written form.
    pub const fn varies(self, variation: Variation) -> Field {
        Field { variation, ..self }
    }

    /// Lets rules that span fields look at the text.
    pub const fn kept(self) -> Field {
        Field { kept: true, ..self }
    }

    /// Lets rules compute the value where it is absent.
    pub const fn derived(self) -> Field {
        Field { derived: true, ..self }
    }

    /// Adds the decimals of a list's elements to a sum. Panics, in constants at compile time, beyond [`SUMS`].
    pub const fn summed(self, sum: usize) -> Field {
        assert!(sum < SUMS, "a request has no further sum");
        Field { sum: Some(sum), ..self }
    }

    /// Words of a value in a record: its start and its end.
    const WIDTH: usize = 2;

    /// Sets the position of each field in a record. Panics, in constants at compile time, beyond 32 fields.
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

    /// Returns the position of the words of the second spelling.
    pub const fn alias_word(&self) -> usize {
        self.word + Field::WIDTH
    }
}

/// Sums of a request.
pub(crate) const SUMS: usize = 2;

/// Words at the start of a record, before those of its fields (see `offset_index`).
pub const HEADER: usize = 3;

/// Schema of a model.
#[derive(Debug)]
pub struct Schema {
    /// Name of the model in every language.
    pub name: &'static str,
    /// Section of the interface that defines the model.
    pub section: &'static str,
    /// Fields, in the order in which they are written.
    pub fields: &'static [Field],
    /// Number of words of a record.
    pub words: usize,
    /// One bit for each required field.
    pub required: u32,
    /// One bit for each signed field.
    signed: u32,
}

impl Schema {
    /// Creates a schema of fields that [`Field::layout`] returned.
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

    /// Returns the signed fields with their indices, in the order of the signing string.
    #[inline]
    pub fn signed(&self) -> impl Iterator<Item = (usize, &'static Field)> + use<> {
        let (fields, mut left) = (self.fields, self.signed);
        std::iter::from_fn(move || {
            let next = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            fields.get(next).map(|field| (next, field))
        })
    }

    /// Returns a field with its index. Panics, in constants at compile time, if there is no such field.
    pub const fn field(&'static self, name: &str) -> (usize, &'static Field) {
        let index = self.index(name);
        (index, &self.fields[index])
    }

    /// Returns the index of a field. Panics, in constants at compile time, if there is no such field.
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

/// Key as compact JSON writes it: `,"name":`. Padded to a constant size, so that it is compared and written at once.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Bytes of the key, padded with zeros.
    pub(crate) image: [u8; Key::WIDTH],
    /// Mask of the bytes that are compared.
    mask: [u64; Key::WORDS],
    /// Length in bytes, without the padding.
    pub(crate) len: usize,
}

impl Key {
    const WIDTH: usize = 32;
    const WORDS: usize = Key::WIDTH / 8;

    /// Creates a key. Returns `None` if it is not printable ASCII of 1 to 28 bytes without `"` and `\`.
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
        i = 1; // skips the separator, which is `,` or `{`
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

    /// Returns whether `text` begins with any separator and this key.
    #[inline]
    pub(crate) fn begins(&self, text: &[u8]) -> bool {
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
    use crate::wire::{Model, model::sample::Order};

    #[test]
    fn a_key_matches_after_any_separator() {
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
    fn equal_differences_do_not_cancel_out() {
        let key = Key::new("customer_sync_code").unwrap();
        let mut text = *b"{\"customer_sync_code\":\"C-1\", and thirty two bytes or more in all";
        assert!(key.begins(&text));
        text[3] ^= 1;
        assert!(!key.begins(&text));
        text[11] ^= 1;
        assert!(!key.begins(&text));
    }

    #[test]
    fn layout_gives_each_spelling_its_words() {
        let field = |name| Field::new(name, Kind::Text, Presence::Optional);
        let fields = Field::layout([field("first"), field("second").also("2nd"), field("third")]);
        assert_eq!(fields.map(|field| field.word), [HEADER, HEADER + 2, HEADER + 6]);
        assert_eq!(fields[1].alias_word(), HEADER + 4);
    }

    #[test]
    #[should_panic(expected = "no such field")]
    fn refuses_the_name_of_no_field() {
        Order::SCHEMA.index("ref");
    }

    #[test]
    fn keys_are_printable_ascii_of_bounded_length() {
        assert!(Key::new("a_name_of_twenty_eight_bytes").is_some());
        for name in ["", "a_name_of_twenty_nine_bytes__", "a\"b", "a\\b", "a\nb", "ឈ្មោះ"] {
            assert!(Key::new(name).is_none(), "{name}");
        }
    }
}
