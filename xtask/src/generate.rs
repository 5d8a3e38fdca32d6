//! Sources that the generator writes from the models: made anew, or compared with the checked-in ones.

use std::fs;
use std::path::Path;

use anyhow::{Result, ensure};
use serde_json::json;

use crate::files;
use crate::process::Run;
use crate::project::Project;
use crate::tools::{self, BIOME};

/// Runs the generator into a fresh folder: it writes its files to the paths that they have in the working copy
/// (`wasm/npm/src/models.js` and so on). Copies those that differ, or fails if there are such.
pub(crate) fn run(project: &Project, check: bool) -> Result<()> {
    let made = project.target("xtask/generated/files");
    files::remove(&made)?;
    fs::create_dir_all(&made)?;
    let generator = tools::compile(project, "debug/billwire-generate", &["-p", "billwire-generate"])?;
    Run::new(generator).args([&made]).dir(project.path("")).logged(project.log("generate"))?;
    format(project, &made)?;
    let names = files::below(&made)?;
    ensure!(!names.is_empty(), "the generator wrote no file");
    for name in names {
        let content = fs::read(made.join(&name))?;
        let is_stale = fs::read(project.path(&name)).ok().is_none_or(|old| old != content);
        ensure!(!(is_stale && check), "{} is not as generated; run `cargo xtask generate`", name.display());
        if files::write(&project.path(&name), &content)? {
            project.progress.say(&format!("{:>9}  {}", "written", name.display()));
        }
    }
    Ok(())
}

/// Formats the generated JavaScript and TypeScript as `biome.json` says, in the folder `target`, which git ignores.
fn format(project: &Project, made: &Path) -> Result<()> {
    let config = json!({
        "extends": [project.path("biome.json")],
        "vcs": { "enabled": false },
        "files": { "includes": ["**", "!**/*.md"] },
    });
    let place = made.with_file_name("biome");
    files::write(&place.join("biome.json"), config.to_string().as_bytes())?;
    let biome = tools::npm_tool(project, BIOME.0, BIOME.1)?.join("bin/biome");
    let run = tools::node()?.args([biome]).args(["format", "--write", "--config-path"]).args([&place, made]);
    run.dir(project.path("")).logged(project.log("biome")).map(drop)
}
