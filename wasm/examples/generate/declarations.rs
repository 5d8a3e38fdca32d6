//! The TypeScript of the models, of their words, and of the codes.

use crate::NOTICE;
use billwire::{
    AddLinkAccount, BillStatus, Code, Customer, Expectation, Group, Line, NextStep, OnboardedSubBiller, Onboarding,
    OnboardingResponse, OperationName, PaymentStatus, Settlement, SettlementData, SettlementResponse, Transaction,
    Verification, VerificationResponse, WebhookPayload,
};
use billwire_wire::{
    Model,
    schema::{Field, Kind, Presence, Schema},
};
use std::fmt::Write;

/// A model with its docs.
struct Entry {
    schema: &'static Schema,
    doc: &'static [&'static str],
    field_docs: &'static [&'static [&'static str]],
    sent: bool,
}

fn entry<M: Model>(sent: bool) -> Entry {
    Entry { schema: M::SCHEMA, doc: M::DOC, field_docs: M::FIELD_DOCS, sent }
}

/// Every model that JavaScript sees.
fn models() -> Vec<Entry> {
    vec![
        entry::<Onboarding>(true),
        entry::<OnboardingResponse>(false),
        entry::<OnboardedSubBiller>(false),
        entry::<AddLinkAccount>(false),
        entry::<Settlement>(true),
        entry::<Line>(true),
        entry::<SettlementResponse>(false),
        entry::<SettlementData>(false),
        entry::<BillStatus>(false),
        entry::<PaymentStatus>(false),
        entry::<Verification>(true),
        entry::<VerificationResponse>(false),
        entry::<Transaction>(false),
        entry::<WebhookPayload>(false),
        entry::<Customer>(false),
        entry::<Expectation>(true),
    ]
}

pub(crate) fn declarations() -> String {
    let mut out = format!("{NOTICE}\n");
    union("OperationName", "The operations of the interface, by name.", &shaped(), &mut out);
    union(
        "UnshapedOperationName",
        "The operations that the interface names without a shape (section 4.5).",
        &unshaped(),
        &mut out,
    );
    let groups = [Group::PaymentMethod, Group::SubBiller, Group::Checkout, Group::Service, Group::MerchantProxy];
    union("OperationGroup", "The groups that list operations (section 4.5).", &groups.map(Group::as_str), &mut out);
    let steps = [
        NextStep::FixRequest,
        NextStep::FixCredentials,
        NextStep::SendAgain,
        NextStep::VerifyAgain,
        NextStep::VerifyFirst,
        NextStep::VerifyAgain,
        NextStep::AskService,
    ];
    union(
        "NextStep",
        "What to do after an error, or after a settlement that is not known to be complete.",
        &steps.map(NextStep::as_str),
        &mut out,
    );
    let codes: Vec<_> = Code::ALL.iter().map(|code| code.as_str()).collect();
    union("Code", "The stable codes of violations, warnings and errors.", &codes, &mut out);
    out.push_str("/** Any JSON value. */\nexport type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;\n\n/** Any JSON object. */\nexport interface JsonObject {\n  /** The value of a key. */\n  [key: string]: JsonValue;\n}\n\n");
    out.push_str("/**\n * JSON that was received. A number of which a double would lose digits, or that is too large for one, comes as its text:\n * `1234567890.123456789` is `\"1234567890.123456789\"`.\n */\nexport type ReceivedValue = null | boolean | number | string | ReceivedValue[] | ReceivedObject;\n\n/** A JSON object that was received. */\nexport interface ReceivedObject {\n  /** The value of a key. A number that is not exact as a double comes as its text. */\n  [key: string]: ReceivedValue;\n}\n\n");
    for model in models() {
        interface(&model, &mut out);
    }
    out.truncate(out.trim_end().len());
    out + "\n"
}

fn shaped() -> Vec<&'static str> {
    [OperationName::Onboarding, OperationName::Settlement, OperationName::Verification]
        .map(OperationName::as_str)
        .into()
}

fn unshaped() -> Vec<&'static str> {
    let unshaped = OperationName::ALL.iter().filter(|name| !name.groups().is_empty());
    unshaped.map(|name| name.as_str()).collect()
}

fn union(name: &str, doc: &str, words: &[&str], out: &mut String) {
    let words: Vec<_> = words.iter().map(|word| format!("\n  | \"{word}\"")).collect();
    writeln!(out, "/** {doc} */\nexport type {name} ={};\n", words.concat()).expect("text");
}

fn interface(model: &Entry, out: &mut String) {
    doc(model.doc, Some(model.schema.section), "", out);
    writeln!(out, "export interface {} {{", model.schema.name).expect("text");
    for (field, lines) in model.schema.fields.iter().zip(model.field_docs) {
        doc(lines, None, "  ", out);
        let optional = field.presence != Presence::Required;
        let (mark, undefined) = if optional { ("?", " | undefined") } else { ("", "") };
        let null = if field.presence == Presence::Nullable { " | null" } else { "" };
        writeln!(out, "  {}{mark}: {}{null}{undefined};", field.name, type_of(field, model.sent)).expect("text");
    }
    let extra = if model.sent { "extra?: JsonObject | undefined" } else { "extra: Readonly<ReceivedObject>" };
    writeln!(out, "  /** Members that the interface does not name. */\n  {extra};\n}}\n").expect("text");
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
        Kind::List(schema) => format!("{}[]", schema.name),
    }
}

fn doc(lines: &[&str], section: Option<&str>, indent: &str, out: &mut String) {
    let text = lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
    let section = section.map(|section| format!(" Interface section {section}.")).unwrap_or_default();
    writeln!(out, "{indent}/** {text}{section} */").expect("text");
}
