//! The records that were met, and what stands in them.

use super::{
    flows::{Begin, Machine, Start, Word},
    service::{Heard, SEEN, SETTLED, TOOK},
    setting::Meant,
};
use billwire::{Biller, Resolution, SettlementPolicy, SettlementState, SettlementStep};
use serde_json::Value;
use std::collections::HashMap;

/// A stored record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Stored {
    pub(crate) id: u32,
    pub(crate) revision: i64,
    pub(crate) previous: i64,
    pub(crate) state: SettlementState,
    pub(crate) bill: Meant,
    /// The part of what somebody was told that it has.
    pub(crate) holds: Heard,
    pub(crate) attempts: usize,
    /// Whether the end has a way on.
    pub(crate) goes_on: bool,
}

impl PartialOrd for Stored {
    fn partial_cmp(&self, other: &Stored) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Stored {
    fn cmp(&self, other: &Stored) -> std::cmp::Ordering {
        self.id.cmp(&other.id)
    }
}

#[derive(Default)]
pub(crate) struct Records {
    /// Whether records are told apart that differ in the answers that they keep for people. A flow knows its own by
    /// them.
    with_answers: bool,
    texts: Vec<String>,
    known: HashMap<String, Stored>,
}

impl Records {
    pub(crate) fn new(with_answers: bool) -> Records {
        Records { with_answers, ..Records::default() }
    }

    pub(crate) fn find(&self, record: &str) -> Option<Stored> {
        self.known.get(&self.name(record)?).copied()
    }

    pub(crate) fn keep(&mut self, record: String, stored: Stored) -> Stored {
        let id = self.texts.len() as u32;
        let Some(name) = self.name(&record) else { return stored };
        let kept = *self.known.entry(name).or_insert(Stored { id, ..stored });
        if kept.id == id {
            self.texts.push(record);
        }
        kept
    }

    fn name(&self, record: &str) -> Option<String> {
        if self.with_answers { Some(record.to_owned()) } else { without_answers(record) }
    }

    pub(crate) fn text(&self, id: u32) -> Option<&str> {
        self.texts.get(id as usize).map(String::as_str)
    }
}

/// Records with one name say the same, but for the answers that they keep for people.
fn without_answers(record: &str) -> Option<String> {
    let mut record: Value = serde_json::from_str(record).ok()?;
    for attempt in record.pointer_mut("/knowledge/attempts").and_then(Value::as_object_mut)?.values_mut() {
        if let Some(heard) = attempt.get_mut("heard").and_then(Value::as_object_mut) {
            heard.remove("answer");
        }
    }
    Some(record.to_string())
}

/// A tick at which nothing is under way any more.
const LATER: i64 = 1_000_000;

impl Stored {
    pub(crate) fn read(
        record: &str,
        revision: i64,
        previous: i64,
        state: SettlementState,
        bill: Meant,
    ) -> Option<Stored> {
        let record: Value = serde_json::from_str(record).ok()?;
        let knowledge = record.get("knowledge")?;
        let attempts = knowledge.get("attempts").and_then(Value::as_object);
        let heard = |name: &str| {
            let said = |attempt: &Value| attempt.get("heard").and_then(|heard| heard.get(name)) == Some(&true.into());
            attempts.is_some_and(|attempts| attempts.values().any(said))
        };
        let is_seen = knowledge.pointer("/transactions/T").is_some();
        let bits = [(heard("took"), TOOK), (heard("settled"), SETTLED), (is_seen, SEEN)];
        let holds = bits.into_iter().filter(|(is_held, _)| *is_held).fold(0, |holds, (_, bit)| holds | bit);
        let attempts = attempts.map_or(0, serde_json::Map::len);
        Some(Stored { id: 0, revision, previous, state, bill, holds, attempts, goes_on: false })
    }

    /// Whether the real flow goes on from the end: a refused bill reopens, an unclear one is looked up and takes a
    /// person's words, and a transaction that settles it can be called another bill's.
    pub(crate) fn has_a_way_on(
        &self,
        biller: &Biller,
        policy: SettlementPolicy,
        record: &str,
        claim_key: Option<&str>,
    ) -> bool {
        let begin = |begin| {
            let start = Start { begin, bill: self.bill, is_restored: false, mark: u8::MAX };
            Machine::new(biller, policy, start)
        };
        let step = |mut machine: Machine| {
            machine.load(Some(record), LATER)?;
            machine.step(LATER)
        };
        let asks = |how| {
            let step = begin(how).and_then(step);
            use SettlementStep::{Control, Save, Send};
            matches!(step, Some(Save { .. } | Send { .. } | Control))
        };
        let becomes = |machine: Option<Machine>, end: SettlementState| {
            let step = machine.and_then(step);
            matches!(step, Some(SettlementStep::Save { state, .. }) if state == end)
        };
        match self.state {
            SettlementState::Open => asks(Begin::Run),
            SettlementState::Refused => asks(Begin::Reopen),
            // An answer may settle it, too.
            SettlementState::Settled => claim_key.is_none_or(|id| {
                let mut disputed = begin(Begin::Run);
                let is_said = disputed.as_mut().is_some_and(|machine| machine.flow.not_this_bill(id).is_ok());
                let step = disputed.filter(|_| is_said).and_then(step);
                matches!(step, Some(SettlementStep::Save { claim_key, .. }) if claim_key.as_deref() != Some(id))
            }),
            _ => {
                asks(Begin::Run)
                    && becomes(begin(Begin::Say(Word::Settled)), SettlementState::Settled)
                    && becomes(explained(begin(Begin::Run), record), SettlementState::Refused)
            }
        }
    }
}

/// A person says of each transaction that it is not this bill's, and that nothing moved.
fn explained(machine: Option<Machine>, record: &str) -> Option<Machine> {
    let mut machine = machine?;
    let record: Value = serde_json::from_str(record).ok()?;
    let transactions = record.pointer("/knowledge/transactions").and_then(Value::as_object);
    for id in transactions.into_iter().flat_map(serde_json::Map::keys) {
        machine.flow.not_this_bill(id).ok()?;
    }
    machine.flow.resolved(Resolution::NothingMoved).ok()?;
    Some(machine)
}
