//! The checks of the libraries, each with a control: an input that breaks the rule, which must be noticed.

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Context, Result, ensure};
use xtask::bindings::{self, Language};
use xtask::files;
use xtask::project::Project;

use super::contents::{Contents, OfElf};
use super::library::Library;
use super::platform::{self, GLIBC, Platform};
use super::{musl, signature};
use crate::exports::is_ours;
use crate::rules::{Checks, all_in, equal, with};
use crate::ziglang::Zig;

const NOWHERE: &str = "billwire_is_nowhere";

/// Checks the contents of each library.
pub(super) fn of(project: &Project, zig: &Zig, libraries: &[Library], checks: &mut Checks) -> Result<()> {
    let called = called(project)?;
    let musl = musl::names(zig)?;
    let first = ours(&libraries.first().context("there is no library")?.contents.exports);
    for Library { platform, bytes, contents, .. } in libraries {
        let name = |rule: &str| format!("{}: {rule}", platform.name);
        let is_for = |platform: &Platform| equal(&contents.processor, &platform.processor);
        let other = platform::ALL.into_iter().find(|other| other.processor != platform.processor);
        let other = other.context("there is one platform")?;
        checks.rule(&name("it is for its system and processor"), is_for(platform), is_for(other))?;

        let (needed, system) = (&contents.needed, names(platform.system.libraries()));
        let rule = name("every installation has the libraries that it needs");
        checks.rule(&rule, all_in(needed, &system), all_in(&with(needed, NOWHERE), &system))?;
        let exports = &ours(&contents.exports);
        let rule = name("it exports what Kotlin calls");
        checks.rule(&rule, all_in(&called, exports), all_in(&with(&called, NOWHERE), exports))?;
        let rule = name("it exports the same functions as the others");
        checks.rule(&rule, equal(exports, &first), equal(&with(exports, NOWHERE), &first))?;
        of_system(platform, contents, bytes, &musl, &name, checks)?;
    }
    Ok(())
}

fn of_system(
    platform: &Platform,
    contents: &Contents,
    bytes: &[u8],
    musl: &BTreeSet<String>,
    name: &dyn Fn(&str) -> String,
    checks: &mut Checks,
) -> Result<()> {
    if let Some(OfElf { imports, glibc, alignment }) = &contents.elf {
        let newer = &glibc.iter().copied().chain([(GLIBC.0, GLIBC.1 + 1)]).collect();
        checks.rule(&name("it runs on the oldest glibc"), runs_on_oldest(glibc), runs_on_oldest(newer))?;
        checks.rule(&name("musl has its names"), all_in(imports, musl), all_in(&with(imports, NOWHERE), musl))?;
        let (largest, larger) = (platform.page, alignment * 2);
        checks.rule(&name("it fits the largest pages"), fits(*alignment, largest), fits(*alignment, larger))?;
    }
    if platform.is_signed {
        let place = contents.signature.context("the library has no signature")?;
        let mut changed = bytes.to_vec();
        *changed.first_mut().context("the library is empty")? ^= 1;
        let rule = name("its signature has the hash of each page");
        checks.rule(&rule, signature::check(bytes, place), signature::check(&changed, place))?;
    }
    Ok(())
}

fn runs_on_oldest(versions: &BTreeSet<(u32, u32)>) -> Result<()> {
    let newest = versions.last().context("it needs nothing of glibc, which cannot be")?;
    ensure!(*newest <= GLIBC, "it needs glibc {}.{}", newest.0, newest.1);
    Ok(())
}

fn fits(alignment: u64, page: u64) -> Result<()> {
    ensure!(alignment >= page, "its segments are aligned to {alignment:#x}, and pages have {page:#x}");
    Ok(())
}

/// Functions that the sources of Kotlin name.
fn called(project: &Project) -> Result<BTreeSet<String>> {
    let mut called = BTreeSet::new();
    let source = bindings::sources(project, Language::Kotlin)?;
    let simulator = source.with_file_name("testing");
    for folder in [source, simulator].into_iter().filter(|folder| folder.is_dir()) {
        for name in files::below(&folder)? {
            called.extend(functions(&fs::read_to_string(folder.join(name))?));
        }
    }
    ensure!(!called.is_empty(), "Kotlin calls nothing, which cannot be");
    Ok(called)
}

/// Functions for other languages. Zig's linkers for macOS and Windows ignore Rust's list of exports, and export others, too.
pub(super) fn ours(exports: &BTreeSet<String>) -> BTreeSet<String> {
    exports.iter().filter(|name| is_ours(name)).cloned().collect()
}

fn functions(source: &str) -> impl Iterator<Item = String> {
    let words = source.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words.filter(|word| is_ours(word)).map(str::to_owned)
}

fn names(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_functions_of_a_source_are_found() {
        let source = "external fun uniffi_billwire_ffi_fn_free_x(`handle`: Long)\nlib.ffi_billwire_ffi_version() // my_ffi_billwire_ffi_x";
        let found = ["ffi_billwire_ffi_version", "uniffi_billwire_ffi_fn_free_x"];
        assert_eq!(functions(source).collect::<BTreeSet<_>>(), names(&found));
    }

    /// This test itself is linked for this machine's glibc and for small pages.
    #[test]
    #[cfg(all(target_os = "linux", target_env = "gnu", target_arch = "x86_64"))]
    fn a_program_for_a_newer_glibc_is_refused() {
        let contents = Contents::of(&fs::read(std::env::current_exe().unwrap()).unwrap()).unwrap();
        let OfElf { glibc, alignment, .. } = contents.elf.unwrap();
        assert!(format!("{:#}", runs_on_oldest(&glibc).unwrap_err()).contains("needs glibc 2."));
        assert!(fits(alignment, platform::LINUX_ON_ARM.page).is_err());
    }
}
