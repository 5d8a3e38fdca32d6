//! The index: one record for each object, of as many words as its schema says.
//!
//! A record's header is the bits of the fields seen, where the next record of the same list begins, and the bits of
//! the fields seen under their second spelling. Behind it each field has two words:
//!
//! | kind            | words                          |
//! |-----------------|--------------------------------|
//! | text or number  | where it starts, where it ends |
//! | object or list  | its first record, its count    |
//!
//! The offsets are in the units of the host that reads it (see [`Units`](super::reader::Units)).

use crate::{
    finding::{Finding, FindingCode, Rule},
    findings::Findings,
    reader::{self, Fault},
    schema::{Field, Schema},
    sorted::sorted,
};
use std::borrow::Cow;

/// In a start: the text holds escapes.
pub const ESCAPED: u32 = 1 << 31;
/// In an end: it is a number, not text.
pub const UNQUOTED: u32 = 1 << 31;
/// In the end of a number: it has an exponent.
pub const EXPONENT: u32 = 1 << 30;
/// In place of a start or a count: `null`.
pub const NULL: u32 = u32::MAX;
/// Bodies stay below this, so that the marks above never meet an offset.
pub const LONGEST: usize = 1 << 30;

/// What reading leaves behind.
#[derive(Debug, Default)]
pub struct OffsetIndex {
    words: Vec<u32>,
    /// The members that no schema knows; once all are kept, those of a record are together and in their order.
    unknown: Vec<Unknown>,
    /// The byte at which a second spelling stands, if there is one.
    alias: Option<usize>,
    /// Whether a number stands where a text is usual.
    numeric_text: bool,
    /// The values that could not be read and are kept among the unknown members, each with its path: at most
    /// [`Findings::<Rule>::MAX_LISTED`] of them.
    notes: Vec<Fault>,
    /// Whether an unknown member holds a number that `JSON.parse` may read as another one.
    uncommon_number: bool,
}

/// How much of a body a caller can read by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readability {
    /// All of it, from the offsets.
    Known,
    /// All of it: members that no schema knows are what a JSON parser makes of them.
    WithUnknown,
    /// Not all of it: core has to.
    Uncommon,
}

/// A member that no schema knows, as offsets into the body. Those of a record are in order by where they stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unknown {
    pub record: u32,
    pub key: [u32; 2],
    pub value: [u32; 2],
}

impl OffsetIndex {
    pub fn clear(&mut self) {
        self.words.clear();
        self.unknown.clear();
        self.alias = None;
        self.numeric_text = false;
        self.uncommon_number = false;
        self.notes.clear();
    }

    /// The words, for hosts that read them in place.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    pub fn note_uncommon_number(&mut self) {
        self.uncommon_number = true;
    }

    /// How much of the body a caller can read by itself, from the offsets and from the text.
    pub fn readability(&self) -> Readability {
        if self.alias.is_some() || self.numeric_text || self.uncommon_number || !self.notes.is_empty() {
            Readability::Uncommon
        } else if self.unknown.is_empty() {
            Readability::Known
        } else {
            Readability::WithUnknown
        }
    }

    /// The values that could not be read, as findings.
    pub fn into_notes<C: FindingCode>(self) -> Vec<Finding<C>> {
        self.notes.into_iter().map(Fault::finding).collect()
    }

    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Makes room for a record.
    pub fn begin(&mut self, schema: &Schema) -> usize {
        let record = self.words.len();
        self.words.resize(record + schema.words, 0);
        record
    }

    pub fn put<const N: usize>(&mut self, at: usize, words: [u32; N]) {
        if let Some(place) = self.words.get_mut(at..).and_then(|words| words.first_chunk_mut::<N>()) {
            *place = words;
        }
    }

    #[cold]
    pub fn note_alias(&mut self, at: usize) {
        self.alias = Some(at);
    }

    #[cold]
    pub fn keep(&mut self, unknown: Unknown) {
        self.unknown.push(unknown);
    }

    #[cold]
    pub fn note_numeric_text(&mut self) {
        self.numeric_text = true;
    }

    #[cold]
    pub fn note(&mut self, fault: Fault) {
        if self.notes.len() < Findings::<Rule>::MAX_LISTED {
            self.notes.push(fault);
        }
    }

    pub fn notes(&self) -> usize {
        self.notes.len()
    }

    /// The notes behind the first ones, as seen from around the value they stand in.
    #[cold]
    pub fn wrap_notes(&mut self, first: usize, wrap: impl Fn(Fault) -> Fault) {
        let inner = self.notes.split_off(first.min(self.notes.len()));
        self.notes.extend(inner.into_iter().map(wrap));
    }

    /// All are kept: from now on each record finds its own without looking at those of others.
    pub fn close(&mut self) {
        if !self.unknown.is_empty() {
            self.order();
        }
    }

    #[cold]
    #[inline(never)]
    fn order(&mut self) {
        // Those of one object are in order as they come.
        if !self.unknown.is_sorted() {
            self.unknown = sorted(std::mem::take(&mut self.unknown));
        }
    }

    fn word(&self, at: usize) -> u32 {
        self.words.get(at).copied().unwrap_or_default()
    }
}

