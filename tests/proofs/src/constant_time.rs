//! No branch and no address depends on a token or a key: `tests/proofs/constant-time` runs the vectors with every secret marked,
//! and valgrind's memcheck follows the marks.

use anyhow::{Result, ensure};

use crate::debian::{self, VALGRIND};
use crate::process::{Finished, Run};
use crate::project::Project;
use crate::proof::{Lane, Proof, Proven, plan};
use crate::tools::{self, Missing};

pub(crate) const MANIFEST: &str = "tests/proofs/constant-time/Cargo.toml";
pub(crate) const PROOF: Proof = Proof {
    name: "constant-time",
    lane: Lane::Free,
    promise: "no branch and no address depends on a token or a key",
    quick: &["--native"],
    full: &[],
    builds: &["constant-time"],
    prove,
};
const PROGRAM: &str = "billwire-constant-time";
/// Public properties of secrets, each with its reason.
const PUBLIC: &str = "tests/proofs/constant-time/public.supp";
/// Implementations of SHA-512: by instructions of this processor, and portable.
const BACKENDS: [(&str, &str); 2] = [("native", ""), ("soft", "--cfg sha2_backend=\"soft\"")];
/// Deliberate faults, each with memcheck's message.
const CONTROLS: [(&str, &str); 2] =
    [("early exit", "Conditional jump or move depends"), ("look-up", "Use of uninitialised value")];
const CAUGHT: &str = "an early-exit comparison and a table look-up by a key's byte are caught";

const LIBCLANG: Missing = Missing { tool: "libclang", remedy: "apt-get install libclang-dev, on Linux" };

/// How much is run.
#[derive(clap::Args)]
pub(crate) struct Plan {
    /// Only with the SHA-512 that suits this machine
    #[arg(long)]
    native: bool,
}

fn prove(project: &Project, args: &[&str]) -> Result<Proven> {
    let Plan { native } = plan(args)?;
    let backends = BACKENDS.get(..if native { 1 } else { BACKENDS.len() }).unwrap_or_default();
    let done = check(project, backends)?;
    let ways = if native { "one way" } else { "two ways" };
    let figure = format!("{done}, with SHA-512 in {ways}; 0 findings");
    Ok(Proven { tests: ((1 + CONTROLS.len()) * backends.len()) as u64, figure, control: CAUGHT.to_owned() })
}

/// Runs every job with marked secrets, with either SHA-512, and counts the jobs.
fn check(project: &Project, backends: &[(&str, &str)]) -> Result<String> {
    let valgrind = VALGRIND.provide(project)?;
    let mut done = Vec::new();
    for (backend, flags) in backends {
        build(project, backend, flags)?;
        let program = project.target("constant-time").join(tools::host_triple()?).join("release").join(PROGRAM);
        let under_valgrind = |args: &[&str], log: &str| {
            // With the names of functions that were compiled into others: `public.supp` knows them by these.
            Run::new(&valgrind)
                .args(["--verbose", "--error-exitcode=9", "--read-inline-info=yes"])
                .args([format!("--suppressions={}", project.path(PUBLIC).display())])
                .args([&program])
                .args(args)
                .answer(&project.log(format!("constant-time-{backend}-{log}")))
        };
        let run = under_valgrind(&[], "vectors")?.successful()?;
        every_entry_was_met(project, &run)?;
        done.push(run.answer.trim().to_owned());
        for (control, finding) in CONTROLS {
            let run = under_valgrind(&[control], &control.replace(' ', "-"))?;
            ensure!(!run.ok() && run.text.contains(finding), "valgrind lets this pass: {control} ({backend})");
        }
    }
    done.dedup();
    ensure!(done.len() == 1 && !done.concat().is_empty(), "not the same was done with each SHA-512: {done:?}");
    Ok(done.concat())
}

/// Compiles the program, whose crate for marking needs a library of clang's.
fn build(project: &Project, backend: &str, flags: &str) -> Result<()> {
    let target = tools::host_triple()?;
    let compile = || {
        // With a target it is not the build scripts that get the flags: they are compiled once for both.
        tools::cargo()
            .args(["build", "--locked", "--release", "--manifest-path", MANIFEST, "--target", &target, "--target-dir"])
            .args([project.target("constant-time")])
            .env("RUSTFLAGS", flags)
            .dir(project.path(""))
            .logged(&project.log(format!("constant-time-{backend}-build")))
    };
    project.progress.step(&format!("compile what uses secrets, {backend}"), || {
        let lacks_clang = |run: &Finished| !run.ok() && run.text.contains("libclang");
        let mut run = compile()?;
        if lacks_clang(&run) && debian::may_install(project, "Debian's package libclang-dev") {
            debian::install(project, &["libclang-dev"])?;
            run = compile()?;
        }
        if lacks_clang(&run) {
            return Err(LIBCLANG.into());
        }
        run.successful().map(|_| ())
    })
}

/// Checks that every public property was met: the marks reached it.
fn every_entry_was_met(project: &Project, run: &Finished) -> Result<()> {
    let entries = std::fs::read_to_string(project.path(PUBLIC))?;
    let unmet = unmet(&entries, &run.text)?;
    ensure!(unmet.is_empty(), "nothing that comes from a secret has reached: {}", unmet.join(", "));
    Ok(())
}

/// Entries that valgrind does not report as used. An entry's name follows its brace.
fn unmet<'a>(entries: &'a str, log: &str) -> Result<Vec<&'a str>> {
    let names: Vec<&str> =
        entries.split("\n{\n").skip(1).filter_map(|entry| Some(entry.lines().next()?.trim())).collect();
    ensure!(!names.is_empty(), "{PUBLIC} has no entry");
    let used = |name: &str| {
        // The file's path follows.
        let name = format!(" {name} /");
        log.lines().any(|line| line.contains("used_suppression:") && line.contains(&name))
    };
    ensure!(log.contains("ERROR SUMMARY"), "valgrind gives no summary");
    Ok(names.into_iter().filter(|name| !used(name)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_that_is_not_met_is_named() {
        let entries = "# Why\n{\n   the form of a key\n   Memcheck:Cond\n}\n{\n   the form\n   Memcheck:Cond\n}\n";
        let log = "--1-- used_suppression:  12 the form of a key /public.supp:2\n==1== ERROR SUMMARY: 0 errors\n";
        assert_eq!(unmet(entries, log).unwrap(), ["the form"]);
        assert!(unmet(entries, "").is_err());
        assert!(unmet("# nothing\n", log).is_err());
    }
}
