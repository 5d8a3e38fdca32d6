//! A release of the packages for the JVM, Android and Swift: every artefact in target/release, checked. Nothing is uploaded.

mod jvm;
mod staged;
mod swift;

use anyhow::Result;
use xtask::files;
use xtask::project::Project;

#[derive(clap::Args)]
pub struct Options {
    /// The jars with the AAR, or the Swift package
    #[arg(value_enum)]
    package: Package,
    /// Upload nothing: release.yml uploads what this command has checked
    #[arg(long, required = true)]
    dry_run: bool,
    /// Native libraries for a trial of this command and not for a release: compiled in a fraction of the time, into target/release/inspected
    #[arg(long)]
    unoptimised: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Package {
    Kotlin,
    Swift,
}

/// `cargo xtask release`.
pub fn stage(project: &Project, options: &Options) -> Result<()> {
    let Options { package, unoptimised, .. } = *options;
    let folder = project.target(if unoptimised { "release/inspected" } else { "release" }).join(package.name());
    files::remove(&folder)?;
    match package {
        Package::Kotlin => jvm::stage(project, &folder, unoptimised),
        Package::Swift => swift::stage(project, &folder, unoptimised),
    }
}

impl Package {
    fn name(self) -> &'static str {
        match self {
            Self::Kotlin => "kotlin",
            Self::Swift => "swift",
        }
    }
}
