//! The suites of the product, in two columns that run at once: those of Rust and its bindings, and those of the npm
//! package.

use std::collections::BTreeSet;
use std::fs;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::demo::MERCHANT;
use crate::project::Project;
use crate::suites::Step::{Do, Npm, Pypi, Run};
use crate::suites::{Chosen, Suite, suite};
use crate::tools::{self, chromium};
use crate::{demo, format, generate, kotlin, package, swift};

const LANGUAGES: [&str; 4] = ["rust", "javascript", "kotlin", "swift"];

pub(crate) const RUST: &[Suite] = &[
    suite(
        "format",
        &[
            Run(".", "cargo fmt --all --check"),
            Run(".", "biome check --error-on-warnings ."),
            Run(".", "ruff format --check ."),
            Run(".", "ruff check ."),
            Do(format::lines),
        ],
    )
    .needs(&[Npm(tools::BIOME.0, tools::BIOME.1), Pypi("ruff", "0.17.6")]),
    suite("rust", &[Run(".", TEST)]),
    suite("generated sources", &[Do(|project| generate::run(project, true))]),
    suite("vectors", &[Run(".", "python3 tests/oracle/generate.py --check")]),
    suite("clippy", &[Run(".", CLIPPY)]),
    suite("kotlin format", &[Do(|project| by_maven(|| kotlin::format(project)))]),
    suite("kotlin", &[Do(|project| by_maven(|| kotlin::tests(project)))]),
    suite("kotlin app", &[Do(|project| by_maven(|| kotlin::app(project)))]),
    suite("swift format", &[Do(swift::format)]),
    suite("swift", &[Do(swift::tests), Do(swift::devices)]),
    suite("swift app", &[Do(swift::app)]),
    suite("swift server", &[Do(swift::server)]),
];
const TEST: &str = "cargo test --locked --workspace --all-features --exclude billwire-model \
     --exclude billwire-wasm-tool --no-fail-fast";
const CLIPPY: &str = "cargo clippy --locked --workspace --all-targets --all-features --exclude billwire-bindgen \
                      --exclude billwire-wasm-tool -- -D warnings";

pub(crate) const PACKAGES: &[Suite] = &[
    suite("npm package", &[Do(tarball)]),
    suite("npm tests", &[Run(NPM_TESTS, VITEST)]),
    suite("npm types", &[Run(NPM_TESTS, TYPES)]),
    suite(
        "npm linters",
        &[
            Run(NPM_TESTS, "npx --no -- publint run --strict ../../../target/npm/billwire.tgz"),
            Run(NPM_TESTS, "npx --no -- attw --profile strict ../../../target/npm/billwire.tgz"),
        ],
    ),
    suite("demo", &[Do(demo::run_logged)]),
    suite("merchant types", &[Run(MERCHANT, TYPES)]),
    suite("recipes", &[Run(RECIPES, TYPES), Run(RECIPES, VITEST)]),
    suite("playground", &[Run(PLAYGROUND, TYPES), Run(PLAYGROUND, VITEST)]).needs(&[Do(chromium)]),
];
/// After all suites that run the vectors.
pub(crate) const LAST: &[Suite] = &[suite("vectors in every language", &[Do(vectors_in_every_language)])];

const VITEST: &str = "npx --no -- vitest run";
pub(crate) const TYPES: &str = "npx --no -- tsc --noEmit";
pub(crate) const NPM_TESTS: &str = "wasm/npm/test";
const RECIPES: &str = "examples/recipes";
const PLAYGROUND: &str = "examples/playground";

pub(crate) fn tarball(project: &Project) -> Result<()> {
    package::tarball(project).map(drop)
}

/// Maven on the modules of Kotlin, once at a time.
pub(crate) fn by_maven<T>(work: impl FnOnce() -> T) -> T {
    static ONE: Mutex<()> = Mutex::new(());
    let _held = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    work()
}

/// Says in the first lines how to get Swift, which its suites would say after minutes.
pub(crate) fn offer_swift(project: &Project, chosen: &Chosen) {
    let is_wanted = RUST.iter().any(|suite| suite.name.contains("swift") && chosen.includes(suite.name));
    if is_wanted
        && !tools::may_install(project)
        && let Err(missing) = swift::provide(project)
    {
        project.progress.say(&format!("{:>9}  the suites of Swift: {missing:#}", "not run"));
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
