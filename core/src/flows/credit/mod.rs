//! Crediting one bill once: verify, claim and credit together, and reply to the webhook.

mod ending;
mod flow;
mod notice;
mod policy;
mod step;

pub use ending::CreditEnding;
pub use flow::CreditFlow;
pub use policy::CreditPolicy;
pub use step::{Claim, CreditStep, CreditWait};
