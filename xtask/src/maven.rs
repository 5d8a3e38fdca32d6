//! Maven, on the modules of bindings/pom.xml.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::counts::{self, Counts};
use crate::debian::Program;
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
const MAVEN: Program = Program {
    names: &["mvn"],
    package: "maven",
    missing: Missing { tool: "Maven", remedy: "apt-get install maven, or from https://maven.apache.org" },
};
/// Variable by which programs find libraries.
pub const LIBRARY_PATH: &str = "LD_LIBRARY_PATH";
/// The versions, and the modules that Maven builds together.
pub const REACTOR: &str = "bindings/pom.xml";

/// A package for the JVM.
pub struct Package {
    /// Name of its folder and of its logs.
    pub language: &'static str,
    pub artifact: &'static str,
    /// Folders of the other modules whose tests run with its own. An artifact is called by what follows the language.
    pub over: &'static [&'static str],
    /// Puts its generated sources and its library into place.
    pub prepare: fn(&Project) -> Result<()>,
}

impl Package {
    /// Compiles and packs the package, and says where it lies.
    pub fn build(&self, project: &Project) -> Result<()> {
        project.progress.say(&self.packed(project)?.display().to_string());
        Ok(())
    }

    /// Prepares the package for `mvn test` in its own folder: Maven's local repository needs the modules of the tests.
    pub fn sources(&self, project: &Project) -> Result<()> {
        (self.prepare)(project)?;
        let install = ["--projects", ".,jvm-okhttp", "--also-make", "install", "-DskipTests"];
        let run = on(project, &project.path(REACTOR))?.args(install);
        let install = || run.logged(&project.log("maven-install"))?.successful();
        project.progress.step("install the tests' modules by Maven", install).map(drop)
    }

    /// The package's jar, of the sources as they are.
    pub fn packed(&self, project: &Project) -> Result<PathBuf> {
        (self.prepare)(project)?;
        self.pack(project, self.language)?;
        Ok(jar(project, self.artifact))
    }

    /// Packs a module that uses the package, or the package itself.
    pub fn pack(&self, project: &Project, module: &str) -> Result<Finished> {
        let log = project.log(format!("maven-{}", module.rsplit('/').next().unwrap_or(module)));
        project.progress.step(&format!("pack {module} by Maven"), || {
            self.maven(project, module, "package")?.args(["-Dmaven.test.skip=true"]).logged(&log)?.successful()
        })
    }

    /// The tests of the package, which leave the ids of the vectors that they ran.
    pub fn tests(&self, project: &Project) -> Result<Outcome> {
        (self.prepare)(project)?;
        files::remove_file(&project.target("vectors").join(self.language).with_extension("txt"))?;
        let modules = [&[self.language], self.over].concat();
        let others = self.over.iter().filter_map(|folder| Some(format!("billwire-{}", folder.split_once('-')?.1)));
        let places = others.chain([self.artifact.to_owned()]).map(|artifact| project.target("maven").join(artifact));
        let reports: Vec<PathBuf> =
            places.flat_map(|place| ["surefire-reports", "failsafe-reports"].map(|name| place.join(name))).collect();
        reports.iter().try_for_each(|folder| files::remove(folder))?;
        let log = project.log(format!("{}-tests", self.language));
        let run = project.progress.step(&format!("tests of the package for {}", self.language), || {
            self.maven(project, &modules.join(","), "verify")?.logged(&log)
        })?;
        let counts = reports.iter().map(|folder| reported(folder)).sum::<Result<Counts>>()?;
        Ok(Outcome::junit(counts, &run, &reports))
    }

    /// Maven up to a phase, for a module and those that it needs.
    pub fn maven(&self, project: &Project, module: &str, phase: &str) -> Result<Run> {
        Ok(on(project, &project.path(REACTOR))?.args(["--projects", module, "--also-make", phase]))
    }
}

/// Maven with the JDK on PATH.
pub fn on(project: &Project, pom: &Path) -> Result<Run> {
    JAVAC.provide(project)?;
    let run = jvm(MAVEN.provide(project)?).args(["--batch-mode", "--no-transfer-progress", "--file"]);
    Ok(run.args([pom]).dir(project.path("")))
}

/// A program on a JVM, which takes our library from the package. Cargo names its own folders to the programs that it runs, and
/// the library of a debug build lies there.
pub fn jvm(program: impl AsRef<Path>) -> Run {
    Run::new(program.as_ref()).without_env(LIBRARY_PATH)
}

/// The jar that Maven packs of a module.
pub fn jar(project: &Project, module: &str) -> PathBuf {
    project.target("maven").join(module).join(format!("{module}-{}.jar", env!("CARGO_PKG_VERSION")))
}

/// The tests in the reports of a folder.
fn reported(folder: &Path) -> Result<Counts> {
    let reports = files::below(folder).unwrap_or_default();
    let reports = reports.iter().filter(|name| name.to_string_lossy().starts_with("TEST-"));
    reports.map(|name| counts::junit(&fs::read_to_string(folder.join(name))?)).sum()
}

/// Leaves the library alone in a folder, below this platform's name. Maven would leave an older one in each of `packed`.
pub fn place(library: &Path, folder: &Path, packed: &[&Path]) -> Result<()> {
    let name = Path::new(&jna_platform()?).join(library.file_name().context("the library has no name")?);
    if files::fill(folder, &[(name, fs::read(library)?)])? {
        packed.iter().try_for_each(|folder| files::remove(folder))?;
    }
    Ok(())
}

/// The name by which JNA looks for a library in a jar.
fn jna_platform() -> Result<String> {
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
