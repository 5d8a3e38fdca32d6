//! The recipes of CONTRIBUTING.md, followed in a copy of the repository: they compile, and touch few files.

mod recipe;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use crate::process::Run;
use crate::project::Project;
use crate::proof::{Lane, Proof, Proven, no_arguments};
use crate::{copy, files, tools};
use recipe::{Edits, Recipe};

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
/// Recipes, and the number of files that each may touch besides vectors and generated files.
const LIMITS: [(&str, usize); 3] = [("biller-method", 5), ("profile-setting", 3), ("shaped-operation", 6)];
/// Crates of the copy: the three that a change reaches, and what they are made of.
const MEMBERS: [&str; 7] =
    ["core", "core/wire", "wasm", "wasm/js-values", "wasm/objects", "bindings", "bindings/generate"];
/// Generators, which write their files into the folder that follows.
const GENERATORS: [&[&str]; 2] = [&["-p", "billwire-wasm", "--example", "generate"], &["-p", "billwire-ffi-generate"]];
/// Error of the compiler for a match that leaves out a variant.
const NOT_EXHAUSTIVE: &str = "E0004";

/// Rehearses all recipes in one copy, since none touches what another needs.
fn prove(project: &Project, args: &[&str]) -> Result<Proven> {
    no_arguments(args)?;
    let recipes = read(project)?;
    let guide = fs::read_to_string(project.path(GUIDE))?;
    for (recipe, limit) in &recipes {
        let checked = within(recipe, *limit).and_then(|()| explained(recipe, &guide));
        checked.with_context(|| recipe.title.clone())?;
    }
    let too_long = refused(&recipes)?;
    let stage = Stage { project, copy: project.target("rehearsals/copy") };
    let incomplete = project.progress.step("control", || stage.control(&recipes))?;
    project.progress.step("recipes", || stage.rehearse(&recipes))?;
    files::remove(&stage.copy)?;
    let figures = recipes.iter().map(|(recipe, _)| format!("{} {}", recipe.title, recipe.files().len()));
    let figure = format!("files: {}", figures.collect::<Vec<_>>().join(", "));
    Ok(Proven { tests: recipes.len() as u64, figure, control: format!("{too_long}; {incomplete}") })
}

/// Reads the recipes, each with its limit.
fn read(project: &Project) -> Result<Vec<(Recipe, usize)>> {
    let count = files::below(&project.path(RECIPES))?.len();
    ensure!(count == LIMITS.len(), "{RECIPES} has {count} recipes, and {} have a limit", LIMITS.len());
    let read = |(name, limit): (&str, usize)| {
        let text = fs::read_to_string(project.path(RECIPES).join(name).with_extension("recipe"))?;
        Ok((Recipe::parse(&text).with_context(|| name.to_owned())?, limit))
    };
    LIMITS.into_iter().map(read).collect()
}

fn within(recipe: &Recipe, limit: usize) -> Result<()> {
    let count = recipe.files().len();
    ensure!(count <= limit, "it touches {count} files, more than {limit}");
    Ok(())
}

/// Checks that the guide has the recipe: its heading with the number of files, and each file.
fn explained(recipe: &Recipe, guide: &str) -> Result<()> {
    let heading = format!("### {}: {} files\n", recipe.title, recipe.files().len());
    let section = guide.split_once(&heading).with_context(|| format!("{GUIDE} has no heading `{}`", heading.trim()))?.1;
    let section = section.split("\n## ").next().and_then(|rest| rest.split("\n### ").next()).unwrap_or_default();
    for file in recipe.files() {
        let name = recipe.in_guide(file);
        ensure!(section.contains(&format!("`{name}`")), "{GUIDE} does not name `{name}`");
    }
    Ok(())
}

/// Checks that each recipe is refused as soon as it touches more files than its limit.
fn refused(recipes: &[(Recipe, usize)]) -> Result<&'static str> {
    for (recipe, limit) in recipes {
        let longer = recipe.with_files(limit.saturating_add(1));
        ensure!(within(&longer, *limit).is_err(), "the control: {} with a file too many is accepted", recipe.title);
    }
    Ok("a recipe with a file too many is refused")
}

/// The copy in which recipes are followed.
struct Stage<'p> {
    project: &'p Project,
    copy: PathBuf,
}

impl Stage<'_> {
    /// Follows the recipes: the edits, the generators, the compiler, and the recipes' own tests.
    fn rehearse(&self, recipes: &[(Recipe, usize)]) -> Result<()> {
        self.apply(recipes, Edits::All)?;
        for generator in GENERATORS {
            let run = self.cargo(&[&["run", "--quiet"], generator, &["--"]].concat()).args([&self.copy]);
            run.logged(&self.project.log("rehearsal-generate"))?.successful()?;
        }
        for (file, text) in recipes.iter().flat_map(|(recipe, _)| &recipe.reaches) {
            let found = fs::read_to_string(self.copy.join(file)).with_context(|| file.clone())?.contains(text);
            ensure!(found, "{file} does not have `{text}` after the generators");
        }
        let crates = ["check", "--quiet", "-p", "billwire-ffi", "-p", "billwire-wasm"];
        self.cargo(&crates).logged(&self.project.log("rehearsal-check"))?.successful()?;
        self.test(recipes)
    }

    fn test(&self, recipes: &[(Recipe, usize)]) -> Result<()> {
        let tests = recipes.iter().map(|(recipe, _)| recipe.test.as_str());
        let run = self.cargo(&["test", "-p", "billwire", "--lib", "--features", "serde,simulator", "--"]).args(tests);
        let run = run.logged(&self.project.log("rehearsal-test"))?.successful()?;
        for (recipe, _) in recipes {
            let passed = format!("::{} ... ok", recipe.test);
            ensure!(run.text.contains(&passed), "the test of {} did not run", recipe.title);
        }
        Ok(())
    }

    /// Follows the recipes without the rows of tables, which the compiler has to notice.
    fn control(&self, recipes: &[(Recipe, usize)]) -> Result<&'static str> {
        ensure!(recipes.iter().any(|(recipe, _)| recipe.has_row()), "no recipe has a row for the control to leave out");
        self.apply(recipes, Edits::WithoutRows)?;
        let run = self.cargo(&["check", "--quiet", "-p", "billwire"]).logged(&self.project.log("rehearsal-control"))?;
        let is_noticed = !run.ok() && run.text.contains(NOT_EXHAUSTIVE);
        ensure!(is_noticed, "the control: an operation that is in no list of the table compiles");
        Ok("an operation that is in no list of the table does not compile")
    }

    fn apply(&self, recipes: &[(Recipe, usize)], edits: Edits) -> Result<()> {
        copy::of_members(self.project, &self.copy, |member| MEMBERS.contains(&member))?;
        for (recipe, _) in recipes {
            for file in recipe.files() {
                let path = self.copy.join(file);
                let before = if path.is_file() { fs::read_to_string(&path)? } else { String::new() };
                let after = recipe.edited(file, &before, edits).with_context(|| file.to_owned())?;
                files::write(&path, after.as_bytes())?;
            }
        }
        Ok(())
    }

    /// A command of cargo in the copy. Its target folder is that of the checkout, which has the third-party crates.
    fn cargo(&self, args: &[&str]) -> Run {
        let run = tools::cargo().args(args).dir(&self.copy).env("CARGO_TARGET_DIR", self.project.target(""));
        run.env("CARGO_INCREMENTAL", "0")
    }
}
