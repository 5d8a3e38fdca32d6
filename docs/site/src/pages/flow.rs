//! State diagram of the settlement flow, made by driving the flow itself with every kind of event.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};
use std::fmt::Write;

use anyhow::{Context, Result, ensure};
use billwire::{Biller, Instant, OperationName, Sent, SettlementFlow, SettlementPolicy, SettlementStep};
use serde_json::Value;

use super::samples::{self, SETTLED, biller};

/// Few attempts and times that meet soon, so that the search is complete.
const POLICY: SettlementPolicy = SettlementPolicy {
    attempts: 2,
    pause_ms: 10,
    longest_pause_ms: 20,
    not_found_holds_ms: 25,
    in_flight_ms: 30,
    deadline_ms: 100,
};
const LOOKUP: &str = r#"{"settlementLookup":{"identity_code":"ref_id","purpose_of_transaction":"ref_id"},
    "notFoundCodes":{"verification":["404"]},"pendingStatuses":{"transaction":["pending"]},
    "failedStatuses":{"transaction":["failed"]}}"#;
/// Event of a process that slept for a long time after it stored a record.
const SLEPT: &str = "saved, and slept";
/// More states than the search meets.
const MOST_STATES: usize = 100_000;

/// Flow, the time, and what it stored last.
#[derive(Clone)]
struct Machine {
    flow: SettlementFlow,
    now: i64,
    /// Time at which the attempt in the last record was begun.
    begun: Option<i64>,
}

/// Box of the diagram.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Node {
    step: &'static str,
    about: String,
}

type Edges = BTreeMap<(Node, Node), BTreeSet<String>>;

/// Returns the diagram in Graphviz's language.
pub(super) fn dot() -> Result<String> {
    let mut edges = Edges::new();
    for profile in [LOOKUP, "{}"] {
        explore(&biller(profile)?, &mut edges)?;
    }
    draw(&edges)
}

fn explore(biller: &Biller, edges: &mut Edges) -> Result<()> {
    let flow = SettlementFlow::start(biller, &samples::bill()?, POLICY, at(0))?;
    let start = Machine { flow, now: 0, begun: None };
    let (mut seen, mut queue) = (HashSet::new(), VecDeque::from([start]));
    while let Some(mut machine) = queue.pop_front() {
        let before = machine.begun;
        let (node, step) = machine.ask()?;
        if !seen.insert(format!("{:?} {} {before:?}", machine.flow, machine.now)) {
            continue;
        }
        ensure!(seen.len() < MOST_STATES, "the flow has more states than expected");
        for (event, mut next) in machine.events(step)? {
            let before = next.clone();
            let (target, _) = next.ask()?;
            edges.entry((node.clone(), target)).or_default().insert(event);
            queue.push_back(before);
        }
    }
    Ok(())
}

impl Machine {
    /// Asks for the next step, and names the box of the diagram.
    fn ask(&mut self) -> Result<(Node, SettlementStep)> {
        let step = self.flow.step(at(self.now), 1.0)?;
        let node = match &step {
            SettlementStep::Save { record, .. } => Node { step: "Save", about: self.saved_state(record)? },
            SettlementStep::Send(request) => {
                let lookup = request.operation == OperationName::Verification;
                Node { step: "Send", about: if lookup { "the lookup" } else { "the settlement" }.into() }
            }
            SettlementStep::Wait { reason, .. } => Node { step: "Wait", about: reason.as_str().into() },
            SettlementStep::Finished(ending) => Node { step: "Finished", about: ending.as_str().into() },
            SettlementStep::TakenOver => Node { step: "TakenOver", about: "by another flow".into() },
        };
        Ok((node, step))
    }

