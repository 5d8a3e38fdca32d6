//! The browser in which pages and wasm are tested, and its driver: the machine's own, or Debian's.

use std::path::PathBuf;

use anyhow::Result;

use crate::debian::Program;
use crate::project::Project;
use crate::tools::Missing;

const CHROMIUM: Program = Program {
    names: &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    package: "chromium",
    missing: Missing { tool: "Chromium", remedy: "apt-get install chromium, or a Chrome on PATH" },
};
const DRIVER: Program = Program {
    names: &["chromedriver"],
    package: "chromium-driver",
    missing: Missing { tool: "chromedriver", remedy: "apt-get install chromium-driver, of Chromium's own version" },
};

/// Chromium's full path. As root it starts only with `--no-sandbox`.
pub fn chromium(project: &Project) -> Result<PathBuf> {
    CHROMIUM.provide(project)
}

/// The full path of what drives [`chromium`] by the WebDriver protocol.
pub fn driver(project: &Project) -> Result<PathBuf> {
    chromium(project)?;
    DRIVER.provide(project)
}
