//! uniffi's Swift, made to read as Swift.

pub(crate) mod bundled;
pub(crate) mod idiom;
