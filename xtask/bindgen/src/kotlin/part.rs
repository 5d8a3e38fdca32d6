//! Fields of records and of the variants of enums.

use anyhow::{Result, bail};
use uniffi_bindgen::interface::{AsType, DefaultValue, Field, Literal, Type};

use super::kdoc::comment;
use super::types::named;
use crate::names::camel;

/// A field of a class.
pub(super) struct Part {
    pub(super) docs: Option<String>,
    pub(super) kind: Type,
    /// Its type in Kotlin.
    pub(super) typed: String,
    pub(super) name: String,
    /// The value of a field that the caller omits, as Kotlin's code.
    pub(super) default: Option<String>,
}

impl Part {
    pub(super) fn comment(&self, indent: &str) -> Result<String> {
        comment(self.docs.as_deref(), &self.name, indent)
    }

    /// As a parameter.
    pub(super) fn declared(&self) -> String {
        format!("{}: {}", self.name, self.typed)
    }
}

/// The fields of a class, of whose types some are hidden by nested classes.
pub(super) fn parts(fields: &[Field], hidden: &[&str]) -> Result<Vec<Part>> {
    let part = |field: &Field| {
        let kind = field.as_type();
        Ok(Part {
            docs: field.docstring().map(str::to_owned),
            typed: named(&kind, hidden)?,
            name: camel(field.name()),
            default: field.default_value().map(|value| code(&kind, value)).transpose()?,
            kind,
        })
    };
    fields.iter().map(part).collect()
}

/// The names of fields, separated by commas.
pub(super) fn names<'p>(parts: impl IntoIterator<Item = &'p Part>) -> String {
    parts.into_iter().map(|part| part.name.as_str()).collect::<Vec<_>>().join(", ")
}

fn code(kind: &Type, value: &DefaultValue) -> Result<String> {
    Ok(match (kind, value) {
        (Type::Optional { .. }, DefaultValue::Default | DefaultValue::Literal(Literal::None)) => "null".to_owned(),
        (Type::Sequence { .. }, DefaultValue::Default | DefaultValue::Literal(Literal::EmptySequence)) => {
            "emptyList()".to_owned()
        }
        (Type::Boolean, DefaultValue::Default) => "false".to_owned(),
        (Type::Boolean, DefaultValue::Literal(Literal::Boolean(value))) => value.to_string(),
        _ => bail!("a default of a new kind: {kind:?}, {value:?}"),
    })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in super::super) fn part(name: &str, kind: Type, default: Option<&str>) -> Part {
        Part {
            docs: Some(format!("The {name}.")),
            typed: named(&kind, &[]).unwrap(),
            kind,
            name: name.to_owned(),
            default: default.map(str::to_owned),
        }
    }
}
