//! The AAR: a library for each processor, checked, with the Kotlin classes over it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use xshell::{Shell, cmd};

use crate::abi::ABIS;
use crate::compile::{self, Std};
use crate::maven::{self, VERSION};
use crate::{MADE, elf, link, zip};

/// A panic becomes an exception of Kotlin. To name the lines of its functions takes 190 kB, of a stripped library
/// that has no lines.
const WITHOUT_BACKTRACES: &str = "-Zbuild-std-features=";
const ARTEFACT: &str = "billwire-android";
const SOURCES: &str = "bindings/android";
const DX: &str = "com.jakewharton.android.repackaged:dalvik-dx:16.0.1";
const COPY: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy";
/// Oldest format of dexed classes that has default methods. D8 of an app's build rewrites them for older systems.
const MIN_SDK: &str = "--min-sdk-version=26";

/// Builds, checks and packs the AAR, and deploys it with its sources and its documentation.
pub(crate) fn pack(sh: &Shell) -> Result<()> {
    let content = Path::new(MADE).join("aar");
    sh.remove_path(&content)?;
    let ndk = std::env::var_os("ANDROID_NDK_HOME").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let mut exported = BTreeSet::new();
    for abi in &ABIS {
        let args = ["--no-default-features", WITHOUT_BACKTRACES];
        let archive = compile::archive(sh, abi.target, "phones", Std::Sources, &args)?;
        let library = content.join("jni").join(abi.name).join("libbillwire_ffi.so");
        link::link(sh, abi, &archive, &library, ndk.as_deref())?;
        let functions =
            elf::check(&sh.read_binary_file(&library)?, abi.machine, ndk.is_some()).with_context(|| abi.name)?;
        exported.insert(functions);
        // The library that is packed: whatever it lacks, such as the simulator, the classes lack too.
        compile::bindings(sh, "kotlin", &archive, "android")?;
    }
    ensure!(exported.len() == 1, "the libraries export different functions");
    let module = Path::new(MADE).join("maven").join(ARTEFACT);
    sh.remove_path(&module)?;
    maven::run(sh, "android")?.args(["--also-make", "-Prelease", "package"]).run()?;
    sh.copy_file(module.join("classes.jar"), content.join("classes.jar"))?;
    sh.copy_file(Path::new(SOURCES).join("AndroidManifest.xml"), content.join("AndroidManifest.xml"))?;
    sh.copy_file(Path::new(SOURCES).join("billwire.pro"), content.join("proguard.txt"))?;
    dex(sh, &content.join("classes.jar"))?;
    let aar = Path::new(MADE).join(format!("{ARTEFACT}-{VERSION}.aar"));
    zip::pack(&content, "", &aar)?;
    deploy(sh, &aar, &module)
}

/// Dexes the classes, as an app's build does.
fn dex(sh: &Shell, classes: &Path) -> Result<()> {
    let folder = sh.current_dir().join(MADE).join("dx");
    maven::run(sh, ".")?
        .args([COPY, &format!("-Dartifact={DX}"), &format!("-DoutputDirectory={}", folder.display())])
        .run()?;
    let (jars, dexed) = (folder.join("*"), folder.join("classes.dex"));
    Ok(cmd!(sh, "java -cp {jars} com.android.dx.command.Main --dex {MIN_SDK} --output={dexed} {classes}").run()?)
}

/// Fills the repository by a pom of its own: Maven does not know this packaging.
fn deploy(sh: &Shell, aar: &Path, module: &Path) -> Result<()> {
    let here = sh.current_dir();
    let option = |name: &str, file: &Path| format!("-D{name}={}", here.join(file).display());
    let pom = Path::new(SOURCES).join("aar.pom.xml");
    maven::run(sh, ".")?
        .args([maven::goal("deploy-file"), option("file", aar), option("pomFile", &pom), "-Dpackaging=aar".to_owned()])
        .args(["sources", "javadoc"].map(|name| option(name, &module.join(format!("classes-{name}.jar")))))
        .args([format!("-Durl={}", maven::repository(sh)), "-DrepositoryId=package".to_owned()])
        .run()?;
    println!("{}", aar.display());
    Ok(())
}
