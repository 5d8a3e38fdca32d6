//! Zig from PyPI: a C compiler and a linker for other systems, with the sources of LLVM's unwinder and lists of symbols.

use std::path::PathBuf;

use anyhow::Result;
use xtask::process::Run;
use xtask::project::Project;

use crate::pypi;

const VERSION: &str = "0.17.1";
const CARGO_ZIGBUILD: &str = "0.24.0";

/// The package `ziglang`, unpacked.
pub(crate) struct Zig {
    program: PathBuf,
    cache: PathBuf,
}

impl Zig {
    /// Fetches it into `target/tools` if it is not there yet.
    pub(crate) fn provide(project: &Project) -> Result<Self> {
        let program = pypi::program(project, "ziglang", VERSION, "ziglang/zig")?;
        Ok(Self { program, cache: project.target("tools/zig-cache") })
    }

    /// Zig's C compiler.
    pub(crate) fn cc(&self, target: &str) -> Run {
        self.cached(Run::new(&self.program).args(["cc", "-target", target]))
    }

    /// `cargo zigbuild` from PyPI: cargo, with Zig as the C compiler and the linker.
    pub(crate) fn cargo(&self, project: &Project) -> Result<Run> {
        let program = pypi::program(project, "cargo-zigbuild", CARGO_ZIGBUILD, "bin/cargo-zigbuild")?;
        Ok(self.cached(Run::new(program).env("CARGO_ZIGBUILD_ZIG_PATH", &self.program)))
    }

    fn cached(&self, run: Run) -> Run {
        run.env("ZIG_GLOBAL_CACHE_DIR", &self.cache).env("ZIG_LOCAL_CACHE_DIR", &self.cache)
    }

    /// LLVM's unwinder: the folders `include` and `src`.
    pub(crate) fn unwinder(&self) -> PathBuf {
        self.program.with_file_name("lib/libunwind")
    }

    /// Source of a stub of musl's C library.
    pub(crate) fn of_musl(&self) -> PathBuf {
        self.program.with_file_name("lib/libc/musl/libc.S")
    }

    /// Apple's list of the symbols of macOS's system library.
    pub(crate) fn of_apple(&self) -> PathBuf {
        self.program.with_file_name("lib/libc/darwin/libSystem.tbd")
    }
}
