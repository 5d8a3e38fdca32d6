//! Android loads libraries on pages of 16 KB; a segment that is aligned to them fits every smaller page too.

fn main() {
    let target = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    if matches!(target.as_str(), "linux" | "android") {
        println!("cargo::rustc-link-arg-cdylib=-Wl,-z,max-page-size=16384");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
