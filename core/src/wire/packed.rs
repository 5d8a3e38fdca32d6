//! What a host packed into three streams: all text in one, and the lengths and the numbers of the values.
//!
//! A host that pays for every crossing hands over a whole request this way in one call.

use crate::wire::{
    examine::{Examiner, Place},
    given::Given,
    schema::{Field, Kind},
};

/// In place of a length: nothing was given.
pub const ABSENT: i32 = -1;
/// In place of a length: the value is the next number.
pub const NUMBER: i32 = -2;

/// The values of one object, in the order of its schema.
#[derive(Clone, Copy)]
pub struct Packed<'a> {
    /// All text, one after the other.
    pub text: &'a str,
    /// For each value but a list's the length of its text in units, for each list its count.
    pub lengths: &'a [i32],
    /// Each number, and for a date its milliseconds.
    pub numbers: &'a [f64],
    /// Whether all text is ASCII, so that a unit of UTF-16 is a byte.
    pub ascii: bool,
}

/// The streams do not fit the schema, which is a fault of the host's half of billwire.
pub struct Misfit;

impl<'a> Packed<'a> {
    /// Gives all values to the examiner; `keep` says which fields are packed at all.
    #[inline(always)]
    pub(crate) fn give(
        mut self,
        examiner: &mut Examiner<'a>,
        place: Place,
        keep: impl Fn(&Field) -> bool + Copy,
    ) -> Result<(), Misfit> {
        self.object(examiner, place, keep)?;
        let all = self.text.is_empty() && self.lengths.is_empty() && self.numbers.is_empty();
        if all { Ok(()) } else { Err(Misfit) }
    }

    #[inline(always)]
    fn object(
        &mut self,
        examiner: &mut Examiner<'a>,
        place: Place,
        keep: impl Fn(&Field) -> bool + Copy,
    ) -> Result<(), Misfit> {
        for (index, field) in place.schema.fields.iter().enumerate().filter(|(_, field)| keep(field)) {
            let length = self.length()?;
            match (field.kind, length) {
                (_, ABSENT) => examiner.field(place, index, field, Given::Absent),
                (Kind::Instant, NUMBER) => examiner.field(place, index, field, Given::Millis(self.number()?)),
                (_, NUMBER) => examiner.field(place, index, field, Given::Double(self.number()?)),
                (Kind::List(_), count) => self.list(examiner, place, index, count)?,
                (_, units) => examiner.field(place, index, field, Given::Text(self.text(units)?)),
            }
        }
        Ok(())
    }

    fn list(&mut self, examiner: &mut Examiner<'a>, place: Place, index: usize, count: i32) -> Result<(), Misfit> {
        let count = usize::try_from(count).map_err(|_| Misfit)?;
        // Each element takes at least one length, so a count beyond them is no list.
        if count > self.lengths.len() {
            return Err(Misfit);
        }
        for element in examiner.list(place, index, count) {
            self.element(examiner, element)?;
        }
        Ok(())
    }

    /// Elements hold no lists of their own.
    #[inline(always)]
    fn element(&mut self, examiner: &mut Examiner<'a>, place: Place) -> Result<(), Misfit> {
        for (index, field) in place.schema.fields.iter().enumerate() {
            let given = match self.length()? {
                ABSENT => Given::Absent,
                NUMBER => Given::Double(self.number()?),
                units => Given::Text(self.text(units)?),
            };
            examiner.field(place, index, field, given);
        }
        Ok(())
    }

    #[inline(always)]
    fn length(&mut self) -> Result<i32, Misfit> {
        let (&length, rest) = self.lengths.split_first().ok_or(Misfit)?;
        self.lengths = rest;
        Ok(length)
    }

    #[inline(always)]
    fn number(&mut self) -> Result<f64, Misfit> {
        let (&number, rest) = self.numbers.split_first().ok_or(Misfit)?;
        self.numbers = rest;
        Ok(number)
    }

    #[inline(always)]
    fn text(&mut self, units: i32) -> Result<&'a str, Misfit> {
        let units = usize::try_from(units).map_err(|_| Misfit)?;
        let bytes = if self.ascii { units } else { utf8_length(self.text.as_bytes(), units) };
        let (text, rest) = self.text.split_at_checked(bytes).ok_or(Misfit)?;
        self.text = rest;
        Ok(text)
    }
}

/// The bytes of the first `units` UTF-16 units of `text`.
fn utf8_length(text: &[u8], mut units: usize) -> usize {
    let mut bytes = 0;
    while units > 0 {
        let (width, taken) = match text.get(bytes) {
            None => break,
            Some(0..0xc0) => (1, 1),
            Some(0xc0..0xe0) => (2, 1),
            Some(0xe0..0xf0) => (3, 1),
            Some(_) => (4, 2),
        };
        bytes += width;
        units = units.saturating_sub(taken);
    }
    bytes
}
