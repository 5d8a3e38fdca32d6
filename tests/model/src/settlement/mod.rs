//! Settlement of one bill by several processes with the real [`billwire::SettlementFlow`].
//!
//! Requests are lost, refused, answered late or not at all; money moves before or after an answer is lost; lookups lag
//! behind; processes crash, sleep and overlap. Three controls make a mistake and must break a promise.

mod flows;
mod service;
mod world;

use crate::explore::{breaks_a_promise, keeps_every_promise};
use world::{Bounds, Mistake, World};

const ALONE: Bounds = Bounds {
    processes: 1,
    crashes: 2,
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
const TOGETHER: Bounds = Bounds { processes: 2, crashes: 0, sleep: 7, last_start: 4, ..ALONE };
const CRASHING: Bounds = Bounds { crashes: 1, stall: 0, sleep: 1, ..TOGETHER };
const LONG: Bounds = Bounds { attempts: 3, delay: 2, in_flight: 2, deadline: 14, last_start: 16, ..ALONE };
/// Money moves and is found so late that the pause before a lookup does not help.
const LATE: Bounds = Bounds { delay: 2, crashes: 0, ..ALONE };
/// Requests take longer than the mistake takes them to.
const SLOW: Bounds = Bounds { in_flight: 4, sleep: 0, deadline: 12, ..TOGETHER };

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
#[ignore = "takes minutes"]
fn three_attempts_with_long_lags() {
    keeps_every_promise(World::new(LONG, None));
}

#[test]
#[ignore = "takes minutes"]
fn two_processes_with_one_sleep_and_one_crash() {
    keeps_every_promise(World::new(Bounds { sleep: 3, ..CRASHING }, None));
}

#[test]
fn detects_sending_before_storing() {
    breaks_a_promise(|| World::new(ALONE, Some(Mistake::StoresLate)));
}

#[test]
fn detects_believing_the_first_not_found() {
    breaks_a_promise(|| World::new(LATE, Some(Mistake::Believes)));
}

#[test]
fn detects_calling_a_request_ended_too_early() {
    breaks_a_promise(|| World::new(SLOW, Some(Mistake::Hurries)));
}
