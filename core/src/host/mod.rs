//! The core as a dynamic host uses it: value trees and packed values in, operations by name.
//!
//! It belongs to the faces of this project, and changes with them.

mod calls;
mod configure;
mod decimals;
mod signature;
#[cfg(test)]
mod tests;
mod webhooks;

pub use calls::*;
pub use configure::*;
pub use decimals::*;
pub use signature::*;
pub use webhooks::*;
