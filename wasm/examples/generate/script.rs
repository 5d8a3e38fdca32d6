//! The JavaScript that packs requests and reads webhooks, field by field.

use crate::NOTICE;
use billwire::{
    Onboarding, OperationName, Settlement, Verification, WebhookPayload,
    wire::{
        Model,
        packed::{ABSENT, NUMBER},
        schema::{Field, HEADER, Kind, Presence, Schema},
        tape::EXPONENT,
    },
};
use std::fmt::Write;

pub(crate) fn script() -> String {
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

/// The marks that the hand-written half of the glue knows too.
const _: () = assert!(HEADER == 3 && EXPONENT == 1 << 30 && ABSENT == -1 && NUMBER == -2);
