//! Java's types, and the expressions that turn uniffi's values into the package's and back.

use anyhow::{Result, bail};
use uniffi_bindgen::interface::Type;

use crate::names::{camel, snake};

/// Custom types that are a class of Java's or a hand-written one: `Values` converts them. Any other custom type is
/// what it holds.
const CLASSES: [(&str, &str); 6] = [
    ("Decimal", "BigDecimal"),
    ("DecimalDraft", "BigDecimal"),
    ("SigningOffset", "ZoneOffset"),
    ("Instant", "Instant"),
    ("Sensitive", "SensitiveText"),
    ("WebhookHeaders", "Map<String, List<String>>"),
];

fn class(custom: &str) -> Option<&'static str> {
    CLASSES.iter().find(|(name, _)| *name == custom).map(|(_, class)| *class)
}

/// The type of a record's component.
pub(super) fn component(kind: &Type, hidden: &[&str]) -> Result<String> {
    Ok(match kind {
        Type::Optional { inner_type } => format!("@Nullable {}", named(inner_type, hidden)?),
        Type::Custom { name, builtin, .. } if class(name).is_none() => component(builtin, hidden)?,
        _ => primitive(kind).map_or_else(|| named(kind, hidden), |(primitive, _)| Ok(primitive.to_owned()))?,
    })
}

/// Whether null has to be refused for a component of this type.
pub(super) fn is_required(component: &str) -> bool {
    !component.starts_with("@Nullable") && !["boolean", "int", "long", "double"].contains(&component)
}

/// The name of a type; those that a nested class hides with their package.
fn named(kind: &Type, hidden: &[&str]) -> Result<String> {
    Ok(match kind {
        Type::String => "String".to_owned(),
        Type::Bytes => "byte[]".to_owned(),
        Type::Object { name, .. } | Type::Record { name, .. } | Type::Enum { name, .. } => {
            if hidden.contains(&name.as_str()) { format!("io.github.billwire.{name}") } else { name.clone() }
        }
        Type::Sequence { inner_type } => format!("List<{}>", named(inner_type, hidden)?),
        Type::Map { key_type, value_type } => {
            format!("Map<{}, {}>", named(key_type, hidden)?, named(value_type, hidden)?)
        }
        Type::Custom { name, builtin, .. } => match class(name) {
            Some(class) => class.to_owned(),
            None => named(builtin, hidden)?,
        },
        _ => match primitive(kind) {
            Some((_, boxed)) => boxed.to_owned(),
            None => bail!("Java has no type for {kind:?} yet"),
        },
    })
}

fn primitive(kind: &Type) -> Option<(&'static str, &'static str)> {
    Some(match kind {
        Type::Boolean => ("boolean", "Boolean"),
        Type::Int32 | Type::UInt32 => ("int", "Integer"),
        Type::Int64 | Type::UInt64 => ("long", "Long"),
        Type::Float64 => ("double", "Double"),
        _ => return None,
    })
}

/// The package's value made from one of uniffi's.
pub(super) fn lifted(kind: &Type, value: &str) -> String {
    match kind {
        Type::Optional { inner_type } => optional(value, lifted(inner_type, value)),
        Type::Sequence { inner_type } => list(value, &lifted(inner_type, "it")),
        Type::Map { value_type, .. } => map(value, &lifted(value_type, "it")),
        Type::Record { .. } | Type::Enum { .. } => format!("of({value})"),
        Type::Object { name, .. } => format!("new {name}({value})"),
        Type::Custom { name, .. } if class(name).is_some() => format!("Values.of({value})"),
        Type::Custom { builtin, .. } => lifted(builtin, &format!("{value}.value()")),
        _ => value.to_owned(),
    }
}

/// uniffi's value made from one of the package's.
pub(super) fn lowered(kind: &Type, value: &str) -> String {
    match kind {
        Type::String => format!("Values.text({value})"),
        Type::Optional { inner_type } => optional(value, lowered(inner_type, value)),
        Type::Sequence { inner_type } => list(value, &lowered(inner_type, "it")),
        Type::Map { key_type, value_type } if **key_type == Type::String && **value_type == Type::String => {
            format!("Values.texts({value})")
        }
        Type::Record { .. } | Type::Enum { .. } => format!("ffi({value})"),
        Type::Object { .. } => format!("{value}.ffi()"),
        Type::Custom { name, .. } if class(name).is_some() => format!("Values.{}({value})", camel(&snake(name))),
        Type::Custom { name, builtin, .. } => format!("new io.github.billwire.ffi.{name}({})", lowered(builtin, value)),
        _ => value.to_owned(),
    }
}

fn optional(value: &str, converted: String) -> String {
    if converted == value { converted } else { format!("{value} == null ? null : {converted}") }
}

fn list(value: &str, converted: &str) -> String {
    if converted == "it" { value.to_owned() } else { format!("Values.list({value}, it -> {converted})") }
}

fn map(value: &str, converted: &str) -> String {
    if converted == "it" { value.to_owned() } else { format!("Values.map({value}, it -> {converted})") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn custom(name: &str, builtin: Type) -> Type {
        Type::Custom { module_path: String::new(), name: name.to_owned(), builtin: Box::new(builtin) }
    }

    fn optional_of(inner: Type) -> Type {
        Type::Optional { inner_type: Box::new(inner) }
    }

    fn list_of(inner: Type) -> Type {
        Type::Sequence { inner_type: Box::new(inner) }
    }

    fn record(name: &str) -> Type {
        Type::Record { module_path: String::new(), name: name.to_owned() }
    }

    #[test]
    fn components_are_primitive_nullable_or_classes() {
        assert_eq!(component(&custom("Int32", Type::Int32), &[]).unwrap(), "int");
        assert_eq!(component(&optional_of(Type::Int64), &[]).unwrap(), "@Nullable Long");
        assert_eq!(
            component(&optional_of(list_of(record("Line"))), &["Line"]).unwrap(),
            "@Nullable List<io.github.billwire.Line>"
        );
        assert!(component(&Type::Duration, &[]).is_err());
        assert!(is_required("String") && !is_required("long") && !is_required("@Nullable Long"));
    }

    #[test]
    fn values_are_converted_where_the_packages_differ() {
        let decimal = custom("DecimalDraft", Type::String);
        assert_eq!(lifted(&Type::String, "a"), "a");
        assert_eq!(lowered(&Type::String, "a"), "Values.text(a)");
        assert_eq!(lowered(&optional_of(decimal.clone()), "a"), "a == null ? null : Values.decimalDraft(a)");
        assert_eq!(lifted(&decimal, "a"), "Values.of(a)");
        assert_eq!(lifted(&list_of(record("Line")), "a"), "Values.list(a, it -> of(it))");
        let counts = Type::Map { key_type: Box::new(Type::String), value_type: Box::new(custom("Int32", Type::Int32)) };
        assert_eq!(lifted(&counts, "a"), "Values.map(a, it -> it.value())");
        assert_eq!(lowered(&custom("Int32", Type::Int32), "a"), "new io.github.billwire.ffi.Int32(a)");
    }
}
