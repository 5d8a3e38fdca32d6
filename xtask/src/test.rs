//! The suites of the product, in two columns that run at once: what shares a build stands in one.

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::demo::MERCHANT;
use crate::project::Project;
use crate::suites::Step::{Do, Run};
use crate::suites::{Step, Suite};
use crate::tools::{chromium, wasm_target};
use crate::{demo, generate, kotlin, npm, package, swift};

const LANGUAGES: [&str; 4] = ["rust", "javascript", "kotlin", "swift"];

pub(crate) const RUST_AND_BINDINGS: &[Suite] = &[
    of("format", &[Run(".", "cargo fmt --all --check")]),
    of(
        "rust",
        &[Run(
            ".",
            "cargo test --locked --workspace --all-features --exclude billwire-model --exclude billwire-wasm-tool --no-fail-fast",
        )],
    ),
    of("generated sources", &[Do(|project| generate::check(project).map(drop))]),
    of("vectors", &[Run(".", "python3 tests/oracle/generate.py --check")]),
    of("kotlin", &[Do(kotlin::tests)]),
    of("kotlin app", &[Do(kotlin::app)]),
    of("swift format", &[Do(swift::format)]),
    of("swift", &[Do(swift::tests)]),
    of("swift app", &[Do(swift::app)]),
    of("clippy", &[Run(".", CLIPPY)]),
];
const CLIPPY: &str = "cargo clippy --locked --workspace --all-targets --all-features --exclude billwire-bindgen \
                      --exclude billwire-wasm-tool -- -D warnings";

pub(crate) const JAVASCRIPT: &[Suite] = &[
    needing("npm package", &[wasm_target], &[Do(tarball)]),
    needing("npm tests", &[npm_tests], &[Run(NPM_TESTS, VITEST)]),
    needing("npm types", &[npm_tests], &[Run(NPM_TESTS, TYPES)]),
    needing(
        "npm linters",
        &[npm_tests],
        &[
            Run(NPM_TESTS, "npx --no -- publint run --strict ../../../target/npm/billwire.tgz"),
            Run(NPM_TESTS, "npx --no -- attw --profile strict ../../../target/npm/billwire.tgz"),
        ],
    ),
    of("demo", &[Do(demo::run_logged)]),
    needing("merchant types", &[merchant], &[Run(MERCHANT, TYPES)]),
    needing("recipes", &[recipes], &[Run(RECIPES, TYPES), Run(RECIPES, VITEST)]),
    needing("playground", &[playground, chromium], &[Run(PLAYGROUND, TYPES), Run(PLAYGROUND, VITEST)]),
];
/// After all suites that run the vectors.
pub(crate) const LAST: &[Suite] = &[of("vectors in every language", &[Do(vectors_in_every_language)])];

pub(crate) const VITEST: &str = "npx --no -- vitest run";
pub(crate) const TYPES: &str = "npx --no -- tsc --noEmit";
pub(crate) const NPM_TESTS: &str = "wasm/npm/test";
const RECIPES: &str = "examples/recipes";
const PLAYGROUND: &str = "examples/playground";

/// A suite that needs nothing.
pub(crate) const fn of(name: &'static str, steps: &'static [Step]) -> Suite {
    needing(name, &[], steps)
}

pub(crate) const fn needing(
    name: &'static str,
    needs: &'static [fn(&Project) -> Result<()>],
    steps: &'static [Step],
) -> Suite {
    Suite { name, needs, steps, full: &[] }
}

pub(crate) fn tarball(project: &Project) -> Result<()> {
    package::tarball(project).map(drop)
}

pub(crate) fn npm_tests(project: &Project) -> Result<()> {
    npm::install(project, NPM_TESTS).map(drop)
}

pub(crate) fn merchant(project: &Project) -> Result<()> {
    npm::install(project, MERCHANT).map(drop)
}

fn recipes(project: &Project) -> Result<()> {
    npm::install(project, RECIPES).map(drop)
}

pub(crate) fn playground(project: &Project) -> Result<()> {
    npm::install(project, PLAYGROUND).map(drop)
}

/// Says at once what would be found to be missing after minutes.
pub(crate) fn offer(project: &Project) {
    if let Err(missing) = swift::provide(project) {
        project.progress.say(&format!("{:>9}  {missing:#}", "not run"));
    }
}

/// Compares the ids that each language's tests have left, one a line, with those of all vectors.
fn vectors_in_every_language(project: &Project) -> Result<()> {
    let mut wanted = BTreeSet::new();
    for entry in fs::read_dir(project.path("tests/vectors"))? {
        let file: Value = serde_json::from_slice(&fs::read(entry?.path())?)?;
        let cases = file.get("cases").and_then(Value::as_array).context("a file of vectors has no cases")?;
        wanted.extend(cases.iter().filter_map(|case| Some(case.get("id")?.as_str()?.to_owned())));
    }
    ensure!(!wanted.is_empty(), "there are no vectors");
    for language in LANGUAGES {
        let place = project.target("vectors").join(language);
        let files = match fs::read_dir(&place) {
            Ok(files) => files.map(|file| Ok(file?.path())).collect::<Result<Vec<_>>>()?,
            Err(_) => vec![place.with_extension("txt")],
        };
        let texts: Vec<String> = files.iter().filter_map(|file| fs::read_to_string(file).ok()).collect();
        if texts.is_empty() {
            project.progress.say(&format!("{:>9}  vectors of {language}: its tests have not run here", "not run"));
            continue;
        }
        let passed = texts.iter().flat_map(|text| text.lines()).map(str::to_owned).collect();
        let differing: Vec<_> = wanted.symmetric_difference(&passed).take(5).collect();
        ensure!(differing.is_empty(), "{language} has not passed the same vectors: {differing:?}");
    }
    Ok(())
}
