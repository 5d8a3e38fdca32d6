//! Linux on other processors: Debian has a linker for each, and QEMU runs the programs. Two of them show that core depends
//! neither on 64 bits nor on the byte order.

use std::fs;
use std::path::PathBuf;

use anyhow::{Result, ensure};

use crate::counts;
use crate::debian;
use crate::process::{Finished, Run};
use crate::project::Project;
use crate::proof::{Lane, Proof, Proven, no_arguments};
use crate::tools::{self, Missing};

pub(crate) const PROOF: Proof = Proof {
    name: "machines",
    lane: Lane::Targets,
    promise: "core behaves the same on machines of 32 bits and of the other byte order",
    quick: &[],
    full: &[],
    builds: &["machines", OF_32_BITS.target, BIG_ENDIAN.target],
    prove,
};
const CAUGHT: &str = "a test that takes either for granted passes here and fails there";
/// Tests of the conformance crate, without the random ones, which take minutes under QEMU.
pub(crate) const TESTS: [&str; 3] = ["vectors", "requests", "next_steps"];
const MISSING: Missing = Missing {
    tool: "a linker or an emulator for another processor",
    remedy: "apt-get install qemu-user and, for that processor, gcc-…-linux-gnu and libc6-dev-…-cross",
};

/// A processor with its Linux.
pub(crate) struct Machine {
    pub(crate) target: &'static str,
    /// Prefix of GNU's tools and of Debian's folder of libraries.
    gnu: &'static str,
    pub(crate) emulator: &'static str,
    packages: [&'static str; 3],
}

pub(crate) const AARCH64: Machine = Machine {
    target: "aarch64-unknown-linux-gnu",
    gnu: "aarch64-linux-gnu",
    emulator: "qemu-aarch64",
    packages: ["gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross", "qemu-user"],
};
pub(crate) const OF_32_BITS: Machine = Machine {
    target: "i686-unknown-linux-gnu",
    gnu: "i686-linux-gnu",
    emulator: "qemu-i386",
    packages: ["gcc-i686-linux-gnu", "libc6-dev-i386-cross", "qemu-user"],
};
pub(crate) const BIG_ENDIAN: Machine = Machine {
    target: "s390x-unknown-linux-gnu",
    gnu: "s390x-linux-gnu",
    emulator: "qemu-s390x",
    packages: ["gcc-s390x-linux-gnu", "libc6-dev-s390x-cross", "qemu-user"],
};
/// Common assumptions, each with a machine where it is wrong.
const CONTROLS: [(&Machine, &str); 2] =
    [(&OF_32_BITS, "assert_eq!(usize::BITS, 64)"), (&BIG_ENDIAN, "assert_eq!(1u16.to_ne_bytes(), [1, 0])")];

/// Core's tests and the vectors on both machines.
fn prove(project: &Project, args: &[&str]) -> Result<Proven> {
    no_arguments(args)?;
    let (passed, machines) = (passed(project)?, CONTROLS.len() as u64);
    let figure = format!("{passed} tests on each of {machines} machines, 0 failed");
    Ok(Proven { tests: passed * machines, figure, control: CAUGHT.to_owned() })
}

/// How many tests have passed on each machine.
fn passed(project: &Project) -> Result<u64> {
    let machines = CONTROLS.map(|(machine, _)| machine);
    tools::rust_targets(project, &machines.map(|machine| machine.target))?;
    for (machine, claim) in CONTROLS {
        project.progress.step(&format!("the control on {}", machine.target), || control(project, machine, claim))?;
    }
    let mut passed = Vec::new();
    for machine in machines {
        let run = project.progress.step(&format!("tests on {}", machine.target), || machine.tests(project))?;
        passed.push(counts::libtest(&run.successful()?.text).passed);
    }
    counts::in_each(passed)
}

impl Machine {
    /// Core's own tests and the vectors, on this machine under QEMU.
    pub(crate) fn tests(&self, project: &Project) -> Result<Finished> {
        let packages = ["billwire", "billwire-wire", "billwire-conformance"].map(|package| ["-p", package]);
        let tests = TESTS.iter().flat_map(|test| ["--test", test]);
        self.cargo(project, &["test", "--all-features", "--lib"])?
            .args(packages.as_flattened())
            .args(tests)
            .dir(project.path(""))
            .logged(&project.log(format!("tests-{}", self.target)))
    }

    /// cargo for this machine, with Debian's linker, and QEMU for what is run. One build does not need what a debugger or the
    /// next build would read.
    pub(crate) fn cargo(&self, project: &Project, args: &[&str]) -> Result<Run> {
        let linker = format!("{}-gcc", self.gnu);
        let is_there = || [linker.as_str(), self.emulator].into_iter().all(|name| debian::on_path(name).is_some());
        if !is_there() && debian::may_install(project, "Debian's cross compilers and QEMU") {
            debian::install(project, &self.packages)?;
        }
        if !is_there() {
            return Err(MISSING.into());
        }
        let variable = |what: &str| format!("CARGO_TARGET_{}_{what}", self.target.replace('-', "_").to_uppercase());
        Ok(tools::cargo()
            .args(args)
            .args(["--target", self.target])
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .env("CARGO_INCREMENTAL", "0")
            .env(&variable("LINKER"), &linker)
            .env(&variable("RUNNER"), format!("{} -L /usr/{}", self.emulator, self.gnu)))
    }
}

/// Test that passes on this machine and fails on the other.
fn control(project: &Project, machine: &Machine, claim: &str) -> Result<()> {
    let source = format!("#[test]\nfn taken_for_granted() {{\n    {claim};\n}}\n");
    let folder = small_crate(project.target("machines").join(machine.target), "lib.rs", &source)?;
    let test = |run: Run, log: &str| {
        run.dir(&folder).env("CARGO_TARGET_DIR", project.target("machines/build")).logged(&project.log(log))
    };
    let words = ["test", "--lib"];
    test(tools::cargo().args(words), "machines-here")?.successful()?;
    let there = test(machine.cargo(project, &words)?, "machines-there")?;
    ensure!(!there.ok() && counts::libtest(&there.text).failed == 1, "this passes on {}: {claim}", machine.target);
    Ok(())
}

/// A crate of one file without dependencies, for deliberate faults.
pub(crate) fn small_crate(folder: PathBuf, file: &str, source: &str) -> Result<PathBuf> {
    let sources = folder.join("src");
    fs::create_dir_all(&sources)?;
    let manifest = "[package]\nname = \"control\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n";
    fs::write(folder.join("Cargo.toml"), manifest)?;
    fs::write(sources.join(file), source)?;
    Ok(folder)
}
