//! Contents of a shared library, in the format of its system.

use std::collections::BTreeSet;

use anyhow::{Context, Result, bail};
use goblin::Object;
use goblin::elf::Elf;
use goblin::mach::load_command::CommandVariant;
use goblin::mach::{Mach, MachO};
use goblin::pe::PE;

use super::platform::Processor;
use crate::elf::{self, Names};

pub(crate) struct Contents {
    pub(crate) processor: Processor,
    /// Libraries that are loaded with it.
    pub(crate) needed: BTreeSet<String>,
    pub(crate) exports: BTreeSet<String>,
    /// Facts of a library for Linux.
    pub(crate) elf: Option<OfElf>,
    /// Place of the signature in a library for macOS.
    pub(crate) signature: Option<u32>,
}

pub(crate) struct OfElf {
    /// Names that the system has to provide.
    pub(crate) imports: BTreeSet<String>,
    /// Versions of glibc's names.
    pub(crate) glibc: BTreeSet<(u32, u32)>,
    /// Smallest alignment of the segments that are loaded.
    pub(crate) alignment: u64,
}

impl Contents {
    pub(crate) fn of(library: &[u8]) -> Result<Self> {
        match Object::parse(library)? {
            Object::Elf(elf) => Self::of_elf(&elf),
            Object::Mach(Mach::Binary(object)) => Self::of_macho(&object),
            Object::PE(object) => Ok(Self::of_pe(&object)),
            _ => bail!("it is no library"),
        }
    }

    fn of_elf(elf: &Elf<'_>) -> Result<Self> {
        let Names { imports, exports, .. } = Names::of(elf);
        let of_elf = OfElf {
            imports,
            glibc: versions(elf).filter_map(version).collect(),
            alignment: elf::alignment(elf).context("it has nothing to load")?,
        };
        Ok(Self {
            processor: Processor::Elf(elf.header.e_machine),
            needed: owned(elf.libraries.iter().copied()),
            exports,
            elf: Some(of_elf),
            signature: None,
        })
    }

    fn of_macho(object: &MachO<'_>) -> Result<Self> {
        // The first is the library itself.
        let needed = object.libs.iter().copied().skip(1);
        let signature = object.load_commands.iter().find_map(|command| match &command.command {
            CommandVariant::CodeSignature(place) => Some(place.dataoff),
            _ => None,
        });
        let exports = object.exports()?;
        Ok(Self {
            processor: Processor::MachO(object.header.cputype),
            needed: owned(needed),
            exports: owned(exports.iter().map(|export| export.name.strip_prefix('_').unwrap_or(&export.name))),
            elf: None,
            signature,
        })
    }

    fn of_pe(object: &PE<'_>) -> Self {
        Self {
            processor: Processor::Pe(object.header.coff_header.machine),
            needed: owned(object.libraries.iter().copied()),
            exports: owned(object.exports.iter().filter_map(|export| export.name)),
            elf: None,
            signature: None,
        }
    }
}

fn owned<'a>(names: impl Iterator<Item = &'a str>) -> BTreeSet<String> {
    names.map(str::to_owned).collect()
}

fn versions<'a>(elf: &'a Elf<'_>) -> impl Iterator<Item = &'a str> {
    let needs = elf.verneed.iter().flat_map(|section| section.iter());
    let names = needs.flat_map(|need| need.iter().map(|version| version.vna_name).collect::<Vec<_>>());
    names.filter_map(|name| elf.dynstrtab.get_at(name))
}

/// `GLIBC_2.3.4` is of version 2.3.
fn version(name: &str) -> Option<(u32, u32)> {
    let mut numbers = name.strip_prefix("GLIBC_")?.split('.').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_glibc_are_read() {
        assert_eq!(
            ["GLIBC_2.17", "GLIBC_2.3.4", "GCC_3.0", "GLIBC_PRIVATE"].map(version),
            [Some((2, 17)), Some((2, 3)), None, None]
        );
    }
}
