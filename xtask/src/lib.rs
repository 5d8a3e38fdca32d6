//! Building, generating and testing billwire: the library of `cargo xtask` and of `tests/proofs`.
//!
//! - [`wasm`], [`package`], [`bindings`], [`generate`], [`kotlin`], [`swift`]: builds;
//! - [`suites`], [`lanes`], [`checks`], [`demo`]: runs;
//! - [`tools`], [`debian`], [`npm`], [`sandbox`], [`files`], [`process`], [`project`], [`report`],
//!   [`counts`], [`failures`], [`times`]: helpers.

#![allow(missing_docs, reason = "a tool's own parts, which no program depends on")]

pub mod bindings;
pub mod checks;
pub mod counts;
pub mod debian;
pub mod demo;
pub mod failures;
pub mod files;
pub mod generate;
pub mod kotlin;
pub mod lanes;
pub mod maven;
pub mod missing;
pub mod npm;
pub mod package;
pub mod process;
pub mod project;
pub mod report;
pub mod sandbox;
pub mod side_by_side;
pub mod suites;
pub mod swift;
pub mod times;
pub mod tools;
pub mod wasm;
