//! The reference of each language below `/api`, by the tool of that language.

use std::fs;
use std::path::Path;

use anyhow::{Result, ensure};
use xtask::process::in_ci;
use xtask::project::Project;
use xtask::tools::Missing;
use xtask::{files, package, tools};

use super::links;
use super::listed::{CATALOGUE, by_dokka, docc};

const TYPEDOC: &str = "0.28.20";
/// Folder of each reference, its name, and the function that writes it there.
const REFERENCES: [(&str, &str, Writer); 4] =
    [("rust", "Rust", rust), ("js", "JavaScript", javascript), ("kotlin", "Kotlin", kotlin), ("swift", "Swift", swift)];
const RUST_INDEX: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>billwire for Rust</title><ul>\
    <li><a href=\"billwire/index.html\">billwire</a><li><a href=\"billwire_wire/index.html\">billwire-wire</a></ul></html>";

type Writer = fn(&Project, &Path) -> Result<()>;

/// Writes every reference. One whose tools are missing here is a page that says how to get them; in CI it is a failure.
pub(crate) fn build(project: &Project, site: &Path) -> Result<()> {
    for (name, language, write) in REFERENCES {
        let folder = site.join("api").join(name);
        let written = project.progress.step(&format!("reference of {language}"), || write(project, &folder));
        match written {
            Err(error) if error.is::<Missing>() && !in_ci() => absent(project, &folder, language, &error)?,
            written => written?,
        }
    }
    Ok(())
}

fn absent(project: &Project, folder: &Path, language: &str, error: &anyhow::Error) -> Result<()> {
    project.progress.say(&format!("  not run  reference of {language}: {error:#}"));
    let page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>billwire for {language}</title>\
         <p>This build of the site has no reference of {language}. It needs {error:#}.</html>"
    );
    fs::create_dir_all(folder)?;
    Ok(fs::write(folder.join("index.html"), page)?)
}

fn rust(project: &Project, folder: &Path) -> Result<()> {
    let made = project.target("doc");
    files::remove(&made)?;
    tools::cargo()
        .args(["doc", "--locked", "--no-deps", "--all-features", "--lib", "-p", "billwire", "-p", "billwire-wire"])
        .env("RUSTDOCFLAGS", "-D warnings")
        .dir(project.path(""))
        .logged(&project.log("docs-rust"))?
        .successful()?;
    files::copy(&made, folder)?;
    // Pages of rustdoc link it, and cargo writes none.
    Ok(fs::write(folder.join("index.html"), RUST_INDEX)?)
}

fn javascript(project: &Project, folder: &Path) -> Result<()> {
    let typedoc = tools::npm_tool(project, "typedoc", TYPEDOC)?.join("bin/typedoc");
    let types = package::tarball(project)?.with_file_name("package").join("dist");
    let entries =
        ["index.d.ts", "testing/index.d.ts", "fetch.d.ts", "webhooks/web.d.ts"].map(|entry| types.join(entry));
    tools::node()?
        .args([typedoc.as_os_str(), "--options".as_ref()])
        .args([project.path("docs/site/typedoc.json").as_os_str(), "--out".as_ref(), folder.as_os_str()])
        .args(entries)
        .dir(project.path("docs/site"))
        .logged(&project.log("docs-javascript"))?
        .successful()?;
    Ok(())
}

fn kotlin(project: &Project, folder: &Path) -> Result<()> {
    files::copy(&by_dokka(project)?.pages, folder)
}

/// DocC, from its catalogue and the compiler's list of symbols.
fn swift(project: &Project, folder: &Path) -> Result<()> {
    let made = project.target("swift/site");
    files::remove(&made)?;
    let path = format!("{}api/swift", links::ADDRESS.trim_start_matches('/'));
    let hosting = ["--transform-for-static-hosting", "--hosting-base-path", &path];
    docc(project, &project.path(CATALOGUE), &made, &hosting)?.successful()?;
    files::copy(&made, folder)?;
    ensure!(folder.join("index.html").is_file(), "DocC has written no page");
    Ok(())
}
