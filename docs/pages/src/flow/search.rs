//! Search through every state of a flow.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

use anyhow::{Result, ensure};
use billwire::Instant;

/// Event of a process that slept for a long time after it stored a record.
pub(super) const SLEPT: &str = "saved, and slept";
/// More states than the search meets.
const MOST_STATES: usize = 100_000;
/// Milliseconds that such a process sleeps, and that a request takes.
pub(super) const SLEEP: i64 = 60;
pub(super) const REQUEST: i64 = 1;

/// Flow that is driven.
pub(super) trait Machine: Clone {
    /// Everything by which two states differ.
    fn state(&self) -> String;

    /// Asks for the next step, names the box of the diagram, and gives everything that can happen next.
    fn ask(&mut self) -> Result<(Node, Vec<(String, Self)>)>;
}

/// Box of the diagram.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Node {
    pub(super) step: &'static str,
    pub(super) about: String,
}

pub(super) type Edges = BTreeMap<(Node, Node), BTreeSet<String>>;

/// Box at which a flow begins.
pub(super) const START: &str = "Start";

/// Meets every state of a flow that began in this way.
pub(super) fn explore(begun: &str, start: impl Machine, edges: &mut Edges) -> Result<()> {
    let origin = Node { step: START, about: String::new() };
    let (first, _) = start.clone().ask()?;
    edges.entry((origin, first)).or_default().insert(begun.to_owned());
    let (mut seen, mut queue) = (HashSet::new(), VecDeque::from([start]));
    while let Some(mut machine) = queue.pop_front() {
        if !seen.insert(machine.state()) {
            continue;
        }
        ensure!(seen.len() < MOST_STATES, "the flow has more states than expected");
        let (node, events) = machine.ask()?;
        for (event, next) in events {
            let (target, _) = next.clone().ask()?;
            edges.entry((node.clone(), target)).or_default().insert(event);
            queue.push_back(next);
        }
    }
    Ok(())
}

pub(super) fn at(millis: i64) -> Instant {
    Instant::from_unix_millis(millis)
}
