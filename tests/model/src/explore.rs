//! Explores a model: every order of events, or the shortest one that breaks a promise.

use stateright::{Checker, Expectation, HasDiscoveries, Model, Property};
use std::{fmt::Debug, hash::Hash, thread};

/// Fewer states mean that a model leaves out most of what can happen.
const FEWEST_STATES: usize = 2_000;
const LONGEST_TRACE: usize = 60;

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

/// Explores level by level, so that the first trace that breaks a promise is a shortest one.
pub(crate) fn breaks_a_promise<M>(model: M)
where
    M: Model + Send + Sync + 'static,
    M::State: Clone + Debug + Hash + PartialEq + Send + Sync,
    M::Action: Clone + Debug + PartialEq + Send + Sync,
{
    let properties = model.properties();
    let checker = model.checker().threads(1).target_max_depth(LONGEST_TRACE);
    let checker = checker.finish_when(HasDiscoveries::AnyFailures).spawn_bfs().join();
    let broken = broken(&properties, |name| checker.discovery(name).map(|path| path.into_actions()));
    let states = checker.unique_state_count();
    assert!(!broken.is_empty(), "the mistake breaks no promise within {LONGEST_TRACE} events and {states} states");
    println!("found out within {states} states: {}", broken.join("\n"));
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

/// Declares a test of each world, which is made of what its row says. Every promise must hold.
macro_rules! keeps {
    ($world:expr; $($(#[$attribute:meta])* $name:ident: $row:expr;)+) => { $(
        #[test]
        $(#[$attribute])*
        fn $name() {
            crate::explore::keeps_every_promise(($world)($row));
        }
    )+ };
}
pub(crate) use keeps;

/// The same for worlds with a mistake, which must break a promise.
macro_rules! detects {
    ($world:expr; $($name:ident: $row:expr;)+) => { $(
        #[test]
        fn $name() {
            crate::explore::breaks_a_promise(($world)($row));
        }
    )+ };
}
pub(crate) use detects;
