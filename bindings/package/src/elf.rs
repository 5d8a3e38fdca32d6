//! Checks of a library for Android, by its ELF structures.

use anyhow::{Result, ensure};
use goblin::elf::Elf;
use goblin::elf::program_header::PT_LOAD;
use goblin::elf::sym::STB_WEAK;

/// Android's larger pages.
pub(crate) const PAGE: u64 = 16 << 10;
/// Libraries of the system that ours may need.
pub(crate) const NEEDED: [&str; 2] = ["libc.so", "libdl.so"];
/// Most bytes that a device has to store of it.
const LARGEST: usize = 1_200_000;
/// Beginnings of the functions for other languages, without uniffi's metadata, which only its generators read.
pub(crate) const OURS: [&str; 2] = ["ffi_billwire_ffi_", "uniffi_billwire_ffi_"];
pub(crate) const VERSION: &str = "ffi_billwire_ffi_uniffi_contract_version";
/// See its head.
const SYSTEM: &str = include_str!("api-24.txt");

/// Checks a library for a processor, and returns the functions that it exports.
pub(crate) fn check(library: &[u8], machine: u16) -> Result<Vec<String>> {
    let elf = Elf::parse(library)?;
    let faults = faults(&elf, library.len(), machine);
    ensure!(faults.is_empty(), "{}", faults.join("\n"));
    println!(
        "{} bytes, needs {}, {} names of the system",
        library.len(),
        elf.libraries.join(" and "),
        imports(&elf).count()
    );
    Ok(exports(&elf).map(str::to_owned).collect())
}

fn faults(elf: &Elf<'_>, size: usize, machine: u16) -> Vec<String> {
    let loaded = elf.program_headers.iter().filter(|segment| segment.p_type == PT_LOAD);
    let is_aligned = loaded.clone().all(|part| part.p_align >= PAGE && part.p_vaddr % PAGE == part.p_offset % PAGE);
    let known = |name: &&str| {
        SYSTEM.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace).any(|known| known == *name)
    };
    let others = |what: &str, names: Vec<&str>| (!names.is_empty()).then(|| format!("{what} {}", names.join(" ")));
    [
        (elf.header.e_machine != machine).then(|| "it is for another processor".to_owned()),
        (size > LARGEST).then(|| format!("it has {size} bytes; at most {LARGEST} are agreed")),
        (!elf.syms.is_empty()).then(|| "it is not stripped".to_owned()),
        (loaded.count() == 0 || !is_aligned).then(|| format!("its segments are not aligned to {PAGE:#x}")),
        others("it needs", elf.libraries.iter().copied().filter(|name| !NEEDED.contains(name)).collect()),
        others("api-24.txt lacks", imports(elf).filter(|name| !known(name)).collect()),
        others("it exports", exports(elf).filter(|name| !is_ours(name)).collect()),
        (!exports(elf).any(|name| name == VERSION)).then(|| format!("it does not export {VERSION}")),
    ]
    .into_iter()
    .flatten()
    .collect()
}

pub(crate) fn is_ours(name: &str) -> bool {
    OURS.iter().any(|beginning| name.starts_with(beginning))
}

/// Names that the system has to provide. The library does without a weak one.
fn imports<'a>(elf: &'a Elf<'_>) -> impl Iterator<Item = &'a str> {
    elf.dynsyms
        .iter()
        .filter(|symbol| symbol.is_import() && symbol.st_bind() != STB_WEAK)
        .filter_map(|symbol| elf.dynstrtab.get_at(symbol.st_name))
}

pub(crate) fn exports<'a>(elf: &'a Elf<'_>) -> impl Iterator<Item = &'a str> {
    elf.dynsyms
        .iter()
        .filter(|symbol| !symbol.is_import() && symbol.st_value != 0)
        .filter_map(|symbol| elf.dynstrtab.get_at(symbol.st_name))
}

/// This test itself is such a library's opposite.
#[cfg(test)]
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod tests {
    use goblin::elf::header::EM_AARCH64;

    use super::*;

    #[test]
    fn every_fault_is_found() {
        let bytes = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        let said = faults(&Elf::parse(&bytes).unwrap(), bytes.len(), EM_AARCH64).join("\n");
        for fault in [
            "another processor",
            "at most",
            "not stripped",
            "not aligned",
            "it needs",
            "__libc_start_main",
            "it does not export",
        ] {
            assert!(said.contains(fault), "{fault}: {said}");
        }
    }
}
