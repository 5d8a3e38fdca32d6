//! The class that converts models: `of` takes uniffi's, `ffi` gives uniffi's. Each direction is written for the models
//! that cross in it.

use anyhow::Result;
use uniffi_bindgen::ComponentInterface;
use uniffi_bindgen::interface::{AsType, Enum, Field, Record, Type};

use super::types::{lifted, lowered};
use crate::interface::{Crossing, is_wrapped};
use crate::names::camel;

/// A direction in which models cross: the names of both types, the method's name, and how a value is converted.
struct Direction {
    from: &'static str,
    to: &'static str,
    method: &'static str,
    convert: fn(&Type, &str) -> String,
}

const LIFT: Direction = Direction { from: "io.github.billwire.ffi.", to: "", method: "of", convert: lifted };
const LOWER: Direction = Direction { from: "", to: "io.github.billwire.ffi.", method: "ffi", convert: lowered };

pub(super) fn class(interface: &ComponentInterface) -> Result<String> {
    let Crossing { taken, given } = Crossing::of(interface);
    let mut methods = String::new();
    for (names, direction) in [(&given, &LIFT), (&taken, &LOWER)] {
        for record in interface.record_definitions().iter().filter(|record| names.contains(record.name())) {
            if !is_wrapped(record) {
                methods += &of_record(record, direction);
            }
        }
        for model in interface.enum_definitions().iter().filter(|model| names.contains(model.name())) {
            if !interface.is_name_used_as_error(model.name()) {
                methods += &of_enum(model, direction);
            }
        }
    }
    Ok(format!(
        "/** Conversions between the models of this package and those of {{@code io.github.billwire.ffi}}. */\nfinal class Conversions \
         {{\n    static {{\n        NativeLibrary.load();\n    }}\n\n    private Conversions() {{}}\n{methods}}}\n"
    ))
}

fn of_record(record: &Record, direction: &Direction) -> String {
    let made = made(&format!("{}{}", direction.to, record.name()), record.fields(), "from", direction);
    method(record.name(), &format!("        return {made};\n"), direction)
}

fn of_enum(model: &Enum, direction: &Direction) -> String {
    let (name, Direction { from, to, .. }) = (model.name(), direction);
    if model.is_flat() {
        return method(name, &format!("        return {to}{name}.values()[from.ordinal()];\n"), direction);
    }
    let case = |variant: &uniffi_bindgen::interface::Variant| {
        let made = made(&format!("{to}{name}.{}", variant.name()), variant.fields(), "one", direction);
        format!("            case {from}{name}.{} one -> {made};\n", variant.name())
    };
    let cases: String = model.variants().iter().map(case).collect();
    method(name, &format!("        return switch (from) {{\n{cases}        }};\n"), direction)
}

fn method(name: &str, body: &str, Direction { from, to, method, .. }: &Direction) -> String {
    format!("\n    static {to}{name} {method}({from}{name} from) {{\n{body}    }}\n")
}

/// The expression that makes a record from another.
fn made(class: &str, fields: &[Field], from: &str, direction: &Direction) -> String {
    let value = |field: &Field| (direction.convert)(&field.as_type(), &format!("{from}.{}()", camel(field.name())));
    let values: Vec<String> = fields.iter().map(value).collect();
    let gap = "\n                ";
    if values.is_empty() {
        format!("new {class}()")
    } else {
        format!("new {class}({gap}{})", values.join(&format!(",{gap}")))
    }
}
