//! The browser and its driver.

use std::path::PathBuf;

use anyhow::Result;
pub(crate) use xtask::browser::*;

use crate::debian::Program;
use crate::project::Project;
use crate::tools::Missing;

const DRIVER: Program = Program {
    names: &["chromedriver"],
    package: "chromium-driver",
    missing: Missing { tool: "chromedriver", remedy: "apt-get install chromium-driver, of Chromium's own version" },
};

/// Full path of the program that drives [`chromium`] by the WebDriver protocol.
pub(crate) fn driver(project: &Project) -> Result<PathBuf> {
    chromium(project)?;
    DRIVER.provide(project)
}
