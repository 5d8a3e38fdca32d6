//! The Swift package: what is put into bindings/swift, and what is run of it.
//!
//! ```text
//! bindings/swift/Sources/Billwire/Billwire.swift   uniffi's Swift
//! bindings/swift/Sources/BillwireFFI               the library's C header
//! target/swift/pkgconfig/billwire.pc               where SwiftPM finds the library of this checkout
//! ```
//!
//! Its tools run in a root folder of their own, which `bindings/swift/in-root.sh` makes and enters.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::missing::{Missing, OutOfReach};
use crate::process::Run;
use crate::project::Project;
use crate::tools;
use crate::{bindings, demo, files};

pub(crate) const PACKAGE: &str = "bindings/swift";
/// Its client comes from GitHub by git.
const SERVER: &str = "examples/swift-server";
const CLIENT: &str = "https://github.com/swift-server/async-http-client.git";
const NO_CLIENT: OutOfReach = OutOfReach(Missing {
    tool: "AsyncHTTPClient",
    remedy: "SwiftPM fetches it with its dependencies from github.com; run the suite where that is reached",
});
/// Not where packages are fetched: SwiftPM hides their warnings, and the compiler takes one of the two.
const STRICT: [&str; 2] = ["-Xswiftc", "-warnings-as-errors"];
/// uniffi's Swift, in the folder of the module.
const GENERATED: &str = "Billwire.swift";
/// Makes the root once, and runs programs in it.
const IN_ROOT: &str = "bindings/swift/in-root.sh";
const MISSING: Missing = Missing {
    tool: "Swift 6",
    remedy: "`cargo xtask --yes swift` sets it up, on Debian and its like, as root and where mounting is \
             allowed (2.5 GB below /var/cache); elsewhere, see bindings/swift/README.md",
};

/// Puts the generated sources into place, all that a machine with a Swift of its own needs.
pub(crate) fn sources(project: &Project) -> Result<()> {
    // Once: two suites write the same files.
    project.once("the sources in the Swift package", || place(project)).map(drop)
}

fn place(project: &Project) -> Result<PathBuf> {
    let library = bindings::library(project)?;
    let sources = bindings::sources(project, "swift")?;
    for (folder, name) in [("Billwire", GENERATED), ("BillwireFFI", "BillwireFFI.h")] {
        let source = fs::read(sources.join(name)).with_context(|| name.to_owned())?;
        files::write(&project.path(PACKAGE).join("Sources").join(folder).join(name), &source)?;
    }
    let folder = library.parent().context("the library has no folder")?.display();
    let version = env!("CARGO_PKG_VERSION");
    let pkg =
        format!("Name: billwire\nDescription: billwire's core\nVersion: {version}\nLibs: -L{folder} -lbillwire_ffi\n");
    files::write(&project.target("swift/pkgconfig/billwire.pc"), pkg.as_bytes())?;
    Ok(sources)
}

/// Puts the generated sources into place and compiles the package.
pub(crate) fn build(project: &Project) -> Result<()> {
    swift(project, PACKAGE, "build")?.args(STRICT).logged(project.log("swift-build")).map(drop)
}

/// Every vector, the boundaries, the README.
pub(crate) fn tests(project: &Project) -> Result<()> {
    files::remove(&project.target("vectors/swift"))?;
    // One at a time: a test of memory looks at the whole process.
    let test = swift(project, PACKAGE, "test")?.args(STRICT).args(["--no-parallel"]);
    let text = test.logged(project.log("swift-tests"))?;
    ensure!(text.contains(" passed after "), "no test ran");
    Ok(())
}

