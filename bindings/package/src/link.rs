//! The linker for Android: the NDK's, or else Rust's own.
//!
//! Rust's own needs what an NDK would bring: libraries of the system, for which empty ones stand, and LLVM's
//! unwinder, compiled from its sources in PyPI's `ziglang`. `elf` then checks the names that the library takes from
//! the system.

use std::env::consts;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use xshell::{Shell, cmd};

use crate::abi::Abi;
use crate::elf::{NEEDED, OURS, PAGE};
use crate::{MADE, compile};

/// Sources of the unwinder. Each is empty for processors that do not need it.
const UNWINDER: [&str; 6] = [
    "libunwind.cpp",
    "Unwind-EHABI.cpp",
    "UnwindLevel1.c",
    "UnwindLevel1-gcc-ext.c",
    "UnwindRegistersRestore.S",
    "UnwindRegistersSave.S",
];
/// Options of both linkers.
const OPTIONS: &str = "--gc-sections --icf=all -O2 --strip-all --build-id --hash-style=gnu -soname=libbillwire_ffi.so";
/// Options of the unwinder's compiler.
const HIDDEN: &str = "-c -Os -fPIC -DNDEBUG -D_LIBUNWIND_HIDE_SYMBOLS -fvisibility=hidden -funwind-tables \
                      -ffunction-sections -fno-addrsig -fno-sanitize=all -fno-stack-protector";
const OF_CPP: &str = "-std=c++17 -fno-exceptions -fno-rtti";
/// Zig has musl's headers, and musl's locks have another size than Android's on 32-bit ARM. Only a cache has locks,
/// and the format of that processor has none.
const OF_ARM: &str = "-mcpu=cortex_a8 -D_LIBUNWIND_HAS_NO_THREADS";

/// Links a static library into a shared one.
pub(crate) fn link(sh: &Shell, abi: &Abi, archive: &Path, library: &Path, ndk: Option<&Path>) -> Result<()> {
    let work = Path::new(MADE).join("link").join(abi.name);
    sh.create_dir(library.parent().context("the library has no folder")?)?;
    let exports = work.join("exports.map");
    sh.write_file(&exports, format!("{{ global: {}*; {}*; local: *; }};", OURS[0], OURS[1]))?;
    let mut options: Vec<String> = OPTIONS.split_whitespace().map(str::to_owned).collect();
    options.push(format!("--version-script={}", exports.display()));
    options.extend(OURS.map(|name| format!("--undefined-glob={name}*")));
    let page = format!("max-page-size={PAGE}");
    if let Some(ndk) = ndk {
        let system = if cfg!(target_os = "macos") { "darwin" } else { consts::OS };
        let clang = ndk.join(format!("toolchains/llvm/prebuilt/{system}-x86_64/bin/clang"));
        let (target, options) = (abi.clang, options.iter().map(|option| format!("-Wl,{option}")));
        let command = cmd!(sh, "{clang} -shared --target={target} -Wl,-z,defs -Wl,-z,{page} {options...} {archive}");
        return Ok(command.args(["-l:libunwind.a", "-lc", "-ldl", "-o"]).arg(library).run()?);
    }
    // An error in early Cortex-A53 processors, which the NDK's clang avoids too.
    let fixed = abi.name.starts_with("arm64").then_some("--fix-cortex-a53-843419");
    let (unwinder, system) = (unwinder(sh, abi, &work)?, system(sh, abi, &work)?);
    let lld = compile::of_rust(sh, "rust-lld")?.args(["-flavor", "gnu", "-shared", "--eh-frame-hdr"]);
    let command = lld.args(["-z", "relro", "-z", "now", "-z", &page]).args(fixed).args(options);
    Ok(command.arg(archive).args(unwinder).args(system).arg("-o").arg(library).run()?)
}

/// The unwinder, by which a panic becomes an exception of Kotlin.
fn unwinder(sh: &Shell, abi: &Abi, work: &Path) -> Result<Vec<PathBuf>> {
    let folder = compile::tool(sh, "ziglang/lib/libunwind")?;
    let (include, of_abi) = (folder.join("include"), if abi.name == "armeabi-v7a" { OF_ARM } else { "" });
    let object = |source: &&str| {
        let (file, object) = (folder.join("src").join(source), work.join(source).with_added_extension("o"));
        let of_language = if source.ends_with(".cpp") { OF_CPP } else { "" };
        let flags = [HIDDEN, of_language, of_abi].into_iter().flat_map(str::split_whitespace);
        let (zig, target) = (compile::zig(sh)?, abi.zig);
        cmd!(sh, "{zig} cc -target {target} {flags...} -I {include} {file} -o {object}").run()?;
        Ok(object)
    };
    UNWINDER.iter().map(object).collect()
}

/// Libraries with the names of the system's, without functions.
fn system(sh: &Shell, abi: &Abi, work: &Path) -> Result<Vec<PathBuf>> {
    let source = work.join("empty.c");
    sh.write_file(&source, "")?;
    let stub = |name: &&str| {
        let (zig, target, library) = (compile::zig(sh)?, abi.zig, work.join(name));
        cmd!(sh, "{zig} cc -target {target} -shared -nostdlib -Wl,-soname,{name} {source} -o {library}").run()?;
        Ok(library)
    };
    NEEDED.iter().map(stub).collect()
}
