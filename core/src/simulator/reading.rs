//! Bodies as they arrive: strict JSON, in the form that fields have on the wire.

use crate::finding::{Code, Finding};
use crate::wire::{
    Json, Members,
    model::{
        input::DynamicValue,
        options::Options,
        schema::{Field, Kind, Schema},
    },
};

/// Parses a body with billwire's strict reader.
pub(super) fn parse(body: &[u8]) -> Result<Members, Finding> {
    match Json::parse(body)? {
        Json::Object(members) => Ok(members),
        _ => Err(Finding::new("", Code::WrongType).explained("expected an object")),
    }
}

/// Returns a body as a caller would give it: the fields of the model alone, under their own names.
pub(super) fn given(schema: &'static Schema, body: &Members, options: &Options) -> DynamicValue {
    let fields = schema.fields.iter().map(|field| {
        let value = body.get(options.name(field)).unwrap_or(&Json::Null);
        let value = match (field.kind, value) {
            (Kind::List(element), Json::Array(items)) => {
                let item =
                    |item: &Json| item.as_object().map_or(DynamicValue::Other, |item| given(element, item, options));
                DynamicValue::List(items.iter().map(item).collect())
            }
            _ if !has_form(field, value, options) => DynamicValue::Other,
            _ => value.clone().into(),
        };
        (field.name.to_owned(), value)
    });
    DynamicValue::Members(fields.collect())
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
