//! Decoder of JSON text into an index of offsets, directed by a schema.

use crate::finding::Code;
use crate::wire::{
    model::schema::{Field, Kind, Presence, Schema},
    read::{
        json,
        number::{self, Lexeme},
        offset_index::{ESCAPED, EXPONENT, LONGEST, NULL, OffsetIndex, UNQUOTED, Unknown},
        reader::{Fault, Keys, Reader, Result, unescape},
    },
};

/// Bounds on a received body. Input beyond them is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Largest size of the body, in bytes. Values above 1 GiB count as 1 GiB.
    pub bytes: usize,
    /// Largest number of nesting levels. The outermost object is the first.
    pub depth: usize,
    /// Largest number of elements of each list in the schema.
    pub items: usize,
}

/// Reads a JSON object into `index`, whose first record is the object.
///
/// `index` may be reused; its earlier content is dropped. Offsets count the bytes of `text`.
///
/// # Errors
/// The first violation of JSON, of the schema or of the limits.
pub(crate) fn decode(schema: &'static Schema, text: &[u8], limits: Limits, index: &mut OffsetIndex) -> Result<()> {
    read(schema, text, limits, false, index)
}

/// Reads a JSON object as far as it goes: a value that does not have the form of its field is kept among the unknown
/// members, and nothing is required.
pub(crate) fn decode_leniently(
    schema: &'static Schema,
    text: &[u8],
    limits: Limits,
    index: &mut OffsetIndex,
) -> Result<()> {
    read(schema, text, limits, true, index)
}

fn read(schema: &'static Schema, text: &[u8], limits: Limits, lenient: bool, index: &mut OffsetIndex) -> Result<()> {
    index.clear();
    let bytes = limits.bytes.min(LONGEST);
    if text.len() > bytes {
        return Err(Fault::new(Code::TooLarge, bytes));
    }
    if text.is_empty() {
        return Err(Fault::new(Code::InvalidJson, 0).explained(EMPTY));
    }
    let mut decoder = Decoder { text, reader: Reader::new(text), index, items: limits.items, lenient, alias: None };
    // Some programs write a byte order mark before their JSON.
    if text.starts_with(BYTE_ORDER_MARK) {
        decoder.reader.advance(BYTE_ORDER_MARK.len());
    }
    decoder.reader.skip_space();
    decoder.object(schema, limits.depth)?;
    decoder.reader.finish()?;
    if decoder.reader.skipped_uncommon() {
        decoder.index.note_uncommon();
    }
    decoder.index.close();
    Ok(())
}

const EMPTY: &str = "the body is empty";

/// U+FEFF in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

struct Decoder<'a, 't> {
    text: &'a [u8],
    reader: Reader<'a>,
    index: &'t mut OffsetIndex,
    items: usize,
    /// Whether no value is refused for its form, and none is required.
    lenient: bool,
    /// Second spelling of the field whose value comes next, for the path of a fault.
    alias: Option<&'static str>,
}

/// Result of looking up a key.
enum Member {
    Known(usize),
    /// Index of a field, under its second spelling.
    Alias(usize),
    Unknown([u32; 2]),
    /// End of the object.
    End,
}