    /// State that a record keeps, in words.
    fn saved_state(&mut self, record: &str) -> Result<String> {
        let record: Value = serde_json::from_str(record)?;
        let state = record.get("state").and_then(Value::as_str).context("a record without a state")?;
        let since = record.get("not_found_since").is_some();
        let begun = record.get("begun").and_then(Value::as_i64);
        let begins = begun.is_some() && begun != self.begun;
        self.begun = begun;
        Ok(match state {
            "open" => "nothing moved".into(),
            "in_doubt" if since => "not found so far".into(),
            "in_doubt" if begins => "attempt".into(),
            "in_doubt" => "in doubt again".into(),
            ending => ending.into(),
        })
    }

    /// Everything that can happen next, each with the machine after it.
    fn events(&self, step: SettlementStep) -> Result<Vec<(String, Machine)>> {
        let after = |event: &str, now: i64, tell: &dyn Fn(&mut SettlementFlow) -> Result<(), billwire::Error>| {
            let mut next = Machine { now, ..self.clone() };
            tell(&mut next.flow)?;
            Ok::<_, anyhow::Error>((event.to_owned(), next))
        };
        Ok(match step {
            SettlementStep::Save { revision, .. } => vec![
                after("saved", self.now, &|flow| flow.saved(revision))?,
                after(SLEPT, self.now + 60, &|flow| flow.saved(revision))?,
                after("not_saved", self.now, &|flow| flow.not_saved(revision))?,
            ],
            SettlementStep::Wait { until, .. } => vec![after("time passes", until.unix_millis(), &|_| Ok(()))?],
            SettlementStep::Send(request) => {
                let mut events = Vec::new();
                for (status, body) in answers(request.operation) {
                    let now = self.now + 1;
                    let mut next = Machine { now, ..self.clone() };
                    next.flow.answered(request.number, status, body.as_bytes(), at(now))?;
                    events.push((meaning(request.operation, status, &body)?, next));
                }
                for (sent, event) in [(Sent::No, "never sent"), (Sent::Maybe, "no answer")] {
                    events.push(after(event, self.now + 1, &|flow| {
                        flow.no_answer(request.number, sent, at(self.now + 1))
                    })?);
                }
                events
            }
            SettlementStep::Finished(_) | SettlementStep::TakenOver => Vec::new(),
        })
    }
}

