//! One pass from a packet to a body: each value is validated and written at once.
//!
//! The pass serves valid requests. At the first value about which there is a finding it stops, and the caller takes the
//! [`Validator`](crate::wire::model::validate::Validator), which reports all findings. Both apply the same rules that
//! span fields, to [`Values`]: the pass keeps those of the outermost object aside, and of lists only the sums.

use crate::wire::{
    model::{
        input::simple_decimal,
        options::Options,
        rules,
        schema::{Field, Kind, Presence, SUMS, Schema},
        validate::{Value, Values},
    },
    read::scan::WIDTH,
    value::{
        decimal::{Decimal, Sum},
        instant::Dated,
    },
    write::{
        encoding::{Bytes, chunk},
        json_writer::JsonWriter,
        packet::{ABSENT, NUMBER, Packet, PacketText},
    },
};

/// Rules that an operation adds to its fields.
pub(crate) trait Rules {
    /// Type of the text of a computed member.
    type Computed: AsRef<[u8]>;

    /// Applies the rules that span fields, which also compute values. Returns whether there is no violation.
    fn apply(&self, values: &mut Values<'_>) -> bool;

    /// Returns the text of the member that follows a field declared with [`Field::followed_by`], if there is one. It is
    /// written without escapes.
    fn computed(&self, signing_string: &[u8]) -> Option<Self::Computed>;
}

/// Values of the outermost object that rules look at.
#[derive(Default)]
pub struct Kept {
    signing_string: JsonWriter,
    /// Texts declared `kept`, in UTF-8.
    texts: JsonWriter,
    values: Vec<KeptValue>,
    sums: [Sum; SUMS],
}

#[derive(Clone, Copy)]
enum KeptValue {
    Absent,
    /// Part of the signing string: start and end.
    Signed(usize, usize),
    /// Part of the other texts: start and end.
    Text(usize, usize),
    Integer(u64),
    Decimal(Decimal),
    Instant(Dated),
    List(usize),
}

impl Kept {
    fn restart(&mut self) {
        self.signing_string.restart();
        self.texts.restart();
        self.values.clear();
        self.sums = Default::default();
    }

    /// Returns the signing string of the packet that was written last.
    pub fn signing_string(&self) -> &[u8] {
        self.signing_string.as_bytes()
    }

    /// Returns the values that rules look at. Texts declared neither `signed` nor `kept` are absent.
    pub fn values(&self) -> Values<'_> {
        let value = |kept: &KeptValue| match *kept {
            KeptValue::Absent => Value::Absent,
            KeptValue::Signed(start, end) => text_value(&self.signing_string, start, end),
            KeptValue::Text(start, end) => text_value(&self.texts, start, end),
            KeptValue::Integer(value) => Value::Integer(value),
            KeptValue::Decimal(value) => Value::Decimal(value),
            KeptValue::Instant(value) => Value::Instant(value),
            KeptValue::List(count) => Value::Records { first: self.values.len(), count },
        };
        Values::of_outermost(self.values.iter().map(value), self.sums.clone())
    }
}

fn text_value(texts: &JsonWriter, start: usize, end: usize) -> Value<'_> {
    text(texts, start, end).map_or(Value::Absent, |text| Value::Text(text, false))
}

fn text(texts: &JsonWriter, start: usize, end: usize) -> Option<&str> {
    core::str::from_utf8(texts.as_bytes().get(start..end)?).ok()
}

/// Writes an object as compact JSON, with the values of a packet.
///
/// Returns `None`, and leaves a body of no use, if there is a finding or the packet does not fit the schema.
pub(crate) fn write(
    schema: &'static Schema,
    packet: Packet<'_>,
    options: &Options,
    rules: &impl Rules,
    kept: &mut Kept,
    body: &mut JsonWriter<u16>,
) -> Option<()> {
    let mut pass = Pass::new(packet, options, kept, body);
    for (index, field) in schema.fields.iter().enumerate() {
        pass.outer_member(index, field, rules)?;
        if let Some(key) = field.followed_by {
            pass.computed_member(key, rules);
        }
    }
    pass.close(0);
    pass.packet.is_empty().then_some(())
}

