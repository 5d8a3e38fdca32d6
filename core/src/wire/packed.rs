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
    /// Gives all values to the examiner: those of `fields`, with their places in the schema.
    #[cfg_attr(not(billwire_small), inline(always))]
    pub(crate) fn give(
        mut self,
        examiner: &mut Examiner<'a>,
        place: Place,
        fields: impl Iterator<Item = (usize, &'static Field)>,
    ) -> Result<(), Misfit> {
        self.object(examiner, place, fields)?;
        let all = self.text.is_empty() && self.lengths.is_empty() && self.numbers.is_empty();
        if all { Ok(()) } else { Err(Misfit) }
    }

    #[cfg_attr(not(billwire_small), inline(always))]
    fn object(
        &mut self,
        examiner: &mut Examiner<'a>,
        place: Place,
        fields: impl Iterator<Item = (usize, &'static Field)>,
    ) -> Result<(), Misfit> {
        for (index, field) in fields {
            let length = self.length()?;
            match (field.kind, length) {
                (_, ABSENT) => examiner.field_inline(place, index, field, Given::Absent),
                (Kind::Instant, NUMBER) => examiner.field_inline(place, index, field, Given::Millis(self.number()?)),
                (_, NUMBER) => examiner.field_inline(place, index, field, Given::Double(self.number()?)),
                (Kind::List(_), count) => self.list(examiner, place, index, count)?,
                (_, units) => examiner.field_inline(place, index, field, Given::Text(self.text(units)?)),
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
    #[cfg_attr(not(billwire_small), inline(always))]
    fn element(&mut self, examiner: &mut Examiner<'a>, place: Place) -> Result<(), Misfit> {
        for (index, field) in place.schema.fields.iter().enumerate() {
            let given = match self.length()? {
                ABSENT => Given::Absent,
                NUMBER => Given::Double(self.number()?),
                units => Given::Text(self.text(units)?),
            };
            examiner.field_inline(place, index, field, given);
        }
        Ok(())
    }

    #[cfg_attr(not(billwire_small), inline(always))]
    fn length(&mut self) -> Result<i32, Misfit> {
        let (&length, rest) = self.lengths.split_first().ok_or(Misfit)?;
        self.lengths = rest;
        Ok(length)
    }

    #[cfg_attr(not(billwire_small), inline(always))]
    fn number(&mut self) -> Result<f64, Misfit> {
        let (&number, rest) = self.numbers.split_first().ok_or(Misfit)?;
        self.numbers = rest;
        Ok(number)
    }

    #[cfg_attr(not(billwire_small), inline(always))]
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
    let mut rest = text;
    // Each unit is counted at the first byte of its character.
    while let Some((chunk, tail)) = rest.split_first_chunk::<16>().filter(|_| units >= 16) {
        let begun = chunk.iter().map(|&byte| usize::from(byte & 0xc0 != 0x80) + usize::from(byte >= 0xf0)).sum();
        units = units.saturating_sub(begun);
        rest = tail;
    }
    let mut at = 0;
    while let Some(&byte) = rest.get(at) {
        let begins = byte & 0xc0 != 0x80;
        if begins && units == 0 {
            break;
        }
        if begins {
            units = units.saturating_sub(if byte >= 0xf0 { 2 } else { 1 });
        }
        at += 1;
    }
    text.len() - rest.len() + at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_in_units_lead_to_bytes() {
        let text = "abc\u{1780}\u{17d2}\u{1782}\u{e9}\u{1f600}xyz0123456789abcdef\u{1780}\u{1781}\u{1782}\u{1783}\u{1f600}\u{1f601}".repeat(3);
        let mut units = 0;
        for (at, c) in text.char_indices() {
            assert_eq!(utf8_length(text.as_bytes(), units), at, "{units}");
            units += c.len_utf16();
        }
        assert_eq!(utf8_length(text.as_bytes(), units), text.len());
    }
}
