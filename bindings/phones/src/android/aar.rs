//! The AAR, and the Maven repository that holds it:
//!
//! ```text
//! target/android/bindings/source            uniffi's Kotlin, from the library for phones
//! target/android/maven/billwire-android     the classes, by Maven
//! target/android/billwire-android-….aar     the manifest, the classes, the rules and the libraries
//! target/android/repository                 the AAR with its pom, sources and documentation
//! ```

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use xtask::files;
use xtask::maven::{self, REACTOR};
use xtask::process::Run;
use xtask::project::Project;
use xtask::tools;

use super::abi::Abi;
use super::link::FILE;
use crate::repository::{self, VERSION};

const GENERATOR: &str = "billwire-bindgen";
const ARTIFACT: &str = "billwire-android";
const POM: &str = include_str!("aar.pom.xml");
/// Time of every entry: an AAR of the same content has the same bytes.
const DATE: &str = "--date=1980-01-01T00:00:02Z";

/// Folders of everything that is made. The AAR for one processor alone has a folder of its own, so that nobody publishes it.
#[derive(Clone)]
pub(crate) struct Folders(pub(crate) PathBuf);

impl Folders {
    pub(crate) fn aar(&self) -> PathBuf {
        self.0.join(format!("{ARTIFACT}-{VERSION}.aar"))
    }

    pub(crate) fn library(&self, abi: Abi) -> PathBuf {
        self.content().join("jni").join(abi.name()).join(FILE)
    }

    pub(crate) fn repository(&self) -> PathBuf {
        self.0.join("repository")
    }

    /// Folder of Maven's module.
    pub(crate) fn module(&self) -> PathBuf {
        self.0.join("maven").join(ARTIFACT)
    }

    pub(crate) fn content(&self) -> PathBuf {
        self.0.join("aar")
    }
}

/// Contents besides the AAR itself.
#[derive(Clone, Copy)]
pub(crate) struct Extent {
    /// The sources and the documentation, which a release needs.
    pub(crate) documentation: bool,
    /// The classes of the tests, which a trial needs.
    pub(crate) tests: bool,
}

/// Writes uniffi's Kotlin from the compiled library: what the library lacks, the classes lack too. Returns a stamp of it.
pub(crate) fn bindings(project: &Project, archive: &Path, place: &Folders) -> Result<String> {
    let generator = tools::program(project, GENERATOR, "dev")?;
    let folder = place.0.join("bindings");
    project.progress.step("sources for Android", || {
        let run = Run::new(generator).args(["kotlin".as_ref(), archive.as_os_str(), folder.as_os_str()]);
        run.dir(project.path("")).logged(&project.log("bindgen-android"))?.successful()
    })?;
    let sources: Vec<_> = files::below(&folder)?.into_iter().map(|name| folder.join(name)).collect();
    ensure!(!sources.is_empty(), "uniffi has written no sources");
    files::stamp(&sources)
}

/// Packs the AAR of the linked libraries, and puts it into a repository.
pub(crate) fn pack(project: &Project, abis: &[Abi], place: &Folders, extent: Extent) -> Result<()> {
    classes(project, place, extent)?;
    let aar = project.progress.step("the AAR", || archive(project, abis, place))?;
    project.progress.step("the repository", || deploy(project, place, &aar, extent))
}

/// Maven's module, with folders of its own for those that it needs: another run of Maven may pack them meanwhile.
fn classes(project: &Project, place: &Folders, extent: Extent) -> Result<()> {
    let tests = if extent.tests { "-DskipTests" } else { "-Dmaven.test.skip=true" };
    // A release is packed of nothing that an earlier build left.
    if extent.documentation {
        files::remove(&place.module())?;
    }
    project.progress.step("the classes for Android by Maven", || {
        maven::on(project, &project.path(REACTOR))?
            .args(["--projects", "android", "--also-make", tests, "package"])
            .args(extent.documentation.then_some("-Prelease"))
            .args([format!("-Dmade={}", place.0.display())])
            .logged(&project.log("maven-android"))?
            .successful()
    })?;
    Ok(())
}

fn archive(project: &Project, abis: &[Abi], place: &Folders) -> Result<PathBuf> {
    let own = project.path("bindings/android");
    let mut names = vec!["AndroidManifest.xml".into(), "classes.jar".into(), "proguard.txt".into()];
    names.extend(abis.iter().map(|abi| Path::new("jni").join(abi.name()).join(FILE)));
    let content = place.content();
    fs::copy(own.join("AndroidManifest.xml"), content.join("AndroidManifest.xml"))?;
    fs::copy(own.join("billwire.pro"), content.join("proguard.txt"))?;
    fs::copy(place.module().join("classes.jar"), content.join("classes.jar"))?;
    let found = files::below(&content)?;
    ensure!(found == sorted(&names), "the AAR would hold {found:?}");
    let aar = place.aar();
    files::remove_file(&aar)?;
    let run =
        Run::new("jar").args(["--create", "--no-manifest", DATE, "--file"]).args([&aar]).args(names).dir(&content);
    run.logged(&project.log("aar"))?.successful()?;
    Ok(aar)
}

fn sorted(names: &[PathBuf]) -> Vec<PathBuf> {
    let mut sorted = names.to_vec();
    sorted.sort();
    sorted
}

/// Fills the repository as Maven does, with checksums.
fn deploy(project: &Project, place: &Folders, aar: &Path, extent: Extent) -> Result<()> {
    let repository = place.repository();
    files::remove(&repository)?;
    let pom = place.0.join("pom.xml");
    files::write(&pom, POM.replace("VERSION", VERSION).as_bytes())?;
    let option = |name: &str, file: &Path| format!("-D{name}={}", file.display());
    let module = place.module();
    let extra = ["sources", "javadoc"].map(|name| option(name, &module.join(format!("classes-{name}.jar"))));
    // Maven itself does not know this packaging, and must not read the pom as a project's.
    maven::on(project, &project.path(REACTOR))?
        .args(["--non-recursive", &repository::goal("deploy-file")])
        .args([option("file", aar), option("pomFile", &pom), "-Dpackaging=aar".to_owned()])
        .args(extent.documentation.then_some(extra).into_iter().flatten())
        .args([format!("-Durl=file://{}", repository.display()), "-DrepositoryId=here".to_owned()])
        .logged(&project.log("deploy-android"))?
        .successful()?;
    let deployed = repository::file(&repository, ARTIFACT, ".aar");
    ensure!(deployed.is_file(), "{} is missing", deployed.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Versions of the dependencies of a pom, without those of tests.
    fn versions(pom: &str) -> BTreeSet<(String, String)> {
        let value =
            |part: &str, name: &str| Some(part.split_once(&format!("<{name}>"))?.1.split_once("</")?.0.to_owned());
        let parts = pom.split("<dependency>").skip(1).filter(|part| !part.contains("<scope>test"));
        parts.filter_map(|part| Some((value(part, "artifactId")?, value(part, "version")?))).collect()
    }

    #[test]
    fn the_poms_name_the_same_dependencies() {
        let module = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../android/pom.xml")).unwrap();
        assert_eq!(versions(POM).len(), 2);
        assert_eq!(versions(POM), versions(&module));
    }
}
