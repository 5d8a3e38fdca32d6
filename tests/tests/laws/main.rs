//! Properties that hold for every input, compared with other libraries' parsers, decimals, calendars and hashes.
//!
//! Runs are deterministic; `PROPTEST_RNG_SEED=<number>` selects another seed.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "these are tests")]

mod answers;
mod confirmations;
mod decimals;
mod drafts;
mod faults;
mod instants;
mod json;
mod simulator;
mod text;
mod ways;
mod webhooks;

use billwire_conformance::promises;
use proptest::test_runner::{Config, RngSeed, TestCaseError};

/// Number of cases per property.
fn cases(cases: u32) -> Config {
    let usual = Config::default();
    let rng_seed = if usual.rng_seed == RngSeed::Random { RngSeed::Fixed(1) } else { usual.rng_seed };
    Config { cases, rng_seed, failure_persistence: None, ..usual }
}

/// Tests billwire on an input of a promise.
fn keeps(promise: &str, input: &[u8]) -> Result<(), TestCaseError> {
    promises::keeps(promise, input).map_err(TestCaseError::fail)
}

/// Each promise holds on its seeds, and finds the known fault of its control among them.
#[test]
fn promises_hold_and_find_their_faults() {
    for promise in promises::PROMISES {
        let seeds = promise.inputs();
        for seed in &seeds {
            assert_eq!((promise.check)(seed), Ok(()), "{}: {seed:?}", promise.name);
        }
        assert!(seeds.iter().any(|seed| (promise.control)(seed).is_err()), "{}: its fault is not found", promise.name);
    }
}
