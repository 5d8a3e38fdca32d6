//! A record as one text: what uniffi writes as bytes, with numbers that are text, too. A text crosses as it is, and nobody
//! looks again whether it is one.
//!
//! A number below 127 is one character. Any other is the character 127, and five digits of seven bits, the lowest first. A
//! long number is two of these, and a text its length in bytes and itself.

use billwire_wire::{
    Decimal, Json, OfferExtra,
    input::Input,
    json_writer::JsonWriter,
    model::extra,
    offset_index::{FieldValue, Record},
    schema::{Field, Kind, Presence, Schema},
    validate::{ObjectPosition, Validator},
};
use std::borrow::Cow;

const LONG: u8 = 127;
const DIGITS: usize = 5;
const BITS: usize = 7;
/// Characters of a long number whose halves are not below 127.
const LONGEST_LONG: usize = 12;

/// A packet that is read. Nothing is found where it is none.
pub(super) struct Packet<'a>(pub(super) &'a str);

impl<'a> Packet<'a> {
    /// Gives what a draft was filled in with to the validator, field after field.
    pub(super) fn give(&mut self, validator: &mut Validator<'a>, place: ObjectPosition) -> Option<()> {
        for (index, field) in place.schema.fields.iter().enumerate() {
            if field.presence != Presence::Required && !self.is_there()? {
                validator.field(place, index, field, Input::Absent);
                continue;
            }
            let given = match field.kind {
                Kind::Text => Input::Text(self.text()?),
                Kind::Decimal => self.decimal()?,
                Kind::Integer => Input::Whole(self.long()?.cast_signed().into()),
                Kind::Instant => Input::Millis(f64::from_bits(self.long()?)),
                Kind::List(_) => {
                    self.list(validator, place, index)?;
                    continue;
                }
                Kind::Code | Kind::Object(_) => return None,
            };
            validator.field(place, index, field, given);
        }
        let extra = if self.is_there()? { Some(self.text()?.to_owned()) } else { None };
        extra.offer(validator, place);
        Some(())
    }

    fn list(&mut self, validator: &mut Validator<'a>, place: ObjectPosition, index: usize) -> Option<()> {
        // Each element takes a byte at least, so a count beyond them is none.
        let count = self.number().map(|count| count as usize).filter(|&count| count <= self.0.len())?;
        validator.list(place, index, count).try_for_each(|element| self.give(validator, element))
    }

    /// Texts, two by two.
    pub(super) fn pairs(mut self) -> Option<Vec<(&'a str, &'a str)>> {
        let mut pairs = Vec::new();
        // Each takes a byte at least, so beyond as many there are none.
        for _ in 0..self.0.len() {
            if self.0.is_empty() {
                break;
            }
            pairs.push((self.text()?, self.text()?));
        }
        Some(pairs)
    }

    /// The text of a decimal; or in place of one without any letters how many of its digits are the fraction, and the digits.
    fn decimal(&mut self) -> Option<Input<'a>> {
        let text = self.text()?;
        if !text.is_empty() {
            return Some(Input::Text(text));
        }
        let scale = i8::try_from(self.byte()?).ok()?;
        let digits = self.long()?.cast_signed();
        Some(Input::Decimal(Decimal::scaled(digits.is_negative(), digits.unsigned_abs(), -scale)))
    }

    fn is_there(&mut self) -> Option<bool> {
        self.byte().map(|tag| tag != 0)
    }

    fn text(&mut self) -> Option<&'a str> {
        let length = self.number()? as usize;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(text)
    }

    fn long(&mut self) -> Option<u64> {
        Some(u64::from(self.number()?) + (u64::from(self.number()?) << u32::BITS))
    }

    fn number(&mut self) -> Option<u32> {
        let first = self.byte()?;
        if first < LONG {
            return Some(first.into());
        }
        let (digits, rest) = self.0.split_at_checked(DIGITS)?;
        self.0 = rest;
        Some(digits.bytes().rev().fold(0, |number, digit| (number << BITS) + u32::from(digit)))
    }

    fn byte(&mut self) -> Option<u8> {
        let (byte, rest) = self.0.split_at_checked(1)?;
        self.0 = rest;
        byte.bytes().next()
    }
}

/// A packet that is written.
pub(super) struct Packing {
    text: String,
    digits: JsonWriter,
}

impl Packing {
    pub(super) fn with_room(bytes: usize) -> Packing {
        Packing { text: String::with_capacity(bytes), digits: JsonWriter::default() }
    }

    /// What was written behind an object's handle. It is made last: a handle that nobody takes is memory that nobody
    /// gives back.
    pub(super) fn behind(self, handle: u64) -> String {
        let mut first = Packing::with_room(LONGEST_LONG);
        first.number(handle as u32);
        first.number((handle >> u32::BITS) as u32);
        let Packing { mut text, .. } = self;
        text.insert_str(0, &first.text);
        text
    }

