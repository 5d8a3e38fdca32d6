//! billwire for JavaScript. [`fast_path`] exports functions of numbers over shared buffers, [`full_path`] functions of values.
//!
//! The rules are in the crate `billwire`. JavaScript frees nothing.

pub mod entrances;
pub mod fast_path;
pub mod full_path;
pub mod keys;
mod state;
