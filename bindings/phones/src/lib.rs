//! Native libraries and packages for other machines: their builds, their checks, their trials on this machine, and what is
//! released.

#![allow(missing_docs, reason = "a tool's own parts, which only the proofs use besides")]

pub mod android;
pub mod apple;
mod compiled;
mod elf;
mod exports;
pub mod libraries;
pub mod pypi;
pub mod release;
mod repository;
mod rules;
mod vector;
mod ziglang;

use xtask::process::Run;

/// Settings of a library that is inspected and not shipped: optimising it across crates takes minutes.
const INSPECTED: [(&str, &str); 3] =
    [("CARGO_PROFILE_FFI_LTO", "off"), ("CARGO_PROFILE_FFI_CODEGEN_UNITS", "16"), ("CARGO_PROFILE_FFI_OPT_LEVEL", "0")];

/// Has cargo optimise a library of the profile `ffi` no more than an inspection needs.
pub fn inspected(cargo: Run) -> Run {
    INSPECTED.into_iter().fold(cargo, |cargo, (name, value)| cargo.env(name, value))
}
