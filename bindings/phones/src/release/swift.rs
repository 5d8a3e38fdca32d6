//! The Swift package, its archive, and the library for Linux.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use xtask::project::Project;
use xtask::{bindings, files};

use super::staged;
use crate::apple;

pub(super) fn stage(project: &Project, folder: &Path, unoptimised: bool) -> Result<()> {
    let plan = apple::Plan { unoptimised, ..apple::Plan::default() };
    let apple::Package { archive, checksum, checks, slices } = apple::package(project, &plan)?;
    let package = archive.with_file_name("package");
    let manifest = fs::read_to_string(package.join("Package.swift"))?;
    ensure!(manifest.contains(&checksum), "Package.swift names the checksum of another archive");
    files::copy(&package, &folder.join("package"))?;
    fs::copy(&archive, folder.join(archive.file_name().context("the archive has no name")?))?;
    let library = bindings::library(project)?;
    let place = folder.join(format!("{}-{}", std::env::consts::OS, std::env::consts::ARCH));
    fs::create_dir_all(&place)?;
    fs::copy(&library, place.join(library.file_name().context("the library has no name")?))?;
    staged::sum(folder)?;
    println!("{slices}\n{checks} checks passed, each with a control that fails\nchecksum {checksum}");
    staged::finish(folder, "try it on a Mac, sign it by codesign, and publish it: docs/releasing-swift.md");
    Ok(())
}
