//! Model of everything that can happen to one bill, checked in every order.
//!
//! Processes settle the same bill with the real [`billwire::SettlementFlow`]. Requests are lost, refused, answered late or
//! not at all; money moves before or after an answer is lost; lookups lag behind; processes crash, sleep and overlap.
//! The output is a line of JSON for each run: the flow as it is, and controls that break the promise.

mod flows;
mod service;
mod world;

use serde_json::{Value, json};
use stateright::{Checker, Expectation, HasDiscoveries, Model, Property};
use std::process::ExitCode;
use world::{Action, Bounds, Mistake, World};

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
const LONGEST_TRACE: usize = 30;

fn main() -> ExitCode {
    let is_deep = std::env::args().nth(1).is_some_and(|arg| arg == "deep");
    let quick =
        [("one process, two crashes", ALONE), ("two processes", TOGETHER), ("two processes, one crash", CRASHING)];
    let deep = [
        ("one process, three attempts, long lags", LONG),
        ("two processes, one sleep, one crash", Bounds { sleep: 3, ..CRASHING }),
    ];
    for (name, bounds) in quick.iter().chain(deep.iter().filter(|_| is_deep)) {
        println!("{}", explore(name, *bounds));
    }
    let controls = [
        ("sends before it stores", ALONE, Mistake::StoresLate),
        ("believes the first \"not found\"", LATE, Mistake::Believes),
        ("calls a request ended too early", SLOW, Mistake::Hurries),
    ];
    for (name, bounds, mistake) in controls {
        println!("{}", shortest(name, bounds, mistake));
    }
    ExitCode::SUCCESS
}

/// Explores every order of events.
fn explore(name: &str, bounds: Bounds) -> Value {
    let world = World::new(bounds, None);
    let properties = world.properties();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let checker = world.checker().threads(threads).spawn_bfs().join();
    let is_found = |property: &&Property<World>| checker.discovery(property.name).is_some();
    let names = |wanted: Expectation, found: bool| -> Vec<&str> {
        let of_kind = properties.iter().filter(|property| property.expectation == wanted);
        of_kind.filter(|property| is_found(property) == found).map(|property| property.name).collect()
    };
    let traces = broken(&properties, |promise| checker.discovery(promise).map(|path| path.into_actions()));
    json!({
        "run": name,
        "control": false,
        "states": checker.unique_state_count(),
        "depth": checker.max_depth(),
        "broken": traces,
        "reached": names(Expectation::Sometimes, true),
        "unreached": names(Expectation::Sometimes, false),
    })
}

/// Explores a mistake one level deeper each time, so that the first trace that breaks a promise is a shortest one.
fn shortest(name: &str, bounds: Bounds, mistake: Mistake) -> Value {
    let properties = World::new(bounds, Some(mistake)).properties();
    for depth in 2..LONGEST_TRACE {
        let world = World::new(bounds, Some(mistake)).checker().target_max_depth(depth);
        let checker = world.finish_when(HasDiscoveries::AnyFailures).spawn_bfs().join();
        let traces = broken(&properties, |promise| checker.discovery(promise).map(|path| path.into_actions()));
        if !traces.is_empty() {
            let states = checker.unique_state_count();
            return json!({ "run": name, "control": true, "states": states, "depth": depth - 1, "broken": traces });
        }
    }
    json!({ "run": name, "control": true, "states": 0, "depth": LONGEST_TRACE, "broken": [] })
}

/// The broken promises, each with its trace.
fn broken(properties: &[Property<World>], trace: impl Fn(&'static str) -> Option<Vec<Action>>) -> Vec<Value> {
    let promises = properties.iter().filter(|property| property.expectation == Expectation::Always);
    let traces = promises.filter_map(|promise| Some((promise.name, trace(promise.name)?)));
    let texts = |actions: Vec<Action>| actions.iter().map(Action::to_string).collect::<Vec<_>>();
    traces.map(|(promise, actions)| json!({ "promise": promise, "trace": texts(actions) })).collect()
}
