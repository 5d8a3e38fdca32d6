//! Trial of the libraries on this machine: `loader.c` loads each of them that a system or an emulator here can run.
//!
//! Kotlin's own tests run on the jars: see `release`. No Mac is here, and Wine is not Windows.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use xtask::bindings::{self, Language};
use xtask::debian::{self, Program};
use xtask::process::Run;
use xtask::project::Project;
use xtask::tools::Missing;

use super::library::Library;
use super::platform::{LINUX, LINUX_ON_ARM, Platform, System, WINDOWS};
use crate::rules::Checks;
use crate::vector;
use crate::ziglang::Zig;

const SOURCE: &str = "bindings/phones/src/libraries/loader.c";
/// A library of Windows that an older Wine lacks, and its source. Wine looks into the program's folder.
const OF_WINDOWS: (&str, &str) = ("bcryptprimitives.dll", "bindings/phones/src/libraries/prng.c");
/// Codes of an error and of a panic, in the order of the program.
const REFUSED_AND_PANICKED: &str = "1 2";
const MUSL: Program = Program {
    names: &["ld-musl-config"],
    package: "musl",
    missing: Missing { tool: "musl, the C library", remedy: "apt-get install musl" },
};
const QEMU: Program = Program {
    names: &["qemu-aarch64"],
    package: "qemu-user",
    missing: Missing { tool: "QEMU for programs of aarch64", remedy: "apt-get install qemu-user libc6-arm64-cross" },
};
/// Debian's C library for aarch64.
const CROSS: (&str, &str) = ("libc6-arm64-cross", "/usr/aarch64-linux-gnu");
const WINE: Program = Program {
    names: &["wine", "wine64"],
    package: "wine",
    missing: Missing { tool: "Wine, for programs of Windows", remedy: "apt-get install wine wine64" },
};

/// A system that can run here.
struct Machine {
    name: &'static str,
    platform: &'static Platform,
    /// Zig's name of it.
    zig: &'static str,
    /// Command before the program.
    start: fn(&Project) -> Result<Vec<OsString>>,
}

static GLIBC: Machine =
    Machine { name: "Linux with glibc", platform: &LINUX, zig: "x86_64-linux-gnu.2.17", start: |_| Ok(Vec::new()) };
static OF_MUSL: Machine = Machine {
    name: "Linux with musl",
    platform: &LINUX,
    zig: "x86_64-linux-musl",
    start: |project| MUSL.provide(project).map(|_| Vec::new()),
};
static ARM: Machine = Machine {
    name: "Linux on aarch64 under QEMU",
    platform: &LINUX_ON_ARM,
    zig: "aarch64-linux-gnu.2.17",
    start: qemu,
};
static OF_WINE: Machine = Machine {
    name: "Wine",
    platform: &WINDOWS,
    zig: "x86_64-windows-gnu",
    start: |project| Ok(vec![WINE.provide(project)?.into()]),
};

/// Loads the libraries, and returns the names of the systems that did.
pub(super) fn run(
    project: &Project,
    zig: &Zig,
    libraries: &[Library],
    checks: &mut Checks,
) -> Result<Vec<&'static str>> {
    ensure!(cfg!(all(target_os = "linux", target_arch = "x86_64")), "the trial needs Linux on x86_64");
    let mut tried = Vec::new();
    for machine in [&GLIBC, &OF_MUSL, &ARM, &OF_WINE] {
        let Some(library) = libraries.iter().find(|library| library.platform.name == machine.platform.name) else {
            continue;
        };
        project
            .progress
            .step(&format!("a trial on {}", machine.name), || machine.tries(project, zig, library, checks))?;
        tried.push(machine.name);
    }
    Ok(tried)
}

fn qemu(project: &Project) -> Result<Vec<OsString>> {
    let qemu = QEMU.provide(project)?;
    let (package, root) = CROSS;
    if !Path::new(root).is_dir() && debian::may_install(project, package) {
        debian::install(project, &[package])?;
    }
    Ok(vec![qemu.into(), "-L".into(), root.into()])
}

impl Machine {
    fn tries(&self, project: &Project, zig: &Zig, library: &Library, checks: &mut Checks) -> Result<()> {
        let trial = Trial { project, command: self.command(project, zig)?, vector: vector::plain(project)? };
        let name = |rule: &str| format!("{}: {rule}", self.name);
        let (signs, other) = (trial.signs(&library.path, ""), trial.signs(&library.path, "x"));
        checks.rule(&name("it signs, refuses and survives a panic; not with another key"), signs, other)?;
        if self.name == OF_MUSL.name {
            let rule = name("it is loaded, and not with the name of glibc's loader");
            checks.rule(&rule, trial.signs(&library.path, ""), trial.signs(&library.linked, ""))?;
        }
        Ok(())
    }

    /// Compiles the program.
    fn command(&self, project: &Project, zig: &Zig) -> Result<Vec<OsString>> {
        let start = (self.start)(project)?;
        let program = project.target("libraries/trial").join(self.zig).with_added_extension("exe");
        fs::create_dir_all(program.parent().context("the program has no folder")?)?;
        zig.cc(self.zig)
            .args(["-O1", "-Wno-nullability-completeness", "-lpthread", "-I"])
            .args([bindings::sources(project, Language::Swift)?])
            // Linked with musl as a static program, it could load nothing.
            .args(["-dynamic", "-o"])
            .args([&program, &project.path(SOURCE)])
            .logged(&project.log(format!("loader-{}", self.zig)))?
            .successful()?;
        if self.platform.system == System::Windows {
            let (library, source) = OF_WINDOWS;
            zig.cc(self.zig)
                .args(["-shared", "-ladvapi32", "-o"])
                .args([program.with_file_name(library), project.path(source)])
                .logged(&project.log("library-of-windows"))?
                .successful()?;
        }
        Ok([start, vec![program.into()]].concat())
    }
}

/// A program that loads a library.
struct Trial<'a> {
    project: &'a Project,
    command: Vec<OsString>,
    vector: (Vec<String>, String),
}

impl Trial<'_> {
    /// Signs a vector by a library, with the vector's key and this after it.
    fn signs(&self, library: &Path, after_key: &str) -> Result<()> {
        let (arguments, hash) = &self.vector;
        let (folder, file) = (library.parent().context("no folder")?, library.file_name().context("no file")?);
        let key = format!("{}{after_key}", arguments.last().context("the vector has no key")?);
        let (program, start) = self.command.split_first().context("no program")?;
        let run = Run::new(program)
            .args(start)
            .args([Path::new(".").join(file)])
            .args(arguments.iter().take(arguments.len() - 1))
            .args([key])
            .dir(folder)
            .env("TZ", "UTC")
            .env("WINEPREFIX", self.project.target("libraries/wine"))
            .env("WINEDEBUG", "-all");
        let said = run.answer(&self.project.log("library-trial"))?;
        let answer = said.answer.trim();
        ensure!(said.ok() && answer == format!("{hash} {REFUSED_AND_PANICKED}"), "{answer}\n{}", said.text);
        Ok(())
    }
}
