//! Every public member has a doc comment, in each language; its own tools list those without.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use xtask::suites::Outcome;

use crate::machines::small_crate;
use crate::project::Project;
use crate::{counts, files, package, symbols, tools};

/// `--force-warn`, so that no `allow` hides anything.
pub(crate) fn rust(project: &Project) -> Result<Outcome> {
    let args = ["rustc", "-p", "billwire", "--lib", "--all-features", "--profile", "check"];
    let messages = ["--message-format", "json", "--", "--force-warn", "missing_docs"];
    let run = tools::cargo()
        .args(args)
        .args(messages)
        .dir(project.path(""))
        .answer(&project.log("rust-documentation"))?
        .successful()?;
    let found = counts::lint(&run.answer, "missing_docs");
    ensure!(found == 0, "{found} public members of core are undocumented (see target/xtask/rust-documentation.out)");
    let control = small_crate(project.target("documentation/control"), "lib.rs", "//! Control.\npub fn bare() {}\n")?;
    let args = ["rustc", "--lib", "--message-format", "json", "--", "--force-warn", "missing_docs"];
    let run =
        tools::cargo().args(args).dir(control).answer(&project.log("rust-documentation-control"))?.successful()?;
    ensure!(counts::lint(&run.answer, "missing_docs") == 1, "the control: a function without a comment is not noticed");
    Ok(Outcome::passed("0 undocumented".to_owned()))
}

/// Asks the TypeScript compiler for every public member of the package's types that has no doc comment.
pub(crate) fn npm(project: &Project) -> Result<Outcome> {
    let dist = package::tarball(project)?.with_file_name("package").join("dist");
    let mut notes = Vec::new();
    let script = project.path("tests/proofs/scripts/undocumented.mjs");
    let undocumented = |types: &Path| {
        let run = tools::node()?.args([&script, &tools::typescript(project)?, types]);
        run.answer(&project.log("npm-documentation"))
    };
    for entry in ["index.d.ts", "slim.d.ts", "testing/index.d.ts"] {
        let run = undocumented(&dist.join(entry))?;
        ensure!(run.ok(), "{entry}\n{}\n{}", run.answer.trim_end(), run.complaint());
        notes.push(run.answer.lines().last().context("the counter said nothing")?.to_owned());
    }
    let control = project.target("documentation/control.d.ts");
    fs::create_dir_all(project.target("documentation"))?;
    fs::write(&control, "export declare function bare(): void;\n")?;
    ensure!(!undocumented(&control)?.ok(), "the control: a function without a comment is not noticed");
    Ok(Outcome::passed(notes.join("; ")))
}

/// Has Dokka name every public member without a doc comment. Members that the JDK documents or the compiler adds
/// need none here.
pub(crate) fn kotlin(project: &Project) -> Result<Outcome> {
    const OF_OTHERS: [&str; 8] = ["close", "equals", "hashCode", "message", "toString", "entries", "valueOf", "values"];
    let billwire_docs::Reference { pages, said } = billwire_docs::by_dokka(project)?;
    let undocumented = said.lines().filter_map(|line| line.split_once("Undocumented: "));
    let missing: Vec<&str> = undocumented
        .map(|(_, member)| member)
        .filter(|member| !member.contains(".Companion/"))
        .filter(|member| !["", ".testing"].iter().any(|of| member.starts_with(&format!("io.github.billwire{of}.ffi/"))))
        .filter(|member| !member.split('/').any(|name| OF_OTHERS.contains(&name)))
        .collect();
    let is_silent = !said.contains("Undocumented: ");
    ensure!(!is_silent, "the control: Dokka names nothing, not even what needs no comment");
    let documented = count_pages(&pages)?;
    ensure!(documented > 0, "Dokka has written nothing");
    ensure!(missing.is_empty(), "{} undocumented:\n{}", missing.len(), missing.join("\n"));
    Ok(Outcome::passed(format!("{documented} pages, 0 undocumented")))
}

/// A page for each member, and an index for each folder of them.
fn count_pages(folder: &Path) -> Result<usize> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(0) };
    let mut pages = 0usize;
    for entry in entries {
        let path = entry?.path();
        let is_page = path.extension().is_some_and(|ending| ending == "html");
        pages = pages.saturating_add(if path.is_dir() { count_pages(&path)? } else { usize::from(is_page) });
    }
    Ok(pages)
}

/// Checks that every public symbol of the compiler's list has a comment, and that the catalogue names symbols that are there.
pub(crate) fn swift(project: &Project) -> Result<Outcome> {
    let graphs = billwire_docs::symbol_graphs(project)?;
    let folder = project.target("swift/documentation");
    files::remove(&folder)?;
    let (catalogue, broken) = (project.path(billwire_docs::CATALOGUE), folder.join("Broken.docc"));
    files::copy(&catalogue, &broken)?;
    fs::write(broken.join("Broken.md"), "# Broken\n\nSee ``NobodyWroteThis``.\n")?;
    billwire_docs::docc(project, &catalogue, &folder.join("out"), &[])?.successful()?;
    let control = billwire_docs::docc(project, &broken, &folder.join("broken"), &[])?;
    ensure!(!control.ok(), "the control: DocC finds a symbol that nobody wrote");
    symbols::documented(&graphs)
}
