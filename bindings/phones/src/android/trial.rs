//! Trial of the AAR on this machine: its classes over its library for x86_64.
//!
//! Android's C library is not here. Libraries of its names stand for it, and pass every call on to glibc. So the trial shows
//! that the package is complete and agrees with the vectors. It shows neither bionic, ART and R8, nor ARM code.

mod bench;
mod classes;
mod shim;
mod testing;

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::slice;

use anyhow::{Context, Result, bail, ensure};
use xtask::counts::{self, Counts};
use xtask::files;
use xtask::maven;
use xtask::process::{Finished, Run};
use xtask::project::Project;
use xtask::side_by_side;

use super::aar::Folders;
use super::abi::Abi;
use super::elf::{self, PAGE};
use super::link::{self, FILE, Linker};
use super::system;
use crate::vector;
use bench::Bench;
use classes::{Program, Tools};

/// Pages that are too small for newer devices.
const SMALL_PAGE: u64 = 4 << 10;
const CONSOLE: &str = "org.junit.platform.console.ConsoleLauncher";
const CONSUMER: &str = "bindings/android/consumer/pom.xml";
/// Class of a few tests, each of which calls the library.
const ONE_CLASS: &str = ".*LifetimeTest";
const PURGE: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:purge-local-repository";

/// Figures of a trial. Every part had a control that failed.
pub struct Trial {
    pub tests: u64,
    pub vectors: usize,
    pub shrunk_tests: u64,
    /// Bytes of the shrunk classes, with the tests and JNA.
    pub shrunk: u64,
    /// Bytes of a small app's shrunk classes, with JNA.
    pub app: u64,
    /// Tests of an app with the simulator.
    pub simulated: u64,
    /// Methods of the dexed classes, of which a file holds at most 65,536.
    pub methods: u32,
    pub controls: u64,
}

impl Trial {
    pub fn all_tests(&self) -> u64 {
        // Besides the tests: the dexed classes, the API, and the consumer as it is, shrunk, and on a JVM.
        [self.shrunk_tests, self.simulated, 5].into_iter().fold(self.tests, u64::saturating_add)
    }
}

impl fmt::Display for Trial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tests, vectors, shrunk_tests, shrunk, app, simulated, methods, controls } = self;
        write!(
            f,
            "{tests} tests on the library for x86_64, with all {vectors} vectors; {shrunk_tests} on shrunk classes "
        )?;
        write!(f, "({} kB, with JNA and the tests); {methods} methods dexed; ", shrunk / 1_000)?;
        write!(
            f,
            "Android's API 24 suffices; a consumer runs, also shrunk to {} kB; its {simulated} unit tests pass with \
             billwire-testing; {controls} controls fail",
            app / 1_000
        )
    }
}

pub(crate) fn run(project: &Project, linker: &Linker, place: &Folders) -> Result<Trial> {
    ensure!(cfg!(all(target_os = "linux", target_arch = "x86_64")), "the trial needs Linux on x86_64");
    let mut controls =
        project.progress.step("controls of the library's checks", || library_controls(project, linker))?;
    let bench = Bench::set_up(project, place)?;
    let (tests, vectors) = project.progress.step("tests on Android's library", || bench.tests())?;
    project.progress.step("the control without Android's libraries", || bench.without_shim())?;
    let tools = Tools::provide(project)?;
    let (shrunk_tests, shrunk) = project.progress.step("shrunk classes", || bench.shrunk(&tools, vectors))?;
    let methods = project.progress.step("dexed classes", || classes::dex(&bench, &tools))?;
    project.progress.step("the API of Android 24", || classes::api(&bench, &tools))?;
    let jars = project.progress.step("the simulator by Maven", || testing::stage(project, place))?;
    let (app, simulated) = project.progress.step("a consumer of the AAR", || bench.consumer(&tools, place, &jars))?;
    // Without the shim, a newer Java, without desugaring, two wrong rules, classes twice, and a JVM without a library for it.
    controls += 7;
    Ok(Trial { tests, vectors, shrunk_tests, shrunk, app, simulated, methods, controls })
}

/// Libraries with a fault are refused.
fn library_controls(project: &Project, linker: &Linker) -> Result<u64> {
    let archive = link::compile(project, Abi::X86_64)?;
    let library = project.target("android/controls").join(FILE);
    linker.link(project, Abi::X86_64, &archive, &library, SMALL_PAGE)?;
    let known = system::names(Abi::X86_64)?;
    refused("small pages", "aligned", elf::faults(&fs::read(&library)?, Abi::X86_64, &known))?;
    linker.link(project, Abi::X86_64, &archive, &library, PAGE)?;
    let bytes = fs::read(&library)?;
    elf::faults(&bytes, Abi::X86_64, &known)?;
    refused("another processor", "not for", elf::faults(&bytes, Abi::Arm64, &known))?;
    let fewer = known.into_iter().filter(|name| name != "malloc").collect();
    refused("an unknown name", "malloc", elf::faults(&bytes, Abi::X86_64, &fewer))?;
    Ok(3)
}

