//! The browser in which pages and wasm are tested: the machine's own, or Debian's.

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

/// Chromium's full path. As root it starts only with `--no-sandbox`.
pub fn chromium(project: &Project) -> Result<PathBuf> {
    CHROMIUM.provide(project)
}
