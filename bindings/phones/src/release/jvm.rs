//! The jars and the AAR, as Maven Central takes them.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use xtask::bindings::{self, Language};
use xtask::files;
use xtask::maven::{self, REACTOR};
use xtask::project::Project;
use zip::ZipArchive;

use super::platforms::{self, Library};
use super::staged;
use crate::android;

/// The modules of Maven that are published.
const MODULES: &str = "kotlin,kotlin-coroutines,jvm-okhttp,jvm-java-http,jvm-ktor";
/// Modules that the others are made of. Their jars hold these classes.
const UNPUBLISHED: [&str; 2] = ["billwire-http", "billwire-vectors"];
const DEPLOY: &str = "org.apache.maven.plugins:maven-deploy-plugin:3.1.4:deploy";
const ARTEFACTS: [(&str, &str); 6] = [
    ("billwire", "jar"),
    ("billwire-android", "aar"),
    ("billwire-coroutines", "jar"),
    ("billwire-okhttp", "jar"),
    ("billwire-java-http", "jar"),
    ("billwire-ktor", "jar"),
];

pub(super) fn stage(project: &Project, folder: &Path, given: Option<&Path>) -> Result<()> {
    let made = folder.join("made");
    let libraries = platforms::collect(project, given, &made.join("kotlin/native"))?;
    bindings::generate(project, Language::Kotlin, made.join("bindings/kotlin"), &[])?;
    let repository = folder.join("repository");
    deploy(project, &made, &repository)?;
    android::package(project, &android::Options::default())?;
    files::copy(&project.target("android/repository"), &repository)?;
    let table = staged::check(&repository, &ARTEFACTS)?;
    holds(&repository, &made.join("kotlin/native"), &libraries)?;
    staged::sum(&repository)?;
    println!("{table}\n{}", platforms::table(&libraries));
    staged::finish(&repository, "Maven signs each file by gpg when release.yml deploys it");
    if let Some(remedy) = platforms::remedy(&libraries) {
        println!("{remedy}");
    }
    Ok(())
}

/// Checks that the jar holds the libraries.
fn holds(repository: &Path, native: &Path, libraries: &[Library]) -> Result<()> {
    let version = env!("CARGO_PKG_VERSION");
    let jar = repository.join(format!("io/github/billwire/billwire/{version}/billwire-{version}.jar"));
    let mut jar = ZipArchive::new(File::open(&jar).with_context(|| jar.display().to_string())?)?;
    for (name, _) in libraries.iter().filter_map(|library| library.packed.as_ref()) {
        let mut content = Vec::new();
        jar.by_name(name).with_context(|| format!("the jar lacks {name}"))?.read_to_end(&mut content)?;
        ensure!(content == fs::read(native.join(name))?, "{name} in the jar is another library");
    }
    Ok(())
}

/// Has Maven deploy into a folder, without gpg and without the plugin of Maven Central.
fn deploy(project: &Project, made: &Path, repository: &Path) -> Result<()> {
    project.progress.step("the jars by Maven", || {
        maven::on(project, &project.path(REACTOR))?
            .args(["--projects", MODULES, "--also-make", "-Prelease", "-Dmaven.test.skip=true", "-Dgpg.skip=true"])
            .args([format!("-Dmade={}", made.display())])
            .args([format!("-DaltDeploymentRepository=staged::file://{}", repository.display())])
            .args(["package", DEPLOY])
            .logged(&project.log("release-kotlin"))?
            .successful()
    })?;
    let group = repository.join("io/github/billwire");
    UNPUBLISHED.iter().try_for_each(|name| files::remove(&group.join(name)))
}
