//! The jars and the AAR, as Maven Central takes them.
//!
//! ```text
//! target/release/kotlin/made         what Maven packs, in the layout of target
//! target/release/kotlin/repository   the artefacts
//! ```

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use xtask::bindings::{self, Language};
use xtask::project::Project;
use xtask::{files, kotlin};
use zip::ZipArchive;

use super::staged;
use crate::{android, libraries, repository};

/// The modules of Maven that are published.
const MODULES: &str = "kotlin,kotlin-coroutines,kotlin-testing,jvm-okhttp,jvm-ktor";
/// Modules that the others are made of. Their jars hold these classes.
const UNPUBLISHED: [&str; 2] = ["billwire-http", "billwire-vectors"];
const ARTEFACTS: [(&str, &str); 6] = [
    ("billwire", "jar"),
    ("billwire-testing", "jar"),
    ("billwire-android", "aar"),
    ("billwire-coroutines", "jar"),
    ("billwire-okhttp", "jar"),
    ("billwire-ktor", "jar"),
];
/// Artefacts with the libraries for desktops and servers.
const WITH_LIBRARIES: [&str; 2] = ["billwire", "billwire-testing"];

pub(super) fn stage(project: &Project, folder: &Path, unoptimised: bool) -> Result<()> {
    let (made, repository) = (folder.join("made"), folder.join("repository"));
    let libraries = libraries::package(project, &libraries::Options { unoptimised, ..libraries::Options::default() })?;
    for path in libraries.paths() {
        let library = fs::read(libraries.folder.join(&path))?;
        files::write(&made.join("kotlin/native").join(&path), &library)?;
    }
    bindings::generate(project, Language::Kotlin, made.join("bindings/kotlin"), &[])?;
    deploy(project, &made, &repository)?;
    android::package(project, &android::Options::default())?;
    files::copy(&project.target("android/repository"), &repository)?;
    without_lists(&repository)?;
    let table = staged::check(&repository, &ARTEFACTS)?;
    WITH_LIBRARIES.iter().try_for_each(|artefact| holds(artefact, &repository, &libraries))?;
    staged::sum(&repository)?;
    println!("{table}\n{}", libraries.report());
    staged::finish(&repository, ".github/scripts/central.sh signs each file by gpg, and uploads all of them");
    Ok(())
}

/// Maven Central takes the files of a version alone, and lists the versions itself.
fn without_lists(repository: &Path) -> Result<()> {
    let is_list =
        |name: &Path| name.file_name().is_some_and(|name| name.to_string_lossy().starts_with("maven-metadata"));
    let mut lists = files::below(repository)?.into_iter().filter(|name| is_list(name));
    lists.try_for_each(|name| files::remove_file(&repository.join(name)))
}

/// Checks that the jar holds the libraries, with a folder for each platform.
fn holds(artefact: &str, repository: &Path, libraries: &libraries::Package) -> Result<()> {
    let jar = repository::file(repository, artefact, ".jar");
    let mut jar = ZipArchive::new(File::open(&jar).with_context(|| jar.display().to_string())?)?;
    for path in libraries.paths() {
        let name = Path::new(&path).display().to_string();
        let mut content = Vec::new();
        jar.by_name(&name).with_context(|| format!("{artefact} lacks {name}"))?.read_to_end(&mut content)?;
        ensure!(content == fs::read(libraries.folder.join(&path))?, "{name} in {artefact} is another library");
    }
    Ok(())
}

/// Has Maven deploy into a folder.
fn deploy(project: &Project, made: &Path, repository: &Path) -> Result<()> {
    project.progress.step("the jars by Maven", || {
        let maven = kotlin::PACKAGE.maven(project, MODULES, "package")?.args(["-Prelease"]);
        repository::filled_by(maven, made, repository).logged(&project.log("release-kotlin"))?.successful()
    })?;
    let group = repository::group(repository);
    UNPUBLISHED.iter().try_for_each(|name| files::remove(&group.join(name)))
}
