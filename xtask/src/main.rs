//! The developers' one tool: `cargo xtask <command>` sets up what it needs and does the job.
//!
//! - [`wasm`], [`package`], [`bindings`], [`generate`]: what is built (the npm package, the native library and the
//!   sources over it, the generated sources);
//! - [`suites`], [`checks`], [`hosts`], [`corpora`], [`fuzz`], [`mutants`], [`constant_time`], [`miri`], [`machines`], [`bounded`],
//!   [`needles`], [`supply`], [`surface`], [`sbom`], [`reproducible`], [`demo`], [`crashes`], [`receivers`], [`bench`],
//!   [`prove`]: what is run;
//! - [`tools`], [`browser`], [`postgres`], [`npm`], [`files`], [`copy`], [`process`], [`project`], [`report`]: what these stand on.

mod audit;
mod bench;
mod bindings;
mod bounded;
mod browser;
mod checks;
mod constant_time;
mod copy;
mod corpora;
mod counts;
mod crashes;
mod debian;
mod demo;
mod files;
mod fuzz;
mod generate;
mod hosts;
mod java;
mod kotlin;
mod line;
mod machines;
mod miri;
mod mutants;
mod needles;
mod npm;
mod package;
mod postgres;
mod process;
mod project;
mod prove;
mod receivers;
mod report;
mod reproducible;
mod sandbox;
mod sbom;
mod side_by_side;
mod suites;
mod supply;
mod surface;
mod swift;
mod targets;
mod tools;
mod wasm;

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use clap::{CommandFactory, Parser, Subcommand};
use project::Project;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "The developers' one tool")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build the npm package and pack it to target/npm/billwire.tgz
    Wasm,
    /// Build the native library and write the Kotlin, Swift and Java sources over it to target/bindings
    Bindings,
    /// Set Swift up, slot the generated sources into bindings/swift and compile the package
    Swift {
        /// Only slot them in: this machine has a Swift of its own
        #[arg(long)]
        sources: bool,
    },
    /// Set Maven up, compile the Kotlin package and pack it to target/maven/billwire
    Kotlin,
    /// Compile the Java package and pack it to target/maven/billwire-java
    Java,
    /// Write the generated sources anew
    Generate {
        /// Write nothing; fail when a checked-in file differs
        #[arg(long)]
        check: bool,
    },
    /// Set up everything and run every suite, or only those whose name contains one of the words
    Test {
        words: Vec<String>,
        /// Only list the suites
        #[arg(long)]
        list: bool,
    },
    /// Read other people's corpora in Rust and through the npm package, and compare the verdicts
    Corpora,
    /// Hold the promises that are made for every input to many of them, and the npm package to the native library
    Fuzz {
        /// For how long, all targets together
        #[arg(long, default_value_t = 1)]
        minutes: u64,
        /// Only this target
        #[arg(long)]
        target: Option<String>,
    },
    /// Run what proves the promises, and write what it came to
    Prove {
        #[command(flatten)]
        extent: prove::Extent,
        words: Vec<String>,
    },
    /// Check licences, sources, the oldest versions, features, threats, and that a release would go through
    Supply,
    /// Write bills of materials in CycloneDX to target/sbom, for the crate and for the npm package
    Sbom,
    /// Build the npm package in another folder, and compare it byte for byte
    Reproducible,
    /// Run core's tests and the vectors on a machine of 32 bits and on one of the other byte order
    Machines,
    /// Run core's unit tests in Miri, here and as on those machines
    Miri(miri::Plan),
    /// Change core in one place after the other, and have its tests notice
    Mutants(mutants::Plan),
    /// Run what uses secrets under valgrind, which sees what depends on them
    ConstantTime,
    /// Look for credentials in the memory of a process that has dropped them
    Needles,
    /// Count the instructions and the memory that readers take for the worst of inputs
    Bounded,
    /// Compare what programs can use in each language with what is checked in
    Surface {
        /// Write it anew: the change is meant
        #[arg(long)]
        write: bool,
    },
    /// Run the Node merchant against the sandbox, without and with injected faults
    Demo,
    /// Kill the Node merchant again and again while it settles bills, and audit the books
    Crashes(crashes::Plan),
    /// Deliver webhooks to four receiver processes at once, with duplicates, forgeries and conflicts, and audit the books
    Receivers(receivers::Plan),
    /// Run the benchmark on the packed npm package, or with --kotlin, --java or --swift on another
    Bench {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Compare many random signatures of the packed npm package with node:crypto
    Agree {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
}

fn main() -> ExitCode {
    let outcome = match stand_in() {
        Some(outcome) => outcome,
        None => run(Cli::parse()),
    };
    outcome.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}

/// Whether there is such a command.
pub(crate) fn is_command(name: &str) -> bool {
    Cli::command().find_subcommand(name).is_some()
}

/// Under the name of one of wasm-bindgen's commands this program is that command: `tools::shims` lays such names out
/// for wasm-pack, which would otherwise build its own.
fn stand_in() -> Option<Result<ExitCode>> {
    let own_name = std::env::args_os().next()?;
    let outcome = match Path::new(&own_name).file_stem()?.to_str()? {
        "wasm-bindgen" => wasm_bindgen_cli::wasm_bindgen::run_cli_with_args(std::env::args_os()),
        "wasm-bindgen-test-runner" => {
            wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(std::env::args_os())
        }
        _ => return None,
    };
    Some(outcome.map(|()| ExitCode::SUCCESS))
}

fn run(cli: Cli) -> Result<ExitCode> {
    process::stop_on_signals()?;
    let project = Project::find()?;
    match cli.command {
        Command::Wasm => package::build(&project).map(|_| ExitCode::SUCCESS),
        Command::Bindings => bindings::all(&project).map(|()| ExitCode::SUCCESS),
        Command::Swift { sources: false } => swift::build(&project).map(|()| ExitCode::SUCCESS),
        Command::Swift { sources: true } => swift::sources(&project).map(|()| ExitCode::SUCCESS),
        Command::Kotlin => kotlin::build(&project).map(|()| ExitCode::SUCCESS),
        Command::Java => java::build(&project).map(|()| ExitCode::SUCCESS),
        Command::Generate { check: false } => generate::write(&project).map(|()| ExitCode::SUCCESS),
        Command::Generate { check: true } => generate::check(&project).map(|_| ExitCode::SUCCESS),
        Command::Test { list: true, .. } => {
            suites::list();
            Ok(ExitCode::SUCCESS)
        }
        Command::Test { words, .. } => suites::run(&project, &words),
        Command::Corpora => corpora::run(&project),
        Command::Fuzz { minutes, target } => fuzz::run(&project, minutes, target.as_deref()),
        Command::Prove { extent, words } => prove::run(&project, &extent, &words),
        Command::Supply => supply::run(&project),
        Command::Machines => machines::run(&project),
        Command::Miri(plan) => miri::run(&project, &plan),
        Command::Mutants(plan) => mutants::run(&project, &plan),
        Command::ConstantTime => constant_time::run(&project),
        Command::Needles => needles::run(&project),
        Command::Bounded => bounded::run(&project),
        Command::Sbom => sbom::run(&project),
        Command::Reproducible => reproducible::run(&project),
        Command::Surface { write } => surface::run(&project, write),
        Command::Demo => demo::run(&project),
        Command::Crashes(plan) => crashes::run(&project, plan),
        Command::Receivers(plan) => receivers::run(&project, plan),
        Command::Bench { args } => bench::race(&project, &args).map(|()| ExitCode::SUCCESS),
        Command::Agree { args } => bench::run(&project, "agree.mjs", &args).map(|()| ExitCode::SUCCESS),
    }
}
