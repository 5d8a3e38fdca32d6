//! The Java package: what Maven compiles and packs, and what is run of it.
//!
//! ```text
//! target/java/source/io/github/billwire/*.java      the models, written by `xtask/bindgen`
//! target/java/source/io/github/billwire/ffi/*.java  uniffi's Java
//! target/java/native/io/github/billwire/native/linux-x86-64/  the library, in a folder named as JNA would name this platform
//! target/maven/billwire-java/billwire-java-….jar    the package
//! ```

mod jdk;

use std::fs;
use std::path::PathBuf;

use anyhow::Result;

use crate::bindings::{self, Language};
use crate::files;
use crate::maven::{self, Package};
use crate::process::Run;
use crate::project::Project;

pub const PACKAGE: Package =
    Package { language: "java", artifact: "billwire-java", over: &[], jdk: Some(jdk::home), prepare };
/// Folder of the sources that Maven compiles.
pub const SOURCES: &str = "java/source/io/github/billwire";

/// A program of the JDK.
pub fn tool(name: &str) -> Result<Run> {
    Ok(maven::jvm(jdk::home()?.join("bin").join(name)))
}

/// Puts into place what the package is made of, and nothing of an earlier one.
pub fn prepare(project: &Project) -> Result<()> {
    jdk::home()?;
    let library = bindings::library(project)?;
    let generated = bindings::sources(project, Language::Java)?;
    let read = |name: PathBuf| Ok((name.clone(), fs::read(generated.join(name))?));
    let sources = files::below(&generated)?.into_iter().map(read).collect::<Result<Vec<_>>>()?;
    files::fill(&project.target(SOURCES), &sources)?;
    let packed = project.target("maven/billwire-java/classes/io/github/billwire/native");
    maven::place(&library, &project.target("java/native/io/github/billwire/native"), &[&packed])
}
