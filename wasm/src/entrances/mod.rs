//! Functions behind the exports: settings, calls and webhooks from values of JavaScript, without any engine.

mod calls;
mod settings;
#[cfg(test)]
mod tests;
mod webhooks;

pub use calls::*;
pub use settings::*;
pub use webhooks::*;
