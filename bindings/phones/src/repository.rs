//! Places in a repository of Maven.

use std::path::{Path, PathBuf};

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
