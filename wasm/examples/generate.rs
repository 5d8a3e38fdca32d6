//! Writes what the npm package derives from the core's models: `generate DIR` puts each file below DIR, at the path that
//! it has in the repository.

#![allow(clippy::expect_used, reason = "a generator that fails has nothing better to do than to say so")]

use billwire::{
    Code, Customer, Expectation, Group, Line, NextStep, Onboarding, OnboardingResponse, OperationName, Settlement,
    SettlementResponse, Transaction, Verification, VerificationResponse, WebhookPayload,
    wire::{
        Model,
        packed::{ABSENT, NUMBER},
        schema::{Field, HEADER, Kind, Presence, Schema},
        tape::EXPONENT,
    },
};
use std::{fmt::Write, path::PathBuf};

fn main() {
    let folder: PathBuf = std::env::args_os().nth(1).expect("generate DIR").into();
    let source = folder.join("wasm/npm/src");
    std::fs::create_dir_all(&source).expect("a folder to write to");
    std::fs::write(source.join("models.js"), script()).expect("models.js");
    std::fs::write(source.join("models.d.ts"), declarations()).expect("models.d.ts");
}

const NOTICE: &str = "// Generated from the core's models by `cargo xtask generate`. Do not edit.\n";

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
        entry::<billwire::OnboardedSubBiller>(false),
        entry::<billwire::AddLinkAccount>(false),
        entry::<Settlement>(true),
        entry::<Line>(true),
        entry::<SettlementResponse>(false),
        entry::<billwire::SettlementData>(false),
        entry::<billwire::BillStatus>(false),
        entry::<billwire::PaymentStatus>(false),
        entry::<Verification>(true),
        entry::<VerificationResponse>(false),
        entry::<Transaction>(false),
        entry::<WebhookPayload>(false),
        entry::<Customer>(false),
        entry::<Expectation>(true),
    ]
}

fn script() -> String {
    let mut out = format!(
        "{NOTICE}import {{ freeze }} from \"./errors.js\";\nimport {{ NONE, decimal, isPlain, packer, text }} from \"./port.js\";\n\n"
    );
    let operations = OperationName::ALL.iter().enumerate();
    let operations: Vec<_> = operations.map(|(index, name)| format!("  {name}: {index},")).collect();
    writeln!(
        out,
        "/** The number of each operation. */\nexport const OPERATIONS = {{\n{}\n}};\n",
        operations.join("\n")
    )
    .expect("text");
    let catalogue: Vec<_> = OperationName::ALL.iter().map(|name| format!("  {},", catalogue_entry(*name))).collect();
    writeln!(
        out,
        "/** All operations that the interface names. */\nexport const operations = freeze([\n{}\n]);\n",
        catalogue.join("\n")
    )
    .expect("text");
    for schema in [Onboarding::SCHEMA, Settlement::SCHEMA, Verification::SCHEMA] {
        pack("pack", schema, &|_| true, true, &mut out);
    }
    pack("packSigned", Settlement::SCHEMA, &|field| field.hashed, false, &mut out);
    reader(WebhookPayload::SCHEMA, &mut out);
    out.truncate(out.trim_end().len());
    out + "\n"
}

fn catalogue_entry(name: OperationName) -> String {
    let groups: Vec<_> = name.groups().iter().map(|group| format!("\"{}\"", group.as_str())).collect();
    let method = name.method();
    format!(
        "{{ name: \"{name}\", title: \"{}\", method: \"{method}\", groups: [{}] }}",
        name.title(),
        groups.join(", ")
    )
}

/// A function that packs an object into the streams: false if something about it is out of the ordinary.
fn pack(prefix: &str, schema: &Schema, keep: &dyn Fn(&Field) -> bool, whole: bool, out: &mut String) {
    let mut code = Packer { out: String::new(), depth: 1 };
    code.line("const { lengths, numbers } = packer;");
    code.line("let l = 0, n = 0, s = \"\", x;");
    if whole {
        code.line("let keys = 0;");
    }
    code.object(schema, "object", keep, whole);
    code.line("packer.used(s, l, n);");
    code.line("return true;");
    let name = schema.name;
    writeln!(
        out,
        "/** Packs {name}; false if something about it is out of the ordinary. */\nexport function {prefix}{name}(object) {{\n{}}}\n",
        code.out
    )
    .expect("text");
}

struct Packer {
    out: String,
    depth: usize,
}

impl Packer {
    fn line(&mut self, line: impl AsRef<str>) {
        writeln!(self.out, "{}{}", "  ".repeat(self.depth), line.as_ref()).expect("text");
    }

