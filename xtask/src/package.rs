//! The npm package: hand-written and generated sources, glue and wasm in one folder, packed as a tarball.
//!
//! ```text
//! target/npm/package/
//!   package.json, README.md, LICENSE-*
//!   dist/*               wasm/npm/src/** as it is
//!   dist/billwire.js     wasm-bindgen's glue;  dist/billwire_bg.wasm
//!   dist/wasm.js         what the sources import: `exports` (the raw wasm exports) and `glue`, ready to use
//!   dist/wasm.inline.js  … from the wasm as base64 text: needs no file, no fetch, no `await`
//!   dist/wasm.workerd.js … from the wasm as an imported module: workerd allows no compilation from bytes
//! target/npm/billwire.tgz
//! ```
//! package.json chooses between the last two by its import `#instance`. `sideEffects` names these three: a bundler may
//! drop any other module that nobody uses, but not the one that makes the instance.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value;

use crate::npm;
use crate::project::Project;
use crate::report::table;
use crate::{tools, wasm};

pub(crate) const GLUE: &str = "billwire.js";
pub(crate) const WASM: &str = "billwire_bg.wasm";
const SOURCES: &str = "wasm/npm/src";
const MANIFEST: &str = "wasm/npm/package.json";

const JUNCTION: &str = "export { exports, glue } from \"#instance\";\n";

const WORKERD: &str = "\
import * as glue from \"./billwire.js\";
import module from \"./billwire_bg.wasm\";

export const exports = glue.initSync({ module });
export { glue };
";

const INLINE: &str = "\
import * as glue from \"./billwire.js\";

const text = \"TEXT\";

function bytes() {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  if (globalThis.Buffer) return globalThis.Buffer.from(text, \"base64\");
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

export const exports = glue.initSync({ module: new WebAssembly.Module(bytes()) });
export { glue };
";

/// The folder that is packed.
pub(crate) fn folder(project: &Project) -> PathBuf {
    project.target("npm/package")
}

/// Builds the package and gives its tarball.
pub(crate) fn build(project: &Project) -> Result<PathBuf> {
    tools::npm()?;
    check_version(project)?;
    let package = folder(project);
    npm::remove(&package)?;
    let dist = package.join("dist");
    fs::create_dir_all(&dist)?;
    wasm::build(project, &dist)?;
    write_entries(&dist)?;
    copy_sources(&project.path(SOURCES), &dist)?;
    copy_beside(project, &package)?;
    let tarball = project.progress.step("npm pack", || pack(project, &package))?;
    project.progress.say(&sizes(&dist, &tarball)?);
    Ok(tarball)
}

/// One version for all packages: the workspace's.
fn check_version(project: &Project) -> Result<()> {
    let manifest: Value = serde_json::from_slice(&fs::read(project.path(MANIFEST))?).context(MANIFEST)?;
    let version = manifest.get("version").and_then(Value::as_str).unwrap_or_default();
    let wanted = env!("CARGO_PKG_VERSION");
    ensure!(version == wanted, "{MANIFEST} has version {version:?}, the workspace {wanted:?}");
    Ok(())
}

fn write_entries(dist: &Path) -> Result<()> {
    let text = BASE64_STANDARD.encode(fs::read(dist.join(WASM))?);
    fs::write(dist.join("wasm.js"), JUNCTION)?;
    fs::write(dist.join("wasm.workerd.js"), WORKERD)?;
    fs::write(dist.join("wasm.inline.js"), INLINE.replace("TEXT", &text))?;
    Ok(())
}

/// Copies a folder; a source may not have the name of something made here.
fn copy_sources(from: &Path, to: &Path) -> Result<()> {
    for entry in fs::read_dir(from).with_context(|| format!("no sources in {}", from.display()))? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            fs::create_dir_all(&target)?;
            copy_sources(&entry.path(), &target)?;
        } else {
            ensure!(!target.exists(), "{} has the name of a file that is made", entry.path().display());
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

fn copy_beside(project: &Project, package: &Path) -> Result<()> {
    for source in [MANIFEST, "wasm/npm/README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        let source = project.path(source);
        let name = source.file_name().context("a file has a name")?;
        fs::copy(&source, package.join(name)).with_context(|| format!("cannot copy {}", source.display()))?;
    }
    Ok(())
}

fn pack(project: &Project, package: &Path) -> Result<PathBuf> {
    let place = project.target("npm");
    let run = tools::npm()?
        .args(["pack", "--json", "--ignore-scripts", "--pack-destination"])
        .args([&place])
        .dir(package)
        .answer(&project.log("npm-pack"))?
        .successful()?;
    let answer: Value = serde_json::from_str(&run.answer).context("npm pack answered no JSON")?;
    let name = answer.pointer("/0/filename").and_then(Value::as_str).context("npm pack named no file")?;
    let tarball = place.join("billwire.tgz");
    fs::rename(place.join(name), &tarball)?;
    Ok(tarball)
}

fn sizes(dist: &Path, tarball: &Path) -> Result<String> {
    let row = |name: &str, file: &Path| -> Result<Vec<String>> {
        Ok(vec![name.to_owned(), fs::metadata(file)?.len().to_string()])
    };
    let rows = [
        row("billwire_bg.wasm", &dist.join(WASM))?,
        row("wasm.inline.js", &dist.join("wasm.inline.js"))?,
        row("billwire.tgz", tarball)?,
    ];
    Ok(table(&["file", "bytes"], &[1], rows))
}
