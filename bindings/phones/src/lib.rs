//! Native libraries and packages for other machines: their builds, their checks, their trials on this machine, and what is
//! released.

#![allow(missing_docs, reason = "a tool's own parts, which only the proofs use besides")]

pub mod android;
pub mod apple;
pub mod libraries;
pub mod pypi;
pub mod release;
mod rules;
mod vector;
mod ziglang;

use std::path::PathBuf;

use anyhow::Result;
use xtask::process::Run;
use xtask::tools;

/// Settings of a library that is inspected and not shipped: optimising it across crates takes minutes.
const INSPECTED: [(&str, &str); 3] =
    [("CARGO_PROFILE_FFI_LTO", "off"), ("CARGO_PROFILE_FFI_CODEGEN_UNITS", "16"), ("CARGO_PROFILE_FFI_OPT_LEVEL", "0")];

/// Has cargo optimise a library of the profile `ffi` no more than an inspection needs.
pub fn inspected(cargo: Run) -> Run {
    INSPECTED.into_iter().fold(cargo, |cargo, (name, value)| cargo.env(name, value))
}

/// Variable of the compiler's flags, and what separates them.
const RUST_FLAGS: (&str, &str) = ("CARGO_ENCODED_RUSTFLAGS", "\u{1f}");

/// Flags that keep this machine's folders out of a library: a panic names its source file.
fn remapped() -> Result<[String; 2]> {
    let remapped = |folder: PathBuf, name: &str| format!("--remap-path-prefix={}={name}", folder.display());
    let libraries = remapped(tools::sysroot()?.join("lib/rustlib/src/rust"), &tools::library_sources()?);
    Ok([libraries, remapped(tools::cargo_home()?.join("registry/src"), "/crates")])
}
