//! The processors of an AAR.

use goblin::elf::header::{EM_AARCH64, EM_ARM, EM_X86_64};

/// A processor of Android's devices and emulators.
pub(crate) struct Abi {
    /// Folder of its library in an AAR.
    pub(crate) name: &'static str,
    pub(crate) target: &'static str,
    /// Target of the NDK's clang, with the oldest API level.
    pub(crate) clang: &'static str,
    /// Zig's target with the same instructions and calls. It has no headers of Android's; musl's are the nearest.
    pub(crate) zig: &'static str,
    pub(crate) machine: u16,
}

pub(crate) const ABIS: [Abi; 3] = [
    Abi {
        name: "arm64-v8a",
        target: "aarch64-linux-android",
        clang: "aarch64-linux-android24",
        zig: "aarch64-linux-musl",
        machine: EM_AARCH64,
    },
    Abi {
        name: "armeabi-v7a",
        target: "armv7-linux-androideabi",
        clang: "armv7a-linux-androideabi24",
        zig: "arm-linux-musleabi",
        machine: EM_ARM,
    },
    Abi {
        name: "x86_64",
        target: "x86_64-linux-android",
        clang: "x86_64-linux-android24",
        zig: "x86_64-linux-musl",
        machine: EM_X86_64,
    },
];
