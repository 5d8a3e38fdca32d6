//! The native library, and the sources over it for Kotlin and Swift.
//!
//! ```text
//! target/bindings/LANGUAGE          uniffi's sources
//! target/bindings/android           those of the AAR: Kotlin without what is for a desk
//! target/bindings/swift-devices     those of iOS devices
//! target/ffi/libbillwire_ffi.so     the library that is shipped, stripped
//! ```

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::PathBuf;

use anyhow::Result;

use crate::process::Run;
use crate::project::Project;
use crate::{
    files,
    tools::{self, WORKSPACE},
};

const CRATE: &str = "billwire-ffi";

/// Shared library for this machine, as it is shipped.
pub(crate) fn library(project: &Project) -> Result<PathBuf> {
    compile(project, "ffi", &["-p", CRATE])
}

/// Writes the sources of a language anew, and returns their folder.
pub(crate) fn sources(project: &Project, language: &str) -> Result<PathBuf> {
    // A stripped library has no metadata. This one is built with what the suite `rust` compiles.
    write(project, language, language, || compile(project, "dev", &WORKSPACE))
}

/// Writes the sources of phones anew: the AAR's, or those of iOS devices.
pub(crate) fn of_phones(project: &Project, language: &str, name: &str) -> Result<PathBuf> {
    write(project, language, name, || {
        project.once(&format!("{CRATE} for phones"), || {
            // Static: a shared library would take the place of the one with the simulator.
            let args = ["rustc", "--lib", "--crate-type", "staticlib", "-p", CRATE, "--no-default-features"];
            let build = tools::cargo(project).args(args).dir(project.path(""));
            project.progress.step(&format!("compile {CRATE} for phones"), || {
                build.logged(project.log(format!("compile-{CRATE}-phones")))
            })?;
            Ok(project.target("debug/libbillwire_ffi.a"))
        })
    })
}

fn write(project: &Project, language: &str, name: &str, library: impl FnOnce() -> Result<PathBuf>) -> Result<PathBuf> {
    let folder = project.target("bindings").join(name);
    project.once(&format!("the sources in bindings/{name}"), || {
        let library = library()?;
        // Compiled with what the suite `rust` compiles.
        let bindgen = "billwire-bindgen";
        let generator =
            tools::compile(project, "debug/billwire-bindgen", &[&WORKSPACE[..], &["--bin", bindgen]].concat())?;
        files::remove(&folder)?;
        let run = Run::new(generator).args([language]).args([&library, &folder]).dir(project.path(""));
        run.logged(project.log(format!("bindgen-{name}")))?;
        Ok(folder)
    })
}

fn compile(project: &Project, profile: &str, selected: &[&str]) -> Result<PathBuf> {
    let what = format!("{CRATE} ({profile})");
    project.once(&what, || {
        project.progress.step(&format!("compile {what}"), || {
            let build = tools::cargo(project).args(["build", "--lib", "--profile", profile]).args(selected);
            build.dir(project.path("")).logged(project.log(format!("compile-{CRATE}-{profile}")))
        })?;
        let file = format!("{DLL_PREFIX}{}{DLL_SUFFIX}", CRATE.replace('-', "_"));
        Ok(project.target(tools::profile_folder(profile)).join(file))
    })
}
