//! The crate of the bindings, compiled for another machine.

use std::path::PathBuf;

use anyhow::Result;
use xtask::process::Run;
use xtask::project::Project;
use xtask::tools;

/// The crate that Kotlin and Swift call.
pub(crate) const CRATE: &str = "billwire-ffi";

const BUILD_STD: &str = "-Zbuild-std=std,panic_unwind";

/// Origin of Rust's standard library.
#[derive(Clone, Copy)]
pub(crate) enum Std {
    Rustup,
    /// rustup's server does not have it for every target, nor without what a phone never uses. In one folder with other builds, each would compile
    /// the other's build scripts anew.
    Built,
}

impl Std {
    /// Gets its sources.
    pub(crate) fn from_sources(project: &Project) -> Result<Self> {
        tools::std_sources(project)?;
        Ok(Self::Built)
    }

    pub(crate) fn origin(self) -> &'static str {
        match self {
            Self::Rustup => "by rustup",
            Self::Built => "built here",
        }
    }
}

/// A library of the crate.
pub(crate) struct Library<'a> {
    pub(crate) profile: &'a str,
    /// Cargo's name of its type.
    pub(crate) kind: &'a str,
    /// End of the name of its file.
    pub(crate) end: &'a str,
    pub(crate) target: &'a str,
    pub(crate) std: Std,
    /// Further arguments for cargo.
    pub(crate) args: &'a [&'a str],
    /// Flags for the compiler.
    pub(crate) flags: Vec<String>,
}

impl Library<'_> {
    /// Has cargo compile it.
    pub(crate) fn compile(self, project: &Project, cargo: Run) -> Result<PathBuf> {
        let Self { profile, kind, end, target, std, args, flags } = self;
        let (cargo, own) = match std {
            Std::Rustup => (cargo, None),
            Std::Built => (cargo.env(tools::UNSTABLE.0, tools::UNSTABLE.1), Some(BUILD_STD)),
        };
        let run = tools::compiling_alike(cargo, flags)?
            .args(["rustc", "--locked", "-p", CRATE, "--lib", "--profile", profile, "--crate-type", kind])
            .args(["--target", target, "--message-format", "json-render-diagnostics"])
            .args(own)
            .args(args)
            .env("CARGO_INCREMENTAL", "0")
            .dir(project.path(""))
            .answer(&project.log(format!("{kind}-{target}")))?
            .successful()?;
        tools::artifact(&run.answer, &CRATE.replace('-', "_"), |file| file.ends_with(end))
    }
}
