//! The wasm face of billwire: numbers where it has to be fast ([`hot`]), values where it may take its time ([`cold`]).
//!
//! It holds no rule of its own, and no handle that JavaScript would have to free.

pub mod cold;
pub mod hot;
mod state;
