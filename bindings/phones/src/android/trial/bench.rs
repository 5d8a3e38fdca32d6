//! The places of a trial.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use xtask::files;
use xtask::project::Project;

use crate::android::abi::Abi;
use crate::android::link::FILE;

/// Files for a JVM: the content of the AAR, the tests, and libraries in place of Android's.
pub(super) struct Bench<'a> {
    pub(super) project: &'a Project,
    pub(super) folder: PathBuf,
    /// The unpacked AAR.
    pub(super) aar: PathBuf,
    pub(super) tests: PathBuf,
    pub(super) libraries: PathBuf,
    pub(super) shim: PathBuf,
}

impl Bench<'_> {
    pub(super) fn library(&self) -> PathBuf {
        self.aar.join("jni").join(Abi::X86_64.name()).join(FILE)
    }

    pub(super) fn classes(&self) -> PathBuf {
        self.aar.join("classes.jar")
    }

    /// Jars that the classes and the tests need.
    pub(super) fn jars(&self) -> Result<Vec<PathBuf>> {
        let all = files::below(&self.libraries)?.into_iter().map(|name| self.libraries.join(name));
        let all: Vec<_> = all.filter(|file| file.extension().is_some_and(|kind| kind == "jar")).collect();
        ensure!(!all.is_empty(), "Maven has copied no jar");
        Ok(all)
    }

    pub(super) fn jar(&self, start: &str) -> Result<PathBuf> {
        let found = self.jars()?.into_iter().find(|file| {
            let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            name.strip_prefix(start).is_some_and(|rest| rest.starts_with(|digit: char| digit.is_ascii_digit()))
        });
        found.with_context(|| format!("there is no {start}*.jar in {}", self.libraries.display()))
    }

    pub(super) fn classpath(&self, first: &[PathBuf]) -> Result<Vec<PathBuf>> {
        Ok(first.iter().cloned().chain(self.jars()?).collect())
    }
}
