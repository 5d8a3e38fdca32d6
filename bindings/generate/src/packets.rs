//! Kotlin: the functions that pack requests and read webhooks for the fast path, field by field.

use crate::{
    declarations::{Declaration, Shape},
    page::{NOTICE, camel},
};
use anyhow::{Context, Result, ensure};
use billwire::{Customer, OperationName, Settlement, WebhookPayload};
use billwire_wire::{
    Model,
    offset_index::{EXPONENT, NULL, UNQUOTED},
    packet::{ABSENT, NUMBER},
    schema::{Field, Kind, Schema},
};

/// Record with the signed fields of a settlement.
const SIGNED: &str = "SignedFields";

pub(crate) fn source(declarations: &[Declaration]) -> Result<String> {
    let requests = OperationName::ALL.iter().filter_map(|name| name.schema());
    let mut functions: Vec<_> = requests.flat_map(packers).collect();
    functions.push(packer(SIGNED, Settlement::SCHEMA.signed().map(|(_, field)| field)));
    for schema in [WebhookPayload::SCHEMA, Customer::SCHEMA] {
        functions.push(reader(schema, declarations)?);
        for field in schema.fields.iter().filter(|field| !field.words.is_empty()) {
            functions.push(words(schema, field, declarations)?);
        }
    }
    Ok(format!("{NOTICE}package io.github.billwire\n\n{}\n{}", constants(), functions.join("\n")))
}

/// Marks among lengths and offsets.
fn constants() -> String {
    let constants = [
        ("Length of an absent value.", "ABSENT", ABSENT),
        ("Length of a value that is a number.", "NUMBER", NUMBER),
        ("Both offsets of `null`.", "NULL", NULL.cast_signed()),
        ("Mark in the end of a number with an exponent.", "EXPONENT", EXPONENT.cast_signed()),
        ("Offset without its marks.", "OFFSET", (!(UNQUOTED | EXPONENT)).cast_signed()),
    ];
    let constant = |(docs, name, value)| format!("/** {docs} */\ninternal const val {name}: Int = {value}\n");
    constants.map(constant).join("\n")
}

/// The packer of a model, after those of its lists' elements.
fn packers(schema: &'static Schema) -> Vec<String> {
    let elements = schema.fields.iter().filter_map(|field| match field.kind {
        Kind::List(element) => Some(packers(element)),
        _ => None,
    });
    elements.flatten().chain([packer(schema.name, schema.fields.iter())]).collect()
}

fn packer(name: &str, fields: impl Iterator<Item = &'static Field>) -> String {
    let extra = if name == SIGNED { "" } else { "    addExtra(value.extra)\n" };
    let field = |field: &Field| match field.kind {
        Kind::List(_) => format!("    addList(value.{}) {{ add(it) }}\n", camel(field.name)),
        _ => format!("    add(value.{})\n", camel(field.name)),
    };
    format!("internal fun Packet.add(value: {name}) {{\n{}{extra}}}\n", fields.map(field).collect::<String>())
}

fn reader(schema: &Schema, declarations: &[Declaration]) -> Result<String> {
    let name = schema.name;
    let field = |(index, field): (usize, &Field)| {
        let (member, place) = (camel(field.name), format!("at, {index}, {}", field.word));
        let value = match field.kind {
            Kind::List(element) => {
                let kind = kind(name, field, declarations)?;
                format!(
                    "list({place}, {kind}.Absent, {kind}.Null, {kind}::Listed) {{ {}(it) }}",
                    camel_type(element.name)
                )
            }
            Kind::Decimal => format!("decimal({place})"),
            _ if field.words.is_empty() => format!("text({place})"),
            _ => format!("text({place})?.let(::{})", camel_type(kind(name, field, declarations)?)),
        };
        Ok(format!("        {member} = {value},\n"))
    };
    let members = schema.fields.iter().enumerate().map(field).collect::<Result<String>>()?;
    Ok(format!(
        "internal fun Received.{}(at: Int): {name} =\n    {name}(\n{members}        extra = NO_MEMBERS,\n    )\n",
        camel_type(name)
    ))
}

/// The function that reads a word that the interface may add others to.
fn words(schema: &Schema, field: &Field, declarations: &[Declaration]) -> Result<String> {
    let name = kind(schema.name, field, declarations)?;
    let Shape::Words(variants) = &find(name, declarations)?.shape else { anyhow::bail!("{name} has no words") };
    ensure!(variants.len() == field.words.len() + 1, "{name} has other words than its field {}", field.name);
    let known = field.words.iter().zip(variants);
    let known = known.map(|(text, variant)| format!("        \"{text}\" -> {name}.{}\n", variant.name));
    Ok(format!(
        "private fun {}(text: String): {name} =\n    when (text) {{\n{}        else -> {name}.Other(text)\n    }}\n",
        camel_type(name),
        known.collect::<String>(),
    ))
}

/// Type of a model's field, without `Option`.
fn kind<'d>(model: &str, field: &Field, declarations: &'d [Declaration]) -> Result<&'d str> {
    let Shape::Received(fields) = &find(model, declarations)?.shape else { anyhow::bail!("{model} is not received") };
    let declared = fields.iter().find(|one| one.name == field.name).context(field.name)?.kind.as_str();
    Ok(declared.strip_prefix("Option<").and_then(|kind| kind.strip_suffix('>')).unwrap_or(declared))
}

fn find<'d>(name: &str, declarations: &'d [Declaration]) -> Result<&'d Declaration> {
    declarations.iter().find(|one| one.name == name).with_context(|| format!("core declares no {name}"))
}

/// `WebhookPayload` as `webhookPayload`.
fn camel_type(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect()
}
