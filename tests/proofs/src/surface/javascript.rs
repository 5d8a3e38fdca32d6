//! The npm package, as the TypeScript compiler sees its types.

use anyhow::Result;

use crate::project::Project;
use crate::{package, tools};

pub(super) fn surface(project: &Project) -> Result<String> {
    package::tarball(project)?;
    let run = tools::node()?
        .args([project.path("tests/proofs/scripts/surface.mjs"), tools::typescript(project)?, package::folder(project)])
        .answer(&project.log("surface-javascript"))?
        .successful()?;
    Ok(run.answer)
}
