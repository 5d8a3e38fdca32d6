//! Settlement of one bill by several processes with the real [`billwire::SettlementFlow`].
//!
//! Requests are lost, refused, answered late or not at all; money moves before or after an answer is lost; the
//! service accepts a bill under any status; lookups lag behind, and miss what they once found; processes crash, sleep
//! and overlap; the clock jumps; records are lost, restored and stored without a word; ended bills are reopened,
//! looked up and resolved. Each control makes a mistake and must break a promise.

mod bounds;
mod flows;
mod mistakes;
mod names;
mod promises;
mod service;
mod setting;
mod state;
mod world;

use crate::explore::{breaks_a_promise, keeps_every_promise};
use bounds::Bounds;
use mistakes::Mistake;
use service::Conduct;
use world::World;

const ALONE: Bounds = Bounds {
    processes: 1,
    crashes: 2,
    jumps: 0,
    jump: 0,
    losses: 0,
    silences: 0,
    returns: 0,
    conduct: Conduct::Plain,
    attempts: 2,
    in_flight: 1,
    delay: 1,
    lag: 1,
    stall: 1,
    sleep: 1,
    deadline: 6,
    last_start: 8,
};
/// One process may sleep for so long around its stored attempt that another one sends the next.
const TOGETHER: Bounds = Bounds { processes: 2, crashes: 0, stall: 0, sleep: 6, last_start: 1, deadline: 6, ..ALONE };
const CRASHING: Bounds = Bounds { crashes: 1, sleep: 1, last_start: 2, ..TOGETHER };
const LONG: Bounds = Bounds { attempts: 3, delay: 2, in_flight: 2, deadline: 14, last_start: 16, ..ALONE };
/// Money moves and is found so late that the pauses before three lookups do not help.
const LATE: Bounds = Bounds { delay: 3, crashes: 0, ..ALONE };
/// Requests take longer than the mistake takes them to.
const SLOW: Bounds = Bounds { in_flight: 4, stall: 1, sleep: 0, deadline: 12, last_start: 4, ..TOGETHER };
/// Requests are served and records stored at once, so that what is looked for happens within few ticks.
const SWIFT: Bounds = Bounds { crashes: 1, stall: 0, sleep: 0, ..ALONE };
const JUMPING: Bounds = Bounds { jumps: 1, jump: 4, ..SWIFT };
const LOSING: Bounds = Bounds { crashes: 0, losses: 1, returns: 1, attempts: 1, deadline: 4, ..SWIFT };
const SILENT: Bounds = Bounds { silences: 2, ..SWIFT };
const RETURNING: Bounds =
    Bounds { crashes: 0, returns: 2, conduct: Conduct::Manifold, attempts: 1, deadline: 4, ..SWIFT };
/// "Not found" is wrong after the first attempt, and the service refuses a bill that it has settled.
const ONCE: Bounds = Bounds { conduct: Conduct::Once, lag: 3, deadline: 40, ..SWIFT };

#[test]
fn one_process_with_two_crashes() {
    keeps_every_promise(World::new(ALONE, None));
}

#[test]
fn two_processes() {
    keeps_every_promise(World::new(TOGETHER, None));
}

#[test]
fn two_processes_with_one_crash() {
    keeps_every_promise(World::new(CRASHING, None));
}

#[test]
fn a_clock_that_jumps() {
    keeps_every_promise(World::new(JUMPING, None));
}

#[test]
fn records_that_are_lost() {
    keeps_every_promise(World::new(LOSING, None));
}

#[test]
fn a_store_that_does_not_answer() {
    keeps_every_promise(World::new(SILENT, None));
}

#[test]
fn ended_bills_taken_up_again() {
    keeps_every_promise(World::new(RETURNING, None));
}

#[test]
fn a_service_that_settles_once() {
    keeps_every_promise(World::new(ONCE, None));
}

#[test]
#[ignore = "takes minutes"]
fn three_attempts_with_long_lags() {
    keeps_every_promise(World::new(LONG, None));
}

#[test]
fn two_processes_and_a_store_that_does_not_answer() {
    keeps_every_promise(World::new(Bounds { silences: 1, crashes: 0, sleep: 0, ..CRASHING }, None));
}

#[test]
#[ignore = "takes minutes"]
fn two_processes_with_one_sleep_and_one_crash() {
    keeps_every_promise(World::new(Bounds { sleep: 3, ..CRASHING }, None));
}

#[test]
fn detects_sending_before_storing() {
    breaks_a_promise(|| World::new(SWIFT, Some(Mistake::StoresLate)));
}

#[test]
fn detects_taking_silence_for_stored() {
    breaks_a_promise(|| World::new(SILENT, Some(Mistake::AssumesSaved)));
}

#[test]
fn detects_trusting_old_records() {
    breaks_a_promise(|| World::new(LOSING, Some(Mistake::TrustsOldRecords)));
}

#[test]
fn detects_believing_the_first_not_found() {
    breaks_a_promise(|| World::new(LATE, Some(Mistake::BelievesNotFound)));
}

#[test]
fn detects_calling_a_request_ended_too_early() {
    breaks_a_promise(|| World::new(SLOW, Some(Mistake::Hurries)));
}

#[test]
fn detects_forgetting_accepted() {
    breaks_a_promise(|| World::new(SWIFT, Some(Mistake::ForgetsAccepted)));
}

#[test]
fn detects_forgetting_seen() {
    breaks_a_promise(|| World::new(SWIFT, Some(Mistake::ForgetsSeen)));
}

#[test]
fn detects_believing_a_refusal_in_doubt() {
    breaks_a_promise(|| World::new(ONCE, Some(Mistake::BelievesRefusals)));
}
