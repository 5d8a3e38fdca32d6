//! Kotlin's types, and the calls that turn uniffi's values into the package's and back.

use anyhow::{Result, bail};
use uniffi_bindgen::interface::Type;

/// Custom types that are a class in uniffi's Kotlin, too: `bindings/uniffi.toml` converts them. Any other custom type is what
/// it holds.
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

/// The name of a type; those that a nested class hides with their package.
pub(super) fn named(kind: &Type, hidden: &[&str]) -> Result<String> {
    Ok(match kind {
        Type::String => "String".to_owned(),
        Type::Bytes => "ByteArray".to_owned(),
        Type::Boolean => "Boolean".to_owned(),
        Type::Int32 => "Int".to_owned(),
        Type::Int64 => "Long".to_owned(),
        Type::Object { name, .. } | Type::Record { name, .. } | Type::Enum { name, .. } => {
            if hidden.contains(&name.as_str()) { format!("io.github.billwire.{name}") } else { name.clone() }
        }
        Type::Optional { inner_type } => format!("{}?", named(inner_type, hidden)?),
        Type::Sequence { inner_type } => format!("List<{}>", named(inner_type, hidden)?),
        Type::Map { key_type, value_type } => {
            format!("Map<{}, {}>", named(key_type, hidden)?, named(value_type, hidden)?)
        }
        Type::Custom { name, builtin, .. } => match class(name) {
            Some(class) => class.to_owned(),
            None => named(builtin, hidden)?,
        },
        _ => bail!("no value of the Kotlin package is of type {kind:?}"),
    })
}

/// The package's value made from one of uniffi's.
pub(super) fn lifted(kind: &Type, value: &str) -> String {
    applied(kind, value, lift)
}

/// uniffi's value made from one of the package's.
pub(super) fn lowered(kind: &Type, value: &str) -> String {
    applied(kind, value, lower)
}

fn applied(kind: &Type, value: &str, call: fn(&Type) -> Option<String>) -> String {
    let (dot, kind) = match kind {
        Type::Optional { inner_type } => ("?.", &**inner_type),
        _ => (".", kind),
    };
    call(kind).map_or_else(|| value.to_owned(), |call| format!("{value}{dot}{call}"))
}

/// Call that makes the package's value of uniffi's; none if both are the same.
fn lift(kind: &Type) -> Option<String> {
    match kind {
        Type::Record { .. } | Type::Enum { .. } | Type::Object { .. } => Some("lift()".to_owned()),
        Type::Sequence { inner_type } => Some(format!("map {{ it.{} }}", lift(inner_type)?)),
        _ => None,
    }
}

fn lower(kind: &Type) -> Option<String> {
    match kind {
        Type::String => Some("wellFormed()".to_owned()),
        Type::Record { .. } | Type::Enum { .. } | Type::Object { .. } => Some("lower()".to_owned()),
        Type::Sequence { inner_type } if **inner_type == Type::String => Some("wellFormed()".to_owned()),
        Type::Sequence { inner_type } => Some(format!("map {{ it.{} }}", lower(inner_type)?)),
        Type::Map { key_type, value_type } if **key_type == Type::String && **value_type == Type::String => {
            Some("wellFormed()".to_owned())
        }
        Type::Custom { name, builtin, .. } if class(name).is_none() => lower(builtin),
        _ => None,
    }
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

    fn lines() -> Type {
        let line = Type::Record { module_path: String::new(), name: "Line".to_owned() };
        Type::Sequence { inner_type: Box::new(line) }
    }

    #[test]
    fn types_are_those_of_kotlin() {
        assert_eq!(named(&custom("Int32", Type::Int32), &[]).unwrap(), "Int");
        assert_eq!(named(&optional_of(lines()), &["Line"]).unwrap(), "List<io.github.billwire.Line>?");
        assert_eq!(named(&custom("Decimal", Type::String), &[]).unwrap(), "BigDecimal");
        assert!(named(&Type::UInt64, &[]).is_err());
    }

    #[test]
    fn values_are_converted_where_the_packages_differ() {
        assert_eq!(lifted(&Type::String, "a"), "a");
        assert_eq!(lowered(&optional_of(Type::String), "a"), "a?.wellFormed()");
        assert_eq!(lowered(&custom("Decimal", Type::String), "a"), "a");
        assert_eq!(lifted(&optional_of(lines()), "a"), "a?.map { it.lift() }");
        assert_eq!(lowered(&lines(), "a"), "a.map { it.lower() }");
        assert_eq!(lowered(&custom("ResponseCode", Type::String), "a"), "a.wellFormed()");
    }
}
