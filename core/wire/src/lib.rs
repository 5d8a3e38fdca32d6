//! JSON in and out for every model: one declaration, one validator, one strict reader and one writer.
//!
//! This crate knows nothing about payments. [`model!`] declares a struct and its [`Schema`](schema::Schema); a schema
//! directs everything else:
//!
//! - out: a [`Draft`] gives its fields to the [`Validator`](validate::Validator), and [`write`] writes the values that
//!   are valid;
//! - in: [`decode`] reads a body to an [`OffsetIndex`](offset_index::OffsetIndex), and [`Read`] makes a struct of it.
//!
//! [`Options`] holds what a caller decides about writing. Names, rules and limits come as arguments; each finding names
//! a path and a [`Rule`], never a value.

// The paths in what `model!` writes for serde.
#[cfg(test)]
extern crate self as billwire_wire;

pub mod decimal;
pub mod decode;
pub mod finding;
pub mod findings;
pub mod input;
pub mod instant;
pub mod json;
pub mod json_writer;
pub mod model;
pub mod nearest;
pub mod number;
pub mod offset_index;
pub mod options;
pub mod reader;
#[cfg(test)]
mod sample;
pub mod scan;
pub mod schema;
pub mod sensitive;
pub mod settings;
mod sorted;
pub mod validate;
pub mod write;

pub use decimal::{Decimal, InvalidDecimal};
pub use finding::{Finding, FindingCode, Rule};
pub use findings::Findings;
pub use instant::{Instant, SigningOffset};
pub use json::{Json, Members, Number};
pub use model::{Draft, Model, Read};
pub use options::Options;
pub use sensitive::Sensitive;
pub use settings::Settings;
