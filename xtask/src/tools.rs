//! Tools: those of the machine, each with the way to get it, and those fetched into `target/tools`.

use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, bail};

use crate::files;
pub use crate::missing::Missing;
use crate::process::{Finished, Run};
use crate::project::Project;

const WASM_PACK: &str = "0.15.1";
pub(crate) const BINARYEN: &str = "132.0.0";
const WASM_TOOL: &str = "billwire-wasm-tool";
pub const WASM_TARGET: &str = "wasm32-unknown-unknown";
/// Without advertising and install scripts (npm 11 runs none either).
pub(crate) const QUIET: [&str; 3] = ["--no-audit", "--no-fund", "--ignore-scripts"];

const NODE: Missing = Missing { tool: "Node.js 20.19 or newer", remedy: "install it from https://nodejs.org" };
const NPM: Missing = Missing { tool: "npm", remedy: "it comes with Node.js from https://nodejs.org" };
const PYTHON: Missing = Missing { tool: "Python 3", remedy: "install it from https://www.python.org" };
const TARGETS: Missing = Missing {
    tool: "the Rust targets of other machines",
    remedy: "install Rust by rustup; `rustup target add` is then done here",
};
const TARGET: Missing =
    Missing { tool: "the Rust target for wasm", remedy: "rustup target add wasm32-unknown-unknown" };

/// The cargo that runs this program.
pub fn cargo() -> Run {
    Run::new(cargo_path())
}

pub fn cargo_path() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// Crates of the suite `rust`. Cargo unites the features that the selected crates ask for: a program of another selection has
/// its dependencies compiled again.
pub(crate) const WORKSPACE: [&str; 6] =
    ["--workspace", "--all-features", "--exclude", "billwire-proofs", "--exclude", "billwire-model"];

/// Selects the crates of that suite where the run shares its builds, and otherwise those that are enough.
pub(crate) fn selected<'a>(project: &Project, enough: &[&'a str]) -> Vec<&'a str> {
    // The example makes development dependencies count, as in tests.
    if project.is_shared { [&WORKSPACE[..], &["--example", "generate"]].concat() } else { enough.to_vec() }
}

/// Programs of the proofs for release. With the features that all ask for, core is compiled once for them.
const RELEASED: [&str; 2] = ["billwire-complexity", "billwire-memory-secrets"];

/// Compiles a program of the workspace, whose crate has its name.
pub fn program(project: &Project, name: &str, profile: &str) -> Result<PathBuf> {
    if profile == "dev" {
        return compiled(project, name, name, &[]);
    }
    let together = if project.is_shared && RELEASED.contains(&name) { &RELEASED[..] } else { &[name] };
    let packages = together.iter().flat_map(|name| ["-p", name]);
    let selected: Vec<&str> = packages.chain(["--bin", name, "--profile", profile]).collect();
    project.once(&format!("{name} ({profile})"), || compile(project, name, &selected))
}

/// Compiles the generator of the wasm crate, an example of it.
pub(crate) fn generator(project: &Project) -> Result<PathBuf> {
    let selected = selected(project, &["-p", "billwire-wasm", "--example", "generate"]);
    project.once("generate", || compile(project, "generate", &selected))
}

/// Variable with the path of a compiled generator of glue: compiling it takes a minute.
pub const GENERATOR: &str = "BILLWIRE_GLUE_GENERATOR";

/// The program that writes glue for a compiled wasm.
pub fn wasm_bindgen(project: &Project) -> Result<PathBuf> {
    if let Some(program) = std::env::var_os(GENERATOR) {
        return Ok(program.into());
    }
    compiled(project, WASM_TOOL, "billwire-bind", &[])
}

fn compiled(project: &Project, krate: &str, name: &str, features: &[&str]) -> Result<PathBuf> {
    let selected = selected(project, &[&["-p", krate], features].concat());
    project.once(name, || compile(project, name, &[&selected, &["--bin", name][..]].concat()))
}

fn compile(project: &Project, name: &str, args: &[&str]) -> Result<PathBuf> {
    let run = project.progress.step(&format!("compile {name}"), || {
        cargo()
            .args(["build", "--locked"])
            .args(args)
            .args(["--message-format", "json-render-diagnostics"])
            .dir(project.path(""))
            .answer(&project.log(format!("compile-{name}")))?
            .successful()
    })?;
    let program = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    artifact(&run.answer, name, |file| Path::new(file).ends_with(&program))
}