/// Writes the signing string of a packet that has the signed fields alone.
///
/// Returns `None` as [`write()`] does. The body is of no use.
pub(crate) fn signing_string(
    schema: &'static Schema,
    packet: Packet<'_>,
    options: &Options,
    kept: &mut Kept,
    body: &mut JsonWriter<u16>,
) -> Option<()> {
    let mut pass = Pass::new(packet, options, kept, body);
    for (_, field) in schema.signed() {
        let length = pass.packet.next_length()?;
        let written = pass.outer_value(field, length)?;
        pass.keep(field, written)?;
    }
    pass.packet.is_empty().then_some(())
}

/// Capacity for a timestamp, a number and a computed member.
const CAPACITY: usize = 512;

/// Capacity for a usual body. A larger one grows as it is written.
const MAX_CAPACITY: usize = 1 << 20;

/// Capacity for a key, and for a value that is not text.
const CAPACITY_OF_A_VALUE: usize = 56;

/// Value that is written.
enum Written<'a> {
    Absent,
    Text(PacketText<'a>),
    Integer(u64),
    Hundredths(u32),
    Decimal(Decimal),
    Instant(Dated),
}

struct Pass<'a> {
    packet: Packet<'a>,
    options: &'a Options,
    kept: &'a mut Kept,
    body: &'a mut JsonWriter<u16>,
}

