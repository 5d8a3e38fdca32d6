//! The libraries in the jars: for desktops and servers, each with a check of what its system must have.
//!
//! ```text
//! target/libraries/build                      what cargo compiles, by Zig
//! target/libraries/linux-x86-64/lib….so       a library, in a folder named as JNA names its platform
//! ```
//!
//! With `--unoptimised` all of it is in target/libraries/inspected.

mod checks;
mod contents;
mod library;
mod link;
mod musl;
mod platform;
mod signature;
mod trial;

use std::fs;
use std::path::PathBuf;

use anyhow::Result;
use xtask::project::Project;
use xtask::{files, report, tools};

use crate::rules::Checks;
use crate::ziglang::Zig;
use library::Library;

#[derive(Default, clap::Args)]
pub struct Options {
    /// Only the library for Linux on x86_64
    #[arg(long)]
    pub quick: bool,
    /// Libraries that are for the checks and not for a release: compiled in a fraction of the time, into target/libraries/inspected
    #[arg(long)]
    pub unoptimised: bool,
    /// Also load them: on Linux with glibc and musl, under QEMU, and by Wine
    #[arg(long)]
    pub trial: bool,
}

/// Checked libraries.
pub struct Package {
    /// Folder with a folder for each platform.
    pub folder: PathBuf,
    libraries: Vec<Library>,
    /// How many checks have passed. Each has a control that fails.
    pub checks: u64,
    /// Systems that have loaded a library and called it.
    pub tried: Vec<&'static str>,
}

/// `cargo xtask libraries`.
pub fn build(project: &Project, options: &Options) -> Result<()> {
    println!("{}", package(project, options)?.report());
    Ok(())
}

/// Builds the libraries, checks them, and tries them if asked.
pub fn package(project: &Project, options: &Options) -> Result<Package> {
    let platforms = if options.quick { &platform::ALL[..1] } else { &platform::ALL[..] };
    let folder = project.target(if options.unoptimised { "libraries/inspected" } else { "libraries" });
    let zig = Zig::provide(project)?;
    tools::rust_targets(project, &platforms.iter().map(|platform| platform.target).collect::<Vec<_>>())?;
    let mut libraries = Vec::new();
    for platform in platforms {
        let linked = project.progress.step(&format!("library for {}", platform.name), || {
            link::compile(project, &zig, platform, !options.unoptimised)
        })?;
        let path = folder.join(platform.path());
        files::write(&path, &fs::read(&linked)?)?;
        link::without_loader(project, &path)?;
        libraries.push(Library::read(platform, path, linked)?);
    }
    let mut checks = Checks::default();
    checks::of(project, &zig, &libraries, &mut checks)?;
    let tried = if options.trial { trial::run(project, &zig, &libraries, &mut checks)? } else { Vec::new() };
    Ok(Package { folder, libraries, checks: checks.passed, tried })
}

impl Package {
    /// Paths of the libraries in a jar, below the folder of all.
    pub(crate) fn paths(&self) -> impl Iterator<Item = String> {
        self.libraries.iter().map(|library| library.platform.path())
    }

    /// A table of the libraries, and what was checked.
    pub fn report(&self) -> String {
        let rows = self.libraries.iter().map(|library| {
            let Library { platform, bytes, contents, .. } = library;
            let needed = contents.needed.len().to_string();
            let (size, functions) = (bytes.len().to_string(), checks::ours(&contents.exports).len().to_string());
            vec![platform.name.to_owned(), platform.zig(), library.runs_on(), size, needed, functions]
        });
        let heads = ["library", "target", "runs on, from", "bytes", "needed libraries", "functions"];
        let table = report::table(&heads, &[3, 4, 5], rows);
        let tried = if self.tried.is_empty() { "nothing".to_owned() } else { self.tried.join(", ") };
        let (folder, checks) = (self.folder.display(), self.checks);
        format!(
            "{table}\n{folder}\n{checks} checks passed, each with a control that fails; loaded and called on: {tried}"
        )
    }
}
