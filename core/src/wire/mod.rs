//! Models declared once, validated, written and strictly read as JSON.
//!
//! This module knows nothing about payments. `model!` declares a struct and its [`Schema`](model::schema::Schema). The
//! schema directs everything else:
//!
//! - To send, a [`Draft`] passes its fields to the [`Validator`](model::validate::Validator). Then
//!   [`body`](write::body) writes the valid values. Other languages send a [`Packet`](write::packet::Packet), which
//!   one [`pass`](write::pass) validates and writes.
//! - To receive, [`decode`](read::decode) reads a body into an [`OffsetIndex`](read::offset_index::OffsetIndex). Then
//!   [`Read`] builds the struct.
//!
//! [`Options`] configure validation and writing. Each [`Finding`](crate::Finding) names a path and a
//! [`Code`](crate::Code), never a value.

pub(crate) mod model;
pub(crate) mod read;
pub(crate) mod value;
pub(crate) mod write;

pub(crate) use model::declare::model;
pub(crate) use model::declare::{Model, Read};
pub(crate) use model::draft::FromValues;
pub use model::given::Given;
pub(crate) use model::validate::Draft;
pub use read::json::{Json, Members, Number};
pub(crate) use read::sorted::gathered;
pub use value::decimal::{Decimal, InvalidDecimal};
pub use value::instant::{Instant, InvalidInstant, InvalidOffset, SigningOffset};
pub use value::sensitive::Sensitive;
