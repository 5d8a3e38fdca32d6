//! Reader of ELF libraries, for their checks.

use std::collections::BTreeSet;

use goblin::elf::Elf;
use goblin::elf::program_header::{PT_LOAD, ProgramHeader};
use goblin::elf::sym::STB_WEAK;

/// The names in a library for the loader.
pub(crate) struct Names {
    /// Names that the system has to provide.
    pub(crate) imports: BTreeSet<String>,
    /// Names that the system may lack: the library then does without.
    pub(crate) weak: BTreeSet<String>,
    pub(crate) exports: BTreeSet<String>,
}

impl Names {
    pub(crate) fn of(elf: &Elf<'_>) -> Self {
        let mut names = Self { imports: BTreeSet::new(), weak: BTreeSet::new(), exports: BTreeSet::new() };
        for symbol in elf.dynsyms.iter() {
            let list = match (symbol.is_import(), symbol.st_bind()) {
                (true, STB_WEAK) => &mut names.weak,
                (true, _) => &mut names.imports,
                (false, _) if symbol.st_value != 0 => &mut names.exports,
                (false, _) => continue,
            };
            list.extend(elf.dynstrtab.get_at(symbol.st_name).map(str::to_owned));
        }
        names
    }
}

/// The segments that are loaded.
pub(crate) fn loaded<'a>(elf: &'a Elf<'_>) -> impl Iterator<Item = &'a ProgramHeader> {
    elf.program_headers.iter().filter(|segment| segment.p_type == PT_LOAD)
}

/// Their smallest alignment.
pub(crate) fn alignment(elf: &Elf<'_>) -> Option<u64> {
    loaded(elf).map(|segment| segment.p_align).min()
}
