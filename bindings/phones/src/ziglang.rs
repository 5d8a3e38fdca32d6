//! Zig from PyPI: a C compiler for other systems, with the sources of LLVM's unwinder and Apple's list of symbols.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use xtask::debian::Program;
use xtask::process::Run;
use xtask::project::Project;
use xtask::tools::Missing;

const VERSION: &str = "0.17.1";
const PIP: Program = Program {
    names: &["pip3", "pip"],
    package: "python3-pip",
    missing: Missing {
        tool: "pip, which fetches Zig",
        remedy: "apt-get install python3-pip, or set ANDROID_NDK_HOME to an NDK",
    },
};

/// The package `ziglang`, unpacked.
pub(crate) struct Zig {
    folder: PathBuf,
    cache: PathBuf,
}

impl Zig {
    /// Fetches it into `target/tools` if it is not there yet.
    pub(crate) fn provide(project: &Project) -> Result<Self> {
        let place = project.once("Zig", || fetch(project))?;
        Ok(Self { folder: place.join("ziglang"), cache: project.target("tools/zig-cache") })
    }

    /// Zig's C compiler.
    pub(crate) fn cc(&self, target: &str) -> Run {
        Run::new(self.program())
            .args(["cc", "-target", target])
            .env("ZIG_GLOBAL_CACHE_DIR", &self.cache)
            .env("ZIG_LOCAL_CACHE_DIR", &self.cache)
    }

    /// LLVM's unwinder: the folders `include` and `src`.
    pub(crate) fn unwinder(&self) -> PathBuf {
        self.folder.join("lib/libunwind")
    }

    /// Apple's list of the symbols of macOS's system library.
    pub(crate) fn of_apple(&self) -> PathBuf {
        self.folder.join("lib/libc/darwin/libSystem.tbd")
    }

    fn program(&self) -> PathBuf {
        program(&self.folder)
    }
}

fn program(folder: &Path) -> PathBuf {
    folder.join("zig").with_extension(std::env::consts::EXE_EXTENSION)
}

fn fetch(project: &Project) -> Result<PathBuf> {
    let place = project.target(format!("tools/ziglang-{VERSION}"));
    let program = program(&place.join("ziglang"));
    if !program.is_file() {
        let pip = PIP.provide(project)?;
        project.progress.step(&format!("pip install ziglang {VERSION}"), || {
            Run::new(pip)
                .args(["install", "--no-deps", "--disable-pip-version-check", "--upgrade", "--target"])
                .args([&place])
                .args([format!("ziglang=={VERSION}")])
                .logged(&project.log("ziglang"))?
                .successful()
        })?;
        ensure!(program.is_file(), "PyPI's ziglang has no program `zig`");
    }
    Ok(place)
}
