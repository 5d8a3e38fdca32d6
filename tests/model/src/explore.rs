//! Explores a model: every order of events, or the shortest one that breaks a promise.

use stateright::{Checker, Expectation, HasDiscoveries, Model, Property};
use std::{fmt::Debug, hash::Hash, thread};

/// Fewer states mean that a model leaves out most of what can happen.
const FEWEST_STATES: usize = 20_000;
const LONGEST_TRACE: usize = 30;

/// Explores every order of events. All promises must hold, and all situations must occur.
pub(crate) fn keeps_every_promise<M>(model: M)
where
    M: Model + Send + Sync + 'static,
    M::State: Clone + Debug + Hash + PartialEq + Send + Sync,
    M::Action: Clone + Debug + PartialEq + Send + Sync,
{
    let properties = model.properties();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let begun = std::time::Instant::now();
    let checker = model.checker().threads(threads).finish_when(HasDiscoveries::AnyFailures).spawn_bfs().join();
    let trace = |name| checker.discovery(name).map(|path| path.into_actions());
    let broken = broken(&properties, trace);
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    let situations = properties.iter().filter(|property| property.expectation == Expectation::Sometimes);
    let unreached: Vec<_> =
        situations.map(|property| property.name).filter(|name| checker.discovery(name).is_none()).collect();
    assert!(unreached.is_empty(), "never reached: {unreached:?}");
    let states = checker.unique_state_count();
    assert!(states >= FEWEST_STATES, "{states} states only");
    println!(
        "{states} states, up to {} events deep: every promise kept in {:.1?}",
        checker.max_depth(),
        begun.elapsed()
    );
}

/// Explores one level deeper each time, so that the first trace that breaks a promise is a shortest one.
pub(crate) fn breaks_a_promise<M>(model: impl Fn() -> M)
where
    M: Model + Send + Sync + 'static,
    M::State: Clone + Debug + Hash + PartialEq + Send + Sync,
    M::Action: Clone + Debug + PartialEq + Send + Sync,
{
    let properties = model().properties();
    for depth in 2..LONGEST_TRACE {
        let checker = model().checker().target_max_depth(depth);
        let checker = checker.finish_when(HasDiscoveries::AnyFailures).spawn_bfs().join();
        let broken = broken(&properties, |name| checker.discovery(name).map(|path| path.into_actions()));
        if !broken.is_empty() {
            println!("found out after {} events: {}", depth - 1, broken.join("\n"));
            return;
        }
    }
    panic!("the mistake breaks no promise within {LONGEST_TRACE} events");
}

/// The broken promises, each with its trace.
fn broken<M: Model>(properties: &[Property<M>], trace: impl Fn(&'static str) -> Option<Vec<M::Action>>) -> Vec<String>
where
    M::Action: Debug,
{
    let promises = properties.iter().filter(|property| property.expectation == Expectation::Always);
    let traces = promises.filter_map(|promise| Some((promise.name, trace(promise.name)?)));
    let shown = |actions: Vec<M::Action>| actions.iter().map(|action| format!("\n  {action:?}")).collect::<String>();
    traces.map(|(promise, actions)| format!("not kept: {promise}{}", shown(actions))).collect()
}
