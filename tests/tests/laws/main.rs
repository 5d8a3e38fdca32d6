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
mod text;
mod ways;
mod webhooks;

use proptest::test_runner::{Config, RngSeed};

/// Number of cases per property.
fn cases(cases: u32) -> Config {
    let usual = Config::default();
    let rng_seed = if usual.rng_seed == RngSeed::Random { RngSeed::Fixed(1) } else { usual.rng_seed };
    Config { cases, rng_seed, failure_persistence: None, ..usual }
}
