//! Builds for other machines without the SDKs of their systems: `cargo xtask android`, `cargo xtask xcframework` and
//! `cargo xtask libraries`. And the releases of them: `cargo xtask release`.

use std::process::ExitCode;

use anyhow::Result;
use billwire_phones::{android, apple, libraries, release};
use clap::Parser;
use xtask::process;
use xtask::project::Project;

#[derive(Parser)]
enum Command {
    /// Pack target/android/billwire-android-VERSION.aar, and check its libraries
    Android(android::Options),
    /// Pack target/apple/BillwireFFI.xcframework.zip, and check its slices
    Xcframework(apple::Plan),
    /// Write target/libraries, the libraries for desktops and servers, and check them
    Libraries(libraries::Options),
    /// Stage a release in target/release, and check it
    Release(release::Options),
}

fn main() -> ExitCode {
    run(&Command::parse()).map_or_else(
        |error| {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        },
        |()| ExitCode::SUCCESS,
    )
}

fn run(command: &Command) -> Result<()> {
    process::stop_on_signals()?;
    let project = Project::find()?;
    match command {
        Command::Android(options) => android::build(&project, options),
        Command::Xcframework(plan) => apple::build(&project, plan),
        Command::Libraries(options) => libraries::build(&project, options),
        Command::Release(options) => release::stage(&project, options),
    }
}