impl<'a> Decoder<'a, '_> {
    fn object(&mut self, schema: &'static Schema, depth: usize) -> Result<()> {
        let is_empty_list = self.enter_empty_list();
        if self.reader.peek() != b'{' && !is_empty_list {
            return Err(self.wrong_type(Kind::Object(schema).expectation(), depth));
        }
        let depth = self.reader.descend(depth)?;
        let record = self.index.begin(schema);
        let (mut seen, mut aliased, mut next) = (0u32, 0u32, 0);
        let mut unknown = Keys::default();
        // Each round begins at a separator: the opening brace or a comma.
        loop {
            if is_empty_list {
                break;
            }
            let (member, key_at) = self.member(schema, next, &mut unknown)?;
            match member {
                Member::Known(index) => {
                    first_time(&mut seen, index, key_at)?;
                    // Fields usually come in order. `member` looks up any other key.
                    next = index.wrapping_add(1);
                    match schema.fields.get(index) {
                        Some(field) if field.strict && !self.lenient => {
                            self.value(field, record + field.word, depth).map_err(|fault| fault.within(field.name))?;
                        }
                        Some(field) => self.tolerated(field, record, depth, key_at)?,
                        None => {}
                    }
                }
                Member::Alias(index) => {
                    first_time(&mut aliased, index, key_at)?;
                    self.alias(schema, index, record, depth, key_at)?;
                }
                Member::Unknown(key) => self.unknown(record, key, depth)?,
                Member::End if seen | aliased != 0 || !unknown.is_empty() => {
                    return Err(self.reader.fault(Code::InvalidJson));
                }
                Member::End => {}
            }
            self.reader.skip_space();
            match self.reader.peek() {
                b',' => {}
                b'}' => break,
                _ => return Err(self.reader.fault(Code::InvalidJson)),
            }
        }
        if seen & schema.required != schema.required && !self.lenient {
            return Err(self.missing(schema, seen));
        }
        self.reader.advance(1);
        unknown.check()?;
        self.index.put(record, [seen, self.index.len() as u32, aliased]);
        Ok(())
    }

    /// Takes a separator and a key, and returns its field and byte offset. Tries the field `next` first.
    #[inline]
    fn member(&mut self, schema: &'static Schema, next: usize, unknown: &mut Keys<'a>) -> Result<(Member, usize)> {
        let at = self.reader.offset() + 1;
        if let Some(field) = schema.fields.get(next)
            && self.reader.take_key(&field.key)
        {
            self.reader.skip_space();
            return Ok((Member::Known(next), at));
        }
        self.other_member(schema, unknown)
    }

    #[inline(never)]
    fn other_member(&mut self, schema: &'static Schema, unknown: &mut Keys<'a>) -> Result<(Member, usize)> {
        self.reader.advance(1);
        self.reader.skip_space();
        let at = self.reader.offset();
        if self.reader.peek() == b'}' {
            return Ok((Member::End, at));
        }
        let (key, raw_len) = self.reader.key()?;
        let named = |name: &str| name.as_bytes() == &*key;
        if let Some(index) = schema.fields.iter().position(|field| named(field.name)) {
            return Ok((Member::Known(index), at));
        }
        if let Some(index) = schema.fields.iter().position(|field| field.alias.is_some_and(named)) {
            return Ok((Member::Alias(index), at));
        }
        unknown.add(key, at);
        Ok((Member::Unknown([at as u32 + 1, (at + 1 + raw_len) as u32]), at))
    }

    #[cold]
    fn unknown(&mut self, record: usize, key: [u32; 2], depth: usize) -> Result<()> {
        let start = self.reader.offset();
        self.reader.skip_value(depth)?;
        let value = [start as u32, self.reader.offset() as u32];
        self.index.keep(Unknown { record: record as u32, key, value });
        Ok(())
    }

    #[cold]
    fn alias(
        &mut self,
        schema: &'static Schema,
        index: usize,
        record: usize,
        depth: usize,
        key_at: usize,
    ) -> Result<()> {
        let Some(field) = schema.fields.get(index) else { return Ok(()) };
        let name = field.alias.unwrap_or(field.name);
        self.index.note_alias(key_at);
        self.alias = field.alias;
        self.value(field, record + field.alias_word(), depth).map_err(|fault| fault.within(name))
    }

    #[inline(always)]
    fn value(&mut self, field: &Field, word: usize, depth: usize) -> Result<()> {
        let first = self.reader.peek();
        match field.kind {
            Kind::Text | Kind::Code | Kind::Instant if first == b'"' => self.text(word),
            Kind::Decimal if first == b'"' => self.quoted_decimal(field, word),
            Kind::Decimal if starts_number(first) => self.decimal(field, word),
            Kind::List(schema) if first == b'[' => self.list(field, schema, word, depth),
            _ => self.uncommon_value(field, word, depth, first),
        }
    }

    /// Reads a field that no decision needs. Keeps a value of another form as an unknown member, and that of a text as
    /// its JSON, too. Text that is no JSON fails again, as it is skipped.
    #[inline]
    fn tolerated(&mut self, field: &Field, record: usize, depth: usize, key_at: usize) -> Result<()> {
        let (mark, start, notes) = (self.reader.mark(), self.reader.offset(), self.index.notes());
        match self.value(field, record + field.word, depth) {
            Err(fault) if fault.code() != Code::TooManyItems => {
                self.reader.return_to(mark);
                self.index.drop_notes(notes);
                self.keep_as_it_is(field, record, depth, key_at, start)?;
                self.index.note(fault.within(field.name));
                Ok(())
            }
            read => read.map_err(|fault| fault.within(field.name)),
        }
    }

    #[cold]
    fn keep_as_it_is(&mut self, field: &Field, record: usize, depth: usize, key_at: usize, start: usize) -> Result<()> {
        self.reader.skip_value(depth)?;
        let [start, end] = [start as u32, self.reader.offset() as u32];
        self.index.keep(Unknown { record: record as u32, key: key_span(self.text, key_at), value: [start, end] });
        let is_text = matches!(field.kind, Kind::Text) && !field.aside && !field.strict;
        self.index.put(record + field.word, if is_text { [start, end + UNQUOTED] } else { [NULL, NULL] });
        Ok(())
    }

    #[inline]
    fn text(&mut self, word: usize) -> Result<()> {
        self.reader.advance(1);
        let text = self.reader.string()?;
        let escaped = if text.escaped { ESCAPED } else { 0 };
        self.index.put(word, [text.start as u32 + escaped, text.end as u32]);
        Ok(())
    }

    #[inline(never)]
    fn decimal(&mut self, field: &Field, word: usize) -> Result<()> {
        let start = self.reader.offset();
        let (lexeme, raw) = self.reader.number()?;
        check_decimal(field, raw, &lexeme).map_err(|code| Fault::new(code, start))?;
        let exponent = if lexeme.exponent.is_some() { EXPONENT } else { 0 };
        self.index.put(word, [start as u32, (start + lexeme.len) as u32 + UNQUOTED + exponent]);
        Ok(())
    }

    #[inline(never)]
    fn quoted_decimal(&mut self, field: &Field, word: usize) -> Result<()> {
        let at = self.reader.offset();
        self.reader.advance(1);
        let text = self.reader.string()?;
        let unescaped;
        let digits = if text.escaped {
            unescaped = unescape(text.raw);
            unescaped.as_bytes()
        } else {
            text.raw
        };
        let whole = |lexeme: &Lexeme| lexeme.len == digits.len();
        let lexeme = number::scan(digits).ok().filter(whole).ok_or_else(|| Fault::new(Code::InvalidDecimal, at))?;
        check_decimal(field, digits, &lexeme).map_err(|code| Fault::new(code, at))?;
        let exponent = if lexeme.exponent.is_some() { EXPONENT } else { 0 };
        let escaped = if text.escaped { ESCAPED } else { 0 };
        self.index.put(word, [text.start as u32 + escaped, text.end as u32 + exponent]);
        Ok(())
    }

    #[inline(never)]
    fn list(&mut self, field: &Field, schema: &'static Schema, word: usize, depth: usize) -> Result<()> {
        let name = self.alias.take().unwrap_or(field.name);
        let depth = self.reader.descend(depth)?;
        let first = self.index.len() as u32;
        let mut count = 0;
        let mut more = self.reader.open(b'[', b']')?;
        while more {
            if count == self.items {
                return Err(self.reader.fault(Code::TooManyItems));
            }
            let notes = self.index.notes();
            self.object(schema, depth).map_err(|fault| fault.element(count))?;
            if self.index.notes() > notes {
                self.index.wrap_notes(notes, |note| note.element(count).within(name));
            }
            count += 1;
            more = self.reader.another(b']')?;
        }
        self.index.put(word, [first, count as u32]);
        Ok(())
    }

    /// Reads values that common bodies do not hold.
    #[cold]
    #[inline(never)]
    fn uncommon_value(&mut self, field: &Field, word: usize, depth: usize, first: u8) -> Result<()> {
        match field.kind {
            _ if first == b'n' => self.null(field, word),
            Kind::Integer | Kind::Code if starts_number(first) => self.integer(word),
            Kind::Text if field.numeric && starts_number(first) => self.numeric_text(word),
            Kind::Object(schema) if first == b'{' || self.is_empty_list() => {
                let (at, notes) = (self.index.len() as u32, self.index.notes());
                self.object(schema, depth)?;
                if self.index.notes() > notes {
                    self.index.wrap_notes(notes, |note| note.within(field.name));
                }
                self.index.put(word, [at, 1]);
                Ok(())
            }
            kind => self.blank(field, kind, word, depth),
        }
    }

    /// Reads a value of the wrong type. One that says nothing stands for no object and for no list.
    #[cold]
    fn blank(&mut self, field: &Field, kind: Kind, word: usize, depth: usize) -> Result<()> {
        let start = self.reader.offset();
        let fault = self.wrong_type(kind.expectation(), depth);
        let value = self.text.get(start..self.reader.offset()).unwrap_or_default();
        let is_nothing = matches!(kind, Kind::Object(_) | Kind::List(_))
            && fault.code() == Code::WrongType
            && json::parse(value, depth).is_ok_and(|value| value.is_blank());
        if is_nothing { self.absent(field, word, start) } else { Err(fault) }
    }

    /// Returns whether `[]` comes next, which PHP writes for an empty object.
    fn is_empty_list(&mut self) -> bool {
        let mark = self.reader.mark();
        let is_empty = self.enter_empty_list();
        self.reader.return_to(mark);
        is_empty
    }

    /// Moves to the end of `[]`, if it comes next.
    fn enter_empty_list(&mut self) -> bool {
        let mark = self.reader.mark();
        let is_empty = self.reader.take(b'[') && {
            self.reader.skip_space();
            self.reader.peek() == b']'
        };
        if !is_empty {
            self.reader.return_to(mark);
        }
        is_empty
    }

    fn null(&mut self, field: &Field, word: usize) -> Result<()> {
        let at = self.reader.offset();
        self.reader.take_word("null")?;
        self.absent(field, word, at)
    }

    fn absent(&mut self, field: &Field, word: usize, at: usize) -> Result<()> {
        if field.presence == Presence::Required {
            return Err(Fault::new(Code::Required, at));
        }
        self.index.put(word, [NULL, NULL]);
        Ok(())
    }

    /// Reads a number in a text field, and keeps its text as written.
    fn numeric_text(&mut self, word: usize) -> Result<()> {
        let start = self.reader.offset();
        let (lexeme, _) = self.reader.number()?;
        self.index.note_numeric_text();
        self.index.put(word, [start as u32, (start + lexeme.len) as u32 + UNQUOTED]);
        Ok(())
    }

    fn integer(&mut self, word: usize) -> Result<()> {
        let start = self.reader.offset();
        let (lexeme, raw) = self.reader.number()?;
        crate::wire::value::decimal::integer(raw).map_err(|code| Fault::new(code, start))?;
        self.index.put(word, [start as u32, (start + lexeme.len) as u32 + UNQUOTED]);
        Ok(())
    }

    /// Returns a fault for a value of the wrong type. Invalid JSON takes precedence.
    #[cold]
    fn wrong_type(&mut self, expectation: &'static str, depth: usize) -> Fault {
        let fault = self.reader.fault(Code::WrongType).explained(expectation);
        self.reader.skip_value(depth).err().unwrap_or(fault)
    }

    #[cold]
    fn missing(&self, schema: &'static Schema, seen: u32) -> Fault {
        let absent = |(index, field): &(usize, &Field)| field.presence == Presence::Required && seen >> index & 1 == 0;
        let fault = self.reader.fault(Code::Required);
        match schema.fields.iter().enumerate().find(absent) {
            Some((_, field)) => fault.within(field.name),
            None => fault,
        }
    }
}

