//! Contents of a static library: the systems of its object files, and its symbols.

use std::collections::BTreeSet;
use std::fmt;

use anyhow::{Context, Result, bail, ensure};
use goblin::archive::Archive;
use goblin::mach::MachO;
use goblin::mach::load_command::CommandVariant;

/// A system of Apple, by its number in `LC_BUILD_VERSION`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Platform {
    MacOs = 1,
    Ios = 2,
    Catalyst = 6,
    Simulator = 7,
}

/// Version of a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Version(pub(crate) u32, pub(crate) u32);

/// Contents of a library of one processor.
pub(crate) struct Contents {
    /// Systems of the object files, each with its oldest version.
    pub(crate) systems: BTreeSet<(Platform, Version)>,
    pub(crate) defined: BTreeSet<String>,
    /// Symbols that another library must define.
    pub(crate) outside: BTreeSet<String>,
}

impl Platform {
    const ALL: [Self; 4] = [Platform::MacOs, Platform::Ios, Platform::Catalyst, Platform::Simulator];

    /// The system, as `Info.plist` names it.
    pub(crate) fn family(self) -> &'static str {
        if self == Platform::MacOs { "macos" } else { "ios" }
    }

    /// The variant of the system in `Info.plist`.
    pub(crate) fn variant(self) -> Option<&'static str> {
        match self {
            Platform::MacOs | Platform::Ios => None,
            Platform::Catalyst => Some("maccatalyst"),
            Platform::Simulator => Some("simulator"),
        }
    }

    /// Its name in Package.swift.
    pub(crate) fn in_manifest(self) -> &'static str {
        match self {
            Platform::MacOs => "macOS",
            Platform::Ios | Platform::Simulator => "iOS",
            Platform::Catalyst => "macCatalyst",
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Platform::MacOs => "macOS",
            Platform::Ios => "iOS",
            Platform::Catalyst => "Mac Catalyst",
            Platform::Simulator => "iOS simulator",
        }
    }
}

impl Version {
    /// From `xxxx.yy.zz` in a number.
    fn packed(number: u32) -> Self {
        Self(number >> 16, (number >> 8) & 0xff)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0, self.1)
    }
}

impl Contents {
    /// Reads a library of one processor.
    pub(crate) fn of(library: &[u8]) -> Result<Self> {
        let archive = Archive::parse(library)?;
        let (mut systems, mut defined, mut undefined) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for index in 0..archive.len() {
            let member = archive.get_at(index).context("the archive is shorter than its index")?;
            let start = usize::try_from(member.offset)?;
            let bytes = library.get(start..start + member.size()).context("the archive is cut off")?;
            let object = MachO::parse(bytes, 0).with_context(|| member.extended_name().to_owned())?;
            systems.insert(system(&object).with_context(|| member.extended_name().to_owned())?);
            for symbol in object.symbols() {
                let (name, symbol) = symbol?;
                if symbol.is_stab() || !symbol.is_global() {
                    continue;
                }
                // A common symbol is undefined with a size.
                let is_defined = !symbol.is_undefined() || symbol.n_value > 0;
                if is_defined { &mut defined } else { &mut undefined }.insert(name.to_owned());
            }
        }
        ensure!(!systems.is_empty(), "the archive is empty");
        let outside = undefined.difference(&defined).cloned().collect();
        Ok(Self { systems, defined, outside })
    }

    /// The oldest system on which all of it runs.
    pub(crate) fn oldest(&self) -> Version {
        self.systems.iter().map(|(_, version)| *version).max().unwrap_or(Version(0, 0))
    }
}

/// The system of an object file. Rust's own for old systems have the older command.
fn system(object: &MachO<'_>) -> Result<(Platform, Version)> {
    for command in &object.load_commands {
        match command.command {
            CommandVariant::BuildVersion(build) => {
                let platform = Platform::ALL.into_iter().find(|platform| *platform as u32 == build.platform);
                return Ok((platform.context("another platform")?, Version::packed(build.minos)));
            }
            CommandVariant::VersionMinIphoneos(oldest) => return Ok((Platform::Ios, Version::packed(oldest.version))),
            CommandVariant::VersionMinMacosx(oldest) => return Ok((Platform::MacOs, Version::packed(oldest.version))),
            _ => {}
        }
    }
    bail!("it names no system")
}
