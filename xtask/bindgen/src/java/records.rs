//! A record of Java: its components documented, null refused for those that are required, and a builder where some
//! are optional.

use anyhow::{Context, Result, bail};
use uniffi_bindgen::ComponentInterface;
use uniffi_bindgen::interface::{AsType, DefaultValue, Field, Literal, Record, Type};

use super::builders;
use super::javadoc::{comment, parameters};
use super::part::Part;
use super::types::{component, is_required};
use crate::names::camel;

pub(super) fn record(record: &Record, interface: &ComponentInterface) -> Result<String> {
    let name = record.name();
    let parts = parts(record.fields(), &[], interface)?;
    let builder =
        if parts.iter().any(|part| part.default.is_some()) { builders::builder(name, &parts)? } else { String::new() };
    let text = record.docstring().with_context(|| format!("{name} has no comment"))?;
    let comment = comment(&format!("{text}\n\n{}", parameters(&parts)), "")?;
    Ok(format!("{comment}public {}", declared(name, &parts, "", "", &builder)))
}

/// The components of a record, of whose types some are hidden by nested classes.
pub(super) fn parts(fields: &[Field], hidden: &[&str], interface: &ComponentInterface) -> Result<Vec<Part>> {
    let part = |field: &Field| {
        let kind = field.as_type();
        Ok(Part {
            comment: field.docstring().with_context(|| format!("{} has no comment", field.name()))?.to_owned(),
            typed: component(&kind, hidden)?,
            name: camel(field.name()),
            default: field.default_value().map(|value| code(&kind, value)).transpose()?,
            is_bytes: kind == Type::Bytes,
            is_object: interface.item_contains_object_references(&kind),
        })
    };
    fields.iter().map(part).collect()
}

/// The record from its first word to its last brace, with more members behind its own.
pub(super) fn declared(name: &str, parts: &[Part], indent: &str, implemented: &str, members: &str) -> String {
    let components: Vec<String> =
        parts.iter().map(|part| format!("\n{indent}        {} {}", part.typed, part.name)).collect();
    let closeable = parts.iter().any(|part| part.is_object);
    let implements = match (implemented, closeable) {
        ("", false) => String::new(),
        ("", true) => " implements AutoCloseable".to_owned(),
        (interface, _) => format!(" implements {interface}"),
    };
    let body =
        [checked(name, parts), if closeable { closed(parts) } else { String::new() }, equal(name, parts)].concat();
    let body: String =
        format!("{body}{members}").lines().map(|line| format!("{indent}{line}").trim_end().to_owned() + "\n").collect();
    format!("record {name}({}){implements} {{\n{}{indent}}}\n", components.join(","), body.trim_start_matches('\n'))
}

/// The constructor that refuses null for required components.
fn checked(name: &str, parts: &[Part]) -> String {
    let required = parts.iter().filter(|part| is_required(&part.typed));
    let checks: String =
        required.map(|part| format!("        Objects.requireNonNull({0}, \"{0}\");\n", part.name)).collect();
    if checks.is_empty() {
        return String::new();
    }
    format!(
        "\n    /**\n     * Takes all components in their order.\n     *\n     * @throws NullPointerException if a required \
         component is null\n     */\n    public {name} {{\n{checks}    }}\n"
    )
}

/// Closes the objects that the record holds.
pub(super) fn closed(parts: &[Part]) -> String {
    let close = |part: &Part| {
        let Part { name, typed, .. } = part;
        let condition = if is_required(typed) { String::new() } else { format!("if ({name} != null) ") };
        format!("        {condition}{name}.close();\n")
    };
    let objects: String = parts.iter().filter(|part| part.is_object).map(close).collect();
    format!(
        "\n    /** Closes the objects that it holds. */\n    @Override\n    public void close() {{\n{objects}    }}\n"
    )
}

/// Compares bytes by their values, which a record by itself does not.
fn equal(name: &str, parts: &[Part]) -> String {
    if !parts.iter().any(|part| part.is_bytes) {
        return String::new();
    }
    let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
    format!(
        "\n    @Override\n    public boolean equals(@Nullable Object other) {{\n        return other instanceof {name} that \
         && Arrays.deepEquals(components(), that.components());\n    }}\n\n    @Override\n    public int hashCode() {{\n        \
         return Arrays.deepHashCode(components());\n    }}\n\n    private @Nullable Object[] components() {{\n        \
         return new Object[] {{{}}};\n    }}\n",
        names.join(", ")
    )
}

fn code(kind: &Type, value: &DefaultValue) -> Result<String> {
    Ok(match (kind, value) {
        (Type::Optional { .. }, DefaultValue::Default | DefaultValue::Literal(Literal::None)) => "null".to_owned(),
        (Type::Sequence { .. }, DefaultValue::Default | DefaultValue::Literal(Literal::EmptySequence)) => {
            "List.of()".to_owned()
        }
        (Type::Boolean, DefaultValue::Default) => "false".to_owned(),
        (Type::Boolean, DefaultValue::Literal(Literal::Boolean(value))) => value.to_string(),
        _ => bail!("a default of a new kind: {kind:?}, {value:?}"),
    })
}

#[cfg(test)]
mod tests {
    use super::super::part::tests::part;
    use super::*;

    #[test]
    fn null_is_refused_for_required_components() {
        let text = declared(
            "R",
            &[part("String", "a", None), part("long", "b", None), part("@Nullable String", "c", None)],
            "",
            "",
            "",
        );
        assert!(
            text.starts_with("record R(\n        String a,\n        long b,\n        @Nullable String c) {\n    /**\n")
        );
        assert_eq!(text.matches("requireNonNull").count(), 1);
        assert_eq!(declared("R", &[], "    ", "E", ""), "record R() implements E {\n    }\n");
    }

    #[test]
    fn objects_are_closed_and_bytes_compared() {
        let text = declared("R", &[part("@Nullable Token", "a", None), part("byte[]", "b", None)], "", "", "");
        assert!(text.contains("implements AutoCloseable {") && text.contains("if (a != null) a.close();"));
        assert!(text.contains("new Object[] {a, b}"));
    }
}
