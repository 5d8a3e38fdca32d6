//! Index of a body: offsets of its values, found in one pass.
//!
//! Each object has a record of [`Schema::words`] words. A record begins with three words: one bit for each field seen,
//! the position of the next record of the same list, and one bit for each field seen under its second spelling. Two
//! words for each field follow, and two more if the field has a second spelling:
//!
//! | kind            | words                                  |
//! |-----------------|----------------------------------------|
//! | text or number  | offset of its start, offset of its end |
//! | object or list  | position of its first record, count    |
//!
//! Offsets are bytes of the text that [`decode`](crate::wire::read::decode::decode) got.

use crate::finding::{Finding, Findings};
use crate::wire::{
    model::schema::{Field, Schema},
    read::{
        reader::{self, Fault},
        sorted::sorted,
    },
};
use std::borrow::Cow;

/// Mark in a start: the text holds escapes.
pub(crate) const ESCAPED: u32 = 1 << 31;
/// Mark in an end: the value is a number, not text.
pub(crate) const UNQUOTED: u32 = 1 << 31;
/// Mark in the end of a number: the number has an exponent.
pub const EXPONENT: u32 = 1 << 30;
/// Value of both words of a `null`.
pub(crate) const NULL: u32 = u32::MAX;
/// Largest body in bytes. It keeps offsets below the marks.
pub(crate) const LONGEST: usize = 1 << 30;

/// Offsets of the values of one body. Reuse it for the next body to save allocations.
#[derive(Debug, Default)]
pub struct OffsetIndex {
    words: Vec<u32>,
    /// Members that no schema names. Sorted by record and position once reading is complete.
    unknown: Vec<Unknown>,
    /// Byte offset of the last key in a second spelling.
    alias: Option<usize>,
    /// Whether a text field holds a number.
    numeric_text: bool,
    /// Faults of tolerated values, which are kept among the unknown members. At most
    /// [`Findings::MAX_LISTED`].
    notes: Vec<Fault>,
    /// Whether an unknown member holds what other readers may read differently.
    uncommon: bool,
    /// Whether the body was written by billwire, with the unknown members of each record in its member `extra`.
    pub(crate) nested_extra: bool,
}

/// Extent to which a caller can read a body by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readability {
    /// All values, by their offsets.
    Known,
    /// All values: those of the schema by their offsets, the others with any JSON parser.
    WithUnknown,
    /// Not all values: a [`Read`](crate::wire::Read) model is needed.
    Uncommon,
}

/// Member that no schema names, as byte offsets into the body. The fields are in sort order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Unknown {
    /// Position of its object's record.
    pub(crate) record: u32,
    pub(crate) key: [u32; 2],
    pub(crate) value: [u32; 2],
}

impl OffsetIndex {
    pub(crate) fn clear(&mut self) {
        self.words.clear();
        self.unknown.clear();
        self.alias = None;
        self.numeric_text = false;
        self.uncommon = false;
        self.nested_extra = false;
        self.notes.clear();
    }

    /// Returns the words of all records, for callers that read them directly.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    pub(crate) fn note_uncommon(&mut self) {
        self.uncommon = true;
    }

    /// Returns how much of the body a caller can read from the offsets and the text alone.
    pub fn readability(&self) -> Readability {
        if self.alias.is_some() || self.numeric_text || self.uncommon || !self.notes.is_empty() {
            Readability::Uncommon
        } else if self.unknown.is_empty() {
            Readability::Known
        } else {
            Readability::WithUnknown
        }
    }

    /// Returns a finding for each tolerated value that could not be read.
    pub(crate) fn into_notes(self) -> Vec<Finding> {
        self.notes.into_iter().map(Fault::finding).collect()
    }

    /// Returns the number of words, which is the position of the next record.
    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    /// Adds an empty record, and returns its position.
    #[inline]
    pub(crate) fn begin(&mut self, schema: &Schema) -> usize {
        let record = self.words.len();
        self.words.resize(record + schema.words, 0);
        record
    }

    #[inline]
    pub(crate) fn put<const N: usize>(&mut self, at: usize, words: [u32; N]) {
        if let Some(place) = self.words.get_mut(at..).and_then(|words| words.first_chunk_mut::<N>()) {
            *place = words;
        }
    }

    #[cold]
    pub(crate) fn note_alias(&mut self, at: usize) {
        self.alias = Some(at);
    }

    #[cold]
    pub(crate) fn keep(&mut self, unknown: Unknown) {
        self.unknown.push(unknown);
    }

    #[cold]
    pub(crate) fn note_numeric_text(&mut self) {
        self.numeric_text = true;
    }

    #[cold]
    pub(crate) fn note(&mut self, fault: Fault) {
        if self.notes.len() < Findings::MAX_LISTED {
            self.notes.push(fault);
        }
    }

    pub(crate) fn notes(&self) -> usize {
        self.notes.len()
    }

    /// Drops the faults after the first ones, of a value that is kept as it is.
    #[cold]
    pub(crate) fn drop_notes(&mut self, first: usize) {
        self.notes.truncate(first);
    }

    /// Changes the faults after the first ones, to add their path.
    #[cold]
    pub(crate) fn wrap_notes(&mut self, first: usize, wrap: impl Fn(Fault) -> Fault) {
        let inner = self.notes.split_off(first.min(self.notes.len()));
        self.notes.extend(inner.into_iter().map(wrap));
    }

    /// Sorts the unknown members, so that each record finds its own by binary search.
    #[inline]
    pub(crate) fn close(&mut self) {
        if !self.unknown.is_empty() {
            self.order();
        }
    }

    #[cold]
    #[inline(never)]
    fn order(&mut self) {
        // The members of a single object are already in order.
        if !self.unknown.is_sorted() {
            self.unknown = sorted(std::mem::take(&mut self.unknown));
        }
    }

    fn word(&self, at: usize) -> u32 {
        self.words.get(at).copied().unwrap_or_default()
    }
}

