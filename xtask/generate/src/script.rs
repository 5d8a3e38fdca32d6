//! JavaScript that packs requests and reads webhooks, field by field.

use crate::{lists, notice::NOTICE, operations};
use billwire::internal::{ABSENT, EXPONENT, Field, HEADER, Kind, Model, NUMBER, Presence, Schema};
use billwire::{BillerConfig, Customer, OperationName, Settlement, WebhookPayload};
use std::fmt::Write;

pub(crate) fn script() -> String {
    let mut out = format!(
        "{NOTICE}import {{ freeze }} from \"./errors.js\";
import {{ hasOwn, isPlain, timeOf }} from \"./intrinsics.js\";
import {{ NONE, decimal, packer, text }} from \"./memory.js\";\n\n"
    );
    let operations = OperationName::ALL.iter().enumerate();
    let operations: Vec<_> = operations.map(|(index, name)| format!("  {name}: {index},")).collect();
    writeln!(
        out,
        "/** Number of each operation in the wasm. */\nexport const OPERATIONS = {{\n{}\n}};\n",
        operations.join("\n")
    )
    .expect("text");
    let catalogue: Vec<_> = OperationName::ALL.iter().map(|name| format!("  {},", catalogue_entry(*name))).collect();
    writeln!(
        out,
        "/** All operations of the interface. */\nexport const operations = freeze([\n{}\n]);\n",
        catalogue.join("\n")
    )
    .expect("text");
    for list in lists::all() {
        list.define(&mut out);
    }
    let fields = [WebhookPayload::SCHEMA, Customer::SCHEMA].map(field_names);
    writeln!(
        out,
        "/** Fields of a webhook's payload and of its customers. */\nexport const FIELDS = {{\n{}\n}};\n",
        fields.join("\n")
    )
    .expect("text");
    out.push_str(PACKERS);
    let typed: Vec<_> = OperationName::ALL.iter().filter_map(|name| Some((name, name.schema()?))).collect();
    for (_, schema) in &typed {
        pack("pack", schema, &|_| true, true, &mut out);
    }
    let packs: Vec<_> = typed.iter().map(|(name, schema)| format!("{name}: pack{}", schema.name)).collect();
    writeln!(
        out,
        "/** Function that packs the requests of each operation with documented fields. */
export const PACKS = {{ {} }};\n",
        packs.join(", ")
    )
    .expect("text");
    let methods: Vec<_> =
        typed.iter().map(|(name, _)| format!("{}: \"{name}\"", operations::prepare(**name))).collect();
    writeln!(
        out,
        "/** Methods of a biller, and the operations that they prepare. */\nexport const PREPARES = {{ {} }};\n",
        methods.join(", ")
    )
    .expect("text");
    pack("packSigned", Settlement::SCHEMA, &|field| field.signed, false, &mut out);
    reader(WebhookPayload::SCHEMA, &mut out);
    out.truncate(out.trim_end().len());
    out + "\n"
}

const PACKERS: &str = "\
// The packers append the texts of a request to one, and write the length of each: -1 for a field that is absent, -2 for
// one whose value is in `numbers`. They refuse what few callers give, which is then read as a value: an object of a
// class, an unknown key, another type, or a field that `Object.prototype` has been given. NONE has the prototype of a
// plain object, so `in` finds such a field. Asking each object would take a lookup a field.

";

fn field_names(schema: &Schema) -> String {
    let names: Vec<_> = schema.fields.iter().map(|field| format!("\"{}\"", field.name)).collect();
    format!("  {}: [{}],", schema.name, names.join(", "))
}

fn catalogue_entry(name: OperationName) -> String {
    let groups: Vec<_> = name.groups().iter().map(|group| format!("\"{}\"", group.as_str())).collect();
    let (title, method) = (name.title(), name.method());
    let path = name.path().map_or("null".to_owned(), |path| format!("\"{path}\""));
    format!(
        "{{ name: \"{name}\", title: \"{title}\", method: \"{method}\", path: {path}, groups: [{}] }}",
        groups.join(", ")
    )
}

/// Writes a function that packs an object into the buffers. It returns false for an object that has to be passed as a
/// value.
fn pack(prefix: &str, schema: &Schema, keep: &dyn Fn(&Field) -> bool, whole: bool, out: &mut String) {
    let mut code = Packer { out: String::new(), depth: 1 };
    code.object(schema, "object", keep, whole);
    let has_numbers = code.out.contains("numbers[");
    code.line(if has_numbers { "packer.used(s, l, n);" } else { "packer.used(s, l, 0);" });
    code.line("return true;");
    let (buffers, numbers) = if has_numbers { ("lengths, numbers", "  let n = 0;\n") } else { ("lengths", "") };
    let name = schema.name;
    if whole {
        known_keys(schema, out);
    }
    writeln!(
        out,
        "/** Packs {name}. Returns false if it has to be passed as a value. */
export function {prefix}{name}(object) {{
  const {{ {buffers} }} = packer;
  let l = 0;
{numbers}  let s = \"\";
  let x;
{}}}\n",
        code.out
    )
    .expect("text");
}

