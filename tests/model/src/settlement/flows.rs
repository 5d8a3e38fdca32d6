//! The real flows: each state of one that was met, by a number, and what each event makes of it.
//!
//! Few states of a flow occur in many states of the world. A number for each keeps the search small, and the flow's code
//! runs once for each state, event and time.

use super::service::Answer;
use billwire::{
    BearerToken, Biller, BillerConfig, HashToken, Instant, OperationName, Sent, Settlement, SettlementEnding,
    SettlementFlow, SettlementPolicy, SettlementProof, SettlementStep, VerificationToken, WireProfile,
};
use serde_json::Value;
use std::{
    collections::HashMap,
    sync::{PoisonError, RwLock},
};

/// Numbers of requests and of revisions with which a flow is told what it did not ask for.
const WRONG_NUMBERS: u64 = 8;
const PROFILE: &[u8] = br#"{"settlementLookup":{"identity_code":"ref_id","purpose_of_transaction":"ref_id"},
    "notFoundCodes":{"verification":["404"]},"pendingStatuses":{"transaction":["pending"]}}"#;

/// Number of a flow's state; 0 is that of all flows that have ended.
pub(crate) type FlowId = u32;

/// A stored record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Stored {
    id: u32,
    pub(crate) revision: u64,
    pub(crate) previous: u64,
    pub(crate) attempts: u64,
    pub(crate) state: StoredState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum StoredState {
    Settled,
    Refused,
    Other,
}

/// Event that a process tells its flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Event {
    /// It asks for the next step.
    Step,
    Saved,
    NotSaved,
    Answered(Answer),
}

/// Next thing that a process does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Task {
    /// It asks its flow, which was started or resumed.
    Begin,
    /// It asks its flow for the request of a stored attempt.
    Fetch,
    Store(Stored),
    /// A request is under way.
    Await {
        is_lookup: bool,
        /// Reply that the process will hear, and the tick at which the request was served.
        served: Option<(Answer, i64)>,
    },
    Wait {
        until: i64,
    },
    Settled {
        by_verification: bool,
    },
    Refused,
    Unclear,
    TakenOver,
}

/// Outcome of an event.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outcome {
    pub(crate) flow: FlowId,
    pub(crate) task: Task,
    /// Record that a caller with the mistake stores later.
    pub(crate) behind: Option<Stored>,
    /// Whether the flow refused what it asked for, or took something else.
    pub(crate) confused: bool,
}

pub(crate) struct Flows {
    biller: Biller,
    bill: Settlement,
    policy: SettlementPolicy,
    /// Whether the caller says that a record is stored before it is.
    stores_late: bool,
    known: RwLock<Known>,
}

#[derive(Default)]
struct Known {
    flows: Vec<Machine>,
    ids: HashMap<String, FlowId>,
    records: Vec<String>,
    record_ids: HashMap<String, u32>,
    outcomes: HashMap<(FlowId, Event, i64), Outcome>,
}

/// A flow, with the number of the request that it waits for.
#[derive(Clone)]
struct Machine {
    flow: SettlementFlow,
    request: u64,
}

impl Flows {
    pub(crate) fn new(policy: SettlementPolicy, stores_late: bool) -> Flows {
        let date = Instant::from_unix_millis(0);
        let bill = Settlement::builder()
            .ref_id("INV-1")
            .date(date)
            .due_date(date)
            .currency("KHR")
            .total_amount(40_000)
            .customer_sync_code("C-1")
            .settlement_to("SUB-1")
            .build();
        Flows { biller: biller(), bill, policy, stores_late, known: RwLock::default() }
    }

    /// Starts a flow, or resumes it from a record.
    pub(crate) fn begin(&self, stored: Option<Stored>, now: i64) -> Option<FlowId> {
        let flow = match stored {
            None => {
                SettlementFlow::start(&self.biller, &self.bill, self.policy, Instant::from_unix_millis(now)).ok()?
            }
            Some(stored) => {
                let record = self.read(|known| known.records.get(stored.id as usize).cloned())?;
                SettlementFlow::resume(&self.biller, &self.bill, self.policy, &record).ok()?
            }
        };
        Some(self.number(Machine { flow, request: 0 }))
    }

    /// Tells a flow what happened, and asks it for the next step.
    pub(crate) fn tell(&self, flow: FlowId, event: Event, now: i64) -> Option<Outcome> {
        if let Some(outcome) = self.read(|known| known.outcomes.get(&(flow, event, now)).copied()) {
            return Some(outcome);
        }
        let machine = self.read(|known| known.flows.get(flow as usize - 1).cloned())?;
        let outcome = self.advance(machine, event, Instant::from_unix_millis(now));
        let outcome = outcome.unwrap_or(Outcome { flow: 0, task: Task::TakenOver, behind: None, confused: true });
        self.write(|known| known.outcomes.insert((flow, event, now), outcome));
        Some(outcome)
    }

