//! The full path for JavaScript: functions of values, which report every error. [`tools`] has what no single call needs.
//!
//! The fast path has a wasm of its own, `billwire-fast-wasm`; the first call that it cannot answer starts this one. The rules
//! are in the crate `billwire`. JavaScript frees nothing.

pub mod entrances;
pub mod full_path;
mod state;
pub mod tools;
