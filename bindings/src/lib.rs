//! Everything that Kotlin and Swift see of billwire, exported by uniffi.
//!
//! `models` and `operations` are generated from the declarations of core. The other modules hold the types that need another form here:
//! these languages have no generic types, no borrowed text and no unsigned numbers. This crate decides nothing itself.
//!
//! - `values`, `drafts`, `models`: values, requests, and answers;
//! - `config`, `credentials`, `biller`, `calls`, `operations`, `untyped`: preparing requests, and decoding answers;
//! - `settlement`, `credit`, `flow`: settling and crediting a bill at most once; `lookup`: looking a bill up;
//! - `webhook`: receiving and confirming webhooks;
//! - `signature`, `catalogue`: signing alone, explaining a hash, and the list of operations;
//! - `error`: the one error; `texts`: sentences for people;
//! - `simulator`: the service's side, for tests.

#![expect(unreachable_pub, reason = "uniffi exports these items to other languages")]
#![expect(clippy::result_large_err, reason = "uniffi copies an error, so a box saves nothing")]

mod biller;
mod calls;
mod catalogue;
mod config;
mod credentials;
mod credit;
mod drafts;
mod error;
mod flow;
mod lookup;
mod models;
mod operations;
mod settlement;
mod signature;
#[cfg(feature = "simulator")]
mod simulator;
mod texts;
mod untyped;
mod validation;
mod values;
mod webhook;

uniffi::setup_scaffolding!("billwire");

/// Separate from the allocator of the program that loads the library, which keeps its own. glibc's allocator took a
/// third of the time of a call from a JVM.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[cfg(test)]
mod tests;
