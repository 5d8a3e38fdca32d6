//! The library from which the Kotlin, Java and Swift packages are made. It holds nothing of its own: what crosses is
//! exported by the core, behind its feature `uniffi`.

billwire::uniffi_reexport_scaffolding!();

/// Beside the allocator of the program that loads the library, which goes on using its own.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
