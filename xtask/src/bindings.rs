//! What Kotlin, Swift and Java are made of: the native library, and the sources that uniffi writes for each language.
//!
//! ```text
//! target/bindings/kotlin, swift, java   the sources, from the library that still has its metadata
//! target/ffi/libbillwire_ffi.so         the library that is shipped, stripped
//! ```

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use camino::Utf8PathBuf;
use uniffi_bindgen::bindings::{self, GenerateOptions, TargetLanguage};
use uniffi_bindgen::interface::{AsType, Record, Type};
use uniffi_bindgen::{BindgenLoader, BindgenPaths, ComponentInterface, GlobalConfig};

use crate::files;
use crate::project::Project;
use crate::tools;
use crate::wasm::artifact;

const CRATE: &str = "billwire-ffi";

/// A language that uniffi writes.
#[derive(Clone, Copy)]
pub(crate) enum Language {
    Kotlin,
    Swift,
    Java,
}

impl Language {
    fn folder(self) -> &'static str {
        match self {
            Language::Kotlin => "kotlin",
            Language::Swift => "swift",
            Language::Java => "java",
        }
    }
}

/// Everything, for whoever works on one of the packages.
pub(crate) fn all(project: &Project) -> Result<()> {
    project.progress.say(&library(project)?.display().to_string());
    for language in [Language::Kotlin, Language::Swift, Language::Java] {
        project.progress.say(&sources(project, language)?.display().to_string());
    }
    Ok(())
}

/// The shared library that is shipped for this machine.
pub(crate) fn library(project: &Project) -> Result<PathBuf> {
    compile(project, "ffi")
}

/// Writes the sources of a language anew: the folder that holds them.
pub(crate) fn sources(project: &Project, language: Language) -> Result<PathBuf> {
    // A stripped library has no metadata.
    let library = Utf8PathBuf::try_from(compile(project, "dev")?)?;
    let folder = project.target("bindings").join(language.folder());
    files::remove(&folder)?;
    fs::create_dir_all(&folder)?;
    let name = language.folder();
    project.progress.step(&format!("uniffi's sources for {name}"), || write(language, library, folder.clone()))?;
    Ok(folder)
}

/// What uniffi knows of the library: also the defaults, which not every language's sources have.
pub(crate) fn interface(project: &Project) -> Result<ComponentInterface> {
    let library = Utf8PathBuf::try_from(compile(project, "dev")?)?;
    let loader = loader()?;
    let interfaces = loader.load_cis(loader.load_metadata(&library)?)?;
    interfaces.into_iter().next().context("the library has no interface")
}

/// An object that comes over in one record with something it is asked for.
pub(crate) struct Bundle {
    /// The record.
    pub(crate) parts: String,
    /// The object's class.
    pub(crate) class: String,
    /// The type of what comes with it.
    pub(crate) kind: String,
    /// The method that gives it.
    pub(crate) name: String,
}

/// The records that bring an object and something of its own.
pub(crate) fn bundles(interface: &ComponentInterface) -> Vec<Bundle> {
    let bundle = |record: &Record| {
        let [object, own] = record.fields() else { return None };
        let (Type::Object { name: class, .. }, Type::Record { name: kind, .. }) = (object.as_type(), own.as_type())
        else {
            return None;
        };
        Some(Bundle { parts: record.name().to_owned(), class, kind, name: own.name().to_owned() })
    };
    interface.record_definitions().iter().filter_map(bundle).collect()
}

fn compile(project: &Project, profile: &str) -> Result<PathBuf> {
    let run = project.progress.step(&format!("compile {CRATE} ({profile})"), || {
        tools::cargo()
            .args(["build", "-p", CRATE, "--profile", profile, "--message-format", "json-render-diagnostics"])
            .dir(project.path(""))
            .answer(&project.log(format!("compile-{CRATE}-{profile}")))?
            .successful()
    })?;
    artifact(&run.answer, &CRATE.replace('-', "_"), |file| {
        [".so", ".dylib", ".dll"].iter().any(|ending| file.ends_with(ending))
    })
}

fn write(language: Language, library: Utf8PathBuf, folder: PathBuf) -> Result<()> {
    let out_dir = Utf8PathBuf::try_from(folder)?;
    let target = match language {
        Language::Kotlin => TargetLanguage::Kotlin,
        Language::Swift => TargetLanguage::Swift,
        Language::Java => return write_java(library, out_dir),
    };
    let options = GenerateOptions { languages: vec![target], source: library, out_dir, ..GenerateOptions::default() };
    bindings::generate(options).context("uniffi cannot write the sources")
}

fn write_java(library: Utf8PathBuf, out_dir: Utf8PathBuf) -> Result<()> {
    let options = uniffi_bindgen_java::GenerateOptions { source: library, out_dir, format: false, crate_filter: None };
    uniffi_bindgen_java::generate(&loader()?, &options).context("uniffi cannot write the sources")
}

fn loader() -> Result<BindgenLoader> {
    let mut paths = BindgenPaths::default();
    paths.add_cargo_metadata_layer(false)?;
    Ok(BindgenLoader::new(paths, GlobalConfig::default()))
}
