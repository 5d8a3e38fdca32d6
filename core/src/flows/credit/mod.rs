//! Crediting one bill once: verify, claim and credit together, store what a person must see, and reply to the webhook.

mod books;
mod ending;
mod flow;
mod judge;
mod notice;
mod policy;
mod step;

pub use books::{BookedState, BookedTransaction};
pub use ending::{CreditEnding, CreditReview};
pub use flow::CreditFlow;
pub use policy::CreditPolicy;
pub use step::{Claim, CreditStep, CreditWait};
