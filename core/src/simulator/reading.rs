//! Validation of a body against its model's schema: the rules of sending, and the form of fields on the wire.

use crate::wire::{
    Json, Members, Model,
    input::Input,
    options::Options,
    schema::{Field, Kind},
    validate::{ObjectPosition, Validator, Value, Values},
};
use crate::{
    finding::{Code, Finding, Findings},
    operation::Operation,
    profile::CompiledProfile,
};

/// The values of a body, and its violations.
pub(super) struct Reading<'a> {
    values: Values<'a>,
    violations: Findings,
}

impl<'a> Reading<'a> {
    /// Reads the fields of the model and ignores the others.
    pub(super) fn new<M: Model>(body: &'a Members, compiled: &'a CompiledProfile) -> Reading<'a> {
        let (mut validator, position) = Validator::new(M::SCHEMA, &compiled.options);
        object(&mut validator, position, body, &compiled.options);
        let Validator { values, findings, .. } = validator;
        Reading { values, violations: findings }
    }

    /// Requires a field that a caller may omit because billwire computes it.
    pub(super) fn require(&mut self, index: usize, name: &str) {
        if matches!(self.values.get(index), Value::Absent) {
            self.violations.push(Finding::new(name, Code::Required));
        }
    }

    /// Applies the operation's rules that span fields.
    pub(super) fn rules<O: Operation>(&mut self, compiled: &CompiledProfile) {
        (O::DECLARATION.rules)(&mut self.values, compiled, &mut self.violations);
    }

    pub(super) fn violation(&mut self, path: &str, code: Code) {
        self.violations.push(Finding::new(path, code));
    }

    /// Accepts the empty text in a required field.
    pub(super) fn allow_empty(&mut self, path: &str) {
        let others = self.violations.iter().filter(|finding| finding.path != path || finding.code != Code::Empty);
        self.violations = others.cloned().collect();
    }

    /// Returns the values if there are no violations.
    pub(super) fn finish(self) -> Result<Values<'a>, Findings> {
        if self.violations.is_empty() { Ok(self.values) } else { Err(self.violations) }
    }
}

/// Parses a body with billwire's strict reader.
pub(super) fn parse(body: &[u8]) -> Result<Members, Finding> {
    match Json::parse(body)? {
        Json::Object(members) => Ok(members),
        _ => Err(Finding::new("", Code::WrongType).explained("expected an object")),
    }
}

fn object<'a>(validator: &mut Validator<'a>, position: ObjectPosition, members: &'a Members, options: &Options) {
    for (index, field) in position.schema.fields.iter().enumerate() {
        let value = members.get(options.name(field)).unwrap_or(&Json::Null);
        match (field.kind, value) {
            (Kind::List(_), Json::Array(items)) => list(validator, position, index, items, options),
            _ if !has_form(field, value, options) => validator.field(position, index, field, Input::Other),
            _ => validator.field(position, index, field, input(value)),
        }
    }
}

fn list<'a>(
    validator: &mut Validator<'a>,
    position: ObjectPosition,
    index: usize,
    items: &'a [Json],
    options: &Options,
) {
    for (element, item) in validator.list(position, index, items.len()).zip(items) {
        match item {
            Json::Object(members) => object(validator, element, members, options),
            _ => {
                let path = element.path("").trim_end_matches('.').to_owned();
                validator.no_object(path);
            }
        }
    }
}

/// A caller may pass a decimal as text or as a number. On the wire each field has one form.
fn has_form(field: &Field, value: &Json, options: &Options) -> bool {
    let quoted = options.writes_quotes(field);
    match (field.kind, value) {
        (Kind::Decimal, Json::Text(_)) => quoted,
        (Kind::Decimal, Json::Number(_)) => !quoted,
        _ => true,
    }
}

fn input(value: &Json) -> Input<'_> {
    match value {
        Json::Null => Input::Absent,
        Json::Text(text) => Input::Text(text),
        Json::Number(number) => Input::Digits(number.as_str()),
        Json::Array(items) => Input::Items(items.len()),
        Json::Bool(_) | Json::Object(_) => Input::Other,
    }
}
