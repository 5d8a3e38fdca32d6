//! The packages for phones, built without the SDKs of their systems: `cargo xtask android` and `cargo xtask xcframework`.

mod android;
mod apple;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use xtask::process;
use xtask::project::Project;

#[derive(Parser)]
enum Command {
    /// Pack target/android/billwire-android-VERSION.aar, and check its libraries
    Android,
    /// Pack target/apple/BillwireFFI.xcframework.zip, and check its slices
    Xcframework(apple::Plan),
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
        Command::Android => android::build(&project),
        Command::Xcframework(plan) => apple::build(&project, plan),
    }
}
