//! Validation of a caller's values: valid values, or all findings at once.

use crate::finding::{Code, Finding, Findings, printable};
use crate::wire::{
    model::{
        input::{DynamicValue, Input, member, simple_decimal},
        options::Options,
        rules,
        schema::{Field, Kind, Presence, SUMS, Schema, Variation},
    },
    read::{
        json::{Json, MAX_DEPTH, Members, Number},
        number, scan,
    },
    value::{
        decimal::{Decimal, LARGEST_INTEGER, Sum},
        instant::{Dated, Instant},
    },
};

/// Model that is sent. The caller fills in its fields.
pub trait Draft {
    /// Passes each field to the validator, as the object at `position`.
    fn encode<'a>(&'a self, validator: &mut Validator<'a>, position: ObjectPosition);
}

/// Validated value of one field.
#[derive(Clone, Copy, Debug)]
pub enum Value<'a> {
    /// No value.
    Absent,
    /// Invalid value, about which there is a finding.
    Faulty,
    /// Text, and whether it needs no escape in JSON.
    Text(&'a str, bool),
    /// Integer from 0 to 2^53-1.
    Integer(u64),
    /// Exact decimal.
    Decimal(Decimal),
    /// Timestamp.
    Instant(Dated),
    /// Objects of a list, whose values follow one another.
    Records {
        /// Position of the first object.
        first: usize,
        /// Number of objects.
        count: usize,
    },
}

/// Position of an object among the values, with its schema and its path.
#[derive(Clone, Copy)]
pub struct ObjectPosition {
    /// Position of its first field in [`Values`].
    pub at: usize,
    /// Schema of the object.
    pub schema: &'static Schema,
    /// List that holds the object, and its index there.
    within: Option<(&'static str, usize)>,
}

impl ObjectPosition {
    /// Returns the path of a key of the object, such as `details[2].price`.
    pub fn path(&self, name: &str) -> String {
        match self.within {
            Some((list, index)) => format!("{list}[{index}].{name}"),
            None => name.into(),
        }
    }

    /// Returns how many levels a value of `extra` may have: those of a body without the object around it, and for an
    /// object of a list without that list and the outermost object.
    fn extra_depth(&self) -> usize {
        if self.within.is_some() { MAX_DEPTH - 3 } else { MAX_DEPTH - 1 }
    }
}

/// Values of one request: those of the outermost object first, then those of lists.
#[derive(Default)]
pub struct Values<'a> {
    values: Vec<Value<'a>>,
    /// Members beyond the schema, in the order of the positions of their objects.
    extras: Vec<(usize, Members)>,
    sums: [Sum; SUMS],
}

impl<'a> Values<'a> {
    /// Returns the values of an outermost object, of whose lists only the sums are known.
    pub(crate) fn of_outermost(values: impl Iterator<Item = Value<'a>>, sums: [Sum; SUMS]) -> Values<'a> {
        Values { values: values.collect(), extras: Vec::new(), sums }
    }

    /// Returns the value at a position.
    #[inline]
    pub fn get(&self, at: usize) -> &Value<'a> {
        self.values.get(at).unwrap_or(&Value::Absent)
    }

    /// Makes room for the values of `fields` fields, which are absent.
    pub(crate) fn resize(&mut self, fields: usize) {
        self.values.resize(fields, Value::Absent);
    }

    /// Replaces the value at a position. Has no effect beyond the last one.
    pub fn set(&mut self, at: usize, value: Value<'a>) {
        if let Some(place) = self.values.get_mut(at) {
            *place = value;
        }
    }

    /// Returns the members beyond the schema of the object at a position.
    pub fn extra(&self, at: usize) -> Option<&Members> {
        let found = self.extras.binary_search_by_key(&at, |(place, _)| *place).ok()?;
        self.extras.get(found).map(|(_, members)| members)
    }

    /// Keeps the members beyond the schema of the object at a position.
    fn keep_extra(&mut self, at: usize, members: Members) {
        let before = self.extras.binary_search_by_key(&at, |(place, _)| *place);
        self.extras.insert(before.unwrap_or_else(|before| before), (at, members));
    }