/// Writes a function that returns whether an object has only keys of the schema, and no `extra`. Those of inner objects
/// come first.
fn known_keys(schema: &Schema, out: &mut String) {
    for field in schema.fields {
        if let Kind::List(element) = field.kind {
            known_keys(element, out);
        }
    }
    let cases: String = schema.fields.iter().map(|field| format!("      case \"{}\":\n", field.name)).collect();
    writeln!(
        out,
        "function is{}(object) {{
  for (const key in object) {{
    switch (key) {{
{cases}        break;
      case \"extra\":
        if (object.extra != null) return false;
        break;
      default:
        return false;
    }}
  }}
  return true;
}}\n",
        schema.name
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
        self.line(format!("if (!isPlain({object}) || !packer.has({}, l)) return false;", fields.len()));
        if whole {
            self.line(format!("if (!is{}({object})) return false;", schema.name));
        }
        for field in fields {
            self.field(field, object, whole);
        }
    }

    fn field(&mut self, field: &Field, object: &str, whole: bool) {
        let text = "if (typeof x === \"string\") { lengths[l++] = x.length; s += x; }";
        let is_number = "typeof x === \"number\" || (typeof x === \"bigint\" && BigInt.asIntN(54, x) === x)";
        let number = format!("if ({is_number}) {{ lengths[l++] = {NUMBER}; numbers[n++] = Number(x); }}");
        let date = format!("if (x instanceof Date) {{ lengths[l++] = {NUMBER}; numbers[n++] = timeOf(x); }}");
        let other = match field.presence {
            Presence::Required => "return false;",
            _ => "if (x == null) lengths[l++] = ABSENT; else return false;",
        };
        let other = other.replace("ABSENT", &ABSENT.to_string());
        self.line(format!("if (\"{0}\" in NONE) return false; else x = {object}.{0};", field.name));
        match field.kind {
            Kind::List(element) => self.list(element, &other, whole),
            Kind::Integer => self.line(format!("{number} else {other}")),
            Kind::Decimal => self.line(format!("{text} else {number} else {other}")),
            Kind::Instant => self.line(format!("{text} else {date} else {other}")),
            _ => self.line(format!("{text} else {other}")),
        }
    }

    fn list(&mut self, element: &Schema, other: &str, whole: bool) {
        self.line("if (Array.isArray(x)) {");
        self.depth += 1;
        self.line("const items = x;");
        self.line("const count = items.length;");
        self.line(format!("if (count > {}) return false;", BillerConfig::DEFAULT_MAX_LINES));
        self.line("lengths[l++] = count;");
        self.line("for (let i = 0; i < count; i++) {");
        self.depth += 1;
        self.line("if (!hasOwn(items, i)) return false;");
        self.line("const item = items[i];");
        self.object(element, "item", &|_| true, whole);
        self.depth -= 1;
        self.line("}");
        self.depth -= 1;
        self.line(format!("}} else {other}"));
    }
}

/// Writes a function that builds an object from the offsets of its fields. Those of inner objects come first.
fn reader(schema: &Schema, out: &mut String) -> String {
    let mut members = String::new();
    for (index, field) in schema.fields.iter().enumerate() {
        let at = format!("at + {}", field.word);
        let value = match field.kind {
            Kind::List(element) => list_reader(&at, element, out),
            Kind::Decimal => format!("decimal(json, offsets, {at})"),
            _ => format!("text(json, offsets, {at})"),
        };
        writeln!(members, "    {}: seen & {} ? {value} : undefined,", field.name, 1u32 << index).expect("text");
    }
    let name = format!("read{}", schema.name);
    writeln!(
        out,
        "/** Reads {}. */
export function {name}(json, offsets, at) {{
  const seen = offsets[at];
  return {{
{members}    extra: NONE,
  }};
}}\n",
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
        "function {list}(json, offsets, index) {{
  const count = offsets[index + 1];
  if (count < 0) return null;
  const list = new Array(count);
  for (let i = 0, at = offsets[index]; i < count; i++, at = offsets[at + 1]) list[i] = {object}(json, offsets, at);
  return list;
}}\n"
    )
    .expect("text");
    format!("{list}(json, offsets, {at})")
}

/// Constants that the hand-written JavaScript repeats.
const _: () = assert!(HEADER == 3 && EXPONENT == 1 << 30 && ABSENT == -1 && NUMBER == -2);
