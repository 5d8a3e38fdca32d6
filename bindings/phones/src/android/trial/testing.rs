//! The artefact `billwire-testing`, in a repository: an app's unit tests get the simulator from it, and the library for this machine.

use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use xtask::bindings::{self, Language};
use xtask::files;
use xtask::kotlin;
use xtask::maven;
use xtask::project::Project;
use zip::ZipArchive;

use crate::android::aar::Folders;
use crate::repository;

pub(super) const ARTIFACT: &str = "billwire-testing";

/// Packs the artefact in folders of its own: another run of Maven may pack the jars meanwhile. Returns the repository.
pub(super) fn stage(project: &Project, place: &Folders) -> Result<PathBuf> {
    let made = place.0.join("testing");
    let repository = made.join("repository");
    files::remove(&repository)?;
    maven::place(&bindings::library(project)?, &made.join("kotlin/native"), &[&made.join("maven")])?;
    bindings::generate(project, Language::Kotlin, made.join("bindings/kotlin"), &[])?;
    let maven = kotlin::PACKAGE.maven(project, "kotlin-testing", "package")?;
    repository::filled_by(maven, &made, &repository).logged(&project.log("android-testing"))?.successful()?;
    Ok(repository)
}

/// The staged jar. It has no class of the AAR: with two classes of one name, the order of the class path would decide.
pub(super) fn jar(repository: &Path, classes: &Path) -> Result<PathBuf> {
    let jar = repository::file(repository, ARTIFACT, ".jar");
    let package = repository::file(repository, "billwire", ".jar");
    let of_aar = names(classes)?;
    let twice = |jar: &Path| Ok::<_, anyhow::Error>(names(jar)?.intersection(&of_aar).next().cloned());
    ensure!(twice(&package)?.is_some(), "the control: the classes of the jar are not noticed in the AAR");
    let twice = twice(&jar)?;
    ensure!(twice.is_none(), "{ARTIFACT} and the AAR both have {}", twice.unwrap_or_default());
    Ok(jar)
}

fn names(jar: &Path) -> Result<BTreeSet<String>> {
    let jar = ZipArchive::new(File::open(jar).with_context(|| jar.display().to_string())?)?;
    let names = jar.file_names().map(|name| Ok(name?.into_owned())).collect::<Result<Vec<_>>>()?;
    Ok(names.into_iter().filter(|name| name.ends_with(".class")).collect())
}
