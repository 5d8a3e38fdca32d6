//! The fast path for JavaScript, in a wasm of its own: preparing, signing and receiving, and making the objects that do it.
//!
//! Its exports take numbers and share buffers with JavaScript. Unusual input returns [`FALLBACK`]: JavaScript then calls the
//! wasm of the crate `billwire-wasm`, which reports every error.

pub mod buffers;
pub mod calls;
pub mod objects;
mod settings;
mod state;

/// Result for input that the full path has to handle.
pub const FALLBACK: i32 = -1;

#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();
