//! The site, built into `target/site`: the guide, the reference of each language, and the playground.

mod api;
mod links;
mod listed;

pub use listed::{CATALOGUE, Reference, by_dokka, docc, symbol_graphs};

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use xtask::process::{Run, in_ci};
use xtask::project::Project;
use xtask::{files, npm, package, tools};

const MDBOOK: &str = "0.5.4";
const GRAPHVIZ: &str = "3.31.0";
const REDOCLY: &str = "2.77.0";
const SITE: &str = "site";
const DIAGRAMS: [&str; 2] = ["docs/guide/src/settlement-flow", "docs/guide/src/credit-flow"];
const DESCRIPTION: &str = "docs/guide/src/openapi.json";

/// Builds all of it. Returns a sentence with the number of its pages.
pub fn build(project: &Project) -> Result<String> {
    let site = project.target(SITE);
    files::remove(&site)?;
    DIAGRAMS.iter().try_for_each(|name| diagram(project, name))?;
    step(project, "guide", guide)?;
    api::build(project, &site)?;
    playground(project)?;
    step(project, "programs of the guide", programs)?;
    step(project, "OpenAPI description", openapi)?;
    Ok(format!("{}: {}", site.display(), links::check(&site)?))
}

fn step(project: &Project, name: &str, work: fn(&Project) -> Result<()>) -> Result<()> {
    project.progress.step(name, || work(project))
}

/// Draws a state diagram with Graphviz, which runs in Node. The drawing is checked in, because pages on GitHub show it.
fn diagram(project: &Project, name: &str) -> Result<()> {
    let graphviz = tools::npm_tool(project, "@viz-js/viz", GRAPHVIZ)?;
    let [source, checked_in] = ["dot", "svg"].map(|ending| project.path(format!("{name}.{ending}")));
    let drawn = tools::node()?
        .args([project.path("docs/site/scripts/draw.mjs"), graphviz, source])
        .answer(&project.log("docs-diagram"))?
        .successful()?
        .answer;
    let is_same = fs::read_to_string(&checked_in).is_ok_and(|text| text == drawn);
    ensure!(is_same || !in_ci(), "{name}.svg is not as drawn; run `cargo xtask docs`");
    if is_same { Ok(()) } else { files::write(&checked_in, drawn.as_bytes()) }
}

fn guide(project: &Project) -> Result<()> {
    let run = Run::new(mdbook(project)?)
        .args(["build".as_ref(), project.path("docs/guide").as_os_str(), "--dest-dir".as_ref()])
        .args([project.target(SITE)])
        .logged(&project.log("docs-guide"))?
        .successful()?;
    // mdBook goes on after an include that it cannot find.
    let complaint = run.text.lines().find(|line| line.contains("ERROR") || line.contains("WARN"));
    ensure!(complaint.is_none(), "{}", complaint.unwrap_or_default());
    Ok(())
}

/// mdBook, compiled once into `target/tools`.
fn mdbook(project: &Project) -> Result<PathBuf> {
    let root = project.target("tools");
    let program = root.join("bin/mdbook").with_extension(std::env::consts::EXE_EXTENSION);
    let version = |program: &Path| std::process::Command::new(program).arg("--version").output();
    let wanted = format!("mdbook v{MDBOOK}");
    let fits =
        |program: &Path| version(program).is_ok_and(|output| String::from_utf8_lossy(&output.stdout).trim() == wanted);
    for program in [PathBuf::from("mdbook"), program.clone()] {
        if fits(&program) {
            return Ok(program);
        }
    }
    project.progress.step(&format!("install {wanted} (minutes, once)"), || {
        tools::cargo_install(project, &root)
            .args(["mdbook", "--version", MDBOOK, "--no-default-features", "--features", "search", "--force"])
            .logged(&project.log("mdbook-install"))?
            .successful()
    })?;
    Ok(program)
}

fn playground(project: &Project) -> Result<()> {
    let folder = npm::install(project, "examples/playground")?;
    let out = project.target(SITE).join("playground");
    tools::npx()?
        .args(["vite", "build", "--outDir"])
        .args([&out])
        .dir(folder)
        .logged(&project.log("docs-playground"))?
        .successful()?;
    Ok(())
}

/// Runs the programs from which the pages show a part: each of them checks itself.
fn programs(project: &Project) -> Result<()> {
    let folder = project.target("docs/programs");
    files::remove(&folder)?;
    files::copy(&project.path("docs/guide/examples"), &folder)?;
    let package = package::tarball(project)?.with_file_name("package");
    files::copy(&package, &folder.join("node_modules/billwire"))?;
    for name in files::below(&project.path("docs/guide/examples"))? {
        tools::node()?.args([&name]).dir(&folder).logged(&project.log("docs-programs"))?.successful()?;
    }
    Ok(())
}

/// Validates the description. A description with a reference to nothing has to be refused.
fn openapi(project: &Project) -> Result<()> {
    let text = fs::read_to_string(project.path(DESCRIPTION))?;
    let folder = project.target("docs");
    fs::create_dir_all(&folder)?;
    let broken = folder.join("openapi-control.json");
    fs::write(&broken, text.replacen("\"WebhookPayload\":", "\"SomethingElse\":", 1))?;
    let program = tools::npm_tool(project, "@redocly/cli", REDOCLY)?.join("bin/cli.js");
    let lint = |description: &Path| {
        let run = tools::node()?.args([program.as_os_str(), "lint".as_ref(), "--extends=recommended".as_ref()]);
        run.args([description]).env("REDOCLY_TELEMETRY", "off").dir(&folder).logged(&project.log("docs-openapi"))
    };
    ensure!(!lint(&broken)?.ok(), "the control: a description with a reference to nothing is valid");
    lint(&project.path(DESCRIPTION))?.successful()?;
    Ok(())
}
