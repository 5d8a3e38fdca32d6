//! The library for a processor: Rust compiles it, and the NDK's clang or Rust's own linker links it.
//!
//! The linker needs four things besides the compiled code: the names of the system's libraries, an unwinder, the names to
//! export, and the size of a page. An NDK has the first two. Without one, libraries with exactly the names of
//! `api-24.txt` stand for the system's, and the unwinder is compiled from LLVM's sources.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use xtask::files;
use xtask::process::Run;
use xtask::project::Project;
use xtask::tools;

use super::abi::Abi;
use super::system::{self, SystemLibrary};
use crate::compiled::{CRATE, Library, Std};
use crate::exports::BEGINNINGS;
use crate::ziglang::Zig;

const PROFILE: &str = "phones";
pub(crate) const FILE: &str = "libbillwire_ffi.so";
/// A panic becomes an exception of Kotlin. To name the lines of its functions takes 190 kB, of a stripped library that has no lines.
const WITHOUT_BACKTRACES: &str = "-Zbuild-std-features=";
const NDK_VARIABLES: [&str; 2] = ["ANDROID_NDK_HOME", "ANDROID_NDK_LATEST_HOME"];
/// Sources of the unwinder. Each is empty for processors that do not need it.
const UNWINDER: [&str; 6] = [
    "libunwind.cpp",
    "Unwind-EHABI.cpp",
    "UnwindLevel1.c",
    "UnwindLevel1-gcc-ext.c",
    "UnwindRegistersRestore.S",
    "UnwindRegistersSave.S",
];

/// Compiles everything into one archive, the standard library too, with uniffi's metadata and without the simulator.
pub(crate) fn compile(project: &Project, abi: Abi) -> Result<PathBuf> {
    let (target, std) = (abi.target(), Std::from_sources(project)?);
    let args = &["--no-default-features", WITHOUT_BACKTRACES];
    let library = Library { profile: PROFILE, kind: "staticlib", end: ".a", target, std, args, flags: Vec::new() };
    let cargo = tools::cargo().env("CARGO_TARGET_DIR", project.target("android/build"));
    project.progress.step(&format!("compile {CRATE} for {}", abi.name()), || library.compile(project, cargo))
}

/// A linker for Android.
pub(crate) enum Linker {
    /// The NDK's clang.
    Ndk(PathBuf),
    /// Rust's own, with Zig for what the NDK would bring.
    Own { program: PathBuf, zig: Zig },
}

impl Linker {
    /// The NDK of the environment, or else Rust's own linker.
    pub(crate) fn find(project: &Project) -> Result<Self> {
        let named = NDK_VARIABLES.iter().filter_map(std::env::var_os).find(|folder| !folder.is_empty());
        match named {
            Some(folder) => Ok(Self::Ndk(clang(Path::new(&folder))?)),
            None => Ok(Self::Own { program: rust_lld()?, zig: Zig::provide(project)? }),
        }
    }

    /// Name for the table.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Ndk(_) => "NDK",
            Self::Own { .. } => "rust-lld",
        }
    }

    /// Links an archive into a stripped library, for pages of this size.
    pub(crate) fn link(&self, project: &Project, abi: Abi, archive: &Path, library: &Path, page: u64) -> Result<()> {
        let work = project.target("android/link").join(abi.name());
        fs::create_dir_all(&work)?;
        fs::create_dir_all(library.parent().context("the library has no folder")?)?;
        let options = options(&work, page)?;
        let run = match self {
            Self::Ndk(clang) => Run::new(clang)
                .args(["-shared", &format!("--target={}", abi.clang())])
                .args(options.iter().map(|option| format!("-Wl,{option}")))
                .args([archive])
                .args(["-l:libunwind.a", "-lc", "-ldl", "-lm"]),
            Self::Own { program, zig } => Run::new(program)
                .args(["-flavor", "gnu", "-shared", "--eh-frame-hdr", "-z", "relro", "-z", "now"])
                // An error in early Cortex-A53 processors, which the NDK's clang avoids too.
                .args((abi == Abi::Arm64).then_some("--fix-cortex-a53-843419"))
                .args(options.iter().flat_map(|option| option.split(',')))
                .args([archive])
                .args(unwinder(project, zig, abi, &work)?)
                .args(system_libraries(project, zig, program, abi, &work)?),
        };
        run.args(["-o".as_ref(), library.as_os_str()])
            .logged(&project.log(format!("link-{}", abi.name())))?
            .successful()?;
        Ok(())
    }
}