impl<'a> Pass<'a> {
    fn new(packet: Packet<'a>, options: &'a Options, kept: &'a mut Kept, body: &'a mut JsonWriter<u16>) -> Pass<'a> {
        kept.restart();
        let capacity =
            packet.values().saturating_mul(CAPACITY_OF_A_VALUE).saturating_add(packet.units()).saturating_add(CAPACITY);
        body.restart_with_capacity(capacity.min(MAX_CAPACITY));
        Pass { packet, options, kept, body }
    }

    /// Writes a member of the outermost object, and keeps its value.
    #[inline(always)]
    fn outer_member(&mut self, index: usize, field: &'static Field, rules: &impl Rules) -> Option<()> {
        let length = self.packet.next_length()?;
        let kept = match (field.kind, length) {
            (_, ABSENT) if field.derived => self.derived(index, field, rules)?,
            (Kind::List(element), count) if count != ABSENT => self.list(field, element, count)?,
            _ => {
                let written = self.outer_value(field, length)?;
                self.keep(field, written)?
            }
        };
        self.kept.values.push(kept);
        Some(())
    }

    /// Writes a value that follows from those before it.
    #[inline(never)]
    fn derived(&mut self, index: usize, field: &'static Field, rules: &impl Rules) -> Option<KeptValue> {
        let mut values = self.kept.values();
        values.resize(index + 1);
        if !rules.apply(&mut values) {
            return None;
        }
        Some(match values.decimal(index) {
            Some(value) => {
                self.decimal(field, &value);
                KeptValue::Decimal(value)
            }
            None => KeptValue::Absent,
        })
    }

    #[inline(never)]
    fn computed_member(&mut self, key: &str, rules: &impl Rules) {
        let Some(computed) = rules.computed(self.kept.signing_string()) else { return };
        self.body.ascii(b",\"");
        self.body.ascii(key.as_bytes());
        self.body.ascii(b"\":\"");
        self.body.ascii(computed.as_ref());
        self.body.byte(b'"');
    }

    #[inline(never)]
    fn list(&mut self, field: &'static Field, element: &'static Schema, length: i32) -> Option<KeptValue> {
        let count = self.packet.count(length).filter(|&count| self.options.check_count(count).is_ok())?;
        self.key(field);
        self.body.byte(b'[');
        for index in 0..count {
            if index > 0 {
                self.body.byte(b',');
            }
            self.element(element)?;
        }
        self.body.byte(b']');
        Some(KeptValue::List(count))
    }

    /// Writes an element of a list. Elements contain no lists.
    #[inline(always)]
    fn element(&mut self, schema: &'static Schema) -> Option<()> {
        let start = self.body.len();
        for field in schema.fields {
            let length = self.packet.next_length()?;
            let written = self.value(field, length)?;
            if let Some(sum) = field.sum.and_then(|sum| self.kept.sums.get_mut(sum)) {
                match written {
                    Written::Hundredths(value) => sum.add_hundredths(value),
                    Written::Decimal(value) => sum.add(value),
                    _ => {}
                }
            }
        }
        self.close(start);
        Some(())
    }

    /// Closes an object. Each key is written after a comma, and the first comma becomes the brace.
    #[inline(always)]
    fn close(&mut self, start: usize) {
        if self.body.len() == start {
            self.body.byte(b'{');
        } else {
            self.body.replace(start, b'{');
        }
        self.body.byte(b'}');
    }

    #[inline(always)]
    fn key(&mut self, field: &Field) {
        self.body.key(self.options.key(field));
    }

    /// Validates and writes a member of the outermost object.
    #[inline(never)]
    fn outer_value(&mut self, field: &'static Field, length: i32) -> Option<Written<'a>> {
        self.value(field, length)
    }

    /// Validates and writes a member. It is inlined into the loop of a list, and stands there without its result.
    #[inline(always)]
    fn value(&mut self, field: &'static Field, length: i32) -> Option<Written<'a>> {
        Some(match (field.kind, length) {
            (_, ABSENT) if field.presence == Presence::Required => return None,
            (_, ABSENT) => Written::Absent,
            (Kind::Text, _) => self.text(field, length)?,
            (Kind::Decimal, NUMBER) => self.number(field)?,
            (Kind::Decimal, _) => self.decimal_text(field, length)?,
            (Kind::Integer, NUMBER) => self.integer(field)?,
            (Kind::Instant, _) => self.instant(field, length)?,
            _ => return None,
        })
    }

    #[inline(always)]
    fn text(&mut self, field: &'static Field, length: i32) -> Option<Written<'a>> {
        let text = self.packet.next_text(length)?;
        field.check_filled(text.len == 0, self.options).ok()?;
        self.key(field);
        let start = self.body.len();
        if !self.body.usual_string(text.from, text.len) {
            self.body.cut(start);
            self.unusual_string(field, text)?;
        }
        Some(Written::Text(text))
    }

    /// Writes text with escapes, and characters that are checked one by one.
    #[inline(never)]
    fn unusual_string(&mut self, field: &Field, text: PacketText<'a>) -> Option<()> {
        self.body.byte(b'"');
        let mut characters = characters(text).peekable();
        while let Some(character) = characters.next() {
            let character = character?;
            field.check_character(character, characters.peek().copied().flatten()).ok()?;
            match character {
                '\0'..' ' | '"' | '\\' => self.body.escape(character),
                _ => {
                    let mut units = [0; 4];
                    let len = character.encode_utf16(&mut units).len();
                    self.body.block(&units, len);
                }
            }
        }
        self.body.byte(b'"');
        Some(())
    }

    /// Writes a decimal that is a double. Most of them are hundredths of 32 bits.
    #[inline(always)]
    fn number(&mut self, field: &'static Field) -> Option<Written<'a>> {
        const SMALL: f64 = (u32::MAX / 100) as f64;
        let value = self.packet.next_number()?;
        let (whole, hundredths) = (value as u32, (value * 100.0 + 0.5) as u32);
        let is_whole = f64::from(whole) == value;
        // An amount above zero breaks no rule of its sign.
        let is_everyday = value > 0.0 && value < SMALL && !field.quoted;
        if !is_everyday || !(is_whole || f64::from(hundredths) / 100.0 == value) {
            let decimal = simple_decimal(value)?;
            return self.checked_decimal(field, decimal);
        }
        self.key(field);
        self.body.short(if is_whole { whole } else { hundredths / 100 });
        if !is_whole {
            self.body.hundredths(hundredths % 100);
        }
        Some(Written::Hundredths(hundredths))
    }

    #[inline(never)]
    fn decimal_text(&mut self, field: &'static Field, length: i32) -> Option<Written<'a>> {
        let decimal = self.parsed(length, |text| text.parse().ok())?;
        self.checked_decimal(field, decimal)
    }

    #[inline(never)]
    fn checked_decimal(&mut self, field: &'static Field, value: Decimal) -> Option<Written<'a>> {
        field.check_sign(&value).ok()?;
        self.decimal(field, &value);
        Some(Written::Decimal(value))
    }

    fn decimal(&mut self, field: &Field, value: &Decimal) {
        self.key(field);
        let quoted = self.options.writes_quotes(field);
        if quoted {
            self.body.byte(b'"');
        }
        value.write(self.body);
        if quoted {
            self.body.byte(b'"');
        }
    }

    #[inline(always)]
    fn integer(&mut self, field: &Field) -> Option<Written<'a>> {
        let whole = rules::integer(self.packet.next_number()?).ok()?;
        self.key(field);
        self.body.digits(whole.into(), 0);
        Some(Written::Integer(whole))
    }

    #[inline(never)]
    fn instant(&mut self, field: &Field, length: i32) -> Option<Written<'a>> {
        let dated = if length == NUMBER {
            rules::instant(self.packet.next_number()?).ok()?.into()
        } else {
            self.parsed(length, |text| Dated::parse(text).ok())?
        };
        self.options.check_year(&dated).ok()?;
        self.key(field);
        self.body.byte(b'"');
        dated.write(self.body, self.options.date_form);
        self.body.byte(b'"');
        Some(Written::Instant(dated))
    }

    /// Reads a value from a short text, as decimals and timestamps are.
    #[inline]
    fn parsed<T>(&mut self, length: i32, parse: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        let short = self.packet.next_text(length).filter(|text| text.len <= SHORT)?;
        let texts = &mut self.kept.texts;
        let (start, end) = append(short, texts)?;
        let parsed = text(texts, start, end).and_then(parse);
        texts.cut(start);
        parsed
    }

    /// Keeps a value of the outermost object for the rules, and for the signing string.
    #[inline(always)]
    fn keep(&mut self, field: &Field, written: Written<'a>) -> Option<KeptValue> {
        Some(match written {
            Written::Absent => KeptValue::Absent,
            Written::Text(text) if field.signed => {
                let (start, end) = append(text, &mut self.kept.signing_string)?;
                KeptValue::Signed(start, end)
            }
            Written::Text(text) if field.kept => {
                let (start, end) = append(text, &mut self.kept.texts)?;
                KeptValue::Text(start, end)
            }
            Written::Text(_) => KeptValue::Absent,
            Written::Integer(value) => {
                if field.signed {
                    self.kept.signing_string.digits(value.into(), 0);
                }
                KeptValue::Integer(value)
            }
            Written::Hundredths(value) => KeptValue::Decimal(Decimal::scaled(false, value.into(), -2)),
            Written::Decimal(value) => KeptValue::Decimal(value),
            Written::Instant(dated) => {
                if field.signed {
                    self.kept.signing_string.bytes(&dated.digits(self.options.signing_offset)?);
                }
                KeptValue::Instant(dated)
            }
        })
    }
}

/// Returns the characters of a text, and `None` for each half of a surrogate pair.
fn characters(text: PacketText<'_>) -> impl Iterator<Item = Option<char>> {
    char::decode_utf16(text.units().iter().copied()).map(Result::ok)
}

/// Writes a text, which is already checked, in UTF-8. Returns where it starts and ends.
#[inline(never)]
fn append(text: PacketText<'_>, out: &mut JsonWriter) -> Option<(usize, usize)> {
    let start = out.len();
    for at in (0..text.len).step_by(WIDTH) {
        let units = chunk(text.from, at);
        let bytes = Bytes::of(&units);
        if bytes.clamped().to_bitmask() & inside(text.len - at) != 0 {
            out.cut(start);
            for character in characters(text) {
                let mut bytes = [0; 4];
                let len = character?.encode_utf8(&mut bytes).len();
                out.block(&bytes, len);
            }
            break;
        }
        out.block(&bytes.low.to_array(), WIDTH.min(text.len - at));
    }
    Some((start, out.len()))
}

/// Most units of a decimal or a timestamp: 34 digits, 34 zeros behind them, and signs.
const SHORT: usize = 80;

/// Returns one bit for each unit of a chunk that belongs to a text of which `left` units are left.
#[inline]
fn inside(left: usize) -> u32 {
    if left >= WIDTH { u32::MAX } else { (1 << left) - 1 }
}
