//! The tape: one record for each object, of as many words as its schema says.
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

use crate::wire::{
    reader,
    schema::{Field, Schema},
    sorted,
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
pub struct Tape {
    words: Vec<u32>,
    /// The members that no schema knows; once all are kept, those of a record are together and in their order.
    unknown: Vec<Unknown>,
    /// The byte at which a second spelling stands, if there is one.
    alias: Option<usize>,
}

/// A member that no schema knows, as offsets into the body. Those of a record are in order by where they stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Unknown {
    pub(crate) record: u32,
    pub(crate) key: [u32; 2],
    pub(crate) value: [u32; 2],
}

impl Tape {
    pub(crate) fn clear(&mut self) {
        self.words.clear();
        self.unknown.clear();
        self.alias = None;
    }

    /// The words, for hosts that read them in place.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// Whether any object has a member that no schema knows, or a second spelling.
    pub fn is_unusual(&self) -> bool {
        self.alias.is_some() || !self.unknown.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    /// Makes room for a record.
    #[cfg_attr(not(billwire_small), inline(always))]
    pub(crate) fn begin(&mut self, schema: &Schema) -> usize {
        let record = self.words.len();
        self.words.resize(record + schema.words, 0);
        record
    }

    #[cfg_attr(not(billwire_small), inline(always))]
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

    /// All are kept: from now on each record finds its own without looking at those of others.
    #[cfg_attr(not(billwire_small), inline(always))]
    pub(crate) fn close(&mut self) {
        if !self.unknown.is_empty() {
            self.order();
        }
    }

    #[cold]
    #[inline(never)]
    fn order(&mut self) {
        self.unknown = sorted(std::mem::take(&mut self.unknown));
    }

    fn word(&self, at: usize) -> u32 {
        self.words.get(at).copied().unwrap_or_default()
    }
}

/// A record of a tape whose offsets are bytes, with the text it speaks of.
#[derive(Clone, Copy)]
pub struct Record<'a> {
    pub(crate) text: &'a [u8],
    pub(crate) tape: &'a Tape,
    pub(crate) at: usize,
}

/// A value that was seen in a record.
#[derive(Clone, Copy)]
pub struct Slot<'a> {
    record: Record<'a>,
    words: [u32; 2],
}

impl<'a> Record<'a> {
    /// The value of a field, if it was seen; `null` counts as not seen.
    pub(crate) fn slot(&self, index: usize, field: &Field) -> Option<Slot<'a>> {
        self.seen(0, index).then(|| self.slot_at(field.slot)).filter(|slot| !slot.is_null())
    }

    /// The byte of the body at which a second spelling stands.
    pub(crate) fn alias_at(&self) -> usize {
        self.tape.alias.unwrap_or_default()
    }

    /// Both spellings of a field, `null` included.
    pub(crate) fn spellings(&self, index: usize, field: &Field) -> [Option<Slot<'a>>; 2] {
        [
            self.seen(0, index).then(|| self.slot_at(field.slot)),
            self.seen(2, index).then(|| self.slot_at(field.alias_slot())),
        ]
    }

    fn seen(&self, header: usize, index: usize) -> bool {
        self.tape.word(self.at + header) >> index & 1 != 0
    }

    fn slot_at(&self, slot: usize) -> Slot<'a> {
        let at = self.at + slot;
        Slot { record: *self, words: [self.tape.word(at), self.tape.word(at + 1)] }
    }

    /// The members of this record that no schema knows: their keys, and the text of their values.
    pub(crate) fn unknown(&self) -> impl ExactSizeIterator<Item = (Cow<'a, str>, &'a [u8])> {
        let (text, at) = (self.text, self.at as u32);
        let piece = move |[start, end]: [u32; 2]| text.get(start as usize..end as usize).unwrap_or_default();
        let all = self.tape.unknown.as_slice();
        let first = all.partition_point(|unknown| unknown.record < at);
        let end = all.partition_point(|unknown| unknown.record <= at);
        let own = all.get(first..end).unwrap_or_default().iter();
        own.map(move |unknown| (Cow::Owned(reader::unescape(piece(unknown.key))), piece(unknown.value)))
    }
}

impl<'a> Slot<'a> {
    pub(crate) fn is_null(&self) -> bool {
        self.words[0] == NULL
    }

    pub(crate) fn is_number(&self) -> bool {
        !self.is_null() && self.words[1] & UNQUOTED != 0
    }

    /// The byte of the body at which the value begins.
    pub(crate) fn offset(&self) -> usize {
        (self.words[0] & !ESCAPED) as usize
    }

    /// The text between quotes, or the digits of a number.
    pub(crate) fn lexeme(&self) -> &'a [u8] {
        let [start, end] = self.words;
        let (start, end) = (start & !ESCAPED, end & !(UNQUOTED + EXPONENT));
        self.record.text.get(start as usize..end as usize).unwrap_or_default()
    }

    pub(crate) fn text(&self) -> String {
        let raw = self.lexeme();
        if self.words[0] & ESCAPED != 0 {
            return reader::unescape(raw);
        }
        // The body was found to be UTF-8, so the slow way is never taken.
        core::str::from_utf8(raw).map_or_else(|_| String::from_utf8_lossy(raw).into_owned(), str::to_owned)
    }

    /// The records of an object or a list.
    pub(crate) fn records(&self) -> impl Iterator<Item = Record<'a>> + use<'a> {
        let [first, count] = self.words;
        let first = Record { at: first as usize, ..self.record };
        let next = |record: &Record<'a>| Some(Record { at: record.tape.word(record.at + 1) as usize, ..*record });
        std::iter::successors(Some(first), next).take(if self.is_null() { 0 } else { count as usize })
    }
}
