//! Desktops and servers, as JNA calls them: each name is the folder of a library in the jars.

use goblin::elf::header::{EM_AARCH64, EM_X86_64};
use goblin::mach::cputype::{CPU_TYPE_ARM64, CPU_TYPE_X86_64};
use goblin::pe::header::COFF_MACHINE_X86_64;

/// Oldest glibc on which the libraries for Linux run: that of CentOS 7, and the first on aarch64.
pub(crate) const GLIBC: (u32, u32) = (2, 17);

pub(crate) struct Platform {
    pub(crate) name: &'static str,
    pub(crate) file: &'static str,
    /// Rust's name.
    pub(crate) target: &'static str,
    pub(crate) system: System,
    pub(crate) processor: Processor,
    /// Size of its largest pages. Apple's and Microsoft's linkers know it.
    pub(crate) page: u64,
    /// Whether it loads only signed libraries.
    pub(crate) is_signed: bool,
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum System {
    Linux,
    MacOs,
    Windows,
}

/// Format of a library, and its number for the processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Processor {
    Elf(u16),
    MachO(u32),
    Pe(u16),
}

pub(crate) static LINUX: Platform = Platform {
    name: "linux-x86-64",
    file: "libbillwire_ffi.so",
    target: "x86_64-unknown-linux-gnu",
    system: System::Linux,
    processor: Processor::Elf(EM_X86_64),
    page: 4 << 10,
    is_signed: false,
};
pub(crate) static LINUX_ON_ARM: Platform = Platform {
    name: "linux-aarch64",
    file: "libbillwire_ffi.so",
    target: "aarch64-unknown-linux-gnu",
    system: System::Linux,
    processor: Processor::Elf(EM_AARCH64),
    page: 64 << 10,
    is_signed: false,
};
static MAC: Platform = Platform {
    name: "darwin-aarch64",
    file: "libbillwire_ffi.dylib",
    target: "aarch64-apple-darwin",
    system: System::MacOs,
    processor: Processor::MachO(CPU_TYPE_ARM64),
    page: 0,
    is_signed: true,
};
static MAC_OF_INTEL: Platform = Platform {
    name: "darwin-x86-64",
    file: "libbillwire_ffi.dylib",
    target: "x86_64-apple-darwin",
    system: System::MacOs,
    processor: Processor::MachO(CPU_TYPE_X86_64),
    page: 0,
    is_signed: false,
};
pub(crate) static WINDOWS: Platform = Platform {
    name: "win32-x86-64",
    file: "billwire_ffi.dll",
    target: "x86_64-pc-windows-gnu",
    system: System::Windows,
    processor: Processor::Pe(COFF_MACHINE_X86_64),
    page: 0,
    is_signed: false,
};
pub(crate) static ALL: [&Platform; 5] = [&LINUX, &LINUX_ON_ARM, &MAC, &MAC_OF_INTEL, &WINDOWS];

impl Platform {
    /// Path of its library in a jar.
    pub(crate) fn path(&self) -> String {
        format!("{}/{}", self.name, self.file)
    }

    /// The target, as `cargo zigbuild` calls it.
    pub(crate) fn zig(&self) -> String {
        match self.system {
            System::Linux => format!("{}.{}.{}", self.target, GLIBC.0, GLIBC.1),
            System::MacOs | System::Windows => self.target.to_owned(),
        }
    }
}

impl System {
    /// Libraries that every installation has.
    pub(crate) fn libraries(self) -> &'static [&'static str] {
        match self {
            // musl answers to these names of glibc's, too.
            Self::Linux => &["libc.so.6", "libdl.so.2", "libm.so.6", "libpthread.so.0", "librt.so.1"],
            Self::MacOs => &["/usr/lib/libSystem.B.dylib", "/usr/lib/libcharset.1.dylib", "/usr/lib/libiconv.2.dylib"],
            Self::Windows => &[
                "KERNEL32.dll",
                "USERENV.dll",
                "WS2_32.dll",
                "bcryptprimitives.dll",
                "ntdll.dll",
                // Windows 10 brings its C library along.
                "api-ms-win-core-synch-l1-2-0.dll",
                "api-ms-win-crt-convert-l1-1-0.dll",
                "api-ms-win-crt-environment-l1-1-0.dll",
                "api-ms-win-crt-heap-l1-1-0.dll",
                "api-ms-win-crt-locale-l1-1-0.dll",
                "api-ms-win-crt-math-l1-1-0.dll",
                "api-ms-win-crt-private-l1-1-0.dll",
                "api-ms-win-crt-runtime-l1-1-0.dll",
                "api-ms-win-crt-stdio-l1-1-0.dll",
                "api-ms-win-crt-string-l1-1-0.dll",
                "api-ms-win-crt-time-l1-1-0.dll",
                "api-ms-win-crt-utility-l1-1-0.dll",
            ],
        }
    }
}
