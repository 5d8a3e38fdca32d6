//! Fields: the declaration of a model, its schema, its rules, and the values that callers may give.

#[cfg(feature = "uniffi")]
pub(crate) mod crossing;
pub(crate) mod declare;
pub(crate) mod draft;
pub(crate) mod given;
pub(crate) mod input;
pub(crate) mod named;
pub(crate) mod options;
pub(crate) mod rules;
#[cfg(test)]
pub(crate) mod sample;
pub(crate) mod schema;
pub(crate) mod settings;

pub(crate) mod validate;
