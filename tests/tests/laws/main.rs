//! What has to hold of any input, held against other people's readers, decimals, calendars and hashes.
//!
//! Runs repeat themselves; `PROPTEST_RNG_SEED=<number>` looks elsewhere.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "these are tests")]

mod answers;
mod decimals;
mod drafts;
mod faults;
mod instants;
mod json;
mod text;
mod ways;
mod webhooks;

use proptest::test_runner::{Config, RngSeed};

/// So many cases of a law.
fn cases(cases: u32) -> Config {
    let usual = Config::default();
    let rng_seed = if usual.rng_seed == RngSeed::Random { RngSeed::Fixed(1) } else { usual.rng_seed };
    Config { cases, rng_seed, failure_persistence: None, ..usual }
}
