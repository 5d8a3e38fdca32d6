//! Debian's packages that only the proofs use.

pub(crate) use xtask::debian::*;

use crate::tools::Missing;

/// Valgrind, which observes every instruction of a program and every byte that it touches.
pub(crate) const VALGRIND: Program = Program {
    names: &["valgrind"],
    package: "valgrind",
    missing: Missing { tool: "valgrind", remedy: "apt-get install valgrind, on Linux" },
};
