//! Options of the linker that no profile has, and the options of the allocator.

/// Android's larger pages. A segment that is aligned to them fits every smaller page too.
const OF_ANDROID: u32 = 16 << 10;
/// The largest pages of Linux on aarch64.
const OF_AARCH64: u32 = 64 << 10;

fn main() {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let argument = match (variable("CARGO_CFG_TARGET_OS").as_str(), variable("CARGO_CFG_TARGET_ARCH").as_str()) {
        ("linux", "aarch64") => Some(format!("-z,max-page-size={}", OF_AARCH64)),
        ("linux" | "android", _) => Some(format!("-z,max-page-size={}", OF_ANDROID)),
        // The linker would write down the folder of this machine.
        ("macos", _) => Some("-install_name,@rpath/libbillwire_ffi.dylib".to_owned()),
        _ => None,
    };
    if let Some(argument) = argument {
        println!("cargo::rustc-link-arg-cdylib=-Wl,{argument}");
    }
    if variable("CARGO_CFG_TARGET_OS") == "linux" && variable("CARGO_CFG_TARGET_ENV") == "gnu" {
        // Nothing refers to it: the loader calls it.
        let mut build = cc::Build::new();
        build.file("src/purge.c").include(variable("DEP_MIMALLOC_INCLUDE_DIR")).cargo_metadata(false).compile("purge");
        println!("cargo::rustc-link-search=native={}", variable("OUT_DIR"));
        println!("cargo::rustc-link-lib=static:+whole-archive=purge");
    }
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/purge.c");
}