/// Finds the file of a target in cargo's JSON messages.
pub fn artifact(messages: &str, target: &str, wanted: impl Fn(&str) -> bool) -> Result<PathBuf> {
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    messages
        .filter(|message| message.pointer("/target/name").and_then(|name| name.as_str()) == Some(target))
        .filter_map(|message| message.get("filenames")?.as_array().cloned())
        .flatten()
        .filter_map(|file| file.as_str().map(str::to_owned))
        .find(|file| wanted(file))
        .map(PathBuf::from)
        .with_context(|| format!("cargo built no file for {target}"))
}

/// Node, of a version that can `require` an ES module.
pub fn node() -> Result<Run> {
    let version = version_of("node")?.ok_or(NODE)?;
    let mut numbers = version.trim_start_matches('v').split('.').map_while(|part| part.parse::<u32>().ok());
    let at_least = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    let able = matches!(at_least, (20, 19..) | (22, 12..) | (23.., _));
    if able { Ok(Run::new("node")) } else { Err(NODE.into()) }
}

pub fn npm() -> Result<Run> {
    node()?;
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    version_of(program)?.ok_or(NPM)?;
    Ok(Run::new(program))
}

/// A command of an installed npm package; it is never fetched.
pub fn npx() -> Result<Run> {
    npm()?;
    Ok(Run::new(if cfg!(windows) { "npx.cmd" } else { "npx" }).args(["--no", "--"]))
}

pub fn python() -> Result<Run> {
    for program in ["python3", "python"] {
        if version_of(program)?.is_some_and(|version| version.starts_with("Python 3")) {
            return Ok(Run::new(program).env("PYTHONDONTWRITEBYTECODE", "1"));
        }
    }
    Err(PYTHON.into())
}

/// Compiles a tool from crates.io into a folder, without optimisation, sharing compiled crates with other tools.
pub fn cargo_install(project: &Project, root: &Path) -> Run {
    cargo()
        .args(["install", "--locked", "--debug", "--root"])
        .args([root])
        .env("CARGO_TARGET_DIR", project.target("tools/build"))
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
}

/// One of rustup's commands. Two at once would spoil each other's downloads.
pub fn rustup(project: &Project, args: &[&str]) -> Result<Finished> {
    static ONE: Mutex<()> = Mutex::new(());
    let _held = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    Run::new("rustup").args(args).logged(&project.log(format!("rustup-{}", args.join("-"))))
}

/// Rust's standard library for other targets.
pub fn rust_targets(project: &Project, targets: &[&str]) -> Result<()> {
    let added = rustup(project, &[&["target", "add"], targets].concat());
    if added.is_ok_and(|run| run.ok()) { Ok(()) } else { Err(TARGETS.into()) }
}

/// Lets this compiler build its standard library.
pub const UNSTABLE: (&str, &str) = ("RUSTC_BOOTSTRAP", "1");

/// Sources of the standard library, by rustup.
pub fn std_sources(project: &Project) -> Result<()> {
    let added = rustup(project, &["component", "add", "rust-src"]);
    let missing = Missing { tool: "the sources of Rust's standard library", remedy: "rustup component add rust-src" };
    if added.is_ok_and(|run| run.ok()) { Ok(()) } else { Err(missing.into()) }
}

/// The standard library for wasm, by rustup if it is not there yet.
pub fn wasm_target(project: &Project) -> Result<()> {
    if has_wasm_target()? {
        return Ok(());
    }
    let added = project.progress.step("rustup target for wasm", || rust_targets(project, &[WASM_TARGET]));
    if added.is_err() || !has_wasm_target()? {
        return Err(TARGET.into());
    }
    Ok(())
}

fn has_wasm_target() -> Result<bool> {
    Ok(Path::new(&rustc(&["--print", "target-libdir", "--target", WASM_TARGET])?).is_dir())
}