/// One answer of each meaning.
fn answers(operation: OperationName) -> Vec<(u16, String)> {
    if operation == OperationName::Verification {
        let found = ["success", "pending", "failed"].map(|status| (200, samples::transaction(status, 0, 40_000)));
        return found
            .into_iter()
            .chain([(200, r#"{"code":"404"}"#.into()), (503, String::new()), (401, String::new())])
            .collect();
    }
    let answers = [(200, SETTLED), (200, r#"{"code":"000"}"#), (503, ""), (429, ""), (400, ""), (401, "")];
    answers.map(|(status, body)| (status, body.to_owned())).into()
}

/// Label of an answer: billwire's own verdict, or its next step.
fn meaning(operation: OperationName, status: u16, body: &str) -> Result<String> {
    let biller = biller(LOOKUP)?;
    if operation == OperationName::Verification {
        let lookup = biller.prepare_settlement_lookup(&samples::bill()?)?;
        let verdict = lookup.decide(status, body.as_bytes());
        let step = verdict.next_step().filter(|_| verdict.as_str() == "unclear");
        return Ok(step.map_or(verdict.as_str().into(), |step| format!("unclear, {}", step.as_str())));
    }
    Ok(match biller.decode(operation, status, body.as_bytes()) {
        Ok(billwire::Outcome::Settlement(outcome)) => {
            outcome.next_step().map_or("settled".into(), |_| "accepted".to_owned())
        }
        Ok(_) => anyhow::bail!("a settlement has another outcome"),
        Err(error) => error.next_step().as_str().into(),
    })
}

/// Removes what would only repeat: two flows of one bill look alike after every record, and a process that slept finds
/// its pause over.
fn simplified(edges: &Edges) -> Result<Edges> {
    let mut simple = Edges::new();
    for ((from, to), events) in edges {
        let waits = edges.keys().filter(|(node, pause)| node == from && pause.step == "Wait");
        let is_after_pause = waits.clone().any(|(_, pause)| edges.contains_key(&(pause.clone(), to.clone())));
        let mut events = events.clone();
        if is_after_pause || events.len() > 1 {
            events.remove(SLEPT);
        }
        if to.step == "TakenOver" {
            ensure!(from.step == "Save" && events.iter().eq(["not_saved"]), "another event takes a flow over");
            let any = Node { step: "Save", about: "any record".into() };
            simple.insert((any, to.clone()), events);
        } else if !events.is_empty() {
            simple.insert((from.clone(), to.clone()), events);
        }
    }
    Ok(simple)
}

fn draw(edges: &Edges) -> Result<String> {
    let edges = &simplified(edges)?;
    let mut out = String::from(
        "// Generated by `cargo xtask generate`, by driving SettlementFlow with every kind of event. Do not edit.\n\
         digraph {\n  graph [rankdir=TB, ranksep=0.45, nodesep=0.35, bgcolor=\"#ffffff\"]\n  \
         node [fontname=\"Helvetica,Arial,sans-serif\", fontsize=13, margin=\"0.28,0.09\", style=\"filled,rounded\", shape=box, color=\"#4a5568\"]\n  \
         edge [fontname=\"Helvetica,Arial,sans-serif\", fontsize=10, color=\"#4a5568\", fontcolor=\"#1a202c\"]\n",
    );
    let nodes: BTreeSet<&Node> = edges.keys().flat_map(|(from, to)| [from, to]).collect();
    for node in &nodes {
        let fill = match node.step {
            "Save" => "#e6f0ff",
            "Send" => "#fff3d6",
            "Wait" => "#f0f0f0",
            _ if node.about == "settled" => "#d9f2e0",
            _ => "#fbe3e3",
        };
        writeln!(out, "  {} [label=<<b>{}</b><br/>{}>, fillcolor=\"{fill}\"]", name(node), node.step, node.about)?;
    }
    let first = nodes.iter().find(|node| node.step == "Save" && node.about == "attempt").context("no first step")?;
    writeln!(out, "  start [shape=circle, label=\"\", width=0.18, fillcolor=\"#4a5568\"]\n  start -> {}", name(first))?;
    for ((from, to), events) in edges {
        let events: Vec<&str> = events.iter().map(String::as_str).collect();
        writeln!(out, "  {} -> {} [label=\"{}\"]", name(from), name(to), events.join("\\n"))?;
    }
    Ok(out + "}\n")
}

fn name(node: &Node) -> String {
    let text = format!("{} {}", node.step, node.about);
    text.trim().to_lowercase().replace(|letter: char| !letter.is_alphanumeric(), "_")
}

fn at(millis: i64) -> Instant {
    Instant::from_unix_millis(millis)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges() -> Edges {
        let mut edges = Edges::new();
        for profile in [LOOKUP, "{}"] {
            biller(profile).and_then(|biller| explore(&biller, &mut edges)).expect("the flow runs");
        }
        edges
    }

    #[test]
    fn sends_only_after_an_attempt_is_saved() {
        let edges = edges();
        let before_send = edges.iter().filter(|((_, to), _)| to.step == "Send" && to.about == "the settlement");
        let before_send: Vec<_> =
            before_send.map(|((from, _), events)| (from.step, from.about.as_str(), events.len())).collect();
        assert_eq!(before_send, [("Save", "attempt", 1)]);
    }

    #[test]
    fn shows_every_step_and_every_ending() {
        let edges = edges();
        let nodes: BTreeSet<&Node> = edges.keys().flat_map(|(from, to)| [from, to]).collect();
        let shown = |step: &str, about: &str| nodes.iter().any(|node| node.step == step && node.about == about);
        for ending in ["settled", "refused", "unclear"] {
            assert!(shown("Finished", ending), "{ending}");
        }
        assert!(shown("Send", "the lookup") && shown("Wait", "lookUp") && shown("Wait", "sendAgain"));
        assert!(shown("TakenOver", "by another flow"));
    }
}
