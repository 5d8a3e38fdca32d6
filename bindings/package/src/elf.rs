//! Checks of a library for Android, by its ELF structures.

use std::collections::BTreeSet;

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
pub(crate) const OURS: [&str; 2] = ["ffi_billwire_", "uniffi_billwire_"];
pub(crate) const VERSION: &str = "ffi_billwire_uniffi_contract_version";
/// Names that the library takes from the system. Before you add one, look into bionic's `libc/libc.map.txt` and
/// `libdl/libdl.map.txt`: its `introduced` must be at most 24.
const SYSTEM: &str = "\
    __errno abort calloc dl_iterate_phdr dladdr fflush fprintf free fwrite getauxval getcwd getenv malloc memcmp \
    memcpy memmove memset open posix_memalign pthread_getspecific pthread_key_create pthread_key_delete \
    pthread_rwlock_rdlock pthread_rwlock_unlock pthread_rwlock_wrlock pthread_setspecific read realloc snprintf \
    stderr strerror_r strlen syscall write writev";

/// Checks a library for a processor, and returns the functions that it exports. An NDK has already refused unknown
/// names.
pub(crate) fn check(library: &[u8], machine: u16, is_of_ndk: bool) -> Result<BTreeSet<String>> {
    let elf = Elf::parse(library)?;
    let mut faults = faults(&elf, library.len(), machine);
    faults.extend(unknown(&elf).filter(|_| !is_of_ndk));
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
    [
        (elf.header.e_machine != machine).then(|| "it is for another processor".to_owned()),
        (size > LARGEST).then(|| format!("it has {size} bytes; at most {LARGEST} are agreed")),
        (!elf.syms.is_empty()).then(|| "it is not stripped".to_owned()),
        (loaded.count() == 0 || !is_aligned).then(|| format!("its segments are not aligned to {PAGE:#x}")),
        others("it needs", elf.libraries.iter().copied().filter(|name| !NEEDED.contains(name)).collect()),
        others("it exports", exports(elf).filter(|name| !is_ours(name)).collect()),
        (!exports(elf).any(|name| name == VERSION)).then(|| format!("it does not export {VERSION}")),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Names that Android may lack.
fn unknown(elf: &Elf<'_>) -> Option<String> {
    let is_known = |name: &str| SYSTEM.split_whitespace().any(|known| known == name);
    others("it takes from the system", imports(elf).filter(|name| !is_known(name)).collect())
}

fn others(what: &str, names: Vec<&str>) -> Option<String> {
    (!names.is_empty()).then(|| format!("{what} {}", names.join(" ")))
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
        let elf = Elf::parse(&bytes).unwrap();
        let said = [faults(&elf, bytes.len(), EM_AARCH64), unknown(&elf).into_iter().collect()].concat().join("\n");
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
