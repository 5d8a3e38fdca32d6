//! TypeScript declarations of the models, of their allowed texts, and of the codes.

use crate::{comment::comment, lists, notice::NOTICE};
use billwire::internal::{Description, Field, Kind, Model, Presence};
use billwire::{Expectation, Group, OperationName, WebhookPayload};
use std::fmt::Write;

const JSON: &str = "\
/** Any JSON value. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** Any JSON object. */
export interface JsonObject {
  /** Value of a key. */
  readonly [key: string]: JsonValue;
}

/**
 * Received JSON. A number that a double cannot hold exactly, or that is too large for one, is text:
 * `1234567890.123456789` is `\"1234567890.123456789\"`.
 */
export type ReceivedValue = null | boolean | number | string | ReceivedValue[] | ReceivedObject;

/** Received JSON object. */
export interface ReceivedObject {
  /** Value of a key. A number that a double cannot hold exactly is text. */
  [key: string]: ReceivedValue;
}

";

/// All models of the npm package.
fn models() -> Vec<Description> {
    let mut models: Vec<_> = OperationName::ALL.iter().flat_map(|name| name.models()).collect();
    WebhookPayload::describe(&mut models);
    Expectation::describe(&mut models);
    models
}

pub(crate) fn declarations() -> String {
    let mut out = format!("{NOTICE}\n");
    union("OperationName", "Operations with documented fields.", &typed(), &mut out);
    union(
        "UntypedOperationName",
        "Operations whose fields the interface does not document (section 4.5).",
        &untyped(),
        &mut out,
    );
    let groups = [Group::PaymentMethod, Group::SubBiller, Group::Checkout, Group::Service, Group::MerchantProxy];
    union("OperationGroup", "Groups of operations (section 4.5).", &groups.map(Group::as_str), &mut out);
    for list in lists::all() {
        list.declare(&mut out);
    }
    out.push_str(JSON);
    for model in models() {
        interface(&model, &mut out);
    }
    out.truncate(out.trim_end().len());
    out + "\n"
}

fn typed() -> Vec<&'static str> {
    let typed = OperationName::ALL.iter().filter(|name| name.schema().is_some());
    typed.map(|name| name.as_str()).collect()
}

fn untyped() -> Vec<&'static str> {
    let untyped = OperationName::ALL.iter().filter(|name| name.schema().is_none() && !name.groups().is_empty());
    untyped.map(|name| name.as_str()).collect()
}

fn union(name: &str, doc: &str, words: &[&str], out: &mut String) {
    let words: Vec<_> = words.iter().map(|word| format!("\n  | \"{word}\"")).collect();
    comment(doc, "", out);
    writeln!(out, "export type {name} ={};\n", words.concat()).expect("text");
}

fn interface(model: &Description, out: &mut String) {
    doc(model.doc, Some(model.schema.section), "", out);
    writeln!(out, "export interface {} {{", model.schema.name).expect("text");
    for (field, lines) in model.schema.fields.iter().zip(model.field_docs) {
        doc(lines, None, "  ", out);
        let optional = field.presence != Presence::Required;
        let (mark, undefined) = if optional { ("?", " | undefined") } else { ("", "") };
        // A request may hold null for every optional field.
        let takes_null = field.presence == Presence::Nullable || (model.is_sent && optional);
        let null = if takes_null { " | null" } else { "" };
        writeln!(out, "  {}{mark}: {}{null}{undefined};", field.name, type_of(field, model.is_sent)).expect("text");
    }
    if model.has_extra {
        let extra =
            if model.is_sent { "extra?: JsonObject | null | undefined" } else { "extra: Readonly<ReceivedObject>" };
        writeln!(out, "  /** Members that the interface does not document. */\n  {extra};").expect("text");
    }
    out.push_str("}\n\n");
}

fn type_of(field: &Field, sent: bool) -> String {
    match field.kind {
        Kind::Text if !field.words.is_empty() => {
            let words: Vec<_> = field.words.iter().map(|word| format!("\"{word}\"")).collect();
            format!("{} | (string & {{}})", words.join(" | "))
        }
        Kind::Text | Kind::Code => "string".into(),
        Kind::Integer if sent => "number | bigint".into(),
        Kind::Integer => "number".into(),
        Kind::Decimal if sent => "string | number | bigint".into(),
        Kind::Decimal => "string".into(),
        Kind::Instant => "string | Date".into(),
        Kind::Object(schema) => schema.name.into(),
        Kind::List(schema) if sent => format!("readonly {}[]", schema.name),
        Kind::List(schema) => format!("{}[]", schema.name),
    }
}

fn doc(lines: &[&str], section: Option<&str>, indent: &str, out: &mut String) {
    let text = lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
    let section = section.map(|section| format!(" Interface section {section}.")).unwrap_or_default();
    comment(&format!("{text}{section}"), indent, out);
}