fn refused<T>(what: &str, why: &str, outcome: Result<T>) -> Result<()> {
    match outcome {
        Ok(_) => bail!("the control: {what} is not noticed"),
        Err(error) => ensure!(format!("{error:#}").contains(why), "the control: {what}: {error:#}"),
    }
    Ok(())
}

impl<'a> Bench<'a> {
    fn set_up(project: &'a Project, place: &Folders) -> Result<Self> {
        let folder = place.0.join("trial");
        files::remove(&folder)?;
        let (aar, shim) = (folder.join("aar"), folder.join("shim"));
        unpack(project, &place.aar(), &aar)?;
        let bench = Self {
            project,
            aar,
            shim,
            tests: place.module().join("classes-tests.jar"),
            libraries: place.module().join("libraries"),
            folder,
        };
        shim::build(project, &bench.library(), &bench.shim)?;
        Ok(bench)
    }

    /// All tests of the package, without those of memory, which need a JVM of their own.
    fn tests(&self) -> Result<(u64, usize)> {
        let wanted = side_by_side::vectors(self.project)?;
        let run = self.junit(
            "android",
            &self.classpath(&[self.classes(), self.tests.clone()])?,
            &self.tests,
            Libraries::InPlace,
        )?;
        let tests = passed(&run)?;
        let found = self.vectors("android")?;
        let difference: Vec<_> = wanted.symmetric_difference(&found).collect();
        ensure!(
            difference.is_empty(),
            "{} vectors differ from those of Linux, such as {:?}",
            difference.len(),
            difference.first()
        );
        Ok((tests, wanted.len()))
    }

    /// Without libraries in place of Android's, its library cannot be loaded: it is this one that ran.
    fn without_shim(&self) -> Result<()> {
        let classpath = self.classpath(&[self.classes(), self.tests.clone()])?;
        let run = self.junit("android-control", &classpath, &self.tests, Libraries::Absent)?;
        let text = &run.finished.text;
        let is_caught =
            !run.finished.ok() && text.contains("UnsatisfiedLinkError") && self.vectors("android-control")?.is_empty();
        ensure!(is_caught, "the control: the tests run without Android's libraries\n{}", run.finished.complaint());
        Ok(())
    }

    /// The vectors, on classes that ProGuard has shrunk, optimised and renamed by the rules of the AAR.
    fn shrunk(&self, tools: &Tools, vectors: usize) -> Result<(u64, u64)> {
        let rules = fs::read_to_string(self.aar.join("proguard.txt"))?;
        let tests = format!("{}{}", self.tests.display(), classes::TESTS);
        let program = Program { name: "shrunk", jar: tests, own_rules: classes::OF_TESTS, rules: &rules };
        let jar = classes::shrink(self, tools, &program)?;
        let run = self.junit("android-shrunk", &self.classpath(slice::from_ref(&jar))?, &jar, Libraries::InPlace)?;
        let tests = passed(&run)?;
        let found = self.vectors("android-shrunk")?.len();
        ensure!(found == vectors, "{found} of {vectors} vectors ran on the shrunk classes");
        Ok((tests, fs::metadata(&jar)?.len()))
    }