/// Object in an index whose offsets are bytes.
#[derive(Clone, Copy)]
pub struct IndexedObject<'a> {
    /// Body that the index was made of.
    pub text: &'a [u8],
    /// Index of the body.
    pub index: &'a OffsetIndex,
    /// Position of the record's first word.
    pub at: usize,
}

/// Value of a field, by its words.
#[derive(Clone, Copy)]
pub struct FieldValue<'a> {
    record: IndexedObject<'a>,
    words: [u32; 2],
}

impl<'a> IndexedObject<'a> {
    /// Returns the value of a field, or `None` if it is absent or `null`.
    pub fn value(&self, index: usize, field: &Field) -> Option<FieldValue<'a>> {
        self.seen(0, index).then(|| self.value_at(field.word)).filter(|value| !value.is_null())
    }

    /// Returns the byte offset of the body's last key in a second spelling, or 0 if there is none.
    pub fn alias_at(&self) -> usize {
        self.index.alias.unwrap_or_default()
    }

    /// Returns the values of a field under both spellings, `null` included.
    pub fn spellings(&self, index: usize, field: &Field) -> [Option<FieldValue<'a>>; 2] {
        [
            self.seen(0, index).then(|| self.value_at(field.word)),
            self.seen(2, index).then(|| self.value_at(field.alias_word())),
        ]
    }

    fn seen(&self, header: usize, index: usize) -> bool {
        self.index.word(self.at + header) >> index & 1 != 0
    }

    fn value_at(&self, word: usize) -> FieldValue<'a> {
        let at = self.at + word;
        FieldValue { record: *self, words: [self.index.word(at), self.index.word(at + 1)] }
    }

    /// Returns the members that the schema does not name: keys and the JSON text of the values.
    pub fn unknown(&self) -> impl ExactSizeIterator<Item = (Cow<'a, str>, &'a [u8])> {
        let (text, at) = (self.text, self.at as u32);
        let piece = move |[start, end]: [u32; 2]| text.get(start as usize..end as usize).unwrap_or_default();
        let all = self.index.unknown.as_slice();
        let first = all.partition_point(|unknown| unknown.record < at);
        let end = all.partition_point(|unknown| unknown.record <= at);
        let own = all.get(first..end).unwrap_or_default().iter();
        own.map(move |unknown| (Cow::Owned(reader::unescape(piece(unknown.key))), piece(unknown.value)))
    }
}

impl<'a> FieldValue<'a> {
    /// Returns whether the value is `null`.
    pub fn is_null(&self) -> bool {
        self.words[0] == NULL
    }

    /// Returns whether the value is a JSON number.
    pub fn is_number(&self) -> bool {
        !self.is_null() && self.words[1] & UNQUOTED != 0
    }

    /// Returns the byte offset of the value; for text, that of its first letter.
    pub fn offset(&self) -> usize {
        (self.words[0] & !ESCAPED) as usize
    }

