//! Settling one bill once, over lost answers and crashes; looking a settlement up.

mod bill;
mod doubt;
mod ending;
mod evidence;
mod flow;
mod lookup;
mod policy;
mod record;
mod step;

pub use ending::{EndReason, LastAnswer, Resolution, SettlementEnding, SettlementProof};
pub use evidence::Evidence;
pub use flow::SettlementFlow;
pub use lookup::{LookedUpBill, Lookup, LookupVerdict};
pub use policy::SettlementPolicy;
pub use step::{SettlementStep, WaitReason};