    fn object(&mut self, schema: &Schema, object: &str, keep: &dyn Fn(&Field) -> bool, whole: bool) {
        let fields: Vec<_> = schema.fields.iter().filter(|field| keep(field)).collect();
        if whole {
            self.line(format!("if (!isPlain({object})) return false;"));
        }
        self.line(format!("if (!packer.has({}, l)) return false;", fields.len()));
        for field in fields {
            self.field(field, object, whole);
        }
        if whole {
            // Whatever is not counted is a key that the schema does not know.
            self.line(format!("for (const _ in {object}) keys--;"));
            self.line("if (keys !== 0) return false;");
        }
    }

    fn field(&mut self, field: &Field, object: &str, whole: bool) {
        let text = "if (typeof x === \"string\") { lengths[l++] = x.length; s += x; }";
        let number = format!("if (typeof x === \"number\") {{ lengths[l++] = {NUMBER}; numbers[n++] = x; }}");
        let date = format!("if (x instanceof Date) {{ lengths[l++] = {NUMBER}; numbers[n++] = x.getTime(); }}");
        let other = match field.presence {
            Presence::Required => "return false;",
            _ => "if (x === undefined) lengths[l++] = ABSENT; else return false;",
        };
        let other = other.replace("ABSENT", &ABSENT.to_string());
        self.line(format!("x = {object}.{};", field.name));
        match field.kind {
            Kind::List(element) => return self.list(element, &other, whole),
            Kind::Integer => self.line(format!("{number} else {other}")),
            Kind::Decimal => self.line(format!("{text} else {number} else {other}")),
            Kind::Instant => self.line(format!("{text} else {date} else {other}")),
            _ => self.line(format!("{text} else {other}")),
        }
        if whole {
            self.line(if field.presence == Presence::Required { "keys++;" } else { "if (x !== undefined) keys++;" });
        }
    }

    fn list(&mut self, element: &Schema, other: &str, whole: bool) {
        self.line("if (Array.isArray(x)) {");
        self.depth += 1;
        self.line("const items = x;");
        self.line("lengths[l++] = items.length;");
        self.line("keys++;");
        self.line("for (let i = 0; i < items.length; i++) {");
        self.depth += 1;
        self.line("const item = items[i];");
        self.line("const outer = keys;");
        self.line("keys = 0;");
        self.object(element, "item", &|_| true, whole);
        self.line("keys = outer;");
        self.depth -= 1;
        self.line("}");
        self.depth -= 1;
        self.line(format!("}} else {other}"));
    }
}

/// A function that builds an object from a record of the tape, after those of the objects inside it.
fn reader(schema: &Schema, out: &mut String) -> String {
    let mut members = String::new();
    for (index, field) in schema.fields.iter().enumerate() {
        let at = format!("at + {}", field.slot);
        let value = match field.kind {
            Kind::List(element) => list_reader(&at, element, out),
            Kind::Decimal => format!("decimal(json, tape, {at})"),
            _ => format!("text(json, tape, {at})"),
        };
        writeln!(members, "    {}: seen & {} ? {value} : undefined,", field.name, 1u32 << index).expect("text");
    }
    let name = format!("read{}", schema.name);
    writeln!(
        out,
        "/** Reads {}. */\nexport function {name}(json, tape, at) {{\n  const seen = tape[at];\n  return {{\n{members}    extra: NONE,\n  }};\n}}\n",
        schema.name
    )
    .expect("text");
    name
}

fn list_reader(at: &str, element: &Schema, out: &mut String) -> String {
    let object = reader(element, out);
    let list = format!("{object}List");
    writeln!(
        out,
        "function {list}(json, tape, slot) {{\n  const count = tape[slot + 1];\n  if (count < 0) return null;\n  const list = new Array(count);\n  for (let i = 0, at = tape[slot]; i < count; i++, at = tape[at + 1]) list[i] = {object}(json, tape, at);\n  return list;\n}}\n"
    )
    .expect("text");
    format!("{list}(json, tape, {at})")
}

fn declarations() -> String {
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
        NextStep::VerifyFirst,
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
    out.push_str("/** Any JSON value. */\nexport type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };\n\n");
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
    let extra = if model.sent {
        "extra?: { [key: string]: JsonValue } | undefined"
    } else {
        "extra: { readonly [key: string]: JsonValue }"
    };
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

/// The marks that the hand-written half of the glue knows too.
const _: () = assert!(HEADER == 3 && EXPONENT == 1 << 30 && ABSENT == -1 && NUMBER == -2);
