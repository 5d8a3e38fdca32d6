//! From what a host gave to checked values, or to all that is wrong with it at once.

use crate::{
    finding::{Code, Finding, printable},
    findings::Findings,
    json::{Json, MAX_DEPTH, Members, Number},
    model::{Dated, Decimal, Instant, LARGEST_INTEGER},
    profile::Dialect,
    wire::{
        given::{Given, HostValue, member, simple_decimal},
        number, scan,
        schema::{Field, Kind, Presence, Schema, Variation},
    },
};

/// The body is the first level, and members beyond the schema stand in it.
const EXTRA_DEPTH: usize = MAX_DEPTH - 1;

/// A value that may go on the wire.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value<'a> {
    Absent,
    /// Given, but wrong: a finding says how.
    Faulty,
    /// Text, and whether it needs no escape.
    Text(&'a str, bool),
    Integer(u64),
    Decimal(Decimal),
    Instant(Dated),
    /// The records that follow one another from the first.
    Records {
        first: usize,
        count: usize,
    },
}

/// Whether the only control characters are tabs and line ends, `\n` or `\r\n`.
fn is_multiline(text: &str) -> bool {
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_line_end = letter == '\r' && letters.peek() == Some(&'\n');
        if letter.is_control() && !matches!(letter, '\t' | '\n') && !is_line_end {
            return false;
        }
    }
    true
}

/// An object among the values, and where it stands.
#[derive(Clone, Copy)]
pub struct Place {
    pub(crate) at: usize,
    pub(crate) schema: &'static Schema,
    within: Option<(&'static str, usize)>,
}

impl Place {
    pub(crate) fn path(&self, name: &str) -> String {
        match self.within {
            Some((list, index)) => format!("{list}[{index}].{name}"),
            None => name.into(),
        }
    }
}

/// The values of one request.
#[derive(Default)]
pub struct Values<'a> {
    values: Vec<Value<'a>>,
    /// Members beyond the schema, in the order of the places of their objects.
    extras: Vec<(usize, Members)>,
}

impl<'a> Values<'a> {
    /// The room of these values, for those of another request. Collecting none of them keeps the allocation.
    pub(crate) fn emptied<'b>(self) -> Values<'b> {
        Values { values: self.values.into_iter().map_while(|_| None).collect(), extras: Vec::new() }
    }

    #[cfg_attr(not(billwire_small), inline(always))]
    pub(crate) fn get(&self, at: usize) -> &Value<'a> {
        self.values.get(at).unwrap_or(&Value::Absent)
    }

    pub(crate) fn set(&mut self, at: usize, value: Value<'a>) {
        if let Some(place) = self.values.get_mut(at) {
            *place = value;
        }
    }

    pub(crate) fn extra(&self, at: usize) -> Option<&Members> {
        let found = self.extras.binary_search_by_key(&at, |(place, _)| *place).ok()?;
        self.extras.get(found).map(|(_, members)| members)
    }

    /// Objects come one after the other, and only the outermost one's members last.
    fn keep_extra(&mut self, at: usize, members: Members) {
        let before = self.extras.binary_search_by_key(&at, |(place, _)| *place);
        self.extras.insert(before.unwrap_or_else(|before| before), (at, members));
    }

    pub(crate) fn text(&self, at: usize) -> Option<&'a str> {
        if let Value::Text(text, _) = self.get(at) { Some(text) } else { None }
    }

    pub(crate) fn integer(&self, at: usize) -> Option<u64> {
        if let Value::Integer(value) = self.get(at) { Some(*value) } else { None }
    }

    pub(crate) fn decimal(&self, at: usize) -> Option<Decimal> {
        if let Value::Decimal(value) = self.get(at) { Some(*value) } else { None }
    }

    pub(crate) fn instant(&self, at: usize) -> Option<Instant> {
        if let Value::Instant(dated) = self.get(at) { Some(dated.instant) } else { None }
    }

    /// Where the records of a list begin.
    pub(crate) fn records(&self, at: usize, element: &Schema) -> impl Iterator<Item = usize> + use<> {
        let (first, count) = if let Value::Records { first, count } = self.get(at) { (*first, *count) } else { (0, 0) };
        (0..count).zip((first..).step_by(element.fields.len())).map(|(_, at)| at)
    }
}

