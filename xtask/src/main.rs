//! `cargo xtask <command>`: sets up the needed tools, and runs the command.

#![allow(missing_docs, reason = "a program, on which no other depends")]

mod bindings;
mod demo;
mod docs;
mod files;
mod format;
mod generate;
mod kotlin;
mod missing;
mod npm;
mod package;
mod process;
mod project;
mod prove;
mod suites;
mod swift;
mod test;
mod tools;
mod wasm;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Parser, Subcommand};
use process::Run;
use project::Project;
use suites::{Chosen, Column};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Builds, generates, tests and shows billwire")]
struct Cli {
    /// Install system packages, as with CI=true
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
    Test(Chosen),
    /// Run the campaigns that prove the promises, or only those whose name contains one of the words
    Prove {
        /// Run them with much input, for hours
        #[arg(long)]
        full: bool,
        #[command(flatten)]
        chosen: Chosen,
    },
    /// Run as CI does: all suites and, with little input, all campaigns
    Ci,
    /// Build the guide, the reference and the playground into target/site
    Docs,
    /// Take the pictures in docs/screenshots anew
    Screenshots,
    /// Build the npm package and pack it to target/npm/billwire.tgz
    Wasm {
        /// Install it in this project of the repository, such as wasm/npm/test, with its dependencies
        #[arg(long)]
        install: Vec<String>,
    },
    /// Put the Kotlin sources and the library into place, and pack the jar to target/maven/billwire
    Kotlin(Sources),
    /// Put the Swift sources into place in bindings/swift, and compile the package
    Swift(Sources),
    /// Pack the AAR, the XCFramework and the jars with their libraries in target/package, or one: `aar`,
    /// `xcframework`, `jars`
    Package {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Write the generated sources anew
    Generate {
        /// Write nothing; fail when a checked-in file differs
        #[arg(long)]
        check: bool,
    },
}

#[derive(Args)]
struct Sources {
    /// Compile nothing: then the language's own tools work in its folder
    #[arg(long)]
    sources: bool,
}

fn main() -> ExitCode {
    run(Cli::parse()).unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}

fn run(Cli { yes, command }: Cli) -> Result<ExitCode> {
    let project = Project::find(yes)?;
    match command {
        Command::Demo => return demo::run(&project.quick()),
        Command::Test(chosen) => {
            test::offer_swift(&project, &chosen);
            return suites::run(&project, [&[test::RUST], &[test::PACKAGES]], test::LAST, &chosen, false);
        }
        Command::Prove { full, chosen } => {
            return suites::run(&project, [&[prove::RUST], &[prove::PACKAGES]], &[], &chosen, full);
        }
        Command::Ci => {
            let columns: [&[Column]; 2] = [&[test::RUST, prove::RUST], &[test::PACKAGES, prove::PACKAGES]];
            return suites::run(&project, columns, test::LAST, &Chosen::default(), false);
        }
        Command::Docs => return suites::run(&project, [&[&[docs::DOCS]], &[]], &[], &Chosen::default(), false),
        Command::Screenshots => {
            return suites::run(&project, [&[&[docs::SCREENSHOTS]], &[]], &[], &Chosen::default(), false);
        }
        Command::Package { args } => {
            Run::new(tools::cargo_path()).args(["run", "-p", "billwire-package", "--"]).args(args).shown()?;
        }
        Command::Wasm { install } if install.is_empty() => drop(package::tarball(&project)?),
        Command::Wasm { install } => {
            install.iter().try_for_each(|folder| npm::install(&project, folder).map(drop))?;
        }
        Command::Kotlin(Sources { sources: true }) => kotlin::sources(&project)?,
        Command::Kotlin(Sources { sources: false }) => kotlin::build(&project)?,
        Command::Swift(Sources { sources: true }) => swift::sources(&project)?,
        Command::Swift(Sources { sources: false }) => swift::build(&project)?,
        Command::Generate { check } => generate::run(&project, check)?,
    }
    Ok(ExitCode::SUCCESS)
}
