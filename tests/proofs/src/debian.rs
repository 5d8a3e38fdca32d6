//! Debian's packages that only the proofs use.

pub(crate) use xtask::debian::*;

use crate::tools::Missing;

/// Driver of [`CHROMIUM`] by the WebDriver protocol.
pub(crate) const CHROMEDRIVER: Program = Program {
    names: &["chromedriver"],
    package: "chromium-driver",
    missing: Missing { tool: "chromedriver", remedy: "apt-get install chromium-driver, of Chromium's own version" },
};

/// Valgrind, which observes every instruction of a program and every byte that it touches.
pub(crate) const VALGRIND: Program = Program {
    names: &["valgrind"],
    package: "valgrind",
    missing: Missing { tool: "valgrind", remedy: "apt-get install valgrind, on Linux" },
};
