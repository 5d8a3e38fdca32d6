//! The processors of Android's devices and emulators.

use goblin::elf::header::{EM_AARCH64, EM_ARM, EM_X86_64};

/// Oldest system that loads the package.
pub(crate) const API: u32 = 24;

/// A processor, by the name of its folder in an AAR.
#[derive(Clone, Copy, Debug, PartialEq, clap::ValueEnum)]
pub enum Abi {
    #[value(name = "arm64-v8a")]
    Arm64,
    #[value(name = "armeabi-v7a")]
    Arm,
    #[value(name = "x86_64")]
    X86_64,
}

impl Abi {
    pub const ALL: [Self; 3] = [Self::Arm64, Self::Arm, Self::X86_64];

    /// Name of the folder in an AAR.
    pub fn name(self) -> &'static str {
        match self {
            Self::Arm64 => "arm64-v8a",
            Self::Arm => "armeabi-v7a",
            Self::X86_64 => "x86_64",
        }
    }

    /// Rust's target.
    pub(crate) fn target(self) -> &'static str {
        match self {
            Self::Arm64 => "aarch64-linux-android",
            Self::Arm => "armv7-linux-androideabi",
            Self::X86_64 => "x86_64-linux-android",
        }
    }

    /// Target of the NDK's clang.
    pub(crate) fn clang(self) -> String {
        let triple = if self == Self::Arm { "armv7a-linux-androideabi" } else { self.target() };
        format!("{triple}{API}")
    }

    /// Zig's target with the same instructions and calls. It has no headers of bionic; musl's are the nearest.
    pub(crate) fn zig(self) -> &'static str {
        match self {
            Self::Arm64 => "aarch64-linux-musl",
            Self::Arm => "arm-linux-musleabi",
            Self::X86_64 => "x86_64-linux-musl",
        }
    }

    /// Name of the processor in `api-24.txt`.
    pub(crate) fn processor(self) -> &'static str {
        match self {
            Self::Arm64 => "arm64",
            Self::Arm => "arm",
            Self::X86_64 => "x86_64",
        }
    }

    /// Number of the processor in an ELF file.
    pub(crate) fn machine(self) -> u16 {
        match self {
            Self::Arm64 => EM_AARCH64,
            Self::Arm => EM_ARM,
            Self::X86_64 => EM_X86_64,
        }
    }
}
