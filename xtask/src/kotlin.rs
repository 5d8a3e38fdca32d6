//! The Kotlin package: what Maven compiles and packs, and what is run of it.
//!
//! ```text
//! target/kotlin/source/billwire.kt             uniffi's Kotlin, mended by `idiom`
//! target/kotlin/native/linux-x86-64/lib….so    the library, in a folder named as JNA names this platform
//! target/maven/billwire/billwire-….jar         the package
//! ```

mod idiom;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use crate::bindings::{self, Language};
use crate::counts::{self, Counts};
use crate::debian::Program;
use crate::demo::{self, Weather};
use crate::files;
use crate::process::{Finished, Run};
use crate::project::Project;
use crate::suites::Outcome;
use crate::tools::{self, Missing};

const JAVAC: Program = Program {
    names: &["javac"],
    package: "default-jdk-headless",
    missing: Missing {
        tool: "a JDK of 17 or newer",
        remedy: "apt-get install default-jdk-headless, or any other on PATH",
    },
};
pub(crate) const MAVEN: Program = Program {
    names: &["mvn"],
    package: "maven",
    missing: Missing { tool: "Maven", remedy: "apt-get install maven, or from https://maven.apache.org" },
};
/// The versions, and the modules that Maven builds together.
const REACTOR: &str = "bindings/pom.xml";
const PACKAGE: &str = "kotlin";
const MERCHANT: &str = "examples/kotlin-merchant";
const BENCH: &str = "examples/bench-kotlin";
const BILLS: &str = "examples/node-merchant/bills.json";

/// Compiles and packs the package, and says where it lies.
pub(crate) fn build(project: &Project) -> Result<()> {
    project.progress.say(&packed(project)?.display().to_string());
    Ok(())
}

/// The package's jar, of the sources as they are.
pub(crate) fn packed(project: &Project) -> Result<PathBuf> {
    prepare(project)?;
    pack(project, PACKAGE)?;
    Ok(jar(project, "billwire"))
}

/// The vectors, the boundaries, and an app that was shrunk together with the package.
pub(crate) fn tests(project: &Project) -> Result<Outcome> {
    prepare(project)?;
    files::remove_file(&project.target("vectors/kotlin.txt"))?;
    let reports = ["surefire-reports", "failsafe-reports"].map(|name| project.target("maven/billwire").join(name));
    reports.iter().try_for_each(|folder| files::remove(folder))?;
    let run = project.progress.step("the Kotlin package's tests", || {
        maven(project, PACKAGE, "verify")?.logged(&project.log("kotlin-tests"))
    })?;
    let counts = reports.iter().map(|folder| reported(folder)).sum::<Result<Counts>>()?;
    Ok(Outcome { counts, note: String::new(), complaint: (!run.ok()).then(|| run.complaint()) })
}

/// Has Dokka name every public member without a doc comment. What the JDK documents, and what the compiler adds to an
/// enum or as an empty companion, needs none here.
pub(crate) fn documentation(project: &Project) -> Result<Outcome> {
    const OF_OTHERS: [&str; 8] = ["close", "equals", "hashCode", "message", "toString", "entries", "valueOf", "values"];
    prepare(project)?;
    let pages = project.target("maven/billwire/documentation");
    files::remove(&pages)?;
    let run = project.progress.step("Dokka on the Kotlin package", || {
        let goal = "org.jetbrains.dokka:dokka-maven-plugin:dokka";
        mvn(project)?.args(["--projects", PACKAGE, goal]).logged(&project.log("kotlin-documentation"))?.successful()
    })?;
    let undocumented = run.text.lines().filter_map(|line| line.split_once("Undocumented: "));
    let missing: Vec<&str> = undocumented
        .map(|(_, member)| member)
        .filter(|member| !member.contains(".Companion/"))
        .filter(|member| !member.split('/').any(|name| OF_OTHERS.contains(&name)))
        .collect();
    let documented = count_pages(&pages)?;
    ensure!(documented > 0, "Dokka has written nothing");
    ensure!(missing.is_empty(), "{} undocumented:\n{}", missing.len(), missing.join("\n"));
    Ok(Outcome::passed(format!("{documented} pages, 0 undocumented")))
}

