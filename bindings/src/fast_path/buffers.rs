//! Buffers that the caller of the fast path fills and reads by their addresses.

use crate::numbered::Table;
use billwire::wire::{json_writer::JsonWriter, offset_index::OffsetIndex, packet::Packet, pass::Kept, scan::WIDTH};
use std::sync::{Arc, Mutex, PoisonError};

/// Buffer by its number for the caller.
#[derive(Clone, Copy)]
pub(crate) enum Part {
    /// Text in UTF-16: that of a request, and every result.
    Units,
    /// A webhook's body, and its token.
    Bytes,
    /// Lengths of a request's values; offsets of a webhook's.
    Lengths,
    /// Numbers of a request's values.
    Numbers,
}

impl Part {
    pub(crate) fn of(number: i32) -> Option<Part> {
        [Part::Units, Part::Bytes, Part::Lengths, Part::Numbers].get(index(number)?).copied()
    }
}

/// Buffers of one caller at a time, and what a call leaves for the next one to overwrite.
#[derive(Default)]
pub(crate) struct Buffers {
    pub(super) units: Vec<u16>,
    pub(super) bytes: Vec<u8>,
    pub(super) lengths: Vec<i32>,
    pub(super) numbers: Vec<f64>,
    kept: Kept,
    body: JsonWriter<u16>,
    pub(super) offsets: OffsetIndex,
    /// One byte for each unit of a received body.
    pub(super) shadow: Vec<u8>,
}

static BUFFERS: Table<Mutex<Buffers>> = Table::new();

impl Buffers {
    pub(crate) fn add() -> i64 {
        BUFFERS.add(Arc::default())
    }

    /// Runs `work` on the buffers of a number.
    pub(crate) fn with<R>(number: i64, work: impl FnOnce(&mut Buffers) -> Option<R>) -> Option<R> {
        let buffers = BUFFERS.get(number)?;
        // A panic leaves nothing that a later call reads before it writes.
        work(&mut buffers.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn drop(number: i64) {
        BUFFERS.remove(number);
    }

    /// Grows a buffer, and returns its address.
    pub(crate) fn reserve(&mut self, part: Part, len: usize) -> i64 {
        let address = match part {
            // Text is read, and a body widened, by whole chunks.
            Part::Units => grow(&mut self.units, len.saturating_add(WIDTH)) as usize,
            Part::Bytes => grow(&mut self.bytes, len) as usize,
            Part::Lengths => grow(&mut self.lengths, len) as usize,
            Part::Numbers => grow(&mut self.numbers, len) as usize,
        };
        address as i64
    }

    /// Returns the request that the caller has packed, and the buffers to write it with.
    pub(crate) fn packet(
        &mut self,
        units: i32,
        lengths: i32,
        numbers: i32,
    ) -> Option<(Packet<'_>, &mut Kept, &mut JsonWriter<u16>)> {
        let lengths = self.lengths.get(..index(lengths)?)?;
        let packet = Packet::new(&self.units, index(units)?, lengths, self.numbers.get(..index(numbers)?)?)?;
        Some((packet, &mut self.kept, &mut self.body))
    }

    /// Copies the written body to the units. Returns its length.
    pub(crate) fn take_body(&mut self) -> Option<i32> {
        put(&mut self.units, self.body.units())
    }

    /// Copies the offsets to the lengths. Returns how many there are.
    pub(crate) fn take_offsets(&mut self) -> Option<i32> {
        let words = self.offsets.words();
        grow(&mut self.lengths, words.len());
        self.lengths.iter_mut().zip(words).for_each(|(place, word)| *place = word.cast_signed());
        i32::try_from(words.len()).ok()
    }

    /// Writes ASCII to the units. Returns its length.
    pub(crate) fn put_ascii(&mut self, text: &[u8]) -> Option<i32> {
        grow(&mut self.units, text.len());
        self.units.iter_mut().zip(text).for_each(|(unit, byte)| *unit = u16::from(*byte));
        i32::try_from(text.len()).ok()
    }
}

pub(super) fn index(number: i32) -> Option<usize> {
    usize::try_from(number).ok()
}

fn grow<T: Copy + Default>(buffer: &mut Vec<T>, len: usize) -> *mut T {
    if buffer.len() < len {
        buffer.resize(len, T::default());
    }
    buffer.as_mut_ptr()
}

/// Copies a result to the start of a buffer, which grows as needed. Returns its length.
fn put<T: Copy + Default>(buffer: &mut Vec<T>, result: &[T]) -> Option<i32> {
    grow(buffer, result.len());
    buffer.get_mut(..result.len())?.copy_from_slice(result);
    i32::try_from(result.len()).ok()
}