    /// Does both with the real flow. Nothing means that it refused what it asked for.
    fn advance(&self, mut machine: Machine, event: Event, now: Instant) -> Option<Outcome> {
        machine.tell(event, now)?;
        let mut behind = None;
        loop {
            let asked = machine.clone();
            let task = match machine.flow.step(now, 1.0).ok()? {
                SettlementStep::Save { record, revision, previous } => {
                    let stored = self.stored(record, revision, previous)?;
                    if self.stores_late {
                        machine.flow.saved(revision).ok()?;
                        behind = Some(stored);
                        continue;
                    }
                    Task::Store(stored)
                }
                // The flow gives a request out by the time at which it is asked, so the process may stand still before.
                SettlementStep::Send(_) if event == Event::Saved => {
                    machine = asked;
                    Task::Fetch
                }
                SettlementStep::Send(request) => {
                    machine.request = request.number;
                    Task::Await { is_lookup: request.operation == OperationName::Verification, served: None }
                }
                SettlementStep::Wait { until, .. } => Task::Wait { until: until.unix_millis() },
                SettlementStep::Finished(SettlementEnding::Settled(proof)) => {
                    Task::Settled { by_verification: matches!(proof, SettlementProof::Verification { .. }) }
                }
                SettlementStep::Finished(SettlementEnding::Refused(_)) => Task::Refused,
                // An ending that this model does not know settles nothing.
                SettlementStep::Finished(_) => Task::Unclear,
                SettlementStep::TakenOver => Task::TakenOver,
            };
            let confused = !machine.refuses_all_but(&task, now);
            let flow = if task.has_ended() { 0 } else { self.number(machine) };
            return Some(Outcome { flow, task, behind, confused });
        }
    }

    fn number(&self, machine: Machine) -> FlowId {
        let text = behaviour(&machine.flow);
        self.write(|known| match known.ids.get(&text) {
            Some(id) => *id,
            None => {
                known.flows.push(machine);
                let id = known.flows.len() as FlowId;
                known.ids.insert(text, id);
                id
            }
        })
    }

    fn stored(&self, record: String, revision: u64, previous: u64) -> Option<Stored> {
        let json: Value = serde_json::from_str(&record).ok()?;
        let state = match json.get("state")?.as_str()? {
            "settled" => StoredState::Settled,
            "refused" => StoredState::Refused,
            _ => StoredState::Other,
        };
        let attempts = json.get("attempts")?.as_u64()?;
        let id = self.write(|known| match known.record_ids.get(&record) {
            Some(id) => *id,
            None => {
                let id = known.records.len() as u32;
                known.records.push(record.clone());
                known.record_ids.insert(record, id);
                id
            }
        });
        Some(Stored { id, revision, previous, attempts, state })
    }

    fn read<T>(&self, look: impl FnOnce(&Known) -> T) -> T {
        look(&self.known.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn write<T>(&self, change: impl FnOnce(&mut Known) -> T) -> T {
        change(&mut self.known.write().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Machine {
    fn tell(&mut self, event: Event, now: Instant) -> Option<()> {
        match event {
            Event::Step => Some(()),
            Event::Saved | Event::NotSaved => {
                let SettlementStep::Save { revision, .. } = self.flow.step(now, 1.0).ok()? else { return None };
                match event {
                    Event::Saved => self.flow.saved(revision).ok(),
                    _ => self.flow.not_saved(revision).ok(),
                }
            }
            Event::Answered(answer) => self.answer(self.request, answer, now),
        }
    }

    fn answer(&mut self, number: u64, answer: Answer, now: Instant) -> Option<()> {
        match answer.http() {
            Some((status, body)) => self.flow.answered(number, status, body.as_bytes(), None, now).ok(),
            None => {
                let sent = if answer == Answer::NeverSent { Sent::No } else { Sent::Maybe };
                self.flow.no_answer(number, sent, None, now).ok()
            }
        }
    }

    /// Tells the flow everything that it does not wait for, such as an answer for a second time and one to an earlier
    /// request. Returns whether it refused all of it and is unchanged.
    fn refuses_all_but(&self, task: &Task, now: Instant) -> bool {
        let mut told = self.clone();
        let revision = if let Task::Store(stored) = task { stored.revision } else { u64::MAX };
        let request = if matches!(task, Task::Await { .. }) { self.request } else { u64::MAX };
        let mut refused = request == u64::MAX || told.flow.step(now, 1.0).is_err();
        for number in 0..WRONG_NUMBERS.max(self.request + 2) {
            if number != request {
                let answers = [Answer::None, Answer::NeverSent, Answer::Settled, Answer::Busy, Answer::NotFound];
                refused &= answers.into_iter().all(|answer| told.answer(number, answer, now).is_none());
            }
            if number != revision {
                refused &= told.flow.saved(number).is_err() && told.flow.not_saved(number).is_err();
            }
        }
        refused && format!("{:?}", told.flow) == format!("{:?}", self.flow)
    }
}

impl Task {
    pub(crate) fn has_ended(&self) -> bool {
        matches!(self, Task::Settled { .. } | Task::Refused | Task::Unclear | Task::TakenOver)
    }
}

/// Returns a text that two flows share only if they behave alike.
///
/// All pauses of the model are equally long, so the number of failures makes no difference. Of the lookups it counts
/// whether there was one, and of the requests that an answer names the last. The last verdict is only reported.
fn behaviour(flow: &SettlementFlow) -> String {
    let text = format!("{flow:?}");
    let Some((state, counts)) = text.split_once(", lookups: ") else { return text };
    let was_looked_up = !counts.starts_with("0,");
    match state.split_once(", failures: ") {
        Some((before, after)) => {
            let after = after.trim_start_matches(|digit: char| digit.is_ascii_digit());
            format!("{before}{after} {was_looked_up}")
        }
        None => format!("{state} {was_looked_up}"),
    }
}

fn biller() -> Biller {
    Biller::new(
        BillerConfig::builder()
            .base_url("https://service.example")
            .bearer(BearerToken::new("a"))
            .verification_token(VerificationToken::new("b"))
            .hash_token(HashToken::new("c"))
            .profile(WireProfile::from_json(PROFILE).unwrap_or_else(|error| unreachable!("{error}")))
            .build(),
    )
    .unwrap_or_else(|error| unreachable!("{error}"))
}
