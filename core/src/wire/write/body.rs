//! Writing of validated values as JSON and as a signing string.

use crate::wire::{
    model::{
        options::Options,
        schema::{Field, Kind, Schema},
        validate::{Value, Values},
    },
    write::json_writer::JsonWriter,
};

/// Writes an object as compact JSON, with its members beyond the schema.
///
/// `at` is the position of the object's first field in `values`. `computed` is the text of the member that follows a
/// field declared with [`Field::followed_by`]; it is written without escapes.
#[inline]
pub(crate) fn object(
    schema: &'static Schema,
    values: &Values<'_>,
    at: usize,
    options: &Options,
    computed: Option<&[u8]>,
    out: &mut JsonWriter,
) {
    let start = out.len();
    for (index, field) in schema.fields.iter().enumerate() {
        member(field, values, at + index, options, out);
        if let (Some(key), Some(computed)) = (field.followed_by, computed) {
            out.byte(b',');
            out.plain_string(key);
            out.byte(b':');
            out.byte(b'"');
            out.bytes(computed);
            out.byte(b'"');
        }
    }
    for (key, value) in values.extra(at).into_iter().flat_map(|members| members.iter()) {
        out.byte(b',');
        out.string(key);
        out.byte(b':');
        value.write(out);
    }
    // Each key is written after a comma. The first comma becomes the brace.
    if out.len() == start {
        out.byte(b'{');
    } else {
        out.replace(start, b'{');
    }
    out.byte(b'}');
}

#[inline]
fn member(field: &'static Field, values: &Values<'_>, at: usize, options: &Options, out: &mut JsonWriter) {
    let value = values.get(at);
    if matches!(value, Value::Absent | Value::Faulty) {
        return;
    }
    out.key(options.key(field));
    match value {
        Value::Absent | Value::Faulty => {}
        Value::Text(text, true) => out.plain_string(text),
        Value::Text(text, false) => out.string(text),
        Value::Integer(value) => out.digits((*value).into(), 0),
        Value::Decimal(value) if options.writes_quotes(field) => {
            out.byte(b'"');
            value.write(out);
            out.byte(b'"');
        }
        Value::Decimal(value) => value.write(out),
        Value::Instant(dated) => {
            out.byte(b'"');
            dated.write(out, options.date_form);
            out.byte(b'"');
        }
        Value::Records { .. } => {
            let Kind::List(element) = field.kind else { return };
            out.byte(b'[');
            for (index, record) in values.records(at, element).enumerate() {
                if index > 0 {
                    out.byte(b',');
                }
                object(element, values, record, options, None, out);
            }
            out.byte(b']');
        }
    }
}

/// Writes the signing string: the signed fields in the order of the schema, without separators.
#[inline(always)]
pub(crate) fn signing_string(schema: &'static Schema, values: &Values<'_>, options: &Options, out: &mut JsonWriter) {
    for (index, _) in schema.signed() {
        match values.get(index) {
            Value::Text(text, _) => out.raw(text),
            Value::Integer(value) => out.digits((*value).into(), 0),
            Value::Instant(dated) => {
                if let Some(digits) = dated.digits(options.signing_offset) {
                    out.bytes(&digits);
                }
            }
            _ => {}
        }
    }
}
