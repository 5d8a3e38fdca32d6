//! Everything that Kotlin and Swift see of billwire beyond the types of core, which derive uniffi's traits where they
//! are declared.
//!
//! These languages have no type parameters, no borrowed values and no unsigned numbers, and their objects are shared.
//! So the objects stand here: `biller`, `calls`, `untyped`, `lookup`, `settlement`, `credit`, `webhook` and
//! `signature`, each around one of core's, and for a desk `explain` and the `simulator`. `setting` and `values` say how
//! settings and values cross, and `error` has the methods of an error. This module decides nothing itself.

#![expect(unreachable_pub, reason = "uniffi exports these items to other languages")]
#![expect(clippy::needless_pass_by_value, reason = "uniffi lifts arguments, and a record is lifted as a value")]

mod biller;
mod calls;
mod catalogue;
mod credit;
mod error;
#[cfg(feature = "explain")]
mod explain;
mod lookup;
mod received;
mod setting;
mod settlement;
mod signature;
// Its scripts are JSON.
#[cfg(feature = "simulator")]
mod simulated;
#[cfg(all(feature = "simulator", feature = "serde"))]
mod simulator;
mod texts;
mod untyped;
mod values;
mod webhook;

pub(crate) use crate::wire::model::crossing::{Form, Setting};

#[cfg(test)]
mod tests;
