//! Settling one bill once, over lost answers, crashes and other flows of the same bill; looking a settlement up.
//!
//! The record is what was heard ([`knowledge`]), and only grows. [`learn`] says what an event adds, [`meaning`]
//! what the knowledge proves, and [`decide`] what is next. [`flow`] is the hand: it loads, stores and gives out
//! requests.

mod bill;
mod decide;
mod ending;
mod evidence;
mod flow;
mod hear;
pub(crate) mod knowledge;
mod last_answer;
#[cfg(test)]
mod laws;
mod learn;
mod lookup;
mod meaning;
mod policy;
mod record;
mod sight;
mod step;

pub use ending::{EndReason, Resolution, SettlementEnding, SettlementProof};
pub use evidence::Evidence;
pub use flow::SettlementFlow;
pub use last_answer::LastAnswer;
pub use lookup::{LookedUpBill, Lookup, LookupVerdict};
pub use policy::SettlementPolicy;
pub use step::{SettlementState, SettlementStep, WaitReason};