/// Options of the linker, whose own options are separated by commas.
fn options(work: &Path, page: u64) -> Result<Vec<String>> {
    let script = work.join("exports.map");
    let names = BEGINNINGS.map(|name| format!("{name}*"));
    files::write(&script, format!("{{ global: {}; local: *; }};\n", names.join("; ")).as_bytes())?;
    let script = script.to_str().context("a path that is not UTF-8")?;
    ensure!(!script.contains(','), "{script}: the linker reads a comma as the end of a path");
    let wanted = names.map(|name| format!("--undefined-glob={name}"));
    let others = [
        "--gc-sections",
        "--icf=all",
        "-O2",
        "--strip-all",
        "--build-id",
        "--hash-style=gnu",
        "--as-needed",
        "-z,defs",
    ];
    Ok([format!("-soname,{FILE}"), format!("--version-script={script}"), format!("-z,max-page-size={page}")]
        .into_iter()
        .chain(wanted)
        .chain(others.map(str::to_owned))
        .collect())
}

/// The NDK's clang; the NDK has one folder of programs, for the machine that it was made for.
fn clang(ndk: &Path) -> Result<PathBuf> {
    let machines = ndk.join("toolchains/llvm/prebuilt");
    let folders = fs::read_dir(&machines).with_context(|| format!("{} is no NDK", ndk.display()))?;
    let name = Path::new("bin/clang").with_extension(std::env::consts::EXE_EXTENSION);
    let found = folders.filter_map(|folder| Some(folder.ok()?.path().join(&name))).find(|clang| clang.is_file());
    found.with_context(|| format!("there is no clang below {}", machines.display()))
}

fn rust_lld() -> Result<PathBuf> {
    let triple = tools::rustc(&["--print", "host-tuple"])?;
    let name = Path::new("rust-lld").with_extension(std::env::consts::EXE_EXTENSION);
    let program = tools::sysroot()?.join("lib/rustlib").join(triple).join("bin").join(name);
    ensure!(program.is_file(), "{} is missing: install Rust by rustup", program.display());
    Ok(program)
}

/// The unwinder, by which a panic becomes an exception of Kotlin.
fn unwinder(project: &Project, zig: &Zig, abi: Abi, work: &Path) -> Result<Vec<PathBuf>> {
    UNWINDER.iter().map(|source| object_of_unwinder(project, zig, abi, work, source)).collect()
}

fn object_of_unwinder(project: &Project, zig: &Zig, abi: Abi, work: &Path, source: &str) -> Result<PathBuf> {
    let folder = zig.unwinder();
    let file = folder.join("src").join(source);
    let object = work.join(source).with_added_extension("o");
    let run = zig
        .cc(abi.zig())
        .args(["-c", "-Os", "-fPIC", "-DNDEBUG", "-D_LIBUNWIND_HIDE_SYMBOLS", "-fvisibility=hidden", "-funwind-tables"])
        .args(["-ffunction-sections", "-fno-addrsig", "-fno-sanitize=all", "-fno-stack-protector"])
        .args(source.ends_with(".cpp").then_some(["-std=c++17", "-fno-exceptions", "-fno-rtti"]).into_iter().flatten())
        // musl's locks have another size than bionic's there. Only a cache has locks, and the format of 32-bit ARM has none.
        .args((abi == Abi::Arm).then_some(["-mcpu=cortex_a8", "-D_LIBUNWIND_HAS_NO_THREADS"]).into_iter().flatten())
        .args(["-I".as_ref(), folder.join("include").as_os_str(), file.as_os_str(), "-o".as_ref(), object.as_os_str()]);
    run.logged(&project.log(format!("unwinder-{}", abi.name())))?.successful()?;
    Ok(object)
}

/// Libraries that export the names of the system's, and do nothing.
fn system_libraries(project: &Project, zig: &Zig, lld: &Path, abi: Abi, work: &Path) -> Result<Vec<PathBuf>> {
    let log = project.log(format!("system-{}", abi.name()));
    let libraries = system::libraries(abi)?;
    libraries.iter().map(|library| system_library(zig, lld, abi, work, library, &log)).collect()
}

fn system_library(
    zig: &Zig,
    lld: &Path,
    abi: Abi,
    work: &Path,
    library: &SystemLibrary,
    log: &Path,
) -> Result<PathBuf> {
    let [source, script, object, made] =
        ["s", "map", "o", "so"].map(|kind| work.join(&library.name).with_extension(kind));
    let symbols: String = library.symbols().map(|name| format!(".globl {name}\n{name}:\n")).collect();
    files::write(&source, symbols.as_bytes())?;
    files::write(&script, library.version_script().as_bytes())?;
    zig.cc(abi.zig())
        .args(["-c".as_ref(), source.as_os_str(), "-o".as_ref(), object.as_os_str()])
        .logged(log)?
        .successful()?;
    Run::new(lld)
        .args(["-flavor", "gnu", "-shared", "-soname", &format!("{}.so", library.name)])
        .args(["--version-script".as_ref(), script.as_os_str(), object.as_os_str(), "-o".as_ref(), made.as_os_str()])
        .logged(log)?
        .successful()?;
    Ok(made)
}
