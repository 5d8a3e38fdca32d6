//! uniffi's Kotlin, made to read as Kotlin.

pub(crate) mod idiom;
