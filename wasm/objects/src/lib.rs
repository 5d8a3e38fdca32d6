//! Objects that both wasm files make of settings, and use by number. Settings are named as JavaScript names them.

mod handles;
mod names;
mod settings;

pub use handles::HandleTable;
pub use names::{in_javascript, made, push_camel_case, setting};
pub use settings::{biller, receiver};