/// Compiles what devices compile, as if this machine were one: uniffi's source over their library, and what is written
/// by hand.
pub(crate) fn devices(project: &Project) -> Result<()> {
    let of_devices = bindings::of_phones(project, "swift-devices", "swift-devices")?;
    let (headers, sources) = (project.target("swift/devices/BillwireFFI"), project.target("swift/devices/Billwire"));
    self::sources(project)?;
    files::remove(&project.target("swift/devices"))?;
    files::copy(&project.path(PACKAGE).join("Sources"), &project.target("swift/devices"))?;
    fs::copy(of_devices.join("BillwireFFI.h"), headers.join("BillwireFFI.h"))?;
    fs::copy(of_devices.join(GENERATED), sources.join("BillwireOnDevices.swift"))?;
    let files: Vec<_> =
        files::below(&sources)?.into_iter().filter(|file| is_swift(file)).map(|file| sources.join(file)).collect();
    for file in &files {
        fs::write(file, fs::read_to_string(file)?.replace("os(iOS)", "true"))?;
    }
    let check = enter(project, &sources)?.args(["swiftc", "-typecheck", "-warnings-as-errors", "-swift-version", "6"]);
    let check = check.args(["-module-name", "Billwire", "-I"]).args([headers]).args(files);
    check.logged(project.log("swift-devices")).map(drop)
}

/// The tests of the sample app, with its backend.
pub(crate) fn app(project: &Project) -> Result<()> {
    let test = swift(project, "examples/ios-app/BillLogic", "test")?.args(STRICT);
    demo::with_app_backend(project, &test)?.logged(project.log("swift-ios-app")).map(drop)
}

/// The tests of the sender for servers, where its client can be fetched.
pub(crate) fn server(project: &Project) -> Result<()> {
    let ask = enter(project, &project.path(""))?.args(["timeout", "30", "git", "ls-remote", CLIENT, "HEAD"]);
    ask.env("GIT_TERMINAL_PROMPT", "0").logged(project.log("swift-server-client")).map_err(|_| NO_CLIENT)?;
    let text = swift(project, SERVER, "test")?.logged(project.log("swift-server"))?;
    ensure!(text.contains(" passed after "), "no test ran");
    Ok(())
}

/// swift-format, as strict as it can be, of what is written by hand.
pub(crate) fn format(project: &Project) -> Result<()> {
    let sources = project.path(PACKAGE).join("Sources/Billwire");
    let is_ours = |file: &PathBuf| is_swift(file) && !file.ends_with(GENERATED);
    let ours = files::below(&sources)?.into_iter().filter(is_ours).map(|file| sources.join(file));
    let lint = enter(project, &project.path(""))?.args(["swift", "format", "lint", "--strict", "--recursive"]);
    let others = [
        "bindings/swift/Package.swift",
        "bindings/swift/Tests",
        "examples/quickstart/swift",
        "examples/ios-app",
        SERVER,
        "tests/bench/native",
    ];
    lint.args(ours).args(others).logged(project.log("swift-format")).map(drop)
}

fn is_swift(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending == "swift")
}

/// One of SwiftPM's commands on a package of this checkout.
fn swift(project: &Project, package: &str, command: &str) -> Result<Run> {
    let swift = enter(project, &project.path(package))?;
    sources(project)?;
    Ok(swift
        .args(["swift", command, "--scratch-path"])
        .args([project.target("swift").join(package.replace('/', "-"))])
        .env("PKG_CONFIG_PATH", project.target("swift/pkgconfig"))
        .env("LD_LIBRARY_PATH", project.target("ffi"))
        .env("BILLWIRE_ROOT", project.path("")))
}

/// A program in the root.
fn enter(project: &Project, folder: &Path) -> Result<Run> {
    provide(project)?;
    Ok(Run::new("bash").args([project.path(IN_ROOT), project.path(""), folder.to_path_buf()]))
}

/// Makes the root, if it is not there yet.
pub(crate) fn provide(project: &Project) -> Result<()> {
    let script = |word: &str| Run::new("bash").args([project.path(IN_ROOT)]).args([word]);
    let make = || {
        if script("--is-there").logged(project.log("swift-root")).is_err() {
            tools::debian(project, &["mmdebstrap"], &["mmdebstrap"], MISSING)?;
            ensure!(tools::may_install(project), MISSING);
            let make = || script("--make").logged(project.log("swift-root"));
            project.progress.step("a root with Swift (a minute or two, once)", make)?;
        }
        Ok(project.path(IN_ROOT))
    };
    project.once("Swift", make).map(drop)
}
