//! The classes of the AAR as an app's build treats them: shrunk, dexed, and held to the API of the oldest Android.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use xtask::files;
use xtask::maven;
use xtask::process::{Finished, Run};
use xtask::project::Project;

use super::bench::Bench;

pub(super) const POM: &str = "bindings/phones/tools/pom.xml";
const API_CHECK: &str = "bindings/phones/tools/ApiCheck.java";
const COPY: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy-dependencies";
/// API levels whose names of types the classes may use: with what an app gets by desugaring, and without.
const DESUGARED: &str = "-coreLib.signature";
const PLAIN: &str = "-0.5.1.signature";
/// The oldest format of dexed classes that has default methods. D8 of an app's build rewrites them for older systems.
const MIN_SDK: &str = "--min-sdk-version=26";
/// Where the number of methods stands in a dexed file.
const METHODS: std::ops::Range<usize> = 0x58..0x5c;

/// ProGuard, dx and animal-sniffer.
pub(super) struct Tools(PathBuf);

impl Tools {
    /// Fetches them by Maven if they are not there yet.
    pub(super) fn provide(project: &Project) -> Result<Self> {
        let pom = project.path(POM);
        let folder = project.target("tools/android-classes").join(files::stamp(&[&pom])?);
        if !folder.is_dir() {
            let aside = folder.with_extension("new");
            files::remove(&aside)?;
            project.progress.step("ProGuard, dx and animal-sniffer by Maven", || {
                maven::on(project, &pom)?
                    .args([COPY, &format!("-DoutputDirectory={}", aside.display())])
                    .logged(&project.log("android-tools"))?
                    .successful()
            })?;
            fs::rename(&aside, &folder)?;
        }
        Ok(Self(folder))
    }

    fn java(&self) -> Run {
        Run::new("java").args(["-cp".as_ref(), self.0.join("*").as_os_str()])
    }

    fn signature(&self, end: &str) -> Result<PathBuf> {
        let names = files::below(&self.0)?;
        let found = names.iter().find(|name| name.to_string_lossy().ends_with(end));
        Ok(self.0.join(found.with_context(|| format!("there is no *{end} in {}", self.0.display()))?))
    }
}

/// A program that is shrunk together with the classes and JNA.
pub(super) struct Program<'a> {
    pub(super) name: &'static str,
    /// Its jar, with a filter of ProGuard.
    pub(super) jar: String,
    /// Rules for the program itself.
    pub(super) own_rules: &'static str,
    /// The rules of the AAR, or others.
    pub(super) rules: &'a str,
}

/// Rules for the tests: JUnit calls them, and they find drafts, models and calls by their names. Neither the library's functions nor
/// JNA's structures are kept for them.
pub(super) const OF_TESTS: &str = "\
-keep class io.github.billwire.conformance.*Test,io.github.billwire.settlement.*Test { *; }
-keep class io.github.billwire.* { *; }
-keep class !io.github.billwire.ffi.RustBuffer*,!io.github.billwire.ffi.ForeignBytes*,!io.github.billwire.ffi.Uniffi*,io.github.billwire.ffi.* { <fields>; <init>(...); }
-keepattributes Signature";
/// Rules for a program as an app has them.
pub(super) const OF_PROGRAM: &str = "-keep class ConsumerKt { public static void main(java.lang.String[]); }";
/// The tests that call public members alone.
pub(super) const TESTS: &str =
    "(io/github/billwire/conformance/**,io/github/billwire/settlement/**,io/github/billwire/boundary/Samples*)";

/// Shrinks, optimises and renames a program with the classes and JNA, and returns the jar.
pub(super) fn shrink(bench: &Bench<'_>, tools: &Tools, program: &Program<'_>) -> Result<PathBuf> {
    let [jar, configuration] = ["jar", "pro"].map(|kind| bench.folder.join(program.name).with_extension(kind));
    files::write(&configuration, configured(bench, &jar, program)?.as_bytes())?;
    tools
        .java()
        .args(["proguard.ProGuard".to_owned(), format!("@{}", configuration.display())])
        .logged(&bench.project.log(format!("proguard-{}", program.name)))?
        .successful()?;
    Ok(jar)
}

fn configured(bench: &Bench<'_>, out: &Path, program: &Program<'_>) -> Result<String> {
    let jna = bench.jar("jna-")?;
    let libraries = bench.jars()?.into_iter().filter(|jar| *jar != jna);
    let libraries =
        libraries.map(|jar| format!("-libraryjars {}(!META-INF/versions/**,!module-info.class)\n", jar.display()));
    Ok(format!(
        "-injars {}(!META-INF/**)\n\
         -injars {}\n\
         -injars {}(com/sun/jna/*.class,com/sun/jna/ptr/**.class,com/sun/jna/internal/**.class,com/sun/jna/win32/**.class)\n\
         -outjars {}\n\
         -libraryjars <java.home>/jmods/java.base.jmod(!**.jar;!module-info.class)\n\
         -libraryjars <java.home>/jmods/java.logging.jmod(!**.jar;!module-info.class)\n\
         {}\
         -dontnote\n\
         {}\n\
         {}\n",
        bench.classes().display(),
        program.jar,
        jna.display(),
        out.display(),
        libraries.collect::<String>(),
        program.own_rules,
        program.rules,
    ))
}

/// Dexes the classes, and counts their methods.
pub(super) fn dex(bench: &Bench<'_>, tools: &Tools) -> Result<u32> {
    let dexed = bench.folder.join("classes.dex");
    let run = |jar: &Path, log: &str| -> Result<Finished> {
        tools
            .java()
            .args(["com.android.dx.command.Main", "--dex", MIN_SDK, &format!("--output={}", dexed.display())])
            .args([jar])
            .logged(&bench.project.log(log))
    };
    let control = run(&bench.tests, "dex-control")?;
    ensure!(!control.ok(), "the control: classes of a newer Java are dexed");
    run(&bench.classes(), "dex")?.successful()?;
    let bytes = fs::read(&dexed)?;
    ensure!(bytes.starts_with(b"dex\n"), "{} is not dexed", dexed.display());
    let count = bytes.get(METHODS).and_then(|bytes| bytes.try_into().ok()).context("the dexed file is too short")?;
    Ok(u32::from_le_bytes(count))
}

/// The classes use nothing of Java that the oldest Android lacks, if the app's build desugars.
pub(super) fn api(bench: &Bench<'_>, tools: &Tools) -> Result<()> {
    let others = [bench.jar("kotlin-stdlib-")?, bench.jar("annotations-")?, bench.jar("jna-")?];
    let run = |signature: &str, log: &str| -> Result<Finished> {
        tools
            .java()
            .args([bench.project.path(API_CHECK), tools.signature(signature)?, bench.classes()])
            .args(&others)
            .logged(&bench.project.log(log))
    };
    run(DESUGARED, "android-api")?.successful()?;
    let control = run(PLAIN, "android-api-control")?;
    ensure!(!control.ok() && control.text.contains("java.time"), "the control: java.time is found in Android 24");
    Ok(())
}
