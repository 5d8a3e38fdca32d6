//! The npm package is the same byte for byte in any folder and with any home of cargo, and it names no folder of the machine.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::process::Run;
use crate::project::Project;
use crate::proof::{Lane, Proof, Proven, plan};
use crate::{copy, files, package, tools};

pub(crate) const PROOF: Proof = Proof {
    name: "reproducible",
    lane: Lane::Free,
    promise: "every build of the npm package is the same, byte for byte",
    quick: &["--same-generator"],
    full: &[],
    builds: &["reproducible"],
    prove,
};
const CONTROL: &str = "a byte changed in a wasm is noticed, and so are the folders that another program of ours names";

/// Content of a package, by file name.
type Files = BTreeMap<PathBuf, Vec<u8>>;

/// How much is built.
#[derive(clap::Args)]
pub(crate) struct Plan {
    /// Do not compile the generator of glue again in the other folder
    #[arg(long)]
    same_generator: bool,
}

fn prove(project: &Project, args: &[&str]) -> Result<Proven> {
    let plan = plan::<Plan>(args)?;
    Ok(Proven { tests: 1, figure: figure(project, &plan)?, control: CONTROL.to_owned() })
}

/// Builds the package twice and describes what is equal.
fn figure(project: &Project, plan: &Plan) -> Result<String> {
    let tarball = package::tarball(project)?;
    let here = contents(&package::folder(project))?;
    let elsewhere = project.target("reproducible/a-folder-of-another-name");
    project.progress.step("the same in another folder", || build(project, plan, &elsewhere))?;
    let there = contents(&elsewhere.join("target/npm/package"))?;
    let differing = differing(&here, &there);
    ensure!(differing.is_empty(), "built in another folder, these differ: {}", differing.join(", "));
    let packed = elsewhere.join("target/npm/billwire.tgz");
    ensure!(fs::read(tarball)? == fs::read(packed)?, "the same files are packed otherwise in another folder");
    // The next run copies and compiles it anew.
    files::remove(&elsewhere)?;
    names_no_folder(project, &here)?;
    control(project, &here)?;
    let wasm: Vec<_> = here.iter().filter(|(name, _)| is_wasm(name)).collect();
    let bytes: usize = wasm.iter().map(|(_, content)| content.len()).sum();
    Ok(format!("{} files, of them {} wasm with {bytes} bytes: 0 differ, 0 folders named", here.len(), wasm.len()))
}

/// Builds the package in a copy of the checkout, with an empty home of cargo: crates are fetched anew.
fn build(project: &Project, plan: &Plan, place: &Path) -> Result<()> {
    copy::whole(project, place)?;
    let mut run = Run::new(tools::program(project, "xtask", "dev")?)
        .args(["wasm"])
        .env("CARGO_MANIFEST_DIR", place.join("xtask"))
        .env("CARGO_HOME", place.join("another-home"))
        .dir(place);
    if plan.same_generator {
        run = run.env(tools::GENERATOR, tools::wasm_bindgen(project)?);
    }
    run.logged(&project.log("reproducible"))?.successful()?;
    Ok(())
}

fn names_no_folder(project: &Project, files: &Files) -> Result<()> {
    for folder in folders(project)? {
        let named = files.iter().find(|(_, content)| holds(content, folder.as_bytes()));
        ensure!(named.is_none(), "{folder} stands in {:?}", named.map(|(name, _)| name));
    }
    Ok(())
}

fn control(project: &Project, here: &Files) -> Result<()> {
    let mut changed = here.clone();
    let wasm = changed.iter_mut().find(|(name, _)| is_wasm(name)).context("the package has no wasm")?;
    let last = wasm.1.last_mut().context("a wasm is empty")?;
    *last ^= 1;
    ensure!(differing(here, &changed).len() == 1, "another byte is not noticed");
    let own = fs::read(std::env::current_exe()?)?;
    let named = folders(project)?.iter().filter(|folder| holds(&own, folder.as_bytes())).count();
    ensure!(named > 0, "no folder is found in a program that names some");
    Ok(())
}

/// Where sources lie on this machine.
fn folders(project: &Project) -> Result<Vec<String>> {
    let folders = [project.path(""), tools::cargo_home()?, tools::sysroot()?];
    Ok(folders.map(|folder| folder.display().to_string().trim_end_matches(['/', '\\']).to_owned()).to_vec())
}

fn is_wasm(name: &Path) -> bool {
    name.extension().is_some_and(|ending| ending == "wasm")
}

fn holds(content: &[u8], wanted: &[u8]) -> bool {
    content.windows(wanted.len()).any(|window| window == wanted)
}

/// Files that differ, or that only one package has.
fn differing(one: &Files, other: &Files) -> Vec<String> {
    let names = one.keys().chain(other.keys()).filter(|name| one.get(*name) != other.get(*name));
    let mut names: Vec<_> = names.map(|name| name.display().to_string()).collect();
    names.sort();
    names.dedup();
    names
}

fn contents(folder: &Path) -> Result<Files> {
    let read = |name: PathBuf| Ok((name.clone(), fs::read(folder.join(name))?));
    files::below(folder)?.into_iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_changed_and_missing_files() {
        let files =
            |all: &[(&str, &str)]| all.iter().map(|(name, text)| (name.into(), text.as_bytes().to_vec())).collect();
        let one: Files = files(&[("a", "1"), ("b", "2"), ("c", "3")]);
        let other: Files = files(&[("a", "1"), ("b", "4"), ("d", "3")]);
        assert!(differing(&one, &one).is_empty());
        assert_eq!(differing(&one, &other), ["b", "c", "d"]);
    }
}
