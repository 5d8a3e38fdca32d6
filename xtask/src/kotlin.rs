//! The Kotlin package: what Maven compiles and packs, and what is run of it.
//!
//! ```text
//! target/bindings/kotlin/source                 uniffi's Kotlin, package `billwire.ffi`
//! target/kotlin/native/linux-x86-64/lib….so    the library, in a folder named as JNA names this platform
//! target/maven/billwire/billwire-….jar         the package
//! ```

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::bindings::{self, Language};
use crate::counts::{self, Counts};
use crate::debian::Program;
use crate::demo::{self, Weather};
use crate::files;
use crate::process::{Finished, Run};
use crate::project::Project;
use crate::suites::Outcome;
use crate::tools::Missing;

const JAVAC: Program = Program {
    names: &["javac"],
    package: "default-jdk-headless",
    missing: Missing {
        tool: "a JDK of 17 or newer",
        remedy: "apt-get install default-jdk-headless, or any other on PATH",
    },
};
pub const MAVEN: Program = Program {
    names: &["mvn"],
    package: "maven",
    missing: Missing { tool: "Maven", remedy: "apt-get install maven, or from https://maven.apache.org" },
};
/// The versions, and the modules that Maven builds together.
const REACTOR: &str = "bindings/pom.xml";
const PACKAGE: &str = "kotlin";
const MERCHANT: &str = "examples/kotlin-merchant";
const BILLS: &str = "examples/node-merchant/bills.json";

/// Compiles and packs the package, and says where it lies.
pub fn build(project: &Project) -> Result<()> {
    project.progress.say(&packed(project)?.display().to_string());
    Ok(())
}

/// Puts into place what Maven needs to test the package in its own folder.
pub fn sources(project: &Project) -> Result<()> {
    prepare(project)?;
    install_vectors(project)
}

/// The tests' own module, which Maven finds in its local repository when it is started in another module's folder.
pub fn install_vectors(project: &Project) -> Result<()> {
    let log = project.log("maven-install");
    let run = mvn(project)?.args(["--projects", ".,jvm-vectors", "install", "-DskipTests"]);
    project.progress.step("install the vectors' module by Maven", || run.logged(&log)?.successful())?;
    Ok(())
}

/// The package's jar, of the sources as they are.
pub fn packed(project: &Project) -> Result<PathBuf> {
    prepare(project)?;
    pack(project, PACKAGE)?;
    Ok(jar(project, "billwire"))
}

/// The vectors, the boundaries, and an app that was shrunk together with the package.
pub fn tests(project: &Project) -> Result<Outcome> {
    prepare(project)?;
    files::remove_file(&project.target("vectors/kotlin.txt"))?;
    let reports = ["surefire-reports", "failsafe-reports"].map(|name| project.target("maven/billwire").join(name));
    reports.iter().try_for_each(|folder| files::remove(folder))?;
    let run = project.progress.step("the Kotlin package's tests", || {
        maven(project, PACKAGE, "verify")?.logged(&project.log("kotlin-tests"))
    })?;
    let counts = reports.iter().map(|folder| reported(folder)).sum::<Result<Counts>>()?;
    Ok(Outcome::junit(counts, &run, &reports))
}

/// The merchant's backend against a sandbox of its own, with the bills of the Node one, without and with faults.
pub fn merchant(project: &Project) -> Result<Outcome> {
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
    let counts = counts.sum::<Result<Counts>>()?;
    Ok(Outcome::all_passed(counts.passed, String::new()))
}

pub fn pack(project: &Project, module: &str) -> Result<Finished> {
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

pub fn mvn(project: &Project) -> Result<Run> {
    maven_on(project, &project.path(REACTOR))
}

/// Maven on a project of any kind.
pub fn maven_on(project: &Project, pom: &Path) -> Result<Run> {
    JAVAC.provide(project)?;
    let program = MAVEN.provide(project)?;
    let run = Run::new(program).args(["--batch-mode", "--no-transfer-progress", "--file"]);
    Ok(run.args([pom]).dir(project.path("")))
}

pub fn java(jar: &Path) -> Run {
    Run::new("java").args(["-jar".as_ref(), jar.as_os_str()])
}

/// What Maven has packed of a module.
pub fn jar(project: &Project, module: &str) -> PathBuf {
    project.target("maven").join(module).join(format!("{module}-{}.jar", env!("CARGO_PKG_VERSION")))
}

/// The tests that stand in the reports of a folder.
pub fn reported(folder: &Path) -> Result<Counts> {
    let Ok(files) = fs::read_dir(folder) else { return Ok(Counts::default()) };
    let names = files.map(|file| Ok(file?.file_name().to_string_lossy().into_owned())).collect::<Result<Vec<_>>>()?;
    let reports = names.iter().filter(|name| name.starts_with("TEST-") && name.ends_with(".xml"));
    reports.map(|name| counts::junit(&fs::read_to_string(folder.join(name))?)).sum()
}

/// Puts into place what the package is made of, and nothing of an earlier one.
pub fn prepare(project: &Project) -> Result<()> {
    files::remove(&project.target("maven/billwire/classes"))?;
    files::remove(&project.target("kotlin/native"))?;
    let library = bindings::library(project)?;
    bindings::sources(project, Language::Kotlin)?;
    let name = library.file_name().context("the library has no name")?;
    write(&project.target("kotlin/native").join(jna_platform()?).join(name), &fs::read(&library)?)
}

/// The name by which JNA looks for a library in a jar.
pub fn jna_platform() -> Result<String> {
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

pub fn write(file: &Path, content: &[u8]) -> Result<()> {
    fs::create_dir_all(file.parent().context("the file has no folder")?)?;
    fs::write(file, content).with_context(|| file.display().to_string())
}
