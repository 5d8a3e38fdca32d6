//! Drafts as JSON, and back: how one program passes a validated draft to another.

use crate::wire::{
    model::{
        schema::{Kind, Schema},
        validate::{Value, Values},
    },
    read::json::{Json, Members, Number},
    value::instant::{DateDetail, DateForm, DateZone, Instant},
    write::json_writer::JsonWriter,
};

/// Returns the valid values of an object as JSON that the validator reads again without a loss.
///
/// Its keys are the field names of the schema, and members beyond the schema are inside `extra`. A decimal is text,
/// because some readers make numbers floats. A timestamp keeps its offset.
pub(crate) fn to_json(schema: &'static Schema, values: &Values<'_>, at: usize) -> Json {
    let mut members = Members::default();
    for (index, field) in schema.fields.iter().enumerate() {
        let json = match values.get(at + index) {
            Value::Absent | Value::Faulty => continue,
            Value::Text(text, _) => Json::from(*text),
            Value::Integer(value) => Json::Number(Number::from(i128::from(*value))),
            Value::Decimal(value) => Json::from(value.to_string().as_str()),
            Value::Instant(dated) => {
                let mut out = JsonWriter::default();
                dated.write(&mut out, DateForm { zone: DateZone::AsGiven, detail: DateDetail::Millis });
                Json::from(out.into_text().as_str())
            }
            Value::Records { .. } => {
                let Kind::List(element) = field.kind else { continue };
                Json::Array(values.records(at + index, element).map(|at| to_json(element, values, at)).collect())
            }
        };
        members.insert(field.name, json);
    }
    if let Some(extra) = values.extra(at) {
        members.insert("extra", Json::Object(extra.clone()));
    }
    Json::Object(members)
}

/// Type of a draft, or of one of its fields, that validated values fill in.
pub trait FromValues: Sized {
    /// Returns the value at a position, of the given kind. For a draft this is the position of its first field.
    ///
    /// Returns `None` if the value there is not a valid one.
    fn from_values(values: &Values<'_>, at: usize, kind: Kind) -> Option<Self>;
}

impl FromValues for String {
    fn from_values(values: &Values<'_>, at: usize, _: Kind) -> Option<String> {
        values.text(at).map(str::to_owned)
    }
}

impl FromValues for i64 {
    fn from_values(values: &Values<'_>, at: usize, _: Kind) -> Option<i64> {
        values.integer(at).and_then(|value| value.try_into().ok())
    }
}

impl FromValues for Instant {
    fn from_values(values: &Values<'_>, at: usize, _: Kind) -> Option<Instant> {
        values.instant(at)
    }
}

impl<T: FromValues> FromValues for Option<T> {
    fn from_values(values: &Values<'_>, at: usize, kind: Kind) -> Option<Option<T>> {
        match values.get(at) {
            Value::Absent => Some(None),
            _ => T::from_values(values, at, kind).map(Some),
        }
    }
}

impl<M: FromValues> FromValues for Vec<M> {
    fn from_values(values: &Values<'_>, at: usize, kind: Kind) -> Option<Vec<M>> {
        let Kind::List(element) = kind else { return None };
        values.records(at, element).map(|at| M::from_values(values, at, Kind::Object(element))).collect()
    }
}
