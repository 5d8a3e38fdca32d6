//! Parts that the flow of a settlement and the flow of a credit share.

mod bounds;
mod fields;
mod pause;
mod request;

pub(crate) use bounds::check_bounds;
pub(crate) use fields::{Fields, millis};
pub(crate) use pause::{NextPause, Pause, Pauses, later};
pub use request::FlowRequest;
