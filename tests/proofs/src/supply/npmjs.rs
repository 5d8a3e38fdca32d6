//! Dry run of `npm publish`: the tarball that was just built, under our name and version.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::process::Finished;
use crate::project::Project;
use crate::{files, package, tools};

const MANIFEST: &str = "package.json";

pub(super) fn check(project: &Project) -> Result<String> {
    let tarball = package::tarball(project)?;
    let manifest = manifest(&package::folder(project))?;
    // A dry run says nothing of it.
    ensure!(manifest.get("private").is_none(), "a private package is not published");
    let run = publish(project, &tarball)?.successful()?;
    let answer: Value = serde_json::from_str(&run.answer).context("npm publish answered no JSON")?;
    // By its name, since npm 11.
    let answer = answer.get("billwire").unwrap_or(&answer);
    let id = answer.get("id").and_then(Value::as_str).unwrap_or_default();
    let files = answer.get("files").and_then(Value::as_array).map_or(0, Vec::len);
    let wanted = concat!("billwire@", env!("CARGO_PKG_VERSION"));
    ensure!(id == wanted && files > 0, "npm would publish {id:?} with {files} files");
    control(project, manifest)?;
    Ok(format!("npm takes {files} files"))
}

/// The same package, of a version that is none.
fn control(project: &Project, mut manifest: Value) -> Result<()> {
    let place = project.target("supply/versionless");
    files::remove(&place)?;
    fs::create_dir_all(&place)?;
    package::copy_sources(&package::folder(project), &place)?;
    manifest.as_object_mut().context(MANIFEST)?.insert("version".into(), "next".into());
    fs::write(place.join(MANIFEST), serde_json::to_vec(&manifest)?)?;
    ensure!(!publish(project, &place)?.ok(), "npm takes a package without a version");
    Ok(())
}

fn manifest(package: &Path) -> Result<Value> {
    serde_json::from_slice(&fs::read(package.join(MANIFEST))?).context(MANIFEST)
}

fn publish(project: &Project, what: &Path) -> Result<Finished> {
    tools::npm()?
        .args(["publish", "--dry-run", "--json", "--ignore-scripts", "--tag", "latest"])
        .args([what])
        .dir(project.target(""))
        .answer(&project.log("npm-publish"))
}