    /// A project that gets the AAR from the repository signs a vector: as it is compiled, and shrunk as an app. Its unit tests get
    /// the simulator from `jars`.
    fn consumer(&self, tools: &Tools, place: &Folders, jars: &Path) -> Result<(u64, u64)> {
        let made = place.0.join("consumer");
        files::remove(&made)?;
        // Maven keeps the AAR of an earlier run, which has the same version.
        let purge = [PURGE, "-DmanualInclude=io.github.billwire:billwire-android,io.github.billwire:billwire-testing"];
        self.maven(classes::POM, &purge)?;
        let folder = |name: &str, folder: &Path| format!("-D{name}={}", folder.display());
        let folders = [folder("repository", &place.repository()), folder("jars", jars), folder("made", &made)];
        let options = |goals: &[&'static str]| [goals, &folders.each_ref().map(String::as_str)].concat();
        self.maven(CONSUMER, &options(&["initialize"]))?;
        let aar = place.aar();
        let name = aar.file_name().context("the AAR has no name")?;
        unpack(self.project, &made.join("libraries").join(name), &made.join("aar"))?;
        self.maven(CONSUMER, &options(&["-Punpacked", "package"]))?;
        let simulated = passed_in(&made.join("surefire-reports"))?;
        let (consumer, classes) = (made.join("consumer.jar"), made.join("aar/classes.jar"));
        self.signs(&[consumer.clone(), classes.clone()])?;
        let testing = testing::jar(jars, &classes)?;
        ensure!(
            !self.on_jvm(&[consumer.clone(), classes.clone()])?.ok(),
            "the control: the AAR has a library for a JVM"
        );
        self.on_jvm(&[consumer.clone(), classes, testing])?.successful()?;
        let rules = fs::read_to_string(made.join("aar/proguard.txt"))?;
        let shrunk = |name, rules: &str| {
            let jar = consumer.display().to_string();
            classes::shrink(self, tools, &Program { name, jar, own_rules: classes::OF_PROGRAM, rules })
        };
        let jar = shrunk("app", &rules)?;
        self.signs(slice::from_ref(&jar))?;
        for (name, kept) in
            [("app-without-structures", "com.sun.jna.Structure"), ("app-without-functions", "native <methods>")]
        {
            let wrong = rules.lines().filter(|line| !line.contains(kept)).collect::<Vec<_>>().join("\n");
            let outcome = self.signs(&[shrunk(name, &wrong)?]);
            ensure!(outcome.is_err(), "the control: a shrunk app works without the rule for {kept}");
        }
        Ok((fs::metadata(&jar)?.len(), simulated))
    }

    /// The consumer with the library that its class path has.
    fn on_jvm(&self, classes: &[PathBuf]) -> Result<Finished> {
        let (arguments, _) = vector::plain(self.project)?;
        let classes = std::env::join_paths(self.classpath(classes)?)?;
        let run = maven::jvm("java").args(["-cp".into(), classes, "ConsumerKt".into()]).args(arguments);
        run.logged(&self.project.log("android-consumer-jvm"))
    }

    fn maven(&self, pom: &str, args: &[&str]) -> Result<()> {
        let run = maven::on(self.project, &self.project.path(pom))?.args(args);
        run.logged(&self.project.log("android-consumer"))?.successful()?;
        Ok(())
    }

    /// The consumer signs a vector with these classes.
    fn signs(&self, classes: &[PathBuf]) -> Result<()> {
        let (arguments, hash) = vector::plain(self.project)?;
        let run = self.java(&self.classpath(classes)?, &self.library()).args(["ConsumerKt"]).args(arguments);
        let said = run.answer(&self.project.log("android-consumer-run"))?.successful()?.answer;
        ensure!(said == format!("{hash}\ninvalid_config\n"), "the consumer said {said}");
        Ok(())
    }

    /// JUnit's console on a jar of tests.
    fn junit(&self, name: &str, classpath: &[PathBuf], tests: &Path, libraries: Libraries) -> Result<Tested> {
        let reports = self.folder.join(name);
        files::remove_file(&self.ids(name))?;
        let run = self.java(classpath, &self.library());
        let run = match libraries {
            Libraries::InPlace => run,
            Libraries::Absent => run.without_env(maven::LIBRARY_PATH),
        };
        // One class of tests shows that none can run.
        let chosen = (libraries == Libraries::Absent).then(|| format!("--include-classname={ONE_CLASS}"));
        let finished = run
            .args([format!("-Dbillwire.root={}", self.project.path("").display()), format!("-Dbillwire.run={name}")])
            .args([CONSOLE, "execute", "--details=none", "--disable-banner", "--exclude-tag=memory"])
            .args(chosen)
            .args([format!("--scan-classpath={}", tests.display()), format!("--reports-dir={}", reports.display())])
            .logged(&self.project.log(format!("{name}-tests")))?;
        Ok(Tested { finished, reports })
    }

    /// A JVM with this library; the first of two classes of the same name counts.
    fn java(&self, classpath: &[PathBuf], library: &Path) -> Run {
        let classpath = classpath.iter().map(|entry| entry.display().to_string()).collect::<Vec<_>>().join(":");
        Run::new("java")
            // For runs of seconds, the better compiler costs more than it saves.
            .args(["-XX:TieredStopAtLevel=1", "-cp", &classpath])
            .args([format!("-Duniffi.component.billwire.libraryOverride={}", library.display())])
            .env(maven::LIBRARY_PATH, &self.shim)
    }

    /// The ids that a run has written down.
    fn vectors(&self, name: &str) -> Result<BTreeSet<String>> {
        let file = self.ids(name);
        let text = if file.is_file() { fs::read_to_string(&file)? } else { String::new() };
        Ok(text.lines().map(str::to_owned).collect())
    }

    fn ids(&self, name: &str) -> PathBuf {
        self.project.target("vectors").join(name).with_extension("txt")
    }
}

/// The libraries that stand for Android's.
#[derive(Clone, Copy, PartialEq)]
enum Libraries {
    InPlace,
    Absent,
}

/// A run of JUnit, with the folder of its reports.
struct Tested {
    finished: Finished,
    reports: PathBuf,
}

fn unpack(project: &Project, archive: &Path, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    let run = Run::new("jar").args(["--extract", "--file"]).args([archive]).dir(folder);
    run.logged(&project.log("android-unpack"))?.successful()?;
    Ok(())
}

/// How many tests have passed; a failed one is an error.
fn passed(run: &Tested) -> Result<u64> {
    ensure!(run.finished.ok(), "{}", run.finished.complaint());
    passed_in(&run.reports)
}

fn passed_in(reports: &Path) -> Result<u64> {
    let names = files::below(reports)?;
    let names = names.iter().filter(|name| name.extension().is_some_and(|kind| kind == "xml"));
    let counts = names.map(|name| counts::junit(&fs::read_to_string(reports.join(name))?));
    let Counts { passed, failed } = counts.sum::<Result<Counts>>()?;
    ensure!(passed > 0 && failed == 0, "{passed} tests passed, {failed} failed: see {}", reports.display());
    Ok(passed)
}
