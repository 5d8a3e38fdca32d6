//! The AAR.

use anyhow::{Result, bail};
use xtask::project::Project;

pub(crate) fn build(_project: &Project) -> Result<()> {
    bail!("not built yet")
}
