//! The native library behind Kotlin and Swift: core with its feature `uniffi`, and an allocator.

billwire::uniffi_reexport_scaffolding!();

/// Separate from the allocator of the program that loads the library, which keeps its own. glibc's allocator took a
/// third of the time of a call from a JVM.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
