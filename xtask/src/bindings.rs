//! The native library, and the sources over it for Kotlin and Swift.
//!
//! ```text
//! target/bindings/LANGUAGE/source   the compiled sources: uniffi's, postprocessed by `xtask/bindgen`
//! target/bindings/LANGUAGE/uniffi   the output of uniffi, from the library with its metadata
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
}

impl Language {
    fn name(self) -> &'static str {
        match self {
            Language::Kotlin => "kotlin",
            Language::Swift => "swift",
        }
    }
}

/// Shared library for this machine, as it is shipped.
pub fn library(project: &Project) -> Result<PathBuf> {
    compile(project, "ffi")
}

/// Writes the sources of a language anew, and returns their folder.
pub fn sources(project: &Project, language: Language) -> Result<PathBuf> {
    let folder = project.target("bindings").join(language.name());
    project.once(&format!("the sources for {}", language.name()), || generate(project, language, folder, &[]))
}

/// Writes the sources into a folder, and without fields such as `Line.tax_name`: those of an earlier version.
pub fn generate(project: &Project, language: Language, folder: PathBuf, without: &[&str]) -> Result<PathBuf> {
    // A stripped library has no metadata.
    let library = compile(project, "dev")?;
    let generator = tools::program(project, GENERATOR, "dev")?;
    let name = language.name();
    project.progress.step(&format!("sources for {name}"), || {
        let run = Run::new(generator).args([name]).args([&library, &folder]).args(without).dir(project.path(""));
        run.logged(&project.log(format!("bindgen-{name}")))?.successful()
    })?;
    Ok(folder.join("source"))
}

fn compile(project: &Project, profile: &str) -> Result<PathBuf> {
    let what = format!("{CRATE} ({profile})");
    project.once(&what, || build(project, &what, profile))
}

fn build(project: &Project, what: &str, profile: &str) -> Result<PathBuf> {
    let run = project.progress.step(&format!("compile {what}"), || {
        let own = ["-p", CRATE];
        tools::cargo()
            .args(["build", "--lib", "--profile", profile, "--message-format", "json-render-diagnostics"])
            .args(if profile == "dev" { tools::selected(project, &own) } else { own.to_vec() })
            .dir(project.path(""))
            .answer(&project.log(format!("compile-{CRATE}-{profile}")))?
            .successful()
    })?;
    tools::artifact(&run.answer, &CRATE.replace('-', "_"), |file| {
        [".so", ".dylib", ".dll"].iter().any(|ending| file.ends_with(ending))
    })
}
