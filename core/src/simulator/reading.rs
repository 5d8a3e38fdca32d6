//! Validation of a body against its model's schema: the rules of sending, and the form of fields on the wire.

use crate::{
    finding::{Code, Finding},
    findings::Findings,
    json::{Json, Members},
    operation::Operation,
    profile::Dialect,
    wire::{
        Model,
        examine::{Examiner, Place, Value, Values},
        given::Given,
        schema::{Field, Kind, Variation},
    },
};

/// The values of a body, and its violations.
pub(super) struct Reading<'a> {
    values: Values<'a>,
    violations: Findings,
}

impl<'a> Reading<'a> {
    /// Reads the fields of the model and ignores the others.
    pub(super) fn new<M: Model>(body: &'a Members, dialect: &'a Dialect) -> Reading<'a> {
        let (mut examiner, place) = Examiner::new(M::SCHEMA, dialect);
        object(&mut examiner, place, body, dialect);
        let Examiner { values, findings: violations, .. } = examiner;
        Reading { values, violations }
    }

    /// Requires a field that a caller may omit because billwire computes it.
    pub(super) fn require(&mut self, index: usize, name: &str) {
        if matches!(self.values.get(index), Value::Absent) {
            self.violations.push(Finding::new(name, Code::Required));
        }
    }

    /// Applies the operation's rules that span fields.
    pub(super) fn rules<O: Operation>(&mut self, dialect: &Dialect) {
        O::rules(&mut self.values, dialect, &mut self.violations);
    }

    pub(super) fn violation(&mut self, path: &str, code: Code) {
        self.violations.push(Finding::new(path, code));
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

fn object<'a>(examiner: &mut Examiner<'a>, place: Place, members: &'a Members, dialect: &Dialect) {
    for (index, field) in place.schema.fields.iter().enumerate() {
        let value = members.get(dialect.name(field)).unwrap_or(&Json::Null);
        match (field.kind, value) {
            (Kind::List(_), Json::Array(items)) => list(examiner, place, index, items, dialect),
            _ if !has_form(field, value, dialect) => examiner.field(place, index, field, Given::Other),
            _ => examiner.field(place, index, field, given(value)),
        }
    }
}

fn list<'a>(examiner: &mut Examiner<'a>, place: Place, index: usize, items: &'a [Json], dialect: &Dialect) {
    for (element, item) in examiner.list(place, index, items.len()).zip(items) {
        match item {
            Json::Object(members) => object(examiner, element, members, dialect),
            _ => {
                let path = element.path("").trim_end_matches('.').to_owned();
                examiner.findings.push(Finding::new(path, Code::WrongType).explained("expected an object"));
            }
        }
    }
}

/// A caller may pass a decimal as text or as a number. On the wire each field has one form.
fn has_form(field: &Field, value: &Json, dialect: &Dialect) -> bool {
    let quoted = field.quoted && !(field.variation == Variation::KhrForm && dialect.khr_as_number);
    match (field.kind, value) {
        (Kind::Decimal, Json::Text(_)) => quoted,
        (Kind::Decimal, Json::Number(_)) => !quoted,
        _ => true,
    }
}

fn given(value: &Json) -> Given<'_> {
    match value {
        Json::Null => Given::Absent,
        Json::Text(text) => Given::Text(text),
        Json::Number(number) => Given::Digits(number.as_str()),
        Json::Array(items) => Given::Items(items.len()),
        Json::Bool(_) | Json::Object(_) => Given::Other,
    }
}
