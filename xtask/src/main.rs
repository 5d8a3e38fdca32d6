//! `cargo xtask <command>`: sets up the needed tools, and runs the command.

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};
use xtask::project::Project;
use xtask::suites::Choice;
use xtask::{checks, debian, demo, generate, kotlin, npm, package, process, sandbox, suites, swift, tools};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Builds, generates, tests and shows billwire")]
struct Cli {
    /// Install system packages without asking, as with CI=true
    #[arg(long, short, global = true)]
    yes: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run the Node merchant against the sandbox, without and with injected faults
    Demo,
    /// Run every suite of the product, or only those whose name contains one of the words
    Test(Choice),
    /// Run the proofs of the promises: `prove --quick`, `prove --list`, or one of them, such as `prove crashes --kills 10`
    Prove(Rest),
    /// Build the guide, the reference and the playground into target/site
    Docs,
    /// Build the npm package and pack it to target/npm/billwire.tgz
    Wasm {
        /// Install it in this project of the repository, such as wasm/npm/test, with its dependencies, and build the sandbox
        #[arg(long)]
        install: Option<String>,
    },
    /// Set Maven up, compile the Kotlin package and pack it to target/maven/billwire
    Kotlin {
        /// Only put the sources and the library into place: then `mvn test` works in bindings/kotlin
        #[arg(long)]
        sources: bool,
    },
    /// Set Swift up, put the sources into place in bindings/swift and compile the package
    Swift {
        /// Only put the sources into place: this machine has a Swift of its own
        #[arg(long)]
        sources: bool,
    },
    /// Build and check the AAR for Android, in target/android
    Android(Rest),
    /// Build and check the XCFramework for Apple's systems, in target/apple
    Xcframework(Rest),
    /// Build and check the libraries for desktops and servers, in target/libraries
    Libraries(Rest),
    /// Stage a release in target/release and check it: `release kotlin --dry-run`, `release swift --dry-run`
    Release(Rest),
    /// Write the generated sources anew
    Generate {
        /// Write nothing; fail when a checked-in file differs
        #[arg(long)]
        check: bool,
    },
    /// Run the benchmark on the packed npm package, or with --kotlin or --swift on another
    Bench(Rest),
    /// Compare many random signatures of the packed npm package with node:crypto
    Agree(Rest),
}

/// Arguments for a program that is a crate of its own.
#[derive(clap::Args)]
struct Rest {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<String>,
}

fn main() -> ExitCode {
    run(Cli::parse()).unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}

fn run(Cli { yes, command }: Cli) -> Result<ExitCode> {
    process::stop_on_signals()?;
    if yes {
        debian::allow();
    }
    let project = Project::find()?;
    match command {
        Command::Demo => return demo::run(&project.for_node_alone()),
        Command::Test(choice) => return suites::run(&project.shared(), "test", &checks::all(), &choice),
        Command::Prove(Rest { args }) => return start(&project, "billwire-proofs", None, &args),
        Command::Bench(Rest { args }) => return start(&project, "billwire-proofs", Some("bench"), &args),
        Command::Agree(Rest { args }) => return start(&project, "billwire-proofs", Some("agree"), &args),
        Command::Android(Rest { args }) => return start(&project, "billwire-phones", Some("android"), &args),
        Command::Xcframework(Rest { args }) => return start(&project, "billwire-phones", Some("xcframework"), &args),
        Command::Libraries(Rest { args }) => return start(&project, "billwire-phones", Some("libraries"), &args),
        Command::Release(Rest { args }) => return start(&project, "billwire-phones", Some("release"), &args),
        Command::Docs => return start(&project, "billwire-docs", None, &[]),
        Command::Wasm { install: Some(folder) } => drop((npm::install(&project, &folder)?, sandbox::build(&project)?)),
        Command::Wasm { install: None } => drop(package::tarball(&project)?),
        Command::Kotlin { sources: true } => kotlin::PACKAGE.sources(&project)?,
        Command::Kotlin { sources: false } => kotlin::PACKAGE.build(&project)?,
        Command::Swift { sources: true } => swift::sources(&project)?,
        Command::Swift { sources: false } => swift::build(&project)?,
        Command::Generate { check: true } => drop(generate::check(&project)?),
        Command::Generate { check: false } => generate::write(&project)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Starts a program of the workspace that is a crate of its own, so that the demo does not compile it.
fn start(project: &Project, krate: &str, command: Option<&str>, args: &[String]) -> Result<ExitCode> {
    let mut program = std::process::Command::new(tools::cargo_path());
    program.args(["run", "--package", krate, "--"]).args(command).args(args).current_dir(project.path(""));
    if debian::is_allowed() {
        program.env(debian::YES, "true");
    }
    Ok(if program.status()?.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