    /// Returns the text between quotes as written, or the text of a number.
    pub fn lexeme(&self) -> &'a [u8] {
        let [start, end] = self.words;
        let (start, end) = (start & !ESCAPED, end & !(UNQUOTED + EXPONENT));
        self.record.text.get(start as usize..end as usize).unwrap_or_default()
    }

    /// Returns the text without escapes, or the text of a number.
    pub fn text(&self) -> String {
        let raw = self.lexeme();
        // ESCAPED is the highest bit.
        if self.words[0] >= ESCAPED {
            return reader::unescape(raw);
        }
        // The reader checked the UTF-8, so the lossy conversion never runs.
        core::str::from_utf8(raw).map_or_else(|_| String::from_utf8_lossy(raw).into_owned(), str::to_owned)
    }

    /// Returns the record of an object, or the records of a list in their order.
    pub fn records(&self) -> impl Iterator<Item = IndexedObject<'a>> + use<'a> {
        let [first, count] = self.words;
        let first = IndexedObject { at: first as usize, ..self.record };
        let next = |record: &IndexedObject<'a>| {
            Some(IndexedObject { at: record.index.word(record.at + 1) as usize, ..*record })
        };
        std::iter::successors(Some(first), next).take(if self.is_null() { 0 } else { count as usize })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{
        Model,
        model::sample::{Party, SampleEvent},
        read::decode::{Limits, decode},
    };

    // Copies of the marks, as JavaScript spells them.
    const HIGHEST: u32 = 0x8000_0000;
    const SECOND: u32 = 0x4000_0000;
    const ALL: u32 = 0xffff_ffff;

    fn read_to(index: &mut OffsetIndex, body: &str) {
        let limits = Limits { bytes: 1_000, depth: 8, items: 8 };
        decode(SampleEvent::SCHEMA, body.as_bytes(), limits, index).unwrap();
    }

    fn read(body: &str) -> OffsetIndex {
        let mut index = OffsetIndex::default();
        read_to(&mut index, body);
        index
    }

    /// Returns the two words of a field, if no field before it has a second spelling.
    fn pair(index: &OffsetIndex, record: u32, (position, _): (usize, &Field)) -> [u32; 2] {
        let at = record as usize + 3 + 2 * position;
        [index.words()[at], index.words()[at + 1]]
    }

    fn payload(name: &str) -> (usize, &'static Field) {
        SampleEvent::SCHEMA.field(name)
    }

    fn customer(name: &str) -> (usize, &'static Field) {
        Party::SCHEMA.field(name)
    }

    /// Returns the offsets of a piece of a body.
    fn place(body: &str, piece: &str) -> [u32; 2] {
        let at = body.find(piece).unwrap();
        [at as u32, (at + piece.len()) as u32]
    }

    #[test]
    fn keeps_no_more_notes_than_are_listed() {
        let body = format!(r#"{{"customers":[{}]}}"#, vec![r#"{"amount":"x"}"#; Findings::MAX_LISTED + 1].join(","));
        let (limits, mut index) = (Limits { bytes: 10_000, depth: 8, items: 200 }, OffsetIndex::default());
        decode(SampleEvent::SCHEMA, body.as_bytes(), limits, &mut index).unwrap();
        assert_eq!(index.notes(), Findings::MAX_LISTED);
    }

    #[test]
    fn words_hold_offsets_and_marks() {
        let body = r#"{"tran_id":"T-1","tran_no":"a\u0041","tran_amount":10.25,"currency":null}"#;
        let index = read(body);
        assert_eq!(index.words()[0], 1 << 0 | 1 << 1 | 1 << 4 | 1 << 5);
        assert_eq!(pair(&index, 0, payload("tran_id")), place(body, "T-1"));
        let [start, end] = place(body, "a\\u0041");
        assert_eq!(pair(&index, 0, payload("tran_no")), [start + HIGHEST, end]);
        let [start, end] = place(body, "10.25");
        assert_eq!(pair(&index, 0, payload("tran_amount")), [start, end + HIGHEST]);
        assert_eq!(pair(&index, 0, payload("currency")), [ALL, ALL]);
        assert_eq!(pair(&index, 0, payload("status")), [0, 0]);
    }

    #[test]
    fn words_mark_exponents() {
        for (body, piece, marks) in [
            (r#"{"tran_amount":1e3}"#, "1e3", HIGHEST + SECOND),
            (r#"{"tran_amount":"1e3"}"#, "1e3", SECOND),
            (r#"{"tran_amount":"1000"}"#, "1000", 0),
        ] {
            let [start, end] = place(body, piece);
            assert_eq!(pair(&read(body), 0, payload("tran_amount")), [start, end + marks], "{body}");
        }
    }

    #[test]
    fn records_of_a_list_are_linked() {
        let body = r#"{"customers":[{"bill_no":"B-1"},{},{"bill_no":"B-3"}],"status":"ok"}"#;
        let index = read(body);
        let [first, count] = pair(&index, 0, payload("customers"));
        let mut records = vec![first];
        for _ in 1..count {
            records.push(index.words()[records[records.len() - 1] as usize + 1]);
        }
        let bill_no = records.iter().map(|&record| pair(&index, record, customer("bill_no")));
        assert_eq!(bill_no.collect::<Vec<_>>(), [place(body, "B-1"), [0, 0], place(body, "B-3")]);
        let seen = records.iter().map(|&record| index.words()[record as usize]);
        assert_eq!(seen.collect::<Vec<_>>(), [1 << customer("bill_no").0, 0, 1 << customer("bill_no").0]);
    }

    /// Readability of a body does not depend on the body before it.
    #[test]
    fn a_reused_index_keeps_nothing() {
        let plain = r#"{"tran_id":"T","customers":[{"amount":1}]}"#;
        let mut used = read(plain);
        assert_eq!(used.readability(), Readability::Known);
        for unusual in [r#"{"new":1}"#, r#"{"customers":[{},{"new":[2]}]}"#, r#"{"Customer":[{},{}]}"#] {
            read_to(&mut used, unusual);
            assert_ne!(used.readability(), Readability::Known, "{unusual}");
            read_to(&mut used, plain);
            assert_eq!(used.readability(), Readability::Known);
            assert_eq!(used.words(), read(plain).words());
        }
    }

    #[test]
    fn reads_values_as_written() {
        let text = concat!(
            r#"{"tran_id":"T-1","tran_no":"a\u0041\n","tran_amount":-0e1,"currency":null,"#,
            r#""bank_ref":"\"","status":"ក"}"#,
        );
        let index = read(text);
        let record = IndexedObject { text: text.as_bytes(), index: &index, at: 0 };
        for (name, value) in [
            ("tran_id", Some(("T-1", "T-1", false))),
            ("tran_no", Some(("aA\n", r#"a\u0041\n"#, false))),
            ("tran_amount", Some(("-0e1", "-0e1", true))),
            ("currency", None),
            ("bank_ref", Some(("\"", r#"\""#, false))),
            ("status", Some(("ក", "ក", false))),
            ("bank_code", None),
        ] {
            let (position, field) = payload(name);
            let read = record.value(position, field);
            let seen = read.map(|value| (value.text(), value.lexeme().to_vec(), value.is_number(), value.offset()));
            let expected = value.map(|(text_of, raw, is_number)| {
                (text_of.to_owned(), raw.as_bytes().to_vec(), is_number, text.find(raw).unwrap())
            });
            assert_eq!(seen, expected, "{name}");
        }
    }

    #[test]
    fn returns_both_spellings_of_a_field() {
        let (position, field) = payload("customers");
        let both = |body: &str| {
            let index = read(body);
            let record = IndexedObject { text: body.as_bytes(), index: &index, at: 0 };
            let told = |value: FieldValue<'_>| (value.is_null(), value.is_number(), value.records().take(9).count());
            (record.spellings(position, field).map(|value| value.map(told)), record.alias_at())
        };
        let (null, two, one) = (Some((true, false, 0)), Some((false, false, 2)), Some((false, false, 1)));
        for (body, spellings, alias_at) in [
            (r#"{}"#, [None, None], 0),
            (r#"{"tran_id":"T"}"#, [None, None], 0),
            (r#"{"customers":[{},{}]}"#, [two, None], 0),
            (r#"{"customers":null}"#, [null, None], 0),
            (r#"{"Customer":[{}]}"#, [None, one], 1),
            (r#"{"Customer":null,"customers":[{},{}]}"#, [two, null], 1),
            (r#"{"customers":[{}],"Customer":[{},{}]}"#, [one, two], 18),
        ] {
            assert_eq!(both(body), (spellings, alias_at), "{body}");
        }
    }

    #[test]
    fn unknown_members_stay_with_their_records() {
        let text = r#"{"a\u0041":1,"customers":[{"b":[2]},{"bill_no":"B-2"},{"c":"3","d":null}],"e":{}}"#;
        let index = read(text);
        let outer = IndexedObject { text: text.as_bytes(), index: &index, at: 0 };
        let (position, field) = payload("customers");
        let customers = outer.value(position, field).unwrap();
        let unknown = |record: IndexedObject<'_>| -> Vec<(String, String)> {
            let text = |raw: &[u8]| String::from_utf8(raw.to_vec()).unwrap();
            record.unknown().map(|(key, value)| (key.into_owned(), text(value))).collect()
        };
        let pairs = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
            pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
        };
        assert_eq!(unknown(outer), pairs(&[("aA", "1"), ("e", "{}")]));
        let of_customers: Vec<_> = customers.records().map(unknown).collect();
        assert_eq!(of_customers, [pairs(&[("b", "[2]")]), pairs(&[]), pairs(&[("c", "\"3\""), ("d", "null")])]);
    }
}
