//! The wasm face of billwire: numbers where it has to be fast ([`fast_path`]), values where it may take its time ([`full_path`]).
//!
//! It holds no rule of its own, and no handle that JavaScript would have to free.

pub mod fast_path;
pub mod full_path;
mod state;
