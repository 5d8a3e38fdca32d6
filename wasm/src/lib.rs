//! billwire for JavaScript, over wasm-bindgen. The rules are in the crate `billwire`, and JavaScript frees nothing.
//!
//! [`passes`] sign, prepare and receive: their exports take numbers and share [`buffers`] with JavaScript. Unusual
//! input returns [`FALLBACK`]. JavaScript then passes the same value to [`values`], which use the same objects and
//! report every error. [`tools`] has what no single call needs. A desk needs `explain` and the `simulator`.

pub mod buffers;
pub mod entrances;
#[cfg(feature = "explain")]
pub mod explain;
mod handles;
pub mod js_values;
pub mod passes;
#[cfg(feature = "simulator")]
pub mod simulator;
mod state;
#[cfg(test)]
mod test_values;
pub mod tools;
pub mod values;

/// Result for input that is passed as a value instead.
pub const FALLBACK: i32 = -1;
