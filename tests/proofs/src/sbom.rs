//! Bills of materials in CycloneDX: for the crate, and for the npm package, which has no dependencies but contains crates
//! compiled to wasm.
//!
//! cargo-cyclonedx describes the crates; `cargo tree` says which of them are compiled in.

mod bom;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use crate::process::Finished;
use crate::project::Project;
use crate::proof::{Lane, Proof, Proven, no_arguments};
use crate::tools::FEATURES;
use crate::tools::{self, WASM_TARGET};
use crate::{copy, npm, package};

use bom::{Bom, Named};

pub(crate) const PROOF: Proof = Proof {
    name: "sbom",
    lane: Lane::Npm,
    promise: "a bill of materials lists all that the crate and the npm package contain",
    quick: &[],
    full: &[],
    builds: &["sbom/source"],
    prove,
};
const CONTROL: &str =
    "a bill that leaves out a crate is noticed, and one that leaves out a name is refused by the schema";
/// A project with CycloneDX's own library.
const VALIDATOR: &str = "tests/proofs/sbom";
const CARGO_CYCLONEDX: &str = "0.5.9";

/// Writes both to `target/sbom`.
fn prove(project: &Project, args: &[&str]) -> Result<Proven> {
    no_arguments(args)?;
    let (files, contents) = written(project)?;
    files.iter().for_each(|file| println!("{}", file.display()));
    Ok(Proven { tests: 2, figure: format!("{contents}, valid"), control: CONTROL.to_owned() })
}

/// Writes both files, and returns their paths and a summary.
fn written(project: &Project) -> Result<(Vec<PathBuf>, String)> {
    tools::wasm_target(project)?;
    let place = project.target("sbom/source");
    // The wasm crates, and their dependencies.
    copy::of_members(project, &place, |member| copy::is_core(member) || member.starts_with("wasm"))?;
    let source = Source { project, place };
    let bills = [("billwire-crate", source.krate()?), ("billwire-npm", source.npm()?)];
    let mut files = Vec::new();
    for (name, bill) in &bills {
        let file = project.target(format!("sbom/{name}.cdx.json"));
        fs::write(&file, bill.text()?)?;
        files.push(file);
    }
    validate(project, &files)?.successful()?;
    let nameless = project.target("sbom/source/nameless.cdx.json");
    fs::write(&nameless, bills[0].1.nameless()?.text()?)?;
    ensure!(!validate(project, &[nameless])?.ok(), "the schema takes a component without a name");
    let counts = bills.map(|(name, bill)| format!("{} components in {name}", bill.len()));
    Ok((files, counts.join(", ")))
}

fn validate(project: &Project, files: &[PathBuf]) -> Result<Finished> {
    let dir = npm::install(project, VALIDATOR)?;
    tools::node()?.args(["validate.mjs"]).args(files).dir(dir).logged(&project.log("sbom-validate"))
}

/// A copy of the checkout with the crates alone: cargo-cyclonedx writes next to their manifests, and features
/// of other crates do not count.
struct Source<'a> {
    project: &'a Project,
    place: PathBuf,
}

impl Source<'_> {
    fn krate(&self) -> Result<Bom> {
        let args = ["--manifest-path", "core/Cargo.toml", "--features", FEATURES, "--target", "all"];
        self.describe(&args)?;
        let all = Bom::read(&self.place.join("core/billwire.cdx.json"))?;
        let tree = self.tree("billwire", &["-e", "normal", "--features", FEATURES, "--target", "all"])?;
        compiled(all, &tree)
    }

    /// One for all the wasm that the package ships.
    fn npm(&self) -> Result<Bom> {
        let manifest = package::manifest(self.project)?;
        ensure!(manifest.get("dependencies").is_none(), "the npm package's own dependencies are in no bill");
        self.describe(&["--manifest-path", "wasm/Cargo.toml", "--target", WASM_TARGET])?;
        let mut whole = Bom::of(&component(&manifest)?);
        for (name, folder) in self.libraries()? {
            let all = Bom::read(&folder.join(&name).with_extension("cdx.json"))?;
            let tree = self.tree(&name, &["-e", "normal,no-proc-macro", "--target", WASM_TARGET])?;
            whole.take_in(compiled(all, &tree)?)?;
        }
        Ok(whole)
    }

    fn describe(&self, args: &[&str]) -> Result<()> {
        tools::cargo_tool(self.project, "cargo-cyclonedx", CARGO_CYCLONEDX)?
            .args(["cyclonedx", "--format", "json", "--spec-version", "1.5", "--no-build-deps", "--quiet"])
            .args(args)
            .dir(&self.place)
            .logged(&self.project.log("sbom"))?
            .successful()?;
        Ok(())
    }

    /// Crates compiled for a crate, including itself.
    fn tree(&self, name: &str, args: &[&str]) -> Result<BTreeSet<Named>> {
        let run = tools::cargo()
            .args(["tree", "-p", name, "--prefix", "none", "--format", "{p}"])
            .args(args)
            .dir(&self.place)
            .answer(&self.project.log("sbom-tree"))?
            .successful()?;
        Ok(run.answer.lines().filter_map(Named::of_line).collect())
    }

    /// The crates that become wasm, with their folders.
    fn libraries(&self) -> Result<Vec<(String, PathBuf)>> {
        let run = tools::cargo()
            .args(["metadata", "--no-deps", "--format-version", "1"])
            .dir(&self.place)
            .answer(&self.project.log("sbom-metadata"))?
            .successful()?;
        let metadata: Value = serde_json::from_str(&run.answer)?;
        let packages = metadata.get("packages").and_then(Value::as_array).context("cargo knows no packages")?;
        let found: Vec<_> = packages.iter().filter(|package| is_library(package)).filter_map(placed).collect();
        ensure!(!found.is_empty(), "no crate becomes wasm");
        Ok(found)
    }
}

fn is_library(package: &Value) -> bool {
    package.pointer("/targets").is_some_and(|targets| targets.to_string().contains("\"cdylib\""))
}

fn placed(package: &Value) -> Option<(String, PathBuf)> {
    let folder = Path::new(package.get("manifest_path")?.as_str()?).parent()?;
    Some((package.get("name")?.as_str()?.to_owned(), folder.to_owned()))
}

/// The npm package itself.
fn component(manifest: &Value) -> Result<Value> {
    let text =
        |name: &str| manifest.get(name).and_then(Value::as_str).with_context(|| format!("package.json has no {name}"));
    let purl = format!("pkg:npm/{}@{}", text("name")?, text("version")?);
    Ok(json!({
        "type": "library",
        "bom-ref": purl,
        "name": text("name")?,
        "version": text("version")?,
        "description": text("description")?,
        "licenses": [{ "expression": text("license")? }],
        "purl": purl,
    }))
}

/// Keeps the compiled crates only; the control is a crate that is left out.
fn compiled(mut all: Bom, tree: &BTreeSet<Named>) -> Result<Bom> {
    all.keep(tree);
    let missing = all.missing(tree);
    ensure!(missing.is_empty(), "compiled in, but in no bill: {missing:?}");
    let mut control = all.clone();
    control.keep(&tree.iter().skip(1).cloned().collect());
    ensure!(control.missing(tree).len() == 1, "a crate that is left out is not noticed");
    Ok(all)
}
