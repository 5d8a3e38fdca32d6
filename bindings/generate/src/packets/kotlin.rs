//! Kotlin: functions that pack requests and read webhooks.

use super::{Member, Packed, PackedField, Read, Value, Words, camel_type, marks, packed, read};
use crate::{declarations::Declaration, page::NOTICE};
use anyhow::Result;

pub(crate) fn source(declarations: &[Declaration]) -> Result<String> {
    let constant = |(docs, name, value)| format!("/** {docs} */\ninternal const val {name}: Int = {value}\n");
    let mut functions: Vec<_> = packed().iter().map(packer).collect();
    for record in read(declarations)? {
        functions.push(reader(&record));
        functions.extend(record.words().map(words));
    }
    let constants = marks().map(constant).join("\n");
    Ok(format!("{NOTICE}package io.github.billwire\n\n{constants}\n{}", functions.join("\n")))
}

fn packer(Packed { name, fields, has_extra }: &Packed) -> String {
    let extra = if *has_extra { "    addExtra(value.extra)\n" } else { "" };
    let field = |PackedField { member, is_list }: &PackedField| match is_list {
        true => format!("    addList(value.{member}) {{ add(it) }}\n"),
        false => format!("    add(value.{member})\n"),
    };
    format!("internal fun Packet.add(value: {name}) {{\n{}{extra}}}\n", fields.iter().map(field).collect::<String>())
}

fn reader(Read { name, members }: &Read<'_>) -> String {
    let member = |Member { name, place, value }: &Member<'_>| {
        let value = match value {
            Value::Text => format!("text({place})"),
            Value::Decimal => format!("decimal({place})"),
            Value::Word(words) => format!("text({place})?.let(::{})", camel_type(words.name)),
            Value::List { kind, element } => {
                let read = format!("{{ {}(it) }}", camel_type(element));
                format!("list({place}, {kind}.Absent, {kind}.Null, {kind}::Listed) {read}")
            }
        };
        format!("        {name} = {value},\n")
    };
    format!(
        "internal fun Received.{}(at: Int): {name} =\n    {name}(\n{}        extra = NO_MEMBERS,\n    )\n",
        camel_type(name),
        members.iter().map(member).collect::<String>()
    )
}

fn words(Words { name, known }: &Words<'_>) -> String {
    let known = known.iter().map(|(text, variant)| format!("        \"{text}\" -> {name}.{variant}\n"));
    format!(
        "private fun {}(text: String): {name} =\n    when (text) {{\n{}        else -> {name}.Other(text)\n    }}\n",
        camel_type(name),
        known.collect::<String>(),
    )
}