    /// Writes what a model is read to from a tape; nothing if the model cannot be read, or not in so simple a way.
    pub(super) fn model(&mut self, schema: &Schema, record: Record<'_>, text: &str) -> Option<()> {
        for (index, field) in schema.fields.iter().enumerate() {
            match (field.kind, field.presence) {
                (Kind::List(element), Presence::Nullable) => {
                    let [own, None] = record.spellings(index, field) else { return None };
                    self.nullable_list(element, own, text)?;
                }
                (_, Presence::Optional) => match record.slot(index, field) {
                    Some(slot) => {
                        self.byte(1);
                        self.value(field, slot, text)?;
                    }
                    None => self.byte(0),
                },
                _ => return None,
            }
        }
        let members = extra(record).ok()?;
        if members.is_empty() {
            self.text(NO_EXTRA);
        } else {
            self.text(&Json::Object(members).to_string());
        }
        Some(())
    }

    /// What a list is that may be absent and may be null, as three variants.
    fn nullable_list(&mut self, element: &Schema, slot: Option<Slot<'_>>, text: &str) -> Option<()> {
        match slot {
            None => self.number(1),
            Some(slot) if slot.is_null() => self.number(2),
            Some(slot) => {
                self.number(3);
                self.count(slot.records().count());
                for record in slot.records() {
                    self.model(element, record, text)?;
                }
            }
        }
        Some(())
    }

    fn value(&mut self, field: &Field, slot: Slot<'_>, text: &str) -> Option<()> {
        let value = plain(slot, text)?;
        match field.kind {
            Kind::Text if field.words.is_empty() => self.text(&value),
            Kind::Text => self.word(field.words, &value),
            Kind::Decimal => self.decimal(value.parse().ok()?)?,
            _ => return None,
        }
        Some(())
    }

    /// A known word is its variant, counted from one; the last is for any other.
    fn word(&mut self, words: &[&str], value: &str) {
        match words.iter().position(|word| *word == value) {
            Some(index) => self.count(index + 1),
            None => {
                self.count(words.len() + 1);
                self.text(value);
            }
        }
    }

    fn decimal(&mut self, decimal: Decimal) -> Option<()> {
        self.digits.restart();
        decimal.write(&mut self.digits);
        self.count(self.digits.as_bytes().len());
        self.text.push_str(std::str::from_utf8(self.digits.as_bytes()).ok()?);
        Some(())
    }

    pub(super) fn text(&mut self, text: &str) {
        self.count(text.len());
        self.text.push_str(text);
    }

    pub(super) fn count(&mut self, count: usize) {
        // Nothing that crosses is longer than an array of Java's.
        self.number(u32::try_from(count).unwrap_or(u32::MAX));
    }

    fn number(&mut self, number: u32) {
        if number < LONG.into() {
            return self.byte(number as u8);
        }
        self.byte(LONG);
        (0..DIGITS).for_each(|digit| self.byte((number >> (BITS * digit)) as u8 & LONG));
    }

    pub(super) fn byte(&mut self, byte: u8) {
        self.text.push(char::from(byte));
    }

    #[cfg(test)]
    pub(super) fn into_text(self) -> String {
        self.text
    }
}

/// The members beyond the schema where there are none, as nearly everywhere.
const NO_EXTRA: &str = "{}";

/// The text between quotes, or the digits of a number.
fn plain<'a>(slot: Slot<'_>, text: &'a str) -> Option<Cow<'a, str>> {
    let lexeme = slot.lexeme();
    if lexeme.contains(&b'\\') {
        return Some(Cow::Owned(slot.text()));
    }
    text.get(slot.offset()..slot.offset() + lexeme.len()).map(Cow::Borrowed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use billwire_wire::json::Members;

    #[test]
    fn numbers_and_texts_come_back() {
        let mut packing = Packing::with_room(0);
        let numbers = [0, 1, 126, 127, 128, 1 << 20, u32::MAX - 1, u32::MAX];
        numbers.into_iter().for_each(|number| packing.number(number));
        let texts = ["", "a", "\u{1780}\u{17d2}", &"long ".repeat(100)];
        texts.into_iter().for_each(|text| packing.text(text));
        let written = packing.behind(0x8000_0001_0000_007f);
        let mut packet = Packet(&written);
        assert_eq!(packet.long(), Some(0x8000_0001_0000_007f));
        assert_eq!(numbers.map(|_| packet.number()), numbers.map(Some));
        assert_eq!(texts.map(|_| packet.text()), texts.map(Some));
        assert_eq!(packet.byte(), None);
    }

    #[test]
    fn what_is_cut_off_is_no_packet() {
        let mut packing = Packing::with_room(0);
        packing.text("name");
        packing.text("value \u{17d2}");
        let whole = packing.text;
        assert_eq!(Packet(&whole).pairs(), Some(vec![("name", "value \u{17d2}")]));
        let cuts = (1..whole.len()).filter_map(|end| whole.get(..end));
        assert!(cuts.into_iter().all(|cut| Packet(cut).pairs().is_none()));
    }

    #[test]
    fn no_extra_is_what_no_members_are() {
        assert_eq!(NO_EXTRA, Json::Object(Members::default()).to_string());
    }
}
