//! The Kotlin package, by Maven on the modules of bindings/pom.xml.
//!
//! ```text
//! target/bindings/kotlin                       uniffi's Kotlin
//! target/kotlin/native/linux-x86-64/lib….so    the library, in a folder named as JNA names this platform
//! target/maven/billwire/billwire-….jar         the package
//! ```

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::missing::Missing;
use crate::process::Run;
use crate::project::Project;
use crate::{bindings, demo, files, format, tools};

/// The classes of the AAR, the package, its sender over OkHttp, and a caller.
const MODULES: &str = "android,kotlin,okhttp,oldest-kotlin";
/// Formatters from Maven, each with its style and the ends of its files' names.
const FORMATTERS: [Formatter; 2] = [
    // Kotlin's own guide. `.editorconfig` has the length of a line.
    Formatter {
        artifact: "com.facebook:ktfmt:0.62:jar:with-dependencies",
        style: &["--kotlinlang-style", "--enable-editorconfig"],
        ends: &["kt", "kts"],
    },
    // The last that runs on Java 17.
    Formatter {
        artifact: "com.google.googlejavaformat:google-java-format:1.28.0:jar:all-deps",
        style: &["--aosp"],
        ends: &["java"],
    },
];
const COPY: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy";
/// The guide shows its pieces, and ktfmt would put a blank line before the end of each.
const ANCHORED: &str = "examples/quickstart/SecondDay.kt";
const MAVEN: Missing = Missing {
    tool: "a JDK of 17 or newer, or Maven",
    remedy: "apt-get install default-jdk-headless maven, or any others on PATH",
};

/// Compiles and packs the package, and says where it lies.
pub(crate) fn build(project: &Project) -> Result<()> {
    maven(project, &["--projects", "kotlin", "--also-make", "package", "-Dmaven.test.skip=true"])?;
    project.progress.say(&project.target("maven/billwire").display().to_string());
    Ok(())
}

/// Prepares the package for `mvn test` in its own folder: Maven's local repository needs the modules of the tests.
pub(crate) fn sources(project: &Project) -> Result<()> {
    maven(project, &["--projects", ".,okhttp", "--also-make", "install", "-DskipTests"])
}

/// The tests of the package, of the AAR's classes and of the sender, which leave the ids of the vectors that they ran.
pub(crate) fn tests(project: &Project) -> Result<()> {
    files::remove_file(&project.target("vectors/kotlin.txt"))?;
    bindings::of_phones(project, "kotlin", "android")?;
    maven(project, &["--projects", MODULES, "--also-make", "verify"])
}

/// The tests of the sample app alone, with its backend.
pub(crate) fn app(project: &Project) -> Result<()> {
    prepare(project)?;
    let test = run(project)?.args(["--projects", ":android-app-logic", "--also-make", "test", "-DskipTests"]);
    demo::with_app_backend(project, &test)?.logged(project.log("maven-android-app")).map(drop)
}

struct Formatter {
    /// Group, name, version, type and classifier.
    artifact: &'static str,
    style: &'static [&'static str],
    ends: &'static [&'static str],
}

/// The formatters of Kotlin and Java, as checks.
pub(crate) fn format(project: &Project) -> Result<()> {
    tools::debian(project, &["javac", "mvn"], &["default-jdk-headless", "maven"], MAVEN)?;
    FORMATTERS.iter().try_for_each(|formatter| formatter.check(project))
}

impl Formatter {
    fn check(&self, project: &Project) -> Result<()> {
        let [_, name, version, _, classifier] = self.artifact.split(':').collect::<Vec<_>>()[..] else {
            bail!("{} has other parts", self.artifact)
        };
        let folder = project.target(format!("tools/{name}-{version}"));
        let jar = folder.join(format!("{name}-{version}-{classifier}.jar"));
        if !jar.is_file() {
            let copy = Run::new("mvn").args(["--batch-mode", "--no-transfer-progress", COPY]).dir(project.path(""));
            let copy = copy.args([format!("-Dartifact={}", self.artifact)]);
            let copy = copy.args([format!("-DoutputDirectory={}", folder.display())]);
            project.progress.step(&format!("{name} by Maven"), || copy.logged(project.log(format!("maven-{name}"))))?;
        }
        let files = format::sources(project, self.ends)?.into_iter().filter(|file| *file != ANCHORED);
        let check = ["--dry-run", "--set-exit-if-changed"];
        let run = Run::new("java").args(["-jar"]).args([&jar]).args(self.style).args(check).args(files);
        run.dir(project.path("")).logged(project.log(name)).map(drop)
    }
}

fn maven(project: &Project, args: &[&str]) -> Result<()> {
    prepare(project)?;
    let name = args.iter().rfind(|arg| !arg.starts_with('-')).copied().unwrap_or_default();
    project.progress.step(&format!("{name} by Maven"), || {
        run(project)?.args(args).logged(project.log(format!("maven-{name}"))).map(drop)
    })
}

/// Maven on all modules. Cargo names its own folders to the programs that it runs, and the library of a debug build
/// lies there.
pub(crate) fn run(project: &Project) -> Result<Run> {
    tools::debian(project, &["javac", "mvn"], &["default-jdk-headless", "maven"], MAVEN)?;
    let run = Run::new("mvn").args(["--batch-mode", "--no-transfer-progress", "--file"]);
    Ok(run.args([project.path("bindings/pom.xml")]).dir(project.path("")).without_env("LD_LIBRARY_PATH"))
}

/// Puts into place what the package is made of, and nothing of an earlier one.
pub(crate) fn prepare(project: &Project) -> Result<()> {
    let library = bindings::library(project)?;
    bindings::sources(project, "kotlin")?;
    let file = Path::new(&jna_platform()).join(library.file_name().context("the library has no name")?);
    if files::write(&project.target("kotlin/native").join(file), &fs::read(library)?)? {
        // With all that Maven made: it cannot tell an older library there from the new one.
        files::remove(&project.target("maven/billwire"))?;
    }
    Ok(())
}

/// The name by which JNA looks for a library in a jar.
fn jna_platform() -> String {
    let system = match std::env::consts::OS {
        "macos" => "darwin",
        "windows" => "win32",
        other => other,
    };
    format!("{system}-{}", std::env::consts::ARCH.replace("x86_64", "x86-64"))
}
