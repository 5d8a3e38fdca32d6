//! The Swift package: what is put into bindings/swift, and what is run of it.
//!
//! ```text
//! bindings/swift/Sources/BillwireBindings   uniffi's Swift
//! bindings/swift/Sources/BillwireFFI        the library's C header
//! target/swift/pkgconfig/billwire.pc        where SwiftPM finds the library of this checkout
//! ```
//!
//! Debian's next release packages Swift 6, and this machine's may be older: its tools then have a root folder of their own,
//! entered by chroot, in which this checkout has the same path. All mounts are private to the run, so that none is left behind.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::process::Run;
use crate::project::Project;
use crate::sandbox::app_backend;
use crate::tools::{self, Missing};
use crate::{bindings, files};

pub(crate) const PACKAGE: &str = "bindings/swift";
/// Outside the checkout: all checkouts share it, and it survives `cargo clean`.
const ROOT: &str = "/var/cache/billwire/swift-root";
const RELEASE: &str = "trixie";
const PACKAGES: &str = "swiftlang,libc6-dev,libstdc++-14-dev,libsqlite3-dev,libssl-dev";
/// Stamp of the root: a different content makes a new root.
const STAMP: &str = ".billwire";
const MISSING: Missing = Missing {
    tool: "Swift 6",
    remedy: "`cargo xtask --yes swift` sets it up, on Debian and its like, as root and where mounting is allowed (2.5 GB \
             below /var/cache); elsewhere, see bindings/swift/README.md",
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

/// Puts the generated sources into place, all that a machine with a Swift of its own needs.
pub(crate) fn sources(project: &Project) -> Result<()> {
    let library = bindings::library(project)?;
    let sources = bindings::sources(project, "swift")?;
    for (folder, name) in [("BillwireBindings", "BillwireBindings.swift"), ("BillwireFFI", "BillwireFFI.h")] {
        let source = fs::read(sources.join(name)).with_context(|| name.to_owned())?;
        files::write(&project.path(PACKAGE).join("Sources").join(folder).join(name), &source)?;
    }
    let folder = library.parent().context("the library has no folder")?.display();
    let version = env!("CARGO_PKG_VERSION");
    let pkg =
        format!("Name: billwire\nDescription: billwire's core\nVersion: {version}\nLibs: -L{folder} -lbillwire_ffi\n");
    files::write(&project.target("swift/pkgconfig/billwire.pc"), pkg.as_bytes()).map(drop)
}

/// Puts the generated sources into place and compiles the package.
pub(crate) fn build(project: &Project) -> Result<()> {
    swift(project, PACKAGE, &["build"])?.logged(&project.log("swift-build"))?.successful().map(drop)
}

/// Every vector, the boundaries, the README.
pub(crate) fn tests(project: &Project) -> Result<()> {
    files::remove(&project.target("vectors/swift"))?;
    // One at a time: a test of memory looks at the whole process.
    let run = swift(project, PACKAGE, &["test", "--no-parallel"])?.logged(&project.log("swift-tests"))?.successful()?;
    ensure!(run.text.contains(" passed after "), "no test ran");
    Ok(())
}

/// The tests of the sample app, with its backend.
pub(crate) fn app(project: &Project) -> Result<()> {
    let [backend, _sandbox] = app_backend(project, "swift-app")?;
    let run = swift(project, "examples/ios-app/BillLogic", &["test"])?.env("BILLWIRE_BACKEND", backend.url());
    run.logged(&project.log("swift-ios-app"))?.successful().map(drop)
}

/// swift-format, as strict as it can be.
pub(crate) fn format(project: &Project) -> Result<()> {
    let places = ["Package.swift", "Sources/Billwire", "Sources/BillwireValues", "Tests"];
    let places = places.map(|place| format!("{PACKAGE}/{place}"));
    let lint = enter(project, &project.path(""))?.args(["swift", "format", "lint", "--strict", "--recursive"]);
    lint.args(places).args(["examples/ios-app"]).logged(&project.log("swift-format"))?.successful().map(drop)
}

/// One of SwiftPM's commands on a package of this checkout. A warning is an error.
fn swift(project: &Project, package: &str, command: &[&str]) -> Result<Run> {
    let swift = enter(project, &project.path(package))?;
    sources(project)?;
    Ok(swift
        .args(["swift"])
        .args(command.iter().take(1))
        .args(["-Xswiftc", "-warnings-as-errors", "--scratch-path"])
        .args([project.target("swift").join(package.replace('/', "-"))])
        .args(command.iter().skip(1))
        .env("PKG_CONFIG_PATH", project.target("swift/pkgconfig"))
        .env("LD_LIBRARY_PATH", project.target("ffi"))
        .env("BILLWIRE_ROOT", project.path("")))
}

/// A program in the root. A process namespace ends together with its first process, and so do all that it started.
fn enter(project: &Project, folder: &Path) -> Result<Run> {
    provide(project)?;
    let run =
        Run::new("unshare").args(["--mount", "--pid", "--fork", "--kill-child", "bash", "-c", ENTER, "enter", ROOT]);
    Ok(run.args([project.path("").as_path(), folder]).env("HOME", "/root").env("LC_ALL", "C.UTF-8"))
}

/// Makes the root, if it is not there yet.
pub(crate) fn provide(project: &Project) -> Result<()> {
    project
        .once("Swift", || {
            let stamp = format!("{RELEASE} {PACKAGES}\n");
            if !may_mount() {
                return Err(MISSING.into());
            }
            if files::stamped(Path::new(ROOT), STAMP, &stamp) {
                return Ok(ROOT.into());
            }
            tools::debian(project, &["mmdebstrap"], &["mmdebstrap"], MISSING)?;
            if !tools::may_install(project) {
                return Err(MISSING.into());
            }
            project.progress.step("a root with Swift (a minute or two, once)", || make(project, &stamp))
        })
        .map(drop)
}

fn may_mount() -> bool {
    Command::new("unshare").args(["--mount", "--pid", "--fork", "true"]).output().is_ok_and(|run| run.status.success())
}

/// Makes it under another name, and renames it when it is complete.
fn make(project: &Project, stamp: &str) -> Result<PathBuf> {
    let (place, aside) = (PathBuf::from(ROOT), PathBuf::from(format!("{ROOT}.{}", std::process::id())));
    fs::create_dir_all(place.parent().context("the root has no folder above it")?)?;
    let sources = fs::read_to_string("/etc/apt/sources.list.d/debian.sources").unwrap_or_default();
    let mirror = sources.lines().find_map(|line| line.strip_prefix("URIs: ")?.split_whitespace().next());
    let mirror = mirror.unwrap_or("http://deb.debian.org/debian");
    let left_out = ["man", "doc", "locale"].map(|part| format!("--dpkgopt=path-exclude=/usr/share/{part}/*"));
    Run::new("mmdebstrap")
        .args(["--variant=essential", "--aptopt=APT::Install-Recommends \"false\""])
        .args(left_out)
        .args([format!("--include={PACKAGES}"), RELEASE.to_owned(), aside.display().to_string()])
        .args([format!("deb {mirror} {RELEASE} main")])
        .logged(&project.log("swift-root"))?
        .successful()?;
    fs::write(aside.join(STAMP), stamp)?;
    files::remove(&place)?;
    fs::rename(aside, &place).context("another run has made the root meanwhile")?;
    Ok(place)
}
