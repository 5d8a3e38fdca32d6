//! Settling one bill once, over lost answers and crashes. The flow decides; the caller stores, sends and waits.

mod bill;
mod ending;
mod flow;
mod policy;
mod record;
mod step;

pub use ending::{EndReason, SettlementEnding, SettlementProof};
pub use flow::SettlementFlow;
pub use policy::SettlementPolicy;
pub use step::{FlowRequest, SettlementStep, WaitReason};
