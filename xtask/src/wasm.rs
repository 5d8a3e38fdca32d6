//! From a crate of the workspace to an optimised wasm file and its JavaScript glue.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

use crate::npm;
use crate::package::Face;
use crate::process::Run;
use crate::project::Project;
use crate::tools::{self, WASM_TARGET};

/// What every engine of the last years can do, and what makes the reader fast (simd128).
const TARGET_FEATURES: &str = "-Ctarget-feature=+bulk-memory,+nontrapping-fptoint,+sign-ext,+simd128";
/// Speed or size: `-O3` or `-Os`.
const OPTIMISATION: &str = "-O3";
const WASM_OPT: [&str; 8] = [
    "--enable-simd",
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
    "--strip-producers",
];

/// Leaves the glue and the wasm file of a face in a folder, and gives the name by which the wasm imports the glue.
///
/// The name is that of this very build: glue and wasm are of one build, or the wasm does not start.
pub(crate) fn build(project: &Project, face: &Face, folder: &Path) -> Result<String> {
    tools::wasm_target(project)?;
    tools::node()?;
    let compiled = project.progress.step(&format!("compile {}", face.krate), || compile(project, face))?;
    let plain = project.target("npm/bindgen").join(face.name);
    npm::remove(&plain)?;
    let name = format!("{}-{}", face.name, npm::stamp(std::slice::from_ref(&compiled))?);
    project.progress.step("wasm-bindgen", || bind(&name, &compiled, &plain))?;
    let optimiser = tools::wasm_opt(project)?;
    let (from, to) = (plain.join(format!("{name}_bg.wasm")), folder.join(face.wasm()));
    project.progress.step("wasm-opt", || optimise(project, optimiser, &from, &to))?;
    fs::copy(plain.join(format!("{name}_bg.js")), folder.join(face.glue()))?;
    Ok(format!("./{name}_bg.js"))
}

fn compile(project: &Project, face: &Face) -> Result<PathBuf> {
    let run = tools::cargo()
        .args(["build", "-p", face.krate, "--profile", face.profile, "--target", WASM_TARGET])
        .args(["--message-format", "json-render-diagnostics"])
        .dir(project.path(""))
        // This form wins over any other, and a folder may have a space in it.
        .env("CARGO_ENCODED_RUSTFLAGS", rust_flags()?.join("\u{1f}"))
        // wasm-bindgen asks git for its own commit, and would be told that of whatever repository lies around it.
        .env("GIT_CEILING_DIRECTORIES", tools::cargo_home()?)
        .answer(&project.log(format!("compile-{}", face.krate)))?
        .successful()?;
    artifact(&run.answer, &face.krate.replace('-', "_"), |file| file.ends_with(".wasm"))
}

/// A panic names the file that it comes from: by a name that is the same on every machine, so that the wasm is.
fn rust_flags() -> Result<[String; 3]> {
    let remapped = |folder: PathBuf, name: &str| format!("--remap-path-prefix={}={name}", folder.display());
    let libraries = remapped(tools::sysroot()?.join("lib/rustlib/src/rust"), &tools::library_sources()?);
    let crates = remapped(tools::cargo_home()?.join("registry/src"), "/crates");
    Ok([TARGET_FEATURES.to_owned(), libraries, crates])
}

/// The file of a target that cargo's JSON messages name.
pub(crate) fn artifact(messages: &str, target: &str, wanted: impl Fn(&str) -> bool) -> Result<PathBuf> {
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    messages
        .filter(|message| message.pointer("/target/name").and_then(|name| name.as_str()) == Some(target))
        .filter_map(|message| message.get("filenames")?.as_array().cloned())
        .flatten()
        .filter_map(|file| file.as_str().map(str::to_owned))
        .find(|file| wanted(file))
        .map(PathBuf::from)
        .with_context(|| format!("cargo built no file for {target}"))
}

/// For bundlers: glue that starts nothing by itself, since the package does.
fn bind(name: &str, compiled: &Path, out: &Path) -> Result<()> {
    Bindgen::new()
        .input_path(compiled)
        .out_name(name)
        .bundler(true)?
        .typescript(false)
        .remove_producers_section(true)
        .generate(out)
        .context("is the crate wasm-bindgen of the version that xtask/Cargo.toml names?")
}

fn optimise(project: &Project, optimiser: Run, from: &Path, to: &Path) -> Result<()> {
    optimiser
        .args([OPTIMISATION])
        .args(WASM_OPT)
        .args([from, Path::new("-o"), to])
        .logged(&project.log("wasm-opt"))?
        .successful()?;
    Ok(())
}
