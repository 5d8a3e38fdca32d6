//! Work over several calls: a bill is settled once, and a payment credited once. A flow says what to store, send or
//! wait for.

mod bounds;
pub(crate) mod credit;
mod pause;
mod recorded;
mod request;
#[cfg(feature = "runner")]
pub(crate) mod runner;
pub(crate) mod settlement;

pub(crate) use bounds::check_bounds;
pub(crate) use pause::{NextPause, Pause, Pauses, later};
pub use request::FlowRequest;
