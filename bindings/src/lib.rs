//! The library from which the Kotlin, Java and Swift packages are made. It holds nothing of its own: what crosses is
//! exported by the core, behind its feature `uniffi`.

billwire::uniffi_reexport_scaffolding!();
