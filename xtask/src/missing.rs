//! Programs that a machine does not have.

use std::fmt;

/// A missing program, with the way to get it.
#[derive(Clone, Debug)]
pub(crate) struct Missing {
    pub(crate) tool: &'static str,
    pub(crate) remedy: &'static str,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is missing: {}", self.tool, self.remedy)
    }
}

impl std::error::Error for Missing {}

/// A program that no command here can install, not even in CI: the network of the machine does not reach it.
#[derive(Clone, Debug)]
pub(crate) struct OutOfReach(pub(crate) Missing);

impl fmt::Display for OutOfReach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for OutOfReach {}