    /// Returns the text at a position, or `None` if the value is not valid text.
    pub fn text(&self, at: usize) -> Option<&'a str> {
        if let Value::Text(text, _) = self.get(at) { Some(text) } else { None }
    }

    /// Returns the integer at a position, or `None` if the value is not a valid one.
    pub fn integer(&self, at: usize) -> Option<u64> {
        if let Value::Integer(value) = self.get(at) { Some(*value) } else { None }
    }

    /// Returns the decimal at a position, or `None` if the value is not a valid one.
    pub fn decimal(&self, at: usize) -> Option<Decimal> {
        if let Value::Decimal(value) = self.get(at) { Some(*value) } else { None }
    }

    /// Returns the instant at a position, or `None` if the value is not a valid one.
    pub fn instant(&self, at: usize) -> Option<Instant> {
        if let Value::Instant(dated) = self.get(at) { Some(dated.instant) } else { None }
    }

    /// Returns the number of objects of the list at a position.
    pub fn count(&self, at: usize) -> usize {
        if let Value::Records { count, .. } = self.get(at) { *count } else { 0 }
    }

    /// Returns a sum over the elements of lists: of the fields declared with [`Field::summed`].
    pub fn sum(&self, sum: usize) -> Option<&Sum> {
        self.sums.get(sum)
    }

    /// Returns the positions of the objects of a list with elements of the schema `element`.
    pub fn records(&self, at: usize, element: &Schema) -> impl Iterator<Item = usize> + use<> {
        let (first, count) = if let Value::Records { first, count } = self.get(at) { (*first, *count) } else { (0, 0) };
        (0..count).zip((first..).step_by(element.fields.len())).map(|(_, at)| at)
    }
}

/// Validator of one request. It collects the values and the findings.
pub struct Validator<'a> {
    /// Values passed so far.
    pub values: Values<'a>,
    /// Findings so far.
    pub findings: Findings,
    options: &'a Options,
}

impl<'a> Validator<'a> {
    /// Creates a validator for an object of `schema`, and returns the object's position.
    pub fn new(schema: &'static Schema, options: &'a Options) -> (Validator<'a>, ObjectPosition) {
        let mut values = Values::default();
        values.values.resize(schema.fields.len(), Value::Absent);
        (Validator { values, findings: Findings::default(), options }, ObjectPosition { at: 0, schema, within: None })
    }

