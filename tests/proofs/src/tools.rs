//! Tools that only the proofs need: on the machine, or fetched into `target/tools`.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;
pub(crate) use xtask::tools::*;

use crate::process::Run;
use crate::project::Project;
use crate::pypi;

/// Features of core that a Rust program may turn on.
pub(crate) const FEATURES: &str = "http,runner,serde,simulator";
/// Version of `rust-version`, with its patch.
pub(crate) const OLDEST_RUST: &str = concat!(env!("CARGO_PKG_RUST_VERSION"), ".0");
/// Version 7 has no compiler API for scripts; the projects themselves may use any.
const TYPESCRIPT: &str = "6.0.3";
const RUSTUP: Missing = Missing {
    tool: "the oldest Rust that `rust-version` takes",
    remedy: concat!("rustup toolchain install ", env!("CARGO_PKG_RUST_VERSION"), ".0"),
};

/// The cargo of exactly the version that the manifest names as the oldest: this one, or another by rustup.
pub(crate) fn oldest_rust(project: &Project) -> Result<Run> {
    let wanted = format!("rustc {OLDEST_RUST} ");
    if rustc(&["--version"])?.starts_with(&wanted) {
        return Ok(cargo());
    }
    let is_there = || {
        let asked = Command::new("rustup").args(["run", OLDEST_RUST, "rustc", "--version"]).output();
        asked.is_ok_and(|answer| answer.stdout.starts_with(wanted.as_bytes()))
    };
    if !is_there() {
        let install = ["toolchain", "install", OLDEST_RUST, "--profile", "minimal"];
        let added =
            project.progress.step(&format!("Rust {OLDEST_RUST} by rustup"), || rustup(project, &install)?.successful());
        if added.is_err() || !is_there() {
            return Err(RUSTUP.into());
        }
    }
    Ok(of_its_own_toolchain(Run::new("rustup").args(["run", OLDEST_RUST, "cargo"])))
}

/// A command of another toolchain: what the cargo that runs this program has set would win.
pub(crate) fn of_its_own_toolchain(run: Run) -> Run {
    ["CARGO", "RUSTC", "RUSTDOC", "RUSTUP_TOOLCHAIN"].into_iter().fold(run, Run::without_env)
}

/// A cargo tool that Astral compiles for PyPI: compiling it here would take minutes.
pub(crate) fn packed_tool(project: &Project, name: &str, version: &str) -> Result<Run> {
    let package = format!("astral-dev-toolchain-{name}");
    Ok(Run::new(pypi::program(project, &package, version, &format!("bin/{name}"))?))
}

/// A command of a crate from crates.io, each in a place of its own below `target/tools`.
pub(crate) fn cargo_tool(project: &Project, name: &str, version: &str) -> Result<Run> {
    let place = project.target(format!("tools/{name}-{version}"));
    let program = place.join("bin").join(name).with_extension(std::env::consts::EXE_EXTENSION);
    if !program.is_file() {
        project.progress.step(&format!("install {name} {version} (minutes, once)"), || {
            cargo_install(project, &place)
                .args([name, "--version", version])
                .logged(&project.log(format!("{name}-install")))?
                .successful()
        })?;
    }
    Ok(Run::new(program))
}

/// The target for which the compiler compiles if it is not told otherwise.
pub(crate) fn host_triple() -> Result<String> {
    rustc(&["--print", "host-tuple"])
}

/// Node of exactly this version, as npm has it for this machine.
pub(crate) fn node_of_version(project: &Project, version: &str) -> Result<PathBuf> {
    use std::env::consts::{ARCH, EXE_EXTENSION, OS};
    let os = match OS {
        "macos" => "darwin",
        "windows" => "win",
        other => other,
    };
    let arch = match ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => other,
    };
    let package = npm_tool(project, &format!("node-{os}-{arch}"), version)?;
    Ok(package.join("bin/node").with_extension(EXE_EXTENSION))
}

/// The folder of a TypeScript whose compiler can be called from a script.
pub(crate) fn typescript(project: &Project) -> Result<PathBuf> {
    npm_tool(project, "typescript", TYPESCRIPT)
}
