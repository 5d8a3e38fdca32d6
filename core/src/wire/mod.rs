//! JSON in and out for every model: one strict reader and one writer, both directed by the model's schema.
//!
//! Reading goes from bytes to a [`tape`] of offsets, and from there to a Rust struct or to a host's object.
//! Writing goes from what a host gave ([`given`], [`packed`]) to checked values, and from those to text.

pub mod decode;
pub(crate) mod examine;
pub mod given;
pub mod number;
pub mod packed;
pub mod reader;
pub mod scan;
pub mod schema;
pub mod sink;
pub mod tape;
pub mod utf16;
pub(crate) mod write;

mod model;

use std::collections::BinaryHeap;

#[cfg(feature = "serde")]
pub(crate) use model::is_absent;
pub use model::{Draft, Model, Read};
pub(crate) use model::{Hidden, Offer, OfferExtra, Take, Wire, extra, model, unseen};

/// Sorts by a heap, whose code is a fraction of that of a sort: what is out of the ordinary may take longer.
pub(crate) fn sorted<T: Ord>(items: Vec<T>) -> Vec<T> {
    BinaryHeap::from(items).into_sorted_vec()
}
