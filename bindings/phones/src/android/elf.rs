//! Checks of a linked library, by its ELF structures.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use goblin::elf::Elf;
use goblin::elf::dynamic::DF_TEXTREL;

use super::abi::Abi;
use super::system;
use crate::elf::{self, Names, loaded};
use crate::exports::is_ours;

/// Android's larger pages.
pub(crate) const PAGE: u64 = 16 << 10;
const NEEDED: [&str; 4] = ["libc.so", "libdl.so", "liblog.so", "libm.so"];
/// Most bytes that a device has to store of it.
const LARGEST: usize = 1_200_000;
const EXPORTED: &str = "ffi_billwire_ffi_uniffi_contract_version";

/// Facts of a library that passed.
#[derive(Debug)]
pub struct Facts {
    pub size: usize,
    pub alignment: u64,
    pub needed: Vec<String>,
    /// Names that the system has to provide.
    pub imports: BTreeSet<String>,
}

/// Checks a library for a processor. Any fault is an error.
pub(crate) fn check(library: &Path, abi: Abi) -> Result<Facts> {
    let bytes = fs::read(library)?;
    faults(&bytes, abi, &system::names(abi)?).with_context(|| library.display().to_string())
}

/// The same, with the names that the system has.
pub(crate) fn faults(bytes: &[u8], abi: Abi, system: &BTreeSet<String>) -> Result<Facts> {
    let elf = Elf::parse(bytes)?;
    ensure!(elf.header.e_machine == abi.machine(), "not for {}", abi.name());
    ensure!(elf.syms.is_empty(), "it is not stripped");
    ensure!(bytes.len() <= LARGEST, "{} bytes; at most {LARGEST} are agreed", bytes.len());
    let alignment = alignment(&elf)?;
    let flags = elf.dynamic.as_ref().map_or(0, |dynamic| dynamic.info.flags);
    ensure!(flags & DF_TEXTREL == 0, "its code would be changed when it is loaded, which Android refuses");
    let needed: Vec<String> = elf.libraries.iter().map(|&name| name.to_owned()).collect();
    let unknown: Vec<_> = needed.iter().filter(|name| !NEEDED.contains(&name.as_str())).collect();
    ensure!(unknown.is_empty(), "needs {unknown:?}, which Android lacks");
    let Names { imports, exports, .. } = Names::of(&elf);
    known(&imports, system)?;
    exported(&exports)?;
    Ok(Facts { size: bytes.len(), alignment, needed, imports })
}

/// Fails if a segment of a library begins within one of Android's larger pages.
pub fn aligned(library: &Path) -> Result<()> {
    let bytes = fs::read(library)?;
    let elf = Elf::parse(&bytes).with_context(|| library.display().to_string())?;
    alignment(&elf).with_context(|| library.display().to_string()).map(drop)
}

/// Smallest alignment of the segments that are loaded.
fn alignment(elf: &Elf<'_>) -> Result<u64> {
    let smallest = elf::alignment(elf).context("it has nothing to load")?;
    let is_aligned = loaded(elf).all(|segment| segment.p_vaddr % PAGE == segment.p_offset % PAGE);
    ensure!(smallest >= PAGE && is_aligned, "its segments are aligned to {smallest:#x}, and pages have {PAGE:#x}");
    Ok(smallest)
}

/// The system has every name that a library imports.
fn known(imports: &BTreeSet<String>, system: &BTreeSet<String>) -> Result<()> {
    ensure!(!imports.is_empty(), "it needs nothing of the system, which cannot be");
    let unknown: Vec<_> = imports.difference(system).collect();
    ensure!(unknown.is_empty(), "the oldest Android lacks {unknown:?}");
    Ok(())
}

fn exported(names: &BTreeSet<String>) -> Result<()> {
    ensure!(names.contains(EXPORTED), "it does not export {EXPORTED}");
    let others: Vec<_> = names.iter().filter(|name| !is_ours(name)).collect();
    ensure!(others.is_empty(), "it exports {others:?}");
    Ok(())
}

/// This test itself is a library's opposite: linked for glibc, for small pages, and without our exports.
#[cfg(test)]
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod tests {
    use super::*;

    fn on_this_program(check: impl Fn(&Elf<'_>) -> Result<()>) -> String {
        let bytes = fs::read(std::env::current_exe().unwrap()).unwrap();
        format!("{:#}", check(&Elf::parse(&bytes).unwrap()).unwrap_err())
    }

    #[test]
    fn small_pages_are_refused() {
        let said = on_this_program(|elf| alignment(elf).map(drop));
        assert!(said.contains("aligned to 0x1000"), "{said}");
    }

    #[test]
    fn names_that_the_system_lacks_are_refused() {
        let system = system::names(Abi::X86_64).unwrap();
        let said = on_this_program(|elf| known(&Names::of(elf).imports, &system));
        assert!(said.contains("__libc_start_main"), "{said}");
    }

    #[test]
    fn a_library_without_our_names_is_refused() {
        assert!(on_this_program(|elf| exported(&Names::of(elf).exports)).contains(EXPORTED));
    }

    #[test]
    fn an_unstripped_library_is_refused() {
        let bytes = fs::read(std::env::current_exe().unwrap()).unwrap();
        let error = faults(&bytes, Abi::X86_64, &BTreeSet::new()).unwrap_err();
        assert!(format!("{error:#}").contains("not stripped"));
    }
}
