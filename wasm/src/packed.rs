//! Packed requests: three buffers with all text, the lengths, and the numbers of the values.
//!
//! JavaScript passes a whole request this way in one call, because every call into the wasm costs time.

use billwire_wire::{
    input::Input,
    schema::{Field, Kind},
    validate::{ObjectPosition, Validator},
};

/// Length of an absent value.
pub const ABSENT: i32 = -1;
/// Length of a value that is the next number.
pub const NUMBER: i32 = -2;

/// Values of one object, in the order of its schema.
#[derive(Clone, Copy)]
pub struct Packed<'a> {
    /// Texts, one after the other.
    pub text: &'a str,
    /// Length of each text in UTF-16 units, or number of elements of a list.
    pub lengths: &'a [i32],
    /// Numbers, and the milliseconds of dates.
    pub numbers: &'a [f64],
    /// Whether all text is ASCII, so that a unit is a byte.
    pub ascii: bool,
}

/// The buffers do not fit the schema, which is a bug in billwire's JavaScript.
#[derive(Debug)]
pub struct LayoutMismatch;

impl<'a> Packed<'a> {
    /// Gives all values to the validator: those of `fields`, with their indices in the schema.
    ///
    /// # Errors
    /// The buffers do not fit the fields.
    #[cfg_attr(not(billwire_small), inline(always))]
    pub fn encode(
        mut self,
        validator: &mut Validator<'a>,
        position: ObjectPosition,
        fields: impl Iterator<Item = (usize, &'static Field)>,
    ) -> Result<(), LayoutMismatch> {
        self.object(validator, position, fields)?;
        let all = self.text.is_empty() && self.lengths.is_empty() && self.numbers.is_empty();
        if all { Ok(()) } else { Err(LayoutMismatch) }
    }

    #[cfg_attr(not(billwire_small), inline(always))]
    fn object(
        &mut self,
        validator: &mut Validator<'a>,
        position: ObjectPosition,
        fields: impl Iterator<Item = (usize, &'static Field)>,
    ) -> Result<(), LayoutMismatch> {
        for (index, field) in fields {
            let length = self.length()?;
            match (field.kind, length) {
                (_, ABSENT) => give_field(validator, position, index, field, Input::Absent),
                (Kind::Instant, NUMBER) => give_field(validator, position, index, field, Input::Millis(self.number()?)),
                (_, NUMBER) => give_field(validator, position, index, field, Input::Double(self.number()?)),
                (Kind::List(_), count) => self.list(validator, position, index, count)?,
                (_, units) => give_field(validator, position, index, field, Input::Text(self.text(units)?)),
            }
        }
        Ok(())
    }

    fn list(
        &mut self,
        validator: &mut Validator<'a>,
        position: ObjectPosition,
        index: usize,
        count: i32,
    ) -> Result<(), LayoutMismatch> {
        let count = usize::try_from(count).map_err(|_| LayoutMismatch)?;
        // Each element has at least one length, so a larger count is invalid.
        if count > self.lengths.len() {
            return Err(LayoutMismatch);
        }
        for element in validator.list(position, index, count) {
            self.element(validator, element)?;
        }
        Ok(())
    }

    /// Elements contain no lists.
    #[cfg_attr(not(billwire_small), inline(always))]
    fn element(&mut self, validator: &mut Validator<'a>, position: ObjectPosition) -> Result<(), LayoutMismatch> {
        for (index, field) in position.schema.fields.iter().enumerate() {
            let input = match self.length()? {
                ABSENT => Input::Absent,
                NUMBER => Input::Double(self.number()?),
                units => Input::Text(self.text(units)?),
            };
            give_field(validator, position, index, field, input);
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

/// Gives a field to the validator. The build for speed inlines it, which takes kilobytes for each call.
#[cfg_attr(not(billwire_small), inline(always))]
fn give_field<'a>(
    validator: &mut Validator<'a>,
    position: ObjectPosition,
    index: usize,
    field: &'static Field,
    input: Input<'a>,
) {
    if cfg!(billwire_small) {
        validator.field(position, index, field, input);
    } else {
        validator.field_inline(position, index, field, input);
    }
}

/// Bytes of the first `units` UTF-16 units of `text`.
fn utf8_length(text: &[u8], mut units: usize) -> usize {
    let mut rest = text;
    // The units of a character are counted at its first byte.
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
    use billwire::Settlement;
    use billwire_wire::{Model, Options, input::DynamicValue};

    /// Packed bill: -1 is absent, -2 the next number, and any other length that of a text or a list.
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

    /// Values of a bill and its lines in the validator; none if the buffers do not fit.
    fn values<'a>(
        encode: impl FnOnce(&mut Validator<'a>, ObjectPosition) -> Result<(), LayoutMismatch>,
    ) -> Option<Vec<String>> {
        let (mut validator, position) = Validator::new(Settlement::SCHEMA, &OPTIONS);
        encode(&mut validator, position).ok()?;
        assert!(validator.findings.is_empty(), "{:?}", validator.findings);
        Some((0..BILL.lengths.len()).map(|at| format!("{:?}", validator.values.get(at))).collect())
    }

    fn values_of(packed: Packed<'_>) -> Option<Vec<String>> {
        values(|validator, position| packed.encode(validator, position, Settlement::SCHEMA.fields.iter().enumerate()))
    }

    #[test]
    fn gives_the_values_of_a_tree() {
        let tree = tree();
        let expected = values(|validator, position| {
            validator.members(position, &tree);
            Ok(())
        });
        assert_eq!(values_of(BILL), expected);
        // In ASCII, lengths are bytes.
        let ascii = Packed { text: "RKHRC1S-D..4100.25abca", ascii: true, ..BILL };
        assert_eq!(values_of(ascii), values_of(Packed { ascii: false, ..ascii }));
        assert_ne!(values_of(ascii), expected);
    }

    #[test]
    fn accepts_an_empty_list() {
        let (bill, _) = BILL.lengths.split_at(12);
        let lengths = [bill, &[0]].concat();
        let empty =
            Packed { text: "RKHRC1សុឃ😀4100.25", lengths: &lengths, numbers: &[0.0, 0.0, 1.0], ascii: false };
        assert!(values_of(empty).is_some());
    }

    #[test]
    fn refuses_buffers_of_another_schema() {
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
            with(1, -1),                    // a number that no field reads
        ] {
            assert_eq!(values_of(Packed { lengths: &lengths, ..BILL }), None, "{lengths:?}");
        }
        for (text, numbers) in [
            ("RKHRC1សុឃ😀4100.25ទឹកab", BILL.numbers),
            (BILL.text, &BILL.numbers[..4]),
            (BILL.text, &[0.0, 0.0, 1000.0, 3.0, -0.5, 0.0]),
        ] {
            assert_eq!(values_of(Packed { text, numbers, ..BILL }), None, "{text} {numbers:?}");
        }
        // As bytes, the lengths end within a character or after the text.
        assert_eq!(values_of(Packed { ascii: true, ..BILL }), None);
        assert_eq!(values_of(Packed { text: "RKHR", ascii: true, ..BILL }), None);
    }

    #[test]
    fn converts_lengths_in_units_to_bytes() {
        let text = "abc\u{1780}\u{17d2}\u{1782}\u{e9}\u{1f600}xyz0123456789abcdef\u{1780}\u{1781}\u{1782}\u{1783}\u{1f600}\u{1f601}".repeat(3);
        let mut units = 0;
        for (at, c) in text.char_indices() {
            assert_eq!(utf8_length(text.as_bytes(), units), at, "{units}");
            units += c.len_utf16();
        }
        assert_eq!(utf8_length(text.as_bytes(), units), text.len());
    }
}
