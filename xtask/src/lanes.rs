//! Work in lanes: one at a time in each, and three lanes at once.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::process::stopped;

/// Resource that a suite shares with others: a folder that both write, or a lock that one would wait for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lane {
    /// `target/debug`.
    Rust,
    /// rustup, and the folders of other targets.
    Targets,
    /// The npm package, its tests, and the merchant that Node runs.
    Npm,
    Recipes,
    Playground,
    Swift,
    Jvm,
    /// Nothing.
    Free,
    /// All cores, or a measurement: it runs after all others, and nothing runs with it.
    Alone,
}

/// One of three often waits, for a browser or a webhook's next attempt. A fourth would only take the others' cores.
const AT_ONCE: usize = 3;

/// Does the work of each lane, and gives the results in the order of the lanes. After Ctrl-C nothing more begins.
///
/// Each lane comes with the seconds that its work is likely to take.
pub fn work_off<T: Send>(lanes: &[(Lane, u64)], work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let (alone, together): (Vec<_>, Vec<_>) = waiting(lanes).partition(|waiting| waiting.lane == Lane::Alone);
    let queue = Mutex::new(Queue { waiting: together, busy: Vec::new() });
    let results = Mutex::new(BTreeMap::new());
    let keep = |place| {
        let result = work(place);
        locked(&results).insert(place, result);
    };
    let worker = || {
        let mut last = None;
        loop {
            let Some((place, lane)) = locked(&queue).after(last) else { break };
            keep(place);
            last = Some(lane);
        }
    };
    thread::scope(|scope| (0..AT_ONCE).for_each(|_| drop(scope.spawn(worker))));
    alone.into_iter().take_while(|_| !stopped()).for_each(|waiting| keep(waiting.place));
    results.into_inner().unwrap_or_else(PoisonError::into_inner).into_values().collect()
}

struct Queue {
    waiting: Vec<Waiting>,
    busy: Vec<Lane>,
}

struct Waiting {
    place: usize,
    lane: Lane,
    seconds: u64,
}

fn waiting(lanes: &[(Lane, u64)]) -> impl Iterator<Item = Waiting> {
    lanes.iter().enumerate().map(|(place, (lane, seconds))| Waiting { place, lane: *lane, seconds: *seconds })
}

impl Queue {
    /// Frees the lane of the last work and takes the next; none if all that waits is of the other workers' lanes.
    ///
    /// It is of the lane with the most work left, which would end last.
    fn after(&mut self, last: Option<Lane>) -> Option<(usize, Lane)> {
        self.busy.retain(|lane| Some(*lane) != last);
        let is_open = |lane: Lane| lane == Lane::Free || !self.busy.contains(&lane);
        let open = self.waiting.iter().enumerate().filter(|(_, waiting)| is_open(waiting.lane));
        let (next, _) = open.max_by_key(|(at, waiting)| (self.left(waiting), Reverse(*at))).filter(|_| !stopped())?;
        let Waiting { place, lane, .. } = self.waiting.remove(next);
        self.busy.push(lane);
        Some((place, lane))
    }

    /// Seconds of all that waits for the same lane. What needs no lane waits for nothing else.
    fn left(&self, next: &Waiting) -> u64 {
        if next.lane == Lane::Free {
            return next.seconds;
        }
        self.waiting.iter().filter(|other| other.lane == next.lane).map(|other| other.seconds).sum()
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    /// Works off the lanes, and returns the lanes that ran with each.
    fn neighbours(lanes: &[Lane]) -> Vec<Vec<Lane>> {
        let running = Mutex::new(Vec::new());
        let timed: Vec<_> = lanes.iter().map(|lane| (*lane, 1)).collect();
        work_off(&timed, |place| {
            locked(&running).push(place);
            thread::sleep(Duration::from_millis(20));
            let mut running = locked(&running);
            let others = running.iter().filter(|other| **other != place).map(|other| lanes[*other]).collect();
            running.retain(|other| *other != place);
            others
        })
    }

    #[test]
    fn work_of_one_lane_never_runs_at_once() {
        let lanes = [Lane::Rust, Lane::Rust, Lane::Npm, Lane::Rust, Lane::Npm];
        let seen = neighbours(&lanes);
        assert!(seen.iter().zip(lanes).all(|(seen, lane)| !seen.contains(&lane)), "{seen:?}");
    }

    #[test]
    fn nothing_runs_with_work_that_is_alone() {
        let seen = neighbours(&[Lane::Alone, Lane::Free, Lane::Free, Lane::Alone, Lane::Free]);
        assert!(seen[0].is_empty() && seen[3].is_empty(), "{seen:?}");
    }

    #[test]
    fn the_lane_with_the_most_work_left_begins() {
        let lanes = [(Lane::Npm, 5), (Lane::Free, 6), (Lane::Rust, 4), (Lane::Rust, 3)];
        let mut queue = Queue { waiting: waiting(&lanes).collect(), busy: Vec::new() };
        let mut next = |last| queue.after(last).map(|(place, _)| place);
        assert_eq!([next(None), next(None), next(Some(Lane::Rust))], [Some(2), Some(1), Some(0)]);
    }

    #[test]
    fn three_lanes_run_at_once() {
        let (begun, patience) = (Mutex::new(0), Instant::now() + Duration::from_secs(30));
        let met = work_off(&[(Lane::Rust, 1), (Lane::Npm, 1), (Lane::Jvm, 1)], |_| {
            *locked(&begun) += 1;
            while *locked(&begun) < 3 && Instant::now() < patience {
                thread::sleep(Duration::from_millis(1));
            }
            *locked(&begun) == 3
        });
        assert_eq!(met, [true; 3]);
    }
}
