//! The recipes of CONTRIBUTING.md, followed in a copy of the repository: each compiles, and touches few files.

mod recipe;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::process::{Finished, Run};
use crate::project::Project;
use crate::proof::{Lane, Proof, Proven, no_arguments};
use crate::{copy, files, tools};
use recipe::{Given, Recipe};

pub(crate) const PROOF: Proof = Proof {
    name: "rehearsals",
    lane: Lane::Rust,
    builds: &["rehearsals"],
    promise: "an operation with a shape, a profile setting and a method of Biller are added in as few files as CONTRIBUTING.md says",
    quick: &[],
    full: &[],
    prove,
};
const RECIPES: &str = "tests/proofs/rehearsals";
const GUIDE: &str = "CONTRIBUTING.md";
/// Crates of the copy: the three that a change reaches, and what they are made of.
const MEMBERS: [&str; 6] = ["core", "core/wire", "wasm", "wasm/js-values", "bindings", "bindings/generate"];
/// Generators, which write their files into the folder that follows.
const GENERATORS: [&[&str]; 2] = [&["-p", "billwire-wasm", "--example", "generate"], &["-p", "billwire-ffi-generate"]];
const CHECKED: [&str; 8] = ["check", "--quiet", "-p", "billwire", "-p", "billwire-ffi", "-p", "billwire-wasm"];
/// Error of the compiler for a match that leaves out a variant.
const NOT_EXHAUSTIVE: &str = "E0004";

/// Rehearses all recipes, one after the other.
fn prove(project: &Project, args: &[&str]) -> Result<Proven> {
    no_arguments(args)?;
    let stage = Stage::new(project);
    let guide = fs::read_to_string(project.path(GUIDE))?;
    let mut figures = Vec::new();
    let mut control = None;
    for name in files::below(&project.path(RECIPES))? {
        let text = fs::read_to_string(project.path(RECIPES).join(&name))?;
        let recipe = Recipe::parse(&text).with_context(|| name.display().to_string())?;
        let what = name.file_stem().unwrap_or_default().to_string_lossy().replace('-', " ");
        explained(&recipe, &guide)?;
        project.progress.step(&what, || stage.rehearse(&recipe).with_context(|| what.clone()))?;
        figures.push(format!("{what} {}", recipe.files().len()));
        if recipe.has_row() {
            control = Some(project.progress.step("control", || stage.control(&recipe))?);
        }
    }
    files::remove(&stage.copy)?;
    let control = control.context("no recipe has a row for the control to leave out")?;
    Ok(Proven { tests: figures.len() as u64, figure: format!("files: {}", figures.join(", ")), control })
}

/// Checks that the guide has the recipe: its heading with the limit, and each file.
fn explained(recipe: &Recipe, guide: &str) -> Result<()> {
    let heading = format!("### {}: {} files", recipe.title, recipe.limit);
    let section = guide.split_once(&heading).with_context(|| format!("{GUIDE} has no heading `{heading}`"))?.1;
    let section = section.split("\n## ").next().and_then(|rest| rest.split("\n### ").next()).unwrap_or_default();
    for file in recipe.files() {
        let name = recipe.in_guide(file);
        ensure!(section.contains(&format!("`{name}`")), "`{heading}` in {GUIDE} does not name `{name}`");
    }
    Ok(())
}

/// The copy in which recipes are followed, and what is compiled for it.
struct Stage<'p> {
    project: &'p Project,
    copy: PathBuf,
}

impl<'p> Stage<'p> {
    fn new(project: &'p Project) -> Self {
        Self { project, copy: project.target("rehearsals/copy") }
    }

    /// Follows a recipe: the edits, the generators, the compiler, and the recipe's own test.
    fn rehearse(&self, recipe: &Recipe) -> Result<()> {
        let files = recipe.files().len();
        ensure!(files <= recipe.limit, "it touches {files} files, more than {}", recipe.limit);
        self.apply(recipe, Given::Whole)?;
        for generator in GENERATORS {
            let run = self.cargo(&[&["run", "--quiet"], generator, &["--"]].concat()).args([&self.copy]);
            run.logged(&self.project.log("rehearsal-generate"))?.successful()?;
        }
        for (file, text) in &recipe.reaches {
            let found = fs::read_to_string(self.copy.join(file)).with_context(|| file.clone())?.contains(text);
            ensure!(found, "{file} does not have `{text}` after the generators");
        }
        self.check()?.successful()?;
        let test: Vec<_> = ["test", "--quiet"].into_iter().chain(recipe.test.iter().map(String::as_str)).collect();
        let run = self.cargo(&test).logged(&self.project.log("rehearsal-test"))?.successful()?;
        ensure!(crate::counts::libtest(&run.text).passed > 0, "the recipe's test did not run");
        Ok(())
    }

    /// Follows a recipe without its row of the table, which the compiler has to notice.
    fn control(&self, recipe: &Recipe) -> Result<String> {
        self.apply(recipe, Given::WithoutRow)?;
        let run = self.check()?;
        let is_noticed = !run.ok() && run.text.contains(NOT_EXHAUSTIVE);
        ensure!(is_noticed, "the control: an operation that is in no list of the table compiles");
        Ok("an operation that is in no list of the table does not compile".to_owned())
    }

    fn apply(&self, recipe: &Recipe, given: Given) -> Result<()> {
        copy::of_members(self.project, &self.copy, |member| MEMBERS.contains(&member))?;
        for file in recipe.files() {
            let path = self.copy.join(file);
            let before = if path.is_file() { fs::read_to_string(&path)? } else { String::new() };
            let after = recipe.edited(file, &before, given).with_context(|| file.to_owned())?;
            files::write(&path, after.as_bytes())?;
        }
        Ok(())
    }

    fn check(&self) -> Result<Finished> {
        self.cargo(&CHECKED).logged(&self.project.log("rehearsal-check"))
    }

    fn cargo(&self, args: &[&str]) -> Run {
        let build: &Path = &self.project.target("rehearsals/build");
        tools::cargo().args(args).dir(&self.copy).env("CARGO_TARGET_DIR", build)
    }
}
