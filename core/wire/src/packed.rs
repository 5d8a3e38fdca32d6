//! What a host packed into three streams: all text in one, and the lengths and the numbers of the values.
//!
//! A host that pays for every crossing hands over a whole request this way in one call.

use crate::{
    input::Input,
    schema::{Field, Kind},
    validate::{ObjectPosition, Validator},
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
pub struct LayoutMismatch;

impl<'a> Packed<'a> {
    /// Gives all values to the validator: those of `fields`, with their places in the schema.
    #[cfg_attr(not(billwire_small), inline(always))]
    pub fn give(
        mut self,
        validator: &mut Validator<'a>,
        place: ObjectPosition,
        fields: impl Iterator<Item = (usize, &'static Field)>,
    ) -> Result<(), LayoutMismatch> {
        self.object(validator, place, fields)?;
        let all = self.text.is_empty() && self.lengths.is_empty() && self.numbers.is_empty();
        if all { Ok(()) } else { Err(LayoutMismatch) }
    }

    #[cfg_attr(not(billwire_small), inline(always))]
    fn object(
        &mut self,
        validator: &mut Validator<'a>,
        place: ObjectPosition,
        fields: impl Iterator<Item = (usize, &'static Field)>,
    ) -> Result<(), LayoutMismatch> {
        for (index, field) in fields {
            let length = self.length()?;
            match (field.kind, length) {
                (_, ABSENT) => validator.field_inline(place, index, field, Input::Absent),
                (Kind::Instant, NUMBER) => validator.field_inline(place, index, field, Input::Millis(self.number()?)),
                (_, NUMBER) => validator.field_inline(place, index, field, Input::Double(self.number()?)),
                (Kind::List(_), count) => self.list(validator, place, index, count)?,
                (_, units) => validator.field_inline(place, index, field, Input::Text(self.text(units)?)),
            }
        }
        Ok(())
    }

    fn list(
        &mut self,
        validator: &mut Validator<'a>,
        place: ObjectPosition,
        index: usize,
        count: i32,
    ) -> Result<(), LayoutMismatch> {
        let count = usize::try_from(count).map_err(|_| LayoutMismatch)?;
        // Each element takes at least one length, so a count beyond them is no list.
        if count > self.lengths.len() {
            return Err(LayoutMismatch);
        }
        for element in validator.list(place, index, count) {
            self.element(validator, element)?;
        }
        Ok(())
    }

    /// Elements hold no lists of their own.
    #[cfg_attr(not(billwire_small), inline(always))]
    fn element(&mut self, validator: &mut Validator<'a>, place: ObjectPosition) -> Result<(), LayoutMismatch> {
        for (index, field) in place.schema.fields.iter().enumerate() {
            let given = match self.length()? {
                ABSENT => Input::Absent,
                NUMBER => Input::Double(self.number()?),
                units => Input::Text(self.text(units)?),
            };
            validator.field_inline(place, index, field, given);
        }
        Ok(())
    }

    #[cfg_attr(not(billwire_small), inline(always))]
    fn length(&mut self) -> Result<i32, LayoutMismatch> {
        let (&length, rest) = self.lengths.split_first().ok_or(LayoutMismatch)?;
        self.lengths = rest;
        Ok(length)
    }

    #[cfg_attr(not(billwire_small), inline(always))]
    fn number(&mut self) -> Result<f64, LayoutMismatch> {
        let (&number, rest) = self.numbers.split_first().ok_or(LayoutMismatch)?;
        self.numbers = rest;
        Ok(number)
    }

    #[cfg_attr(not(billwire_small), inline(always))]
    fn text(&mut self, units: i32) -> Result<&'a str, LayoutMismatch> {
        let units = usize::try_from(units).map_err(|_| LayoutMismatch)?;
        let bytes = if self.ascii { units } else { utf8_length(self.text.as_bytes(), units) };
        let (text, rest) = self.text.split_at_checked(bytes).ok_or(LayoutMismatch)?;
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
    use crate::{Model, input::DynamicValue, options::Options, sample::Order};

    /// A bill as a host packs it: -1 is nothing, -2 the next number, and all else the length of a text or a list.
    const BILL: Packed<'_> = Packed {
        text: "RKHRC1សុឃ😀4100.25ទឹកa",
        lengths: &[
            1, -2, -2, 3, -2, 2, -1, -1, 2, 3, 7, -1, 2, // the bill, whose list is last
            3, -1, -2, -2, -1, -1, 1, // a line
            -1, -1, -1, -1, -1, -1, -1, // a line of nothing
        ],
        numbers: &[0.0, 86_400_000.0, 1000.0, 3.0, -0.5],
        ascii: false,
    };

    /// The same bill as a value tree.
    fn tree() -> Vec<(String, DynamicValue)> {
        let double = |value: f64| DynamicValue::Double(value, value.to_string());
        let line = members(vec![
            ("item_name", text("ទឹក")),
            ("quantity", double(3.0)),
            ("price", double(-0.5)),
            ("tax_name", text("a")),
        ]);
        members(vec![
            ("ref_id", text("R")),
            ("date", DynamicValue::Millis(0.0)),
            ("due_date", DynamicValue::Millis(86_400_000.0)),
            ("currency", text("KHR")),
            ("total_amount", double(1000.0)),
            ("customer_sync_code", text("C1")),
            ("settlement_to", text("សុ")),
            ("description", text("ឃ😀")),
            ("exchange_rate_khr", text("4100.25")),
            ("details", DynamicValue::List(vec![DynamicValue::Members(line), DynamicValue::Members(Vec::new())])),
        ])
    }

    fn text(text: &str) -> DynamicValue {
        DynamicValue::Text(text.into())
    }

    fn members(members: Vec<(&str, DynamicValue)>) -> Vec<(String, DynamicValue)> {
        members.into_iter().map(|(key, value)| (key.into(), value)).collect()
    }

    static OPTIONS: Options = Options::new(100);

    /// What an validator then has of a bill and its lines; none if it was given something that does not fit.
    fn values<'a>(
        give: impl FnOnce(&mut Validator<'a>, ObjectPosition) -> Result<(), LayoutMismatch>,
    ) -> Option<Vec<String>> {
        let (mut validator, place) = Validator::new(Order::SCHEMA, &OPTIONS);
        give(&mut validator, place).ok()?;
        assert!(validator.findings.is_empty(), "{:?}", validator.findings);
        Some((0..BILL.lengths.len()).map(|at| format!("{:?}", validator.values.get(at))).collect())
    }

    fn given(packed: Packed<'_>) -> Option<Vec<String>> {
        values(|validator, place| packed.give(validator, place, Order::SCHEMA.fields.iter().enumerate()))
    }

    #[test]
    fn streams_give_what_a_tree_gives() {
        let tree = tree();
        let expected = values(|validator, place| {
            validator.members(place, &tree);
            Ok(())
        });
        assert_eq!(given(BILL), expected);
        // Where a unit is a byte, lengths are bytes.
        let ascii = Packed { text: "RKHRC1S-D..4100.25abca", ascii: true, ..BILL };
        assert_eq!(given(ascii), given(Packed { ascii: false, ..ascii }));
        assert_ne!(given(ascii), expected);
    }

    #[test]
    fn a_list_may_be_empty() {
        let (bill, _) = BILL.lengths.split_at(12);
        let lengths = [bill, &[0]].concat();
        let empty =
            Packed { text: "RKHRC1សុឃ😀4100.25", lengths: &lengths, numbers: &[0.0, 0.0, 1.0], ascii: false };
        assert!(given(empty).is_some());
    }

    #[test]
    fn streams_of_another_schema_do_not_fit() {
        let with = |at: usize, length: i32| {
            let mut lengths = BILL.lengths.to_vec();
            lengths[at] = length;
            lengths
        };
        for lengths in [
            BILL.lengths[..26].to_vec(),    // too few
            [BILL.lengths, &[-1]].concat(), // too many
            with(0, -3),                    // no length
            with(12, -2),                   // a number of lines
            with(12, -3),                   // no count
            with(12, 3),                    // more lines than there are
            with(12, i32::MAX),             // more than would fit anywhere
            with(1, -1),                    // a number that nobody takes
        ] {
            assert_eq!(given(Packed { lengths: &lengths, ..BILL }), None, "{lengths:?}");
        }
        for (text, numbers) in [
            ("RKHRC1សុឃ😀4100.25ទឹកab", BILL.numbers),
            (BILL.text, &BILL.numbers[..4]),
            (BILL.text, &[0.0, 0.0, 1000.0, 3.0, -0.5, 0.0]),
        ] {
            assert_eq!(given(Packed { text, numbers, ..BILL }), None, "{text} {numbers:?}");
        }
        // As bytes the lengths end within a character, or behind the text.
        assert_eq!(given(Packed { ascii: true, ..BILL }), None);
        assert_eq!(given(Packed { text: "RKHR", ascii: true, ..BILL }), None);
    }

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