    /// Adds a list of `count` objects, and returns their positions.
    ///
    /// If the options allow fewer elements, it adds a finding and returns no position.
    pub fn list(
        &mut self,
        position: ObjectPosition,
        index: usize,
        count: usize,
    ) -> impl Iterator<Item = ObjectPosition> + use<'a> {
        let first = self.values.values.len();
        let field = position.schema.fields.get(index);
        let is_too_long = self.options.check_count(count).is_err();
        let count = if is_too_long { 0 } else { count };
        let element = field.and_then(|field| if let Kind::List(element) = field.kind { Some(element) } else { None });
        let width = element.map_or(0, |element| element.fields.len());
        self.values.values.resize(first + count * width, Value::Absent);
        self.values.set(position.at + index, Value::Records { first, count });
        if is_too_long {
            self.too_many(position, index);
        }
        let places = (0..count).zip((first..).step_by(width.max(1)));
        places.filter_map(move |(index, at)| {
            Some(ObjectPosition { at, schema: element?, within: field.map(|field| (field.name, index)) })
        })
    }

    /// Validates the value of a field.
    #[inline(never)]
    pub fn field(&mut self, position: ObjectPosition, index: usize, field: &'static Field, input: Input<'a>) {
        let value = match (field.kind, input) {
            (_, Input::Absent) if field.presence != Presence::Required => Ok(Value::Absent),
            (Kind::Text, Input::Text(text)) => self.text(field, text),
            (Kind::Integer, Input::Double(value)) => rules::integer(value).map(Value::Integer),
            (Kind::Decimal, input) => self.decimal(field, input),
            (Kind::Instant, input) => self.instant(input),
            (_, input) => uncommon(field, input),
        };
        match value {
            Ok(value) => {
                if let (Value::Decimal(term), Some(sum)) =
                    (value, field.sum.and_then(|sum| self.values.sums.get_mut(sum)))
                {
                    sum.add(term);
                }
                self.values.set(position.at + index, value);
            }
            Err(code) => self.fault(position, index, field, code, input),
        }
    }

    #[cold]
    #[inline(never)]
    fn too_many(&mut self, position: ObjectPosition, index: usize) {
        if let Some(field) = position.schema.fields.get(index) {
            self.fault(position, index, field, Code::TooManyLines, Input::Absent);
        }
    }

    #[cold]
    #[inline(never)]
    fn fault(&mut self, position: ObjectPosition, index: usize, field: &Field, code: Code, input: Input<'_>) {
        self.values.set(position.at + index, Value::Faulty);
        self.findings.push_with(|| {
            let explanation = match code {
                Code::WrongType => expectation(field.kind, input),
                Code::Empty if field.presence == Presence::Optional => "the text is empty: leave the field out instead",
                Code::NotAnInteger => field.integer_hint.unwrap_or(code.explanation()),
                Code::OutOfRange => bounds(field),
                Code::InvalidInstant if matches!(input, Input::Millis(_)) => "the Date is invalid: it holds no time",
                _ => code.explanation(),
            };
            Finding::new(position.path(field.name), code).explained(explanation)
        });
    }

    #[inline]
    fn text(&self, field: &Field, text: &'a str) -> Result<Value<'a>, Code> {
        field.check_filled(text.is_empty(), self.options)?;
        let content = scan::content(text);
        if content.control {
            let mut characters = text.chars().peekable();
            while let Some(character) = characters.next() {
                field.check_character(character, characters.peek().copied())?;
            }
        }
        Ok(Value::Text(text, content.plain))
    }

    #[inline]
    fn decimal(&self, field: &Field, input: Input<'a>) -> Result<Value<'a>, Code> {
        let value = decimal_of(input)?;
        field.check_sign(&value)?;
        Ok(Value::Decimal(value))
    }

    #[inline]
    fn instant(&self, input: Input<'a>) -> Result<Value<'a>, Code> {
        let dated = match input {
            Input::Text("") => return Err(Code::Empty),
            Input::Text(text) => Dated::parse(text)?,
            Input::Instant(instant) => instant.into(),
            Input::Millis(millis) => rules::instant(millis)?.into(),
            Input::Absent => return Err(Code::Required),
            Input::LoneSurrogate => return Err(Code::LoneSurrogate),
            _ => return Err(Code::WrongType),
        };
        self.options.check_year(&dated)?;
        Ok(Value::Instant(dated))
    }

    /// Validates an object of a value tree. Each unknown key is a finding.
    fn members(&mut self, position: ObjectPosition, members: &'a [(String, DynamicValue)]) {
        for (index, field) in position.schema.fields.iter().enumerate() {
            let value = member(members, field.name);
            match (field.kind, value) {
                (Kind::List(_), DynamicValue::List(items)) => self.items(position, index, items),
                (Kind::List(_), DynamicValue::TooMany) => self.too_many(position, index),
                _ => self.field(position, index, field, value.input()),
            }
        }
        for (key, value) in members {
            if key == "extra" {
                self.extra_value(position, value);
            } else if *value != DynamicValue::Undefined && position.schema.fields.iter().all(|field| field.name != key)
            {
                self.unknown_key(position, key, value);
            }
        }
    }

    /// Reports an unknown key, even if its value is null. Only a computed key, such as `hash`, may be null.
    #[cold]
    fn unknown_key(&mut self, position: ObjectPosition, key: &str, value: &DynamicValue) {
        if self.is_computed(position, key) {
            if !value.is_absent() {
                self.findings.push_with(|| Finding::new(position.path(&printable(key)), Code::ReservedKey));
            }
            return;
        }
        self.refused_key(position, "", key);
    }

    fn items(&mut self, position: ObjectPosition, index: usize, items: &'a [DynamicValue]) {
        for (element, item) in self.list(position, index, items.len()).zip(items) {
            match item {
                DynamicValue::Members(members) => self.members(element, members),
                _ => {
                    let path = element.path("").trim_end_matches('.').to_owned();
                    self.no_object(path);
                }
            }
        }
    }

    /// Validates and keeps the members beyond the schema of a typed model.
    pub fn extra(&mut self, position: ObjectPosition, extra: &Members) {
        if !extra.is_empty() {
            for (key, value) in extra.iter() {
                if !value.fits(position.extra_depth()) {
                    self.in_extra(position, key, Code::TooDeep);
                }
                self.extra_key(position, key);
            }
            self.values.keep_extra(position.at, extra.clone());
        }
    }

    fn extra_value(&mut self, position: ObjectPosition, value: &DynamicValue) {
        match value {
            DynamicValue::Undefined | DynamicValue::Null => {}
            DynamicValue::Members(members) => {
                let members = json_members(members, &position.path("extra"), |key, value, path| {
                    self.extra_key(position, key);
                    self.bounded_json(value, position.extra_depth(), path)
                });
                if let Some(members) = members {
                    self.values.keep_extra(position.at, members);
                }
            }
            _ => self.no_object(position.path("extra")),
        }
    }

    fn extra_key(&mut self, position: ObjectPosition, key: &str) {
        if self.is_reserved(position, key) {
            self.refused_key(position, "extra.", key);
        }
    }

    fn in_extra(&mut self, position: ObjectPosition, key: &str, code: Code) {
        self.findings.push_with(|| Finding::new(position.path(&format!("extra.{}", printable(key))), code));
    }

    /// Adds the finding that an object was expected at a path.
    pub fn no_object(&mut self, path: String) {
        self.findings.push(Finding::new(path, Code::WrongType).explained("expected an object"));
    }

    /// Converts a value tree of at most `depth` levels to JSON.
    ///
    /// Returns `None`, and adds findings, if the tree is deeper or holds a value that JSON cannot represent.
    pub fn bounded_json(&mut self, value: &DynamicValue, depth: usize, path: &str) -> Option<Json> {
        if value.fits(depth) { self.json(value, path) } else { self.no_json(path, Code::TooDeep) }
    }

    /// Converts a value tree to JSON. The caller bounds its depth.
    fn json(&mut self, value: &DynamicValue, path: &str) -> Option<Json> {
        match value {
            DynamicValue::Undefined | DynamicValue::Null => Some(Json::Null),
            DynamicValue::Bool(value) => Some(Json::Bool(*value)),
            DynamicValue::Double(value, _) if !value.is_finite() => self.no_json(path, Code::NotFinite),
            DynamicValue::Double(_, text) | DynamicValue::Digits(text) => {
                Some(Json::Number(Number(text.as_str().into())))
            }
            DynamicValue::Whole(value) => Some(Json::Number(Number::from(*value))),
            DynamicValue::Text(text) => Some(text.as_str().into()),
            DynamicValue::LoneSurrogate => self.no_json(path, Code::LoneSurrogate),
            DynamicValue::TooMany => self.no_json(path, Code::TooManyItems),
            DynamicValue::Millis(_) | DynamicValue::Other => self.no_json(path, Code::WrongType),
            DynamicValue::List(items) => {
                let items = items.iter().enumerate();
                let items = all(items.map(|(index, item)| self.json(item, &format!("{path}[{index}]"))));
                items.map(|items| Json::Array(items.into()))
            }
            DynamicValue::Members(members) => {
                json_members(members, path, |_, value, path| self.json(value, path)).map(Json::Object)
            }
        }
    }

    fn no_json(&mut self, path: &str, code: Code) -> Option<Json> {
        self.findings.push(Finding::new(path, code));
        None
    }

    fn is_computed(&self, position: ObjectPosition, key: &str) -> bool {
        position.schema.fields.iter().any(|field| field.followed_by == Some(key))
    }

    /// Returns whether the schema itself writes a key, so that `extra` must not hold it.
    fn is_reserved(&self, position: ObjectPosition, key: &str) -> bool {
        self.is_computed(position, key) || sent_as(self.options, position.schema, key).is_some()
    }

    /// Reports a key that is refused: an unknown one, or a key of the schema inside `extra`.
    #[cold]
    #[inline(never)]
    fn refused_key(&mut self, position: ObjectPosition, within: &str, key: &str) {
        let options = self.options;
        self.findings.push_with(|| {
            let path = position.path(&[within, &printable(key)].concat());
            let finding = if within.is_empty() {
                Finding::unknown(path, key, "field", &|at| position.schema.fields.get(at).map(|field| field.name))
            } else {
                Finding::new(path, Code::ReservedKey)
            };
            match sent_as(options, position.schema, key) {
                Some(field) if field.name != key => finding.explained(sent_otherwise(field)),
                _ => finding,
            }
        });
    }
}

/// A request whose type is not known before, such as JSON. One that is no object has a single finding.
impl Draft for DynamicValue {
    fn encode<'a>(&'a self, validator: &mut Validator<'a>, position: ObjectPosition) {
        match self {
            DynamicValue::Members(members) => validator.members(position, members),
            _ => validator.no_object(String::new()),
        }
    }
}

/// Returns the field that has this name or alias, or is written under it with these options.
fn sent_as(options: &Options, schema: &'static Schema, key: &str) -> Option<&'static Field> {
    let is_sent = |field: &&Field| field.name == key || field.alias == Some(key) || options.name(field) == key;
    schema.fields.iter().find(is_sent)
}

/// Returns the sentence about a key that only a setting may select.
fn sent_otherwise(field: &Field) -> String {
    let setting = if let Variation::Key { setting, .. } = field.variation { setting } else { "schema" };
    ["give `", field.name, "`; the ", setting, " says under which key it is sent"].concat()
}

/// Converts members to JSON, by key, value and path. Leaves out undefined ones.
fn json_members(
    members: &[(String, DynamicValue)],
    path: &str,
    mut json: impl FnMut(&str, &DynamicValue, &str) -> Option<Json>,
) -> Option<Members> {
    let present = members.iter().filter(|(_, value)| *value != DynamicValue::Undefined);
    let members = all(present.map(|(key, value)| {
        let value = json(key, value, &format!("{path}.{}", printable(key)))?;
        Some((key.clone(), value))
    }));
    members.map(Members)
}

/// Collects all values, or returns `None` if one is missing. It visits every value, so that all faults are reported.
fn all<T>(found: impl Iterator<Item = Option<T>>) -> Option<Vec<T>> {
    let (_, at_most) = found.size_hint();
    // A vector that grows is in memory twice while it moves.
    let (mut kept, mut is_complete) = (Vec::with_capacity(at_most.unwrap_or_default()), true);
    for one in found {
        match one {
            Some(one) => kept.push(one),
            None => is_complete = false,
        }
    }
    is_complete.then_some(kept)
}

/// Sentence for a value of the wrong type. Programs often pass the text of a number, a number as a reference, or the
/// milliseconds of a time.
const fn expectation(kind: Kind, input: Input<'_>) -> &'static str {
    let is_number = matches!(input, Input::Double(_) | Input::Shortest(..) | Input::Whole(_) | Input::Digits(_));
    match (kind, input) {
        (Kind::Integer, Input::Text(_)) => "expected an integer instead of text",
        (Kind::Text, _) if is_number => "expected text instead of a number",
        (Kind::Instant, _) if is_number => {
            "expected a date, or text such as 2026-01-31T09:00:00+07:00, instead of a number"
        }
        _ => kind.expectation(),
    }
}

/// Sentence about a number outside the bounds of its field.
const fn bounds(field: &Field) -> &'static str {
    match field.kind {
        Kind::Integer => "expected a whole number from 0 to 9007199254740991",
        _ if field.positive => "expected a number above 0, with an exponent from -34 to 34",
        _ if field.negative => "expected a number with an exponent from -34 to 34",
        _ => "expected 0 or a number above 0, with an exponent from -34 to 34",
    }
}

/// Handles uncommon input types and refuses the rest.
#[inline(never)]
fn uncommon<'a>(field: &Field, input: Input<'a>) -> Result<Value<'a>, Code> {
    match (field.kind, input) {
        (_, Input::Absent) => Err(Code::Required),
        (_, Input::LoneSurrogate) => Err(Code::LoneSurrogate),
        (Kind::Integer, Input::Shortest(value, _)) => rules::integer(value).map(Value::Integer),
        (Kind::Integer, Input::Whole(value)) => match u64::try_from(value) {
            Ok(value) if value <= LARGEST_INTEGER => Ok(Value::Integer(value)),
            _ => Err(Code::OutOfRange),
        },
        (Kind::Integer, Input::Digits(text)) => {
            crate::wire::value::decimal::integer(text.as_bytes()).map(Value::Integer)
        }
        _ => Err(Code::WrongType),
    }
}

