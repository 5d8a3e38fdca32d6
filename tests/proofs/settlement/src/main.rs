//! Model of everything that can happen to one bill, checked in every order.
//!
//! Two processes settle the same bill with the real [`billwire::SettlementFlow`]. Requests are lost, refused, answered late or
//! not at all; money moves before or after an answer is lost; lookups lag behind; processes crash between any two steps.
//! The output is a line of JSON for each run: the flow as it is, and two controls that break the promise.

mod service;
mod world;

use serde_json::{Value, json};
use stateright::{Checker, Expectation, HasDiscoveries, Model};
use std::process::ExitCode;
use world::{Action, Bounds, Mistake, World};

const ALONE: Bounds = Bounds { processes: 1, crashes: 2, last_start: 9 };
const TOGETHER: Bounds = Bounds { processes: 2, crashes: 0, last_start: 4 };

fn main() -> ExitCode {
    let runs = [
        ("one process that crashes twice", ALONE, None),
        ("two processes at once", TOGETHER, None),
        ("control: it sends before it stores", ALONE, Some(Mistake::StoresLate)),
        ("control: it believes the first not found", ALONE, Some(Mistake::Believes)),
    ];
    for (name, bounds, mistake) in runs {
        println!("{}", check(name, World::new(bounds, mistake), mistake.is_some()));
    }
    ExitCode::SUCCESS
}

/// Explores every order of events, breadth first. A control ends with the first broken promise, whose trace is the
/// shortest one because a single thread looks for it.
fn check(name: &str, world: World, is_control: bool) -> Value {
    let threads = if is_control { 1 } else { std::thread::available_parallelism().map_or(1, usize::from) };
    let end = if is_control { HasDiscoveries::AnyFailures } else { HasDiscoveries::All };
    let promises = world.properties();
    let is_promise = |name: &str| promises.iter().any(|it| it.name == name && it.expectation == Expectation::Always);
    let checker = world.checker().threads(threads).finish_when(end).spawn_bfs().join();
    let (broken, reached): (Vec<_>, Vec<_>) = checker.discoveries().into_iter().partition(|(name, _)| is_promise(name));
    let broken =
        broken.into_iter().map(|(promise, path)| json!({ "promise": promise, "trace": trace(path.into_actions()) }));
    json!({
        "name": name,
        "control": is_control,
        "states": checker.unique_state_count(),
        "depth": checker.max_depth(),
        "broken": broken.collect::<Vec<_>>(),
        "reached": reached.len(),
    })
}

fn trace(actions: Vec<Action>) -> Vec<String> {
    actions.iter().map(|action| format!("{action:?}")).collect()
}
