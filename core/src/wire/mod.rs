//! Models declared once, validated, written and strictly read as JSON.
//!
//! This module knows nothing about payments. `model!` declares a struct and its [`Schema`](schema::Schema). The
//! schema directs everything else:
//!
//! - To send, a [`Draft`] passes its fields to the [`Validator`](validate::Validator). Then [`write`](mod@write) writes the valid
//!   values. Other languages send a [`Packet`](packet::Packet), which one [`pass`] validates and writes.
//! - To receive, [`decode`](mod@decode) reads a body into an [`OffsetIndex`](offset_index::OffsetIndex). Then [`Read`] builds the
//!   struct.
//!
//! [`Options`] configure validation and writing. Each [`Finding`](crate::Finding) names a path and a [`Code`](crate::Code), never a
//! value.

pub mod decimal;
pub mod decode;
pub mod draft;
pub mod encoding;
pub mod given;
pub mod input;
pub mod instant;
pub mod json;
pub mod json_writer;
pub mod model;
mod number;
pub mod offset_index;
pub mod options;
pub mod packet;
pub mod pass;
pub mod reader;
mod rules;
#[cfg(test)]
mod sample;
pub mod scan;
pub mod schema;
pub mod sensitive;
pub mod settings;
mod sorted;
pub mod utf16;
pub mod validate;
pub mod write;

pub use decimal::{Decimal, InvalidDecimal};
pub use draft::FromValues;
pub use given::Given;
pub use instant::{Instant, InvalidInstant, InvalidOffset, SigningOffset};
pub use json::{Json, Members, Number};
pub(crate) use model::model;
pub use model::{Draft, Model, Read};
pub use options::Options;
pub use sensitive::Sensitive;
pub use settings::Settings;
