//! The transaction webhook: who sent it, what it says, what to answer, and whether to believe it
//! (sections 2.7, 2.8, 4.4 and 6).

mod confirmation;
mod delivery;
mod event;
mod payload;
mod receiver;

pub use confirmation::{Confirmation, Confirmed, EventIds, Expectation, Mismatch, MismatchCode, Verdict};
pub(crate) use confirmation::{Reading, compare_purpose, compare_text, present};
pub use delivery::Delivery;
pub use event::dedup_key;
pub use event::{WebhookAuthentication, WebhookEvent};
pub use payload::{Customer, Customers, WebhookPayload};
pub use receiver::{WebhookLimits, WebhookReceiver};
