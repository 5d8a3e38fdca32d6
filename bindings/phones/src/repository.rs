//! A repository of Maven in a folder.

use std::path::{Path, PathBuf};

use xtask::process::Run;

/// Version of every artefact.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Folder of all artefacts.
pub(crate) fn group(repository: &Path) -> PathBuf {
    repository.join("io/github/billwire")
}

/// Folder of an artefact.
pub(crate) fn folder(repository: &Path, artefact: &str) -> PathBuf {
    group(repository).join(artefact).join(VERSION)
}

/// File of an artefact, by the end of its name.
pub(crate) fn file(repository: &Path, artefact: &str, end: &str) -> PathBuf {
    folder(repository, artefact).join(format!("{artefact}-{VERSION}{end}"))
}

/// Goal of the plugin that fills a repository.
pub(crate) fn goal(name: &str) -> String {
    format!("org.apache.maven.plugins:maven-deploy-plugin:3.1.4:{name}")
}

/// A run of Maven that packs below `made`, without the tests, and fills the repository with what it packs.
pub(crate) fn filled_by(maven: Run, made: &Path, repository: &Path) -> Run {
    maven
        .args(["-Dmaven.test.skip=true", &goal("deploy")])
        .args([format!("-Dmade={}", made.display())])
        .args([format!("-DaltDeploymentRepository=staged::file://{}", repository.display())])
}
