//! Promises that hold for every input. Each target has an oracle that is not billwire, and a control: a subject with a
//! known fault, which the same oracle has to find.
//!
//! `campaign.py` runs them. The program reads its orders from the environment: `BILLWIRE_FUZZ` is the name of a
//! target, and `BILLWIRE_FUZZ_CONTROL` puts the known fault in. `BILLWIRE_FUZZ_SEEDS` only writes the seeds of all
//! targets below a folder.
#![forbid(unsafe_code)]

mod answers;
mod billers;
mod decimals;
mod drafts;
mod instants;
mod json;
mod readback;
mod simulator;
mod slow;
mod trees;
mod webhooks;

use std::{env, fs, io, path::Path, process, sync::OnceLock};

/// Verdict on one input; an error says how the promise was broken.
type Verdict = Result<(), String>;

/// One promise.
struct Target {
    /// Name on the command line.
    name: &'static str,
    /// Tests billwire.
    check: fn(&[u8]) -> Verdict,
    /// Tests a subject with a known fault.
    control: fn(&[u8]) -> Verdict,
    /// Inputs to begin with: the vectors.
    seeds: fn() -> Vec<Vec<u8>>,
}

const TARGETS: &[Target] = &[
    // The strict reader agrees with serde_json and a slow reader. Fault: a text ends at its first NUL.
    Target { name: "reader", check: json::reader, control: json::reader_stops_early, seeds: json::seeds },
    // Written values are read back unchanged. Fault: line feeds are not escaped.
    Target { name: "writer", check: json::writer, control: json::writer_forgets_escapes, seeds: json::seeds },
    // Nothing is received without the token, and everything received was sent. Fault: the token is trimmed.
    Target { name: "webhooks", check: webhooks::check, control: webhooks::control, seeds: webhooks::seeds },
    // A draft is refused, or becomes a body with the same values and a correct signature. Fault: unknown fields vanish.
    Target { name: "drafts", check: drafts::check, control: drafts::control, seeds: drafts::seeds },
    // No success without status and code. Fault: every status is taken for 200.
    Target { name: "answers", check: answers::check, control: answers::control, seeds: answers::seeds },
    // Exact arithmetic. Fault: it goes by way of doubles.
    Target { name: "decimals", check: decimals::check, control: decimals::control, seeds: decimals::seeds },
    // Timestamps agree with chrono and time. Fault: the offset is ignored.
    Target { name: "instants", check: instants::check, control: instants::control, seeds: instants::seeds },
    // No money appears or vanishes. Fault: the service hears every request twice.
    Target { name: "simulator", check: simulator::check, control: simulator::control, seeds: simulator::seeds },
];

static CHOSEN: OnceLock<fn(&[u8]) -> Verdict> = OnceLock::new();

/// Reads the orders from the environment.
pub fn begin() {
    if let Some(folder) = env::var_os("BILLWIRE_FUZZ_SEEDS") {
        finish(write_seeds(Path::new(&folder)));
    }
    let name = env::var("BILLWIRE_FUZZ").unwrap_or_default();
    let Some(target) = TARGETS.iter().find(|target| target.name == name) else {
        let names: Vec<_> = TARGETS.iter().map(|target| target.name).collect();
        eprintln!("BILLWIRE_FUZZ has to be one of: {}", names.join(", "));
        process::exit(2);
    };
    let with_fault = env::var_os("BILLWIRE_FUZZ_CONTROL").is_some();
    CHOSEN.get_or_init(|| if with_fault { target.control } else { target.check });
}

/// Tests the chosen target on an input.
///
/// # Panics
/// If the promise is broken: the fuzzer detects panics.
pub fn run(input: &[u8]) {
    if let Some(check) = CHOSEN.get()
        && let Err(broken) = check(input)
    {
        panic!("{broken}");
    }
}

fn finish(written: io::Result<()>) -> ! {
    if let Err(error) = &written {
        eprintln!("this cannot be written: {error}");
    }
    process::exit(i32::from(written.is_err()));
}

fn write_seeds(folder: &Path) -> io::Result<()> {
    for target in TARGETS {
        let folder = folder.join(target.name);
        fs::create_dir_all(&folder)?;
        let mut seeds = (target.seeds)();
        seeds.sort_unstable();
        seeds.dedup();
        for (number, seed) in seeds.iter().filter(|seed| seed.len() <= LONGEST_SEED).enumerate() {
            fs::write(folder.join(format!("seed-{number:04}")), seed)?;
        }
    }
    Ok(())
}

/// Longest seed: longer ones slow the fuzzer down.
const LONGEST_SEED: usize = 2_048;

/// Returns an error unless a condition holds.
macro_rules! ensure {
    ($holds:expr, $($broken:tt)+) => {
        if !$holds {
            return Err(format!($($broken)+));
        }
    };
}
use ensure;
