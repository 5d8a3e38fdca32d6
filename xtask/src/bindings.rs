//! What Kotlin, Swift and Java are made of: the native library, and the sources over it for each language.
//!
//! ```text
//! target/bindings/LANGUAGE/source   what is compiled: uniffi's sources, postprocessed by `xtask/bindgen`
//! target/bindings/LANGUAGE/uniffi   what uniffi wrote, from the library that still has its metadata
//! target/ffi/libbillwire_ffi.so     the library that is shipped, stripped
//! ```

use std::path::PathBuf;

use anyhow::Result;

use crate::process::Run;
use crate::project::Project;
use crate::tools;

const CRATE: &str = "billwire-ffi";
const GENERATOR: &str = "billwire-bindgen";

/// A language that uniffi writes.
#[derive(Clone, Copy)]
pub enum Language {
    Kotlin,
    Swift,
    Java,
}

impl Language {
    fn name(self) -> &'static str {
        match self {
            Language::Kotlin => "kotlin",
            Language::Swift => "swift",
            Language::Java => "java",
        }
    }
}

/// Everything, for whoever works on one of the packages.
pub fn all(project: &Project) -> Result<()> {
    project.progress.say(&library(project)?.display().to_string());
    for language in [Language::Kotlin, Language::Swift, Language::Java] {
        project.progress.say(&sources(project, language)?.display().to_string());
    }
    Ok(())
}

/// The shared library that is shipped for this machine.
pub fn library(project: &Project) -> Result<PathBuf> {
    compile(project, "ffi")
}

/// Writes the sources of a language anew: the folder that holds them.
pub fn sources(project: &Project, language: Language) -> Result<PathBuf> {
    // A stripped library has no metadata.
    let library = compile(project, "dev")?;
    let generator = tools::program(project, GENERATOR, "dev")?;
    let name = language.name();
    let folder = project.target("bindings").join(name);
    project.progress.step(&format!("sources for {name}"), || {
        let run = Run::new(generator).args([name]).args([&library, &folder]).dir(project.path(""));
        run.logged(&project.log(format!("bindgen-{name}")))?.successful()
    })?;
    Ok(folder.join("source"))
}

fn compile(project: &Project, profile: &str) -> Result<PathBuf> {
    let run = project.progress.step(&format!("compile {CRATE} ({profile})"), || {
        tools::cargo()
            .args(["build", "-p", CRATE, "--profile", profile, "--message-format", "json-render-diagnostics"])
            .dir(project.path(""))
            .answer(&project.log(format!("compile-{CRATE}-{profile}")))?
            .successful()
    })?;
    tools::artifact(&run.answer, &CRATE.replace('-', "_"), |file| {
        [".so", ".dylib", ".dll"].iter().any(|ending| file.ends_with(ending))
    })
}
