//! Java: functions that pack requests and read webhooks.

use super::{Member, Packed, PackedField, Read, Value, Words, camel_type, marks, packed, read};
use crate::{
    declarations::Declaration,
    java::code,
    page::{NOTICE, fits},
};
use anyhow::Result;

pub(crate) fn source(declarations: &[Declaration]) -> Result<String> {
    let constant = |(docs, name, value)| format!("    /** {} */\n    static final int {name} = {value};\n", code(docs));
    let mut functions: Vec<_> = packed().iter().map(packer).collect();
    for record in read(declarations)? {
        functions.push(reader(&record));
        functions.extend(record.words().map(words));
    }
    Ok(format!(
        "{NOTICE}package io.github.billwire;\n\nimport org.jspecify.annotations.Nullable;\n\n\
         /** Functions that pack requests and read webhooks for the fast path, field by field. */\nfinal class Packets {{\n{}\n    \
         private Packets() {{}}\n\n{}}}\n",
        marks().map(constant).join("\n"),
        functions.join("\n")
    ))
}

fn packer(Packed { name, fields, has_extra }: &Packed) -> String {
    let extra = if *has_extra { "        packet.addExtra(value.extra());\n" } else { "" };
    let field = |PackedField { member, is_list }: &PackedField| match is_list {
        true => format!("        packet.addList(value.{member}(), Packets::add);\n"),
        false => format!("        packet.add(value.{member}());\n"),
    };
    let fields = fields.iter().map(field).collect::<String>();
    format!("    static void add(Packet packet, {name} value) {{\n{fields}{extra}    }}\n")
}

/// A record's constructor takes its members without names, so they are in the order of its declaration.
fn reader(Read { name, members }: &Read<'_>) -> String {
    let member = |Member { place, value, .. }: &Member<'_>| match value {
        Value::Text => argument(&format!("received.text({place})")),
        Value::Decimal => argument(&format!("received.decimal({place})")),
        Value::Word(words) => argument(&format!("{}(received.text({place}))", camel_type(words.name))),
        Value::List { kind, element } => {
            let element = format!("Packets::{}", camel_type(element));
            let variants = format!("new {kind}.Absent(), new {kind}.Null(), {kind}.Listed::new");
            argument(&format!("received.list({place}, {variants}, {element})"))
        }
    };
    format!(
        "    static {name} {}(Received received, int at) {{\n        return new {name}(\n{}                \
         Received.NO_MEMBERS);\n    }}\n",
        camel_type(name),
        members.iter().map(member).collect::<String>()
    )
}

fn argument(value: &str) -> String {
    let line = format!("                {value},\n");
    if fits(line.trim_end()) { line } else { line.replacen("(at,", "(\n                        at,", 1) }
}

fn words(Words { name, known }: &Words<'_>) -> String {
    let known = known.iter().map(|(text, variant)| format!("            case \"{text}\" -> new {name}.{variant}();\n"));
    format!(
        "    private static @Nullable {name} {}(@Nullable String text) {{\n        if (text == null) return null;\n        \
         return switch (text) {{\n{}            default -> new {name}.Other(text);\n        }};\n    }}\n",
        camel_type(name),
        known.collect::<String>(),
    )
}
