//! Settlement flow, with and without a lookup.

use anyhow::{Context, Result};
use billwire::{OperationName, Sent, SettlementFlow, SettlementPolicy, SettlementStep};
use serde_json::Value;

use super::search::{Edges, Machine, Node, REQUEST, SLEEP, SLEPT, at, explore};
use crate::samples::{self, SETTLED, biller};

/// Few attempts and times that meet soon, so that the search is complete.
const POLICY: SettlementPolicy = SettlementPolicy::builder()
    .attempts(2)
    .pause_ms(10)
    .longest_pause_ms(20)
    .not_found_holds_ms(25)
    .in_flight_ms(30)
    .deadline_ms(100)
    .build();
const LOOKUP: &str = r#"{"settlementLookup":{"identity_code":"ref_id","purpose_of_transaction":"ref_id"},
    "notFoundCodes":{"verification":["404"]},"pendingStatuses":{"transaction":["pending"]},
    "failedStatuses":{"transaction":["failed"]}}"#;

/// Flow, the time, and what it stored last.
#[derive(Clone)]
struct Settling {
    flow: SettlementFlow,
    now: i64,
    /// Time at which the attempt in the last record was begun.
    begun: Option<i64>,
}

pub(super) fn edges() -> Result<Edges> {
    let mut edges = Edges::new();
    for profile in [LOOKUP, "{}"] {
        let flow = SettlementFlow::start(&biller(profile)?, &samples::bill()?, POLICY, at(0))?;
        explore("start", Settling { flow, now: 0, begun: None }, &mut edges)?;
    }
    Ok(edges)
}

impl Machine for Settling {
    fn state(&self) -> String {
        format!("{:?} {} {:?}", self.flow, self.now, self.begun)
    }

    fn ask(&mut self) -> Result<(Node, Vec<(String, Settling)>)> {
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
        Ok((node, self.events(step)?))
    }
}

impl Settling {
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
    fn events(&self, step: SettlementStep) -> Result<Vec<(String, Settling)>> {
        let after = |event: &str, now: i64, tell: &dyn Fn(&mut SettlementFlow) -> Result<(), billwire::Error>| {
            let mut next = Settling { now, ..self.clone() };
            tell(&mut next.flow)?;
            Ok::<_, anyhow::Error>((event.to_owned(), next))
        };
        Ok(match step {
            SettlementStep::Save { revision, .. } => vec![
                after("saved", self.now, &|flow| flow.saved(revision))?,
                after(SLEPT, self.now + SLEEP, &|flow| flow.saved(revision))?,
                after("not_saved", self.now, &|flow| flow.not_saved(revision))?,
            ],
            SettlementStep::Wait { until, .. } => vec![after("time passes", until.unix_millis(), &|_| Ok(()))?],
            SettlementStep::Send(request) => {
                let mut events = Vec::new();
                for (status, body) in answers(request.operation) {
                    let now = self.now + REQUEST;
                    let mut next = Settling { now, ..self.clone() };
                    next.flow.answered(request.number, status, body.as_bytes(), at(now))?;
                    events.push((meaning(request.operation, status, &body)?, next));
                }
                for (sent, event) in [(Sent::No, "never sent"), (Sent::Maybe, "no answer")] {
                    events.push(after(event, self.now + REQUEST, &|flow| {
                        flow.no_answer(request.number, sent, at(self.now + REQUEST))
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn sends_only_after_an_attempt_is_saved() {
        let edges = edges().unwrap_or_default();
        let before_send = edges.iter().filter(|((_, to), _)| to.step == "Send" && to.about == "the settlement");
        let before_send: Vec<_> =
            before_send.map(|((from, _), events)| (from.step, from.about.as_str(), events.len())).collect();
        assert_eq!(before_send, [("Save", "attempt", 1)]);
    }

    #[test]
    fn shows_every_step_and_every_ending() {
        let edges = edges().unwrap_or_default();
        let nodes: BTreeSet<&Node> = edges.keys().flat_map(|(from, to)| [from, to]).collect();
        let shown = |step: &str, about: &str| nodes.iter().any(|node| node.step == step && node.about == about);
        for ending in ["settled", "refused", "unclear"] {
            assert!(shown("Finished", ending), "{ending}");
        }
        assert!(shown("Send", "the lookup") && shown("Wait", "lookUp") && shown("Wait", "sendAgain"));
        assert!(shown("TakenOver", "by another flow"));
    }
}
