//! `cargo xtask docs`: builds the site into `target/site`.

use anyhow::Result;
use xtask::project::Project;

fn main() -> Result<()> {
    let project = Project::find()?;
    let built = billwire_docs::build(&project)?;
    project.progress.say(&built);
    Ok(())
}
