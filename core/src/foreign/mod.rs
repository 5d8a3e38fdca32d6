//! What Kotlin, Swift and Java see: the same core through uniffi, behind the feature `uniffi`.
//!
//! A model is the core's own struct, and a draft is made of its declaration (`model!`); here stands what has no such
//! counterpart, because other languages have no generics, no borrowed text and no `u16`. Nothing is decided here.
//!
//! - [`values`]: what crosses as `BigDecimal`, `Instant`, `Data`, …;
//! - [`config`], [`biller`], [`calls`]: preparing, and reading answers;
//! - [`lookup`]: looking a bill up; [`webhook`]: receiving and confirming;
//! - [`signature`], [`catalogue`]: the hash alone and what explains it; the operations by name;
//! - [`failure`]: the one error;
//! - `hot`, `packet`: the jobs of every day once more, for Java;
//! - `simulator`: the service's side, for tests.

#![expect(unreachable_pub, reason = "it is public in the other languages")]
#![expect(clippy::result_large_err, reason = "no box crosses, and an error is copied over anyway")]

mod biller;
mod calls;
mod catalogue;
mod config;
mod failure;
mod hot;
mod lookup;
mod packet;
mod signature;
#[cfg(feature = "simulator")]
mod simulator;
mod values;
mod webhook;

pub(crate) use values::Foreign;

#[cfg(test)]
mod tests;
