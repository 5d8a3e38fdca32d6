//! A release of the packages for the JVM, Android and Swift: every artefact in target/release, checked. Nothing is uploaded.

mod jvm;
mod platforms;
mod staged;
mod swift;

use std::path::PathBuf;

use anyhow::Result;
use xtask::files;
use xtask::project::Project;

#[derive(clap::Args)]
pub struct Options {
    /// The jars and the AAR, or the Swift package
    #[arg(value_enum)]
    package: Package,
    /// Upload nothing: release.yml uploads what this command has checked
    #[arg(long, required = true)]
    dry_run: bool,
    /// Folder with the libraries of other machines, such as darwin-aarch64/libbillwire_ffi.dylib
    #[arg(long)]
    libraries: Option<PathBuf>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Package {
    Kotlin,
    Swift,
}

/// `cargo xtask release`.
pub fn stage(project: &Project, options: &Options) -> Result<()> {
    let given = options.libraries.as_deref();
    match options.package {
        Package::Kotlin => jvm::stage(project, &fresh(project, "kotlin")?, given),
        Package::Swift => swift::stage(project, &fresh(project, "swift")?),
    }
}

fn fresh(project: &Project, name: &str) -> Result<PathBuf> {
    let folder = project.target("release").join(name);
    files::remove(&folder)?;
    Ok(folder)
}