impl Kind {
    /// Returns the sentence for a value of the wrong type.
    pub const fn expectation(self) -> &'static str {
        match self {
            Kind::Text => "expected text",
            Kind::Code => "expected text or an integer",
            Kind::Integer => "expected an integer",
            Kind::Decimal => "expected a decimal number, or text that holds one",
            Kind::Instant => "expected a timestamp",
            Kind::Object(_) => "expected an object",
            Kind::List(_) => "expected a list of objects",
        }
    }
}

#[inline]
fn first_time(seen: &mut u32, index: usize, key_at: usize) -> Result<()> {
    if *seen >> index & 1 != 0 {
        return Err(Fault::new(Code::DuplicateKey, key_at));
    }
    *seen |= 1 << index;
    Ok(())
}

/// Returns the byte offsets of the letters of a field's name, which has no quotes. `at` is the offset of its opening
/// quote.
#[cold]
fn key_span(text: &[u8], at: usize) -> [u32; 2] {
    let start = at + 1;
    let len = text.iter().skip(start).take_while(|&&byte| byte != b'"').count();
    [start as u32, (start + len) as u32]
}

#[inline(always)]
fn check_decimal(field: &Field, text: &[u8], lexeme: &Lexeme) -> core::result::Result<(), Code> {
    crate::wire::value::decimal::bounded(text, lexeme)?;
    // A negative zero is not below zero.
    if lexeme.negative && lexeme.significant > 0 && !field.negative { Err(Code::OutOfRange) } else { Ok(()) }
}

