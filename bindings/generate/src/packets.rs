//! Requests that the fast path packs and webhooks that it reads, field by field, for Kotlin.

pub(crate) mod kotlin;

use crate::{
    declarations::{Declaration, Shape},
    page::camel,
};
use anyhow::{Context, Result, bail, ensure};
use billwire::wire::{
    Model,
    offset_index::{EXPONENT, NULL, UNQUOTED},
    packet::{ABSENT, NUMBER},
    schema::{Field, Kind, Schema},
};
use billwire::{Customer, OperationName, Settlement, WebhookPayload};

/// Record with the signed fields of a settlement.
const SIGNED: &str = "SignedFields";

/// Marks among lengths and offsets: what each marks, its name and its value.
fn marks() -> [(&'static str, &'static str, i32); 5] {
    [
        ("Length of an absent value.", "ABSENT", ABSENT),
        ("Length of a value that is a number.", "NUMBER", NUMBER),
        ("Both offsets of `null`.", "NULL", NULL.cast_signed()),
        ("Mark in the end of a number with an exponent.", "EXPONENT", EXPONENT.cast_signed()),
        ("Offset without its marks.", "OFFSET", (!(UNQUOTED | EXPONENT)).cast_signed()),
    ]
}

/// Record whose values are packed in the order of its schema.
struct Packed {
    name: &'static str,
    fields: Vec<PackedField>,
    has_extra: bool,
}

struct PackedField {
    member: String,
    is_list: bool,
}

/// Everything that is packed. A record comes after the elements of its lists.
fn packed() -> Vec<Packed> {
    let requests = OperationName::ALL.iter().filter_map(|name| name.schema());
    let signed = Settlement::SCHEMA.signed().map(|(_, field)| field);
    requests.flat_map(with_elements).chain([record(SIGNED, signed, false)]).collect()
}

fn with_elements(schema: &'static Schema) -> Vec<Packed> {
    let elements = schema.fields.iter().filter_map(|field| match field.kind {
        Kind::List(element) => Some(with_elements(element)),
        _ => None,
    });
    elements.flatten().chain([record(schema.name, schema.fields.iter(), true)]).collect()
}

fn record(name: &'static str, fields: impl Iterator<Item = &'static Field>, has_extra: bool) -> Packed {
    let field = |field: &Field| PackedField { member: camel(field.name), is_list: matches!(field.kind, Kind::List(_)) };
    Packed { name, fields: fields.map(field).collect(), has_extra }
}

/// Record that is read by its offsets.
struct Read<'d> {
    name: &'static str,
    /// In the order in which the record declares them. Its `extra` comes last.
    members: Vec<Member<'d>>,
}

struct Member<'d> {
    name: String,
    /// Position among the fields, and that of the first of its two offsets.
    place: String,
    value: Value<'d>,
}

enum Value<'d> {
    Text,
    Decimal,
    /// Word that the interface may add others to.
    Word(Words<'d>),
    /// List of a record, as one variant of an enum.
    List {
        kind: &'d str,
        element: &'static str,
    },
}

/// Enum of words: its name, and each known word with its variant. Any other is its variant `Other`.
#[derive(Clone)]
struct Words<'d> {
    name: &'d str,
    known: Vec<(&'static str, &'d str)>,
}

/// Everything that is read.
fn read(declarations: &[Declaration]) -> Result<Vec<Read<'_>>> {
    [WebhookPayload::SCHEMA, Customer::SCHEMA].into_iter().map(|schema| reader(schema, declarations)).collect()
}

impl<'d> Read<'d> {
    /// Enums of words among the members.
    fn words(&self) -> impl Iterator<Item = &Words<'d>> {
        self.members.iter().filter_map(|member| match &member.value {
            Value::Word(words) => Some(words),
            _ => None,
        })
    }
}

fn reader<'d>(schema: &'static Schema, declarations: &'d [Declaration]) -> Result<Read<'d>> {
    let Shape::Received(declared) = &find(schema.name, declarations)?.shape else {
        bail!("{} is not received", schema.name)
    };
    let names = schema.fields.iter().map(|field| field.name);
    ensure!(names.eq(declared.iter().map(|field| &field.name)), "{} has its fields in another order", schema.name);
    let member = |(index, (field, declared)): (usize, (&Field, &'d crate::declarations::Field))| {
        let kind = declared.kind.as_str();
        let kind = kind.strip_prefix("Option<").and_then(|kind| kind.strip_suffix('>')).unwrap_or(kind);
        let value = match field.kind {
            Kind::List(element) => Value::List { kind, element: element.name },
            Kind::Decimal => Value::Decimal,
            _ if field.words.is_empty() => Value::Text,
            _ => Value::Word(words(kind, field, declarations)?),
        };
        Ok(Member { name: camel(field.name), place: format!("at, {index}, {}", field.word), value })
    };
    let members = schema.fields.iter().zip(declared).enumerate().map(member).collect::<Result<_>>()?;
    Ok(Read { name: schema.name, members })
}

fn words<'d>(name: &'d str, field: &Field, declarations: &'d [Declaration]) -> Result<Words<'d>> {
    let Shape::Words(variants) = &find(name, declarations)?.shape else { bail!("{name} has no words") };
    ensure!(variants.len() == field.words.len() + 1, "{name} has other words than its field {}", field.name);
    let variants = variants.iter().map(|variant| variant.name.as_str());
    Ok(Words { name, known: field.words.iter().copied().zip(variants).collect() })
}

fn find<'d>(name: &str, declarations: &'d [Declaration]) -> Result<&'d Declaration> {
    declarations.iter().find(|one| one.name == name).with_context(|| format!("core declares no {name}"))
}

/// `WebhookPayload` as `webhookPayload`.
fn camel_type(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect()
}