/// Looks at one field after the other.
pub struct Examiner<'a> {
    pub(crate) values: Values<'a>,
    pub(crate) findings: Findings,
    dialect: &'a Dialect,
}

impl<'a> Examiner<'a> {
    /// Makes room for an object of `schema`, and says where it stands.
    pub(crate) fn new(schema: &'static Schema, dialect: &'a Dialect) -> (Examiner<'a>, Place) {
        Examiner::reuse(schema, dialect, Values::default())
    }

    /// The same, in the room of other values.
    #[inline]
    pub(crate) fn reuse(
        schema: &'static Schema,
        dialect: &'a Dialect,
        mut values: Values<'a>,
    ) -> (Examiner<'a>, Place) {
        values.values.resize(schema.fields.len(), Value::Absent);
        (Examiner { values, findings: Findings::default(), dialect }, Place { at: 0, schema, within: None })
    }

    /// Makes room for a list of `count` objects; for none of them, and a finding, if they are too many.
    pub(crate) fn list(&mut self, place: Place, index: usize, count: usize) -> impl Iterator<Item = Place> + use<'a> {
        let first = self.values.values.len();
        let field = place.schema.fields.get(index);
        let is_too_long = count > self.dialect.max_lines;
        let count = if is_too_long { 0 } else { count };
        let element = field.and_then(|field| if let Kind::List(element) = field.kind { Some(element) } else { None });
        let width = element.map_or(0, |element| element.fields.len());
        self.values.values.resize(first + count * width, Value::Absent);
        self.values.set(place.at + index, Value::Records { first, count });
        if is_too_long {
            self.too_many(place, index);
        }
        let places = (0..count).zip((first..).step_by(width.max(1)));
        places.filter_map(move |(index, at)| {
            Some(Place { at, schema: element?, within: field.map(|field| (field.name, index)) })
        })
    }

    /// Takes what is given for a field.
    #[inline(never)]
    pub(crate) fn field(&mut self, place: Place, index: usize, field: &'static Field, given: Given<'a>) {
        self.field_inline(place, index, field, given);
    }

    /// The same as part of its caller, for packed values alone: each copy takes kilobytes.
    #[cfg_attr(not(billwire_small), inline(always))]
    pub(crate) fn field_inline(&mut self, place: Place, index: usize, field: &'static Field, given: Given<'a>) {
        let value = match (field.kind, given) {
            (_, Given::Absent) if field.presence != Presence::Required => Ok(Value::Absent),
            (Kind::Text, Given::Text(text)) => self.text(field, text),
            (Kind::Integer, Given::Double(value)) => integer(value),
            (Kind::Decimal, given) => self.decimal(field, given),
            (Kind::Instant, given) => self.instant(given),
            (_, given) => rare(field, given),
        };
        match value {
            Ok(value) => self.values.set(place.at + index, value),
            Err(code) => self.fault(place, index, field, code, matches!(given, Given::Millis(_))),
        }
    }

    #[cold]
    #[inline(never)]
    fn too_many(&mut self, place: Place, index: usize) {
        if let Some(field) = place.schema.fields.get(index) {
            self.fault(place, index, field, Code::TooManyLines, false);
        }
    }

    #[cold]
    #[inline(never)]
    fn fault(&mut self, place: Place, index: usize, field: &Field, code: Code, is_date: bool) {
        self.values.set(place.at + index, Value::Faulty);
        self.findings.push_with(|| {
            let explanation = match code {
                Code::WrongType => field.kind.expectation(),
                Code::Empty if field.presence == Presence::Optional => "the text is empty: leave the field out instead",
                Code::NotAnInteger if field.name.starts_with("total_") => {
                    "the number is not an integer: totals are in whole units of the currency"
                }
                Code::InvalidInstant if is_date => "the Date is invalid: it holds no time",
                _ => code.explanation(),
            };
            Finding::new(place.path(field.name), code).explained(explanation)
        });
    }

    #[cfg_attr(not(billwire_small), inline(always))]
    fn text(&self, field: &Field, text: &'a str) -> Result<Value<'a>, Code> {
        if text.is_empty() && !(field.presence == Presence::Optional && self.dialect.send_empty_text) {
            return Err(Code::Empty);
        }
        let content = scan::content(text);
        if content.control && !(field.multiline && is_multiline(text)) {
            return Err(Code::ControlCharacter);
        }
        Ok(Value::Text(text, content.plain))
    }

    #[cfg_attr(not(billwire_small), inline(always))]
    fn decimal(&self, field: &Field, given: Given<'a>) -> Result<Value<'a>, Code> {
        let value = match given {
            Given::Text("") => return Err(Code::Empty),
            Given::Text(text) => text.parse::<Decimal>().map_err(|error| error.code())?,
            Given::Shortest(value, _) | Given::Double(value) if !value.is_finite() => return Err(Code::NotFinite),
            // It came without its text, which is needed to tell what was meant by all but the simplest.
            Given::Double(value) => simple_decimal(value).ok_or(Code::InexactNumber)?,
            Given::Shortest(_, text) => shortest(text)?,
            Given::Whole(value) => Number::from(value).as_str().parse::<Decimal>().map_err(|error| error.code())?,
            Given::Digits(text) => text.parse::<Decimal>().map_err(|error| error.code())?,
            Given::Decimal(decimal) => decimal,
            given => return rare(field, given),
        };
        if (value.is_negative() && !field.negative) || (field.positive && value.is_zero()) {
            return Err(Code::OutOfRange);
        }
        Ok(Value::Decimal(value))
    }

    #[cfg_attr(not(billwire_small), inline(always))]
    fn instant(&self, given: Given<'a>) -> Result<Value<'a>, Code> {
        let dated = match given {
            Given::Text("") => return Err(Code::Empty),
            Given::Text(text) => Dated::parse(text)?,
            Given::Instant(instant) => instant.into(),
            Given::Millis(millis) if millis.is_nan() => return Err(Code::InvalidInstant),
            // A cast of a double stops at the ends of the integer's range, whose years have no four digits.
            Given::Millis(millis) => Instant::from_unix_millis(millis.round() as i64).into(),
            Given::Absent => return Err(Code::Required),
            Given::LoneSurrogate => return Err(Code::LoneSurrogate),
            _ => return Err(Code::WrongType),
        };
        if dated.is_writable(self.dialect.digits_offset, self.dialect.date_form) {
            Ok(Value::Instant(dated))
        } else {
            Err(Code::YearOutOfRange)
        }
    }

    /// Takes an object of a value tree, unknown keys and all.
    pub(crate) fn members(&mut self, place: Place, members: &'a [(String, HostValue)]) {
        for (index, field) in place.schema.fields.iter().enumerate() {
            let value = member(members, field.name);
            match (field.kind, value) {
                (Kind::List(_), HostValue::List(items)) => self.items(place, index, items),
                (Kind::List(_), HostValue::TooMany) => self.too_many(place, index),
                _ => self.field(place, index, field, value.given()),
            }
        }
        for (key, value) in members {
            if key == "extra" {
                self.extra_value(place, value);
            } else if *value != HostValue::Undefined && place.schema.fields.iter().all(|field| field.name != key) {
                self.unknown_key(place, key, value);
            }
        }
    }

    /// A key that is no field's. A hash that is null is none; any other key that is null may be misspelt.
    #[cold]
    fn unknown_key(&mut self, place: Place, key: &str, value: &HostValue) {
        if self.is_computed(place, key) {
            if !value.is_absent() {
                self.findings.push_with(|| Finding::new(place.path(&printable(key)), Code::ReservedKey));
            }
            return;
        }
        self.refused_key(place, "", key);
    }

    fn items(&mut self, place: Place, index: usize, items: &'a [HostValue]) {
        for (element, item) in self.list(place, index, items.len()).zip(items) {
            match item {
                HostValue::Members(members) => self.members(element, members),
                _ => {
                    let path = element.path("").trim_end_matches('.').to_owned();
                    self.no_object(path);
                }
            }
        }
    }

    /// Takes members beyond the schema from a typed host.
    pub(crate) fn extra(&mut self, place: Place, extra: &Members) {
        if !extra.is_empty() {
            for (key, value) in extra.iter() {
                if !value.fits(EXTRA_DEPTH) {
                    self.in_extra(place, key, Code::TooDeep);
                }
                self.extra_key(place, key);
            }
            self.values.keep_extra(place.at, extra.clone());
        }
    }

    fn extra_value(&mut self, place: Place, value: &HostValue) {
        match value {
            HostValue::Undefined | HostValue::Null => {}
            HostValue::Members(members) => {
                let members = json_members(members, &place.path("extra"), |key, value, path| {
                    self.extra_key(place, key);
                    self.bounded_json(value, EXTRA_DEPTH, path)
                });
                if let Some(members) = members {
                    self.values.keep_extra(place.at, members);
                }
            }
            _ => self.no_object(place.path("extra")),
        }
    }

    fn extra_key(&mut self, place: Place, key: &str) {
        if self.is_reserved(place, key) {
            self.refused_key(place, "extra.", key);
        }
    }

    fn in_extra(&mut self, place: Place, key: &str, code: Code) {
        self.findings.push_with(|| Finding::new(place.path(&format!("extra.{}", printable(key))), code));
    }

    pub(crate) fn no_object(&mut self, path: String) {
        self.findings.push(Finding::new(path, Code::WrongType).explained("expected an object"));
    }

    /// A value tree as JSON; none, and findings, if JSON cannot say it or it is deeper. Deep ones are not looked into.
    pub(crate) fn bounded_json(&mut self, value: &HostValue, depth: usize, path: &str) -> Option<Json> {
        if value.fits(depth) { self.json(value, path) } else { self.no_json(path, Code::TooDeep) }
    }

    /// A value tree of bounded depth as JSON; none, and findings, if JSON cannot say it.
    fn json(&mut self, value: &HostValue, path: &str) -> Option<Json> {
        match value {
            HostValue::Undefined | HostValue::Null => Some(Json::Null),
            HostValue::Bool(value) => Some(Json::Bool(*value)),
            HostValue::Double(value, _) if !value.is_finite() => self.no_json(path, Code::NotFinite),
            HostValue::Double(_, text) | HostValue::Digits(text) => Some(Json::Number(Number(text.as_str().into()))),
            HostValue::Whole(value) => Some(Json::Number(Number::from(*value))),
            HostValue::Text(text) => Some(text.as_str().into()),
            HostValue::LoneSurrogate => self.no_json(path, Code::LoneSurrogate),
            HostValue::TooMany => self.no_json(path, Code::TooManyItems),
            HostValue::Millis(_) | HostValue::Other => self.no_json(path, Code::WrongType),
            HostValue::List(items) => {
                let items = items.iter().enumerate();
                let items = all(items.map(|(index, item)| self.json(item, &format!("{path}[{index}]"))));
                items.map(|items| Json::Array(items.into()))
            }
            HostValue::Members(members) => {
                json_members(members, path, |_, value, path| self.json(value, path)).map(Json::Object)
            }
        }
    }

    fn no_json(&mut self, path: &str, code: Code) -> Option<Json> {
        self.findings.push(Finding::new(path, code));
        None
    }

    fn is_computed(&self, place: Place, key: &str) -> bool {
        key == "hash" && place.schema.fields.iter().any(|field| field.hash_follows)
    }

    /// Whether `extra` would stand in for something that the schema writes.
    fn is_reserved(&self, place: Place, key: &str) -> bool {
        self.is_computed(place, key) || sent_as(self.dialect, place.schema, key).is_some()
    }

    /// A key that may not stand where it does: one of ours in `extra`, or one that is no field's.
    #[cold]
    #[inline(never)]
    fn refused_key(&mut self, place: Place, within: &str, key: &str) {
        let dialect = self.dialect;
        self.findings.push_with(|| {
            let path = place.path(&[within, &printable(key)].concat());
            let finding = if within.is_empty() {
                Finding::unknown(path, key, "field", &|at| place.schema.fields.get(at).map(|field| field.name))
            } else {
                Finding::new(path, Code::ReservedKey)
            };
            match sent_as(dialect, place.schema, key) {
                Some(field) if field.name != key => finding.explained(sent_otherwise(field)),
                _ => finding,
            }
        });
    }
}

/// The field that has this name, or is written under it by this profile or another.
fn sent_as(dialect: &Dialect, schema: &'static Schema, key: &str) -> Option<&'static Field> {
    let is_sent = |field: &&Field| field.name == key || field.alias == Some(key) || dialect.name(field) == key;
    schema.fields.iter().find(is_sent)
}

/// The sentence on a key under which a field may be sent, and never given.
fn sent_otherwise(field: &Field) -> String {
    let setting = match field.variation {
        Variation::DestinationKey => "destination_key",
        _ => "line_item_key",
    };
    ["give `", field.name, "`; the profile's `", setting, "` says under which key it is sent"].concat()
}

/// Members as JSON, each by its key, its value and its path. JSON has no word for what is undefined.
fn json_members(
    members: &[(String, HostValue)],
    path: &str,
    mut json: impl FnMut(&str, &HostValue, &str) -> Option<Json>,
) -> Option<Members> {
    let present = members.iter().filter(|(_, value)| *value != HostValue::Undefined);
    let members = all(present.map(|(key, value)| {
        let value = json(key, value, &format!("{path}.{}", printable(key)))?;
        Some((key.clone(), value))
    }));
    members.map(Members)
}

/// All of them, if none is missing. One that is wrong does not hide what is wrong with the next one.
fn all<T>(found: impl Iterator<Item = Option<T>>) -> Option<Vec<T>> {
    let (_, at_most) = found.size_hint();
    // In one piece: room that grows is there twice while it moves.
    let (mut kept, mut is_complete) = (Vec::with_capacity(at_most.unwrap_or_default()), true);
    for one in found {
        match one {
            Some(one) => kept.push(one),
            None => is_complete = false,
        }
    }
    is_complete.then_some(kept)
}

/// What few fields are given, and what no field takes.
#[inline(never)]
fn rare<'a>(field: &Field, given: Given<'a>) -> Result<Value<'a>, Code> {
    match (field.kind, given) {
        (_, Given::Absent) => Err(Code::Required),
        (_, Given::LoneSurrogate) => Err(Code::LoneSurrogate),
        (Kind::Integer, Given::Shortest(value, _)) => integer(value),
        (Kind::Integer, Given::Whole(value)) => match u64::try_from(value) {
            Ok(value) if value <= LARGEST_INTEGER => Ok(Value::Integer(value)),
            _ => Err(Code::OutOfRange),
        },
        (Kind::Integer, Given::Digits(text)) => crate::model::integer(text.as_bytes()).map(Value::Integer),
        _ => Err(Code::WrongType),
    }
}

#[cfg_attr(not(billwire_small), inline(always))]
fn integer<'a>(value: f64) -> Result<Value<'a>, Code> {
    let whole = value as u64;
    if whole as f64 == value && whole <= LARGEST_INTEGER {
        return Ok(Value::Integer(whole));
    }
    Err(if !value.is_finite() {
        Code::NotFinite
    } else if value.fract() != 0.0 {
        Code::NotAnInteger
    } else {
        Code::OutOfRange
    })
}

/// A double by its shortest text, if that has few enough digits to tell what was meant.
fn shortest(text: &str) -> Result<Decimal, Code> {
    const EXACT_DIGITS: usize = 15;
    let lexeme = number::scan(text.as_bytes()).map_err(|_| Code::InvalidDecimal)?;
    let mantissa = text.split(['e', 'E']).next().unwrap_or_default();
    // Zeros at the end of a whole number are no digits of its shortest text.
    let zeros = if lexeme.fraction == 0 { mantissa.len() - mantissa.trim_end_matches('0').len() } else { 0 };
    // Up to 2^53-1 a whole number is exact, however many digits it has.
    let size = text.strip_prefix('-').unwrap_or(text);
    if lexeme.significant.saturating_sub(zeros) > EXACT_DIGITS && crate::model::integer(size.as_bytes()).is_err() {
        return Err(Code::InexactNumber);
    }
    Decimal::read(text.as_bytes(), &lexeme)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{operations::Settlement, wire::Model};

    #[test]
    fn values_leave_their_room_and_nothing_else() {
        let text = "a bill's".to_owned();
        let mut values = Values { values: vec![Value::Text(&text, false); 40], extras: Vec::new() };
        values.keep_extra(7, Members::default());
        let room = values.values.capacity();
        let emptied: Values<'static> = values.emptied();
        assert_eq!(emptied.values.capacity(), room);
        assert!(emptied.values.is_empty() && emptied.extras.is_empty());
    }

    #[test]
    fn members_beyond_the_schema_are_found_in_whatever_order_they_came() {
        let mut values = Values::default();
        for place in [20, 40, 10, 0, 30] {
            values.keep_extra(place, Members::from_iter([("place", place as u64)]));
        }
        for place in [0, 10, 20, 30, 40] {
            let members = values.extra(place).unwrap();
            assert_eq!(members.get("place"), Some(&Json::from(place as u64)));
        }
        assert_eq!(values.extra(5), None);
    }

    fn with_examiner<T>(test: impl FnOnce(&mut Examiner<'_>, Place) -> T) -> T {
        let dialect = Dialect::OF_THE_INTERFACE;
        let (mut examiner, place) = Examiner::new(Settlement::SCHEMA, &dialect);
        test(&mut examiner, place)
    }

    #[test]
    fn decimals_of_every_kind() {
        let (_, field) = Settlement::SCHEMA.field("exchange_rate_khr");
        for (given, expected) in [
            (Given::Text(""), Err(Code::Empty)),
            (Given::Text("1.50"), Ok("1.50")),
            (Given::Double(4100.5), Ok("4100.5")),
            (Given::Double(0.1 + 0.2), Err(Code::InexactNumber)),
            (Given::Double(f64::NAN), Err(Code::NotFinite)),
            (Given::Double(f64::INFINITY), Err(Code::NotFinite)),
            (Given::Shortest(f64::INFINITY, "Infinity"), Err(Code::NotFinite)),
            (Given::Shortest(123_456_789_012_345_000.0, "123456789012345000"), Ok("123456789012345000")),
            (Given::Shortest(1_234_567_890_123_456_000.0, "1234567890123456000"), Err(Code::InexactNumber)),
            (Given::Shortest(9_007_199_254_740_991.0, "9007199254740991"), Ok("9007199254740991")),
            (Given::Shortest(-9_007_199_254_740_991.0, "-9007199254740991"), Err(Code::OutOfRange)),
            (Given::Shortest(-9_007_199_254_740_992.0, "-9007199254740992"), Err(Code::InexactNumber)),
            (Given::Shortest(100_000.1, "100000.1000000000"), Err(Code::InexactNumber)),
            (Given::Digits("1e2"), Ok("100")),
            (Given::LoneSurrogate, Err(Code::LoneSurrogate)),
            (Given::Absent, Err(Code::Required)),
            (Given::Other, Err(Code::WrongType)),
        ] {
            let read = with_examiner(|examiner, _| match examiner.decimal(field, given)? {
                Value::Decimal(decimal) => Ok(decimal.to_string()),
                other => panic!("{other:?}"),
            });
            assert_eq!(read, expected.map(str::to_owned));
        }
    }

    #[test]
    fn instants_of_every_kind() {
        for (given, expected) in [
            (Given::Text(""), Err(Code::Empty)),
            (Given::Text("1970"), Err(Code::InvalidInstant)),
            (Given::Text("1970-01-01T07:00:01+07:00"), Ok(1000)),
            (Given::Millis(7.4), Ok(7)),
            (Given::Millis(7.6), Ok(8)),
            (Given::Millis(f64::NAN), Err(Code::InvalidInstant)),
            (Given::Millis(f64::INFINITY), Err(Code::YearOutOfRange)),
            (Given::Absent, Err(Code::Required)),
            (Given::LoneSurrogate, Err(Code::LoneSurrogate)),
            (Given::Other, Err(Code::WrongType)),
        ] {
            let read = with_examiner(|examiner, _| match examiner.instant(given)? {
                Value::Instant(dated) => Ok(dated.instant.unix_millis()),
                other => panic!("{other:?}"),
            });
            assert_eq!(read, expected);
        }
    }

    #[test]
    fn members_beyond_the_schema_are_as_deep_as_a_body_may_be() {
        let places = |findings: &Findings| findings.iter().map(|one| (one.path.clone(), one.code)).collect::<Vec<_>>();
        for (levels, is_too_deep) in [(0, false), (MAX_DEPTH - 1, false), (MAX_DEPTH, true)] {
            let expected = if is_too_deep { vec![("extra.a".to_owned(), Code::TooDeep)] } else { vec![] };
            let tower = (0..levels).fold(Json::Null, |inner, _| Json::Array([inner].into()));
            let value = HostValue::Members(vec![("a".into(), tower.clone().into())]);
            let found = with_examiner(|examiner, place| {
                examiner.extra(place, &Members::from_iter([("a", tower)]));
                places(&examiner.findings)
            });
            assert_eq!(found, expected, "{levels} levels");
            let found = with_examiner(|examiner, place| {
                examiner.extra_value(place, &value);
                places(&examiner.findings)
            });
            assert_eq!(found, expected, "{levels} levels of a host");
        }
    }
}
