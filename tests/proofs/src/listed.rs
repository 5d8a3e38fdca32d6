//! Lists that a language's own tools make of its package, for the proofs to read.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use xtask::process::Finished;
use xtask::project::Project;
use xtask::{files, kotlin, maven, swift};

/// DocC's catalogue of the Swift package.
pub(crate) const CATALOGUE: &str = "bindings/swift/Sources/Billwire/Billwire.docc";
/// In the Swift root; Debian links it from no folder of programs.
const DOCC: &str = "/usr/libexec/swift/bin/docc";

/// Reference of the Kotlin package, as Dokka writes it.
pub(crate) struct Reference {
    /// Folder of its pages.
    pub(crate) pages: PathBuf,
    /// Dokka's messages.
    pub(crate) said: String,
}

/// Has Dokka write the reference, once in a run.
pub(crate) fn by_dokka(project: &Project) -> Result<Reference> {
    let log = project.log("kotlin-reference");
    let pages = project.once("Dokka's pages", || {
        kotlin::prepare(project)?;
        let pages = project.target("maven/billwire/documentation");
        files::remove(&pages)?;
        project.progress.step("reference by Dokka", || {
            maven::on(project, &project.path(maven::REACTOR))?
                .args(["--projects", "kotlin", "org.jetbrains.dokka:dokka-maven-plugin:dokka"])
                .logged(&log)?
                .successful()
        })?;
        Ok(pages)
    })?;
    Ok(Reference { pages, said: fs::read_to_string(&log).context("what Dokka said")? })
}

/// Swift's lists of the public symbols of the package's module, and of the types of other modules that it extends; those of
/// uniffi's modules are left out.
pub(crate) fn symbol_graphs(project: &Project) -> Result<Vec<PathBuf>> {
    let graphs = project.once("the symbols of the Swift package", || write_symbol_graphs(project))?;
    let is_own = |name: &PathBuf| {
        let name = name.to_string_lossy();
        name == format!("{}.symbols.json", swift::MODULE) || name.starts_with(&format!("{}@", swift::MODULE))
    };
    Ok(files::below(&graphs)?.into_iter().filter(is_own).map(|name| graphs.join(name)).collect())
}

/// Compiles the package in a folder of its own: only a compilation lists the records that the module re-exports, and
/// `swift package dump-symbol-graph` leaves them out.
fn write_symbol_graphs(project: &Project) -> Result<PathBuf> {
    const EMIT: [&str; 4] =
        ["-emit-symbol-graph", "-symbol-graph-minimum-access-level", "public", "-emit-symbol-graph-dir"];
    swift::ready(project)?;
    let scratch = project.target("swift/symbols");
    let graphs = scratch.join("graphs");
    fs::create_dir_all(&graphs)?;
    let flags = EMIT.map(PathBuf::from).into_iter().chain([graphs.clone()]);
    swift::enter(project, &project.path(swift::PACKAGE), "swift")?
        .args(["build", "--target", swift::MODULE, "--scratch-path"])
        .args([scratch])
        .args(flags.flat_map(|flag| [PathBuf::from("-Xswiftc"), flag]))
        .logged(&project.log("swift-symbols"))?
        .successful()?;
    Ok(graphs)
}

/// Has DocC convert a catalogue and the symbols of the package into pages. A warning is an error.
pub(crate) fn docc(project: &Project, catalogue: &Path, out: &Path, options: &[&str]) -> Result<Finished> {
    swift::enter(project, &project.path(swift::PACKAGE), DOCC)?
        .args(["convert", "--warnings-as-errors", "--fallback-display-name", swift::MODULE])
        .args(["--fallback-bundle-identifier", "io.github.billwire"])
        .args(options)
        .args(["--additional-symbol-graph-dir".into(), own_symbols(project)?, "--output-path".into(), out.into()])
        .args([catalogue])
        .logged(&project.log("docc"))
}

/// Folder with nothing but the lists of the package's own module, as DocC wants it.
fn own_symbols(project: &Project) -> Result<PathBuf> {
    let own = project.target("swift/docc");
    files::remove(&own)?;
    fs::create_dir_all(&own)?;
    for graph in symbol_graphs(project)? {
        fs::copy(&graph, own.join(graph.file_name().context("a list without a name")?))?;
    }
    Ok(own)
}