/// A record of a index whose offsets are bytes, with the text it speaks of.
#[derive(Clone, Copy)]
pub struct Record<'a> {
    pub text: &'a [u8],
    pub index: &'a OffsetIndex,
    pub at: usize,
}

/// A value that was seen in a record.
#[derive(Clone, Copy)]
pub struct FieldValue<'a> {
    record: Record<'a>,
    words: [u32; 2],
}

impl<'a> Record<'a> {
    /// The value of a field, if it was seen; `null` counts as not seen.
    pub fn value(&self, index: usize, field: &Field) -> Option<FieldValue<'a>> {
        self.seen(0, index).then(|| self.value_at(field.word)).filter(|value| !value.is_null())
    }

    /// The byte of the body at which a second spelling stands.
    pub fn alias_at(&self) -> usize {
        self.index.alias.unwrap_or_default()
    }

    /// Both spellings of a field, `null` included.
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

    /// The members of this record that no schema knows: their keys, and the text of their values.
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
    pub fn is_null(&self) -> bool {
        self.words[0] == NULL
    }

    pub fn is_number(&self) -> bool {
        !self.is_null() && self.words[1] & UNQUOTED != 0
    }

    /// The byte of the body at which the value begins.
    pub fn offset(&self) -> usize {
        (self.words[0] & !ESCAPED) as usize
    }

    /// The text between quotes, or the digits of a number.
    pub fn lexeme(&self) -> &'a [u8] {
        let [start, end] = self.words;
        let (start, end) = (start & !ESCAPED, end & !(UNQUOTED + EXPONENT));
        self.record.text.get(start as usize..end as usize).unwrap_or_default()
    }

    pub fn text(&self) -> String {
        let raw = self.lexeme();
        // The mark is the highest bit.
        if self.words[0] >= ESCAPED {
            return reader::unescape(raw);
        }
        // The body was found to be UTF-8, so the slow way is never taken.
        core::str::from_utf8(raw).map_or_else(|_| String::from_utf8_lossy(raw).into_owned(), str::to_owned)
    }

    /// The records of an object or a list.
    pub fn records(&self) -> impl Iterator<Item = Record<'a>> + use<'a> {
        let [first, count] = self.words;
        let first = Record { at: first as usize, ..self.record };
        let next = |record: &Record<'a>| Some(Record { at: record.index.word(record.at + 1) as usize, ..*record });
        std::iter::successors(Some(first), next).take(if self.is_null() { 0 } else { count as usize })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Model,
        decode::{Limits, decode},
        reader::Units,
        sample::{Notice, Party},
    };

    // As hosts know them, which read the index in place.
    const HIGHEST: u32 = 0x8000_0000;
    const SECOND: u32 = 0x4000_0000;
    const ALL: u32 = 0xffff_ffff;

    fn read_to(index: &mut OffsetIndex, body: &str) {
        let limits = Limits { bytes: 1_000, depth: 8, items: 8 };
        decode(Notice::SCHEMA, body.as_bytes(), Units::Utf8, limits, index).unwrap();
    }

    fn read(body: &str) -> OffsetIndex {
        let mut index = OffsetIndex::default();
        read_to(&mut index, body);
        index
    }

    /// The two words of a field of a record: behind three of the record's own, two for each field before it.
    fn pair(index: &OffsetIndex, record: u32, (position, _): (usize, &Field)) -> [u32; 2] {
        let at = record as usize + 3 + 2 * position;
        [index.words()[at], index.words()[at + 1]]
    }

    fn payload(name: &str) -> (usize, &'static Field) {
        Notice::SCHEMA.field(name)
    }

    fn customer(name: &str) -> (usize, &'static Field) {
        Party::SCHEMA.field(name)
    }

    /// Where a piece of a body stands.
    fn place(body: &str, piece: &str) -> [u32; 2] {
        let at = body.find(piece).unwrap();
        [at as u32, (at + piece.len()) as u32]
    }

    #[test]
    fn a_host_reads_values_in_place() {
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
    fn a_host_is_told_of_exponents() {
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
    fn a_host_goes_from_record_to_record() {
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

    /// What has no place among the words makes a body unusual, and is gone with it.
    #[test]
    fn the_next_body_finds_a_tape_as_new() {
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
    fn values_are_what_the_text_says() {
        let text = r#"{"tran_id":"T-1","tran_no":"a\u0041\n","tran_amount":-0e1,"currency":null,"bank_ref":"\"","status":"ក"}"#;
        let index = read(text);
        let record = Record { text: text.as_bytes(), index: &index, at: 0 };
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

    /// Of a field with two spellings both are there, with null.
    #[test]
    fn both_spellings() {
        let (position, field) = payload("customers");
        let both = |body: &str| {
            let index = read(body);
            let record = Record { text: body.as_bytes(), index: &index, at: 0 };
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
    fn members_that_no_schema_knows_stay_with_their_records() {
        let text = r#"{"a\u0041":1,"customers":[{"b":[2]},{"bill_no":"B-2"},{"c":"3","d":null}],"e":{}}"#;
        let index = read(text);
        let outer = Record { text: text.as_bytes(), index: &index, at: 0 };
        let (position, field) = payload("customers");
        let customers = outer.value(position, field).unwrap();
        let unknown = |record: Record<'_>| -> Vec<(String, String)> {
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