#[inline]
fn starts_number(byte: u8) -> bool {
    byte == b'-' || byte.is_ascii_digit()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{Model, model::sample::SampleEvent, read::offset_index::Readability};

    const LIMITS: Limits = Limits { bytes: 1000, depth: 4, items: 2 };

    fn decoded(text: &str) -> Result<OffsetIndex> {
        let mut index = OffsetIndex::default();
        decode(SampleEvent::SCHEMA, text.as_bytes(), LIMITS, &mut index).map(|()| index)
    }

    /// Returns the start and the end of a field's value.
    fn place(index: &OffsetIndex, name: &str) -> [usize; 2] {
        let (_, field) = SampleEvent::SCHEMA.field(name);
        [0, 1].map(|word| index.words()[field.word + word] as usize)
    }

    #[test]
    fn offsets_are_bytes() {
        let text = r#"{"tran_id":"ភ្នំ😀","hash":"é\n","note":"ü","status":"success"}"#;
        let index = decoded(text).unwrap();
        for (name, value) in [("tran_id", "ភ្នំ😀"), ("status", "success")] {
            let [start, end] = place(&index, name);
            assert_eq!(&text[start..end], value);
        }
    }

    #[test]
    fn accepts_input_at_the_limits_only() {
        let text = format!(r#"{{"tran_id":"{}"}}"#, "x".repeat(LIMITS.bytes - 14));
        assert_eq!(text.len(), LIMITS.bytes);
        assert!(decoded(&text).is_ok());
        let fault = |text: &str| {
            let finding = decoded(text).unwrap_err().finding();
            (finding.code, finding.path, finding.offset.unwrap())
        };
        assert_eq!(fault(&format!("{text} ")), (Code::TooLarge, String::new(), LIMITS.bytes));
        assert!(decoded(r#"{"customers":[{},{}]}"#).is_ok());
        assert_eq!(fault(r#"{"customers":[{},{},{}]}"#), (Code::TooManyItems, "customers".into(), 20));
        assert!(decoded(r#"{"new":[[[]]]}"#).is_ok());
        assert_eq!(fault(r#"{"new":[[[[]]]]}"#), (Code::TooDeep, String::new(), 10));
    }

    #[test]
    fn readability_depends_on_unknown_members() {
        let mut index = OffsetIndex::default();
        for (text, readability) in [
            (r#"{"tran_id":"T-1","customers":[{}]}"#, Readability::Known),
            (r#"{"tran_amount":1e3}"#, Readability::Known),
            (r#"{"new":1,"customers":[{"other":[1.25,-7,0,123456789012345]}]}"#, Readability::WithUnknown),
            (r#"{"new":1e3}"#, Readability::Uncommon),
            (r#"{"new":[-0]}"#, Readability::Uncommon),
            ("{\"new\":{\"\u{7f}\":1}}", Readability::Uncommon),
            ("{\"\u{7f}\":1}", Readability::Uncommon),
            ("{\"new\":\"\u{7f}\"}", Readability::WithUnknown),
            (r#"{"customers":[{"new":1234567890123456}]}"#, Readability::Uncommon),
            (r#"{"tran_id":7}"#, Readability::Uncommon),
            (r#"{"Customer":[]}"#, Readability::Uncommon),
            (r#"{"customers":[{"amount":"1,5"}]}"#, Readability::Uncommon),
        ] {
            decode(SampleEvent::SCHEMA, text.as_bytes(), LIMITS, &mut index).unwrap();
            assert_eq!(index.readability(), readability, "{text}");
        }
    }

    #[test]
    fn a_decimal_is_below_zero_only_where_it_may_be() {
        let fee = |text: &str| decoded(&format!(r#"{{"fee_amount":{text},"tran_amount":{text}}}"#)).map(drop);
        for text in ["0", "-0", "-0.00", "0.01", "\"-0\"", "7"] {
            assert!(fee(text).is_ok(), "{text}");
        }
        for text in ["-1", "-0.01", "\"-0.01\"", "-1e3"] {
            let finding = fee(text).unwrap_err().finding();
            assert_eq!((finding.code, finding.path.as_str()), (Code::OutOfRange, "fee_amount"), "{text}");
        }
    }

    #[test]
    fn text_that_is_no_json_is_not_tolerated() {
        for value in ["t", "01", "1e", "\"a", r#""\x""#, "[", "[[[[]]]]", r#"{"a":1,"a":2}"#, "\"\u{1}\""] {
            let fault = |text: &str| decoded(text).unwrap_err().finding();
            let found = fault(&format!(r#"{{"customers":[{{"amount":{value}}}]}}"#));
            let elsewhere = fault(&format!(r#"{{"customers":[{{"unknown":{value}}}]}}"#));
            assert_eq!((found.code, found.offset.unwrap() + 1), (elsewhere.code, elsewhere.offset.unwrap()), "{value}");
        }
    }

    #[test]
    fn text_is_utf8_before_and_behind_escapes() {
        const PIECES: [&[u8]; 4] = [b"a", "é".as_bytes(), b"\\n", b"\xff"];
        for pieces in (0..256).map(|number| [0, 2, 4, 6].map(|at| PIECES[number >> at & 3]).concat()) {
            let text = [b"{\"status\":\"", &pieces[..], b"\"}"].concat();
            let decoded = decode(SampleEvent::SCHEMA, &text, LIMITS, &mut OffsetIndex::default());
            let expected = if pieces.contains(&0xff) { Some(Code::InvalidUtf8) } else { None };
            assert_eq!(decoded.err().map(|fault| fault.code()), expected, "{text:x?}");
        }
    }

    #[test]
    fn a_literal_fails_at_the_letter_that_differs() {
        for word in ["true", "false", "null"] {
            let text = format!(r#"{{"new":{word}}}"#);
            assert!(decoded(&text).is_ok(), "{word}");
            for at in 8..7 + word.len() {
                let text = [&text[..at], "x", &text[at + 1..]].concat();
                let finding = decoded(&text).unwrap_err().finding();
                assert_eq!((finding.code, finding.offset), (Code::InvalidJson, Some(at)), "{text}");
            }
        }
    }

    #[test]
    fn an_empty_body_is_named() {
        let explanation = |text: &str| {
            let finding = decoded(text).unwrap_err().finding();
            assert_eq!(finding.code, Code::InvalidJson);
            finding.explanation.into_owned()
        };
        assert!(explanation("").starts_with("the body is empty"));
        for cut in ["{", " ", "{\"new\":"] {
            assert_eq!(explanation(cut), Code::InvalidJson.explanation(), "{cut:?}");
        }
    }

    #[test]
    fn a_non_object_has_the_same_depth_limit() {
        let fault = |text: &str| decoded(text).unwrap_err().finding();
        assert_eq!(fault("[[[[]]]]").code, Code::WrongType);
        assert_eq!(fault("[[[[[]]]]]").code, Code::TooDeep);
        assert_eq!(fault("7").explanation, "expected an object");
    }
}
