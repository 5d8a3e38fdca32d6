//! Promises that hold for every input. Each has an oracle that is not billwire, and a control: a subject with a known
//! fault, which the same oracle has to find.
//!
//! `tests/laws` keeps them on inputs that are drawn, and `tests/fuzz` on those that a fuzzer finds.

#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "an oracle that cannot go on has found a fault")]

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

/// Verdict on one input; an error says how the promise was broken.
pub type Verdict = Result<(), String>;

/// One promise.
pub struct Promise {
    /// Name on the command line.
    pub name: &'static str,
    /// Tests billwire.
    pub check: fn(&[u8]) -> Verdict,
    /// Tests a subject with a known fault.
    pub control: fn(&[u8]) -> Verdict,
    /// Inputs to begin with: the vectors.
    seeds: fn() -> Vec<Vec<u8>>,
}

impl Promise {
    /// The seeds that are not too long for a fuzzer, each once.
    pub fn inputs(&self) -> Vec<Vec<u8>> {
        let mut seeds = (self.seeds)();
        seeds.retain(|seed| seed.len() <= LONGEST_SEED);
        seeds.sort_unstable();
        seeds.dedup();
        seeds
    }
}

/// Longest seed: longer ones slow the fuzzer down.
const LONGEST_SEED: usize = 2_048;

/// All promises.
pub const PROMISES: &[Promise] = &[
    // The strict reader agrees with serde_json and a slow reader. Fault: a text ends at its first NUL.
    Promise { name: "reader", check: json::reader, control: json::reader_stops_early, seeds: json::seeds },
    // Written values are read back unchanged. Fault: line feeds are not escaped.
    Promise { name: "writer", check: json::writer, control: json::writer_forgets_escapes, seeds: json::seeds },
    // Nothing is received without the token, and everything received was sent. Fault: the token is trimmed.
    Promise { name: "webhooks", check: webhooks::check, control: webhooks::control, seeds: webhooks::seeds },
    // A draft is refused, or becomes a body with the same values and a correct signature. Fault: unknown fields vanish.
    Promise { name: "drafts", check: drafts::check, control: drafts::control, seeds: drafts::seeds },
    // No success without status and code. Fault: every status is taken for 200.
    Promise { name: "answers", check: answers::check, control: answers::control, seeds: answers::seeds },
    // Exact arithmetic. Fault: it goes by way of doubles.
    Promise { name: "decimals", check: decimals::check, control: decimals::control, seeds: decimals::seeds },
    // Timestamps agree with chrono and time. Fault: the offset is ignored.
    Promise { name: "instants", check: instants::check, control: instants::control, seeds: instants::seeds },
    // No money appears or vanishes. Fault: the service hears every request twice.
    Promise { name: "simulator", check: simulator::check, control: simulator::control, seeds: simulator::seeds },
];

/// Tests billwire on an input of a promise.
///
/// # Errors
/// How the promise was broken.
pub fn keeps(name: &str, input: &[u8]) -> Verdict {
    let promise = PROMISES.iter().find(|promise| promise.name == name).ok_or_else(|| format!("no promise {name}"))?;
    (promise.check)(input)
}

/// Returns an error unless a condition holds.
macro_rules! ensure {
    ($holds:expr, $($broken:tt)+) => {
        if !$holds {
            return Err(format!($($broken)+));
        }
    };
}
use ensure;
