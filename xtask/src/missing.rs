//! Programs that this machine lacks.

use std::fmt;

/// A missing program, with the way to get it.
#[derive(Clone, Debug)]
pub struct Missing {
    pub tool: &'static str,
    pub remedy: &'static str,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is missing: {}", self.tool, self.remedy)
    }
}

impl std::error::Error for Missing {}
