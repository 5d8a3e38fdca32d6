//! The native library, and the sources over it for Kotlin and Swift.
//!
//! ```text
//! target/bindings/LANGUAGE          uniffi's sources
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
    let folder = project.target("bindings").join(language);
    project.once(&format!("the sources for {language}"), || {
        // A stripped library has no metadata. Both are built with what the suite `rust` compiles.
        let library = compile(project, "dev", &WORKSPACE)?;
        let bindgen = "billwire-bindgen";
        let generator =
            tools::compile(project, "debug/billwire-bindgen", &[&WORKSPACE[..], &["--bin", bindgen]].concat())?;
        files::remove(&folder)?;
        let run = Run::new(generator).args([language]).args([&library, &folder]).dir(project.path(""));
        run.logged(project.log(format!("bindgen-{language}")))?;
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