/// wasm-pack, with wasm-bindgen's commands of the exact version before it on PATH.
pub fn wasm_pack(project: &Project) -> Result<Run> {
    wasm_target(project)?;
    node()?;
    let own = project.target("tools/bin/wasm-pack").with_extension(std::env::consts::EXE_EXTENSION);
    let wanted = format!("wasm-pack {WASM_PACK}");
    let fits = |program: &Path| -> Result<bool> { Ok(version_of(program)?.is_some_and(|v| v == wanted)) };
    let program = if fits(Path::new("wasm-pack"))? { PathBuf::from("wasm-pack") } else { own };
    if !fits(&program)? {
        project.progress.step(&format!("install {wanted} (minutes, once)"), || {
            cargo_install(project, &project.target("tools"))
                .args(["wasm-pack", "--version", WASM_PACK, "--force"])
                .logged(&project.log("wasm-pack-install"))?
                .successful()
        })?;
    }
    Run::new(program).first_on_path(&[shims(project)?])
}

/// The folder of the compiler and of its libraries.
pub fn sysroot() -> Result<PathBuf> {
    Ok(rustc(&["--print", "sysroot"])?.into())
}

/// Has cargo compile with these flags, to the same on every machine: a panic names its source file.
pub fn compiling_alike(cargo: Run, flags: impl IntoIterator<Item = String>) -> Result<Run> {
    let remapped = |folder: PathBuf, name: &str| format!("--remap-path-prefix={}={name}", folder.display());
    let libraries = remapped(sysroot()?.join("lib/rustlib/src/rust"), &library_sources()?);
    let crates = remapped(cargo_home()?.join("registry/src"), "/crates");
    let flags: Vec<String> = flags.into_iter().chain([libraries, crates]).collect();
    // This variable overrides all others, and allows spaces in paths.
    Ok(cargo.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}")))
}

/// Path by which the compiler names the sources of its libraries.
fn library_sources() -> Result<String> {
    let version = rustc(&["--version", "--verbose"])?;
    let commit = version.lines().find_map(|line| line.strip_prefix("commit-hash: "));
    Ok(format!("/rustc/{}", commit.context("the compiler does not say which it is")?))
}

/// Cargo's folder of fetched crates.
pub fn cargo_home() -> Result<PathBuf> {
    let named = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    named.or_else(|| Some(std::env::home_dir()?.join(".cargo"))).context("cargo has no home")
}

pub fn rustc(args: &[&str]) -> Result<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).args(args).output()?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// A folder with wasm-bindgen's commands, which wasm-pack would otherwise build itself.
fn shims(project: &Project) -> Result<PathBuf> {
    let commands = compiled(project, WASM_TOOL, "billwire-wasm-commands", &["--features", "commands"])?;
    let folder = project.target("tools/shims");
    fs::create_dir_all(&folder)?;
    for name in ["wasm-bindgen", "wasm-bindgen-test-runner"] {
        let shim = folder.join(name).with_extension(std::env::consts::EXE_EXTENSION);
        files::remove_file(&shim)?;
        fs::hard_link(&commands, &shim).context("cannot lay out wasm-bindgen's commands")?;
    }
    Ok(folder)
}

/// Binaryen's optimiser, a script that Node runs.
pub fn wasm_opt(project: &Project) -> Result<Run> {
    let script = npm_tool(project, "binaryen", BINARYEN)?.join("bin/wasm-opt");
    Ok(node()?.args([script]))
}

/// The folder of a package from npm, each in a place of its own below `target/tools`.
pub fn npm_tool(project: &Project, name: &str, version: &str) -> Result<PathBuf> {
    let place = project.target(format!("tools/{name}-{version}"));
    let package = place.join("node_modules").join(name);
    if !package.join("package.json").is_file() {
        fs::create_dir_all(&place)?;
        let wanted = format!("{name}@{version}");
        project.progress.step(&format!("npm install {wanted}"), || {
            npm()?
                .args(["install", "--prefix"])
                .args([&place])
                .args(QUIET)
                .args([&wanted])
                .logged(&project.log(format!("npm-{name}")))?
                .successful()
        })?;
    }
    Ok(package)
}

/// Answer of a program to `--version`; none when there is no such program.
fn version_of(program: impl AsRef<Path>) -> Result<Option<String>> {
    let program = program.as_ref();
    match Command::new(program).arg("--version").output() {
        Ok(output) if output.status.success() => Ok(Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())),
        Ok(_) => Ok(None),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => bail!("{} cannot be run: {error}", program.display()),
    }
}
