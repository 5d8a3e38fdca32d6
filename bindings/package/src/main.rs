//! Packs billwire for other machines, without the SDKs of their systems: `cargo xtask package`.
//!
//! ```text
//! target/package/repository                     the AAR and the jars, as a Maven repository
//! target/package/BillwireFFI.xcframework.zip    the XCFramework, as SwiftPM downloads it
//! target/package/swift                          the Swift package that names it
//! ```

mod aar;
mod abi;
mod compile;
mod elf;
mod jars;
mod link;
mod maven;
mod xcframework;
mod zip;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};
use xshell::Shell;

/// Folder of everything that is made.
const MADE: &str = "target/package";

#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    package: Option<Package>,
}

#[derive(Subcommand)]
enum Package {
    /// The AAR, the XCFramework and the jars, as without a word
    All,
    /// The AAR for Android, with checks of its libraries and classes
    Aar,
    /// The XCFramework for Apple's systems, and the Swift package that names it
    Xcframework,
    /// The jars for desktops and servers, with a library for each
    Jars,
}

fn main() -> ExitCode {
    run().map_or_else(
        |error| {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        },
        |()| ExitCode::SUCCESS,
    )
}

fn run() -> Result<()> {
    std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))?;
    let sh = Shell::new()?;
    match Cli::parse().package.unwrap_or(Package::All) {
        Package::All => [aar::pack, xcframework::pack, jars::pack].iter().try_for_each(|pack| pack(&sh)),
        Package::Aar => aar::pack(&sh),
        Package::Xcframework => xcframework::pack(&sh),
        Package::Jars => jars::pack(&sh),
    }
}
