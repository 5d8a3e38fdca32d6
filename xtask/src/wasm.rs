//! Compiles the crate `billwire-wasm` to an optimised wasm file and its JavaScript glue.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::files;
use crate::process::Run;
use crate::project::Project;
use crate::tools::{self, WASM_TARGET};

/// Features that current engines have; simd128 makes the reader fast.
const TARGET_FEATURES: &str = "-Ctarget-feature=+bulk-memory,+nontrapping-fptoint,+sign-ext,+simd128";
/// The same without multivalue, which the standard library names: Node 20 compiles a wrapper for each signature of
/// such exports.
const LINKED_FEATURES: &str = "-Clink-args=--no-check-features --features=bulk-memory,bulk-memory-opt,\
    call-indirect-overlong,mutable-globals,nontrapping-fptoint,reference-types,sign-ext,simd128";
/// Long functions with one caller are not inlined, and functions are sorted by name: so they compress better. The
/// lowest kilobyte, the end of the stack, holds nothing that an address plus a constant could reach.
const WASM_OPT: [&str; 12] = [
    "--converge",
    "--low-memory-unused",
    "--one-caller-inline-max-function-size=20",
    "--reorder-functions-by-name",
    "--enable-simd",
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--strip-producers",
    "--strip-target-features",
];

/// The crate with some of its features. A quick build, for the demo, has cargo's profile for development and no other
/// pass.
pub(crate) struct Module {
    /// The name of glue and wasm files.
    pub(crate) name: &'static str,
    pub(crate) features: &'static str,
    /// Level of cargo's profile `wasm`.
    pub(crate) opt_level: &'static str,
    pub(crate) rust_flags: &'static [&'static str],
    /// Level of wasm-opt.
    pub(crate) passes: &'static str,
}

impl Module {
    pub(crate) fn wasm(&self) -> String {
        format!("{}_bg.wasm", self.name)
    }
}

/// Writes the glue and the wasm file of a module to a folder.
///
/// The name by which each wasm imports the glue identifies this build: a wasm does not start with the glue of another
/// build.
pub(crate) fn build(project: &Project, module: &Module, folder: &Path) -> Result<()> {
    tools::wasm_target(project)?;
    tools::node()?;
    let compiled = project.progress.step(&format!("compile {}", module.name), || compile(project, module))?;
    let name = format!("{}-{}", module.name, files::stamp(&[&compiled])?);
    let plain = project.target("npm/bindgen").join(module.name);
    files::remove(&plain)?;
    // Glue for bundlers, which starts nothing by itself: the package does.
    let bind = Run::new(bindgen(project, "wasm-bindgen")?).args(["--target", "bundler", "--no-typescript"]);
    let bind = bind.args(["--remove-producers-section", "--out-name", &name, "--out-dir"]);
    bind.args([&plain, &compiled]).logged(project.log("wasm-bindgen"))?;
    fs::copy(plain.join(format!("{name}_bg.js")), folder.join(format!("{}.js", module.name)))?;
    let (from, to) = (plain.join(format!("{name}_bg.wasm")), folder.join(module.wasm()));
    if project.is_quick { Ok(fs::copy(from, to).map(drop)?) } else { optimise(project, module, &from, &to) }
}

/// One of wasm-bindgen's commands, of the version that the workspace uses. All of them are in its folder. Their target
/// folder is their own: cargo compiles them beside the wasm.
pub(crate) fn bindgen(project: &Project, command: &str) -> Result<PathBuf> {
    let selected = ["-p", "billwire-wasm-tool", "--target-dir", "target/tools/wasm-bindgen"];
    tools::compile(project, &format!("tools/wasm-bindgen/debug/{command}"), &selected)
}

fn compile(project: &Project, module: &Module) -> Result<PathBuf> {
    let (profile, flags) = if project.is_quick { ("dev", [].as_slice()) } else { ("wasm", module.rust_flags) };
    compiling_alike(tools::cargo(project), [&[TARGET_FEATURES, LINKED_FEATURES], flags].concat())?
        .args(["rustc", "-p", "billwire-wasm", "--profile", profile, "--target", WASM_TARGET])
        // With the crate's other type, `rlib`, cargo leaves out link-time optimisation.
        .args(["--lib", "--crate-type", "cdylib", "--features", module.features])
        .dir(project.path(""))
        // wasm-bindgen asks git for its own commit, and would get that of an enclosing repository.
        .env("GIT_CEILING_DIRECTORIES", cargo_home()?)
        .env("CARGO_PROFILE_WASM_OPT_LEVEL", module.opt_level)
        .logged(project.log(format!("compile-{}-{profile}", module.name)))?;
    Ok(project.target(WASM_TARGET).join(tools::profile_folder(profile)).join("billwire_wasm.wasm"))
}

/// Runs wasm-opt, which takes ten seconds, unless its last run was the same.
fn optimise(project: &Project, module: &Module, from: &Path, to: &Path) -> Result<()> {
    let last = project.target("npm/wasm-opt").join(module.wasm());
    let stamp = format!("{} {} {WASM_OPT:?} {}", files::stamp(&[from])?, tools::BINARYEN, module.passes);
    if !files::stamped(&last, "of", &stamp) {
        files::remove(&last)?;
        fs::create_dir_all(&last)?;
        let script = tools::npm_tool(project, "binaryen", tools::BINARYEN)?.join("bin/wasm-opt");
        let run = tools::node()?.args([script]).args([module.passes]).args(WASM_OPT);
        let run = run.args([from, Path::new("-o"), &last.join("wasm")]);
        project.progress.step("wasm-opt", || run.logged(project.log("wasm-opt")))?;
        fs::write(last.join("of"), stamp)?;
    }
    Ok(fs::copy(last.join("wasm"), to).map(drop)?)
}

/// Has cargo compile with these flags, to the same on every machine: a panic names its source file.
fn compiling_alike(cargo: Run, flags: Vec<&str>) -> Result<Run> {
    let remapped = |folder: PathBuf, name: &str| format!("--remap-path-prefix={}={name}", folder.display());
    let version = tools::rustc(&["--version", "--verbose"])?;
    let commit = version.lines().find_map(|line| line.strip_prefix("commit-hash: "));
    let sources = format!("/rustc/{}", commit.context("the compiler does not say which it is")?);
    let sysroot = PathBuf::from(tools::rustc(&["--print", "sysroot"])?);
    let libraries = remapped(sysroot.join("lib/rustlib/src/rust"), &sources);
    let crates = remapped(cargo_home()?.join("registry/src"), "/crates");
    // This variable overrides all others, and allows spaces in paths.
    Ok(cargo.env("CARGO_ENCODED_RUSTFLAGS", [flags, vec![&libraries, &crates]].concat().join("\u{1f}")))
}

/// Cargo's folder of fetched crates.
fn cargo_home() -> Result<PathBuf> {
    let named = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    named.or_else(|| Some(std::env::home_dir()?.join(".cargo"))).context("cargo has no home")
}
