//! Checked values to JSON text and to the signing string.

use crate::{
    profile::Dialect,
    signing::Hash,
    wire::{
        examine::{Value, Values},
        schema::{Field, Kind, Schema, Variation},
        sink::Sink,
    },
};

/// Writes an object; `hash` stands behind the field that the schema names.
#[inline]
pub(crate) fn object(
    schema: &'static Schema,
    values: &Values<'_>,
    at: usize,
    dialect: &Dialect,
    hash: Option<&Hash>,
    out: &mut Sink,
) {
    let start = out.len();
    for (index, field) in schema.fields.iter().enumerate() {
        member(field, values, at + index, dialect, out);
        if let (true, Some(hash)) = (field.hash_follows, hash) {
            out.bytes(br#","hash":"#);
            out.byte(b'"');
            out.bytes(hash.as_bytes());
            out.byte(b'"');
        }
    }
    for (key, value) in values.extra(at).into_iter().flat_map(|members| members.iter()) {
        out.byte(b',');
        out.string(key);
        out.byte(b':');
        value.write(out);
    }
    // The comma before the first key becomes the brace.
    if out.len() == start {
        out.byte(b'{');
    } else {
        out.replace(start, b'{');
    }
    out.byte(b'}');
}

#[cfg_attr(not(billwire_small), inline(always))]
fn member(field: &'static Field, values: &Values<'_>, at: usize, dialect: &Dialect, out: &mut Sink) {
    let value = values.get(at);
    if matches!(value, Value::Absent | Value::Faulty) {
        return;
    }
    out.key(dialect.key(field));
    match value {
        Value::Absent | Value::Faulty => {}
        Value::Text(text, true) => out.plain_string(text),
        Value::Text(text, false) => out.string(text),
        Value::Integer(value) => out.digits((*value).into(), 0),
        Value::Decimal(value) if field.quoted && !(field.variation == Variation::KhrForm && dialect.khr_as_number) => {
            out.byte(b'"');
            value.write(out);
            out.byte(b'"');
        }
        Value::Decimal(value) => value.write(out),
        Value::Instant(dated) => {
            out.byte(b'"');
            dated.write(out, dialect.date_form);
            out.byte(b'"');
        }
        Value::Records { .. } => {
            let Kind::List(element) = field.kind else { return };
            out.byte(b'[');
            for (index, record) in values.records(at, element).enumerate() {
                if index > 0 {
                    out.byte(b',');
                }
                object(element, values, record, dialect, None, out);
            }
            out.byte(b']');
        }
    }
}

/// Writes the signing string of section 5.3: the signed fields in the order of the schema, without separators.
#[inline]
pub(crate) fn signing_string(schema: &'static Schema, values: &Values<'_>, dialect: &Dialect, out: &mut Sink) {
    for (index, _) in schema.signed() {
        match values.get(index) {
            Value::Text(text, _) => out.raw(text),
            Value::Integer(value) => out.digits((*value).into(), 0),
            Value::Instant(dated) => {
                if let Some(digits) = dated.digits(dialect.digits_offset) {
                    out.bytes(&digits);
                }
            }
            _ => {}
        }
    }
}
