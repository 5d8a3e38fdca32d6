//! The npm package: hand-written and generated sources, glue and wasm in one folder, packed as a tarball.
//!
//! ```text
//! target/npm/package/
//!   package.json, README.md, THIRD-PARTY.md, LICENSE-*
//!   dist/*               wasm/npm/src/** as it is
//!   dist/billwire.js     wasm-bindgen's glue for dist/billwire_bg.wasm
//!   dist/**              modules that hold a wasm, bundles for Node, declarations: see wasm/npm/pack/pack.mjs
//!   dist/testing/*       the same of wasm/npm/testing and the wasm of a desk, with simulator and explanations
//! target/npm/billwire.tgz
//! target/npm/quick/*    the same with wasm that is compiled in seconds
//! ```
//! package.json chooses how each wasm is compiled by its imports `#wasm` and `#testing-wasm`; `billwire/slim`
//! imports none. `sideEffects` names what starts an instance at once: a bundler may drop any other unused module.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, Result, anyhow};

use crate::files;
use crate::project::Project;
use crate::tools;
use crate::wasm::{self, Module};

/// One wasm of the package, with the hand-written sources around it.
struct Part {
    module: Module,
    sources: &'static str,
    /// The folder in the package.
    folder: &'static str,
}

const PARTS: [Part; 2] = [
    // Fast: what every bill and webhook passes through is `#[inline(always)]`. For all else the compiler's limits are
    // low: short functions are inlined, loops stay loops, and a copy of more than four stores is one instruction.
    Part {
        module: Module {
            name: "billwire",
            features: "",
            opt_level: "3",
            rust_flags: &[
                "-Cllvm-args=-inline-threshold=40",
                "-Cllvm-args=-inlinehint-threshold=60",
                "-Cllvm-args=-unroll-threshold=30",
                "-Cllvm-args=-unroll-runtime=false",
                "-Cllvm-args=-max-store-memcpy=4",
            ],
            passes: "-O3",
        },
        sources: "wasm/npm/src",
        folder: "dist",
    },
    // Small, with what only a desk needs: the simulator, and why two hashes differ.
    Part {
        module: Module {
            name: "billwire_testing",
            features: "explain,simulator",
            opt_level: "z",
            rust_flags: &[],
            passes: "-Oz",
        },
        sources: "wasm/npm/testing",
        folder: "dist/testing",
    },
];

const MANIFEST: &str = "wasm/npm/package.json";

/// Writes what derives from sources, glue and wasm files; see its first lines.
const SCRIPT: &str = "wasm/npm/pack/pack.mjs";
const TOOLS_OF_SCRIPT: [(&str, &str); 3] = [("rolldown", "1.3.2"), ("commander", "14.0.3"), ("amaro", "1.2.1")];

/// The folder that is packed.
fn folder(project: &Project) -> PathBuf {
    place(project).join("package")
}

/// The folder with the package and its tarball.
fn place(project: &Project) -> PathBuf {
    project.target(if project.is_quick { "npm/quick" } else { "npm" })
}

/// The tarball, built once in a run.
pub(crate) fn tarball(project: &Project) -> Result<PathBuf> {
    project.once("the npm package", || build(project))
}

fn build(project: &Project) -> Result<PathBuf> {
    tools::npm()?;
    let package = folder(project);
    // Two runs at once would mix their files. The lock ends with the file.
    fs::create_dir_all(place(project))?;
    let lock = fs::File::create(place(project).join("lock"))?;
    lock.lock().context("another run packs the npm package")?;
    files::remove(&package)?;
    // The tools do not depend on the wasm, whose last crates compile on one core each.
    thread::scope(|scope| {
        let meanwhile = scope.spawn(|| prepare_tools(project));
        PARTS.iter().try_for_each(|part| write_part(project, part, &package))?;
        meanwhile.join().map_err(|_| anyhow!("the tools cannot be prepared"))?
    })?;
    copy_documents(project, &package)?;
    complete(project, &package)?;
    project.progress.step("npm pack", || pack(project, &package))
}

fn prepare_tools(project: &Project) -> Result<()> {
    wasm::bindgen(project, "wasm-bindgen")?;
    TOOLS_OF_SCRIPT.iter().try_for_each(|(name, version)| tools::npm_tool(project, name, version).map(drop))
}

fn write_part(project: &Project, part: &Part, package: &Path) -> Result<()> {
    let folder = package.join(part.folder);
    fs::create_dir_all(&folder)?;
    wasm::build(project, &part.module, &folder)?;
    files::copy(&project.path(part.sources), &folder).map(drop)
}

fn complete(project: &Project, package: &Path) -> Result<()> {
    let mut script = tools::node()?.args([project.path(SCRIPT).as_path(), package]);
    for (name, version) in TOOLS_OF_SCRIPT {
        script = script.args([tools::npm_tool(project, name, version)?]);
    }
    script.dir(project.path("")).logged(project.log("npm-complete")).map(drop)
}

fn copy_documents(project: &Project, package: &Path) -> Result<()> {
    for source in [MANIFEST, "wasm/npm/README.md", "wasm/npm/THIRD-PARTY.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        let source = project.path(source);
        let name = source.file_name().context("a file has a name")?;
        fs::copy(&source, package.join(name)).with_context(|| format!("cannot copy {}", source.display()))?;
    }
    Ok(())
}

fn pack(project: &Project, package: &Path) -> Result<PathBuf> {
    let place = place(project);
    let pack = tools::npm()?.args(["pack", "--ignore-scripts", "--pack-destination"]).args([&place]).dir(package);
    pack.logged(project.log("npm-pack"))?;
    let tarball = place.join("billwire.tgz");
    let packed = place.join(format!("billwire-{}.tgz", env!("CARGO_PKG_VERSION")));
    fs::rename(packed, &tarball).with_context(|| format!("{MANIFEST} has another version than the workspace"))?;
    Ok(tarball)
}
