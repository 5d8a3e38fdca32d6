//! The cdylib from which the Kotlin, Java and Swift packages will be made. It holds nothing of its own: what crosses is
//! exported by the core.
