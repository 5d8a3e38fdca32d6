//! Root folder of a Debian with Swift, next to the machine's own.
//!
//! Debian's next release packages Swift 6, and this machine's may be older: its tools then have a root folder of
//! their own, entered by chroot, in which this checkout has the same path. All mounts are private to the run, so that none
//! is left behind.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::debian::{self, Program};
use crate::files;
use crate::process::Run;
use crate::project::Project;
use crate::tools::Missing;

/// Outside the checkout: all checkouts share it, and it survives `cargo clean`.
const PLACE: &str = "/var/cache/billwire/swift-root";
const RELEASE: &str = "trixie";
/// SQLite for the merchant, OpenSSL for the benchmark's peer.
const PACKAGES: &str = "swiftlang,libc6-dev,libstdc++-14-dev,libsqlite3-dev,libssl-dev";
const LEFT_OUT: [&str; 3] = ["/usr/share/man/*", "/usr/share/doc/*", "/usr/share/locale/*"];
/// Stamp of the root: a different content makes a new root.
const STAMP: &str = ".billwire";

const MISSING: Missing = Missing {
    tool: "Swift 6",
    remedy: "`cargo xtask --yes swift` sets it up, on Debian and its like, as root and where mounting is allowed (2.5 GB \
             below /var/cache); elsewhere, see bindings/swift/README.md",
};

const MMDEBSTRAP: Program = Program {
    names: &["mmdebstrap"],
    package: "mmdebstrap",
    missing: Missing { tool: "mmdebstrap", remedy: "apt-get install mmdebstrap" },
};

/// Enters the root `$1`, in which the checkout `$2` has its own name, goes to `$3` and becomes the rest.
const ENTER: &str = r#"set -e
root=$1 checkout=$2 folder=$3
shift 3
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mkdir -p "$root$checkout"
mount --bind "$checkout" "$root$checkout"
exec chroot "$root" env --chdir="$folder" "$@"
"#;

/// A program in the root, with the checkout as it is here.
pub(super) fn program(project: &Project, folder: &Path, program: &str) -> Result<Run> {
    provide(project)?;
    let name = Path::new(program).file_name().unwrap_or_default().to_string_lossy();
    Ok(enter(project, folder).args([program]).named(&name))
}

fn enter(project: &Project, folder: &Path) -> Run {
    // A process namespace ends together with its first process, and so do all programs that it started.
    Run::new("unshare")
        .args(["--mount", "--pid", "--fork", "--kill-child", "bash", "-c", ENTER, "enter", PLACE])
        .args([project.path("").as_path(), folder])
        .env("HOME", "/root")
        .env("LC_ALL", "C.UTF-8")
}

/// Makes the root, if it is not there yet.
pub(super) fn provide(project: &Project) -> Result<()> {
    if stamp() == fs::read_to_string(Path::new(PLACE).join(STAMP)).unwrap_or_default() && may_mount() {
        return Ok(());
    }
    if !may_mount() || !debian::may_install(project, &format!("a Debian with Swift 6, 2.5 GB in {PLACE},")) {
        return Err(MISSING.into());
    }
    let mmdebstrap = MMDEBSTRAP.provide(project)?;
    project.progress.step("a root with Swift (a minute or two, once)", || make(project, Run::new(mmdebstrap)))
}

fn may_mount() -> bool {
    Command::new("unshare").args(["--mount", "--pid", "--fork", "true"]).output().is_ok_and(|run| run.status.success())
}

fn stamp() -> String {
    format!("{RELEASE} {PACKAGES}\n")
}

/// Makes it under another name, and renames it when it is complete.
fn make(project: &Project, mmdebstrap: Run) -> Result<()> {
    let (place, aside) = (PathBuf::from(PLACE), PathBuf::from(format!("{PLACE}.{}", std::process::id())));
    fs::create_dir_all(place.parent().context("the root has no folder above it")?)?;
    let left_out = LEFT_OUT.map(|files| format!("--dpkgopt=path-exclude={files}"));
    mmdebstrap
        .args(["--variant=essential", "--aptopt=APT::Install-Recommends \"false\""])
        .args(&left_out)
        .args([format!("--include={PACKAGES}"), RELEASE.to_owned()])
        .args([aside.as_os_str(), OsStr::new(&format!("deb {} {RELEASE} main", debian::mirror()))])
        .logged(&project.log("swift-root"))?
        .successful()?;
    fs::write(aside.join(STAMP), stamp())?;
    files::remove(&place)?;
    fs::rename(aside, place).context("another run has made the root meanwhile")
}
