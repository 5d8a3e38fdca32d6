//! Names of the functions that the library exports to other languages.

/// Their beginnings, without uniffi's metadata, which only its generators read.
pub(crate) const BEGINNINGS: [&str; 2] = ["ffi_billwire_ffi_", "uniffi_billwire_ffi_"];

pub(crate) fn is_ours(name: &str) -> bool {
    BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
}