/// Returns the decimal that a caller passed.
pub(crate) fn decimal_of(input: Input<'_>) -> Result<Decimal, Code> {
    match input {
        Input::Text("") => Err(Code::Empty),
        Input::Text(text) | Input::Digits(text) => text.parse::<Decimal>().map_err(|error| error.code()),
        Input::Shortest(value, _) | Input::Double(value) if !value.is_finite() => Err(Code::NotFinite),
        // Without its shortest text, only a simple double identifies a decimal.
        Input::Double(value) => simple_decimal(value).ok_or(Code::InexactNumber),
        Input::Shortest(_, text) => shortest(text),
        Input::Whole(value) => Number::from(value).as_str().parse::<Decimal>().map_err(|error| error.code()),
        Input::Decimal(decimal) => Ok(decimal),
        Input::Absent => Err(Code::Required),
        Input::LoneSurrogate => Err(Code::LoneSurrogate),
        _ => Err(Code::WrongType),
    }
}

/// Reads a double by its shortest text. Refuses more digits than a double represents exactly.
fn shortest(text: &str) -> Result<Decimal, Code> {
    const EXACT_DIGITS: usize = 15;
    let lexeme = number::scan(text.as_bytes()).map_err(|_| Code::InvalidDecimal)?;
    let mantissa = text.split(['e', 'E']).next().unwrap_or_default();
    // Zeros at the end of a whole number do not count as digits of its shortest text.
    let zeros = if lexeme.fraction == 0 { mantissa.len() - mantissa.trim_end_matches('0').len() } else { 0 };
    // A whole number up to 2^53-1 is exact, however many digits it has.
    let size = text.strip_prefix('-').unwrap_or(text);
    if lexeme.significant.saturating_sub(zeros) > EXACT_DIGITS
        && crate::wire::value::decimal::integer(size.as_bytes()).is_err()
    {
        return Err(Code::InexactNumber);
    }
    Decimal::read(text.as_bytes(), &lexeme)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{Model, model::sample::Order};

    #[test]
    fn finds_extra_members_added_in_any_order() {
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

    fn with_validator<T>(test: impl FnOnce(&mut Validator<'_>, ObjectPosition) -> T) -> T {
        let options = Options::new(100);
        let (mut validator, position) = Validator::new(Order::SCHEMA, &options);
        test(&mut validator, position)
    }

    #[test]
    fn reads_decimals_from_every_input() {
        let (_, field) = Order::SCHEMA.field("exchange_rate_khr");
        for (input, expected) in [
            (Input::Text(""), Err(Code::Empty)),
            (Input::Text("1.50"), Ok("1.50")),
            (Input::Double(4100.5), Ok("4100.5")),
            (Input::Double(0.1 + 0.2), Err(Code::InexactNumber)),
            (Input::Double(f64::NAN), Err(Code::NotFinite)),
            (Input::Double(f64::INFINITY), Err(Code::NotFinite)),
            (Input::Shortest(f64::INFINITY, "Infinity"), Err(Code::NotFinite)),
            (Input::Shortest(123_456_789_012_345_000.0, "123456789012345000"), Ok("123456789012345000")),
            (Input::Shortest(1_234_567_890_123_456_000.0, "1234567890123456000"), Err(Code::InexactNumber)),
            (Input::Shortest(9_007_199_254_740_991.0, "9007199254740991"), Ok("9007199254740991")),
            (Input::Shortest(-9_007_199_254_740_991.0, "-9007199254740991"), Err(Code::OutOfRange)),
            (Input::Shortest(-9_007_199_254_740_992.0, "-9007199254740992"), Err(Code::InexactNumber)),
            (Input::Shortest(100_000.1, "100000.1000000000"), Err(Code::InexactNumber)),
            (Input::Digits("1e2"), Ok("100")),
            (Input::LoneSurrogate, Err(Code::LoneSurrogate)),
            (Input::Absent, Err(Code::Required)),
            (Input::Other, Err(Code::WrongType)),
        ] {
            let read = with_validator(|validator, _| match validator.decimal(field, input)? {
                Value::Decimal(decimal) => Ok(decimal.to_string()),
                other => panic!("{other:?}"),
            });
            assert_eq!(read, expected.map(str::to_owned));
        }
    }

    #[test]
    fn reads_instants_from_every_input() {
        for (input, expected) in [
            (Input::Text(""), Err(Code::Empty)),
            (Input::Text("1970"), Err(Code::InvalidInstant)),
            (Input::Text("1970-01-01T07:00:01+07:00"), Ok(1000)),
            (Input::Millis(7.4), Ok(7)),
            (Input::Millis(7.6), Ok(8)),
            (Input::Millis(f64::NAN), Err(Code::InvalidInstant)),
            (Input::Millis(f64::INFINITY), Err(Code::YearOutOfRange)),
            (Input::Absent, Err(Code::Required)),
            (Input::LoneSurrogate, Err(Code::LoneSurrogate)),
            (Input::Other, Err(Code::WrongType)),
        ] {
            let read = with_validator(|validator, _| match validator.instant(input)? {
                Value::Instant(dated) => Ok(dated.instant.unix_millis()),
                other => panic!("{other:?}"),
            });
            assert_eq!(read, expected);
        }
    }
}
