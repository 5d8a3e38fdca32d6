//! Gives the inputs of a fuzzer to the promises of `billwire_conformance`, each a target.
//!
//! `campaign.py` runs them. The program reads its orders from the environment: `BILLWIRE_FUZZ` is the name of a
//! target, and `BILLWIRE_FUZZ_CONTROL` puts the known fault in. `BILLWIRE_FUZZ_SEEDS` only writes the seeds of all
//! targets below a folder.
#![forbid(unsafe_code)]

use billwire_conformance::promises::{PROMISES, Verdict};
use std::{env, fs, io, path::Path, process, sync::OnceLock};

static CHOSEN: OnceLock<fn(&[u8]) -> Verdict> = OnceLock::new();

/// Reads the orders from the environment.
pub fn begin() {
    if let Some(folder) = env::var_os("BILLWIRE_FUZZ_SEEDS") {
        finish(write_seeds(Path::new(&folder)));
    }
    let name = env::var("BILLWIRE_FUZZ").unwrap_or_default();
    let Some(target) = PROMISES.iter().find(|target| target.name == name) else {
        let names: Vec<_> = PROMISES.iter().map(|target| target.name).collect();
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
    for target in PROMISES {
        let folder = folder.join(target.name);
        fs::create_dir_all(&folder)?;
        for (number, seed) in target.inputs().iter().enumerate() {
            fs::write(folder.join(format!("seed-{number:04}")), seed)?;
        }
    }
    Ok(())
}