/// The merchant's backend against a sandbox of its own, with the bills of the Node one, without and with faults.
pub(crate) fn merchant(project: &Project) -> Result<Outcome> {
    prepare(project)?;
    pack(project, &format!("../{MERCHANT}"))?;
    let faults = project.path(MERCHANT).join("faults.json");
    let runs = [(Weather::Calm, None), (Weather::Faults, Some(faults))];
    let counts = runs.into_iter().map(|(weather, faults)| {
        demo::run_other(project, "kotlin", weather, |sandbox| {
            let merchant = java(&jar(project, "kotlin-merchant"))
                .args(["--sandbox", sandbox, "--bills"])
                .args([project.path(BILLS)]);
            Ok(faults.into_iter().fold(merchant, |merchant, file| merchant.args(["--faults"]).args([file])))
        })?;
        Ok(Counts::one(true))
    });
    Ok(Outcome { counts: counts.sum::<Result<Counts>>()?, note: String::new(), complaint: None })
}

/// Races the package against what one would write by hand, on this terminal.
pub(crate) fn bench(project: &Project, args: &[String]) -> Result<()> {
    prepare(project)?;
    pack(project, &format!("../{BENCH}"))?;
    let inputs = project.target("kotlin/bench-inputs.json");
    let script = project.path("examples/bench/write-inputs.mjs");
    tools::node()?.args([&script, &inputs]).logged(&project.log("bench-inputs"))?.successful()?;
    java(&jar(project, "bench-kotlin")).args([inputs]).args(args).dir(project.path("")).shown()
}

fn pack(project: &Project, module: &str) -> Result<Finished> {
    project.progress.step(&format!("pack {module} by Maven"), || {
        let name = module.rsplit('/').next().unwrap_or(module);
        maven(project, module, "package")?
            .args(["-Dmaven.test.skip=true"])
            .logged(&project.log(format!("maven-{name}")))?
            .successful()
    })
}

/// Maven up to a phase, for a module and what it needs of the others.
fn maven(project: &Project, module: &str, phase: &str) -> Result<Run> {
    Ok(mvn(project)?.args(["--projects", module, "--also-make", phase]))
}

fn mvn(project: &Project) -> Result<Run> {
    maven_on(project, &project.path(REACTOR))
}

/// Maven on a project of any kind.
pub(crate) fn maven_on(project: &Project, pom: &Path) -> Result<Run> {
    JAVAC.provide(project)?;
    let program = MAVEN.provide(project)?;
    let run = Run::new(program).args(["--batch-mode", "--no-transfer-progress", "--file"]);
    Ok(run.args([pom]).dir(project.path("")))
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

fn java(jar: &Path) -> Run {
    Run::new("java").args(["-jar".as_ref(), jar.as_os_str()])
}

/// What Maven has packed of a module.
pub(crate) fn jar(project: &Project, module: &str) -> PathBuf {
    project.target("maven").join(module).join(format!("{module}-{}.jar", env!("CARGO_PKG_VERSION")))
}

/// The tests that stand in the reports of a folder.
pub(crate) fn reported(folder: &Path) -> Result<Counts> {
    let Ok(files) = fs::read_dir(folder) else { return Ok(Counts::default()) };
    let names = files.map(|file| Ok(file?.file_name().to_string_lossy().into_owned())).collect::<Result<Vec<_>>>()?;
    let reports = names.iter().filter(|name| name.starts_with("TEST-") && name.ends_with(".xml"));
    reports.map(|name| counts::junit(&fs::read_to_string(folder.join(name))?)).sum()
}

/// Puts into place what the package is made of, and nothing of an earlier one.
fn prepare(project: &Project) -> Result<()> {
    files::remove(&project.target("maven/billwire/classes"))?;
    files::remove(&project.target("kotlin/native"))?;
    let library = bindings::library(project)?;
    let generated = bindings::sources(project, Language::Kotlin)?.join("billwire/billwire.kt");
    let bundles = bindings::bundles(&bindings::interface(project)?);
    let source = fs::read_to_string(&generated).with_context(|| generated.display().to_string())?;
    write(&project.target("kotlin/source/billwire.kt"), idiom::idiomatic(&source, &bundles)?.as_bytes())?;
    let name = library.file_name().context("the library has no name")?;
    write(&project.target("kotlin/native").join(jna_platform()?).join(name), &fs::read(&library)?)
}

/// The name by which JNA looks for a library in a jar.
pub(crate) fn jna_platform() -> Result<String> {
    let system = match std::env::consts::OS {
        "linux" => "linux",
        "macos" => "darwin",
        "windows" => "win32",
        other => bail!("no library of {other} is packed"),
    };
    let processor = match std::env::consts::ARCH {
        "x86_64" => "x86-64",
        other => other,
    };
    Ok(format!("{system}-{processor}"))
}

pub(crate) fn write(file: &Path, content: &[u8]) -> Result<()> {
    fs::create_dir_all(file.parent().context("the file has no folder")?)?;
    fs::write(file, content).with_context(|| file.display().to_string())
}
