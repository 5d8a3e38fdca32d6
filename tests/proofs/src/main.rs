//! `cargo xtask prove`: the proofs of the promises, each with a control.
//!
//! [`PROOFS`] is the one list of them: the quick run, the full run, the page docs/proof.md and the commands derive from it.
//! [`more::suites`] holds suites that take too long for `cargo xtask test`.

mod android;
mod arrows;
mod audit;
mod bench;
mod complexity;
mod constant_time;
mod copy;
mod corpora;
mod counts;
mod crashes;
mod database;
mod debian;
mod documentation;
mod download_sizes;
mod faulty_proxy;
mod fuzz;
mod links;
mod machines;
mod memory_secrets;
mod miri;
mod more;
mod mutants;
mod page;
mod postgres;
mod process;
mod proof;
mod receivers;
mod rehearsals;
mod reproducible;
mod runtimes;
mod sbom;
mod supply;
mod surface;
mod symbols;
mod targets;
mod tools;
mod words;
mod workflows;

use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Parser, ValueEnum};
use proof::{Lane, Proof};
use xtask::project::Project;
use xtask::suites::{self, Choice, Suite};
// The tool's own parts, by the names that the proofs use.
use xtask::{bindings, failures, files, kotlin, maven, npm, package, report, sandbox, swift};
use xtask::{project, times};

/// Every promise that has a command, in the order of docs/proof.md.
const PROOFS: [Proof; 15] = [
    fuzz::PROOF,
    crashes::PROOF,
    receivers::PROOF,
    mutants::PROOF,
    machines::PROOF,
    miri::PROOF,
    constant_time::PROOF,
    memory_secrets::PROOF,
    complexity::PROOF,
    supply::PROOF,
    sbom::PROOF,
    reproducible::PROOF,
    words::PROOF,
    arrows::PROOF,
    rehearsals::PROOF,
];

/// Runs the proofs: `cargo xtask prove --quick`, or one by its name with its own arguments, such as
/// `cargo xtask prove crashes --kills 10`.
#[derive(Parser)]
#[command(name = "cargo xtask prove")]
struct Cli {
    /// Run everything with little input, as CI does; with words, only what has one of them in its name
    #[arg(long, conflicts_with = "full")]
    quick: bool,
    /// Run everything with much input, for hours, and write docs/proof.md; what is not run now keeps its figure there
    #[arg(long)]
    full: bool,
    /// List everything, with the seconds that a quick run takes
    #[arg(long)]
    list: bool,
    /// Write the seconds of this run to tests/times.json
    #[arg(long)]
    times: Option<String>,
    /// Install system packages without asking, as with CI=true
    #[arg(long, short)]
    yes: bool,
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

fn main() -> ExitCode {
    run(Cli::parse()).unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}

fn run(Cli { quick, full, list, times, yes, words }: Cli) -> Result<ExitCode> {
    process::stop_on_signals()?;
    if yes {
        debian::allow();
    }
    let project = Project::find()?;
    if !quick && !full && !list {
        return one(&project, &words);
    }
    let project = project.shared();
    let times = times.map(|state| times::State::from_str(&state, true)).transpose().map_err(anyhow::Error::msg)?;
    let proofs = PROOFS.into_iter().map(|proof| {
        // The figures of a full run come from an otherwise idle machine.
        let lane = if full { Lane::Alone } else { proof.lane };
        let check = move |project: &Project| {
            if full { page::measure(project, &PROOFS, &proof) } else { proof.quickly(project) }
        };
        Suite::new(proof.name, lane, check)
    });
    let all: Vec<Suite> = proofs.chain(more::suites(full || list)).collect();
    suites::run(&project, "prove", &all, &Choice { words, list, times })
}

/// Runs one proof on this terminal.
fn one(project: &Project, words: &[String]) -> Result<ExitCode> {
    let names = || format!("`--quick`, `--full`, `--list`, or one of {}", PROOFS.map(|proof| proof.name).join(", "));
    let (name, args) = words.split_first().with_context(names)?;
    match name.as_str() {
        "bench" => return bench::race(project, args).map(|()| ExitCode::SUCCESS),
        "agree" => return bench::run(project, "agree.mjs", args).map(|()| ExitCode::SUCCESS),
        "corpora" => return corpora::run(project),
        "surface" => return surface::run(project, args),
        _ => {}
    }
    let proof = PROOFS.into_iter().find(|proof| proof.name == name).with_context(names)?;
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let proven = (proof.prove)(project, &args)?;
    println!("{}\n  measured: {}\n  control:  {}", proof.promise, proven.figure, proven.control);
    Ok(ExitCode::SUCCESS)
}
